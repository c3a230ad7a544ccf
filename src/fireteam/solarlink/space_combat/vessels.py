"""SL-15.1, SL-15.5, SL-15.7, SL-15.9, SL-15.10: what a vessel is, how it is hit, and how it ends."""

from __future__ import annotations

from fireteam.solarlink.events.body import AirChanged
from fireteam.solarlink.events.changes import Changes, note, note_vessel
from fireteam.solarlink.events.space import Breached, ComponentDamaged, VehicleDamaged, Wrecked
from fireteam.solarlink.rolls import D10, one_die
from fireteam.solarlink.state import (
    COMPONENTS,
    ENGINE,
    GUNS,
    LIFE_SUPPORT,
    UP,
    Condition,
    SolarFighter,
    SolarRun,
    SolarScene,
    Station,
    Vessel,
    VesselStatus,
)
from fireteam.solarlink.turn_order import change_lists

DEFENCE, DEFENCE_LANDED = 10, 8
CONSEQUENCES = {6: ENGINE, 7: GUNS, 8: LIFE_SUPPORT}
"""SL-15.7 Consequences. d10: 1-5 nothing, 6 engine, 7 guns, 8 life support damaged, 9-10 breached."""
BREACHED_FROM = 9
AIR_BREACHED, AIR_DAMAGED, AIR_SOUND = -25, -5, 10
FULL_AIR = 100


def crew_of(scene: SolarScene, vessel: str) -> list[SolarFighter]:
    """SL-15.1 Vessels. A vessel acts only through those who work it: all at its stations, in listing order."""
    return [one for one in scene.fighters.values() if one.aboard == vessel and one.station is not None]


def pilot_of(scene: SolarScene, vessel: str) -> SolarFighter | None:
    """The pilot who is up, if there is one."""
    for one in scene.fighters.values():
        if one.station is Station.PILOT and one.aboard == vessel and one.status is UP:
            return one
    return None


def is_ok(vessel: Vessel, component: int) -> bool:
    """Whether a component works."""
    return vessel.components[component] is Condition.OK


def is_flying(vessel: Vessel) -> bool:
    """Whether a vessel is ok and has not landed."""
    return vessel.status is VesselStatus.OK and not vessel.landed


def lands_or_carries(fighter: SolarFighter, vessel: Vessel) -> bool:
    """SL-13.13 Attacking a vessel. Within the reach of one aboard nothing if landed, or of one aboard it."""
    if fighter.aboard is None:
        return vessel.landed
    return fighter.aboard == vessel.id


def vessel_defence(scene: SolarScene, vessel: Vessel) -> int:
    """SL-15.5 Defence of a vessel. 10 + handling + evading; landed 8 flat.

    Without a pilot who is up, or with the engine damaged, evading and a positive handling count 0.
    """
    if vessel.landed:
        return DEFENCE_LANDED
    if is_ok(vessel, ENGINE) and pilot_of(scene, vessel.id) is not None:
        return DEFENCE + vessel.handling + vessel.evading
    return DEFENCE + min(0, vessel.handling)


def damage_vessel(run: SolarRun, vessel: Vessel, ddmg: int, rule: str) -> int:
    """SL-3.1 Two scales. DDMG meets the DHP one to one; what is lost. At 0 DHP it is a wreck (SL-15.10)."""
    lost = min(vessel.dhp, ddmg)
    run.happened(VehicleDamaged(vessel.id, ddmg, lost, vessel.dhp - lost, rule))
    if vessel.dhp == 0 and vessel.status is VesselStatus.OK:
        wreck(run, vessel)
    return lost


def damage_component(run: SolarRun, vessel: Vessel, component: int, rule: str = "SL-15.7") -> None:
    """SL-15.7 Consequences. What is so already stays so; a damaged engine ends evading."""
    if vessel.components[component] is Condition.DAMAGED:
        return
    changes = Changes()
    if component == ENGINE:
        note_vessel(changes, vessel, "evading", 0)
    run.happened(ComponentDamaged(vessel.id, COMPONENTS[component], changes, rule))


def consequence(run: SolarRun, gunner: SolarFighter, vessel: Vessel) -> None:
    """SL-15.7 Consequences. A d10 for a shot that took 1 DHP or more and was aimed at no component."""
    face = one_die(run, D10, gunner, "consequence", "SL-15.7")
    if face in CONSEQUENCES:
        damage_component(run, vessel, CONSEQUENCES[face])
    elif face >= BREACHED_FROM and not vessel.breached:
        run.happened(Breached(vessel.id))


def wreck(run: SolarRun, vessel: Vessel) -> None:
    """SL-15.10 Wreck. All is damaged, breached and airless, and the crew loses its stations in listing order."""
    changes = Changes()
    note_vessel(changes, vessel, "evading", 0)
    note_vessel(changes, vessel, "overcharge", 0)
    crew = crew_of(run.scene, vessel.id)
    for fighter in crew:
        for name, value in (("station", None), ("aim", None), ("cover", 0)):
            note(changes, fighter, name, value)
    run.happened(Wrecked(vessel.id, changes))
    change_lists(run, crew, "SL-15.10")


def life_support(run: SolarRun) -> None:
    """SL-15.9 Life support. At the end of every Cycle: breached -25, else life support damaged -5, else +10."""
    for vessel in run.scene.vehicles.values():
        if vessel.status is VesselStatus.GONE:
            continue
        change = AIR_SOUND
        if vessel.breached:
            change = AIR_BREACHED
        elif not is_ok(vessel, LIFE_SUPPORT):
            change = AIR_DAMAGED
        air = min(max(vessel.air + change, 0), FULL_AIR)
        if air != vessel.air:
            run.happened(AirChanged(air, None, vessel.id, rule="SL-15.9"))


def distance(one: Vessel, other: Vessel) -> int:
    """SL-15.3 Bands and burn. The distance of two vessels is the difference of their bands; there is no other map."""
    return abs(one.band - other.band)
