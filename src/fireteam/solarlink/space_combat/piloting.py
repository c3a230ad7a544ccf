"""SL-15.3, SL-15.4, SL-15.11, SL-15.13: what a pilot does."""

from __future__ import annotations

from fireteam.kernel.actions import Option, Slot
from fireteam.kernel.events import Id
from fireteam.kernel.refusals import Refusal
from fireteam.solarlink.actions_and_movement import FROM
from fireteam.solarlink.events.changes import Changes, note_vessel
from fireteam.solarlink.events.space import Burned, Escaped, EvadingRose, Locked, Unlocked
from fireteam.solarlink.ground_combat.falling import leave_order
from fireteam.solarlink.naming import find_vessel
from fireteam.solarlink.rolls import check, trade_modifier
from fireteam.solarlink.space_combat.stations import own_vessel, station_refusal
from fireteam.solarlink.space_combat.vessels import distance, is_flying, is_ok, vessel_defence
from fireteam.solarlink.state import (
    ENGINE,
    OUT,
    UP,
    SolarFighter,
    SolarRun,
    SolarScene,
    Station,
    Vessel,
    VesselStatus,
)
from fireteam.solarlink.verb import Args, Verb, costs

LAST_BAND = 9
BURN_AP, EVADE_AP, GRAPPLE_AP, FREE_AP, ESCAPE_AP = 4, 4, 6, 6, 6
EVADE_DIFFICULTY, EVADE_WELL, FREE_DIFFICULTY = 10, 15, 14
EVADING, EVADING_WELL = 2, 4
ESCAPE_DISTANCE = 3


def _grounded(vessel: Vessel) -> Refusal | None:
    """SL-15.3 Bands and burn. A vessel that has landed, whose engine is down, or that is locked goes nowhere."""
    if vessel.landed:
        return Refusal("the vessel has landed", "SL-15.3")
    if not is_ok(vessel, ENGINE):
        return Refusal("the engine is down", "SL-15.3")
    return Refusal("the vessels are locked", "SL-15.3") if vessel.locked is not None else None


def _refuse_burn(scene: SolarScene, fighter: SolarFighter, args: Args) -> Refusal | None:
    refusal = station_refusal(scene, fighter, Station.PILOT)
    if refusal is not None:
        return refusal
    slot = "toward" if "toward" in args else "away"
    if slot not in args:
        return Refusal("needs a vessel", "SL-15.3", "burn toward VESSEL")
    found = find_vessel(scene, args[slot])
    if isinstance(found, Refusal):
        return found
    args[slot] = found
    if slot == "away":
        args["from"] = "from"
    own, other = own_vessel(scene, fighter), scene.vehicles[found]
    if own is other:
        return Refusal("that is the own vessel", "SL-15.3")
    refusal = _grounded(own)
    if refusal is not None:
        return refusal
    if slot == "toward":
        return Refusal("already in the same band", "SL-15.3") if own.band == other.band else None
    return None if band_away(own, other) is not None else Refusal("the edge of the field", "SL-15.3")


def band_away(own: Vessel, other: Vessel) -> int | None:
    """SL-15.3 Bands and burn. Away at distance 0: up, at 9 down. None at the edge of the field."""
    if own.band == other.band:
        return own.band + 1 if own.band < LAST_BAND else own.band - 1
    band = own.band + (1 if own.band > other.band else -1)
    return band if 0 <= band <= LAST_BAND else None


def _burn(run: SolarRun, fighter: SolarFighter, args: Args) -> None:
    """SL-15.3 Bands and burn. One band toward or away from a vessel."""
    own = own_vessel(run.scene, fighter)
    if "toward" in args:
        other = run.scene.vehicles[args["toward"]]
        band: int | None = own.band + (1 if other.band > own.band else -1)
    else:
        band = band_away(own, run.scene.vehicles[args["away"]])
    if band is not None:
        run.happened(Burned(own.id, own.band, band))


def _burn_offers(scene: SolarScene, fighter: SolarFighter) -> list[Args]:
    others = [id for id, one in scene.vehicles.items() if id != fighter.aboard and one.status is not VesselStatus.GONE]
    return [{"toward": id} for id in others] + [{"from": "from", "away": id} for id in others]


BURN = Verb(
    verb="burn",
    clause="SL-15.3",
    summary="Moves the vessel one band toward or away from another.",
    refuse=_refuse_burn,
    cost=costs(BURN_AP),
    shown_cost="4 AP",
    effect=_burn,
    extras=(
        Option("toward", ("toward",), (Slot("toward", shown="VESSEL"),)),
        Option("away", ("away",), (FROM, Slot("away", shown="VESSEL"))),
    ),
    offers=_burn_offers,
)


def _refuse_evade(scene: SolarScene, fighter: SolarFighter, args: Args) -> Refusal | None:
    return station_refusal(scene, fighter, Station.PILOT) or _grounded(own_vessel(scene, fighter))


def _evade(run: SolarRun, fighter: SolarFighter, args: Args) -> None:
    """SL-15.4 Evade. SolarLink Pilot against 10: evading at least 2, on 15 or more at least 4."""
    own = own_vessel(run.scene, fighter)
    modifier = trade_modifier(run.scene, fighter, "solarlink_pilot")
    total = check(run, fighter, "evade", modifier, EVADE_DIFFICULTY, "SL-15.4")
    if total < EVADE_DIFFICULTY:
        return
    evading = EVADING_WELL if total >= EVADE_WELL else EVADING
    if evading > own.evading:
        run.happened(EvadingRose(own.id, evading))


