"""What a scene and a fighter are before any game adds to them, and how to copy them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, StrEnum
from typing import Any, TypeVar

T = TypeVar("T")


class Phase(StrEnum):
    """Where a scene stands: no fight, a fight, a fight that is decided."""

    CALM = "calm"
    COMBAT = "combat"
    OVER = "over"


class Control(StrEnum):
    """Who commands a fighter."""

    PLAYER = "player"
    GM = "gm"


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
        return self.controlled_by is Control.PLAYER


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


_ATOMS: set[type] = {int, str, bool, type(None), float, Phase, Control}
"""Classes whose values never change; the enumerations of the rulesets join them as they come by."""


REMEMBERED: Mapping[str, bool] = {"remembered": True}
"""Metadata of a dataclass field that only remembers what follows from the others, for speed; None forgets it."""

_PLANS: dict[type, tuple[tuple[str, ...], tuple[str, ...]]] = {}


def _plan(kind: Any) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The fields of a dataclass that are copied, and those that are forgotten."""
    fields = kind.__dataclass_fields__
    forgotten = tuple(name for name, field in fields.items() if "remembered" in field.metadata)
    plan = _PLANS[kind] = (tuple(name for name in fields if name not in forgotten), forgotten)
    return plan


def duplicate(value: T) -> T:
    """A deep copy of scenes, fighters and whatever they hold: records, lists, dicts, tuples and plain values.

    Fields marked `REMEMBERED` are None in the copy.
    """
    kind = value.__class__
    if kind in _ATOMS:
        return value
    if kind is list:
        return [item if item.__class__ in _ATOMS else duplicate(item) for item in value]  # type: ignore[attr-defined,return-value]
    if kind is dict:
        return {key: duplicate(item) for key, item in value.items()}  # type: ignore[attr-defined,return-value]
    fields = getattr(kind, "__dataclass_fields__", None)
    if fields is None:
        if issubclass(kind, Enum):
            _ATOMS.add(kind)
        elif kind is set:
            return set(value)  # type: ignore[call-overload,no-any-return]
        return value  # enumerations, tuples of plain values and fractions never change
    if kind.__dataclass_params__.frozen:  # type: ignore[attr-defined]
        return value
    copy = kind.__new__(kind)
    copied, forgotten = _PLANS.get(kind) or _plan(kind)
    for name in copied:
        item = getattr(value, name)
        setattr(copy, name, item if item.__class__ in _ATOMS else duplicate(item))
    for name in forgotten:
        setattr(copy, name, None)
    return copy
