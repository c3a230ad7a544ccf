"""What a scene of SolarLink holds while it is played: small records, AP in halves, attributes and parts by index.

How they are read, written and checked stands in `sheet`; the rules change them through events alone.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from fireteam.kernel.events import Id
from fireteam.kernel.run import Run
from fireteam.kernel.scene import Fighter, Scene

PARTS = ("head", "torso", "right_arm", "left_arm", "right_leg", "left_leg")
HEAD, TORSO, RIGHT_ARM, LEFT_ARM, RIGHT_LEG, LEFT_LEG = range(6)

COMPONENTS = ("engine", "guns", "life_support")
ENGINE, GUNS, LIFE_SUPPORT = range(3)

Square = tuple[int, int]


class Status(StrEnum):
    """The four values of a fighter's `status`."""

    UP = "up"
    OUT = "out"
    DEAD = "dead"
    GONE = "gone"


UP, OUT, DEAD, GONE = Status
"""By short names: Python 3.11 takes long to find a member of an enumeration."""


class VesselStatus(StrEnum):
    """The three values of a vessel's `status`."""

    OK = "ok"
    WRECK = "wreck"
    GONE = "gone"


class Grade(StrEnum):
    """How a body part is."""

    NONE = "none"
    INJURED = "injured"
    SEVERED = "severed"


class Condition(StrEnum):
    """How a component of a vessel is."""

    OK = "ok"
    DAMAGED = "damaged"


class Insanity(StrEnum):
    """The effects of SL-6.2."""

    NONE = "none"
    FROZEN = "frozen"
    FLEEING = "fleeing"
    RAGING = "raging"
    PARANOID = "paranoid"
    BABBLING = "babbling"
    LUCID = "lucid"


class Station(StrEnum):
    """The stations of SL-15.2."""

    PILOT = "pilot"
    GUNNER = "gunner"
    ENGINEER = "engineer"


class Followup(StrEnum):
    """What may be done right after an attack."""

    BLADE_DANCE = "blade_dance"
    BLAST_BACK = "blast_back"


class Class(StrEnum):
    """The classes of SL-11.4."""

    NONE = "none"
    WORKER = "worker"
    SUPER_SOLDIER = "super_soldier"
    WILLBLADE = "willblade"
    SAVANT = "savant"


class Behaviour(StrEnum):
    """The behaviours of chapter 25."""

    STANDARD = "standard"
    BRUTE = "brute"
    SHOOTER = "shooter"
    GUARD = "guard"
    MEDIC = "medic"
    COWARD = "coward"
    IDLE = "idle"


@dataclass(slots=True, eq=False, repr=False)
class Prepared:
    """An attack that waits for its target to act."""

    target: str = ""
    weapon: str = ""


@dataclass(slots=True, eq=False, repr=False)
class Task:
    """A long task: its command without the actor, what it costs and what has been paid, in halves."""

    command: str = ""
    cost: int = 0
    paid: int = 0
    paid_now: bool = False


@dataclass(slots=True, eq=False, repr=False)
class SolarFighter(Fighter):
    """A character in a scene: the sheet (SL-16.1), then what changes in play (SL-17.1)."""

    id: Id
    template: str | None = None
    class_: Class = Class.NONE
    attributes: list[int] = field(default_factory=lambda: [0] * 8)
    trades: dict[str, int] = field(default_factory=dict)
    maneuvers: dict[str, int] = field(default_factory=dict)
    pattern_attribute: str = "intellect"
    hp_max: int = 15
    hp: int = 15
    dhp_max: int = 0
    dhp: int = 0
    weapons: list[str] = field(default_factory=list)
    clothing: str = "plain"
    exoskeleton: str = "none"
    cybernetics: list[str] = field(default_factory=list)
    items: dict[str, int] = field(default_factory=dict)
    breathes: bool = True
    bleeds: bool = True
    sealed: bool = False
    die_steps: int = 0
    at: Square | None = None
    aboard: str | None = None
    station: Station | None = None
    behaviour: Behaviour = Behaviour.STANDARD
    status: Status = UP
    prone: bool = False
    ap: int = 0
    acted: bool = False
    turn_order: int = 0
    tiebreak: list[int] = field(default_factory=list)
    raises: int = 0
    busy: bool = False
    moving: bool = False
    aim: str | None = None
    explains: str | None = None
    followup: Followup | None = None
    followup_from: str | None = None
    prepared: list[Prepared] = field(default_factory=list)
    auras: list[str] = field(default_factory=list)
    task: Task | None = None
    cover: int = 0
    wounds: int = 0
    delay: int = 0
    idle: int = 0
    dizzy: int = 0
    insanity: Insanity = Insanity.NONE
    insanity_left: int = 0
    insanity_target: str | None = None
    tiredness: list[str] = field(default_factory=list)
    air: int = 100
    air_clock: int = 0
    blacked_out: bool = False
    exposed: bool = False
    torn: bool = False
    injuries: list[Grade] = field(default_factory=lambda: [Grade.NONE] * 6)


@dataclass(slots=True, eq=False, repr=False)
class Vessel:
    """An entry under `vehicles` (SL-16.2)."""

    id: str
    name: str = ""
    side: str = "foes"
    template: str | None = None
    dhp_max: int = 6
    dhp: int = 6
    handling: int = 0
    weapons: list[str] = field(default_factory=list)
    solo: bool = False
    landed: bool = False
    gravity: bool = True
    components: list[Condition] = field(default_factory=lambda: [Condition.OK] * 3)
    air: int = 100
    breached: bool = False
    band: int = 0
    locked: str | None = None
    status: VesselStatus = VesselStatus.OK
    evading: int = 0
    overcharge: int = 0


@dataclass(slots=True, eq=False, repr=False)
class Options:
    """The house rules of SL-22.1."""

    npcs: str = "auto"
    round_limit: int = 100
    insanity_length: str = "combat"
    wound_base: str = "stacks"
    wound_delay: str = "next_tick"
    minute_pace: str = "burst"
    exposure_harm: str = "start"
    first_breath: str = "minute"
    death: str = "minus_max"
    parry: str = "on"
    creation: bool = False


@dataclass(slots=True, eq=False, repr=False)
class Place:
    """Where the scene happens (SL-18.1)."""

    name: str = ""
    gravity: bool = True
    exposed: bool = False
    stressful: bool = False
    air: int = 100
    cover: int = 0
    footing: int = 0


@dataclass(slots=True, eq=False, repr=False)
class Pools:
    """SL-18.1 Place. There are no pools."""


@dataclass(slots=True, eq=False, repr=False)
class SolarScene(Scene):
    """A scene of SolarLink.

    `payments` counts what the acting fighter has paid for in its turn: a behaviour gives at most thirty commands. It
    follows from the events and is no part of the written state.
    """

    session: int = 1
    extra_turn: bool = False
    fighters: dict[str, SolarFighter] = field(default_factory=dict)
    vehicles: dict[str, Vessel] = field(default_factory=dict)
    options: Options = field(default_factory=Options)
    place: Place = field(default_factory=Place)
    pools: Pools = field(default_factory=Pools)
    payments: int = 0


SolarRun = Run[SolarScene]
