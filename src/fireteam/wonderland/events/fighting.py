"""Events of rolls, attacks and what they do (chapters 1 to 9)."""

from __future__ import annotations

from fireteam.kernel.events import Event, Id, event
from fireteam.wonderland.state import (
    DEAD,
    SWALLOWED,
    UNCONSCIOUS,
    UP,
    Armed,
    Cover,
    Scene,
    leave_order,
    leave_vehicle,
)


@event("rolled")
class Rolled(Event):
    """Dice were rolled. `modifier` has all bonuses and penalties in it; the total is compared with `against`."""

    who: Id | None
    purpose: str
    skill: str | None
    dice: list[list[int]]
    modifier: int
    total: int
    band: str | None = None
    natural: bool = False
    complication: bool = False
    severe: bool = False
    task: str = ""
    against: int | None = None
    rule: str = "UW-1.4"


@event("critical_held")
class CriticalHeld(Event):
    """A natural 12 was kept for later."""

    who: Id
    pool: str
    count: int
    rule: str = "UW-4.3"

    def apply(self, scene: Scene) -> None:
        _hold(scene, self.who, self.pool, self.count)


@event("critical_spent")
class CriticalSpent(Event):
    """A held critical went into a roll, or lapsed with the fight."""

    who: Id
    pool: str
    count: int
    rule: str = "UW-4.4"

    def apply(self, scene: Scene) -> None:
        _hold(scene, self.who, self.pool, self.count)


def _hold(scene: Scene, who: str, pool: str, count: int) -> None:
    if pool == "combat":
        scene.fighters[who].held_combat = count
    else:
        scene.fighters[who].held_calm = count


@event("attacked")
class Attacked(Event):
    """An attack was made and paid for: `cost` in KP, `left` uses of the weapon; `vehicle` says where it is mounted."""

    who: Id
    weapon: str
    targets: list[Id]
    result: str
    pool: int
    kp: int
    attacks_left: int
    left: int | None = None
    vehicle: Id | None = None
    cost: int = 0
    rule: str = "UW-3.6"

    def apply(self, scene: Scene) -> None:
        fighter = scene.fighters[self.who]
        fighter.kp = self.kp
        fighter.attacks_left = self.attacks_left
        if self.left is not None:
            holder: Armed = fighter if self.vehicle is None else scene.vehicles[self.vehicle]
            holder.left[self.weapon] = self.left


@event("deflected")
class Deflected(Event):
    """What a deflection took off: nothing, half, or all."""

    who: Id
    result: str
    rule: str = "UW-6.3"


@event("damaged")
class Damaged(Event):
    """A fighter lost HP to damage."""

    who: Id
    by: Id | None
    amount: int
    damage_type: str
    hp: int
    rule: str = "UW-3.11"

    def apply(self, scene: Scene) -> None:
        scene.fighters[self.who].hp = self.hp


@event("vehicle_damaged")
class VehicleDamaged(Event):
    """A vehicle lost HP."""

    vehicle: Id
    by: Id | None
    amount: int
    hp: int
    rule: str = "UW-7.8"

    def apply(self, scene: Scene) -> None:
        scene.vehicles[self.vehicle].hp = self.hp


@event("vehicle_disabled")
class VehicleDisabled(Event):
    """A vehicle is at 0 HP: a wreck until repaired."""

    vehicle: Id
    hp: int = 0
    rule: str = "UW-7.12"


@event("vehicle_repaired")
class VehicleRepaired(Event):
    """A vehicle got HP back; a total success also mends a compromised hull."""

    vehicle: Id
    hp: int
    amount: int = 0
    compromised: bool = False
    rule: str = "UW-2.6"

    def apply(self, scene: Scene) -> None:
        vehicle = scene.vehicles[self.vehicle]
        vehicle.hp = self.hp
        vehicle.compromised = self.compromised


@event("immune")
class Immune(Event):
    """Damage or a condition does nothing to a fighter."""

    who: Id
    what: str
    rule: str = "UW-9.24"


