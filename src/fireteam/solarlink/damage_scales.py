"""Chapter 3: HP and DHP, dmg and DDMG, and dice that are raised and lowered."""

from __future__ import annotations

from functools import lru_cache

from fireteam.solarlink.content import LADDER, Pool
from fireteam.solarlink.damage_types import through_clothing
from fireteam.solarlink.events.body import Damaged
from fireteam.solarlink.rolls import Parts
from fireteam.solarlink.state import SolarFighter, SolarRun

DMG_PER_DDMG = 10
"""SL-3.1 Two scales. One DHP is worth ten HP, one DDMG ten dmg."""

LOWEST, HIGHEST = LADDER[0], LADDER[-1]

Amounts = list[tuple[int, int]]
"""An instance of damage: for each part its type and its amount."""


def one_up(pool: Pool) -> Pool:
    """SL-3.5 One die up. The die with the fewest sides becomes the next one; a d12 becomes two d6 of the same type."""
    fewest = min(sides for _, dice in pool for sides in dice)
    raised: list[tuple[int, tuple[int, ...]]] = []
    done = False
    for type_, dice in pool:
        if not done and fewest in dice:
            at = dice.index(fewest)
            new = (6, 6) if fewest == HIGHEST else (LADDER[LADDER.index(fewest) + 1],)
            dice = dice[:at] + new + dice[at + 1 :]
            done = True
        raised.append((type_, dice))
    return tuple(raised)


def one_down(pool: Pool) -> Pool:
    """SL-3.6 One die down; net steps. The die with the most sides becomes the next lower; exactly 2d6 become a d12."""
    if len(pool) == 1 and pool[0][1] == (6, 6):
        return ((pool[0][0], (HIGHEST,)),)
    most = max(sides for _, dice in pool for sides in dice)
    if most == LOWEST:
        return pool
    lowered: list[tuple[int, tuple[int, ...]]] = []
    done = False
    for type_, dice in pool:
        if not done and most in dice:
            at = dice.index(most)
            dice = (*dice[:at], LADDER[LADDER.index(most) - 1], *dice[at + 1 :])
            done = True
        lowered.append((type_, dice))
    return tuple(lowered)


@lru_cache(maxsize=4096)
def stepped(pool: Pool, steps: int) -> tuple[Pool, Parts]:
    """SL-3.6 One die down; net steps. The printed dice changed by the net number, and their reading."""
    for _ in range(abs(steps)):
        pool = one_up(pool) if steps > 0 else one_down(pool)
    return pool, Parts(pool)


def as_ddmg(amounts: Amounts) -> int:
    """SL-3.2 dmg against DHP. All dice and types are summed, divided by 10 and rounded down once; the rest is lost."""
    return sum(amount for _, amount in amounts) // DMG_PER_DDMG


def as_dmg(amounts: Amounts) -> Amounts:
    """SL-3.3 DDMG against HP. Each part is multiplied by 10."""
    return [(type_, amount * DMG_PER_DDMG) for type_, amount in amounts]


def beyond_the_shell(amounts: Amounts, ddmg: int) -> Amounts:
    """SL-3.4 A body with both. DDMG beyond the DHP become ten dmg each, of the type of the largest part."""
    largest = max(amounts, key=lambda part: part[1])  # the first of equals
    return [(largest[0], ddmg * DMG_PER_DDMG)]


def take_damage(run: SolarRun, fighter: SolarFighter, amounts: Amounts, scale: str, cause: str, rule: str) -> Damaged:
    """SL-3.4 A body with both. DHP meet the instance first, at their scale and without clothing; the rest reaches HP.

    `scale` is dmg or ddmg. The event says what was lost; the status is for the caller to bring in line.
    """
    dhp = fighter.dhp
    lost_dhp = 0
    if dhp > 0:
        ddmg = as_ddmg(amounts) if scale == "dmg" else sum(amount for _, amount in amounts)
        lost_dhp = min(dhp, ddmg)
        reaching = beyond_the_shell(amounts, ddmg - lost_dhp) if ddmg > lost_dhp else []
    else:
        reaching = as_dmg(amounts) if scale == "ddmg" else amounts
    if not fighter.hp_max:
        reaching = []
    parts, hp_lost = through_clothing(fighter, reaching)
    fact = Damaged(fighter.id, parts, scale, hp_lost, lost_dhp, fighter.hp - hp_lost, dhp - lost_dhp, cause, rule)
    run.happened(fact)
    return fact


def take_untyped(run: SolarRun, fighter: SolarFighter, amount: int, cause: str, rule: str) -> Damaged | None:
    """SL-4.3 Untyped damage. Physical, past clothing and DHP; a fighter without HP takes none of it."""
    if not fighter.hp_max or amount <= 0:
        return None
    fact = Damaged(fighter.id, {"physical": amount}, "dmg", amount, 0, fighter.hp - amount, fighter.dhp, cause, rule)
    run.happened(fact)
    return fact
