"""SL-15.2: taking, leaving and working a station."""

from __future__ import annotations

from fireteam.kernel.actions import Reads, Slot
from fireteam.kernel.refusals import Refusal
from fireteam.solarlink.events.changes import Changes, note
from fireteam.solarlink.events.space import Crewed
from fireteam.solarlink.state import (
    OUT,
    UP,
    SolarFighter,
    SolarRun,
    SolarScene,
    Station,
    Vessel,
    VesselStatus,
)
from fireteam.solarlink.turn_order import change_lists
from fireteam.solarlink.verb import Args, Verb, costs

CREW_AP = 2
ENGINEERS = 2


def places(vessel: Vessel, station: Station) -> int:
    """SL-15.2 Stations. One pilot, one gunner for each weapon but at least one, two engineers; solo only a pilot."""
    if vessel.solo:
        return 1 if station is Station.PILOT else 0
    if station is Station.PILOT:
        return 1
    return ENGINEERS if station is Station.ENGINEER else max(1, len(vessel.weapons))


def holders(scene: SolarScene, vessel: str, station: Station) -> list[SolarFighter]:
    """Who has a station aboard, up or out, in listing order."""
    return [
        one
        for one in scene.fighters.values()
        if one.station is station and one.aboard == vessel and one.status in (UP, OUT)
    ]


def is_free(scene: SolarScene, vessel: Vessel, station: Station) -> bool:
    """SL-15.2 Stations. Only those who are up count: one who is out is set aside."""
    up = [one for one in holders(scene, vessel.id, station) if one.status is UP]
    return len(up) < places(vessel, station)


def works_as(scene: SolarScene, fighter: SolarFighter, station: Station) -> bool:
    """SL-15.2 Stations. Whether a fighter does a station's work; in a solo vessel the pilot does all of it."""
    if fighter.station is None:
        return False
    if fighter.station is station:
        return True
    return fighter.station is Station.PILOT and scene.vehicles[str(fighter.aboard)].solo


def station_refusal(scene: SolarScene, fighter: SolarFighter, station: Station) -> Refusal | None:
    """SL-15.2 Stations. A verb of another station, or of any without one, is refused."""
    if fighter.station is None:
        return Refusal("needs a station", "SL-15.2")
    return None if works_as(scene, fighter, station) else Refusal(f"needs the {station}'s station", "SL-15.2")


def own_vessel(scene: SolarScene, fighter: SolarFighter) -> Vessel:
    """The vessel aboard which a fighter is."""
    return scene.vehicles[str(fighter.aboard)]


def _refuse_crew(scene: SolarScene, fighter: SolarFighter, args: Args) -> Refusal | None:
    """SL-15.2 Stations. What forbids taking a station, in the clause's order."""
    typed = str(args.get("station", "")).casefold()
    if typed not in set(Station):
        return Refusal("pilot, gunner or engineer", "SL-15.2")
    station = Station(typed)
    args["station"] = typed
    if fighter.aboard is None:
        return Refusal(f"{fighter.id} is aboard nothing", "SL-15.2")
    vessel = own_vessel(scene, fighter)
    if vessel.status is VesselStatus.WRECK:
        return Refusal("the vessel is a wreck", "SL-15.2")
    if vessel.side != fighter.side:
        return Refusal("not your side's vessel", "SL-15.2")
    if fighter.station is not None:
        return Refusal(f"leave the {fighter.station}'s station first", "SL-15.2")
    if vessel.solo and station is not Station.PILOT:
        return Refusal("this vessel has only a pilot", "SL-15.2")
    return None if is_free(scene, vessel, station) else Refusal("that station is taken", "SL-15.2")


def _crew(run: SolarRun, fighter: SolarFighter, args: Args) -> None:
    """SL-15.2 Stations. If the places are full, one who is out, the first in listing order, is set aside."""
    scene = run.scene
    station = Station(args["station"])
    vessel = own_vessel(scene, fighter)
    changes = lost_by_moving(fighter)
    held = holders(scene, vessel.id, station)
    moved = [fighter]
    if len(held) >= places(vessel, station):
        aside = next(one for one in held if one.status is not UP)
        note(changes, aside, "station", None)
        moved.insert(0, aside)
    run.happened(Crewed(fighter.id, vessel.id, station.value, changes))
    if not vessel.landed:
        change_lists(run, moved)


def lost_by_moving(fighter: SolarFighter) -> Changes:
    """SL-12.7 Cover; SL-13.10 Aim. A change of station or vessel ends both."""
    changes = Changes()
    note(changes, fighter, "aim", None)
    note(changes, fighter, "cover", 0)
    return changes


CREW = Verb(
    verb="crew",
    clause="SL-15.2",
    summary="Takes a station of the vessel aboard.",
    refuse=_refuse_crew,
    cost=costs(CREW_AP),
    shown_cost="2 AP",
    effect=_crew,
    in_calm=True,
    slots=(Slot("station", Reads.WORD, shown="pilot or gunner or engineer"),),
    offers=lambda scene, fighter: [{"station": station.value} for station in Station] if fighter.aboard else [],
)


def _refuse_leave(scene: SolarScene, fighter: SolarFighter, args: Args) -> Refusal | None:
    return Refusal(f"{fighter.id} has no station", "SL-15.2") if fighter.station is None else None


def _leave(run: SolarRun, fighter: SolarFighter, args: Args) -> None:
    """SL-15.2 Stations. Giving a station up; in combat that changes lists (SL-1.8)."""
    vessel = own_vessel(run.scene, fighter)
    run.happened(Crewed(fighter.id, vessel.id, None, lost_by_moving(fighter)))
    if not vessel.landed:
        change_lists(run, [fighter])


LEAVE = Verb(
    verb="leave",
    clause="SL-15.2",
    summary="Gives up the station.",
    refuse=_refuse_leave,
    cost=costs(CREW_AP),
    shown_cost="2 AP",
    effect=_leave,
    in_calm=True,
)
