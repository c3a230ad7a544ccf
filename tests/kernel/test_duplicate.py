"""Copies of scenes: whole, and apart from the original."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from typing import Any

from fireteam.kernel.scene import REMEMBERED, Fighter, Phase, Scene, duplicate


class Mood(Enum):
    CALM = "calm"


@dataclass(slots=True, frozen=True)
class Weapon:
    name: str


@dataclass(slots=True, eq=False)
class Wounds:
    boxes: list[int | None]
    notes: dict[str, Any] = field(default_factory=dict)


@dataclass(slots=True, eq=False)
class Hero(Fighter):
    wounds: Wounds | None = None
    bag: dict[str, int] = field(default_factory=dict)
    weapons: list[Weapon] = field(default_factory=list)
    pairs: list[list[int]] = field(default_factory=list)
    tags: set[str] = field(default_factory=set)
    mood: Mood = Mood.CALM
    luck: Fraction = Fraction(1, 2)
    by_name: dict[str, Wounds] | None = None
    sum: int | None = field(default=None, metadata=REMEMBERED)


@dataclass(eq=False)
class Loose:
    """A record that other code may have without slots, and a field of any kind."""

    anything: Any


def hero() -> Hero:
    found = Hero("ann", "Ann", "crew", wounds=Wounds([1, None], {"deep": [{"a": [1]}]}), bag={"stim": 1})
    found.weapons = [Weapon("Pipe")]
    found.pairs = [[1, 2]]
    found.tags = {"x"}
    found.by_name = {"leg": Wounds([2])}
    found.sum = 9
    return found


def test_a_copy_has_the_same_values() -> None:
    """Every field, inherited ones too; what is only remembered is forgotten."""
    copy = duplicate(Scene(title="T", phase=Phase.COMBAT, order=["ann"], fighters={"ann": hero()}, options=Loose([1])))
    assert (copy.title, copy.phase, copy.order, copy.options.anything) == ("T", Phase.COMBAT, ["ann"], [1])
    ann: Hero = copy.fighters["ann"]
    assert ann.__class__ is Hero
    assert (ann.id, ann.name, ann.side, ann.mood, ann.luck) == ("ann", "Ann", "crew", Mood.CALM, Fraction(1, 2))
    assert ann.wounds is not None and ann.by_name is not None
    assert (ann.wounds.boxes, ann.wounds.notes, ann.bag) == ([1, None], {"deep": [{"a": [1]}]}, {"stim": 1})
    assert (ann.pairs, ann.tags, ann.by_name["leg"].boxes, ann.sum) == ([[1, 2]], {"x"}, [2], None)


def test_a_copy_shares_nothing_that_changes() -> None:
    """Whatever is done to the copy, the original stays as it was; frozen records may be shared."""
    first = hero()
    copy = duplicate(first)
    assert copy.wounds and copy.by_name and first.wounds and first.by_name
    copy.wounds.boxes[0] = 5
    copy.wounds.notes["deep"][0]["a"].append(2)
    copy.bag["stim"] = 0
    copy.pairs[0].append(3)
    copy.tags.add("y")
    copy.by_name["leg"].boxes.append(3)
    copy.weapons.append(Weapon("Knife"))
    again = hero()
    assert again.wounds and again.by_name
    assert (first.wounds.boxes, first.wounds.notes, first.bag) == (again.wounds.boxes, again.wounds.notes, again.bag)
    assert (first.pairs, first.tags, first.weapons) == (again.pairs, again.tags, again.weapons)
    assert first.by_name["leg"].boxes == again.by_name["leg"].boxes
    assert first.sum == 9
    assert copy.weapons[0] is first.weapons[0]
    loose = Loose([[1]])
    duplicate(loose).anything[0].append(2)
    assert loose.anything == [[1]]
