"""What a scene and a fighter are before any game adds to them, and how to copy them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import Field, dataclass, field, fields
from enum import Enum, StrEnum
from functools import cache
from typing import Any, TypeVar

T = TypeVar("T")
S = TypeVar("S", bound="Scene")


class Phase(StrEnum):
    """Where a scene stands: no fight, a fight, a fight that is decided."""

    CALM = "calm"
    COMBAT = "combat"
    OVER = "over"


class Control(StrEnum):
    """Who commands a fighter."""

    PLAYER = "player"
    GM = "gm"


# Members by short names, as elsewhere where it counts: Python 3.11 takes long to find a member of an enumeration.
CALM, COMBAT, OVER = Phase
_PLAYER = Control.PLAYER


@dataclass(slots=True, eq=False)
class Fighter:
    """Whoever stands in a scene. A ruleset's own fighter extends this class with its sheet and state."""

    id: str
    name: str = ""
    side: str = ""
    controlled_by: Control = Control.GM
    hidden: bool = False

    @property
    def is_player(self) -> bool:
        return self.controlled_by is _PLAYER


@dataclass(slots=True, eq=False)
class Scene:
    """A scene: the state of one fight. A ruleset's own scene extends this class.

    `order` holds ids, `acting` one of them or None; `seq` is the number of events so far. `fighters` keeps listing
    order, which is the order of the scene file and of joining.
    """

    ruleset: str = ""
    title: str = ""
    phase: Phase = Phase.CALM
    round: int = 0
    order: list[str] = field(default_factory=list)
    acting: str | None = None
    winner: str | None = None
    seq: int = 0
    fighters: dict[str, Any] = field(default_factory=dict)
    vehicles: dict[str, Any] = field(default_factory=dict)
    options: Any = None


REMEMBERED: Mapping[str, bool] = {"remembered": True}
"""Metadata of a dataclass field that only remembers what follows from the others, for speed; None forgets it."""


def duplicate(value: T) -> T:
    """A deep copy of scenes, fighters and whatever they hold: records, lists, dicts, tuples and plain values.

    Frozen records, enumerations, tuples and fractions never change and stand in the copy themselves. Fields marked
    `REMEMBERED` are None in the copy.
    """
    kind = value.__class__
    copier = _COPIERS.get(kind) or _copier_of(kind)
    copy: T = copier(value)
    return copy


def is_remembered(entry: Field[Any]) -> bool:
    """Whether a field is marked `REMEMBERED`."""
    return "remembered" in entry.metadata


def renumbered(scene: S, seq: int) -> S:
    """The same scene with another number of events; it holds the very fighters of the first, so neither may change."""
    kind: Any = scene.__class__
    found: S = _shallow_copier(kind)(scene)
    found.seq = seq
    return found


@cache
def _shallow_copier(kind: Any) -> Copier:
    lines = ["def copy(old):", " new = make(kind)"]
    lines += [f" new.{entry.name} = old.{entry.name}" for entry in fields(kind)]
    return _written_out([*lines, " return new"], {"make": kind.__new__, "kind": kind})


Copier = Callable[[Any], Any]

_ATOMS: set[type] = {int, str, bool, type(None), float}
"""Classes whose values never change; others join them as they come by."""


def _itself(value: Any) -> Any:
    return value


def _copy_list(value: list[Any]) -> list[Any]:
    return [item if item.__class__ in _ATOMS else duplicate(item) for item in value]


def _copy_dict(value: dict[Any, Any]) -> dict[Any, Any]:
    return {key: item if item.__class__ in _ATOMS else duplicate(item) for key, item in value.items()}


_COPIERS: dict[type, Copier] = {list: _copy_list, dict: _copy_dict, set: set}


def _copier_of(kind: Any) -> Copier:
    """How values of a class are copied, found out when the first of them comes by."""
    is_record = hasattr(kind, "__dataclass_fields__") and not kind.__dataclass_params__.frozen
    if not is_record:
        _ATOMS.add(kind)
    copier = _COPIERS[kind] = _record_copier(kind) if is_record else _itself
    return copier


_PLAIN = tuple(f"{word}{more}" for word in ("int", "str", "bool", "float") for more in ("", " | None"))
_ONE_PLAIN = frozenset(_PLAIN)
_LIST_OF_PLAIN = frozenset(f"list[{word}]" for word in _PLAIN)
_DICT_OF_PLAIN = frozenset(f"dict[{key}, {word}]" for key in _PLAIN for word in _PLAIN)


@cache
def copier_without(kind: Any, groups: tuple[str, ...]) -> Copier:
    """A function that copies records of one class like `duplicate`, but leaves these fields unset."""
    return _record_copier(kind, groups)


def _record_copier(kind: Any, without: tuple[str, ...] = ()) -> Copier:
    """A function that copies records of one class field by field, written out so that it costs a step a field.

    What a field is declared to hold decides how it is copied: plain values as they are, lists and dicts of them
    whole, records of its own in the same go, anything else by `duplicate`.
    """
    names = {"atoms": _ATOMS, "copiers": _COPIERS, "copier_of": _copier_of, "duplicate": duplicate}
    return _written_out(["def copy(old):", *_steps(kind, "old", "new", without, names), " return new"], names)


def _steps(kind: Any, old: str, new: str, without: tuple[str, ...], names: dict[str, Any]) -> list[str]:
    """The lines that make `new` a copy of the record `old`."""
    names[f"make_{new}"], names[f"kind_{new}"] = kind.__new__, kind
    lines = [f" {new} = make_{new}(kind_{new})"]
    for entry in fields(kind):
        if entry.name in without:
            continue
        value, declared, inner = f"{old}.{entry.name}", str(entry.type), own_record(entry)
        if is_remembered(entry):
            value = "None"
        elif declared in _LIST_OF_PLAIN:
            value = f"[*{value}]"
        elif declared in _DICT_OF_PLAIN:
            value += ".copy()"
        elif declared.startswith("dict[str, ") and declared.endswith("]"):
            copy = "(copiers.get(item.__class__) or copier_of(item.__class__))(item)"
            value = f"{{key: {copy} for key, item in {value}.items()}}"
        elif inner is not None:
            was, part = f"{old}_{entry.name}", f"{new}_{entry.name}"
            lines += [f" {was} = {value}", *_steps(inner, was, part, (), names)]
            value = part
        elif declared not in _ONE_PLAIN and not _is_word(entry):
            value = f"item if (item := {value}).__class__ in atoms else duplicate(item)"
        lines.append(f" {new}.{entry.name} = {value}")
    return lines


def own_record(entry: Field[Any]) -> Any:
    """The class of the record that a field always holds (`wounds: Wounds = field(default_factory=Wounds)`), or None."""
    kind: Any = entry.default_factory
    is_own = hasattr(kind, "__dataclass_fields__") and str(entry.type) == kind.__name__
    return kind if is_own and not kind.__dataclass_params__.frozen else None


def _is_word(entry: Field[Any]) -> bool:
    """Whether a field always holds a member of an enumeration (`status: Status = Status.UP`)."""
    return isinstance(entry.default, Enum) and str(entry.type) == entry.default.__class__.__name__


def _written_out(lines: list[str], names: dict[str, Any]) -> Copier:
    exec("\n".join(lines), names)
    copier: Copier = names["copy"]
    return copier
