"""SL-24.1: exact odds against the book's sample, against brute force, and against seeded play."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import sqrt
from typing import Any

import pytest

from fireteam.kernel.dice import Reading, Scripted, Seeded, brute_weights
from fireteam.solarlink.content import weapons
from fireteam.solarlink.damage_scales import stepped
from fireteam.solarlink.rolls import TWO_D10, Parts, UpTo, against, between
from fireteam.solarlink.state import SolarScene
from tests.solarlink.table import exact, one_run, scene


def sample() -> SolarScene:
    """SL-24.1's example: + 4 against 10 with d8 + 1 on clothing 1, bleed 5, no AP to parry, at 15 HP."""
    return scene("fight", fighters__rook__ap=0)


READINGS: list[Reading[Any]] = [
    TWO_D10,
    *(against(needed) for needed in (0, 3, 7, 20, 21, 40)),
    *(between(low, high) for low, high in ((4, 9), (1, 20), (10, 30))),
    *(UpTo(most) for most in (0, 5, 100)),
    *(Parts(weapon.pool) for weapon in weapons().values()),
    stepped(weapons()["plasma_cutter"].pool, 5)[1],
]


@pytest.mark.parametrize("reading", READINGS, ids=lambda reading: type(reading).__name__)
def test_every_formula_agrees_with_its_slow_twin(reading: Reading[Any]) -> None:
    """The weights of a reading are those that trying every combination of faces gives."""
    assert reading.weights() == brute_weights(reading)


def test_the_sample_of_the_book() -> None:
    """SL-24.1: miss 0.1, hurt 0.9; hp 4.05, wounds 0.45."""
    chances, numbers = exact(sample(), "attack rook")
    assert chances == {"miss": Fraction(1, 10), "hurt": Fraction(9, 10)}
    assert numbers == {"hp": Fraction(405, 100), "dhp": 0, "wounds": Fraction(45, 100)}


def test_a_parry_by_brute_force() -> None:
    """An attack and its parry, die by die: 10 x 10 x 10 x 10 faces and the d8."""
    start = scene("fight", fighters__rook__ap=2)
    chances, numbers = exact(start, "attack rook")
    parried = missed = lost = 0
    for one, two in product(range(1, 11), repeat=2):
        attack = one + two + 4
        if attack < 10:
            missed += 100
            continue
        for three, four in product(range(1, 11), repeat=2):
            if three + four + 2 >= attack:
                parried += 1
            else:
                lost += sum(face for face in range(1, 9))
    assert chances["miss"] == Fraction(missed, 10_000)
    assert chances["parried"] == Fraction(parried, 10_000)
    assert numbers["hp"] == Fraction(lost, 80_000)
    assert sum(chances.values()) == 1


LINES = [
    ("fight", "attack rook hard", {"fighters__rook__hp": 6}, {"miss", "out", "hurt"}),
    (
        "fight",
        "attack rook",
        {"fighters__rook__hp": -14, "fighters__rook__status": "out"},
        {"dead"},
    ),
    ("fight", "attack rook", {"fighters__rook__clothing": "riot_plate"}, {"miss", "hurt", "no_damage"}),
    ("fight", "focus", {"fighters__vela__dizzy": 3}, {"success", "failure"}),
    ("fight", "use stim", {"fighters__vela__hp": 3}, {"healed"}),
    ("fight", "vela: roll marksman vs 14", {}, {"success", "failure"}),
    ("fight", "roll strength vs 14", {}, {"success", "failure"}),
    ("fight", "act 4 strength 12 forces the door", {}, {"success", "failure"}),
    ("fight", "act 2 waits", {}, {"done"}),
    ("fight", "pass", {}, {"done"}),
    ("ward", "delay pat", {"fighters__doc__trades__emergency_medic": 0}, {"success", "failure"}),
    ("ward", "treat pat", {}, {"done"}),
    ("grid", "move 0 2", {"place__footing": 14}, {"moved", "slipped"}),
    ("grid", "move 0 2", {}, {"done"}),
    ("grid", "attack kol with frag_charge", {}, {"miss", "hurt"}),
    ("ships", "fire jay", {"vehicles__jay__dhp": 2}, {"miss", "damaged", "wrecked"}),
    ("yard", "fire sam", {"fighters__sam__hp": 15}, {"miss", "hurt", "out"}),
    (
        "ships",
        "evade",
        {"acting": "pil", "fighters__gun__acted": True, "fighters__pil__ap": 13},
        {"failure", "evading_2", "evading_4"},
    ),
]


