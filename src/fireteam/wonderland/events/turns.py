"""Events of turns, rounds and the beginning and end of combat (chapter 15)."""

from __future__ import annotations

from typing import Any, ClassVar

from fireteam.kernel.events import Event, Id, event
from fireteam.kernel.scene import COMBAT, Phase
from fireteam.wonderland.state import Scene


@event("started")
class Started(Event):
    """Combat began."""

    initiator: str
    order: list[Id]
    rule: str = "UW-15.1"

    def apply(self, scene: Scene) -> None:
        scene.phase = COMBAT
        scene.round = 1
        scene.order = list(self.order)
        scene.acting = scene.winner = None
        scene.next_at = 0
        scene.sat_out = [id for id in scene.fighters if id not in self.order]


@event("round_began")
class RoundBegan(Event):
    """The first of the order is on again."""

    round: int
    rule: str = "UW-15.4"

    def apply(self, scene: Scene) -> None:
        scene.round = self.round
        scene.next_at = 0


@event("turn_began")
class TurnBegan(Event):
    """A fighter's turn began: KP are refilled, or attacks counted out."""

    who: Id
    kp: int
    attacks_left: int
    rule: str = "UW-15.2"

    def apply(self, scene: Scene) -> None:
        fighter = scene.fighters[self.who]
        scene.acting = self.who
        fighter.kp = self.kp
        fighter.attacks_left = self.attacks_left


@event("turn_skipped")
class TurnSkipped(Event):
    """A fighter does nothing this turn."""

    who: Id
    why: str
    rule: str = "UW-15.2"


@event("turn_ended")
class TurnEnded(Event):
    """A fighter's turn ended; the search for the next begins behind it."""

    who: Id
    slept: int
    rule: str = "UW-15.3"

    def apply(self, scene: Scene) -> None:
        fighter = scene.fighters[self.who]
        fighter.slept = self.slept
        fighter.attacks_left = 0
        close_move(scene)
        if scene.acting == self.who:
            scene.next_at = scene.order.index(self.who) + 1
            scene.acting = None


def close_move(scene: Scene) -> None:
    """No move is open any more."""
    scene.move = scene.move_target = None
    if scene.move_won:
        scene.move_won = []


@event("move_opened")
class MoveOpened(Event):
    """A Fight or Pacify began that may go on in this turn."""

    who: Id
    move: str
    target: Id | None
    rule: str = "UW-3.1"

    def apply(self, scene: Scene) -> None:
        scene.move = self.move
        scene.move_target = self.target if self.move == "pacify" else None
        scene.move_won = []


@event("ended")
class Ended(Event):
    """Combat ended: nobody acts, peace and drive-bys are over."""

    winner: str | None
    why: str
    phase: str = "over"
    rule: str = "UW-15.5"

    def apply(self, scene: Scene) -> None:
        scene.phase = Phase(self.phase)
        scene.winner = self.winner
        scene.order = []
        scene.sat_out = []
        scene.acting = None
        scene.next_at = 0
        close_move(scene)
        for fighter in scene.fighters.values():
            fighter.attacks_left = 0
            if fighter.pacified:
                fighter.pacified = []
        for vehicle in scene.vehicles.values():
            vehicle.exposed = {}


@event("kp_filled")
class KpFilled(Event):
    """Kill Points were refilled outside a turn (option `kp_refresh`)."""

    who: Id
    kp: int
    rule: str = "UW-3.7"

    def apply(self, scene: Scene) -> None:
        scene.fighters[self.who].kp = self.kp


@event("experience")
class Experience(Event):
    """A boss took part in the fight: whoever is alive has earned more."""

    who: list[Id]
    boss: Id
    extra: bool = True
    rule: str = "UW-10.11"


@event("joined")
class Joined(Event):
    """Somebody or something of chapter 21 joined, with the sheet that the game master sees."""

    gm_fields: ClassVar[tuple[str, ...]] = ("sheet",)
    who: Id
    is_vehicle: bool
    at_end: bool
    sheet: dict[str, Any]
    rule: str = "UW-11.2"

    def apply(self, scene: Scene) -> None:
        from fireteam.wonderland.joining import read_joined

        read_joined(scene, self.who, self.sheet, self.is_vehicle)
        if self.at_end:
            scene.order = [*scene.order, self.who]


@event("removed")
class Removed(Event):
    """Somebody or something left the scene for good; those aboard a vehicle stand on foot."""

    who: Id
    rule: str = "UW-11.2"

    def apply(self, scene: Scene) -> None:
        from fireteam.wonderland.joining import forget

        forget(scene, self.who)
