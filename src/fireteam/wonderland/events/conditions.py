"""Events of conditions, losses and the environment (chapters 9 and 10)."""

from __future__ import annotations

from fireteam.kernel.events import Event, Id, event
from fireteam.wonderland.place import COLD, HEAT, Hazard
from fireteam.wonderland.state import Condition, Scene


@event("condition_began")
class ConditionBegan(Event):
    """A fighter has a condition; gained again, its fields are the worse of both."""

    who: Id
    condition: str
    turns: int = 0
    loss: int = 0
    penalty: int = 1
    sessions: int = 0
    lost: int = 0
    bonus: int = 0
    extreme: bool = False
    by: str = ""
    rule: str = "UW-9.3"

    def apply(self, scene: Scene) -> None:
        scene.fighters[self.who].conditions[self.condition] = Condition(
            self.turns, self.loss, self.penalty, self.sessions, self.lost, self.bonus, self.extreme, self.by
        )


@event("condition_changed")
class ConditionChanged(Event):
    """Something about a condition that goes on changed: sessions, what it took, the drunk's bonus."""

    who: Id
    condition: str
    sessions: int = 0
    lost: int = 0
    bonus: int = 0
    rule: str = "UW-9.17"

    def apply(self, scene: Scene) -> None:
        condition = scene.fighters[self.who].conditions[self.condition]
        condition.sessions = self.sessions
        condition.lost = self.lost
        condition.bonus = self.bonus


@event("condition_counted")
class ConditionCounted(Event):
    """A condition has one turn end less to go."""

    who: Id
    condition: str
    turns: int
    rule: str = "UW-9.11"

    def apply(self, scene: Scene) -> None:
        scene.fighters[self.who].conditions[self.condition].turns = self.turns


@event("condition_ended")
class ConditionEnded(Event):
    """A condition is over."""

    who: Id
    condition: str
    why: str
    rule: str = "UW-9.3"

    def apply(self, scene: Scene) -> None:
        del scene.fighters[self.who].conditions[self.condition]


@event("ticked")
class Ticked(Event):
    """A fighter lost HP to a condition or hazard at the end of its turn."""

    who: Id
    condition: str
    loss: int
    hp: int
    radiation_lost: int
    rad_turns: int
    rule: str = "UW-9.11"

    def apply(self, scene: Scene) -> None:
        fighter = scene.fighters[self.who]
        fighter.hp = self.hp
        fighter.radiation_lost = self.radiation_lost
        fighter.rad_turns = self.rad_turns


@event("exposure_rose")
class ExposureRose(Event):
    """A fighter spent one more turn in heat or cold."""

    who: Id
    exposure: int
    rule: str = "UW-9.13"

    def apply(self, scene: Scene) -> None:
        scene.fighters[self.who].exposure = self.exposure


@event("radiation_cleared")
class RadiationCleared(Event):
    """Acute radiation, or the count of turns in it, was set back."""

    who: Id
    radiation_lost: int
    rad_turns: int
    rule: str = "UW-9.15"

    def apply(self, scene: Scene) -> None:
        fighter = scene.fighters[self.who]
        fighter.radiation_lost = self.radiation_lost
        fighter.rad_turns = self.rad_turns


@event("hazard_began")
class HazardBegan(Event):
    """The place became hostile."""

    hazard: str
    damage: int = 0
    penalty: int = 0
    lasting: bool = False
    onset: int = 0
    rule: str = "UW-10.8"

    def apply(self, scene: Scene) -> None:
        scene.place.hazards[self.hazard] = Hazard(self.damage, self.penalty, self.lasting, self.onset)


@event("hazard_ended")
class HazardEnded(Event):
    """A hazard is over; with heat and cold goes everybody's exposure."""

    hazard: str
    rule: str = "UW-10.8"

    def apply(self, scene: Scene) -> None:
        del scene.place.hazards[self.hazard]
        if self.hazard in (HEAT, COLD):
            for fighter in scene.fighters.values():
                fighter.exposure = 0


@event("sheltered")
class Sheltered(Event):
    """A fighter is out of the weather."""

    who: Id
    rule: str = "UW-10.9"

    def apply(self, scene: Scene) -> None:
        fighter = scene.fighters[self.who]
        fighter.sheltered = True
        fighter.exposure = 0


@event("exposed")
class ExposedAgain(Event):
    """A fighter left its shelter."""

    who: Id
    rule: str = "UW-10.9"

    def apply(self, scene: Scene) -> None:
        scene.fighters[self.who].sheltered = False
