"""SL-15.8: repairs and overcharging."""

from __future__ import annotations

from fireteam.kernel.actions import Slot
from fireteam.kernel.refusals import Refusal
from fireteam.solarlink.content import keyed
from fireteam.solarlink.events.space import Overcharged, Repaired
from fireteam.solarlink.rolls import check, trade_modifier
from fireteam.solarlink.space_combat.stations import own_vessel, station_refusal
from fireteam.solarlink.space_combat.vessels import is_ok
from fireteam.solarlink.state import COMPONENTS, GUNS, SolarFighter, SolarRun, SolarScene, Station
from fireteam.solarlink.verb import Args, Verb, costs

REPAIR_AP, HULL_AP, OVERCHARGE_AP = 12, 16, 4
"""Repairs in halves; overcharging in AP."""
REPAIR_DIFFICULTY, HULL_DIFFICULTY, OVERCHARGE_DIFFICULTY = 12, 14, 11
BREACH, HULL = "breach", "hull"
REPAIRABLE = (*COMPONENTS, BREACH, HULL)


def _refuse_repair(scene: SolarScene, fighter: SolarFighter, args: Args) -> Refusal | None:
    refusal = station_refusal(scene, fighter, Station.ENGINEER)
    if refusal is not None:
        return refusal
    what = keyed(args.get("what", ""))
    if what not in REPAIRABLE:
        return Refusal("engine, guns, life support, breach or hull", "SL-15.8")
    args["what"] = what
    own = own_vessel(scene, fighter)
    if what == BREACH:
        return None if own.breached else Refusal("no breach", "SL-15.8")
    if what == HULL:
        return None if own.dhp < own.dhp_max else Refusal("the hull is whole", "SL-15.8")
    if not is_ok(own, COMPONENTS.index(what)):
        return None
    verb = "are" if what == "guns" else "is"
    return Refusal(f"the {what.replace('_', ' ')} {verb} working", "SL-15.8")


def _repair(run: SolarRun, fighter: SolarFighter, args: Args) -> None:
    """SL-15.8 Repair. Ship Engineer against 12, the hull against 14 for 1 DHP."""
    own, what = own_vessel(run.scene, fighter), args["what"]
    difficulty = HULL_DIFFICULTY if what == HULL else REPAIR_DIFFICULTY
    modifier = trade_modifier(run.scene, fighter, "ship_engineer")
    if check(run, fighter, "repair", modifier, difficulty, "SL-15.8") >= difficulty:
        run.happened(Repaired(own.id, what, own.dhp + (what == HULL)))


REPAIR = Verb(
    verb="repair",
    clause="SL-15.8",
    summary="Mends a component, the breach or a point of hull.",
    refuse=_refuse_repair,
    cost=lambda scene, fighter, args: HULL_AP if args["what"] == HULL else REPAIR_AP,
    shown_cost="6 AP, hull 8",
    effect=_repair,
    in_calm=True,
    has_odds=True,
    slots=(Slot("what", shown="engine, guns, life support, breach or hull"),),
    offers=lambda scene, fighter: [{"what": what.replace("_", " ")} for what in REPAIRABLE] if fighter.station else [],
)


def _refuse_overcharge(scene: SolarScene, fighter: SolarFighter, args: Args) -> Refusal | None:
    refusal = station_refusal(scene, fighter, Station.ENGINEER)
    if refusal is not None:
        return refusal
    own = own_vessel(scene, fighter)
    if own.overcharge:
        return Refusal("already overcharged", "SL-15.8")
    return None if is_ok(own, GUNS) else Refusal("the guns are down", "SL-15.8")


def _overcharge(run: SolarRun, fighter: SolarFighter, args: Args) -> None:
    """SL-15.8 Repair. Overcharging: Ship Engineer against 11; the vessel's next shot is raised by one die."""
    modifier = trade_modifier(run.scene, fighter, "ship_engineer")
    total = check(run, fighter, "overcharge", modifier, OVERCHARGE_DIFFICULTY, "SL-15.8")
    if total >= OVERCHARGE_DIFFICULTY:
        run.happened(Overcharged(own_vessel(run.scene, fighter).id))


OVERCHARGE = Verb(
    verb="overcharge",
    clause="SL-15.8",
    summary="Raises the vessel's next shot by one die.",
    refuse=_refuse_overcharge,
    cost=costs(OVERCHARGE_AP),
    shown_cost="4 AP",
    effect=_overcharge,
    has_odds=True,
)
