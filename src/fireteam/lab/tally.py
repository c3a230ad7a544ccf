"""Counting fights: what each came to, added up in whole numbers, and what the counts say with how much certainty."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from typing import Any

from fireteam.kernel.ruleset import Ruleset

UNDECIDED = ""
"""Where a fight that nobody won is counted; no side has an empty name."""

NORMAL_95 = 1.959963984540054
"""The 97.5 % point of the normal distribution: 95 % lie between it and its negative."""


@dataclass(slots=True, frozen=True)
class Share:
    """So many fights of so many, as an estimate of a chance with its 95 % interval."""

    count: int
    of: int

    @property
    def p(self) -> float:
        """The share itself; 0 of 0 counts as 0."""
        return self.count / self.of if self.of else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The Wilson score interval; of no fights at all it is everything."""
        return wilson(self.count, self.of)

    def to_json(self) -> dict[str, float]:
        low, high = self.interval
        return {"p": self.p, "low": low, "high": high}


def wilson(count: int, of: int, normal: float = NORMAL_95) -> tuple[float, float]:
    """The Wilson score interval for a chance that came true `count` times of `of`.

    Unlike the textbook interval it stays within 0 and 1, and it is of use at 0 and at `of` as well.
    """
    if of == 0:
        return 0.0, 1.0
    squared = normal * normal
    middle = (count + squared / 2) / (of + squared)
    reach = normal / (of + squared) * sqrt(count * (of - count) / of + squared / 4)
    low = 0.0 if count == 0 else max(0.0, middle - reach)
    high = 1.0 if count == of else min(1.0, middle + reach)
    return low, high


def percentile(counts: Mapping[int, int], part: Fraction) -> int:
    """The least value that at least this part of the counted do not exceed (nearest rank: always one that occurred)."""
    whole = sum(counts.values())
    if whole == 0:
        raise ValueError("nothing was counted")
    so_far = 0
    for value in sorted(counts):
        so_far += counts[value]
        if so_far >= part * whole:
            return value
    raise AssertionError(part)


def mean(counts: Mapping[int, int]) -> Fraction:
    """The exact mean of what was counted; of nothing, 0."""
    whole = sum(counts.values())
    return Fraction(sum(value * count for value, count in counts.items()), whole) if whole else Fraction(0)


def steps(counts: Mapping[int, int]) -> Iterator[tuple[int, int]]:
    """Each value from the least to the greatest with its count, those that never occurred as well."""
    if counts:
        for value in range(min(counts), max(counts) + 1):
            yield value, counts.get(value, 0)


def _bump(counts: dict[Any, int], key: Any, by: int = 1) -> None:
    counts[key] = counts.get(key, 0) + by


@dataclass(slots=True)
class Tally:
    """Fights added up. Two tallies of different fights merge into the tally of all of them.

    `ended` counts fights by winner (`UNDECIDED` for none) and by the round in which they ended. `standing` counts
    them by side and by how many of it stood at the end, `standing_won` only those that the side won. `out` and `dead`
    count by fighter.
    """

    fights: int = 0
    ended: dict[str, dict[int, int]] = field(default_factory=dict)
    standing: dict[str, dict[int, int]] = field(default_factory=dict)
    standing_won: dict[str, dict[int, int]] = field(default_factory=dict)
    out: dict[str, int] = field(default_factory=dict)
    dead: dict[str, int] = field(default_factory=dict)

    def add(self, ruleset: Ruleset, scene: Any, cast: Mapping[str, str]) -> None:
        """Counts a fight that has been played. `cast` is who was there at its start: id to side.

        Whoever has left the scene does not stand; whoever joined on the way counts from then on.
        """
        self.fights += 1
        winner = scene.winner or UNDECIDED
        _bump(self.ended.setdefault(winner, {}), scene.round)
        stood = dict.fromkeys(cast.values(), 0)
        for id, side in cast.items():
            fighter = scene.fighters.get(id)
            if fighter is None or ruleset.is_out(fighter):
                _bump(self.out, id)
                if fighter is not None and ruleset.is_dead(fighter):
                    _bump(self.dead, id)
            else:
                stood[side] += 1
        for id, fighter in scene.fighters.items():
            if id not in cast:
                stood.setdefault(fighter.side, 0)
                if not ruleset.is_out(fighter):
                    stood[fighter.side] += 1
        for side, number in stood.items():
            _bump(self.standing.setdefault(side, {}), number)
            if side == winner:
                _bump(self.standing_won.setdefault(side, {}), number)

    def merge(self, other: Tally) -> None:
        """Adds the fights of another tally to this one."""
        self.fights += other.fights
        for mine, theirs in (
            (self.ended, other.ended),
            (self.standing, other.standing),
            (self.standing_won, other.standing_won),
        ):
            for key, counts in theirs.items():
                into = mine.setdefault(key, {})
                for value, count in counts.items():
                    _bump(into, value, count)
        for lost, more in ((self.out, other.out), (self.dead, other.dead)):
            for id, count in more.items():
                _bump(lost, id, count)

    @property
    def rounds(self) -> dict[int, int]:
        """How many fights ended in each round, decided or not."""
        found: dict[int, int] = {}
        for counts in self.ended.values():
            for round_, count in counts.items():
                _bump(found, round_, count)
        return found

    def won(self, side: str) -> Share:
        """How often a side won; `UNDECIDED` for how often nobody did."""
        return Share(sum(self.ended.get(side, {}).values()), self.fights)
