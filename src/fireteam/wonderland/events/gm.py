"""Events of GM moves, rest and time (chapters 10 and 22)."""

from __future__ import annotations

from typing import Any

from fireteam.kernel.events import Event, Id, event
from fireteam.kernel.scene import CALM, COMBAT
from fireteam.wonderland.sheet import derive_arms
from fireteam.wonderland.state import AWAY, FLED, UP, Armed, Condition, Impounded, Scene, Trait, leave_order


@event("trap_sprung")
class TrapSprung(Event):
    """A trap's die for one player character."""

    trap: str
    who: Id
    face: int
    result: str
    rule: str = "UW-10.4"


@event("captured")
class Captured(Event):
    """A fighter is in custody; what was not concealed is impounded (ids of weapons and gear, counts of items)."""

    who: Id
    by: str
    impounded: dict[str, Any]
    rule: str = "UW-10.5"

    def apply(self, scene: Scene) -> None:
        fighter = scene.fighters[self.who]
        taken = self.impounded
        held = Impounded(armor=taken["armor"], gear=list(taken["gear"]), items=dict(taken["items"]))
        for id in taken["weapons"]:
            _hand_over(fighter, held, id)
        fighter.gear = [id for id in fighter.gear if id not in held.gear]
        for id in held.items:
            del fighter.items[id]
        fighter.armor -= held.armor
        fighter.impounded = held
        fighter.conditions["detained"] = Condition(by=self.by)
        derive_arms(fighter)


def _hand_over(giver: Armed, taker: Armed, id: str) -> None:
    taker.weapons[id] = giver.weapons.pop(id)
    if id in giver.left:
        taker.left[id] = giver.left.pop(id)


@event("released")
class Released(Event):
    """A fighter is free and has its belongings back."""

    who: Id
    by: str
    impounded: dict[str, Any]
    rule: str = "UW-10.7"

    def apply(self, scene: Scene) -> None:
        fighter = scene.fighters[self.who]
        held = fighter.impounded
        for id in list(held.weapons):
            _hand_over(held, fighter, id)
        fighter.gear = [*fighter.gear, *held.gear]
        for id, count in held.items.items():
            fighter.items[id] = fighter.items.get(id, 0) + count
        fighter.armor += held.armor
        fighter.impounded = Impounded()
        del fighter.conditions["detained"]
        derive_arms(fighter)


@event("separated")
class Separated(Event):
    """A fighter is away from the others."""

    who: Id
    whereabouts: str
    rule: str = "UW-10.2"

    def apply(self, scene: Scene) -> None:
        fighter = scene.fighters[self.who]
        fighter.status = AWAY
        fighter.whereabouts = self.whereabouts
        leave_order(scene, self.who)


@event("rejoined")
class Rejoined(Event):
    """A fighter is back, in combat at the end of the order."""

    who: Id
    whereabouts: str = ""
    rule: str = "UW-10.2"

    def apply(self, scene: Scene) -> None:
        fighter = scene.fighters[self.who]
        fighter.status = UP
        fighter.slept = 0
        fighter.whereabouts = self.whereabouts
        if scene.phase is COMBAT:
            scene.order = [*scene.order, self.who]
            scene.sat_out = [id for id in scene.sat_out if id != self.who]


@event("boss_made")
class BossMade(Event):
    """An NPC fights like a boss from now on."""

    who: Id
    attacks: int
    rule: str = "UW-10.10"

    def apply(self, scene: Scene) -> None:
        fighter = scene.fighters[self.who]
        fighter.traits = [*fighter.traits, Trait.BOSS]
        fighter.attacks = self.attacks
        fighter.crits = True


@event("scene_broke")
class SceneBroke(Event):
    """The scene is over: calm, nobody exposed, the fled are back."""

    session: int
    rule: str = "UW-22.1"

    def apply(self, scene: Scene) -> None:
        scene.phase = CALM
        scene.place.pursuit = False
        for vehicle in scene.vehicles.values():
            vehicle.gone = False
        for fighter in scene.fighters.values():
            fighter.exposure = 0
            if fighter.status is FLED:
                fighter.status = UP
                fighter.slept = 0


@event("session_began")
class SessionBegan(Event):
    """A new session began."""

    session: int
    rule: str = "UW-22.2"

    def apply(self, scene: Scene) -> None:
        scene.session = self.session


@event("rested")
class Rested(Event):
    """Somebody rested; rough sleep invites a GM move."""

    kind: str
    names: list[Id]
    session: int
    rule: str = "UW-22.3"


@event("waited")
class Waited(Event):
    """So many empty turns pass."""

    turns: int
    session: int
    rule: str = "UW-22.5"
