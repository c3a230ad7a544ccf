"""How tables of this game are written in scene files: conditions, hazards, weapons, and what a captor holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from fireteam.kernel.kinds import Choice, Fault, Flag, Kind, ListOf, Map, Maybe, Ref, Text, Whole, quoted, unknown_keys
from fireteam.kernel.names import nearest, short
from fireteam.kernel.scenefile import merge
from fireteam.kernel.sheet import Field, Table
from fireteam.wonderland import content
from fireteam.wonderland.place import HAZARD_FIELDS, Hazard, Trap
from fireteam.wonderland.state import Armed, Exposed, Impounded, Pools
from fireteam.wonderland.weapons import MELEE, RANGED, Condition, DamageType, Use, Weapon

MOST_TURNS = 999
MOST_WEAPONS = 20

CONDITION_FIELDS: dict[str, tuple[str, ...]] = {
    "stunned": (),
    "spent": (),
    "vulnerable": (),
    "poison": (),
    "bleed": (),
    "burn": ("loss",),
    "frost": ("loss",),
    "hyperthermia": (),
    "hypothermia": (),
    "chronic": ("sessions", "lost"),
    "drunk": ("bonus", "extreme"),
    "stoned": ("penalty",),
    "detained": ("by",),
}
"""UW-9.3 Conditions: each with the fields it has besides `turns`."""

_CONDITION_FIELDS = {
    "turns": Field("turns", Whole(0, MOST_TURNS), 0, "Own turn ends that are left; 0 = until something ends it."),
    "loss": Field("loss", Whole(0, 3), 0, "HP lost each turn; 0 = rolled."),
    "sessions": Field("sessions", Whole(0, 999), 0, "Sessions since it began."),
    "lost": Field("lost", Whole(0, 999), 0, "What it took off the maximum."),
    "bonus": Field("bonus", Whole(0, 5), 0, "HP gained in combat."),
    "extreme": Field("extreme", Flag(), False, "The GM may command the drunk."),
    "penalty": Field("penalty", Whole(1, 9), 1, "Taken off Awareness, Brains and Reflex rolls."),
    "by": Field("by", Text(80), "", "Who holds the fighter."),
}

_HAZARD_FIELDS = {
    "damage": Field("damage", Whole(0, 99), 0, "Loss at each own turn end."),
    "penalty": Field("penalty", Whole(0, 9), 1, "Taken off all skill rolls while exposed."),
    "lasting": Field("lasting", Flag(), False, "Losses lower the maximum too."),
    "onset": Field("onset", Whole(1, 99), 3, "Turn ends until it sets in."),
}


class TablesByName(Kind):
    """A table with known names, each name with a table of its own; a name that is absent is not there."""

    __slots__ = ("tables", "what")

    def __init__(self, tables: Mapping[str, Table], what: str) -> None:
        self.tables = tables
        self.what = what

    def read(self, plain: Any, path: str, faults: list[Fault]) -> Any:
        if not isinstance(plain, dict):
            faults.append(Fault(path, f"{quoted(plain)} is not a table of {self.what}s"))
            return {}
        unknown_keys(plain, self.tables, path, faults)
        return {
            name: table.read(plain[name], f"{path}.{name}", faults)
            for name, table in self.tables.items()
            if name in plain
        }

    def write(self, typed: Any) -> Any:
        return {name: self.tables[name].write(one) for name, one in typed.items()}

    def schema(self) -> dict[str, Any]:
        tables = {name: table.schema() for name, table in self.tables.items()}
        return {"type": "object", "properties": tables, "additionalProperties": False}

    def says(self) -> str:
        return f"a table of {self.what}s: {', '.join(self.tables)}"

    def inner(self, name: str) -> Kind | None:
        return self.tables.get(name)

    def names(self) -> Sequence[str]:
        return tuple(self.tables)

    def get(self, typed: Any, name: str) -> Any:
        return typed[name]


CONDITIONS = TablesByName(
    {
        name: Table(name, lambda key: Condition(), [_CONDITION_FIELDS[part] for part in ("turns", *parts)])
        for name, parts in CONDITION_FIELDS.items()
    },
    "condition",
)

HAZARDS = TablesByName(
    {
        name: Table(name, lambda key: Hazard(), [_HAZARD_FIELDS[part] for part in parts])
        for name, parts in HAZARD_FIELDS.items()
    },
    "hazard",
)


@dataclass(slots=True, eq=False, repr=False)
class WeaponDraft:
    """A weapon while it is read, written or changed by hand; `owner` is who carries it, if anybody does yet."""

    id: str
    name: str = ""
    kp: int = 3
    damage: int = 0
    range: int = 1
    use: Use = MELEE
    type: DamageType = DamageType.PHYSICAL
    spr: list[int] | None = None
    aoe: int | None = None
    inflicts: dict[str, Condition] = field(default_factory=dict)
    uses: int = 0
    left: int = 0
    owner: Armed | None = None

    def made(self) -> Weapon:
        """The weapon that this describes."""
        least, most = self.spr or (1, 1)
        return Weapon(
            id=self.id,
            name=self.name,
            kp=self.kp,
            damage=self.damage,
            range=self.range,
            use=self.use,
            type=self.type,
            least=least,
            most=most,
            aoe=self.aoe or 0,
            inflicts=tuple(self.inflicts.items()),
            uses=self.uses,
        )


def draft_of(weapon: Weapon, left: int, owner: Armed | None = None) -> WeaponDraft:
    """A weapon as its table shows it."""
    return WeaponDraft(
        id=weapon.id,
        name=weapon.name,
        kp=weapon.kp,
        damage=weapon.damage,
        range=weapon.range,
        use=weapon.use,
        type=weapon.type,
        spr=[weapon.least, weapon.most] if weapon.most > 1 or weapon.least > 1 else None,
        aoe=weapon.aoe or None,
        inflicts=dict(weapon.inflicts),
        uses=weapon.uses,
        left=left,
        owner=owner,
    )


def capital(id: str) -> str:
    """An id as a name: with a capital, and a copy's number behind a space."""
    name, _, number = id.rpartition("-")
    text = f"{name} {number}" if name and number.isdecimal() else id
    return text[:1].upper() + text[1:]


