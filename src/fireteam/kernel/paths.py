"""Paths: a dotted name for one value of a scene, such as `fighters.kestrel.stress.physical`."""

from __future__ import annotations

from typing import Any

from fireteam.kernel.kinds import Kind, Map
from fireteam.kernel.names import nearest, short
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.ruleset import Ruleset, find_ruleset
from fireteam.kernel.scene import duplicate
from fireteam.kernel.sheet import Table


class Place:
    """Where a path leads: the value that holds the last part, that value's kind, and the last part's kind."""

    __slots__ = ("holder", "holder_kind", "kind", "last")

    def __init__(self, holder: Any, holder_kind: Kind, last: str, kind: Kind) -> None:
        self.holder = holder
        self.holder_kind = holder_kind
        self.last = last
        self.kind = kind

    def value(self) -> Any:
        try:
            return self.holder_kind.get(self.holder, self.last)
        except KeyError:
            return None

    def put(self, typed: Any) -> None:
        self.holder_kind.put(self.holder, self.last, typed)


def place_of(ruleset: Ruleset, scene: Any, path: str) -> Place | Refusal:
    """Where a path such as `fighters.kestrel.stress.physical` leads in a scene."""
    parts = path.split(".")
    holder: Any = scene
    kind: Kind = ruleset.scene
    if parts[0] in ("fighters", "vehicles"):
        table = ruleset.fighter if parts[0] == "fighters" else ruleset.vehicle
        entries = getattr(scene, parts[0], {})
        if table is None or len(parts) < 3 or parts[1] not in entries:
            return _no_path(path, [f"{parts[0]}.{key}" for key in entries], ".".join(parts[:2]))
        holder, kind, parts = entries[parts[1]], table, parts[2:]
    for number, part in enumerate(parts):
        inner = kind.inner(part)
        if inner is None:
            groups = ("fighters", "vehicles") if kind is ruleset.scene else ()
            return _no_path(path, (*kind.names(), *groups), part)
        if isinstance(kind, Table):
            if kind.by_name[part].worked_out:
                return Refusal(f"{path} is worked out: set what it comes from")
            if not kind.by_name[part].by_hand:
                return Refusal(f"{path} cannot be set by hand")
        if number == len(parts) - 1:
            if isinstance(inner, Table):
                return _no_path(path, inner.names(), "")
            return Place(holder, kind, part, inner)
        try:
            holder = kind.get(holder, part)
        except KeyError:
            holder = None
        if holder is None:
            return _no_path(path, (), "")
        kind = inner.kind if hasattr(inner, "kind") and isinstance(kind, Map) else inner
    return _no_path(path, (), "")


def _no_path(path: str, known: Any, part: str) -> Refusal:
    close = nearest(part, known) if part else None
    return Refusal(f"no such path: {short(path, 80)}" + (f"; did you mean {close}?" if close else ""))


def put_value(scene: Any, path: str, plain: Any) -> None:
    """Sets a plain value at a path. The value has been checked before."""
    ruleset = find_ruleset(scene.ruleset)
    if path.startswith("options."):
        scene.options = duplicate(scene.options)  # scenes share them
    place = place_of(ruleset, scene, path)
    if isinstance(place, Refusal):
        raise ValueError(str(place))
    place.put(place.kind.read(plain, path, []))
    ruleset.mend(scene, path)
