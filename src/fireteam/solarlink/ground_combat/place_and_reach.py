"""SL-12.1 and SL-13.1: who is in the same place, how far away, and what reaches that far."""

from __future__ import annotations

from fireteam.kernel.refusals import Refusal
from fireteam.solarlink.content import Weapon
from fireteam.solarlink.state import SolarFighter

UNKNOWN = -1
"""The distance of two fighters when either has no square."""


def distance(one: SolarFighter, other: SolarFighter) -> int:
    """SL-12.1 Squares. max(|dx|, |dy|), or unknown when either has no square."""
    here, there = one.at, other.at
    if here is None or there is None:
        return UNKNOWN
    dx, dy = here[0] - there[0], here[1] - there[1]
    return max(dx if dx >= 0 else -dx, dy if dy >= 0 else -dy)


def in_reach(one: SolarFighter, other: SolarFighter) -> bool:
    """SL-13.1 Place and reach. The same place, and a distance of 0, 1 or unknown."""
    return one.aboard == other.aboard and distance(one, other) <= 1


def reach_refusal(fighter: SolarFighter, target: SolarFighter, weapon: Weapon) -> Refusal | None:
    """SL-13.1 Place and reach. Close weapons need reach; others go to twice their range and no farther."""
    squares = distance(fighter, target)
    if weapon.is_close:
        return Refusal("out of reach", "SL-13.1") if squares > 1 else None
    return Refusal("out of range", "SL-13.1") if squares > 2 * weapon.reaches else None
