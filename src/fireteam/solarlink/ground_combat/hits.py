"""SL-13.6, SL-13.9: what a hit does besides its damage."""

from __future__ import annotations

from fireteam.solarlink.content import CONSTITUTION, Weapon
from fireteam.solarlink.dizzy import daze
from fireteam.solarlink.events.body import Damaged
from fireteam.solarlink.ground_combat.injuries import injure, sever
from fireteam.solarlink.open_wounds import wound
from fireteam.solarlink.rolls import attribute, holds
from fireteam.solarlink.space_exposure import tear
from fireteam.solarlink.state import (
    UP,
    SolarFighter,
    SolarRun,
)

INJURING_HP = 5
"""The HP that a targeted strike takes when it injures."""
DAZE_DIFFICULTY = 12


def consequences(
    run: SolarRun, weapon: Weapon, target: SolarFighter, fact: Damaged, at: int | None, butchery: bool
) -> None:
    """SL-13.5 Damage of a hit, order of dice. If the target lives: bleeding, torn suit, injury, dazing."""
    bleed(run, weapon, target, fact.parts)
    tear(run, target, fact.hp_lost)
    if at is not None and fact.hp_lost >= INJURING_HP:
        injure_part(run, target, at, butchery)
    if weapon.daze and target.status is UP:
        resist_dazing(run, weapon, target)


def bleed(run: SolarRun, weapon: Weapon, target: SolarFighter, parts: dict[str, int]) -> None:
    """SL-13.6 Bleeding and dazing hits. At least the weapon's `bleed` figure in physical HP gives one stack."""
    if weapon.bleed and parts.get("physical", 0) >= weapon.bleed:
        wound(run, target, 1, "SL-13.6")


def injure_part(run: SolarRun, target: SolarFighter, part: int, butchery: bool) -> None:
    """SL-13.9 Targeted and hard strikes. 5 or more HP injure the part; with Butchery they sever it (SL-14.7)."""
    if butchery:
        sever(run, target, part)
    else:
        injure(run, target, part, "SL-13.9")


def resist_dazing(run: SolarRun, weapon: Weapon, target: SolarFighter) -> None:
    """SL-13.6 Bleeding and dazing hits. Constitution against 12, or dizzy for the weapon's Cycles."""
    if not holds(run, target, "daze", attribute(target, CONSTITUTION), DAZE_DIFFICULTY, "SL-13.6"):
        daze(run, target, weapon.daze, "SL-13.6")
