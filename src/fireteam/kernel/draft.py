"""The scene on which a fight's commands are resolved, apart from the scenes that stand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, MutableMapping
from dataclasses import fields
from functools import cache
from typing import Any, Generic, TypeVar

from fireteam.kernel.decisions import Decider
from fireteam.kernel.dice import Source
from fireteam.kernel.events import Event
from fireteam.kernel.run import Run
from fireteam.kernel.scene import Scene, copier_without, duplicate, is_remembered

S = TypeVar("S", bound=Scene)

_GROUPS = ("fighters", "vehicles")


class Draft(Generic[S]):
    """The one copy of a fight's scene that may be changed.

    A scene that stands never changes: entries, records and views hold it. `begin` gives a copy to work on, `settle`
    makes of it the scene that stands from then on. Only what differs is copied: a fighter or vehicle that stays as it
    was is the same object in all scenes that stand, and its copy is taken up again by the next `begin`. Many scenes of
    a fight then cost little to keep, and whoever compares two of them need not look into it. Records inside a fighter
    must compare by their values (`eq`) for that.

    Only events change a scene, and an event comes to a fighter only through the scene: `run` is a run that takes note
    of whom its events come to, so that the others need not be looked at.

    A copy that is not settled is given up: what stopped half-way leaves nothing behind.
    """

    __slots__ = ("_copies", "_copy", "_of", "_reached")

    def __init__(self) -> None:
        self._reached: set[str] | None = None
        self._of: S | None = None
        self._copy: S | None = None
        self._copies: _Copies = {}

    def begin(self, scene: S) -> S:
        """A copy of a scene that stands, to work on. Fields marked `REMEMBERED` are None in it."""
        kind: Any = scene.__class__
        copy: S = copier_without(kind, _GROUPS)(scene)
        copies, self._copies = self._copies, {}
        copy.fighters = {id: _taken_up(copies.get(id), one) for id, one in scene.fighters.items()}
        copy.vehicles = {id: _taken_up(copies.get(id), one) for id, one in scene.vehicles.items()}
        self._of, self._copy, self._reached = scene, copy, None
        return copy

    def run(self, scene: S, dice: Source, decider: Decider) -> Run[S]:
        """A run on a copy of a scene that stands."""
        found = _DraftRun(self.begin(scene), dice, decider)
        self._reached = found.reached
        return found

    def settle(self) -> S:
        """The scene that stands from now on: the copy of the last `begin` as it has become."""
        before, scene = self._of, self._copy
        if before is None or scene is None:
            raise RuntimeError("settle comes after begin")
        scene.fighters = self._settled(before.fighters, scene.fighters)
        scene.vehicles = self._settled(before.vehicles, scene.vehicles)
        _forget(scene)  # it may hold copies that change from now on
        self._of = self._copy = None
        return scene

    def _settled(self, before: dict[str, Any], now: dict[str, Any]) -> dict[str, Any]:
        """What stands of a group: the records of before that are still the same, and what has become of the others."""
        found, reached = {}, self._reached
        for id, one in now.items():
            was = before.get(id)
            if (reached is not None and id not in reached) or _is_same(was, one):
                self._copies[id] = was, one
                one = was
            found[id] = one
        return found


_Copies = dict[str, tuple[Any, Any]]
"""Records that stand with copies of them that nobody else holds, by id."""


def _taken_up(known: tuple[Any, Any] | None, one: Any) -> Any:
    """A copy of a record that stands: the one there is, or a new one."""
    if known is None or known[0] is not one:
        return duplicate(one)
    _forget(known[1])
    return known[1]


def _forget(record: Any) -> None:
    for name in _remembering(record.__class__):
        setattr(record, name, None)


@cache
def _remembering(kind: Any) -> tuple[str, ...]:
    """The fields of a record that only remember."""
    return tuple(entry.name for entry in fields(kind) if is_remembered(entry))


class _DraftRun(Run[S]):
    """A run that takes note of the fighters and vehicles that its events come to."""

    __slots__ = ("_fighters", "_vehicles", "reached")

    def __init__(self, scene: S, dice: Source, decider: Decider) -> None:
        super().__init__(scene, dice, decider)
        self.reached: set[str] = set()
        self._fighters: Any = _Watched(scene.fighters, self.reached)
        self._vehicles: Any = _Watched(scene.vehicles, self.reached)

    def happened(self, fact: Event) -> None:
        self.goes_on(fact)
        self.events.append(fact)
        self.scene.seq += 1

    def goes_on(self, more: Event) -> None:
        scene = self.scene
        fighters, vehicles = scene.fighters, scene.vehicles
        scene.fighters, scene.vehicles = self._fighters, self._vehicles
        try:
            more.apply(scene)
        finally:
            scene.fighters, scene.vehicles = fighters, vehicles


class _Watched(MutableMapping[str, Any]):
    """A group of a scene that takes note of who is looked up in it."""

    __slots__ = ("_group", "_reached")

    def __init__(self, group: dict[str, Any], reached: set[str]) -> None:
        self._group = group
        self._reached = reached

    def __getitem__(self, id: str) -> Any:
        self._reached.add(id)
        return self._group[id]

    def get(self, id: str, default: Any = None) -> Any:
        self._reached.add(id)
        return self._group.get(id, default)

    def __setitem__(self, id: str, one: Any) -> None:
        self._reached.add(id)
        self._group[id] = one

    def __delitem__(self, id: str) -> None:
        del self._group[id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._group)

    def __contains__(self, id: object) -> bool:
        return id in self._group

    def __len__(self) -> int:
        return len(self._group)


def _is_same(was: Any, now: Any) -> bool:
    kind: Any = now.__class__
    return was.__class__ is kind and (_SAME.get(kind) or _same_of(kind))(was, now)


Same = Callable[[Any, Any], bool]

_SAME: dict[type, Same] = {}


def _same_of(kind: Any) -> Same:
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
    same: Same = eval("lambda a, b: " + " and ".join(f"a.{name} == b.{name}" for name in names))
    _SAME[kind] = same
    return same
