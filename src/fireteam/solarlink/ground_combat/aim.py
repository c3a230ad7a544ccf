"""SL-13.10: aiming at people, and SL-15.6 for a gunner's aim at a vessel."""

from __future__ import annotations

from fireteam.kernel.actions import Slot
from fireteam.kernel.events import Id
from fireteam.kernel.refusals import Refusal
from fireteam.solarlink import content
from fireteam.solarlink.events.acts import Aimed
from fireteam.solarlink.naming import can_name, find_anybody
from fireteam.solarlink.space_combat.stations import works_as
from fireteam.solarlink.state import (
    DEAD,
    GONE,
    SolarFighter,
    SolarRun,
    SolarScene,
    Station,
    VesselStatus,
)
from fireteam.solarlink.verb import Args, Verb

AIM_AP, AIM_AT_VESSEL_AP = 4, 8
"""2 AP, and 4 for a gunner's aim at a vessel; in halves."""


def _refuse(scene: SolarScene, fighter: SolarFighter, args: Args) -> Refusal | None:
    """SL-13.10 Aim. A light or heavy weapon on the sheet, and a target in the same place."""
    if "target" not in args:
        return Refusal("needs a target", "SL-13.10")
    found = find_anybody(scene, args["target"], fighter)
    if isinstance(found, Refusal):
        return found
    args["target"] = found
    if found not in scene.fighters and works_as(scene, fighter, Station.GUNNER):
        return _refuse_vessel(scene, fighter, found)
    weapons = content.weapons()
    if not any(weapons[key].kind in ("light", "heavy") for key in fighter.weapons):
        return Refusal("no ranged weapon", "SL-13.10")
    target = scene.fighters.get(found)
    if target is None or target is fighter or target.aboard != fighter.aboard:
        return Refusal("no such target here", "SL-13.10")
    if target.status is DEAD or target.status is GONE:
        return Refusal("no such target here", "SL-13.10")
    return Refusal("already aimed", "SL-13.10") if fighter.aim == found else None


def _refuse_vessel(scene: SolarScene, fighter: SolarFighter, found: str) -> Refusal | None:
    """SL-15.6 Fire. A gunner's aim: not at the own vessel or a wreck."""
    vessel = scene.vehicles[found]
    if found == fighter.aboard:
        return Refusal("that is the own vessel", "SL-15.6")
    if vessel.status is VesselStatus.WRECK:
        return Refusal(f"{found} is a wreck", "SL-15.6")
    if vessel.status is VesselStatus.GONE:
        return Refusal(f"{found} is gone", "SL-15.6")
    return Refusal("already aimed", "SL-15.6") if fighter.aim == found else None


def _cost(scene: SolarScene, fighter: SolarFighter, args: Args) -> int:
    return AIM_AP if args["target"] in scene.fighters else AIM_AT_VESSEL_AP


def _aim(run: SolarRun, fighter: SolarFighter, args: Args) -> None:
    """SL-13.10 Aim. +2 on the next attack with a ranged weapon, if it goes at that target."""
    found = args["target"]
    rule = "SL-13.10" if found in run.scene.fighters else "SL-15.6"
    run.happened(Aimed(fighter.id, Id(found), rule))


def _offers(scene: SolarScene, fighter: SolarFighter) -> list[Args]:
    found = [
        {"target": id}
        for id, one in scene.fighters.items()
        if one.side != fighter.side and one.aboard == fighter.aboard and can_name(fighter, one)
    ]
    return found + [{"target": id} for id in scene.vehicles if id not in scene.fighters]


AIM = Verb(
    verb="aim",
    clause="SL-13.10",
    summary="+2 on the next shot at a target.",
    refuse=_refuse,
    cost=_cost,
    shown_cost="2 AP, 4 at a vessel",
    effect=_aim,
    slots=(Slot("target"),),
    offers=_offers,
)
