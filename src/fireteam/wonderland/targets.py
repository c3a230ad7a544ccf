"""UW-14.1 Names: fighters or vehicles wherever a target is asked, and what is said of those who cannot be meant."""

from __future__ import annotations

from fireteam.kernel.actions import Command
from fireteam.kernel.names import find, near_miss, short
from fireteam.kernel.refusals import Refusal
from fireteam.wonderland.state import AWAY, DEAD, FLED, SWALLOWED, UNCONSCIOUS, Fighter, Scene, Vehicle


def unseen(text: str, hint: str = "") -> Refusal:
    """One answer for names that do not exist and for whoever players do not see, so that it betrays nobody."""
    why = "no such name, or who bears it is hidden"
    return Refusal(f"no fighter {short(text)} in sight: {why}{hint}", "UW-3.10")


def find_target(scene: Scene, text: str, actor: str | None) -> str | Refusal:
    """The id of the fighter or vehicle that a command names. For a player's fighter the hidden do not exist."""
    sees_all = actor is None or not scene.fighters[actor].is_player
    found: Fighter | Vehicle | None = scene.fighters.get(text) or scene.vehicles.get(text)
    if found is not None and (sees_all or not found.hidden or text == actor):
        return text
    names = {
        id: (one.name,)
        for group in (scene.fighters, scene.vehicles)
        for id, one in group.items()
        if sees_all or not one.hidden or id == actor
    }
    answer = find(text, names)
    if isinstance(answer, Refusal) and " could be " not in answer.reason and text.strip():
        return unseen(text, near_miss(text, names))
    return answer


def resolve(scene: Scene, command: Command, slot: str) -> Refusal | None:
    """Puts the id in place of the name in one slot of a command."""
    text = command.args.get(slot)
    if text is None:
        return Refusal(f"name a {slot}", "UW-14.1")
    found = find_target(scene, str(text), command.actor)
    if isinstance(found, Refusal):
        return found
    command.args[slot] = found
    return None


def resolve_all(scene: Scene, command: Command, slot: str, *, optional: bool = False) -> Refusal | None:
    """Puts ids in place of the names in a slot that holds several."""
    names = command.args.get(slot)
    if not names:
        return None if optional else Refusal(f"name {slot}", "UW-14.1")
    found = []
    for text in names:
        id = find_target(scene, text, command.actor)
        if isinstance(id, Refusal):
            return id
        found.append(id)
    command.args[slot] = found
    return None


def resolve_fighters(scene: Scene, command: Command, slot: str, *, optional: bool = False) -> Refusal | None:
    """Like `resolve_all`, and each name must be a fighter's, given once."""
    refusal = resolve_all(scene, command, slot, optional=optional)
    if refusal is not None or slot not in command.args:
        return refusal
    names = command.args[slot]
    for id in names:
        if id not in scene.fighters:
            return Refusal(f"{name_of(scene, id)} is no fighter", "UW-14.1")
        if names.count(id) > 1:
            return Refusal(f"{name_of(scene, id)} is named twice", "UW-14.1")
    return None


def resolve_fighter(scene: Scene, command: Command, slot: str = "target") -> Refusal | None:
    """Like `resolve`, and the name must be a fighter's."""
    refusal = resolve(scene, command, slot)
    if refusal is None and command.args[slot] not in scene.fighters:
        return Refusal(f"{name_of(scene, command.args[slot])} is no fighter", "UW-14.1")
    return refusal


def named(scene: Scene, id: str) -> Fighter | Vehicle:
    """The fighter or vehicle of an id."""
    return scene.fighters.get(id) or scene.vehicles[id]


def name_of(scene: Scene, id: str) -> str:
    """The name of a fighter or vehicle."""
    one: Fighter | Vehicle | None = scene.fighters.get(id) or scene.vehicles.get(id)
    return one.name if one is not None else id


def absence(scene: Scene, one: Fighter) -> str:
    """Why somebody cannot be reached now (UW-3.10)."""
    if one.status is DEAD:
        return f"{one.name} is dead"
    if one.status is FLED:
        return f"{one.name} has fled"
    if one.status is SWALLOWED:
        return f"{one.name} is inside {name_of(scene, str(one.swallowed_by))}"
    return f"{one.name} is not here"


def idleness(scene: Scene, one: Fighter) -> str:
    """UW-14.1 Why somebody makes no moves: "is unconscious" and so on."""
    if one.status is UNCONSCIOUS:
        return f"{one.name} is unconscious"
    if one.status is AWAY:
        return f"{one.name} is away"
    if one.status is SWALLOWED:
        return f"{one.name} is swallowed and is inside {name_of(scene, str(one.swallowed_by))}"
    return absence(scene, one)
