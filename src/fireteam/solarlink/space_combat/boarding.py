"""SL-15.12: from one vessel into another, into a landed one, and out of it."""

from __future__ import annotations

from fireteam.kernel.actions import Slot
from fireteam.kernel.refusals import Refusal
from fireteam.solarlink.events.space import Boarded
from fireteam.solarlink.naming import find_vessel
from fireteam.solarlink.space_combat.stations import lost_by_moving, own_vessel
from fireteam.solarlink.state import SolarFighter, SolarRun, SolarScene, VesselStatus
from fireteam.solarlink.verb import Args, Verb, costs

BOARD_AP = 4


def _refuse_board(scene: SolarScene, fighter: SolarFighter, args: Args) -> Refusal | None:
    """SL-15.12 Boarding. What forbids it, in the clause's order."""
    if "target" not in args:
        return Refusal("needs a vessel", "SL-15.12")
    found = find_vessel(scene, args["target"])
    if isinstance(found, Refusal):
        return found
    args["target"] = found
    if fighter.station is not None:
        return Refusal(f"leave the {fighter.station}'s station first", "SL-15.12")
    vessel = scene.vehicles[found]
    if fighter.aboard == found:
        return Refusal("already aboard", "SL-15.12")
    if vessel.status is VesselStatus.GONE or (fighter.aboard is None and not vessel.landed):
        return Refusal(f"{found} cannot be reached", "SL-15.12")
    if fighter.aboard is not None and own_vessel(scene, fighter).locked != found:
        return Refusal("the vessels are not locked", "SL-15.12")
    return None


def _board(run: SolarRun, fighter: SolarFighter, args: Args) -> None:
    """SL-15.12 Boarding. `at` becomes null; aim and cover end."""
    run.happened(Boarded(fighter.id, args["target"], lost_by_moving(fighter)))


BOARD = Verb(
    verb="board",
    clause="SL-15.12",
    summary="Goes aboard a locked or a landed vessel.",
    refuse=_refuse_board,
    cost=costs(BOARD_AP),
    shown_cost="4 AP",
    effect=_board,
    in_calm=True,
    slots=(Slot("target", shown="VESSEL"),),
    offers=lambda scene, fighter: [{"target": id} for id in scene.vehicles],
)


def _refuse_disembark(scene: SolarScene, fighter: SolarFighter, args: Args) -> Refusal | None:
    if fighter.station is not None:
        return Refusal(f"leave the {fighter.station}'s station first", "SL-15.12")
    if fighter.aboard is None:
        return Refusal(f"{fighter.id} is aboard nothing", "SL-15.12")
    return None if own_vessel(scene, fighter).landed else Refusal("the vessel has not landed", "SL-15.12")


def _disembark(run: SolarRun, fighter: SolarFighter, args: Args) -> None:
    """SL-15.12 Boarding. Out of a landed vessel."""
    run.happened(Boarded(fighter.id, None, lost_by_moving(fighter)))


DISEMBARK = Verb(
    verb="disembark",
    clause="SL-15.12",
    summary="Leaves a landed vessel.",
    refuse=_refuse_disembark,
    cost=costs(BOARD_AP),
    shown_cost="4 AP",
    effect=_disembark,
    in_calm=True,
)
