"""Events of moves other than attacks: analysis, peace, flight, moving, boarding, items."""

from __future__ import annotations

from fireteam.kernel.events import Event, Id, event
from fireteam.wonderland.state import (
    FLED,
    UP,
    Exposed,
    Known,
    Scene,
    leave_order,
    leave_vehicle,
)


def set_distance(scene: Scene, one: str, other: str, number: int) -> None:
    """Writes the distance of a pair of bodies, A before B in alphabetical order (UW-8.3)."""
    first, last = (one, other) if one < other else (other, one)
    scene.place.distances.setdefault(first, {})[last] = number


@event("analyzed")
class Analyzed(Event):
    """Somebody analyzed a fighter, or the situation."""

    who: Id
    target: Id | None
    known: str | None
    advice: str | None
    rule: str = "UW-3.2"

    def apply(self, scene: Scene) -> None:
        if self.target is not None and self.known is not None:
            scene.fighters[self.target].known = Known(self.known)


@event("spared")
class Spared(Event):
    """An enemy leaves a player character alone."""

    who: Id
    enemy: Id
    by: Id
    rule: str = "UW-3.3"

    def apply(self, scene: Scene) -> None:
        enemy = scene.fighters[self.enemy]
        enemy.pacified = [*enemy.pacified, self.who]
        scene.move_won = [*scene.move_won, self.who]


@event("enraged")
class Enraged(Event):
    """A botched Pacify: the enemy no longer spares those named in `lost`."""

    who: Id
    at: Id
    lost: list[Id]
    rule: str = "UW-3.4"

    def apply(self, scene: Scene) -> None:
        enemy = scene.fighters[self.who]
        enemy.pacified = [name for name in enemy.pacified if name not in self.lost]
        scene.move_won = []


@event("riled")
class Riled(Event):
    """An NPC no longer spares those named."""

    who: Id
    names: list[Id]
    rule: str = "UW-3.5"

    def apply(self, scene: Scene) -> None:
        enemy = scene.fighters[self.who]
        enemy.pacified = [name for name in enemy.pacified if name not in self.names]


@event("flight")
class Flight(Event):
    """A party tried to flee; `pursuit` says whether tracks are left."""

    party: list[Id]
    escaped: bool
    pursuit: bool
    rule: str = "UW-3.16"

    def apply(self, scene: Scene) -> None:
        scene.place.pursuit = self.pursuit


@event("fled")
class Fled(Event):
    """Fighters got away, aboard the vehicles named or out of their seats."""

    who: list[Id]
    vehicles: list[Id]
    consequence: bool = False
    rule: str = "UW-3.16"

    def apply(self, scene: Scene) -> None:
        for id in self.vehicles:
            scene.vehicles[id].gone = True
        for who in self.who:
            fighter = scene.fighters[who]
            fighter.status = FLED
            fighter.attacks_left = 0
            leave_order(scene, who)
            if fighter.aboard and fighter.aboard not in self.vehicles:
                leave_vehicle(scene, who)


@event("pursued")
class Pursued(Event):
    """The threat followed: the fled are back, and so far from it."""

    names: list[Id]
    vehicles: list[Id]
    distances: list[list[str | int]]
    rule: str = "UW-3.17"

    def apply(self, scene: Scene) -> None:
        scene.place.pursuit = False
        for name in self.names:
            scene.fighters[name].status = UP
            scene.fighters[name].slept = 0
        for id in self.vehicles:
            scene.vehicles[id].gone = False
        for one, other, number in self.distances:
            set_distance(scene, str(one), str(other), int(number))


@event("moved")
class Moved(Event):
    """Two bodies are nearer or farther. A drive-by remembers the former distance until somebody's turn."""

    a: Id
    b: Id
    distance: int
    why: str
    former: int | None = None
    until: Id | None = None
    rule: str = "UW-8.4"

    def apply(self, scene: Scene) -> None:
        set_distance(scene, self.a, self.b, self.distance)
        if self.why == "drive-by":
            scene.vehicles[self.a].exposed[self.b] = Exposed(self.former or 1, self.until or "")
        elif self.why == "drove on":
            scene.vehicles[self.a].exposed.pop(self.b, None)


@event("boarded")
class Boarded(Event):
    """A fighter took a seat; `side` is the vehicle's side from now on."""

    who: Id
    vehicle: Id
    driver: bool
    side: str
    rule: str = "UW-7.13"

    def apply(self, scene: Scene) -> None:
        vehicle = scene.vehicles[self.vehicle]
        if scene.fighters[self.who].aboard:
            leave_vehicle(scene, self.who)
        if self.driver:
            if vehicle.driver:
                vehicle.riders = [*vehicle.riders, vehicle.driver]
            vehicle.driver = self.who
        else:
            vehicle.riders = [*vehicle.riders, self.who]
        vehicle.side = self.side
        scene.fighters[self.who].aboard = self.vehicle


@event("dismounted")
class Dismounted(Event):
    """A fighter stands beside the vehicle, as far from everybody else as the vehicle is."""

    who: Id
    vehicle: Id
    driver: bool
    distances: dict[Id, int]
    rule: str = "UW-7.13"

    def apply(self, scene: Scene) -> None:
        leave_vehicle(scene, self.who)
        for other, number in self.distances.items():
            set_distance(scene, self.who, other, number)


@event("item_used")
class ItemUsed(Event):
    """An item was used up."""

    who: Id
    item: str
    on: Id
    left: int
    rule: str = "UW-22.4"

    def apply(self, scene: Scene) -> None:
        scene.fighters[self.who].items[self.item] = self.left
