"""SL-23.1 Types. `changes`: the bookkeeping that no field of an event says, as a table of path to new value."""

from __future__ import annotations

from typing import Any

from fireteam.kernel.events import Id
from fireteam.solarlink.state import Prepared, SolarFighter, SolarScene, Vessel


class Changes(dict[str, Any]):
    """Paths and their new values, written as in the state. Hashable by identity, so that an empty one is a default."""

    __hash__ = object.__hash__  # type: ignore[assignment]


class Totals(dict[Id, int]):
    """Totals of Turn Order Rolls by fighter. Hashable by identity, as `Changes`."""

    __hash__ = object.__hash__  # type: ignore[assignment]


NONE = Changes()
"""No changes. Never written to."""
NO_TOTALS = Totals()
"""No totals. Never written to."""

FIGHTER, VESSEL, SCENE, PREPARED, ITEM, TASK = range(6)


class _Paths(dict[str, tuple[int, str, str]]):
    """Where each path leads: what kind of thing, its id, and the field; worked out once for each path."""

    def __missing__(self, path: str) -> tuple[int, str, str]:
        parts = path.split(".")
        found = (SCENE, "", path)
        if parts[0] == "vehicles":
            found = (VESSEL, parts[1], parts[2])
        elif parts[0] == "fighters":
            kind = {"prepared": PREPARED, "items": ITEM, "task": TASK}.get(parts[2], FIGHTER)
            found = (kind, parts[1], parts[3] if kind in (ITEM, TASK) else parts[2])
        self[path] = found
        return found


_PATHS = _Paths()
_MOST_PATHS = 20_000


def apply_changes(scene: SolarScene, changes: dict[str, Any]) -> None:
    """Sets every value of a table of changes."""
    for path, value in changes.items():
        kind, id, name = _PATHS[path]
        if kind == FIGHTER:
            setattr(scene.fighters[id], name, list(value) if value.__class__ is list else value)
        elif kind == SCENE:
            setattr(scene, name, value)
        elif kind == VESSEL:
            setattr(scene.vehicles[id], name, value)
        elif kind == PREPARED:
            scene.fighters[id].prepared = [Prepared(one["target"], one["weapon"]) for one in value]
        elif kind == ITEM:
            scene.fighters[id].items[name] = value
        else:
            task = scene.fighters[id].task
            if task is not None:
                setattr(task, name, value)
    if len(_PATHS) > _MOST_PATHS:
        _PATHS.clear()


def note(changes: Changes, fighter: SolarFighter, name: str, value: Any) -> None:
    """Adds the new value of a fighter's field, if it is another than now."""
    if getattr(fighter, name) != value:
        changes[f"fighters.{fighter.id}.{name}"] = value


def note_vessel(changes: Changes, vessel: Vessel, name: str, value: Any) -> None:
    """Adds the new value of a vessel's field, if it is another than now."""
    if getattr(vessel, name) != value:
        changes[f"vehicles.{vessel.id}.{name}"] = value


def note_used(changes: Changes, fighter: SolarFighter, item: str) -> None:
    """Adds that one of an item is used up."""
    changes[f"fighters.{fighter.id}.items.{item}"] = fighter.items.get(item, 0) - 1


def note_prepared(changes: Changes, fighter: SolarFighter, left: list[Prepared]) -> None:
    """Adds the prepared attacks that are left, if some have ended."""
    if len(left) != len(fighter.prepared):
        changes[f"fighters.{fighter.id}.prepared"] = [{"target": one.target, "weapon": one.weapon} for one in left]
