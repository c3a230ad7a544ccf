"""Promises: authority, injection, resource limits."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

from fireteam.kernel.commands import command_from_json, legal
from fireteam.kernel.dice import Seeded
from fireteam.kernel.events import encode
from fireteam.kernel.fight import Fight
from fireteam.kernel.library import Bundled
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.ruleset import Ruleset
from fireteam.kernel.scenefile import load_scene, write_scene
from tests.contract.play import RULESETS, SCENES, Chooser, begin, random_play, scene_ids

every_scene = pytest.mark.parametrize("pair", SCENES, ids=scene_ids)
every_ruleset = pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.id)


def fresh(ruleset: Ruleset) -> Fight:
    """A fight of the ruleset's first bundled scene, not started."""
    one = next(one for found, one in SCENES if found is ruleset)
    return Fight(ruleset, load_scene(one.path)[1], Seeded("limits"), Chooser("limits"))


NO_DICE = (
    "d0",
    "0d6",
    "-1d6",
    "1d-6",
    "d256",
    "d999999",
    "1d999999999999",
    "101d6",
    "999999999999d6",
    "60d6+60d6",
    "d6" * 60,
    "9" * 400,
    "__import__('os').system('true')",
    "2**999999999",
    "1e9",
)
"""What no game's bare roll takes."""

ANY_DIE = {"cybercore", "solarlink"}
"""Games whose bare roll takes any die; the others roll their own dice only, and no d1."""


@pytest.mark.parametrize(
    ("ruleset", "words"),
    [
        pytest.param(ruleset, words, id=f"{ruleset.id}-{words[:16]}")
        for ruleset in RULESETS
        for words in (*NO_DICE, *(() if ruleset.id in ANY_DIE else ("d1",)))
    ],
)
def test_impossible_dice_are_refused_at_once(ruleset: Ruleset, words: str) -> None:
    """d0, negative counts, giant sides, huge counts and huge sums are refused in a short sentence with the limit or the
    form; nothing is rolled, nothing is evaluated, nothing changes."""
    fight = fresh(ruleset)
    before, began = write_scene(ruleset, fight.scene), time.perf_counter()
    refusal = fight.do(f"roll {words}").refusal
    assert refusal is not None
    assert time.perf_counter() - began < 0.5
    assert len(refusal.reason) < 300
    assert refusal.form or "write them as" in refusal.reason or any(part.isdigit() for part in refusal.reason)
    assert write_scene(ruleset, fight.scene) == before
    assert isinstance(fight.dice, Seeded) and fight.dice.drawn == 0


@pytest.mark.parametrize("ruleset", [one for one in RULESETS if one.id in ANY_DIE], ids=lambda one: one.id)
def test_signs_and_constants_parse_anywhere(ruleset: Ruleset) -> None:
    """`1d20+-5`, a leading minus and a constant before the dice mean what they mean in arithmetic; -5 stays -5."""
    totals = []
    for words in ("1d20-5", "1d20+-5", "-5+1d20", "1d20+0-5", "5+1d20--5-15"):
        fight = fresh(ruleset)
        rolled = fight.do(f"roll {words}")
        assert rolled.is_done, rolled.refusal
        totals.append(rolled.events[0].total)  # type: ignore[attr-defined]
    assert len(set(totals)) == 1
    low = fresh(ruleset)
    found = {low.do("roll -9+1d4").events[0].total for _ in range(40)}  # type: ignore[attr-defined]
    assert found <= {-8, -7, -6, -5} and min(found) == -8


@every_ruleset
def test_the_largest_roll_is_told_within_one_message(ruleset: Ruleset) -> None:
    """The longest line that a bare roll can say fits into 2,000 characters, the limit of common chats."""
    fight = fresh(ruleset)
    for words in ("100d100", "20d12 vs 20d12", "d12"):
        outcome = fight.do(f"roll {words}")
        for fact in outcome.events:
            assert len(ruleset.sentence(encode(fact), lambda id: "N" * 80)) < 2000


@every_scene
def test_a_refused_command_leaves_no_trace(pair: tuple[Ruleset, Bundled]) -> None:
    """Illegal lines of every kind, for everybody: the state and the dice stay, and the reason is a sentence."""
    ruleset, one = pair
    fight = begin(ruleset, one, "refused")
    lines = ["", ":", "fly away", "nobody-here: pass", "undo me twice", "set", "set title", "set fighters.x.y 1"]
    for id in list(fight.scene.fighters)[:4]:
        for action in ruleset.actions():
            lines += [f"{id}: {action.verb} zzz yyy xxx", f"{action.verb} zzz"]
    before = write_scene(ruleset, fight.scene)
    assert isinstance(fight.dice, Seeded)
    drawn = fight.dice.drawn
    for line in lines:
        trial = fight.do(line)
        if trial.refusal is not None:
            assert trial.refusal.reason and not trial.refusal.reason.endswith(".")
            assert write_scene(ruleset, fight.scene) == before and fight.dice.drawn == drawn
        else:
            assert fight.do("undo").is_done
            before = write_scene(ruleset, fight.scene)
            drawn = fight.dice.drawn


@every_scene
def test_the_fallen_and_the_waiting_get_a_reason(pair: tuple[Ruleset, Bundled]) -> None:
    """Whoever cannot attack now is told why, with the clause: not the own turn, out, nobody to hit."""
    ruleset, one = pair
    fight = begin(ruleset, one, "reason")
    for _, _ in zip(random_play(fight, "reason", 12), range(12), strict=False):
        for id in fight.scene.fighters:
            if any(offer.action.verb == "attack" for offer in legal(ruleset, fight.scene, id)):
                continue
            for verb in ("attack", "fight"):
                if verb in ruleset.actions().by_verb:
                    found = fight.read(f"{id}: {verb} {next(iter(fight.scene.fighters))}")
                    if isinstance(found, Refusal):
                        assert found.rule.startswith(ruleset.prefix), f"{id}: {found}"


@every_ruleset
def test_data_from_a_client_is_read_like_typed_words(ruleset: Ruleset) -> None:
    """A command as data passes the same reader: unknown keys, nested values and code are refused or read as words."""
    fight = fresh(ruleset)
    plains: tuple[Any, ...] = (
        None,
        [],
        {"action": 1},
        {"action": "attack", "actor": "nobody"},
        {"action": "attack", "args": []},
        {"action": "roll", "args": {"dice": {"$gt": ""}, "what": "__import__('os')"}},
        {"action": "note", "args": {"text": "x" * 5000}},
    )
    for plain in plains:
        found = command_from_json(ruleset, fight.scene, json.loads(json.dumps(plain)))
        if not isinstance(found, Refusal):
            assert fight.do(found).refusal is not None, plain
