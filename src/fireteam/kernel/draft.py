"""The scene on which a fight's commands are resolved, apart from the scenes that stand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, MutableMapping
from dataclasses import fields
from functools import cache
from typing import Any, Generic, TypeVar

from fireteam.kernel.decisions import Decider
from fireteam.kernel.dice import Source
from fireteam.kernel.events import Event
from fireteam.kernel.run import Run
from fireteam.kernel.scene import Scene, copier_without, duplicate, is_remembered, own_record

S = TypeVar("S", bound=Scene)

_NOT_COPIED = ("fighters", "vehicles", "options")


class Draft(Generic[S]):
    """The one copy of a fight's scene that may be changed.

    A scene that stands never changes: entries, records and views hold it. `begin` gives a copy to work on, `settle`
    makes of it the scene that stands from then on. Only what differs is copied: a fighter or vehicle that stays as it
    was is the same object in all scenes that stand, and so is the whole group if all stay as they were. Many scenes of
    a fight then cost little to keep, and whoever compares two of them need not look into it. Records inside a fighter
    must compare by their values (`eq`) for that.

    Only events change a scene, and an event comes to a fighter only through the scene: `run` is a run that takes note
    of whom its events come to, so that the others need not be looked at.

    A copy that is not settled is given up: what stopped half-way leaves nothing behind.
    """

    __slots__ = ("_copy", "_fighters", "_of", "_run", "_vehicles")

    def __init__(self) -> None:
        self._of: S | None = None
        self._copy: S | None = None
        self._run: _DraftRun[S] | None = None
        self._fighters = _Copies()
        self._vehicles = _Copies()

    def begin(self, scene: S) -> S:
        """A copy of a scene that stands, to work on. Fields marked `REMEMBERED` are None in it, but for those of
        fighters after a command whose scene is still the one that stands."""
        kind: Any = scene.__class__
        copy: S = copier_without(kind, _NOT_COPIED)(scene)
        copy.options = scene.options  # who sets one by hand copies them (`paths.put_value`)
        copy.fighters = self._fighters.of(scene.fighters)
        copy.vehicles = self._vehicles.of(scene.vehicles)
        self._of, self._copy, self._run = scene, copy, None
        return copy

    def run(self, scene: S, dice: Source, decider: Decider) -> Run[S]:
        """A run on a copy of a scene that stands."""
        found = _DraftRun(self.begin(scene), dice, decider)
        self._run = found
        return found

    def settle(self) -> S:
        """The scene that stands from now on: the copy of the last `begin` as it has become."""
        before, scene, run = self._of, self._copy, self._run
        if before is None or scene is None:
            raise RuntimeError("settle comes after begin")
        scene.fighters = self._fighters.settle(before.fighters, None if run is None else run.fighters.reached)
        scene.vehicles = self._vehicles.settle(before.vehicles, None if run is None else run.vehicles.reached)
        _forget(scene)  # it may hold copies that change from now on
        self._of = self._copy = self._run = None
        return scene


Group = dict[str, Any]
"""The fighters or the vehicles of a scene, by id."""


class _Copies:
    """The copies of a group that may be changed.

    They are as the group `now` that stands, and as the one `before` it, but for the records of the ids in `other`,
    whose copies have become records that stand. While somebody works on them they are like no group.
    """

    __slots__ = ("before", "copies", "now", "other")

    def __init__(self) -> None:
        self.copies: Group = {}
        self.now: Group | None = None
        self.before: Group | None = None
        self.other: list[str] = []

    def of(self, group: Group) -> Group:
        """Copies of a group that stands."""
        if group is self.now or group is self.before:
            copies = self.copies
            for id in self.other:
                copies[id] = duplicate(group[id])
            if group is not self.now and copies and _remembering(next(iter(copies.values())).__class__):
                for one in copies.values():
                    _forget(one)
        else:
            copies = self.copies = {id: duplicate(one) for id, one in group.items()}
        self.now = self.before = None
        return copies

    def settle(self, group: Group, reached: Iterable[str] | None) -> Group:
        """What follows `group` now that nobody but those reached (None: anybody) can have changed."""
        copies = self.copies
        if reached is None:
            reached = {**group, **copies}
        other = [id for id in reached if not _is_same(group.get(id), copies.get(id))]
        if not other:
            self.now = self.before = group
        elif all(id in group and id in copies for id in other):
            self.before, self.now = group, group.copy()
            for id in other:
                self.now[id] = copies[id]
        else:  # somebody came or went
            self.before, self.now = None, {id: copies[id] if id in other else group[id] for id in copies}
            other = [id for id in other if id in copies]
        self.other = other
        return self.now


def _forget(record: Any) -> None:
    """Forgets what a record remembers. The records of a group are of one class."""
    for name in _remembering(record.__class__):
        setattr(record, name, None)


@cache
def _remembering(kind: Any) -> tuple[str, ...]:
    """The fields of a record that only remember."""
    return tuple(entry.name for entry in fields(kind) if is_remembered(entry))


class _DraftRun(Run[S]):
    """A run that takes note of the fighters and vehicles that its events come to."""

    __slots__ = ("fighters", "vehicles")

    def __init__(self, scene: S, dice: Source, decider: Decider) -> None:
        super().__init__(scene, dice, decider)
        self.fighters = _Watched(scene.fighters)
        self.vehicles = _Watched(scene.vehicles)

    def happened(self, fact: Event) -> None:
        scene: Any = self.scene
        if fact.is_change:
            fighters, vehicles = scene.fighters, scene.vehicles
            scene.fighters, scene.vehicles = self.fighters, self.vehicles
            fact.apply(scene)  # one that fails leaves a draft that is given up
            scene.fighters, scene.vehicles = fighters, vehicles
        self.events.append(fact)
        scene.seq += 1

    def goes_on(self, more: Event) -> None:
        scene: Any = self.scene
        fighters, vehicles = scene.fighters, scene.vehicles
        scene.fighters, scene.vehicles = self.fighters, self.vehicles
        more.apply(scene)
        scene.fighters, scene.vehicles = fighters, vehicles


class _Watched(MutableMapping[str, Any]):
    """A group of a scene that takes note of who is looked up, put or left out in it."""

    __slots__ = ("_group", "reached")

    def __init__(self, group: Group) -> None:
        self._group = group
        self.reached: set[str] = set()

    def __getitem__(self, id: str) -> Any:
        self.reached.add(id)
        return self._group[id]

    def get(self, id: str, default: Any = None) -> Any:
        self.reached.add(id)
        return self._group.get(id, default)

    def __setitem__(self, id: str, one: Any) -> None:
        self.reached.add(id)
        self._group[id] = one

    def __delitem__(self, id: str) -> None:
        self.reached.add(id)
        del self._group[id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._group)

    def __contains__(self, id: object) -> bool:
        return id in self._group

    def __len__(self) -> int:
        return len(self._group)


def _is_same(was: Any, now: Any) -> bool:
    kind: Any = now.__class__
    return was is now or (was.__class__ is kind and (_SAME.get(kind) or _same_of(kind))(was, now))


Same = Callable[[Any, Any], bool]

_SAME: dict[type, Same] = {}


def _same_of(kind: Any) -> Same:
    """What tells whether two records of a class hold the same, but for what they only remember: a step a field.

    A record of a field's own is looked into: comparing its values is quicker than comparing the records.
    """
    names: list[str] = []
    for entry in fields(kind):
        inner = own_record(entry)
        if is_remembered(entry):
            continue
        if inner is not None:
            names += [f"{entry.name}.{part.name}" for part in fields(inner)]
        else:
            names.append(entry.name)
    same: Same = eval("lambda a, b: " + " and ".join(f"a.{name} == b.{name}" for name in names))
    _SAME[kind] = same
    return same
