"""Who sees what. A viewer's copy is made by adding what they may see to nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from operator import attrgetter
from typing import Any

from fireteam.kernel.events import Event, Hidden, Revealed, encode, shape
from fireteam.kernel.kinds import Kind, ListOf, Map, Maybe, Ref
from fireteam.kernel.ruleset import Ruleset
from fireteam.kernel.scene import Scene
from fireteam.kernel.sheet import ALWAYS, KNOWN, Table


class Role(StrEnum):
    """What a viewer is at the table."""

    GM = "gm"
    PLAYER = "player"
    SPECTATOR = "spectator"


class Secrecy(StrEnum):
    """Who sees what a bare roll or a note caused: all, its giver and the game master, or the game master alone."""

    OPEN = "open"
    PRIVATE = "private"
    BLIND = "blind"


@dataclass(slots=True, frozen=True)
class Viewer:
    """Somebody who looks: their role, and the fighters they play."""

    role: Role
    fighters: frozenset[str] = frozenset()

    @property
    def is_gm(self) -> bool:
        return self.role is Role.GM

    def commands(self, id: str) -> bool:
        """Whether this viewer may give commands to a fighter."""
        return self.is_gm or id in self.fighters

    def sees(self, scene: Any, id: str) -> bool:
        """Whether this viewer knows that a fighter is there."""
        return self.is_gm or id in self.fighters or not getattr(scene.fighters.get(id), "hidden", False)


GAME_MASTER = Viewer(Role.GM)
SPECTATOR = Viewer(Role.SPECTATOR)


def player(*fighters: str) -> Viewer:
    """A viewer who plays these fighters."""
    return Viewer(Role.PLAYER, frozenset(fighters))


def hidden_from(scene: Any, viewer: Viewer) -> set[str]:
    """The fighters and vehicles that do not exist for this viewer."""
    unseen = {id for id, one in scene.fighters.items() if one.hidden and not viewer.sees(scene, id)}
    if scene.vehicles and not viewer.is_gm:
        unseen.update(id for id, one in scene.vehicles.items() if getattr(one, "hidden", False))
    return unseen


@dataclass(slots=True, frozen=True)
class Projection:
    """A scene as a viewer may know it (`written`), with what it was made from, so that the next one is made faster."""

    written: dict[str, Any]
    unseen: set[str]
    prints: dict[str, dict[str, tuple[Any, ...]]]


def project(ruleset: Ruleset, scene: Scene, viewer: Viewer) -> dict[str, Any]:
    """The scene as this viewer may know it, in the shape of the state; what they may not know is absent."""
    return project_after(ruleset, scene, viewer, None).written


def project_after(ruleset: Ruleset, scene: Scene, viewer: Viewer, earlier: Projection | None) -> Projection:
    """The same, where records that are as they were share what an earlier projection for the same viewer wrote.

    Nobody may change what is written: parts of it belong to several projections.
    """
    unseen = hidden_from(scene, viewer)
    if earlier is not None and earlier.unseen != unseen:
        earlier = None
    found: dict[str, Any] = {"ruleset": ruleset.id, **_record(ruleset.scene, scene, viewer, unseen, None)}
    prints: dict[str, dict[str, tuple[Any, ...]]] = {}
    groups: list[tuple[str, Table | None]] = [("fighters", ruleset.fighter), ("vehicles", ruleset.vehicle)]
    for group, table in groups:
        if table is None:
            continue
        shared, known_prints = ({}, {}) if earlier is None else (earlier.written[group], earlier.prints[group])
        written = found[group] = {}
        made = prints[group] = {}
        attributes = _attributes(table)
        is_limited = group == "fighters" and not viewer.is_gm
        for id, one in getattr(scene, group).items():
            if id in unseen:
                continue
            known = _known(ruleset, scene, viewer, one, table) if is_limited else None
            print_ = made[id] = (attributes(one), known)
            if known_prints.get(id) == print_:
                written[id] = shared[id]
            else:
                written[id] = _record(table, one, viewer, unseen, known)
    return Projection(found, unseen, prints)


_MAY_BE_KNOWN: dict[Table, tuple[str, ...]] = {}
_ATTRIBUTES: dict[Table, Callable[[Any], tuple[Any, ...]]] = {}


def _attributes(table: Table) -> Callable[[Any], tuple[Any, ...]]:
    """What gets all values of a record at once."""
    found = _ATTRIBUTES.get(table)
    if found is None:
        # Twice the first one: a getter of a single attribute would not give a tuple.
        names = [field.attr for field in table.fields]
        found = _ATTRIBUTES[table] = attrgetter(names[0], *names)
    return found


def _known(ruleset: Ruleset, scene: Scene, viewer: Viewer, fighter: Any, table: Table) -> frozenset[str] | None:
    """The fields marked KNOWN that a viewer knows of a fighter; None for all of them."""
    if fighter.is_player or fighter.id in viewer.fighters:
        return None
    names = _MAY_BE_KNOWN.get(table)
    if names is None:
        names = _MAY_BE_KNOWN[table] = tuple(field.name for field in table.fields if field.seen == KNOWN)
    knows = ruleset.knows
    return frozenset([name for name in names if knows(scene, fighter, name)])


def _record(
    table: Table, record: Any, viewer: Viewer, unseen: set[str], known: frozenset[str] | None
) -> dict[str, Any]:
    if viewer.is_gm:
        written: dict[str, Any] = table.write(record)
        return written
    shown = _SHOWN.get(table)
    if shown is None:
        shown = _SHOWN[table] = tuple(
            (field.name, field.attr, field.kind, field.seen == KNOWN, _is_plain(field.kind))
            for field in table.fields
            if field.seen in (ALWAYS, KNOWN)
        )
    return {
        name: getattr(record, attribute) if is_plain else _value(kind, getattr(record, attribute), viewer, unseen)
        for name, attribute, kind, is_limited, is_plain in shown
        if not is_limited or known is None or name in known
    }


_SHOWN: dict[Table, tuple[tuple[str, str, Kind, bool, bool], ...]] = {}


def _is_plain(kind: Kind) -> bool:
    """Whether a value is written as it is, whoever looks: text, numbers, flags."""
    return type(kind).write is Kind.write and not isinstance(kind, Ref)


def _value(kind: Kind, typed: Any, viewer: Viewer, unseen: set[str]) -> Any:
    """The written value without the ids that this viewer may not know."""
    if isinstance(kind, Table):
        return _record(kind, typed, viewer, unseen, None)
    if unseen:
        if isinstance(kind, Maybe) and typed is not None:
            return _value(kind.kind, typed, viewer, unseen)
        if isinstance(kind, Ref):
            return None if typed in unseen else kind.write(typed)
        if isinstance(kind, ListOf):
            if isinstance(kind.kind, Ref):
                return [item for item in typed if item not in unseen]
            return [_value(kind.kind, item, viewer, unseen) for item in typed]
        if isinstance(kind, Map):
            return {key: _value(kind.kind, item, viewer, unseen) for key, item in typed.items() if key not in unseen}
    return kind.write(typed)


def project_events(
    ruleset: Ruleset,
    scene: Scene,
    unseen_before: Iterable[str],
    events: Sequence[Event],
    viewer: Viewer,
    written_before: Sequence[dict[str, Any]] | None = None,
) -> list[dict[str, Any]]:
    """The events as this viewer may know them, written; those about fighters they cannot see are absent.

    `scene` is the scene after the events, `unseen_before` the fighters hidden from this viewer before them. A fighter
    hidden or revealed on the way is judged as it was at each event. `written_before` are the same events encoded, if
    somebody has done that already.
    """
    if viewer.is_gm and written_before is not None:
        return list(written_before)
    unseen = set(unseen_before)
    final = hidden_from(scene, viewer)
    found = []
    for number, happened in enumerate(events):
        if isinstance(happened, Revealed):
            unseen.discard(happened.who)
        if happened.type == "joined" and getattr(happened, "who", None) in final:
            unseen.add(happened.who)  # type: ignore[attr-defined]
        written = _event(happened, viewer, unseen, None if written_before is None else written_before[number])
        if isinstance(happened, Hidden) and happened.who not in viewer.fighters and not viewer.is_gm:
            unseen.add(happened.who)
        if written is not None and not viewer.is_gm:
            written = ruleset.veil(written, scene, viewer)
        if written is not None:
            found.append(written)
    return found


def _event(happened: Event, viewer: Viewer, unseen: set[str], encoded: dict[str, Any] | None) -> dict[str, Any] | None:
    if viewer.is_gm:
        return encode(happened)
    if happened.gm_only:
        return None
    if unseen:
        for part in shape(happened.__class__):
            if part.is_id:
                value = getattr(happened, part.attribute)
                if isinstance(value, str) and value in unseen:
                    return None
    written = encode(happened) if encoded is None else dict(encoded)
    if not unseen and not happened.gm_fields:
        return written
    for part in shape(happened.__class__):
        if part.attribute in happened.gm_fields:
            del written[part.written]
        elif part.is_id and unseen:
            value = written[part.written]
            if isinstance(value, list):
                written[part.written] = [item for item in value if item not in unseen]
            elif isinstance(value, dict):
                written[part.written] = {key: item for key, item in value.items() if key not in unseen}
    return written
