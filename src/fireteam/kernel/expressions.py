"""Dice as people write them: `2d6+3`, `d%`, `-5+1d20`, `1d20+-5`. Read, never evaluated; the sum is bounded."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from fireteam.kernel.dice import MOST_DICE, MOST_SIDES
from fireteam.kernel.names import short
from fireteam.kernel.refusals import Refusal

MOST_ADDED = 9999
"""The largest number that may be added to dice or taken away, all in all."""

PERCENT = 100

_TERM = re.compile(r"([+-]*)(?:(\d*)d(\d+|%)|(\d+))", re.IGNORECASE | re.ASCII)


@dataclass(slots=True, frozen=True)
class Dice:
    """What an expression asks for: the dice in the order in which they are written, and what is added to their sum."""

    sizes: tuple[int, ...]
    added: int


def names_dice(words: str) -> bool:
    """Whether words begin like a dice expression, so that what is wrong with it should be told."""
    return re.match(r"[+-]*\d*(d[\d%+-]|\d*[+-]+\d*d\d)", words.strip(), re.IGNORECASE | re.ASCII) is not None


def read_dice(words: str, clause: str, form: str, most_sides: int = MOST_SIDES) -> Dice | Refusal:
    """The dice of an expression: terms `NdM`, `dM`, `d%` and whole numbers, each after `+` or `-`, in any order.

    Two signs in a row count as in arithmetic. Dice are only added: `-1d6` is refused, and so is more than the limits
    allow, which the refusal names.
    """
    # Between two terms stands a sign: "2d6 3" is not 2d63.
    text = "" if re.search(r"[^\s+-]\s+[^\s+-]", words) else "".join(words.split())
    sizes: list[int] = []
    added = at = 0
    while at < len(text) or not at:
        term = _TERM.match(text, at)
        if term is None or (at and not term.group(1)):
            return Refusal(f'"{short(words)}" is not dice: write them as {form}', clause)
        at = term.end()
        sign = -1 if term.group(1).count("-") % 2 else 1
        if term.group(3) is None:
            added += sign * int(term.group(4))
            continue
        number = int(term.group(2) or 1)
        sides = PERCENT if term.group(3) == "%" else int(term.group(3))
        if sign < 0:
            return Refusal(f"dice are added, not taken away: {short(term.group(0))}", clause)
        if not 1 <= number <= MOST_DICE - len(sizes) or not 1 <= sides <= most_sides:
            return Refusal(f"a roll has from 1 to {MOST_DICE} dice of 1 to {most_sides} sides", clause)
        sizes += [sides] * number
    if not sizes:
        return Refusal(f"no dice in it: write them as {form}", clause)
    if abs(added) > MOST_ADDED:
        return Refusal(f"at most {MOST_ADDED} is added to dice, or taken away", clause)
    return Dice(tuple(sizes), added)


def write_dice(sizes: Iterable[int]) -> str:
    """Dice in short: 2d6 + 1d8, in the order in which they first appear."""
    counts: dict[int, int] = {}
    for sides in sizes:
        counts[sides] = counts.get(sides, 0) + 1
    return " + ".join(f"{number}d{sides}" for sides, number in counts.items())
