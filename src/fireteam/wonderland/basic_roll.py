"""1 The basic roll: the d12, its bands, and how rules read it."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from fireteam.kernel.dice import Reading

SPEED, POWER, LUCK = "speed", "power", "luck"
"""What is rolled besides skills proper: the machine's numbers (UW-7.2, UW-7.3), and Luck (UW-2.8)."""
INSTEAD = {SPEED: "UW-7.2", POWER: "UW-7.3", LUCK: "UW-2.8"}
"""What stands in for a skill, with the clause that a roll then cites."""

DIE = 12
"""UW-1.2 Die. Every die in this game is a d12, one at a time."""

UNFORTUNATE_FROM = 7
TOTAL_FROM = 10


class Band(StrEnum):
    """UW-1.5 Bands. Total 6 or less fails, 7 to 9 is an unfortunate success, 10 or more a total one."""

    FAIL = "fail"
    UNFORTUNATE = "unfortunate"
    TOTAL = "total"


FAIL, UNFORTUNATE, TOTAL = Band


def band(total: int, face: int) -> Band:
    """UW-1.6 Natural 12. A face of 12 always lands in the best band, whatever the total; else UW-1.5."""
    if face == DIE or total >= TOTAL_FROM:
        return TOTAL
    return UNFORTUNATE if total >= UNFORTUNATE_FROM else FAIL


class D12(Reading[int]):
    """One d12, read as its face, as far as the rules look at it.

    `cuts` are the faces at which what the rules see changes; in exact odds the faces between two cuts count as one,
    which stands for them with its lowest face. In play the face is the face.
    """

    __slots__ = ("cuts",)

    def __init__(self, cuts: Sequence[int]) -> None:
        self.sizes = (DIE,)
        self.cuts: tuple[int, ...] = tuple(sorted({cut for cut in cuts if 1 < cut <= DIE}))

    def read(self, faces: Sequence[int]) -> int:
        return faces[0]

    def weights(self) -> dict[int, int]:
        starts = (1, *self.cuts)
        ends = (*self.cuts, DIE + 1)
        return {start: end - start for start, end in zip(starts, ends, strict=True)}


_READINGS: dict[tuple[int, ...], D12] = {}


def die_cut_at(*cuts: int) -> D12:
    """The reading of a d12 that changes at these faces."""
    found = _READINGS.get(cuts)
    if found is None:
        found = _READINGS[cuts] = D12(cuts)
    return found


EVERY_FACE = D12(range(2, DIE + 1))
"""A d12 of which each face matters: healing, and attacks that may be deflected."""


def die_for_bands(modifier: int) -> D12:
    """A d12 that is read by band and natural 12."""
    return die_cut_at(UNFORTUNATE_FROM - modifier, TOTAL_FROM - modifier, DIE)
