"""Chapter 11: 2d10 and what is added; the readings of all dice of the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fireteam.kernel.dice import Face, Reading, Total
from fireteam.solarlink import content
from fireteam.solarlink.content import ATTRIBUTES, STRENGTH, WISDOM
from fireteam.solarlink.events.body import Rolled
from fireteam.solarlink.state import (
    LEFT_ARM,
    RIGHT_ARM,
    Grade,
    SolarFighter,
    SolarRun,
    SolarScene,
)

DIZZY = -3
"""What dizziness adds to every Trade Roll that needs sight (SL-5.1)."""
INJURED_ARM, SEVERED_ARM = -2, -4
"""What an arm adds to attacks, parries and shots (SL-13.2)."""
CONFIDENCE = 1
"""What the Aura of Confidence adds (SL-14.3)."""

_TWO_D10 = {total: 10 - abs(11 - total) for total in range(2, 21)}


class TwoD10(Reading[int]):
    """2d10, read as their sum."""

    __slots__ = ()

    def __init__(self) -> None:
        self.sizes = (10, 10)

    def read(self, faces: Sequence[int]) -> int:
        return faces[0] + faces[1]

    def weights(self) -> dict[int, int]:
        return dict(_TWO_D10)


class Between(Reading[int]):
    """2d10, read as their sum held between `low` and `high`: beyond those the rule looks no closer."""

    __slots__ = ("high", "low")

    def __init__(self, low: int, high: int) -> None:
        self.sizes = (10, 10)
        self.low = low
        self.high = high

    def read(self, faces: Sequence[int]) -> int:
        total = faces[0] + faces[1]
        return self.low if total < self.low else self.high if total > self.high else total

    def weights(self) -> dict[int, int]:
        found: dict[int, int] = {}
        for total, ways in _TWO_D10.items():
            held = min(max(total, self.low), self.high)
            found[held] = found.get(held, 0) + ways
        return found


TWO_D10 = TwoD10()
D10, D6, D4 = Face(10), Face(6), Face(4)
PERCENTILE = Face(100)
"""One number from 1 to 100."""

_BETWEEN: dict[tuple[int, int], Between] = {}


def between(low: int, high: int) -> Between:
    """The reading `Between`, made once for each pair."""
    reading = _BETWEEN.get((low, high))
    if reading is None:
        reading = _BETWEEN[(low, high)] = Between(low, high)
    return reading


def against(needed: int) -> Between:
    """2d10 of which the rule asks only whether they reach `needed`."""
    return between(needed - 1, needed)


class Parts(Reading[tuple[int, ...]]):
    """Dice of damage, read as one sum for each part."""

    __slots__ = ("counts", "is_single")

    def __init__(self, pool: content.Pool) -> None:
        self.sizes = tuple(sides for _, dice in pool for sides in dice)
        self.counts = tuple(len(dice) for _, dice in pool)
        self.is_single = len(pool) == 1

    def read(self, faces: Sequence[int]) -> tuple[int, ...]:
        if self.is_single:
            return (sum(faces),)
        sums, at = [], 0
        for count in self.counts:
            sums.append(sum(faces[at : at + count]))
            at += count
        return tuple(sums)

    def weights(self) -> dict[tuple[int, ...], int]:
        found: dict[tuple[int, ...], int] = {(): 1}
        at = 0
        for count in self.counts:
            sums = Total(self.sizes[at : at + count]).weights()
            at += count
            found = {(*done, total): ways * more for done, ways in found.items() for total, more in sums.items()}
        return found


def attribute(fighter: SolarFighter, which: int) -> int:
    """SL-11.1 Attributes. The sheet's value less the stacks of Tiredness; every stack lowers Wisdom too (SL-10.1)."""
    value = fighter.attributes[which]
    if fighter.tiredness:
        value -= len(fighter.tiredness) if which == WISDOM else fighter.tiredness.count(ATTRIBUTES[which])
    return value


def brawling_attribute(fighter: SolarFighter) -> int:
    """SL-14.2 Passives. Brutish Fighter: Brawler rolls use Strength where it is higher than Dexterity."""
    usual = content.trades()["brawler"]
    if "brutish_fighter" in fighter.maneuvers and attribute(fighter, STRENGTH) > attribute(fighter, usual):
        return STRENGTH
    return usual


def trade_attribute(fighter: SolarFighter, trade: str) -> int | None:
    """SL-11.3 Trade Roll. The attribute of a Trade, or None if the book has none."""
    return brawling_attribute(fighter) if trade == "brawler" else content.trades().get(trade)