@event("fell_unconscious")
class FellUnconscious(Event):
    """A fighter fell unconscious."""

    who: Id
    hp: int
    rule: str = "UW-9.5"

    def apply(self, scene: Scene) -> None:
        fighter = scene.fighters[self.who]
        fighter.status = UNCONSCIOUS
        fighter.hp = self.hp
        fighter.slept = 0


@event("woke")
class Woke(Event):
    """A fighter is up again."""

    who: Id
    how: str
    rule: str = "UW-9.7"

    def apply(self, scene: Scene) -> None:
        fighter = scene.fighters[self.who]
        fighter.status = UP
        fighter.slept = 0


@event("died")
class Died(Event):
    """A fighter died, or an object was destroyed."""

    who: Id
    by: Id | None
    how: str
    is_object: bool = False
    rule: str = "UW-3.13"

    def apply(self, scene: Scene) -> None:
        fighter = scene.fighters[self.who]
        if fighter.swallowed_by is not None:
            creature = scene.fighters[fighter.swallowed_by]
            creature.victim = fighter.swallowed_by = None
            creature.digest = 0
        fighter.status = DEAD
        fighter.hp = fighter.slept = fighter.attacks_left = 0
        leave_order(scene, self.who)
        if fighter.aboard:
            leave_vehicle(scene, self.who)


@event("healed")
class Healed(Event):
    """A fighter regained HP."""

    who: Id
    by: Id | None
    amount: int
    hp: int
    radiation_lost: int
    rule: str = "UW-2.4"

    def apply(self, scene: Scene) -> None:
        fighter = scene.fighters[self.who]
        fighter.hp = self.hp
        fighter.radiation_lost = self.radiation_lost


@event("maximum_changed")
class MaximumChanged(Event):
    """A fighter's maximum HP changed, and its HP with it."""

    who: Id
    by_how_much: int
    hp_max: int
    hp: int
    why: str
    lasting_lost: int = 0
    rule: str = "UW-9.17"

    def apply(self, scene: Scene) -> None:
        fighter = scene.fighters[self.who]
        fighter.hp_max = self.hp_max
        fighter.hp = self.hp
        fighter.lasting_lost = self.lasting_lost


@event("cover_changed")
class CoverChanged(Event):
    """Somebody is out of sight, or no longer."""

    who: Id
    cover: str
    hidden: bool
    rule: str = "UW-2.3"

    def apply(self, scene: Scene) -> None:
        fighter = scene.fighters[self.who]
        fighter.cover = Cover(self.cover)
        fighter.hidden = self.hidden


@event("covers_changed")
class CoversChanged(Event):
    """With the start or end of a fight the cover of many changes at once."""

    who: list[Id]
    cover: str
    rule: str = "UW-2.3"

    def apply(self, scene: Scene) -> None:
        for who in self.who:
            scene.fighters[who].cover = Cover(self.cover)


@event("swallowed")
class Swallowed(Event):
    """A creature swallowed somebody."""

    who: Id
    victim: Id
    rule: str = "UW-5.6"

    def apply(self, scene: Scene) -> None:
        creature, victim = scene.fighters[self.who], scene.fighters[self.victim]
        if victim.aboard:
            leave_vehicle(scene, self.victim)
        victim.status = SWALLOWED
        victim.swallowed_by = self.who
        creature.victim = self.victim
        creature.digest = 0


@event("digested")
class Digested(Event):
    """A creature is a turn further with its meal."""

    who: Id
    victim: Id
    digest: int
    rule: str = "UW-5.7"

    def apply(self, scene: Scene) -> None:
        scene.fighters[self.who].digest = self.digest


@event("freed")
class Freed(Event):
    """A victim is out again, unconscious."""

    who: Id
    from_: Id
    rule: str = "UW-5.7"

    def apply(self, scene: Scene) -> None:
        victim = scene.fighters[self.who]
        victim.status = UNCONSCIOUS
        victim.swallowed_by = None
        creature = scene.fighters.get(self.from_)
        if creature is not None:
            creature.victim = None
            creature.digest = 0
