"""Exact odds: from the rule itself, and equal to trying every combination of faces."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from fireteam.kernel.actions import Command
from fireteam.kernel.decisions import ScriptedAnswers
from fireteam.kernel.dice import Seeded
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.ruleset import OddsRule, Ruleset
from fireteam.kernel.scene import Scene
from fireteam.kernel.scenefile import write_scene
from fireteam.kernel.visibility import GAME_MASTER, SPECTATOR, player
from fireteam.lab.odds import Odds, odds, odds_of_all
from fireteam.lab.percent import percent
from tests.kernel.duel import DUEL
from tests.lab.scenes import brute_force, duel, five_errors, labelled

ROLLS = 100_000


def exact(ruleset: Ruleset, scene: Scene, line: str | Command, **options: Any) -> Odds:
    """The odds of a command that is not refused."""
    found = odds(ruleset, scene, line, **options)
    assert isinstance(found, Odds), found
    return found


def refused(ruleset: Ruleset, scene: Scene, line: str | Command, **options: Any) -> str:
    """Why a command has no odds."""
    found = odds(ruleset, scene, line, **options)
    assert isinstance(found, Refusal)
    return found.reason


def with_odds(**changes: Any) -> Ruleset:
    """The duel with another Odds chapter."""
    from dataclasses import replace

    rule: OddsRule = replace(DUEL.odds(), **changes)
    return replace(DUEL, odds=lambda: rule)


def test_outcomes_and_expected_numbers_are_exact_fractions() -> None:
    """DU-1.1: 4 or more on a d6 hits, which takes one heart."""
    found = exact(DUEL, duel(), "hit bob-1")
    assert found.command == "ann: hit bob-1"
    assert found.clause == "DU-1.1"
    assert found.outcomes == {"hit": Fraction(1, 2), "miss": Fraction(1, 2)}
    assert found.expected == {"hearts": Fraction(1, 2)}
    assert found.runs == 6


def test_a_command_as_data_has_the_same_odds_and_is_not_changed() -> None:
    """The check puts ids where names were given, in a copy."""
    command = Command("hit", None, {"target": "thug 1"})
    assert exact(DUEL, duel(), command) == exact(DUEL, duel(), "hit bob-1")
    assert command == Command("hit", None, {"target": "thug 1"})


def test_asking_changes_nothing() -> None:
    """Every run is played on a copy of the scene."""
    scene = duel()
    before = write_scene(DUEL, scene)
    exact(DUEL, scene, "hit bob-1")
    assert write_scene(DUEL, scene) == before


def test_decisions_take_their_defaults_unless_the_chapter_names_who_decides() -> None:
    """DU-1.2: at the last heart the default is to take the hit; who dodges is spared on a 6."""
    scene = duel(ann={"hearts": 1}, bob={"hearts": 1})
    assert exact(DUEL, scene, "hit bob-1").outcomes["hit"] == Fraction(1, 2)
    dodging = with_odds(decider=lambda scene: ScriptedAnswers(["dodge"]))
    found = exact(dodging, scene, "hit bob-1")
    assert found.outcomes == {"miss": Fraction(7, 12), "hit": Fraction(5, 12)}
    assert found.runs == 3 + 3 * 6
    assert brute_force(dodging, scene, Command("hit", "ann", {"target": "bob-1"}), 100) == (
        found.outcomes,
        found.expected,
    )


def test_numbers_may_be_fractions() -> None:
    """An expected number is a mean over what a reading has put together; it stays exact."""
    thirds = with_odds(expected=lambda command, before, now, events: {"third": Fraction(len(events), 3)})
    assert exact(thirds, duel(), "hit bob-1").expected == {"third": Fraction(1, 2)}


def test_a_hundred_thousand_rolls_agree() -> None:
    """Play with seeded dice comes out as the exact odds say, within five standard errors."""
    scene = duel(bob={"hearts": 1})
    ruleset = with_odds(decider=lambda scene: ScriptedAnswers(["dodge"]))
    found = exact(ruleset, scene, "hit bob-1")
    command = Command("hit", "ann", {"target": "bob-1"})
    dice = Seeded("a hundred thousand")
    counts = Counter(labelled(ruleset, scene, command, dice)[0] for _ in range(ROLLS))
    assert set(counts) == set(found.outcomes)
    for label, chance in found.outcomes.items():
        assert five_errors(counts[label], ROLLS, chance), (label, counts[label], chance)


def test_an_illegal_command_is_refused_with_its_reason() -> None:
    """The refusal is the one that the fight gives."""
    scene = duel()
    assert refused(DUEL, scene, "hit zob") == "no fighter zob"
    assert refused(DUEL, scene, "hit bob") == '"bob" could be bob-1, bob-2'
    assert refused(DUEL, scene, "bob-1: hit ann") == "it is ann's turn"
    assert refused(DUEL, scene, "dance") == "unknown verb: dance"
    assert refused(DUEL, scene, "ann: hit bob-1", viewer=SPECTATOR) == "ann is not yours to command"
    assert refused(DUEL, scene, "undo").startswith("undo rolls nothing")


def test_what_the_chapter_does_not_cover_is_refused() -> None:
    """A ruleset says itself which commands have no odds."""
    only = with_odds(refuse=lambda scene, command: Refusal("odds are for one action", "DU-9"))
    assert refused(only, duel(), "hit bob-1") == "odds are for one action"


def test_the_limit_of_runs_is_named() -> None:
    """Too many ways for the dice to fall are a refusal with the number, not a long wait."""
    assert exact(DUEL, duel(), "hit bob-1", most_runs=6).runs == 6
    assert refused(DUEL, duel(), "hit bob-1", most_runs=5) == (
        "hit has more than 5 different ways for the dice to fall: ask for a forecast instead"
    )


def test_chances_that_do_not_sum_to_1_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """A reading with wrong weights is found at once."""
    from fireteam.kernel.chances import Enumerated

    weigh = Enumerated.weigh
    monkeypatch.setattr(Enumerated, "weigh", lambda self: (weigh(self)[0], 7))
    with pytest.raises(ArithmeticError, match="sum to 6/7"):
        odds(DUEL, duel(), "hit bob-1")


def test_a_caller_who_leaves_stops_the_odds() -> None:
    """No run is made after the caller has said so."""
    assert refused(DUEL, duel(), "hit bob-1", cancel=lambda: True).startswith("stopped")


def test_odds_of_the_whole_list_come_in_its_order_until_the_caller_leaves() -> None:
    """Beside each legal command stand its odds; a seat gets those of its own fighters."""
    scene = duel()
    found = list(odds_of_all(DUEL, scene, GAME_MASTER))
    assert [offer.text for offer, _ in found] == ["ann: hit bob-1", "ann: hit bob-2"]
    assert [one for _, one in found] == [exact(DUEL, scene, offer.text) for offer, _ in found]
    assert list(odds_of_all(DUEL, scene, player("bob-1"))) == []
    seen: list[str] = []
    for offer, _ in odds_of_all(DUEL, scene, player("ann"), cancel=lambda: len(seen) == 1):
        seen.append(offer.text)
    assert seen == ["ann: hit bob-1"]


def test_json_is_the_contracts_shape() -> None:
    """Floats appear when written, and only there."""
    assert json.loads(json.dumps(exact(DUEL, duel(), "hit bob-1").to_json())) == {
        "command": "ann: hit bob-1",
        "outcomes": {"hit": 0.5, "miss": 0.5},
        "expected": {"hearts": 0.5},
    }


def test_lines_are_readable() -> None:
    """A person sees the command, each label with its percentage, and the expected numbers."""
    assert exact(DUEL, duel(), "hit bob-1").lines() == [
        "ann: hit bob-1 (DU-1.1, exact)",
        "  hit    50.00 %",
        "  miss   50.00 %",
        "  on average: hearts 0.500",
    ]


@pytest.mark.parametrize(
    ("chance", "text"),
    [
        (Fraction(0), "0.00 %"),
        (Fraction(1, 10**9), "<0.01 %"),
        (Fraction(1, 3), "33.33 %"),
        (1 - Fraction(1, 10**9), ">99.99 %"),
        (Fraction(1), "100.00 %"),
    ],
)
def test_only_the_impossible_is_0_and_only_the_certain_100(chance: Fraction, text: str) -> None:
    """Rounding never makes a small chance none."""
    assert percent(chance) == text
