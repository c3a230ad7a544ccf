"""Promises: text commands and names."""

from __future__ import annotations

import pytest

from fireteam.kernel.dice import Seeded
from fireteam.kernel.fight import Fight
from fireteam.kernel.library import Bundled
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.ruleset import Ruleset
from fireteam.kernel.scene import duplicate
from fireteam.kernel.scenefile import load_scene, read_plain, read_scene, write_scene
from tests.contract.play import RULESETS, SCENES, Chooser, begin, scene_ids

every_scene = pytest.mark.parametrize("pair", SCENES, ids=scene_ids)
every_ruleset = pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.id)


def named(ruleset: Ruleset, *names: str) -> tuple[Fight, list[str]]:
    """A fight whose last fighters bear these names, not started; and their ids."""
    one = next(one for found, one in SCENES if found is ruleset and len(load_scene(one.path)[1].fighters) > len(names))
    plain = write_scene(ruleset, load_scene(one.path)[1])
    ids = list(plain["fighters"])[-len(names) :]
    for id, name in zip(ids, names, strict=True):
        plain["fighters"][id]["name"] = name
    return Fight(ruleset, read_scene(plain)[1], Seeded("names"), Chooser("names")), ids


@every_ruleset
def test_the_names_offered_for_an_ambiguous_one_work_typed_back(ruleset: Ruleset) -> None:
    """Each candidate that the refusal lists is taken when it is typed, also where two bear the very same name."""
    for names in (("Twin", "Twin"), ("Twin One", "Twin Two"), ("tw-in", "TW in")):
        fight, ids = named(ruleset, *names)
        refusal = fight.do("hide tw").refusal
        assert isinstance(refusal, Refusal)
        offered = refusal.reason.partition(" could be ")[2].split(", ")
        assert set(offered) >= set(ids)
        for word in ids:
            before = fight.scene.fighters[word].hidden
            assert fight.do(f"{'reveal' if before else 'hide'} {word}").is_done
            assert fight.scene.fighters[word].hidden is not before


@every_ruleset
@pytest.mark.parametrize("name", ["2", "1", "Zoë", "ПЁТР", "李", "a: b", "x, y", '"', "=1+1", "<b>x</b>", "undo"])
def test_whoever_has_a_strange_name_is_found_by_it(ruleset: Ruleset, name: str) -> None:
    """A fighter called "2" is found by that name and by nothing that counts; so are names in any script and names that
    look like markup, a formula, a list or a verb, quoted where they hold what the grammar uses."""
    fight, (id,) = named(ruleset, name)
    if fight.scene.fighters[id].hidden:
        assert fight.do(f"reveal {id}").is_done
    typed = f'"{name}"' if any(mark in name for mark in ",:") else name
    if name == '"':
        typed = id  # a lone quotation mark cannot be typed: the id can
    assert fight.do(f"hide {typed}").is_done
    assert fight.scene.fighters[id].hidden


@every_scene
def test_a_near_miss_is_suggested_and_never_done(pair: tuple[Ruleset, Bundled]) -> None:
    """A misspelt verb, name, template, path or scene key is refused with the nearest that there is."""
    ruleset, one = pair
    fight = begin(ruleset, one, "miss")
    id = next(id for id in fight.scene.fighters if len(id) > 3)
    template = max(ruleset.templates(), key=len)
    for line, meant in (
        ("passs", "pass"),
        (f"hide {id[:-1]}q", None),
        (f"add {template[:-1]}q", None),
        (f"set fighters.{id}.sied x", "side"),
        (f"set fightters.{id}.side x", "fighters"),
    ):
        refusal = fight.do(line).refusal
        assert refusal is not None, line
        assert "did you mean" in refusal.reason, refusal.reason
        assert meant is None or meant in refusal.reason.partition("did you mean")[2]


@every_scene
def test_a_verb_with_words_behind_it_that_do_not_fit_does_not_fire(pair: tuple[Ruleset, Bundled]) -> None:
    """`next please`, `pass the salt`, `end of story` and `undo it` are refused: nothing ends by half a sentence."""
    ruleset, one = pair
    fight = begin(ruleset, one, "trailing")
    acting = fight.scene.acting or next(iter(fight.scene.fighters))
    before = write_scene(ruleset, fight.scene)
    for line in ("next please", "end of story", f"{acting}: pass the salt", "undo it", "start again and again now"):
        refusal = fight.do(line).refusal
        assert refusal is not None, line
        assert write_scene(ruleset, fight.scene) == before


@every_scene
def test_ids_and_names_survive_the_file(pair: tuple[Ruleset, Bundled]) -> None:
    """Numbering, display names and prepared notes come back from the written scene as they were."""
    ruleset, one = pair
    assert read_plain(one.path)["fighters"]
    fight = begin(ruleset, one, "file")
    side = next(iter(fight.scene.fighters.values())).side
    template = sorted(ruleset.templates())[0]
    for _ in range(3):
        assert fight.do(f"add {template} on {side}").is_done
    again = read_scene(write_scene(ruleset, fight.scene))[1]
    assert list(again.fighters) == list(fight.scene.fighters)
    assert [one.name for one in again.fighters.values()] == [one.name for one in fight.scene.fighters.values()]


@every_ruleset
def test_every_template_can_be_added(ruleset: Ruleset) -> None:
    """Each template that `help add` lists can be brought in by that name."""
    fight, _ = named(ruleset, "Somebody")
    side = next(iter(fight.scene.fighters.values())).side
    for template in ruleset.templates():
        trial = Fight(ruleset, duplicate(fight.scene), Seeded("add"))
        told = trial.do(f"add {template} on {side}")
        assert told.is_done, told.refusal
