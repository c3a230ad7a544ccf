"""The opposed roll as one reading: two pools, and of them only what the rules look at."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from fireteam.kernel.dice import Reading
from fireteam.tunnelcore.dice_pool_basics.distribution import Spread, spread
from fireteam.tunnelcore.dice_pool_basics.keep_two import Pool, keep_two, pool_of, set_ones_aside

WIN, TIE, LOSE = 1, 0, -1
OUTCOMES = {WIN: "win", TIE: "tie", LOSE: "lose"}

BITES = 8
"""TC-4.8: an effect die of this size, or a critical, brings a setback with it when a Desperate action fails."""


class Contested:
    """How an opposed roll came out, seen from the actor.

    `effect` is the winner's effect die after its critical; on a tie the opposition's, for the option that counts ties
    as lost. `bites` says whether the opposition's roll was critical or its die d8 or more. Hitches are those that
    count. `margin` is exact in play; for a class of rolls (enumeration) it is their mean, and there are no `faces`.
    """

    __slots__ = ("bites", "effect", "faces", "hitches", "margin", "opposition_hitches", "outcome")

    def __init__(
        self,
        outcome: int,
        effect: int,
        bites: bool,
        hitches: int,
        opposition_hitches: int,
        margin: int | Fraction,
        faces: Sequence[int] | None,
    ) -> None:
        self.outcome = outcome
        self.effect = effect
        self.bites = bites
        self.hitches = hitches
        self.opposition_hitches = opposition_hitches
        self.margin = margin
        self.faces = faces

    def as_lost(self) -> Contested:
        """TC-1.9 Comparing: a tie under option `ties` = `lost`."""
        return Contested(LOSE, self.effect, self.bites, self.hitches, self.opposition_hitches, self.margin, self.faces)

    def told(self) -> tuple[int, int, bool, int, int]:
        """What the rules look at: rolls that agree in it are one class."""
        return self.outcome, self.effect, self.bites, self.hitches, self.opposition_hitches


class Contest(Reading[Contested]):
    """TC-1.1 Opposed rolls. One pool against another: TC-1.6 all dice of the first, then all of the second.

    `counts` say for which side 1s are hitches (TC-1.7): those of player fighters.
    """

    __slots__ = ("counts_first", "counts_second", "first", "second", "sets_ones_aside", "split")

    def __init__(
        self, first: Pool, second: Pool, counts_first: bool, counts_second: bool, sets_ones_aside: bool
    ) -> None:
        self.sizes = first.sizes + second.sizes
        self.first = first
        self.second = second
        self.split = len(first.sizes)
        self.counts_first = counts_first
        self.counts_second = counts_second
        self.sets_ones_aside = sets_ones_aside

    def read(self, faces: Sequence[int]) -> Contested:
        """TC-1.9 Comparing. The strictly higher total wins; the margin is recorded."""
        split = self.split
        ours = faces[:split]
        theirs = faces[split:]
        read = set_ones_aside if self.sets_ones_aside else keep_two
        best, second, _, effect = read(self.first, ours)
        their_best, their_second, _, their_effect = read(self.second, theirs)
        margin = best + second - their_best - their_second
        hitches = hitches_of(ours) if self.counts_first else 0
        their_hitches = hitches_of(theirs) if self.counts_second else 0
        if margin > 0:
            return Contested(WIN, effect, False, hitches, their_hitches, margin, faces)
        bites = their_effect >= BITES or (their_best == their_second and their_best > 1)
        return Contested(LOSE if margin else TIE, their_effect, bites, hitches, their_hitches, margin, faces)

    def weights(self) -> dict[Contested, int]:
        """Every class of rolls with its number of ways, from the two pools' own distributions."""
        first = spread(self.first.ranked, self.sets_ones_aside)
        second = spread(self.second.ranked, self.sets_ones_aside)
        classes: dict[tuple[int, int, bool, int, int], list[int]] = {}

        def count(key: tuple[int, int, bool, int, int], ways: int, margin: int) -> None:
            part = classes.get(key)
            if part is None:
                classes[key] = [ways, margin]
            else:
                part[0] += ways
                part[1] += margin

        ours_losing = _by_hitches(first, self.counts_first)
        theirs_losing = _by_hitches(second, self.counts_second)
        for total, shown in _winning(first, self.counts_first).items():
            for their_hitches, (ways, sum_of_totals) in _below(theirs_losing, total).items():
                for (effect, _, hitches), ours in shown.items():
                    key = (WIN, effect, False, hitches, their_hitches)
                    count(key, ours * ways, ours * (total * ways - sum_of_totals))
        for total, shown in _winning(second, self.counts_second).items():
            below = _below(ours_losing, total)
            equal = ours_losing.get(total, {})
            for (effect, bites, their_hitches), theirs in shown.items():
                for hitches, (ways, sum_of_totals) in below.items():
                    key = (LOSE, effect, bites, hitches, their_hitches)
                    count(key, theirs * ways, theirs * (sum_of_totals - total * ways))
                for hitches, ways in equal.items():
                    count((TIE, effect, bites, hitches, their_hitches), theirs * ways, 0)
        return {Contested(*key, Fraction(margin, ways), None): ways for key, (ways, margin) in classes.items()}


def hitches_of(faces: Sequence[int]) -> int:
    """TC-1.7 Hitches. Every die that shows 1."""
    return faces.count(1)


def _winning(spreads: Spread, counts: bool) -> dict[int, dict[tuple[int, bool, int], int]]:
    """By total: (effect die, whether it bites, hitches that count) with the ways."""
    found: dict[int, dict[tuple[int, bool, int], int]] = {}
    for total, shown in spreads.items():
        row = found[total] = {}
        for (effect, critical, hitches), ways in shown.items():
            key = (effect, critical or effect >= BITES, hitches if counts else 0)
            row[key] = row.get(key, 0) + ways
    return found


def _by_hitches(spreads: Spread, counts: bool) -> dict[int, dict[int, int]]:
    """By total: hitches that count, with the ways."""
    found: dict[int, dict[int, int]] = {}
    for total, shown in spreads.items():
        row = found[total] = {}
        for (_, _, hitches), ways in shown.items():
            key = hitches if counts else 0
            row[key] = row.get(key, 0) + ways
    return found


def _below(by_total: dict[int, dict[int, int]], limit: int) -> dict[int, tuple[int, int]]:
    """By hitches: the ways to stay below a total, and the sum of those totals."""
    found: dict[int, tuple[int, int]] = {}
    for total, row in by_total.items():
        if total < limit:
            for hitches, ways in row.items():
                count, sum_of_totals = found.get(hitches, (0, 0))
                found[hitches] = (count + ways, sum_of_totals + ways * total)
    return found


_CONTESTS: dict[tuple[tuple[int, ...], tuple[int, ...], bool, bool, bool], Contest] = {}

MOST_REMEMBERED = 50_000


def contest_of(
    first: tuple[int, ...], second: tuple[int, ...], counts_first: bool, counts_second: bool, sets_ones_aside: bool
) -> Contest:
    """The reading of one pool against another; made once."""
    key = (first, second, counts_first, counts_second, sets_ones_aside)
    contest = _CONTESTS.get(key)
    if contest is None:
        if len(_CONTESTS) > MOST_REMEMBERED:
            _CONTESTS.clear()
        contest = _CONTESTS[key] = Contest(
            pool_of(first), pool_of(second), counts_first, counts_second, sets_ones_aside
        )
    return contest