class _WeaponTable(Table):
    """The table of one weapon; a value put into it goes back to whoever carries the weapon."""

    def put(self, typed: Any, name: str, part: Any) -> None:
        super().put(typed, name, part)
        if typed.owner is not None:
            typed.owner.weapons[typed.id] = typed.made()
            if typed.uses:
                typed.owner.left[typed.id] = typed.left
            else:
                typed.owner.left.pop(typed.id, None)

    def write(self, typed: Any) -> Any:
        found = super().write(typed)
        return {key: value for key, value in found.items() if value is not None}


WEAPON = _WeaponTable(
    "weapon",
    WeaponDraft,
    (
        Field("name", Text(80, 1), lambda one, scene: capital(one.id), "What people call it."),
        Field("kp", Whole(1, 20), 3, "Kill Points per attack; ignored for NPCs and companions."),
        Field("damage", Whole(0, 99), 0, "Damage of a hit.", required=True),
        Field("range", Whole(1, 10), 1, "How far it reaches (UW-8.1)."),
        Field(
            "use", Choice(Use), lambda one, scene: MELEE if one.range == 1 else RANGED, "Hand to hand, or from afar."
        ),
        Field("type", Choice(DamageType), DamageType.PHYSICAL, "What its damage is made of."),
        Field("spr", Maybe(ListOf(Whole(1, 9), 2, 2)), None, "Spread: least and most targets (UW-9.1)."),
        Field("aoe", Maybe(Whole(1, 10)), None, "Area: how far around the target (UW-8.5)."),
        Field("inflicts", CONDITIONS, lambda one, scene: {}, "Conditions that come with a hit."),
        Field("uses", Whole(0, 99), 0, "How often it serves; 0 = without end."),
        Field("left", Whole(0, 99), lambda one, scene: one.uses, "Uses that are left."),
    ),
)


_WHOLE = {field.name for field in WEAPON.fields} - {"spr", "aoe"}


