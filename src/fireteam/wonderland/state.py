"""12 State: what a scene of this game holds while it is played, and who counts as standing or as an enemy."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from fireteam.kernel.scene import Fighter as KernelFighter
from fireteam.kernel.scene import Scene as KernelScene
from fireteam.wonderland.options import Options
from fireteam.wonderland.place import Place
from fireteam.wonderland.weapons import Condition, DamageType, Weapon

__all__ = ["Condition", "DamageType", "Weapon"]

NEUTRAL = "neutral"
"""The side that is nobody's enemy (UW-12.1)."""


class FighterKind(StrEnum):
    """Kinds of fighters (UW-11.1)."""

    PC = "pc"
    COMPANION = "companion"
    NPC = "npc"
    OBJECT = "object"


class Lifeform(StrEnum):
    """Lifeforms (UW-9.24)."""

    HUMAN = "human"
    AUT = "aut"
    DWELLER = "dweller"
    ORG = "org"
    KIN = "kin"
    INDIGO = "indigo"
    CREATURE = "creature"
    THING = "thing"


class Status(StrEnum):
    """UW-12.1 Status. Where a fighter is: in the fight are those up or unconscious."""

    UP = "up"
    UNCONSCIOUS = "unconscious"
    SWALLOWED = "swallowed"
    DEAD = "dead"
    FLED = "fled"
    AWAY = "away"


class Cover(StrEnum):
    """Whether anybody looks (UW-2.3)."""

    OPEN = "open"
    HIDDEN = "hidden"
    BLOWN = "blown"


class Known(StrEnum):
    """How much an analysis has shown (UW-3.2)."""

    NONE = "none"
    HINT = "hint"
    FULL = "full"


class Trait(StrEnum):
    """Traits of a fighter (UW-11.2's table)."""

    SCRAMBLE = "scramble"
    FULL_CONSUMPTION = "full_consumption"
    OMNISCIENT = "omniscient"
    TRANSCENDENT = "transcendent"
    TRANSLUCENT = "translucent"
    BOSS = "boss"
    RESILIENT = "resilient"
    WASTER = "waster"


class Behaviour(StrEnum):
    """How a fighter acts when nobody commands it (UW-20.2, UW-20.3)."""

    STANDARD = "standard"
    BRUTE = "brute"
    HUNTER = "hunter"
    SNIPER = "sniper"
    SCAVENGER = "scavenger"
    GUARD = "guard"
    BOSS = "boss"
    PASSIVE = "passive"


class VehicleArmor(StrEnum):
    """How much a vehicle takes for those aboard (UW-7.9 to UW-7.11)."""

    NONE = "none"
    SOME = "some"
    FULL = "full"


# Members by short names: the hot path reads a module's name faster than an attribute of an enumeration.
PC, COMPANION, NPC, OBJECT = FighterKind
UP, UNCONSCIOUS, SWALLOWED, DEAD, FLED, AWAY = Status
OPEN, COVERED, BLOWN = Cover


class Armed:
    """Whoever carries weapons: a fighter, a vehicle, a captor's locker. `left` counts the uses that are left."""

    __slots__ = ()
    weapons: dict[str, Weapon]
    left: dict[str, int]

    @property
    def armoury(self) -> Armed:
        """The weapons as the sheet's table of them sees them."""
        return self

    @armoury.setter
    def armoury(self, found: dict[str, tuple[Weapon, int]]) -> None:
        setattr(self, "weapons", {id: weapon for id, (weapon, _) in found.items()})
        setattr(self, "left", {id: left for id, (weapon, left) in found.items() if weapon.uses})

    def has_uses(self, weapon: Weapon) -> bool:
        """Whether a weapon is not empty."""
        return not weapon.uses or self.left.get(weapon.id, 0) > 0


@dataclass(slots=True, repr=False)
class Impounded(Armed):
    """What a captor took away (UW-10.5)."""

    weapons: dict[str, Weapon] = field(default_factory=dict)
    left: dict[str, int] = field(default_factory=dict)
    gear: list[str] = field(default_factory=list)
    items: dict[str, int] = field(default_factory=dict)
    armor: int = 0

    @property
    def is_empty(self) -> bool:
        return not (self.weapons or self.gear or self.items or self.armor)


@dataclass(slots=True, eq=False, repr=False)
class Fighter(KernelFighter, Armed):
    """A fighter: sheet and state. `arms` and `aboard` follow from other fields (`sheet.derive`)."""

    weapons: dict[str, Weapon] = field(default_factory=dict)
    left: dict[str, int] = field(default_factory=dict)
    template: str | None = None
    kind: FighterKind = FighterKind.NPC
    lifeform: Lifeform = Lifeform.CREATURE
    trade: str = ""
    origin: str = ""
    description: str = ""
    stats: list[int] = field(default_factory=list)
    skills: list[int] = field(default_factory=list)
    hp_max: int = 0
    hp: int = 0
    kp_max: int = 0
    kp: int = 0
    armor: int = 0
    gear: list[str] = field(default_factory=list)
    items: dict[str, int] = field(default_factory=dict)
    concealed: list[str] = field(default_factory=list)
    attacks: int = 1
    crits: bool = False
    stride: int = 1
    traits: list[Trait] = field(default_factory=list)
    behaviour: Behaviour = Behaviour.BRUTE
    conditions: dict[str, Condition] = field(default_factory=dict)
    cover: Cover = Cover.OPEN
    sheltered: bool = False
    status: Status = Status.UP
    slept: int = 0
    attacks_left: int = 0
    held_combat: int = 0
    held_calm: int = 0
    known: Known = Known.NONE
    pacified: list[str] = field(default_factory=list)
    exposure: int = 0
    rad_turns: int = 0
    radiation_lost: int = 0
    lasting_lost: int = 0
    victim: str | None = None
    digest: int = 0
    swallowed_by: str | None = None
    impounded: Impounded = field(default_factory=Impounded)
    whereabouts: str = ""
    aboard: str = ""
    arms: tuple[Weapon, ...] = ()


