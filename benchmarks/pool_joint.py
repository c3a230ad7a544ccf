"""The exact joint distribution (total, effect die, hitches) of a pool of four dice: ours against icepool.

Every multiset of four dice from d4 to d12 is asked for once a round, each time as if it had never been seen: our cache
is emptied, icepool gets new evaluators. icepool is given three formulations that people use, and the fastest counts.
All distributions must agree before anything is timed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations_with_replacement
from typing import Any

import icepool
from measuring import at_least, medians

from fireteam.tunnelcore.dice_pool_basics import joint
from fireteam.tunnelcore.dice_pool_basics.distribution import spread
from fireteam.tunnelcore.dice_pool_basics.keep_two import SIZES, SMALLEST, critical_step

GOAL = 5
DICE = 4
ROUNDS = 9

Joint = dict[tuple[int, int, int], int]
POOLS = list(combinations_with_replacement(SIZES, DICE))


def ours(sizes: Sequence[int]) -> Joint:
    spread.cache_clear()
    return joint(sizes)


class KeepTwo(icepool.MultisetEvaluator):  # type: ignore[misc]
    """Outcomes are (face, minus the size), seen from the highest down: the two first are kept, the rest left over."""

    def initial_state(self, order: Any, *_: Any) -> Any:
        if order != icepool.Order.Descending:
            raise icepool.UnsupportedOrder
        return 0, 0, 0, 0

    def next_state(self, state: Any, _: Any, outcome: Any, count: int) -> Any:
        best, second, left, hitches = state
        face, size = outcome[0], -outcome[1]
        for _ in range(count):
            if not best:
                best = face
            elif not second:
                second = face
            else:
                left = max(left, size)
        return best, second, left, hitches + count * (face == 1)

    def final_outcome(self, state: Any, *_: Any) -> Any:
        return told(*state)


def told(best: int, second: int, left: int, hitches: int) -> tuple[int, int, int]:
    return best + second, critical_step(best, second, left or SMALLEST), hitches


def by_multiset(sizes: Sequence[int]) -> Any:
    dice = [icepool.Die([(face, -size) for face in range(1, size + 1)]) for size in sizes]
    return KeepTwo()(icepool.Pool(dice))


def by_map(sizes: Sequence[int]) -> Any:
    def read(*faces: int) -> tuple[int, int, int]:
        ranked = sorted(zip(faces, sizes, strict=True), key=lambda die: (-die[0], die[1]))
        left = max((size for _, size in ranked[2:]), default=0)
        return told(ranked[0][0], ranked[1][0], left, faces.count(1))

    return icepool.map(read, *[icepool.d(size) for size in sizes])


def by_reduce(sizes: Sequence[int]) -> Any:
    """One die after another, smallest first, so that equal states merge on the way."""

    def one_more(state: Any, die: Any) -> Any:
        best, best_size, second, second_size, left, hitches = state
        face, size = die
        hitches += face == 1
        if face > best:
            return face, size, best, best_size, max(left, second_size), hitches
        if face > second:
            return best, best_size, face, size, max(left, second_size), hitches
        return best, best_size, second, second_size, max(left, size), hitches

    dice = [icepool.Die([(face, size) for face in range(1, size + 1)]) for size in sorted(sizes)]
    states = icepool.reduce(one_more, dice, initial=(0, 0, 0, 0, 0, 0))
    return states.map(lambda best, _, second, __, left, hitches: told(best, second, left, hitches), star=True)


def check(theirs: Callable[[Sequence[int]], Any]) -> None:
    for sizes in POOLS:
        mine, die = ours(sizes), theirs(sizes)
        whole = sum(mine.values())
        scale = whole // die.denominator()
        found = {tuple(outcome): ways * scale for outcome, ways in die.items()}
        if found != mine:
            raise SystemExit(f"{theirs.__name__} and ours differ for {sizes}")


def main() -> None:
    formulations = (by_multiset, by_map, by_reduce)
    for theirs in formulations:
        check(theirs)
    print(f"all {len(POOLS)} pools of {DICE} dice agree in {len(formulations)} formulations")

    def all_pools(function: Callable[[Sequence[int]], Any]) -> Callable[[], object]:
        return lambda: [function(sizes) for sizes in POOLS]

    contestants = {function.__name__: all_pools(function) for function in (ours, *formulations)}
    found = medians(contestants, ROUNDS)
    for name, seconds in found.items():
        print(f"  {name:<12} {seconds / len(POOLS) * 1e6:9.1f} µs a pool")
    fastest = min(found[theirs.__name__] for theirs in formulations)
    at_least("times as fast as the fastest icepool formulation", fastest / found["ours"], GOAL)


if __name__ == "__main__":
    main()
