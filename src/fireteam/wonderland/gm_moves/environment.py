"""UW-10.8, UW-10.9: hostile environments and who is exposed to them."""

from __future__ import annotations

from fireteam.kernel.actions import Command
from fireteam.kernel.events import Id
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.run import Run
from fireteam.wonderland import content, targets, vehicles
from fireteam.wonderland.effects import conditions, lifeforms
from fireteam.wonderland.events.conditions import ExposedAgain, HazardBegan, HazardEnded, Sheltered
from fireteam.wonderland.place import (
    COLD,
    DEFAULT_ONSET,
    DEFAULT_PENALTY,
    HAZARD_FIELDS,
    HEAT,
    RADIATION,
)
from fireteam.wonderland.state import OBJECT, SWALLOWED, Fighter, Lifeform, Scene, in_the_fight

CAUSES = {"heat": "hyperthermia", "cold": "hypothermia"}
"""What heat and cold bring (UW-9.13); one is immune to the hazard if to that."""
REPLACES = {HEAT: COLD, COLD: HEAT}


def is_exposed(scene: Scene, who: Fighter, hazard: str) -> bool:
    """UW-10.9 Who is exposed. Everybody here, unless sheltered, dressed for it, in a sealed hull, or immune."""
    if who.sheltered or not (in_the_fight(who) or who.status is SWALLOWED) or who.kind is OBJECT:
        return False
    if lifeforms.is_immune(who, CAUSES.get(hazard, hazard)) and not (
        hazard == RADIATION and who.lifeform is Lifeform.ORG
    ):
        return False
    vehicle = scene.vehicles.get(who.aboard)
    if vehicle is not None and vehicle.sealed and vehicles.is_protecting(vehicle):
        return False
    return not content.protects(who.gear, hazard)


def check_hazard(scene: Scene, command: Command) -> Refusal | None:
    """UW-10.8 Hostile environment. A kind, and the numbers that this kind has."""
    hazard = command.args.get("hazard")
    if hazard is None:
        return Refusal("name a hazard: radiation, toxic, heat or cold", "UW-10.8")
    for name in ("damage", "penalty", "lasting", "onset"):
        if name in command.args and name not in HAZARD_FIELDS[hazard]:
            return Refusal(f"{hazard} has no {name}", "UW-10.8")
    return None


def resolve_hazard(run: Run[Scene], command: Command) -> None:
    """UW-10.8 Hostile environment. `hazard KIND` puts it into the place; heat and cold replace each other."""
    hazard = command.args["hazard"]
    other = REPLACES.get(hazard)
    if other in run.scene.place.hazards:
        clear(run, str(other))
    args = command.args
    run.happened(
        HazardBegan(
            hazard,
            args.get("damage", 0),
            args.get("penalty", DEFAULT_PENALTY),
            "lasting" in args,
            args.get("onset", DEFAULT_ONSET),
        )
    )


def check_clear(scene: Scene, command: Command) -> Refusal | None:
    """UW-10.8 Hostile environment. "no such hazard here"."""
    if command.args.get("hazard") not in scene.place.hazards:
        return Refusal("no such hazard here", "UW-10.8")
    return None


def resolve_clear(run: Run[Scene], command: Command) -> None:
    """UW-10.8 Hostile environment. `clear HAZARD` ends it."""
    clear(run, command.args["hazard"])


def clear(run: Run[Scene], hazard: str) -> None:
    """UW-10.8 With a hazard goes the hyper- or hypothermia it brought, and everybody's exposure."""
    run.happened(HazardEnded(hazard))
    if hazard in CAUSES:
        for who in run.scene.fighters.values():
            if CAUSES[hazard] in who.conditions:
                conditions.end(run, who, CAUSES[hazard], "relief", "UW-10.8")


def check_names(scene: Scene, command: Command) -> Refusal | None:
    """UW-10.9 `shelter NAMES` and `expose NAMES` take living fighters."""
    refusal = targets.resolve_fighters(scene, command, "names")
    if refusal is None:
        for id in command.args["names"]:
            who = scene.fighters[id]
            if not (in_the_fight(who) or who.status is SWALLOWED):
                return Refusal(targets.absence(scene, who), "UW-10.9")
    return refusal


def check_shelter(scene: Scene, command: Command) -> Refusal | None:
    """UW-10.9 Who is exposed. Nobody is sheltered twice."""
    refusal = check_names(scene, command)
    if refusal is None:
        for id in command.args["names"]:
            if scene.fighters[id].sheltered:
                return Refusal(f"{scene.fighters[id].name} is sheltered already", "UW-10.9")
    return refusal


def check_expose(scene: Scene, command: Command) -> Refusal | None:
    """UW-10.9 Who is exposed. Only who is sheltered can be exposed."""
    refusal = check_names(scene, command)
    if refusal is None:
        for id in command.args["names"]:
            if not scene.fighters[id].sheltered:
                return Refusal(f"{scene.fighters[id].name} is not sheltered", "UW-10.9")
    return refusal


def resolve_shelter(run: Run[Scene], command: Command) -> None:
    """UW-10.9 Sheltering ends hyper- and hypothermia and sets `exposure` to 0."""
    for id in command.args["names"]:
        who = run.scene.fighters[id]
        run.happened(Sheltered(Id(id)))
        conditions.end_all(run, who, ("hyperthermia", "hypothermia"), "relief", "UW-10.9")


def resolve_expose(run: Run[Scene], command: Command) -> None:
    """UW-10.9 `expose NAMES` undoes a shelter."""
    for id in command.args["names"]:
        run.happened(ExposedAgain(Id(id)))
