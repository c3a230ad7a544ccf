"""21 Content: the tables that scenes draw on, read from `content/*.toml` when first used.

Everything in them is filler: invented numbers that stand in for tables which the text does not contain.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

_FOLDER = Path(__file__).parent / "content"


def _table(name: str) -> dict[str, Any]:
    import tomllib

    with (_FOLDER / f"{name}.toml").open("rb") as file:
        return tomllib.load(file)


@cache
def weapons() -> Mapping[str, Mapping[str, Any]]:
    """Weapons by id, as a scene would write them."""
    return _table("weapons")


@cache
def bestiary() -> Mapping[str, Mapping[str, Any]]:
    """Fighters by template, as a scene would write them."""
    return _table("bestiary")


@cache
def vehicles() -> Mapping[str, Mapping[str, Any]]:
    """Vehicles by template, as a scene would write them."""
    return _table("vehicles")


@cache
def traps() -> Mapping[str, Mapping[str, Any]]:
    """Traps by id, as a scene would write them under `place.traps`."""
    return _table("traps")


@dataclass(slots=True, eq=False, repr=False)
class Gear:
    """Something worn: the armour it gives, and the hazards it keeps out."""

    name: str
    armor: int = 0
    protects: tuple[str, ...] = ()


@dataclass(slots=True, eq=False, repr=False)
class Item:
    """Something used up: HP it gives, conditions it ends, and what else it does (`stoned` is a penalty, 0 = not)."""

    name: str
    heals: int = 0
    ends: tuple[str, ...] = ()
    stoned: int = 0
    is_food: bool = False
    is_drink: bool = False
    is_iodine: bool = False


MED_SUPPLIES = "med-supplies"
"""The item that First Aid uses up under option `aid_supplies` (UW-2.4)."""


@cache
def _belongings() -> dict[str, Any]:
    return _table("belongings")


@cache
def gear() -> Mapping[str, Gear]:
    """Gear by id."""
    return {
        id: Gear(entry["name"], entry.get("armor", 0), tuple(entry.get("protects", ())))
        for id, entry in _belongings()["gear"].items()
    }


@cache
def items() -> Mapping[str, Item]:
    """Items by id."""
    return {
        id: Item(
            name=entry["name"],
            heals=entry.get("heals", 0),
            ends=tuple(entry.get("ends", ())),
            stoned=entry.get("stoned", 0),
            is_food=entry.get("is_food", False),
            is_drink=entry.get("is_drink", False),
            is_iodine=entry.get("is_iodine", False),
        )
        for id, entry in _belongings()["items"].items()
    }


def armor_of(worn: list[str]) -> int:
    """The armour that gear gives: the highest among it, 0 without any."""
    known = gear()
    return max([known[id].armor for id in worn], default=0) if worn else 0


def protects(worn: list[str], hazard: str) -> bool:
    """Whether something worn keeps this hazard out."""
    known = gear()
    return any(hazard in known[id].protects for id in worn)
