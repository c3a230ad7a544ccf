"""Events: whatever happens, in the past tense, one fact each. Nothing else changes a scene.

An event is a small dataclass with a permanent tag (`type`), the clause that caused it (`rule`), and ids and numbers,
never prose. `apply` changes the scene and does nothing else: it never rolls, refuses, reads a clock or does I/O. It
comes to fighters and vehicles only through `scene.fighters` and `scene.vehicles`: who is not looked up there counts as
unchanged (`draft`).

Field types say how a field is written and who may see it: `Die` is written d6, `Half` (a number of halves) as 10.5;
`Id` names a fighter, so an event about a fighter that a viewer cannot see never reaches that viewer, and a list of
`Id` loses the hidden ones. A field that is a Python word carries a trailing underscore (`from_`) and is written
without it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields
from enum import Enum
from typing import Any, ClassVar, NewType, TypeAlias, TypeVar, dataclass_transform

from fireteam.kernel.scene import Scene

T = TypeVar("T", bound="Event")

Id = NewType("Id", str)
"""The id of a fighter or vehicle."""

Half: TypeAlias = int
"""A number in steps of a half, held as the whole number of halves (`sheet.Halves`); written 10.5."""


@dataclass(slots=True, eq=False, repr=False)
class Event:
    """A fact. Subclasses are made with `@event("tag")` and give `apply` where the fact changes the scene."""

    type: ClassVar[str] = "event"
    gm_only: ClassVar[bool] = False
    """Whether only the game master ever sees it."""
    gm_fields: ClassVar[tuple[str, ...]] = ()
    """Fields that only the game master sees."""
    is_change: ClassVar[bool] = False
    """Whether it changes the scene: it has an `apply` of its own."""

    def apply(self, scene: Any) -> None:
        """Changes the scene as this fact says."""

    def __repr__(self) -> str:
        return f"<{encode(self)}>"


@dataclass_transform(eq_default=False)
def event(tag: str) -> Callable[[type[T]], type[T]]:
    """Makes a class an event type with this permanent tag.

    The last field of every event type is `rule: str = CLAUSE`, the clause it cites unless it is told another.
    """

    def make(cls: type[T]) -> type[T]:
        made = dataclass(slots=True, eq=False, repr=False, init=False)(cls)
        setattr(made, "type", tag)
        setattr(made, "is_change", made.apply is not Event.apply)
        setattr(made, "__init__", _init_at_first_use(made))
        return made

    return make


def _init_at_first_use(kind: Any) -> Callable[..., None]:
    """Stands for the `__init__` of an event type until its first event, which writes it.

    A game has some sixty event types; a process that tells odds makes events of a few, and starts sooner for it.
    """

    def first(self: Any, *given: Any, **named: Any) -> None:
        kind.__init__ = _written_init(kind)
        kind.__init__(self, *given, **named)

    return first


def _written_init(kind: Any) -> Callable[..., None]:
    """The `__init__` of an event type: its fields in order, with their defaults, which are shared and never change."""
    names: dict[str, Any] = {}
    taken, lines = ["self"], []
    for entry in fields(kind):
        if entry.default_factory is not MISSING:
            raise TypeError(f"{kind.__name__}.{entry.name}: the default of an event's field is a value, not a factory")
        if entry.default is not MISSING:
            names[f"default_{entry.name}"] = entry.default
        taken.append(entry.name if entry.default is MISSING else f"{entry.name}=default_{entry.name}")
        lines.append(f" self.{entry.name} = {entry.name}")
    exec(f"def __init__({', '.join(taken)}):\n" + "\n".join(lines), names)
    init: Callable[..., None] = names["__init__"]
    return init


_ATOMS = frozenset((str, int, bool, float, type(None)))
"""Classes whose values are written as they are."""


def _plain(value: Any) -> Any:
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, (tuple, list)):
        return [item if item.__class__ in _ATOMS else _plain(item) for item in value]
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    return value


def _write_dice(value: Any) -> Any:
    if value.__class__ is int:
        return f"d{value}"
    if value is None:
        return None
    if isinstance(value, (tuple, list)):
        return [_write_dice(item) for item in value]
    if isinstance(value, dict):
        return {key: _write_dice(item) for key, item in value.items()}
    return f"d{value}"


def _read_dice(value: Any) -> Any:
    if isinstance(value, list):
        return [_read_dice(item) for item in value]
    if isinstance(value, dict):
        return {key: _read_dice(item) for key, item in value.items()}
    return int(value[1:]) if isinstance(value, str) else value


def _write_halves(value: int | None) -> int | float | None:
    return value if value is None else value // 2 if value % 2 == 0 else value / 2


def _read_halves(value: int | float | None) -> int | None:
    return None if value is None else int(value * 2)


@dataclass(slots=True, frozen=True)
class FieldShape:
    """How one field of an event is written: its name in JSON, and whether it holds dice, halves, ids, several ids."""

    attribute: str
    written: str
    is_dice: bool
    is_id: bool
    default: Any
    is_halves: bool = False
    is_group: bool = False


_SHAPES: dict[type, tuple[FieldShape, ...]] = {}


def shape(kind: type) -> tuple[FieldShape, ...]:
    """The fields of an event type, in order."""
    known = _SHAPES.get(kind)
    if known is None:
        found = []
        for entry in fields(kind):
            text = str(entry.type)
            found.append(
                FieldShape(
                    attribute=entry.name,
                    written=entry.name.removesuffix("_"),
                    is_dice="Die" in text,
                    is_id="Id" in text,
                    default=entry.default if entry.default_factory is MISSING else entry.default_factory(),
                    is_halves="Half" in text,
                    is_group="Id" in text and text not in ("Id", "Id | None"),
                )
            )
        known = _SHAPES[kind] = tuple(found)
    return known


Encoder = Callable[[Any], dict[str, Any]]


class Encoders(dict[type, Encoder]):
    """What encodes events, by their type: written out field by field when the first of a type comes by.

    `as_plain` says how a value is written that is no die and no number of halves; `for_players` leaves out the fields
    that only the game master sees.
    """

    def __init__(self, as_plain: str, *, for_players: bool = False) -> None:
        self.as_plain = as_plain
        self.for_players = for_players

    def __missing__(self, kind: Any) -> Encoder:
        left_out = {"rule", *(kind.gm_fields if self.for_players else ())}
        parts = ["'type': tag", "'rule': e.rule"]
        for part in shape(kind):
            value = f"e.{part.attribute}"
            if part.is_dice:
                value = f"write_dice({value})"
            elif part.is_halves:
                value = f"write_halves({value})"
            else:
                value = self.as_plain.format(value)
            if part.attribute not in left_out:
                parts.append(f"{part.written!r}: {value}")
        names = {"tag": kind.type, "write_dice": _write_dice, "write_halves": _write_halves, "plain": _plain}
        encoder: Encoder = eval(f"lambda e: {{{', '.join(parts)}}}", {**names, "atoms": _ATOMS})
        self[kind] = encoder
        return encoder


_AS_PLAIN = "(v if (v := {}).__class__ in atoms else plain(v))"
_AS_IT_IS = "{}"

PLAIN = Encoders(_AS_PLAIN)
PLAIN_FOR_PLAYERS = Encoders(_AS_PLAIN, for_players=True)
JSON = Encoders(_AS_IT_IS)
JSON_FOR_PLAYERS = Encoders(_AS_IT_IS, for_players=True)
"""What encodes events, by their type: as `encode` does, or with enumerations and tuples as they are, for who writes
JSON that knows them."""


def encode(happened: Any) -> dict[str, Any]:
    """The event as a JSON object: `type`, `rule`, then its fields."""
    return PLAIN[happened.__class__](happened)


def without(written: Mapping[str, Any], *names: str) -> dict[str, Any]:
    """A written event without some of its fields, for those who may not know them."""
    return {key: value for key, value in written.items() if key not in names}


def decode(written: Mapping[str, Any], kinds: Mapping[str, type]) -> Any:
    """The event that a JSON object describes. Raises `ValueError` with a sentence when it describes none."""
    kind = kinds.get(str(written.get("type")))
    if kind is None:
        raise ValueError(f'no event is called "{written.get("type")}"')
    found: dict[str, Any] = {}
    for part in shape(kind):
        if part.written in written:
            value = written[part.written]
            found[part.attribute] = (
                _read_dice(value) if part.is_dice else _read_halves(value) if part.is_halves else value
            )
        elif part.default is MISSING:
            raise ValueError(f"event {kind.type} lacks {part.written}")  # type: ignore[attr-defined]
    unknown = set(written) - {part.written for part in shape(kind)} - {"type"}
    if unknown:
        raise ValueError(f"event {kind.type} has no field {sorted(unknown)[0]}")  # type: ignore[attr-defined]
    return kind(**found)


@event("decided")
class Decided(Event):
    """Somebody answered a question; the default counts as an answer. `about`: whom it concerns, if somebody else."""

    key: str
    who: Id
    answer: str
    rule: str = ""
    about: Id | None = None


@event("hidden")
class Hidden(Event):
    """Players no longer see a fighter, or a vehicle."""

    who: Id
    rule: str = ""

    def apply(self, scene: Scene) -> None:
        (scene.fighters.get(self.who) or scene.vehicles[self.who]).hidden = True


@event("revealed")
class Revealed(Event):
    """Players see a fighter, or a vehicle, again."""

    who: Id
    rule: str = ""

    def apply(self, scene: Scene) -> None:
        (scene.fighters.get(self.who) or scene.vehicles[self.who]).hidden = False


@event("noted")
class Noted(Event):
    """Words for the record, without effect."""

    who: Id | None
    text: str
    rule: str = ""


@event("undone")
class Undone(Event):
    """The last command and all its consequences were taken back: the scene is as it was when `to` events had happened.

    Only whoever folds a journal can apply this event: it needs the earlier events.
    """

    gm_fields: ClassVar[tuple[str, ...]] = ("command", "to")
    to: int
    command: str
    rule: str = ""


@event("set_by_hand")
class SetByHand(Event):
    """The game master overrode one value. The kernel's `by_hand` applies it with the ruleset's tables."""

    gm_only: ClassVar[bool] = True
    path: str
    from_: Any
    value: Any
    rule: str = ""

    def apply(self, scene: Any) -> None:
        from fireteam.kernel.paths import put_value

        put_value(scene, self.path, self.value)
