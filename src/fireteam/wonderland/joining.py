"""UW-11.2: `add` and `remove`, and how a sheet becomes a fighter or vehicle of a scene."""

from __future__ import annotations

import re
from typing import Any

from fireteam.kernel.actions import Command
from fireteam.kernel.events import Id
from fireteam.kernel.names import find, short
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.run import Run
from fireteam.kernel.scene import COMBAT
from fireteam.kernel.scenefile import MOST_FIGHTERS
from fireteam.wonderland import content, npc_attacks, sheet, skills, targets, vehicles
from fireteam.wonderland.events.turns import Joined, Removed
from fireteam.wonderland.state import AWAY, FLED, OBJECT, Fighter, Scene, Vehicle, leave_order

_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,59}$")
MOST_SIDE = 40


def check_add(scene: Scene, command: Command) -> Refusal | None:
    """UW-11.2 `add TEMPLATE [as ID] [on SIDE]` takes fighters and vehicles of chapter 21."""
    text = command.args.get("template")
    if text is None:
        return Refusal("name a template", "UW-11.2", "add TEMPLATE [as ID] [on SIDE]")
    known = {**content.bestiary(), **content.vehicles()}
    found = find(text, {id: (str(entry["name"]),) for id, entry in known.items()}, "template")
    if isinstance(found, Refusal):
        return found
    command.args["template"] = found
    id = command.args.get("id") or free_id(scene, found)
    if not _ID.match(id):
        return Refusal(f"{short(id)}: an id has 1 to 60 lower-case letters, digits and hyphens", "UW-11.2")
    if id in scene.fighters or id in scene.vehicles:
        return Refusal(f"the id {id} is taken", "UW-11.2")
    if len(command.args.get("side", "")) > MOST_SIDE:
        return Refusal(f"a side has at most {MOST_SIDE} characters", "UW-11.2")
    group = scene.vehicles if found in content.vehicles() else scene.fighters
    if len(group) >= MOST_FIGHTERS:
        return Refusal(f"a scene has at most {MOST_FIGHTERS} of them", "UW-11.2")
    return None


def free_id(scene: Scene, template: str) -> str:
    """The template's id, or the first number behind it that nobody has yet."""
    if template not in scene.fighters and template not in scene.vehicles:
        return template
    number = 2
    while f"{template}-{number}" in scene.fighters or f"{template}-{number}" in scene.vehicles:
        number += 1
    return f"{template}-{number}"


def resolve_add(run: Run[Scene], command: Command) -> None:
    """UW-5.9 Who joins during combat comes last, and its cover is blown (UW-2.3)."""
    template = command.args["template"]
    id = command.args.get("id") or free_id(run.scene, template)
    is_vehicle = template in content.vehicles()
    entry: dict[str, Any] = {**(content.vehicles() if is_vehicle else content.bestiary())[template]}
    entry["template"] = template
    if "side" in command.args:
        entry["side"] = command.args["side"]
    takes_turns = not is_vehicle and entry.get("kind") != OBJECT and run.scene.phase is COMBAT
    run.happened(Joined(Id(id), is_vehicle, takes_turns, entry))
    if run.scene.phase is COMBAT and not is_vehicle:
        skills.open_to_blown(run, run.scene.fighters[id])


def read_joined(scene: Scene, id: str, entry: dict[str, Any], is_vehicle: bool) -> None:
    """Puts a fighter or vehicle that a sheet describes at the end of the listing."""
    table = sheet.VEHICLE if is_vehicle else sheet.FIGHTER
    record, given = table.read_given(id, entry, id, [])
    table.fill(record, given, scene)
    if isinstance(record, Vehicle):
        scene.vehicles[id] = record
    elif isinstance(record, Fighter):
        sheet.settle_skills(record)
        sheet.derive_arms(record)
        scene.fighters[id] = record


def check_remove(scene: Scene, command: Command) -> Refusal | None:
    """UW-11.2 `remove ID`."""
    return targets.resolve(scene, command, "target")


def resolve_remove(run: Run[Scene], command: Command) -> None:
    """UW-11.2 `remove` of a vehicle leaves those aboard on foot; UW-5.7: a victim inside is free."""
    id = command.args["target"]
    vehicle = run.scene.vehicles.get(id)
    if vehicle is not None:
        for who in vehicle.aboard:
            if run.scene.fighters[who].status not in (FLED, AWAY):
                vehicles.get_off(run, run.scene.fighters[who], "UW-11.2")
    elif run.scene.fighters[id].victim is not None:
        npc_attacks.free_victim(run, run.scene.fighters[id])
    run.happened(Removed(Id(id)))


def forget(scene: Scene, id: str) -> None:
    """Takes a fighter or vehicle out of a scene, and every mention of it."""
    leave_order(scene, id)
    scene.fighters.pop(id, None)
    scene.vehicles.pop(id, None)
    rows = {
        one: {other: number for other, number in row.items() if other != id}
        for one, row in scene.place.distances.items()
        if one != id
    }
    scene.place.distances = {one: row for one, row in rows.items() if row}
    for fighter in scene.fighters.values():
        if id in fighter.pacified:
            fighter.pacified = [name for name in fighter.pacified if name != id]
        if fighter.victim == id:
            fighter.victim = None
            fighter.digest = 0
        if fighter.aboard == id:
            fighter.aboard = ""
    for vehicle in scene.vehicles.values():
        vehicle.exposed.pop(id, None)
        if vehicle.driver == id:
            vehicle.driver = ""
        if id in vehicle.riders:
            vehicle.riders = [name for name in vehicle.riders if name != id]
    if scene.move_target == id:
        scene.move_target = None
    if id in scene.move_won:
        scene.move_won = [name for name in scene.move_won if name != id]
