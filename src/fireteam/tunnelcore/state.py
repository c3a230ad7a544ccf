"""11 State: what a fighter and a scene are while the game runs. Numbers inside; the book's words are in `sheet`."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum, StrEnum

from fireteam.kernel import scene as kernel
from fireteam.kernel.scene import COMBAT, REMEMBERED


class Attribute(IntEnum):
    """TC-1.2 What is in a pool: the first die."""

    PHYSICAL = 0
    MENTAL = 1
    SOCIAL = 2
    GHOST = 3


class Approach(IntEnum):
    """TC-1.2 What is in a pool: the second die."""

    FORCEFUL = 0
    QUICK = 1
    CLEVER = 2
    QUIET = 3
    DARING = 4


class Asset(IntEnum):
    """TC-1.5 Assets: weapon, deck and armor. An item is one for the roll that uses it."""

    MELEE = 0
    RANGED = 1
    DECK = 2
    ARMOR = 3
    ITEM = 4


class Track(IntEnum):
    """TC-2.1 Tracks and boxes: three tracks of stress."""

    PHYSICAL = 0
    MENTAL = 1
    SIGNAL = 2


class Box(IntEnum):
    """TC-2.1 Tracks and boxes: the boxes of a track in order."""

    NONE = 0
    D6 = 1
    D8 = 2
    D10 = 3
    D12 = 4
    OUT = 5


class Position(IntEnum):
    """TC-4.1 Three positions, from the best to the worst."""

    CONTROLLED = 0
    RISKY = 1
    DESPERATE = 2


ATTRIBUTES = tuple(one.name.lower() for one in Attribute)
APPROACHES = tuple(one.name.lower() for one in Approach)
ASSETS = ("melee", "ranged", "deck", "armor")
TRACKS = tuple(one.name.lower() for one in Track)
BOXES = tuple(one.name.lower() for one in Box)
BOX_OF = {word: at for at, word in enumerate(BOXES)}
POSITIONS = tuple(one.name.lower() for one in Position)
POSITION_OF = {word: at for at, word in enumerate(POSITIONS)}

BOX_NAMES = ("Uninjured", "Strained", "Hurt", "Critical", "Desperate", "Stressed Out")
"""TC-2.1: what the boxes are called when shown to people."""

OUT = int(Box.OUT)


class Behavior(StrEnum):
    """TC-8.1 The hint and engagement: what an NPC does when nobody commands it (chapter 19)."""

    AGGRESSIVE = "aggressive"
    FLEE_WHEN_HURT = "flee_when_hurt"
    DEFENSIVE = "defensive"
    COWARD = "coward"
    BOSS = "boss"
    ENFORCER = "enforcer"
    SHOPKEEPER = "shopkeeper"
    WARDEN = "warden"
    PSYCHIATRIST = "psychiatrist"


class Status(StrEnum):
    """Whether a fighter is in the scene; all but `in` are out of it."""

    IN = "in"
    FLED = "fled"
    YIELDED = "yielded"
    CARRIED = "carried"
    DETAINED = "detained"
    RETIRED = "retired"
    BEATEN = "beaten"


class Detention(StrEnum):
    """TC-8.11, TC-8.13: how a fighter is detained."""

    STANDARD = "standard"
    SEVERE = "severe"


class Guard(StrEnum):
    """TC-9.2 defend, resist: what a guard die helps against."""

    PHYSICAL = "physical"
    SIGNAL = "signal"


class InterceptWith(StrEnum):
    """TC-7.13, TC-7.15: what a readied intercept is made with."""

    BODY = "body"
    DECK = "deck"


@dataclass(slots=True, eq=False)
class Fighter(kernel.Fighter):
    """A fighter: the sheet of chapter 10 and the state of chapter 11."""

    template: str | None = None
    archetype: str | None = None
    attributes: list[int] = field(default_factory=list)
    approaches: list[int] = field(default_factory=list)
    chrome: int = 4
    assets: list[int | None] = field(default_factory=list)
    gear: list[str | None] = field(default_factory=list)
    items: dict[str, int] = field(default_factory=dict)
    distinctions: list[str] = field(default_factory=list)
    plot_points: int = 0
    behavior: Behavior | None = None
    tier: int = 3
    boss_die: int = 10
    facility: str = ""
    spot: str = "here"
    terrain: bool = False
    engaged: bool = True
    stress: list[int] = field(default_factory=lambda: [0, 0, 0])
    traumas: int = 0
    lost_slots: list[int] = field(default_factory=list)
    shift: int = 0
    complications: dict[str, int] = field(default_factory=dict)
    concealed: bool = False
    position: int = 1
    failures: int = 0
    held: bool = False
    guard: Guard | None = None
    acted: bool = False
    active: bool = True
    status: Status = Status.IN
    detention: Detention | None = None
    intercepting: str | None = None
    intercept_with: InterceptWith | None = None
    last_attacker: str | None = None
    recovered: list[int] = field(default_factory=list)
    scanned: str | None = None
    interrupts: int = 0
    boss_doom: bool = False
    scared: bool = False
    chrome_down: int = 0
    pools: dict[str, tuple[int, ...]] | None = field(default=None, metadata=REMEMBERED)


@dataclass(slots=True, eq=False)
class Options:
    """16 Options: the house rules with their defaults."""

    npcs: str = "auto"
    hitches_set_aside: bool = False
    ties: str = "hold"
    signal_bars_decks: bool = True
    npc_out: str = "any"
    stress_feeds_opposition: bool = False
    after_trauma: str = "stay"
    plot_points: bool = True
    outnumber_ratio: int = 1
    fail_streak: int = 2
    failures_in_a_row: bool = True
    stress_table: str = "s1"
    doom_spend: str = "every_action"
    escalation: str = "all"
    doom_choice: str = "highest"
    doom_consolidate: int = 6
    tower: bool = True
    overrides: bool = True
    ambush_controlled: bool = False
    quickhack_weaker: bool = True
    intercept_approach: str = "quick"
    free_flight: bool = True
    round_limit: int = 100
    session_resets_doom: bool = True


@dataclass(slots=True, eq=False)
class Clock:
    """TC-5.7 Clocks: `filled` of `size` segments, the two dice that oppose work on it, and whom it makes win."""

    size: int = 6
    filled: int = 0
    opposition: list[int] = field(default_factory=lambda: [6, 6])
    wins: str | None = None


@dataclass(slots=True, eq=False)
class Pools:
    """12 Place and pools: what the whole table shares."""

    doom: list[int] = field(default_factory=lambda: [6, 6])
    tower: int = 40


@dataclass(slots=True, eq=False)
class Place:
    """12 Place and pools: where the scene is."""

    zone: str = "street"
    surveilled: bool = False
    safe: bool = True
    recovery_suite: bool = False
    facility: str = ""
    interference: int | None = None
    substrate: int = 6
    spots: list[str] = field(default_factory=list)
    hazards: list[str] = field(default_factory=list)
    reinforcements: list[str] = field(default_factory=list)
    responders: list[str] = field(default_factory=list)
    complications: dict[str, int] = field(default_factory=dict)
    clocks: dict[str, Clock] = field(default_factory=dict)
    help_called: bool = False
    help_due: int = 0
    help_side: str | None = None
    reinforced: int = 0


class Muster:
    """Who is in the fight (active and engaged), in listing order: all, how many of each side, and each side's foes.

    It is remembered by the scene until somebody enters or leaves the fight. `counted` says that positions have been
    recounted since; `bases` and `interrupters` keep what TC-4.2 and TC-6.5 have worked out for each side.
    """

    __slots__ = ("_foes", "bases", "counted", "fighters", "interrupters", "of_side")

    def __init__(self, fighters: list[Fighter]) -> None:
        self.fighters = fighters
        self.of_side: dict[str, int] = {}
        for one in fighters:
            self.of_side[one.side] = self.of_side.get(one.side, 0) + 1
        self._foes: dict[str, list[Fighter]] = {}
        self.counted = False
        self.bases: dict[str, int] = {}
        self.interrupters: dict[str, list[Fighter]] = {}

    def foes(self, side: str) -> list[Fighter]:
        """The fighters of all other sides in the fight."""
        found = self._foes.get(side)
        if found is None:
            found = self._foes[side] = [one for one in self.fighters if one.side != side]
        return found


@dataclass(slots=True, eq=False)
class Scene(kernel.Scene):
    """The state of one fight."""

    fighters: dict[str, Fighter] = field(default_factory=dict)
    options: Options = field(default_factory=Options)
    pools: Pools = field(default_factory=Pools)
    place: Place = field(default_factory=Place)
    known_muster: Muster | None = field(default=None, metadata=REMEMBERED)

    @property
    def muster(self) -> Muster:
        """Who is in the fight now."""
        muster = self.known_muster
        if muster is None:
            fighters = [one for one in self.fighters.values() if one.active and one.engaged]
            muster = self.known_muster = Muster(fighters)
        return muster

    @property
    def in_combat(self) -> bool:
        return self.phase is COMBAT


def in_the_fight(fighter: Fighter) -> bool:
    """*In the fight*: active and engaged (TC-8.1)."""
    return fighter.active and fighter.engaged


def is_restrained(fighter: Fighter) -> bool:
    """Whether the complication `restrained` stands on a fighter."""
    return "restrained" in fighter.complications
