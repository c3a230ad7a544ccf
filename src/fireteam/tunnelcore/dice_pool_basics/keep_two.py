"""How a pool is read: keep two, the effect die, criticals, hitches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

SIZES = (4, 6, 8, 10, 12)
"""TC-1.3 Sizes. d4 to d12; attributes and assets begin at d6 (chapter 10)."""

SMALLEST = 4
LARGEST = 12

LARGER = (0, 0, 0, 0, 6, 0, 8, 0, 10, 0, 12, 0, 12)
"""The next size, by the number of sides; d12 stays d12."""

SMALLER = (0, 0, 0, 0, 4, 0, 4, 0, 6, 0, 8, 0, 10)
"""The size before, by the number of sides; d4 stays d4."""


class Read(NamedTuple):
    """What one pool shows: its total, its effect die after a critical, and the faces that were kept."""

    total: int
    effect: int
    critical: bool
    kept: tuple[int, ...]


class Pool:
    """The dice of one side in pool order, and the order in which equal faces are kept.

    `ranks` pairs places in that order with places in the pool: smaller dice first, then the earlier one (TC-1.8).
    `ranked` are the sizes in it, so the last one that was not kept is the largest left over.
    """

    __slots__ = ("ranked", "ranks", "sizes")

    def __init__(self, sizes: tuple[int, ...]) -> None:
        self.sizes = sizes
        order = sorted(range(len(sizes)), key=lambda at: (sizes[at], at))
        self.ranks: tuple[tuple[int, int], ...] = tuple(enumerate(order))
        self.ranked: tuple[int, ...] = tuple(sizes[at] for at in order)


_POOLS: dict[tuple[int, ...], Pool] = {}


def pool_of(sizes: tuple[int, ...]) -> Pool:
    """The pool of these dice; made once."""
    pool = _POOLS.get(sizes)
    if pool is None:
        pool = _POOLS[sizes] = Pool(sizes)
    return pool


def keep_two(pool: Pool, faces: Sequence[int]) -> tuple[int, int, int, int]:
    """TC-1.8 Keep two. The two highest faces are the total; of equal ones the smaller, then the earlier die is kept.

    Gives the higher face, the lower one (0 if the pool has one die), and the effect die before and after a critical.
    TC-1.10 Effect die: the largest die left over, d4 if none is.
    """
    best = second = 0
    best_at = second_at = -1
    for at, place in pool.ranks:
        face = faces[place]
        if face > best:
            second = best
            second_at = best_at
            best = face
            best_at = at
        elif face > second:
            second = face
            second_at = at
    ranked = pool.ranked
    at = len(ranked) - 1
    while at in (best_at, second_at):
        at -= 1
    effect = ranked[at] if at >= 0 else SMALLEST
    return best, second, effect, critical_step(best, second, effect)


def critical_step(best: int, second: int, effect: int) -> int:
    """TC-1.11 Critical. Two equal kept faces make the effect die one step larger; a pair of 1s does not."""
    return LARGER[effect] if best == second and best > 1 else effect


def set_ones_aside(pool: Pool, faces: Sequence[int]) -> tuple[int, int, int, int]:
    """TC-1.12 Ones set aside. Dice that show 1 are neither kept nor used for effect; as `keep_two` of the others."""
    left = [place for place, face in enumerate(faces) if face > 1]
    if not left:
        return 0, 0, SMALLEST, SMALLEST
    others = pool_of(tuple(pool.sizes[place] for place in left))
    return keep_two(others, [faces[place] for place in left])


def read_pool(pool: Pool, faces: Sequence[int], *, sets_ones_aside: bool = False) -> Read:
    """What a pool shows, with everything that a log tells of it."""
    best, second, _, effect = (set_ones_aside if sets_ones_aside else keep_two)(pool, faces)
    kept = tuple(face for face in (best, second) if face)
    return Read(best + second, effect, len(kept) > 1 and best == second and best > 1, kept)