class Armoury(Kind):
    """`weapons.ID`: what a fighter or vehicle carries. An id of the Content chapter fills in what is not given."""

    def read(self, plain: Any, path: str, faults: list[Fault]) -> Any:
        if not isinstance(plain, dict):
            faults.append(Fault(path, f"{quoted(plain)} is not a table of weapons"))
            return {}
        if len(plain) > MOST_WEAPONS:
            faults.append(Fault(path, f"has {len(plain)} weapons, may have {MOST_WEAPONS}"))
            return {}
        found = {}
        for id, entry in plain.items():
            where = f"{path}.{short(id)}"
            if not 0 < len(id) <= 60 or not id.isprintable() or any(ch in id for ch in '.,: "'):
                faults.append(
                    Fault(where, "a weapon's id has 1 to 60 characters, no space, dot, comma, colon or quote")
                )
            elif isinstance(entry, dict):
                draft = WEAPON.read(self._filled(id, entry), where, faults)
                draft.id = id
                if draft.name is None:
                    draft.name = capital(id)
                self._check(draft, where, faults)
                found[id] = (draft.made(), draft.left) if not faults else (Weapon(id), 0)
            else:
                faults.append(Fault(where, f"{quoted(entry)} is not a table"))
        return found

    @staticmethod
    def _filled(id: str, entry: dict[str, Any]) -> dict[str, Any]:
        """The entry laid over the Content chapter's; one that was written out whole stays as it is."""
        known = content.weapons().get(id)
        return entry if known is None or entry.keys() >= _WHOLE else merge(known, entry)

    @staticmethod
    def _check(draft: WeaponDraft, path: str, faults: list[Fault]) -> None:
        if draft.spr is not None and draft.aoe is not None:
            faults.append(Fault(path, "a weapon with spread and area: give one of them (UW-9.2)"))
        if draft.spr is not None and None not in draft.spr and draft.spr[0] > draft.spr[1]:
            faults.append(Fault(f"{path}.spr", f"{draft.spr[0]} is above {draft.spr[1]}"))
        if draft.left is not None and draft.uses is not None and draft.left > draft.uses:
            faults.append(Fault(f"{path}.left", f"{draft.left} is above uses {draft.uses}"))

    def write(self, typed: Any) -> Any:
        return {id: WEAPON.write(draft_of(weapon, typed.left.get(id, 0))) for id, weapon in typed.weapons.items()}

    def schema(self) -> dict[str, Any]:
        inner = {**WEAPON.schema(), "required": []}
        return {"type": "object", "additionalProperties": inner, "maxProperties": MOST_WEAPONS}

    def says(self) -> str:
        return "a table of weapons"

    def inner(self, name: str) -> Kind | None:
        return WEAPON

    def get(self, typed: Any, name: str) -> Any:
        return draft_of(typed.weapons[name], typed.left.get(name, 0), typed)


class KnownId(Kind):
    """An id of a table of the Content chapter."""

    __slots__ = ("known", "what")

    def __init__(self, known: Any, what: str) -> None:
        self.known = known
        self.what = what

    def read(self, plain: Any, path: str, faults: list[Fault]) -> Any:
        known = self.known()
        if isinstance(plain, str) and plain in known:
            return plain
        close = nearest(plain, known) if isinstance(plain, str) else None
        hint = f'; did you mean "{close}"?' if close else ""
        faults.append(Fault(path, f"no {self.what} is called {quoted(plain)}{hint}"))
        return None

    def schema(self) -> dict[str, Any]:
        return {"enum": list(self.known())}

    def says(self) -> str:
        return f"the id of a {self.what}"


class Seat(Ref):
    """The id of a fighter, or "" for an empty seat."""

    def read(self, plain: Any, path: str, faults: list[Fault]) -> Any:
        return plain if plain == "" else super().read(plain, path, faults)

    def from_text(self, text: str) -> Any:
        return "" if text in ("null", '""') else text

    def says(self) -> str:
        return "the id of a fighter or empty"


GEAR = ListOf(KnownId(content.gear, "gear"), 20)
ITEMS = Map(Whole(0, 99), 40, content.items, "item")


class _ImpoundedTable(Table):
    """What a captor holds, written as an empty table when that is nothing."""

    def write(self, typed: Any) -> Any:
        return {} if typed.is_empty else super().write(typed)


IMPOUNDED = _ImpoundedTable(
    "impounded",
    lambda key: Impounded(),
    (
        Field("weapons", Armoury(), lambda one, scene: {}, "Weapons.", attribute="armoury"),
        Field("gear", GEAR, (), "Gear."),
        Field("items", ITEMS, {}, "Items."),
        Field("armor", Whole(0, 20), 0, "The armour that the gear gave."),
    ),
)

EXPOSED = Table(
    "exposed",
    lambda key: Exposed(),
    (
        Field("distance", Whole(1, 10), 1, "The former distance."),
        Field("until", Ref(), "", "Whose turn ends it."),
    ),
)

TRAP = Table(
    "trap",
    Trap,
    (
        Field("name", Text(80, 1), lambda one, scene: capital(one.id), "What people call it."),
        Field("damage", Whole(0, 99), 0, "Damage of 6 to 11; 0 = conditions."),
        Field("type", Choice(DamageType), DamageType.PHYSICAL, "What its damage is made of."),
        Field("inflicts", CONDITIONS, lambda one, scene: {}, "Conditions that come with 6 or more."),
    ),
)

POOLS = Table("pools", lambda key: Pools(), ())
