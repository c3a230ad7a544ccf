"""Random legal play keeps what the book promises at every step."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.kernel.commands import legal, read_command
from fireteam.kernel.dice import Seeded
from fireteam.kernel.events import encode
from fireteam.kernel.fight import Fight, autoplay, fold
from fireteam.kernel.scene import Phase
from fireteam.kernel.scenefile import read_scene, write_scene
from fireteam.wonderland import RULESET
from fireteam.wonderland.faults import faults_of
from fireteam.wonderland.state import OBJECT, Behaviour, Scene, Status
from tests.wonderland.playing import Picker, again, bundled, copy_of, menagerie, play, with_house_rules

SEEDS = range(16)


def check_invariants(fight: Fight) -> None:
    """Nothing out of range, nobody twice, and whoever acts can act."""
    scene: Any = fight.scene
    assert isinstance(scene, Scene)
    assert [str(fault) for fault in faults_of(scene)] == []
    for one in scene.fighters.values():
        assert 0 <= one.hp <= one.hp_max
        assert 0 <= one.kp <= one.kp_max
        assert (one.status is Status.DEAD) or one.hp > 0 or fight.entries[-1].line.startswith("set")
        assert 0 <= one.digest < 3 and all(count >= 0 for count in one.left.values())
        assert all(condition.turns >= 0 for condition in one.conditions.values())
        if one.aboard:
            assert one.id in scene.vehicles[one.aboard].aboard
        if one.victim:
            assert scene.fighters[one.victim].swallowed_by == one.id
    if scene.phase is Phase.COMBAT:
        assert scene.acting is not None
        acting = scene.fighters[scene.acting]
        assert acting.status is Status.UP and acting.kind is not OBJECT
        assert len(set(scene.order)) == len(scene.order)
        for one in scene.fighters.values():
            takes_turns = one.kind is not OBJECT and one.status not in (Status.DEAD, Status.FLED, Status.AWAY)
            assert (one.id in scene.order) == takes_turns
            assert one.attacks_left == 0 or one.id == scene.acting
    else:
        assert scene.acting is None and scene.move is None and scene.order == []


@pytest.mark.parametrize("seed", SEEDS)
def test_the_menagerie_holds_together(seed: int) -> None:
    """A hundred random commands among everything at once: invariants after each, and the events rebuild the state."""
    first = with_house_rules(menagerie(), str(seed)) if seed % 2 else menagerie()
    fight = play(copy_of(first), f"menagerie/{seed}", 90, check_invariants)
    events = [one for entry in fight.entries for one in entry.events]
    state = write_scene(RULESET, fight.scene)
    assert write_scene(RULESET, fold(RULESET, first, events)) == state
    assert write_scene(RULESET, fold(RULESET, first, again(iter(events)))) == state
    assert write_scene(RULESET, read_scene(state, RULESET)[1]) == state


@pytest.mark.parametrize("name", ["holler-scrapyard", "slagway-toll", "flamingo-noon"])
@pytest.mark.parametrize("seed", range(3))
def test_bundled_scenes_hold_together(name: str, seed: int) -> None:
    """The same for the bundled scenes, the GM's fighters acting by themselves."""
    fight = play(bundled(name), f"{name}/{seed}", 60, check_invariants, by_gm=12)
    events = [one for entry in fight.entries for one in entry.events]
    assert write_scene(RULESET, fold(RULESET, bundled(name), events)) == write_scene(RULESET, fight.scene)


@pytest.mark.parametrize("seed", range(4))
def test_offers_are_legal_stable_and_read_back(seed: int) -> None:
    """Every legal command reads back from its text to the same command, applies, and the list keeps its order."""
    fight = play(menagerie(), f"offers/{seed}", 25, lambda fight: None)
    if fight.scene.phase is not Phase.COMBAT:
        fight.do("break")
        fight.do("start")
    scene: Any = fight.scene
    for actor in scene.fighters:
        offers = list(legal(RULESET, scene, actor))
        assert [offer.text for offer in offers] == [offer.text for offer in legal(RULESET, scene, actor)]
        assert len({offer.text for offer in offers}) == len(offers)
        for offer in offers[:: max(1, len(offers) // 20)]:
            read = read_command(RULESET, scene, offer.text)
            assert not hasattr(read, "reason"), offer.text
            action = RULESET.actions().by_key[offer.command.action]
            assert action.check(scene, read) is None
            assert dict(read.args) == offer.command.args, offer.text
            trial = Fight(RULESET, copy_of(scene))
            assert trial.do(offer.text).is_done


@pytest.mark.parametrize("seed", range(12))
def test_every_behaviour_is_legal_to_the_end(seed: int) -> None:
    """UW-20.2, UW-20.3: whatever behaviours, house rules and distances, autoplay is legal until it is over."""
    scene = with_house_rules(menagerie(), f"auto/{seed}")
    scene.options.npcs = "auto" if seed % 2 else "manual"
    picker = Picker(f"auto/{seed}")
    for one in scene.fighters.values():
        one.behaviour = picker.one(list(Behaviour))
        if picker.below(3) == 0:
            one.hp = max(1, one.hp // 4)
    scene.place.distance = 1 + picker.below(5)
    first = copy_of(scene)
    run = autoplay(RULESET, scene, Seeded(f"auto/{seed}"), logs=True)
    assert scene.phase is Phase.OVER
    assert write_scene(RULESET, fold(RULESET, first, run.events)) == write_scene(RULESET, scene)


def test_logs_off_plays_the_same_fight() -> None:
    """Without the log the state changes identically, and fewer events are made."""
    for name in ("holler-scrapyard", "slagway-toll", "flamingo-noon"):
        loud, quiet = bundled(name), bundled(name)
        run = autoplay(RULESET, loud, Seeded(f"quiet/{name}"), logs=True)
        autoplay(RULESET, quiet, Seeded(f"quiet/{name}"))
        assert {**write_scene(RULESET, loud), "seq": 0} == {**write_scene(RULESET, quiet), "seq": 0}
        assert write_scene(RULESET, fold(RULESET, bundled(name), run.events)) == write_scene(RULESET, loud)
        assert len(run.events) == loud.seq
        assert all(encode(one)["rule"].startswith("UW-") for one in run.events)
