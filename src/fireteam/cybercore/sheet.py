"""CC-16 Sheet: what a fighter is, as a scene file writes it and as the state holds it."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from fireteam.cybercore import content
from fireteam.cybercore.content import ATTRIBUTES, DAMAGE, ITEMS, NONE, SKILLS
from fireteam.kernel import fields as shared
from fireteam.kernel.kinds import Choice, Flag, Kind, ListOf, Map, Named, Ref, Text, Whole
from fireteam.kernel.scene import Fighter
from fireteam.kernel.sheet import KNOWN, Field, Table

MOST_ATTRIBUTE = 12
LEAST_SOCIAL = -5
"""Persuasion and allure may be negative."""
MOST_RANK = 10
MOST_IN_PLAY = 999
"""What the state can hold of a count that play does not limit; the sheet's own limits are checked by `faults`."""
MOST_WOUNDS = 12
MOST_EXHAUSTION = 20
MOST_PSYCH = 30
MOST_PLACE = 200
MOST_TURNS = 99
"""A condition of 99 turns lasts until it is cured (CC-14.1)."""

BEHAVIOURS = (
    "standard",
    "officer",
    "boss",
    "sniper",
    "grunt",
    "coward",
    "brute",
    "turret",
    "medic",
    "stalker",
    "swarm",
    "psi",
)

TIMED = ("staggered", "slowed", "distracted", "burning")
"""CC-14.1 Conditions. Conditions that count turns."""
FLAGS = ("unhinged", "sedated", "hangover", "stable")
"""CC-14.1 Conditions. Conditions that are there or not."""
STAGGERED, SLOWED, DISTRACTED, BURNING = TIMED


class Status(StrEnum):
    """CC-16.1 Fields of a fighter: how it stands. Standing means `up`."""

    UP = "up"
    DOWN = "down"
    DEAD = "dead"
    GONE = "gone"


UP, DOWN = Status.UP, Status.DOWN


@dataclass(slots=True, repr=False)
class Conditions:
    """CC-14.1 Conditions. Turns left of the timed ones (99: until cured), and the flags."""

    staggered: int = 0
    slowed: int = 0
    distracted: int = 0
    burning: int = 0
    unhinged: bool = False
    sedated: bool = False
    hangover: bool = False
    stable: bool = False


@dataclass(slots=True, repr=False)
class Wounds:
    """CC-14.3 Wounds. How many are open, how many triaged."""

    open: int = 0
    triaged: int = 0


@dataclass(slots=True, repr=False)
class Fixed:
    """CC-16.1 Fields of a fighter: numbers that stand in for worked-out ones; 0 for none."""

    hits: int = 0
    attack_tl: int = 0
    defence_tl: int = 0


@dataclass(slots=True, repr=False)
class Primed:
    """CC-17.1 Runtime fields: what has been declared for the next fitting roll."""

    luck: int = 0
    push: int = 0
    wounds: int = 0


@dataclass(slots=True, eq=False, repr=False)
class CyberFighter(Fighter):
    """A fighter. Lists stand in the order of `content.ATTRIBUTES`, `SKILLS`, `DAMAGE`, `ITEMS` and `FAMILIES`.

    The last block is worked out from the rest (`state.size_up`, `state.take_stock`) and never set.
    """

    template: str | None = None
    player: str = ""
    behaviour: str = "grunt"
    origin: str = "human"
    core: str = "combat"
    rank: int = 1
    attributes: list[int] = field(default_factory=list)
    lost: list[int] = field(default_factory=list)
    mass: int = 0
    speed: int = 0
    skills: list[int] = field(default_factory=list)
    weapons: list[str] = field(default_factory=list)
    readied: str = NONE
    ammo: dict[str, int] = field(default_factory=dict)
    jammed: list[str] = field(default_factory=list)
    armour: str = NONE
    dr: list[int] = field(default_factory=list)
    natural_max: list[int] = field(default_factory=list)
    natural: list[int] = field(default_factory=list)
    items: list[int] = field(default_factory=list)
    stock: list[int] = field(default_factory=list)
    energy: int = 0
    energy_bonus: int = 0
    energy_temp: int = 0
    exhaustion: int = 0
    grind: int = 0
    hits: int = 0
    fixed: Fixed = field(default_factory=Fixed)
    wounds: Wounds = field(default_factory=Wounds)
    psych: int = 0
    bonds: list[str] = field(default_factory=list)
    conditions: Conditions = field(default_factory=Conditions)
    status: Status = Status.UP
    at: int = 0
    cover: int = 0
    extra: bool = False
    machine: bool = False
    sealed: bool = False
    dread: int = 0
    sweeps: int = 0
    coped: bool = False

    exhaustion_suppressed: int = 0
    dying: int = 0
    dying_due: bool = False
    bonds_spent: list[str] = field(default_factory=list)
    primed: Primed = field(default_factory=Primed)
    initiative: int = 0
    actions_used: int = 0
    moves_used: int = 0
    acted: str = ""
    heading: str = ""
    dodges: int = 0
    evades: int = 0
    dodged: bool = False
    guarded: bool = False
    aim: str = ""
    dreaded: bool = False
    repaired: bool = False

    tier: int = 1
    hits_max: int = 1
    energy_max: int = 0
    energy_free: int = 0
    hindered: int = 0
    exhausted: bool = False
    psych_max: int = 0
    af: int = 0
    df: int = 0
    ef: int = 0
    pace: int = 0
    saves: list[int] = field(default_factory=list)
    dr_max: tuple[int, ...] = ()
    full_pace: int = 0
    dodge_limit: int = 0
    standing: int = 0
    is_staggered: bool = False
    is_distracted: bool = False
    is_airtight: bool = False

    @property
    def is_up(self) -> bool:
        return self.status is UP

    @property
    def is_here(self) -> bool:
        """Up or DOWN: in the fight at all."""
        return self.status is UP or self.status is DOWN

    @property
    def is_dying(self) -> bool:
        """CC-14.5 Dying: DOWN, with an open Wound, not stable."""
        return self.status is DOWN and self.wounds.open > 0 and not self.conditions.stable


