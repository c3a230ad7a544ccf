"""Who sees what. A viewer's copy is made by adding what they may see to nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
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
    is_gm: bool = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "is_gm", self.role is Role.GM)

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


_is_hidden = attrgetter("hidden")


def hidden_from(scene: Any, viewer: Viewer) -> set[str]:
    """The fighters and vehicles that do not exist for this viewer."""
    if viewer.is_gm:
        return set()
    unseen: set[str] = set()
    if any(map(_is_hidden, scene.fighters.values())):
        unseen = {id for id, one in scene.fighters.items() if one.hidden and not viewer.sees(scene, id)}
    if scene.vehicles:
        unseen.update(id for id, one in scene.vehicles.items() if getattr(one, "hidden", False))
    return unseen


def known_of(ruleset: Ruleset, scene: Scene, viewer: Viewer, fighter: Any) -> frozenset[str] | None:
    """The fields marked KNOWN that a viewer other than the game master knows of a fighter; None for all of them."""
    if fighter.is_player or fighter.id in viewer.fighters:
        return None
    return ruleset.known(scene, fighter)


def project(ruleset: Ruleset, scene: Scene, viewer: Viewer) -> dict[str, Any]:
    """The scene as this viewer may know it, in the shape of the state; what they may not know is absent."""
    unseen = hidden_from(scene, viewer)
    found: dict[str, Any] = {"ruleset": ruleset.id, **written_record(ruleset.scene, scene, viewer, unseen, None)}
    found["fighters"] = {
        id: written_record(
            ruleset.fighter, one, viewer, unseen, None if viewer.is_gm else known_of(ruleset, scene, viewer, one)
        )
        for id, one in scene.fighters.items()
        if id not in unseen
    }
    if ruleset.vehicle is not None:
        found["vehicles"] = {
            id: written_record(ruleset.vehicle, one, viewer, unseen, None)
            for id, one in scene.vehicles.items()
            if id not in unseen
        }
    return found


Shown = tuple[str, str, Kind, bool, bool]
"""A field as it is shown: name, attribute, kind, whether it must be known, whether it is written as it is."""


@cache
def shown_fields(table: Table, is_gm: bool) -> tuple[tuple[Shown, ...], Callable[[Any], tuple[Any, ...]]]:
    """The fields of a table that a viewer may come to see, and what gets their values of a record all at once."""
    found = tuple(
        (field.name, field.attr, field.kind, field.seen == KNOWN and not is_gm, _is_plain(field.kind))
        for field in table.fields
        if is_gm or field.seen in (ALWAYS, KNOWN)
    )
    attributes = [one[1] for one in found]
    values = (
        attrgetter(*attributes)
        if len(attributes) > 1
        else lambda record: tuple(getattr(record, one) for one in attributes)
    )
    return found, values


def written_record(
    table: Table, record: Any, viewer: Viewer, unseen: set[str], known: frozenset[str] | None
) -> dict[str, Any]:
    """A record as a viewer may know it, without the ids in `unseen` and without limited fields not in `known`."""
    if viewer.is_gm:
        written: dict[str, Any] = table.write(record)
        return written
    return {
        name: getattr(record, attribute)
        if is_plain
        else written_value(kind, getattr(record, attribute), viewer, unseen)
        for name, attribute, kind, is_limited, is_plain in shown_fields(table, False)[0]
        if not is_limited or known is None or name in known
    }


def _is_plain(kind: Kind) -> bool:
    """Whether a value is written as it is, whoever looks: text, numbers, flags."""
    return type(kind).write is Kind.write and not isinstance(kind, Ref)


def written_value(kind: Kind, typed: Any, viewer: Viewer, unseen: set[str]) -> Any:
    """The written value without the ids that this viewer may not know."""
    if isinstance(kind, Table):
        return written_record(kind, typed, viewer, unseen, None)
    if unseen:
        if isinstance(kind, Maybe) and typed is not None:
            return written_value(kind.kind, typed, viewer, unseen)
        if isinstance(kind, Ref):
            return None if typed in unseen else kind.write(typed)
        if isinstance(kind, ListOf):
            if isinstance(kind.kind, Ref):
                return [item for item in typed if item not in unseen]
            return [written_value(kind.kind, item, viewer, unseen) for item in typed]
        if isinstance(kind, Map):
            return {
                key: written_value(kind.kind, item, viewer, unseen) for key, item in typed.items() if key not in unseen
            }
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
    somebody has done that already: what is shown as it is is shared, so nobody may change it.
    """
    if viewer.is_gm and written_before is not None:
        return list(written_before)
    return list(_project_events(ruleset, scene, unseen_before, events, viewer, written_before))


def sees_any(
    ruleset: Ruleset, scene: Scene, unseen_before: Iterable[str], events: Sequence[Event], viewer: Viewer
) -> bool:
    """Whether `project_events` gives anything."""
    return any(True for _ in _project_events(ruleset, scene, unseen_before, events, viewer, None))


def _project_events(
    ruleset: Ruleset,
    scene: Scene,
    unseen_before: Iterable[str],
    events: Sequence[Event],
    viewer: Viewer,
    written_before: Sequence[dict[str, Any]] | None,
) -> Iterator[dict[str, Any]]:
    unseen = set(unseen_before)
    final = hidden_from(scene, viewer)
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
            yield written


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
    written = encode(happened) if encoded is None else encoded
    if not unseen and not happened.gm_fields:
        return written
    written = dict(written)
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