def arms(fighter: SolarFighter) -> int:
    """SL-13.2 Attack. Each injured arm -2, each severed arm -4."""
    injuries = fighter.injuries
    found = 0
    for part in (RIGHT_ARM, LEFT_ARM):
        grade = injuries[part]
        if grade is not Grade.NONE:
            found += INJURED_ARM if grade is Grade.INJURED else SEVERED_ARM
    return found


def sight(fighter: SolarFighter) -> int:
    """SL-5.1 Effect. -3 while dizzy, on every Trade Roll that needs sight."""
    return DIZZY if fighter.dizzy else 0


def severed_arms(fighter: SolarFighter) -> int:
    """How many arms are severed."""
    return (fighter.injuries[RIGHT_ARM] is Grade.SEVERED) + (fighter.injuries[LEFT_ARM] is Grade.SEVERED)


def trade_modifier(scene: SolarScene, fighter: SolarFighter, trade: str, named: int | None = None) -> int:
    """SL-11.3 Trade Roll. Attribute + rank + dizziness + Aura of Confidence, for rolls other than attack and fire."""
    from fireteam.solarlink.maneuvers import aura_reaches

    which = trade_attribute(fighter, trade) if named is None else named
    found = fighter.trades.get(trade, 0) + sight(fighter)
    if which is not None:
        found += attribute(fighter, which)
    if aura_reaches(scene, fighter, "aura_of_confidence"):
        found += CONFIDENCE
    return found


def faces_of(run: SolarRun, reading: Reading[Any]) -> list[list[int]]:
    """The dice just rolled as [sides, face], for the log; none where the run enumerates chances."""
    sizes = reading.sizes
    faces = run.faces[-len(sizes) :]
    return [[sides, face] for sides, face in zip(sizes, faces, strict=False)]


def shown_total(dice: list[list[int]], read: int) -> int:
    """The sum of the dice that fell, or the value read where none did."""
    return dice[0][1] + dice[1][1] if dice else read


def check(run: SolarRun, fighter: SolarFighter, purpose: str, modifier: int, difficulty: int, rule: str) -> int:
    """SL-11.2 Attribute Roll. 2d10 + modifier; a total equal to or above the difficulty succeeds. Gives the total."""
    total = run.roll(TWO_D10) + modifier
    if run.logs:
        dice = faces_of(run, TWO_D10)
        run.happened(
            Rolled(
                fighter.id,
                purpose,
                dice,
                total,
                modifier,
                difficulty,
                total >= difficulty,
                rule=rule,
            )
        )
    return total


def holds(run: SolarRun, fighter: SolarFighter, purpose: str, modifier: int, difficulty: int, rule: str) -> bool:
    """SL-11.2 Attribute Roll. The same where only success matters."""
    reading = against(difficulty - modifier)
    total = run.roll(reading)
    success = total >= reading.high
    if run.logs:
        dice = faces_of(run, reading)
        total = shown_total(dice, total) + modifier
        run.happened(Rolled(fighter.id, purpose, dice, total, modifier, difficulty, success, rule=rule))
    return success


def one_die(
    run: SolarRun,
    reading: Reading[int],
    fighter: SolarFighter,
    purpose: str,
    rule: str,
    up_to: int | None = None,
    target: SolarFighter | None = None,
) -> int:
    """Rolls one die and logs it; with `up_to`, a face up to that is a success."""
    face = run.roll(reading)
    if run.logs:
        success = None if up_to is None else face <= up_to
        who = None if target is None else target.id
        dice = faces_of(run, reading)
        run.happened(
            Rolled(fighter.id, purpose, dice, face, None, up_to, success, who, rule=rule),
        )
    return face


class UpTo(Reading[int]):
    """A percentile die of which the rule asks only whether it is at most `most`; read as `most` or as 101."""

    __slots__ = ("most",)

    def __init__(self, most: int) -> None:
        self.sizes = (100,)
        self.most = most

    def read(self, faces: Sequence[int]) -> int:
        return self.most if faces[0] <= self.most else 101

    def weights(self) -> dict[int, int]:
        parts = {self.most: self.most, 101: 100 - self.most}
        return {value: ways for value, ways in parts.items() if ways}


def percent(run: SolarRun, fighter: SolarFighter, purpose: str, up_to: int, rule: str) -> bool:
    """Rolls d100; up to `up_to` is a success."""
    reading = UpTo(min(max(up_to, 0), 100))
    success = run.roll(reading) <= reading.most
    if run.logs:
        dice = faces_of(run, reading)
        total = dice[0][1] if dice else (up_to if success else 100)
        run.happened(Rolled(fighter.id, purpose, dice, total, None, up_to, success, rule=rule))
    return success
