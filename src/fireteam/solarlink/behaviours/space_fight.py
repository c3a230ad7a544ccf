"""SL-25.6: what the crew of a flying vessel does."""

from __future__ import annotations

from fireteam.kernel.actions import Command
from fireteam.solarlink import content
from fireteam.solarlink.behaviours.ground_fight import passes
from fireteam.solarlink.behaviours.terms import enemies, is_sane, legal_weapons, target, weapon_against
from fireteam.solarlink.content import VesselWeapon
from fireteam.solarlink.ground_combat.aim import AIM_AT_VESSEL_AP
from fireteam.solarlink.ground_combat.place_and_reach import distance as squares_between
from fireteam.solarlink.space_combat.engineering import HULL_AP, OVERCHARGE_AP, REPAIR_AP
from fireteam.solarlink.space_combat.piloting import (
    BURN_AP,
    ESCAPE_AP,
    ESCAPE_DISTANCE,
    EVADE_AP,
    FREE_AP,
    GRAPPLE_AP,
    hostile_vessels,
)
from fireteam.solarlink.space_combat.stations import own_vessel, works_as
from fireteam.solarlink.space_combat.vessels import distance, is_ok
from fireteam.solarlink.state import (
    COMPONENTS,
    ENGINE,
    GUNS,
    LIFE_SUPPORT,
    UP,
    Behaviour,
    SolarFighter,
    SolarScene,
    Station,
    Vessel,
)


def space_fight(scene: SolarScene, fighter: SolarFighter) -> Command:
    """SL-25.6 Crew of a flying vessel. The first that applies."""
    if not is_sane(fighter):
        return passes(fighter)
    own = own_vessel(scene, fighter)
    mends = works_as(scene, fighter, Station.ENGINEER)
    if mends and own.breached and fighter.ap >= REPAIR_AP:
        return Command("repair", fighter.id, {"what": "breach"})
    foes = enemies(scene, fighter)
    if foes and not own.solo:
        return _fights_aboard(fighter, foes)
    hostile = hostile_vessels(scene, own)
    return (
        (_shoots(scene, fighter, own, hostile) if works_as(scene, fighter, Station.GUNNER) else None)
        or (_mends(fighter, own) if mends else None)
        or (_works_on(fighter, own, hostile) if fighter.station is Station.ENGINEER else None)
        or (_steers(scene, fighter, own, hostile) if fighter.station is Station.PILOT else None)
        or passes(fighter)
    )


def _fights_aboard(fighter: SolarFighter, foes: list[SolarFighter]) -> Command:
    """SL-25.6 Crew of a flying vessel, 3. With enemies aboard: attack T with W, or pass."""
    foe = target(fighter, foes)
    if foe is None:
        return passes(fighter)
    weapon = weapon_against(fighter, foe, legal_weapons(fighter, squares_between(fighter, foe)))
    if weapon is None or fighter.ap < weapon.ap:
        return passes(fighter)
    return Command("attack", fighter.id, {"target": foe.id, "weapon": weapon.key})


def average_doubled(weapon: VesselWeapon) -> int:
    """Twice the average damage of a vessel's weapon."""
    return sum(sides + 1 for _, dice in weapon.pool for sides in dice)


def _shoots(scene: SolarScene, fighter: SolarFighter, own: Vessel, hostile: list[Vessel]) -> Command | None:
    """SL-25.6 Crew of a flying vessel, 4. The pair of vessel and weapon with the highest average damage."""
    if not is_ok(own, GUNS):
        return None
    best: tuple[int, int] | None = None
    chosen: tuple[Vessel, VesselWeapon] | None = None
    for vessel in hostile:
        for key in own.weapons:
            weapon = content.vessel_weapons()[key]
            if weapon.ap > fighter.ap or distance(own, vessel) > weapon.reach:
                continue
            score = (average_doubled(weapon), -vessel.dhp)
            if best is None or score > best:
                best, chosen = score, (vessel, weapon)
    if chosen is None:
        return None
    vessel, weapon = chosen
    spare = fighter.ap - weapon.ap
    if not own.solo and fighter.aim != vessel.id and AIM_AT_VESSEL_AP <= spare < weapon.ap:
        return Command("aim", fighter.id, {"target": vessel.id})
    return Command("fire", fighter.id, {"target": vessel.id, "weapon": weapon.key})


