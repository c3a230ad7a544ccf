"""SL-26.1 Tables. Weapons, clothing, gear, Trades, maneuvers, vessels and beasts are data, read on first use.

The files lie in `content/`; each can be replaced. A figure that no table may hold (a d20, an unknown damage type) is
a `ContentFault`, with the file and the entry.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "content"

ATTRIBUTES = ("strength", "dexterity", "celerity", "constitution", "wisdom", "willpower", "intellect", "charisma")
STRENGTH, DEXTERITY, CELERITY, CONSTITUTION, WISDOM, WILLPOWER, INTELLECT, CHARISMA = range(8)

DAMAGE_TYPES = ("chemical", "electrical", "light", "physical", "thermal_cold", "thermal_hot")
"""SL-4.1 Types and parts. The types of damage; inside the rules a type is its index here."""
CHEMICAL, ELECTRICAL, LIGHT, PHYSICAL, THERMAL_COLD, THERMAL_HOT = range(6)

LADDER = (2, 4, 6, 8, 10, 12)
"""SL-3.5 One die up. The dice of damage from the lowest to the highest; no others may stand in a data file."""

Pool = tuple[tuple[int, tuple[int, ...]], ...]
"""The dice of one instance of damage: for each part its type and its dice, in printed order."""

TRADE_OF_KIND = {
    "unarmed": "brawler",
    "melee": "fencer",
    "light": "marksman",
    "heavy": "heavy_gunner",
    "thrown": "grenadier",
}


class ContentFault(ValueError):
    """A data file that the rules cannot use: the file, the entry, and what is wrong."""


@dataclass(slots=True, frozen=True, eq=False, repr=False)
class Weapon:
    """A weapon of people. `ap` is in halves, `reaches` the range in squares (0 for close weapons)."""

    key: str
    kind: str
    ap: int
    pool: Pool
    reaches: int = 0
    two_hands: bool = False
    bleed: int = 0
    daze: int = 0
    blast: int = 0
    is_item: bool = False
    is_close: bool = False
    trade: str = ""
    attribute: int = DEXTERITY


@dataclass(slots=True, frozen=True, eq=False, repr=False)
class VesselWeapon:
    """A weapon of vessels. `ap` is in halves, `reach` in bands."""

    key: str
    ap: int
    pool: Pool
    reach: int
    steady: bool


@dataclass(slots=True, frozen=True, eq=False, repr=False)
class Clothing:
    """What clothing lowers damage by, for each type, and whether it is sealed."""

    key: str
    lowers: tuple[int, ...]
    sealed: bool


@dataclass(slots=True, frozen=True, eq=False, repr=False)
class Gear:
    """An exoskeleton or a cybernetic."""

    key: str
    dhp: int
    sealed: bool
    filters_air: bool


@dataclass(slots=True, frozen=True, eq=False, repr=False)
class Maneuver:
    """A maneuver; `ap` is in halves."""

    key: str
    type: str
    is_cumulative: bool
    ap: int
    mp: int
    clause: str


def table(name: str) -> dict[str, Any]:
    """The plain tables of one data file."""
    import tomllib

    with (FOLDER / f"{name}.toml").open("rb") as file:
        return tomllib.load(file)


def read_pool(damage: list[dict[str, Any]], where: str) -> Pool:
    """SL-3.6 One die down; net steps. The dice of a weapon; dice that are not on the ladder are a fault in the file."""
    parts = []
    for part in damage:
        if part["type"] not in DAMAGE_TYPES:
            raise ContentFault(f"{where}: no damage type is called {part['type']}")
        sides = tuple(int(die.removeprefix("d")) for die in part["dice"])
        wrong = [die for die in sides if die not in LADDER]
        if wrong:
            raise ContentFault(f"{where}: d{wrong[0]} is not on the ladder d2, d4, d6, d8, d10, d12")
        parts.append((DAMAGE_TYPES.index(part["type"]), sides))
    return tuple(parts)


@cache
def weapons() -> Mapping[str, Weapon]:
    """All weapons of people by key."""
    attributes = trades()
    found = {}
    for key, row in table("weapons").items():
        kind = row["kind"]
        if kind not in TRADE_OF_KIND:
            raise ContentFault(f"weapons.{key}: no kind of weapon is called {kind}")
        trade = TRADE_OF_KIND[kind]
        found[key] = Weapon(
            key=key,
            kind=kind,
            ap=int(row["ap"] * 2),
            pool=read_pool(row["damage"], f"weapons.{key}"),
            reaches=row.get("range", 0),
            two_hands=row.get("two_hands", False),
            bleed=row.get("bleed", 0),
            daze=row.get("daze", 0),
            blast=row.get("blast", 0),
            is_item=row.get("item", False),
            is_close=kind in ("unarmed", "melee"),
            trade=trade,
            attribute=attributes[trade],
        )
    return found


@cache
def vessel_weapons() -> Mapping[str, VesselWeapon]:
    """All weapons of vessels by key."""
    return {
        key: VesselWeapon(
            key,
            int(row["ap"] * 2),
            read_pool(row["damage"], f"vessel_weapons.{key}"),
            row["reach"],
            row.get("steady", False),
        )
        for key, row in table("vessel_weapons").items()
    }


@cache
def clothing() -> Mapping[str, Clothing]:
    """All clothing by key."""
    found = {}
    for key, row in table("clothing").items():
        unknown = set(row["lowers"]) - set(DAMAGE_TYPES)
        if unknown:
            raise ContentFault(f"clothing.{key}: no damage type is called {sorted(unknown)[0]}")
        lowers = tuple(row["lowers"].get(name, 0) for name in DAMAGE_TYPES)
        found[key] = Clothing(key, lowers, row.get("sealed", False))
    return found


def _gear(group: str) -> Mapping[str, Gear]:
    return {
        key: Gear(key, row["dhp"], row.get("sealed", False), row.get("filters_air", False))
        for key, row in table("gear")[group].items()
    }


@cache
def exoskeletons() -> Mapping[str, Gear]:
    """All exoskeletons by key."""
    return _gear("exoskeletons")


@cache
def cybernetics() -> Mapping[str, Gear]:
    """All cybernetics by key."""
    return _gear("cybernetics")


@cache
def items() -> tuple[str, ...]:
    """The keys of all items."""
    return tuple(table("gear")["items"])


@cache
def trades() -> Mapping[str, int]:
    """The attribute of each Trade of the book, as its index."""
    return {key: ATTRIBUTES.index(row["attribute"]) for key, row in table("trades").items()}


@cache
def maneuvers() -> Mapping[str, Maneuver]:
    """All maneuvers by key."""
    return {
        key: Maneuver(key, row["type"], row.get("cumulative", False), int(row["ap"] * 2), row["mp"], row["clause"])
        for key, row in table("maneuvers").items()
    }


@cache
def vessels() -> Mapping[str, Mapping[str, Any]]:
    """The vessels as plain tables, for scene files."""
    return table("vessels")


@cache
def bestiary() -> Mapping[str, Mapping[str, Any]]:
    """The beasts and people as plain tables, for scene files."""
    return table("bestiary")


def keyed(text: str) -> str:
    """SL-19.1 Verbs. A key as somebody typed it: spaces, hyphens and underscores are equal, and so is case."""
    return text.strip().casefold().replace(" ", "_").replace("-", "_")
