"""Chapter 8: vacuum, suits, and what tears and mends them."""

from __future__ import annotations

from fireteam.solarlink import content
from fireteam.solarlink.content import PHYSICAL, THERMAL_COLD
from fireteam.solarlink.events.body import Damaged, SuitTorn
from fireteam.solarlink.ground_combat.falling import follow
from fireteam.solarlink.ground_combat.injuries import injure, random_part
from fireteam.solarlink.open_wounds import wound
from fireteam.solarlink.place import is_in_vacuum
from fireteam.solarlink.state import (
    DEAD,
    SolarFighter,
    SolarRun,
    SolarScene,
)

COLD, PRESSURE = 1, 1
"""What vacuum takes at the start of a turn: thermal_cold and physical."""
TEARING_HP = 6
"""The HP that one hit takes when it tears sealed clothing."""


def is_protected(fighter: SolarFighter) -> bool:
    """SL-8.2 Protection. A sealed body, whole sealed clothing, a sealed shell with DHP, a sealed cybernetic."""
    if fighter.sealed:
        return True
    if not fighter.torn and content.clothing()[fighter.clothing].sealed:
        return True
    if fighter.dhp > 0 and content.exoskeletons()[fighter.exoskeleton].sealed:
        return True
    return any(content.cybernetics()[key].sealed for key in fighter.cybernetics)


def is_exposed(scene: SolarScene, fighter: SolarFighter) -> bool:
    """SL-8.1 Who is exposed. Whoever is in vacuum and not protected."""
    return is_in_vacuum(scene, fighter) and not is_protected(fighter)


def expose_at_start(run: SolarRun, fighter: SolarFighter) -> None:
    """SL-8.3 Start of turn. 1 thermal_cold and 1 physical in one event, past clothing and DHP; nothing without HP."""
    if fighter.status is DEAD or not fighter.hp_max or not is_exposed(run.scene, fighter):
        return
    before = fighter.hp
    lost = COLD + PRESSURE
    parts = {content.DAMAGE_TYPES[THERMAL_COLD]: COLD, content.DAMAGE_TYPES[PHYSICAL]: PRESSURE}
    run.happened(
        Damaged(fighter.id, parts, "dmg", lost, 0, before - lost, fighter.dhp, "exposure", "SL-8.3"),
    )
    follow(run, fighter)
    wound_by_exposure(run, fighter, before)


def wound_by_exposure(run: SolarRun, fighter: SolarFighter, before: int) -> None:
    """SL-8.4 Wound and injury. Below half of the maximum: one stack. Below 0 already before: an injury, by d6."""
    if fighter.status is not DEAD and 2 * fighter.hp < fighter.hp_max:
        wound(run, fighter, 1, "SL-8.4")
    if fighter.status is not DEAD and before < 0:
        injure(run, fighter, random_part(run, fighter, "SL-8.4"), "SL-8.4")


def tear(run: SolarRun, fighter: SolarFighter, hp_lost: int) -> None:
    """SL-8.6 Torn suits. A hit that takes 6 or more HP tears sealed clothing."""
    if hp_lost >= TEARING_HP and not fighter.torn and content.clothing()[fighter.clothing].sealed:
        run.happened(SuitTorn(fighter.id))