def _mends(fighter: SolarFighter, own: Vessel) -> Command | None:
    """SL-25.6 Crew of a flying vessel, 5. The first damaged of life support, engine, guns."""
    if fighter.ap < REPAIR_AP:
        return None
    for component in (LIFE_SUPPORT, ENGINE, GUNS):
        if not is_ok(own, component):
            return Command("repair", fighter.id, {"what": COMPONENTS[component].replace("_", " ")})
    return None


def _works_on(fighter: SolarFighter, own: Vessel, hostile: list[Vessel]) -> Command | None:
    """SL-25.6 Crew of a flying vessel, 6. Overcharge while there is something to shoot at; else the hull."""
    can_be = own.weapons and is_ok(own, GUNS) and not own.overcharge and own.locked is None
    if hostile and can_be and fighter.ap >= 2 * OVERCHARGE_AP:
        return Command("overcharge", fighter.id, {})
    if own.dhp < own.dhp_max and fighter.ap >= HULL_AP:
        return Command("repair", fighter.id, {"what": "hull"})
    return None


def waiting_brute(scene: SolarScene, fighter: SolarFighter) -> bool:
    """Whether a `brute` without a station waits aboard."""
    return any(
        one.aboard == fighter.aboard
        and one.side == fighter.side
        and one.station is None
        and one.behaviour is Behaviour.BRUTE
        and one.status is UP
        for one in scene.fighters.values()
    )


def _steers(scene: SolarScene, fighter: SolarFighter, own: Vessel, hostile: list[Vessel]) -> Command | None:
    """SL-25.6 Crew of a flying vessel, 7 and 8. Tear free, flee, close in, evade, grapple."""
    if not is_ok(own, ENGINE) or not hostile:
        return None
    if own.locked is not None:
        return _tears_free(scene, fighter, own)
    near = min(hostile, key=lambda vessel: (distance(own, vessel), vessel.dhp))
    if not own.weapons:
        return _flees(scene, fighter, own, near)
    ap = fighter.ap
    if distance(own, near) > min(content.vessel_weapons()[key].reach for key in own.weapons) and ap >= 2 * BURN_AP:
        return Command("burn", fighter.id, {"toward": near.id})
    if not own.evading and ap >= 2 * EVADE_AP:
        return Command("evade", fighter.id, {})
    if distance(own, near) == 0 and ap >= 2 * GRAPPLE_AP and waiting_brute(scene, fighter):
        return Command("grapple", fighter.id, {"target": near.id})
    return None


def _tears_free(scene: SolarScene, fighter: SolarFighter, own: Vessel) -> Command | None:
    """SL-25.6 Crew of a flying vessel, 7. `free`, unless friends are up over there or a brute waits aboard."""
    over_there = any(
        one.aboard == own.locked and one.side == fighter.side and one.status is UP for one in scene.fighters.values()
    )
    if over_there or waiting_brute(scene, fighter) or fighter.ap < 2 * FREE_AP:
        return None
    return Command("free", fighter.id, {})


def _flees(scene: SolarScene, fighter: SolarFighter, own: Vessel, near: Vessel) -> Command | None:
    """SL-25.6 Crew of a flying vessel, 7. Unarmed: escape at distance 3; else evade first, then burn away."""
    if distance(own, near) >= ESCAPE_DISTANCE and fighter.ap >= 2 * ESCAPE_AP:
        return Command("escape", fighter.id, {})
    if fighter.ap < 2 * BURN_AP:
        return None
    if not own.evading and not scene.payments:
        return Command("evade", fighter.id, {})
    return Command("burn", fighter.id, {"from": "from", "away": near.id})