class Names(Kind):
    """One of a set of names that comes from content, looked up when needed."""

    def __init__(self, what: str, names: Any) -> None:
        self.what = what
        self.known = names

    def read(self, plain: Any, path: str, faults: list[Any]) -> Any:
        return Choice(self.known()).read(plain, path, faults)

    def schema(self) -> dict[str, Any]:
        return {"enum": list(self.known())}

    def says(self) -> str:
        return Choice(self.known()).says()


def _starting_place(record: CyberFighter, scene: Any) -> int:
    """CC-16.1 Fields of a fighter: 0 on the first fighter's side, else `place.distance`."""
    first = next(iter(scene.fighters.values()))
    return 0 if record.side == first.side else int(scene.place.distance)


_TIMED = Whole(0, MOST_TURNS)
CONDITIONS = Table(
    "conditions",
    lambda key: Conditions(),
    (
        Field("staggered", _TIMED, 0, "Turns left: one Action a turn, no dodge, no step-in."),
        Field("slowed", _TIMED, 0, "Turns left: pace halved, rounded up."),
        Field("distracted", _TIMED, 0, "Turns left: Bane(1) on skill rolls, Mental and Meta saves."),
        Field("burning", _TIMED, 0, "Turns left: 1 thermal Hit at the end of each."),
        Field("unhinged", Flag(), False, "Rolls a Willpower check at the start of its turns."),
        Field("sedated", Flag(), False, "Slowed and Distracted, no `unhinged` check."),
        Field("hangover", Flag(), False, "Bother(1) on every roll."),
        Field("stable", Flag(), False, "DOWN without dying saves."),
    ),
)
"""CC-14.1 Conditions."""

