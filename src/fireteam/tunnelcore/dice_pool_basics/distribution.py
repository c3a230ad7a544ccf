"""The exact joint distribution of a pool: total, effect die and hitches, by a formula in whole numbers.

Sort the dice by size; of equal faces the die that stands earlier in this order is kept (TC-1.8). Say which two dice
are kept and what they show: the lower of them, at place s, shows f; the higher, at place t, shows g, where g > f, or
g = f and t stands before s. Every other die m must then be worse than (f, s): it shows less than f, or f if it stands
after s. So the ways are a plain product, and the left-over dice, hence the effect die, depend on {s, t} alone. All g
above f have the same number of ways, so they are added to a range of totals at once.

Hitches ride along as a generating function: a die that can show 1 counts as (its other faces) + X, and X is a power of
two above every possible number of ways, so that one whole number holds the ways for each number of hitches.

A pool of four dice takes some hundred steps where trying all faces takes up to 20,736; `tests/tunnelcore` keeps the
two alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import prod
from typing import NamedTuple

from fireteam.tunnelcore.dice_pool_basics.keep_two import LARGER, SMALLEST

MOST_POOL_DICE = 20
"""The most dice of one pool whose chances are told."""


class Shown(NamedTuple):
    """What the rules look at in one pool: effect die after a critical, whether critical, and how many dice show 1."""

    effect: int
    critical: bool
    hitches: int


Spread = dict[int, dict[Shown, int]]
"""By total: what is shown, with its number of ways."""


def joint(sizes: Sequence[int]) -> dict[tuple[int, int, int], int]:
    """The number of ways in which a pool gives (total, effect die, hitches); they sum to the product of the sizes."""
    found: dict[tuple[int, int, int], int] = {}
    for total, shown in spread(tuple(sorted(sizes))).items():
        for (effect, _, hitches), ways in shown.items():
            key = (total, effect, hitches)
            found[key] = found.get(key, 0) + ways
    return found


@lru_cache(maxsize=4096)
def spread(ranked: tuple[int, ...], sets_ones_aside: bool = False) -> Spread:
    """What a pool can show, by total. `ranked` are its sizes in ascending order."""
    if not 1 <= len(ranked) <= MOST_POOL_DICE:
        raise ValueError(f"a pool has from 1 to {MOST_POOL_DICE} dice, not {len(ranked)}")
    return _spread_without_ones(ranked) if sets_ones_aside else _unpacked(ranked)


def _unpacked(ranked: tuple[int, ...]) -> Spread:
    bits = prod(ranked).bit_length() + 1
    mask = (1 << bits) - 1
    found: Spread = {}
    for (effect, critical), totals in _packed(ranked, 1, 1 << bits).items():
        for total, packed in enumerate(totals):
            hitches = 0
            while packed:
                ways = packed & mask
                if ways:
                    found.setdefault(total, {})[Shown(effect, critical, hitches)] = ways
                packed >>= bits
                hitches += 1
    return found


def _packed(ranked: tuple[int, ...], low: int, one: int) -> dict[tuple[int, bool], list[int]]:
    """Ways by (effect die, critical) and total for dice that show `low` and more; a die that shows 1 counts `one`."""
    size = len(ranked)
    most = 2 * ranked[-1] + 2
    steps: dict[int, list[int]] = {}
    found: dict[tuple[int, bool], list[int]] = {}
    if size == 1:
        found[(SMALLEST, False)] = [0] * low + [one if face == 1 else 1 for face in range(low, ranked[0] + 1)]
        return found
    for s in range(size):
        for t in range(size):
            if s == t:
                continue
            left = next((at for at in range(size - 1, -1, -1) if at not in (s, t)), -1)
            effect = ranked[left] if left >= 0 else SMALLEST
            difference = steps.setdefault(effect, [0] * (most + 1))
            others = [(ranked[at], at > s) for at in range(size) if at not in (s, t)]
            for face in range(low, ranked[s] + 1):
                ways = one if face == 1 else 1
                for sides, may_equal in others:
                    top = min(sides, face if may_equal else face - 1)
                    ways *= top - low + 1 if low > 1 else top - 1 + one if top > 0 else 0
                if ways <= 0:
                    continue
                if ranked[t] > face:
                    difference[2 * face + 1] += ways
                    difference[face + ranked[t] + 1] -= ways
                if t < s and ranked[t] >= face:
                    pair = (effect, False) if face == 1 else (LARGER[effect], True)
                    found.setdefault(pair, [0] * most)[2 * face] += ways * one if face == 1 else ways
    for effect, difference in steps.items():
        totals = found.setdefault((effect, False), [0] * most)
        ways = 0
        for total in range(most):
            ways += difference[total]
            totals[total] += ways
    return found


def _spread_without_ones(ranked: tuple[int, ...]) -> Spread:
    """TC-1.12 Ones set aside: for each set of dice that show 1, the others as a pool of their own."""
    found: Spread = {}
    size = len(ranked)
    for mask in range(1 << size):
        others = tuple(ranked[at] for at in range(size) if not mask >> at & 1)
        hitches = size - len(others)
        parts = _packed(others, 2, 1) if others else {(SMALLEST, False): [1]}
        for (effect, critical), totals in parts.items():
            shown = Shown(effect, critical, hitches)
            for total, ways in enumerate(totals):
                if ways:
                    by_total = found.setdefault(total, {})
                    by_total[shown] = by_total.get(shown, 0) + ways
    return found