@pytest.mark.parametrize(
    ("name", "line", "patch", "labels"),
    LINES,
    ids=lambda value: str(sorted(value) if isinstance(value, set) else value)[:30],
)
def test_labels_are_disjoint_and_sum_to_one(name: str, line: str, patch: dict[str, object], labels: set[str]) -> None:
    """SL-24.1: each command has the labels of the table, and together they are certain."""
    chances, _ = exact(scene(name, **patch), line)
    assert sum(chances.values()) == 1
    assert set(chances) == labels


def test_a_prepared_attack_may_interrupt() -> None:
    """SL-24.1: if a prepared attack takes the actor out, the label is interrupted."""
    start = scene("grid", fighters__ida__hp=1)
    start.fighters["kol"].prepared = (
        scene("grid", fighters__kol__prepared=[{"target": "ida", "weapon": "laser_pistol"}]).fighters["kol"].prepared
    )
    chances, _ = exact(start, "attack mags")
    assert sum(chances.values()) == 1
    assert chances["interrupted"] == Fraction(79, 100)


def test_the_last_payment_of_a_task_has_the_odds_of_its_action() -> None:
    """SL-24.1: continuing only pays, unless it is the last payment."""
    task = {"command": "treat pat", "cost": 60, "paid": 48, "paid_now": False}
    chances, numbers = exact(scene("ward", fighters__doc__task=task), "continue")
    assert set(chances) == {"success", "failure"}
    assert numbers["total"] == 16
    early = {**task, "paid": 12}
    assert exact(scene("ward", fighters__doc__task=early), "continue")[0] == {"done": 1}


@pytest.mark.parametrize(
    ("name", "line", "patch", "labels"),
    LINES[:3] + LINES[13:],
    ids=lambda value: str(sorted(value) if isinstance(value, set) else value)[:30],
)
def test_seeded_rolls_agree(name: str, line: str, patch: dict[str, object], labels: set[str]) -> None:
    """Some thousand seeded runs of the same rule lie within five standard errors of each exact chance."""
    start = scene(name, **patch)
    chances, numbers = exact(start, line)
    dice = Seeded(f"{name} {line}")
    runs = 1500
    seen = dict.fromkeys(labels, 0)
    sums = dict.fromkeys(numbers, 0.0)
    for _ in range(runs):
        label, found = one_run(start, line, dice)
        seen[label] += 1
        for key, value in found.items():
            sums[key] += value
    for label, chance in chances.items():
        error = sqrt(chance * (1 - chance) / runs)
        assert abs(seen[label] / runs - chance) <= 5 * error + 1e-9, label
    for key, mean in numbers.items():
        assert abs(sums[key] / runs - mean) < 0.6, key


def test_a_hundred_thousand_rolls() -> None:
    """100,000 seeded rolls of 2d10 and of a weapon's dice lie within five standard errors of their weights."""
    readings: list[Reading[Any]] = [TWO_D10, against(12), Parts(weapons()["willblade"].pool)]
    for reading in readings:
        dice = Seeded("a hundred thousand")
        seen: dict[object, int] = {}
        for _ in range(100_000):
            value = dice.answer(reading)[0]
            seen[value] = seen.get(value, 0) + 1
        weights = reading.weights()
        whole = sum(weights.values())
        for value, ways in weights.items():
            chance = ways / whole
            assert abs(seen.get(value, 0) / 100_000 - chance) <= 5 * sqrt(chance * (1 - chance) / 100_000)


def test_scripted_faces_give_the_same_labels() -> None:
    """The label does not depend on whether the dice are enumerated or fall."""
    assert one_run(sample(), "attack rook", Scripted([5, 5, 8])) == ("hurt", {"hp": 8, "dhp": 0, "wounds": 1})
    assert one_run(sample(), "attack rook", Scripted([2, 2]))[0] == "miss"