EVADE = Verb(
    verb="evade",
    clause="SL-15.4",
    summary="Makes the vessel harder to hit until the pilot's next turn.",
    refuse=_refuse_evade,
    cost=costs(EVADE_AP),
    shown_cost="4 AP",
    effect=_evade,
    has_odds=True,
)


def _refuse_grapple(scene: SolarScene, fighter: SolarFighter, args: Args) -> Refusal | None:
    refusal = station_refusal(scene, fighter, Station.PILOT)
    if refusal is not None:
        return refusal
    if "target" not in args:
        return Refusal("needs a vessel", "SL-15.11")
    found = find_vessel(scene, args["target"])
    if isinstance(found, Refusal):
        return found
    args["target"] = found
    own, other = own_vessel(scene, fighter), scene.vehicles[found]
    if own is other:
        return Refusal("that is the own vessel", "SL-15.11")
    if other.landed or other.status is VesselStatus.GONE:
        return Refusal(f"{found} cannot be grappled", "SL-15.11")
    refusal = _grounded(own)
    if refusal is not None:
        return refusal
    if other.locked is not None:
        return Refusal("the vessels are locked", "SL-15.11")
    return None if own.band == other.band else Refusal("not in the same band", "SL-15.11")


def _grapple(run: SolarRun, fighter: SolarFighter, args: Args) -> None:
    """SL-15.11 Grapple and free. SolarLink Pilot against the vessel's defence: locks both, and ends evading on both."""
    scene = run.scene
    own, other = own_vessel(scene, fighter), scene.vehicles[args["target"]]
    difficulty = vessel_defence(scene, other)
    modifier = trade_modifier(scene, fighter, "solarlink_pilot")
    if check(run, fighter, "grapple", modifier, difficulty, "SL-15.11") >= difficulty:
        changes = Changes()
        note_vessel(changes, own, "evading", 0)
        note_vessel(changes, other, "evading", 0)
        run.happened(Locked(own.id, other.id, changes))


GRAPPLE = Verb(
    verb="grapple",
    clause="SL-15.11",
    summary="Locks the vessel to another in the same band.",
    refuse=_refuse_grapple,
    cost=costs(GRAPPLE_AP),
    shown_cost="6 AP",
    effect=_grapple,
    has_odds=True,
    hostile=True,
    slots=(Slot("target", shown="VESSEL"),),
    offers=lambda scene, fighter: [{"target": id} for id in scene.vehicles],
)


def _refuse_free(scene: SolarScene, fighter: SolarFighter, args: Args) -> Refusal | None:
    refusal = station_refusal(scene, fighter, Station.PILOT)
    if refusal is not None:
        return refusal
    return Refusal("not locked", "SL-15.11") if own_vessel(scene, fighter).locked is None else None


def _free(run: SolarRun, fighter: SolarFighter, args: Args) -> None:
    """SL-15.11 Grapple and free. SolarLink Pilot against 14 unlocks both."""
    own = own_vessel(run.scene, fighter)
    modifier = trade_modifier(run.scene, fighter, "solarlink_pilot")
    if check(run, fighter, "free", modifier, FREE_DIFFICULTY, "SL-15.11") >= FREE_DIFFICULTY:
        run.happened(Unlocked(own.id, str(own.locked)))


FREE = Verb(
    verb="free",
    clause="SL-15.11",
    summary="Tears the vessel loose from another.",
    refuse=_refuse_free,
    cost=costs(FREE_AP),
    shown_cost="6 AP",
    effect=_free,
    has_odds=True,
)


def hostile_vessels(scene: SolarScene, own: Vessel) -> list[Vessel]:
    """Flying vessels of other sides that are ok, in listing order."""
    return [one for one in scene.vehicles.values() if one.side != own.side and is_flying(one)]


def _refuse_escape(scene: SolarScene, fighter: SolarFighter, args: Args) -> Refusal | None:
    refusal = station_refusal(scene, fighter, Station.PILOT) or _grounded(own_vessel(scene, fighter))
    if refusal is not None:
        return refusal
    own = own_vessel(scene, fighter)
    for other in hostile_vessels(scene, own):
        if distance(own, other) < ESCAPE_DISTANCE:
            return Refusal(f"{other.id} is too near", "SL-15.13")
    return None


def _escape(run: SolarRun, fighter: SolarFighter, args: Args) -> None:
    """SL-15.13 Escape. The vessel and all aboard who are not dead are gone."""
    own = own_vessel(run.scene, fighter)
    aboard = [one for one in run.scene.fighters.values() if one.aboard == own.id and one.status in (UP, OUT)]
    who: list[Id] = [one.id for one in aboard]
    run.happened(Escaped(own.id, who))
    leave_order(run, *aboard)


ESCAPE = Verb(
    verb="escape",
    clause="SL-15.13",
    summary="Leaves the field with all hands.",
    refuse=_refuse_escape,
    cost=costs(ESCAPE_AP),
    shown_cost="6 AP",
    effect=_escape,
)
