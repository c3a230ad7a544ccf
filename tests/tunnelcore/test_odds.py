"""18 Odds: the book's samples, and every command against trying all faces through the same rule."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from fireteam.kernel.commands import legal, read_command
from fireteam.kernel.decisions import Defaults
from fireteam.kernel.dice import DiceFault, Scripted, brute_weights
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.run import Cut, Run
from fireteam.kernel.scene import duplicate
from fireteam.lab.odds import odds
from fireteam.tunnelcore import RULESET
from fireteam.tunnelcore.dice_pool_basics.contest import contest_of
from fireteam.tunnelcore.state import Scene
from tests.tunnelcore.table import SCENES, bundled, fight_of

RULE = RULESET.odds()


def exact(scene: Scene, line: str) -> Any:
    """The odds of a command that has some."""
    found = odds(RULESET, scene, line)
    assert not isinstance(found, Refusal), found
    return found


def one_try(scene: Scene, line: str, faces: list[int]) -> tuple[str, dict[str, Any]] | int:
    """Label and numbers of one command on these faces, or the size of the next die that it wants."""
    trial = duplicate(scene)
    source = _Tree(faces)
    command = read_command(RULESET, trial, line)
    assert not isinstance(command, Refusal)
    action = RULESET.actions().by_key[command.action]
    assert action.check(trial, command) is None
    run: Run[Any] = Run(trial, source, Defaults(), until=RULE.until)
    try:
        action.resolve(run, command)
    except Cut:
        pass
    except DiceFault:
        return source.wanted
    return RULE.label(command, scene, trial, run.events), RULE.expected(command, scene, trial, run.events)


class _Tree(Scripted):
    """Scripted faces that say which die was missing."""

    __slots__ = ("wanted",)

    def __init__(self, faces: list[int]) -> None:
        super().__init__(faces)
        self.wanted = 0

    def faces(self, sizes: Any) -> list[int]:
        left = len(self.left)
        if left < len(sizes):
            self.wanted = sizes[left]
        return super().faces(sizes)


def brute(scene: Scene, line: str) -> tuple[dict[str, Fraction], dict[str, Fraction]]:
    """The slow twin of `odds`: every face of every die, whatever the rule asks for."""
    labels: dict[str, Fraction] = {}
    numbers: dict[str, Fraction] = {}
    open_branches: list[tuple[list[int], Fraction]] = [([], Fraction(1))]
    while open_branches:
        faces, chance = open_branches.pop()
        found = one_try(scene, line, faces)
        if isinstance(found, int):
            open_branches += [([*faces, face], chance / found) for face in range(1, found + 1)]
            continue
        label, expected = found
        labels[label] = labels.get(label, Fraction(0)) + chance
        for name, number in expected.items():
            numbers[name] = numbers.get(name, Fraction(0)) + chance * number
    return labels, numbers


SAMPLES = {
    "kestrel: attack rook": (
        {
            "win d6": 0.129334,
            "win d8": 0.406114,
            "win d10": 0.077653,
            "tie": 0.101816,
            "lose d6": 0.200501,
            "lose d8": 0.066349,
            "lose d10": 0.018232,
        },
        {"hitches": 0.583333, "margin": 1.528646, "steps": 1.096870, "steps_taken": 0.369664, "ticks": 1.174523},
    ),
    "kestrel: quickhack rook": (
        {
            "win d4": 0.249132,
            "win d6": 0.451751,
            "win d8": 0.062283,
            "tie": 0.071542,
            "lose d4": 0.129485,
            "lose d6": 0.035807,
        },
        {"hitches": 0.416667, "margin": 3.184896, "steps": 0.825448, "steps_taken": 0.165292, "ticks": 0.825448},
    ),
}


@pytest.mark.parametrize("line", SAMPLES)
def test_the_samples_of_the_book(line: str) -> None:
    """TC-18.1 Labels: the two exact samples come out to six places."""
    fight = fight_of("duel", None, None, "start")
    found = exact(fight.scene, line)  # type: ignore[arg-type]
    outcomes, expected = SAMPLES[line]
    assert {label: round(float(chance), 6) for label, chance in found.outcomes.items()} == outcomes
    assert {name: round(float(number), 6) for name, number in found.expected.items()} == expected
    assert sum(found.outcomes.values()) == 1
    assert found.runs < 60


SMALL = {
    "fighters.kestrel.attributes": {"physical": "d6", "mental": "d6", "social": "d6", "ghost": "d6"},
    "fighters.kestrel.approaches": {"forceful": "d4", "quick": "d4", "clever": "d4", "quiet": "d4", "daring": "d4"},
    "fighters.kestrel.assets": {"ranged": "d6"},
    "fighters.kestrel.chrome": "d4",
    "fighters.rook.assets": {},
    "fighters.rook.approaches": {"forceful": "d4", "clever": "d4", "quick": "d4"},
    "fighters.rook.attributes.physical": "d6",
}

BRUTE = [
    ("taunt", "kestrel: taunt rook", {}),
    ("flee", "kestrel: flee", {}),
    ("hide", "kestrel: hide", {}),
    ("scan", "kestrel: scan rook", {}),
    ("perceive", "kestrel: perceive", {}),
    ("controlled", "kestrel: attack rook", {"fighters.kestrel.terrain": True}),
    ("desperate", "kestrel: attack rook", {"fighters.kestrel.shift": 1}),
    ("out of reach", "kestrel: attack rook ranged", {"fighters.kestrel.spot": "roof", "fighters.kestrel.shift": 1}),
    ("ties lost", "kestrel: taunt rook", {"options.ties": "lost"}),
    ("ones aside", "kestrel: taunt rook", {"options.hitches_set_aside": True}),
    ("two players", "kestrel: taunt rook", {"fighters.rook.controlled_by": "player"}),
    ("grapple", "kestrel: grapple rook", {}),
    ("medkit", "kestrel: use medkit", {"fighters.kestrel.stress.physical": "d8"}),
    ("s2", "kestrel: attack rook", {"options.stress_table": "s2"}),
]


@pytest.mark.parametrize(("line", "patch"), [pytest.param(*rest, id=name) for name, *rest in BRUTE])
def test_odds_are_the_count_of_all_faces(line: str, patch: dict[str, Any]) -> None:
    """TC-18.1 Labels: chances and expected numbers of small pools are exactly those of trying every face."""
    fight = fight_of("duel", {**SMALL, **patch}, None, "start")
    found = exact(fight.scene, line)  # type: ignore[arg-type]
    labels, numbers = brute(fight.scene, line)  # type: ignore[arg-type]
    assert dict(found.outcomes) == labels
    assert dict(found.expected) == numbers


def test_an_intercept_is_part_of_the_odds() -> None:
    """TC-18.1 Labels: `intercepted` is the chance of the interceptor's own roll; what is left is the action's, and an
    intercepted action counts 0 for margin."""
    fight = fight_of("duel", SMALL, None, "start", "kestrel: intercept rook")
    found = exact(fight.scene, "rook: taunt kestrel")  # type: ignore[arg-type]
    roll = contest_of((6, 4), (6, 4), True, False, False)
    ways = brute_weights(roll)
    cut_off = Fraction(sum(number for value, number in ways.items() if value.outcome > 0), sum(ways.values()))
    assert found.outcomes["intercepted"] == cut_off
    fight.scene.fighters["kestrel"].intercepting = fight.scene.fighters["kestrel"].intercept_with = None
    plain = exact(fight.scene, "rook: taunt kestrel")  # type: ignore[arg-type]
    for label, chance in plain.outcomes.items():
        assert found.outcomes[label] == (1 - cut_off) * chance
    assert found.expected["margin"] == (1 - cut_off) * plain.expected["margin"]
    hitches = Fraction(1, 6) + Fraction(1, 4)
    assert found.expected["hitches"] == hitches + (1 - cut_off) * plain.expected["hitches"]


@pytest.mark.parametrize("name", SCENES)
def test_all_listed_commands_have_odds_that_sum_to_one(name: str) -> None:
    """TC-18.1 Labels: for whoever may act first in each bundled scene; telling odds changes nothing."""
    scene = bundled(name)
    scene.options.npcs = "manual"
    actor = next(id for id, one in scene.fighters.items() if one.is_player)
    told = 0
    seen: set[str] = set()
    for offer in legal(RULESET, scene, actor):
        if offer.action.key in seen:
            continue
        found = odds(RULESET, scene, offer.text)
        if not isinstance(found, Refusal):
            seen.add(offer.action.key)
            told += 1
            assert sum(found.outcomes.values()) == 1
    assert told >= 8
    assert scene.seq == 0


@pytest.mark.parametrize("line", ["kestrel: pass", "kestrel: defend", "kestrel: yield", "kestrel: intercept rook"])
def test_what_needs_no_roll_is_sure(line: str) -> None:
    """TC-18.1 Labels: `sure`, with nothing expected; what NPCs do after a pass is not looked at."""
    fight = fight_of("duel", {"options.npcs": "auto"}, None, "start")
    found = exact(fight.scene, line)  # type: ignore[arg-type]
    assert dict(found.outcomes) == {"sure": 1}
    assert not any(found.expected.values())


def test_a_controlled_failure_is_a_setback_though_none_can_grow() -> None:
    """TC-18.1 Labels: `lose setback` in combat from Controlled, also where a setback stands at d12; never a die."""
    patch = {"fighters.kestrel.terrain": True, "fighters.kestrel.complications.setback": "d12"}
    fight = fight_of("duel", patch, None, "start")
    labels = set(exact(fight.scene, "kestrel: taunt rook").outcomes)  # type: ignore[arg-type]
    assert "lose setback" in labels
    assert not {label for label in labels if label.startswith("lose") and label != "lose setback"}
    assert "lose" in exact(fight.scene, "kestrel: persuade rook").outcomes  # type: ignore[arg-type]


@pytest.mark.parametrize("line", ["start", "roll d6 d6", "note hello"])
def test_what_has_no_odds(line: str) -> None:
    """TC-18.1 Labels: the Wire DM's verbs and bare rolls are refused with a sentence."""
    fight = fight_of("duel")
    refusal = odds(RULESET, fight.scene, line)
    assert isinstance(refusal, Refusal)
    assert "has no odds" in str(refusal)
