"""Who sees what. A viewer's copy is made by adding what they may see to nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar

from fireteam.kernel.events import JSON_FOR_PLAYERS, PLAIN_FOR_PLAYERS, Event, Hidden, Revealed, encode, shape
from fireteam.kernel.kinds import Kind, ListOf, Map, Maybe, Ref
from fireteam.kernel.ruleset import Ruleset, Veil
from fireteam.kernel.scene import Scene
from fireteam.kernel.sheet import ALWAYS, KNOWN, Table

T = TypeVar("T")


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
    """Somebody who looks: their role, and the fighters they play. `written` is how a journal names them."""

    role: Role
    fighters: frozenset[str] = frozenset()
    is_gm: bool = field(init=False)
    written: Mapping[str, Any] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "is_gm", self.role is Role.GM)
        object.__setattr__(self, "written", {"role": self.role.value, "fighters": sorted(self.fighters)})

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
    if viewer.is_gm:
        return set()
    own = viewer.fighters
    unseen = {one.id for one in scene.fighters.values() if one.hidden and one.id not in own}
    if scene.vehicles:
        unseen.update([id for id, one in scene.vehicles.items() if getattr(one, "hidden", False)])
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
    ruleset: Ruleset, scene: Scene, unseen_before: Iterable[str], events: Sequence[Event], viewer: Viewer
) -> list[dict[str, Any]]:
    """The events as this viewer may know them, written; those about fighters they cannot see are absent.

    `scene` is the scene after the events, `unseen_before` the fighters hidden from this viewer before them. A fighter
    hidden or revealed on the way is judged as it was at each event.
    """
    return seen_events(ruleset, scene, unseen_before, events, viewer, None)


def seen_events(
    ruleset: Ruleset,
    scene: Scene,
    unseen_before: Iterable[str],
    events: Sequence[Event],
    viewer: Viewer,
    written: Sequence[T] | None,
) -> list[dict[str, Any] | T]:
    """What `project_events` gives, but that `written` are the same events as somebody has written them before: what is
    known of an event as it is is given as it stands there, and the others as `JSON_FOR_PLAYERS` gives them.
    """
    if viewer.is_gm:
        return [*(map(encode, events) if written is None else written)]
    found: list[dict[str, Any] | T] = []
    unseen = set(unseen_before)
    sights = _sights_of(ruleset)
    for number, happened in enumerate(events):
        sight = sights[happened.__class__]
        if sight.moves:
            _look_again(unseen, happened, scene, viewer)
        if unseen and not unseen.isdisjoint(sight.named(happened)):
            pass  # it is about somebody unseen
        elif written is not None and sight.is_open and not (unseen and sight.groups):
            found.append(written[number])
        elif not sight.is_gm_only:
            encoders = PLAIN_FOR_PLAYERS if written is None else JSON_FOR_PLAYERS
            whole = encoders[happened.__class__](happened)
            is_cut = bool(sight.has_gm_fields or (unseen and sight.groups))
            if unseen:
                _leave_out(unseen, whole, sight)
            told = whole if sight.veil is None else sight.veil(whole, scene, viewer)
            if told is not None:
                is_as_written = written is not None and not is_cut and told is whole
                found.append(written[number] if is_as_written else told)  # type: ignore[index]
        if sight.moves and isinstance(happened, Hidden) and happened.who not in viewer.fighters:
            unseen.add(happened.who)
    return found


def are_open(ruleset: Ruleset, events: Iterable[Event]) -> bool:
    """Whether who sees everybody is shown all these events as they are."""
    return _open_kinds(ruleset).issuperset(map(type, events))


@cache
def _open_kinds(ruleset: Ruleset) -> frozenset[type]:
    sights = _sights_of(ruleset)
    return frozenset([kind for kind in ruleset.events() if sights[kind].is_open])


@dataclass(slots=True)
class _Sight:
    """What decides who sees events of a type.

    `named` gives what stands in the fields that name one fighter, `groups` are the written fields that list some.
    `moves`: after such an event somebody is seen who was not, or no longer. `is_open`: who sees everybody is shown such
    events as they are.
    """

    is_gm_only: bool
    has_gm_fields: bool
    named: Callable[[Any], tuple[str | None, ...]]
    groups: tuple[str, ...]
    moves: bool
    veil: Veil | None
    is_open: bool


class _Sights(dict[type, _Sight]):
    """The sights of a game, by type of event, found out when the first of a type comes by."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset

    def __missing__(self, kind: type[Event]) -> _Sight:
        ids = [part for part in shape(kind) if part.is_id]
        moves = kind in (Hidden, Revealed) or kind.type == "joined"
        veil = self.ruleset.veils().get(kind.type)
        self[kind] = found = _Sight(
            kind.gm_only,
            bool(kind.gm_fields),
            eval(f"lambda e: ({''.join(f'e.{part.attribute},' for part in ids if not part.is_group)})"),
            tuple(part.written for part in ids if part.is_group),
            moves,
            veil,
            not (kind.gm_only or kind.gm_fields or moves or veil is not None),
        )
        return found


_sights_of = cache(_Sights)


def _look_again(unseen: set[str], happened: Any, scene: Scene, viewer: Viewer) -> None:
    """Who is revealed is seen from this event on; who joins unseen never was."""
    if isinstance(happened, Revealed):
        unseen.discard(happened.who)
    elif happened.type == "joined" and happened.who in hidden_from(scene, viewer):
        unseen.add(happened.who)


def _leave_out(unseen: set[str], written: dict[str, Any], sight: _Sight) -> None:
    """Takes the unseen from those that an event lists."""
    for name in sight.groups:
        value = written.get(name)
        if isinstance(value, list):
            written[name] = [item for item in value if item not in unseen]
        elif isinstance(value, dict):
            written[name] = {key: item for key, item in value.items() if key not in unseen}