_WOUNDS = Whole(0, MOST_IN_PLAY)
_DR = Whole(0, 9)
SHEET = (
    shared.NAME,
    shared.TEMPLATE,
    Field("side", Text(40, 1), doc="Who stands together.", required=True),
    shared.CONTROLLED_BY,
    shared.HIDDEN,
    Field("player", Text(80, 1), lambda record, scene: record.id, "Whose Luck it earns."),
    Field(
        "behaviour",
        Choice(BEHAVIOURS),
        lambda record, scene: "standard" if record.is_player else "grunt",
        "How it acts by itself.",
        seen=KNOWN,
    ),
    Field("origin", Names("origin", content.origins), "human", "Gives Fortitude, mass, speed and natural DR."),
    Field("core", Names("core", content.hits_per_rank), "combat", "Gives HITS for each Rank."),
    Field("rank", Whole(1, MOST_RANK), 1, "Training, from 1 to 10; gives the Tier."),
    Field(
        "attributes",
        Named(ATTRIBUTES, Whole(LEAST_SOCIAL, MOST_ATTRIBUTE), None),
        (None,) * len(ATTRIBUTES),
        "The twelve attributes; default 2, Fortitude by origin.",
        seen=KNOWN,
    ),
    Field(
        "lost",
        Named(ATTRIBUTES, Whole(0, MOST_ATTRIBUTE), 0),
        (0,) * len(ATTRIBUTES),
        "Temporary losses, given back by R&R.",
        seen=KNOWN,
    ),
    Field("mass", Whole(0, 9), -1, "Size; default by origin."),
    Field("speed", Whole(0, 10), -1, "Places a Move; default by origin."),
    Field("skills", Named(SKILLS, Whole(0, 90), 0), (0,) * len(SKILLS), "The twelve skills.", seen=KNOWN),
    Field(
        "weapons",
        ListOf(Names("weapon", content.carried_weapons), 12),
        (),
        "What it carries, neither `unarmed` nor thrown.",
    ),
    Field(
        "readied",
        Text(40, 1),
        lambda record, scene: record.weapons[0] if record.weapons else NONE,
        "The weapon in hand, or none; default: the first.",
    ),
    Field(
        "ammo",
        Map(Whole(0, 99), 20, content.carried_weapons, "weapon"),
        {},
        "Shots left by weapon; default full.",
    ),
    Field("jammed", ListOf(Names("weapon", content.carried_weapons), 12), (), "Own weapons that are jammed."),
    Field("armour", Names("armour", content.armours), NONE, "The suit it wears."),
    Field("dr", Named(DAMAGE, _DR, None), (None,) * len(DAMAGE), "Worn DR by damage type; default full."),
    Field(
        "natural_max",
        Named(DAMAGE, _DR, None),
        (None,) * len(DAMAGE),
        "Full natural DR by damage type; default by origin.",
    ),
    Field("natural", Named(DAMAGE, _DR, None), (None,) * len(DAMAGE), "Natural DR by damage type; default full."),
    Field("items", Named(ITEMS, Whole(0, 99), 0), (0,) * len(ITEMS), "Items left.", seen=KNOWN),
    Field(
        "stock",
        Named(ITEMS, Whole(0, 99), None),
        (None,) * len(ITEMS),
        "What R&R brings the items back to; default as `items`.",
        seen=KNOWN,
    ),
    Field("energy_bonus", Whole(0, 5), 0, "Energy from tricks, talents and feats that always help.", seen=KNOWN),
    Field("energy", Whole(0, 8), -1, "Energy, up to its maximum; default full."),
    Field("energy_temp", Whole(0, 9), 0, "Extra Energy, spent first, gone after the fight."),
    Field("exhaustion", Whole(0, MOST_IN_PLAY), 0, "Exhaustion: each point negates one Energy."),
    Field("grind", Whole(0, MOST_RANK), 0, "Grind, up to Rank."),
    Field("hits", Whole(0, 300), 0, "Boxes marked on the HITS track."),
    Field(
        "fixed",
        Table(
            "fixed",
            lambda key: Fixed(),
            (
                Field("hits", Whole(0, 200), 0, "In place of the worked-out maximum."),
                Field("attack_tl", Whole(0, 200), 0, "In place of 50 + skill + accuracy."),
                Field("defence_tl", Whole(0, 200), 0, "In place of 50 + factor."),
            ),
        ),
        lambda record, scene: Fixed(),
        "Numbers that stand in for worked-out ones; 0: none.",
        seen=KNOWN,
    ),
    Field(
        "wounds",
        Table(
            "wounds",
            lambda key: Wounds(),
            (
                Field("open", _WOUNDS, 0, "Open Wounds: -10 each."),
                Field("triaged", _WOUNDS, 0, "Triaged Wounds: -5 each."),
            ),
        ),
        lambda record, scene: Wounds(),
        "Wounds by their state.",
    ),
    Field("psych", Whole(0, MOST_IN_PLAY), 0, "Mental strain: -5 a point on every roll."),
    Field("bonds", ListOf(Ref(), 100), (), "Comrades it is bonded to."),
    Field("conditions", CONDITIONS, lambda record, scene: Conditions(), "Turns left of the timed ones, and the flags."),
    Field("status", Choice(Status), Status.UP, "up, down, dead or gone."),
    Field("at", Whole(0, MOST_PLACE), _starting_place, "The place on the line."),
    Field("cover", Whole(0, 2), 0, "Cover taken."),
    Field("extra", Flag(), False, "A nameless foe without Energy, Grind, Psych, Bonds and Wounds."),
    Field("machine", Flag(), False, "An extra that takes no psionic Hits."),
    Field("sealed", Flag(), False, "Needs no air."),
    Field("dread", Whole(0, 200), 0, "The TL of the save on seeing it; 0: none.", seen=KNOWN),
    Field("sweeps", Whole(0, 99), 0, "Sweeps in a row with a Medium or Large weapon readied."),
    Field("coped", Flag(), False, "Has coped since the last R&R."),
)
"""CC-16.1 Fields of a fighter."""