@dataclass(slots=True, eq=False, repr=False)
class Exposed:
    """A drive-by that waits for its answer (UW-7.7): the former distance, and whose turn ends it."""

    distance: int = 1
    until: str = ""


@dataclass(slots=True, eq=False, repr=False)
class Vehicle(Armed):
    """A vehicle: sheet and state."""

    weapons: dict[str, Weapon] = field(default_factory=dict)
    left: dict[str, int] = field(default_factory=dict)
    id: str = ""
    name: str = ""
    side: str = NEUTRAL
    template: str | None = None
    hidden: bool = False
    hp_max: int = 40
    hp: int = 40
    speed: int = 1
    power: int = 1
    armor: VehicleArmor = VehicleArmor.SOME
    seats: int = 4
    driver: str = ""
    riders: list[str] = field(default_factory=list)
    sealed: bool = False
    compromised: bool = False
    gone: bool = False
    exposed: dict[str, Exposed] = field(default_factory=dict)

    @property
    def aboard(self) -> list[str]:
        """Everybody aboard: the driver, then the riders as listed."""
        return [self.driver, *self.riders] if self.driver else list(self.riders)


@dataclass(slots=True, eq=False, repr=False)
class Pools:
    """This game has no pools."""


@dataclass(slots=True, eq=False, repr=False)
class Scene(KernelScene):
    """A scene of this game.

    `next_at` is the place in the order where the search for the next turn begins, while a turn has just ended or its
    fighter has left the order; it matters only inside a command. `sat_out` names who was here when the fight began
    without a place in its order and has none yet: it took no part (UW-10.11).
    """

    fighters: dict[str, Fighter] = field(default_factory=dict)
    vehicles: dict[str, Vehicle] = field(default_factory=dict)
    options: Options = field(default_factory=Options)
    place: Place = field(default_factory=Place)
    pools: Pools = field(default_factory=Pools)
    session: int = 1
    move: str | None = None
    move_target: str | None = None
    move_won: list[str] = field(default_factory=list)
    next_at: int = 0
    sat_out: list[str] = field(default_factory=list)


def in_the_fight(fighter: Fighter) -> bool:
    """UW-12.1 In the fight are those up or unconscious."""
    return fighter.status is UP or fighter.status is UNCONSCIOUS


def are_enemies(one: Fighter | Vehicle, other: Fighter | Vehicle) -> bool:
    """UW-12.2 Enemies are fighters of two different sides, neither of them neutral."""
    return one.side != other.side and one.side != NEUTRAL and other.side != NEUTRAL  # noqa: PLR1714 (hot)


def stands(scene: Scene, fighter: Fighter) -> bool:
    """UW-12.2 Standing: no object, up, not detained, not calmed, and of another side than neutral."""
    return (
        fighter.status is UP
        and fighter.side != NEUTRAL
        and fighter.kind is not OBJECT
        and "detained" not in fighter.conditions
        and not (fighter.pacified and is_calmed(scene, fighter))
    )


def is_calmed(scene: Scene, npc: Fighter) -> bool:
    """UW-3.5 Calmed: at least one PC on an enemy side stands, and all that do are on the NPC's list."""
    found = False
    for other in scene.fighters.values():
        if other.kind is PC and other.status is UP and are_enemies(other, npc) and "detained" not in other.conditions:
            if other.id not in npc.pacified:
                return False
            found = True
    return found


def sides_standing(scene: Scene) -> list[str]:
    """The sides that have somebody standing, in listing order; at most the first two."""
    found: list[str] = []
    for fighter in scene.fighters.values():
        if fighter.side not in found and stands(scene, fighter):
            found.append(fighter.side)
            if len(found) > 1:
                break
    return found


def leave_order(scene: Scene, who: str) -> None:
    """Takes a fighter out of the order and its own turn; the place where the next turn is sought moves along."""
    if who in scene.order:
        at = scene.order.index(who)
        del scene.order[at]
        if scene.acting == who:
            scene.acting = scene.move = scene.move_target = None
            scene.move_won = []
            scene.next_at = at
        elif scene.acting is None and at < scene.next_at:
            scene.next_at -= 1


def leave_vehicle(scene: Scene, who: str) -> None:
    """Takes a fighter out of its seat."""
    fighter = scene.fighters[who]
    vehicle = scene.vehicles.get(fighter.aboard)
    fighter.aboard = ""
    if vehicle is not None:
        if vehicle.driver == who:
            vehicle.driver = ""
        elif who in vehicle.riders:
            vehicle.riders.remove(who)
