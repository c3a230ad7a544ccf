"""CC-26 Content: weapons, armour, origins and the bestiary, read from `content/*.toml` when first asked for."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

ATTRIBUTES = (
    "agility",
    "fortitude",
    "might",
    "reflex",
    "intellect",
    "willpower",
    "tech",
    "persuasion",
    "perception",
    "allure",
    "foresight",
    "harmony",
)
"""CC-1.11 Rank and Tier. The twelve attributes in the book's order, four to a family."""
AGILITY, FORTITUDE, MIGHT, REFLEX = range(4)
INTELLECT, WILLPOWER, TECH, PERSUASION = range(4, 8)
PERCEPTION, ALLURE, FORESIGHT, HARMONY = range(8, 12)
FAMILIES = ("physical", "mental", "meta")
"""CC-1.11 Rank and Tier. The families; attribute i belongs to family i // 4."""
PHYSICAL, MENTAL, META = range(3)
FAMILY_SIZE = 4

SKILLS = (
    "guns",
    "heavy",
    "melee",
    "thrown",
    "stealth",
    "pilot",
    "psi",
    "medic",
    "engineer",
    "systems",
    "command",
    "scout",
)
"""CC-26.1 Skills. Skills; the first six are physical."""
GUNS, HEAVY, MELEE, THROWN, STEALTH, PILOT, PSI, MEDIC, ENGINEER, SYSTEMS, COMMAND, SCOUT = range(12)
PHYSICAL_SKILLS = 6

DAMAGE = ("kinetic", "thermal", "energy", "explosive", "chemical", "psionic")
"""CC-2.1 DR. Damage types. Untyped Hits meet no DR."""
KINETIC, THERMAL, ENERGY, EXPLOSIVE, CHEMICAL, PSIONIC = range(6)
UNTYPED = -1

ITEMS = ("stim", "patch_kit", "medkit", "sedative", "frag_grenade", "flash_grenade")
"""CC-26.2 Arms and gear. Items; the last two are thrown weapons."""
STIM, PATCH_KIT, MEDKIT, SEDATIVE, FRAG_GRENADE, FLASH_GRENADE = range(6)

UNARMED = "unarmed"
NONE = "none"

AGAINST_AF = "af"
AGAINST_EF = "ef"
AGAINST_MENTAL = "mental"

_FOLDER = Path(__file__).parent / "content"


@dataclass(slots=True, frozen=True, eq=False, repr=False)
class Rider:
    """CC-13.14 Riders. What a weapon does besides Hits; `save` is the family that avoids it, None for no save."""

    effect: str
    turns: int
    save: int | None


@dataclass(slots=True, frozen=True, eq=False, repr=False)
class Weapon:
    """CC-26.2 Arms and gear. A weapon. `hits` lists (damage type, Hits); `item` is the item that it uses up, or -1."""

    id: str
    size: str
    skill: int
    against: str
    hits: tuple[tuple[int, int], ...]
    range: int
    accuracy: int
    clip: int
    burst: int
    area: int
    rider: Rider | None
    item: int
    total: int
    is_melee: bool
    is_psi: bool
    is_natural: bool
    is_unhandy: bool
    """Whether it is a Medium or Large weapon that is not melee: crowding hampers it (CC-13.10)."""
    reach: int
    """How far it can be tried at all: twice the range, but for melee and thrown weapons (CC-13.10)."""


@dataclass(slots=True, frozen=True, eq=False, repr=False)
class Armour:
    """CC-26.2 Arms and gear. A suit of armour; `dr` by damage type."""

    id: str
    af: int
    arc: int
    speed: int
    is_sealed: bool
    dr: tuple[int, ...]


@dataclass(slots=True, frozen=True, eq=False, repr=False)
class Origin:
    """CC-7.3 Origins. What an Origin gives; `natural` is its DR by damage type."""

    id: str
    fortitude: int
    mass: int
    speed: int
    natural: tuple[int, ...]


@cache
def _read(name: str) -> dict[str, Any]:
    import tomllib

    with (_FOLDER / f"{name}.toml").open("rb") as file:
        return tomllib.load(file)


def _by_type(plain: dict[str, int]) -> tuple[int, ...]:
    return tuple(plain.get(kind, 0) for kind in DAMAGE)


def _weapon(id: str, plain: dict[str, Any]) -> Weapon:
    skill = SKILLS.index(plain["skill"])
    is_melee, is_thrown = skill == MELEE, skill == THROWN
    hits = tuple((DAMAGE.index(kind), number) for kind, number in plain["hits"].items())
    rider = plain.get("rider")
    return Weapon(
        id=id,
        size=plain["size"],
        skill=skill,
        against=plain["against"],
        hits=hits,
        range=plain["range"],
        accuracy=plain["accuracy"],
        clip=plain.get("clip", 0),
        burst=plain.get("burst", 1),
        area=plain.get("area", 0),
        rider=None
        if rider is None
        else Rider(rider["effect"], rider["turns"], FAMILIES.index(rider["save"]) if "save" in rider else None),
        item=ITEMS.index(id) if is_thrown else -1,
        total=sum(number for _, number in hits),
        is_melee=is_melee,
        is_psi=skill == PSI,
        is_natural=plain["size"] == "natural",
        is_unhandy=plain["size"] in ("medium", "large") and not is_melee,
        reach=plain["range"] * (1 if is_melee or is_thrown else 2),
    )


@cache
def weapons() -> dict[str, Weapon]:
    """CC-26.2 Arms and gear. Arms by id, thrown ones and `unarmed` included."""
    return {id: _weapon(id, plain) for id, plain in _read("arms").items()}


@cache
def carried_weapons() -> tuple[str, ...]:
    """CC-16.1 Fields of a fighter. What may stand in a fighter's `weapons`: neither `unarmed` nor thrown."""
    return tuple(id for id, weapon in weapons().items() if id != UNARMED and weapon.item < 0)


@cache
def armours() -> dict[str, Armour]:
    """CC-26.2 Arms and gear. Armour by id."""
    return {
        id: Armour(id, plain["af"], plain["arc"], plain["speed"], plain["sealed"], _by_type(plain["dr"]))
        for id, plain in _read("armour").items()
    }


@cache
def origins() -> dict[str, Origin]:
    """CC-7.3 Origins. Origins by id."""
    return {
        id: Origin(id, plain["fortitude"], plain["mass"], plain["speed"], _by_type(plain.get("natural", {})))
        for id, plain in _read("origins")["origins"].items()
    }


@cache
def hits_per_rank() -> dict[str, int]:
    """CC-7.2 HITS per Rank. HITS per Rank by Core."""
    cores: dict[str, int] = _read("origins")["cores"]
    return cores


def bestiary() -> dict[str, dict[str, Any]]:
    """CC-26.3 Bestiary: plain tables by template, as a scene file would write them."""
    return _read("bestiary")
