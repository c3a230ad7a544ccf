"""The scene on which a fight's commands are resolved, apart from the scenes that stand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from functools import cache
from typing import Any, Generic, TypeVar

from fireteam.kernel.scene import Scene, copier_without, duplicate, is_remembered

S = TypeVar("S", bound=Scene)

_GROUPS = ("fighters", "vehicles")


class Draft(Generic[S]):
    """The one copy of a fight's scene that may be changed.

    A scene that stands never changes: entries, records and views hold it. `begin` gives a copy to work on, `settle`
    the scene that stands from then on. Both copy only what differs: a fighter or vehicle that stays as it was is the
    same object in all scenes that stand. Many scenes of a fight then cost little to keep, and whoever compares two of
    them need not look into it. Records inside a fighter must compare by their values (`eq`) for that.

    A copy that is not settled is given up: what stopped half-way leaves nothing behind.
    """

    __slots__ = ("_copy", "_of", "_settled")

    def __init__(self) -> None:
        self._of: S | None = None
        self._copy: S | None = None
        self._settled: S | None = None

    def begin(self, scene: S) -> S:
        """A copy of a scene that stands, to work on. Fields marked `REMEMBERED` are None in it."""
        was, copy = self._settled, self._copy
        kind: Any = scene.__class__
        if was is None or copy is None:
            copy = duplicate(scene)
        elif was is scene:
            _forget(copy)
        else:
            found = copier_without(kind, _GROUPS)(scene)
            found.fighters = _taken_up(scene.fighters, was.fighters, copy.fighters)
            found.vehicles = _taken_up(scene.vehicles, was.vehicles, copy.vehicles)
            copy = found
            _forget(copy)
        self._of, self._copy, self._settled = scene, copy, None
        return copy

    def settle(self) -> S:
        """The scene that stands from now on: the copy of the last `begin` as it has become."""
        before, copy = self._of, self._copy
        if before is None or copy is None:
            raise RuntimeError("settle comes after begin")
        kind: Any = copy.__class__
        found: S = copier_without(kind, _GROUPS)(copy)
        found.fighters = _settled(before.fighters, copy.fighters)
        found.vehicles = _settled(before.vehicles, copy.vehicles)
        self._settled = found
        return found


def _settled(before: dict[str, Any], now: dict[str, Any]) -> dict[str, Any]:
    """What stands of a group: the records of before that are still the same, and copies of all others."""
    found = {}
    for id, one in now.items():
        was = before.get(id)
        found[id] = was if was is not None and _is_same(was, one) else duplicate(one)
    return found


def _is_same(was: Any, now: Any) -> bool:
    return was.__class__ is now.__class__ and _sameness(now.__class__)(was, now)


def _taken_up(group: dict[str, Any], settled: dict[str, Any], copies: dict[str, Any]) -> dict[str, Any]:
    """Copies of a group; those that were made of the very same records are taken up again."""
    return {id: copies[id] if settled.get(id) is one else duplicate(one) for id, one in group.items()}


def _forget(scene: Scene) -> None:
    for record in (scene, *scene.fighters.values(), *scene.vehicles.values()):
        for name in _remembering(record.__class__):
            setattr(record, name, None)


@cache
def _remembering(kind: Any) -> tuple[str, ...]:
    """The fields of a record that only remember."""
    return tuple(entry.name for entry in fields(kind) if is_remembered(entry))


@cache
def _sameness(kind: Any) -> Callable[[Any, Any], bool]:
    """What tells whether two records of a class hold the same, but for what they only remember: a step a field.

    A field that is always a record of its own (`conditions: Conditions = field(default_factory=Conditions)`) is looked
    into: comparing its values is quicker than comparing the records.
    """
    names: list[str] = []
    for entry in fields(kind):
        inner: Any = entry.default_factory
        if is_remembered(entry):
            continue
        if hasattr(inner, "__dataclass_fields__") and str(entry.type) == inner.__name__:
            names += [f"{entry.name}.{part.name}" for part in fields(inner)]
        else:
            names.append(entry.name)
    found: Callable[[Any, Any], bool] = eval("lambda a, b: " + " and ".join(f"a.{name} == b.{name}" for name in names))
    return found
