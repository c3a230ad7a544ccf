"""Chapter 4: types of damage, parts, and what clothing lowers."""

from __future__ import annotations

from fireteam.solarlink import content
from fireteam.solarlink.content import DAMAGE_TYPES, Pool
from fireteam.solarlink.state import SolarFighter


def parts_of(pool: Pool, sums: tuple[int, ...], bonus: int) -> list[tuple[int, int]]:
    """SL-4.1 Types and parts. One amount for each type; a flat bonus goes to the first part, never below 0."""
    if len(pool) == 1:
        return [(pool[0][0], max(0, sums[0] + bonus))]
    amounts = [(part[0], total) for part, total in zip(pool, sums, strict=True)]
    amounts[0] = (amounts[0][0], max(0, amounts[0][1] + bonus))
    return merged(amounts)


def merged(amounts: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """SL-4.1 Types and parts. Amounts of one type are summed into one part, at the place of the first."""
    found: dict[int, int] = {}
    for type_, amount in amounts:
        found[type_] = found.get(type_, 0) + amount
    return list(found.items())


def through_clothing(fighter: SolarFighter, amounts: list[tuple[int, int]]) -> tuple[dict[str, int], int]:
    """SL-4.2 Clothing. Each type is lowered on its own, once and not below 0; the rest is taken from HP."""
    lowers = content.clothing()[fighter.clothing].lowers
    parts: dict[str, int] = {}
    lost = 0
    for type_, amount in amounts:
        left = amount - lowers[type_]
        if left > 0:
            parts[DAMAGE_TYPES[type_]] = left
            lost += left
    return parts, lost
