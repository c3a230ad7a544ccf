"""The draft of a fight: what stands never changes, what stays the same is kept once, what breaks leaves nothing."""

import json
import random
from typing import Any

import pytest

from fireteam.kernel.commands import legal_for_gm
from fireteam.kernel.decisions import Decider
from fireteam.kernel.dice import Seeded, Source
from fireteam.kernel.draft import Draft
from fireteam.kernel.events import Event, Id, event
from fireteam.kernel.fight import Fight
from fireteam.kernel.library import Bundled, all_bundled, open_scene
from fireteam.kernel.run import Run
from fireteam.kernel.scene import Scene, duplicate
from fireteam.kernel.visibility import GAME_MASTER, project


def written(fight: Fight, scene: Scene) -> str:
    return json.dumps(project(fight.ruleset, scene, GAME_MASTER))


def begun(name: str) -> Fight:
    fight = Fight(*open_scene(name), Seeded("draft"))
    assert fight.do("start").is_done
    return fight


@pytest.mark.parametrize("bundled", all_bundled(), ids=lambda one: one.name)
def test_a_scene_that_stands_never_changes(bundled: Bundled) -> None:
    """Whatever commands, undo and redo follow, every scene stays as it was when its command had been carried out."""
    fight, pick = begun(bundled.name), random.Random(bundled.name)
    seen = [(fight.scene, written(fight, fight.scene))]
    for _ in range(60):
        command = fight.ruleset.next_command(fight.scene)
        line = pick.choice(("undo", "redo", command, command, command, command))
        if line is None or fight.do(line).refusal is not None:
            continue
        seen.append((fight.scene, written(fight, fight.scene)))
    assert len(seen) > 15
    for scene, then in seen:
        assert written(fight, scene) == then


@pytest.mark.parametrize("bundled", all_bundled(), ids=lambda one: one.name)
def test_events_change_nobody_but_whom_they_come_to(bundled: Bundled, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fight whose draft looks only at those comes out as one whose draft looks at everybody."""
    fight, twin = begun(bundled.name), begun(bundled.name)

    def run(scene: Scene, dice: Source, decider: Decider) -> Run[Any]:
        return Run(twin._draft.begin(scene), dice, decider)

    whole = Draft.run
    given = 0
    for _ in range(80):
        command = fight.ruleset.next_command(fight.scene)
        if command is None:
            break
        again = duplicate(command)
        assert fight.do(command).is_done
        monkeypatch.setattr(Draft, "run", lambda draft, *rest: run(*rest))
        assert twin.do(again).is_done
        monkeypatch.setattr(Draft, "run", whole)
        assert written(fight, fight.scene) == written(twin, twin.scene)
        given += 1
    assert given


def test_who_stays_the_same_is_kept_once() -> None:
    """Two scenes hold the very same fighters but for those that a command changed."""
    fight = begun("freight-deck")
    before = fight.scene
    fighter = next(iter(before.fighters))
    assert fight.do(f"set fighters.{fighter}.hidden true").is_done
    changed = [id for id, one in fight.scene.fighters.items() if one is not before.fighters[id]]
    assert changed == [fighter]


def test_a_group_in_which_nobody_changes_is_kept_whole() -> None:
    """A command that changes nobody leaves the very same fighters; undo gives back those of before."""
    fight = begun("freight-deck")
    fighters = fight.scene.fighters
    fighter = next(iter(fighters))
    assert fight.do("note nobody changes").is_done
    assert fight.scene.fighters is fighters
    for _ in range(3):
        assert fight.do(f"set fighters.{fighter}.hidden true").is_done
        assert fight.scene.fighters[fighter].hidden and not fighters[fighter].hidden
        assert fight.do("undo").is_done
        assert fight.scene.fighters is fighters


def test_who_comes_and_goes_keeps_the_order() -> None:
    """A group that somebody joined or left is as the copy has become, in its order, and undo takes it back."""
    fight = begun("freight-deck")
    draft: Draft[Any] = Draft()
    before = fight.scene
    ids = [*before.fighters]
    run = draft.run(before, fight.dice, fight.decider)
    newcomer = duplicate(before.fighters[ids[0]])
    newcomer.id = "newcomer"
    run.goes_on(Came(newcomer))
    run.goes_on(Went(Id(ids[1])))
    after = draft.settle()
    assert [*after.fighters] == [ids[0], *ids[2:], "newcomer"]
    assert after.fighters[ids[0]] is before.fighters[ids[0]] and [*before.fighters] == ids
    assert [*draft.begin(before).fighters] == ids
    assert draft.settle().fighters is before.fighters
    assert [*draft.begin(after).fighters] == [*after.fighters]


@event("came")
class Came(Event):
    """Somebody new."""

    one: Any
    rule: str = ""

    def apply(self, scene: Any) -> None:
        scene.fighters[self.one.id] = self.one


@event("went")
class Went(Event):
    """Somebody less."""

    who: Id
    rule: str = ""

    def apply(self, scene: Any) -> None:
        del scene.fighters[self.who]


def test_options_set_by_hand_are_those_of_that_scene_alone() -> None:
    """Scenes share their options until one is set by hand."""
    fight = begun("freight-deck")
    before = fight.scene
    assert fight.do("set options.npcs manual").is_done
    assert (before.options.npcs, fight.scene.options.npcs) == ("auto", "manual")
    after = fight.scene
    assert fight.do("note nothing is set").is_done
    assert fight.scene.options is after.options
    assert fight.do("undo").is_done and fight.do("undo").is_done
    assert fight.scene.options is before.options


def test_what_stopped_half_way_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule that breaks after it has changed the scene has changed neither what stands nor what comes next."""
    fight = begun("closing-time")
    twin = Fight(fight.ruleset, duplicate(fight.scene), Seeded("twin"))
    fight.dice = Seeded("twin")
    action = fight.ruleset.actions().by_key["next"]
    then, resolve = written(fight, fight.scene), action.resolve

    def broken(run: object, command: object) -> None:
        resolve(run, command)  # type: ignore[arg-type]
        raise RuntimeError("broken")

    monkeypatch.setattr(action, "resolve", broken)
    with pytest.raises(RuntimeError, match="broken"):
        fight.do("next")
    assert written(fight, fight.scene) == then
    monkeypatch.setattr(action, "resolve", resolve)
    assert fight.do("next").is_done
    assert twin.do("next").is_done
    assert written(fight, fight.scene) == written(twin, twin.scene) != then


def test_what_is_only_remembered_is_forgotten() -> None:
    """A copy begins without what was worked out for another scene, also when it is taken up again."""
    fight = begun("closing-time")
    draft: Draft[Any] = Draft()
    scene = duplicate(fight.scene)
    for _ in range(2):
        copy = draft.begin(scene)
        assert copy.known_muster is None
        assert legal_for_gm(fight.ruleset, copy)
        assert copy.muster.fighters
        scene = draft.settle()
    assert draft.begin(duplicate(scene)).known_muster is None


def test_settling_comes_after_beginning() -> None:
    """There is nothing to settle before a copy has been taken."""
    with pytest.raises(RuntimeError, match="begin"):
        Draft[Scene]().settle()
