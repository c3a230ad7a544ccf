"""Events of turns, time and the game master's hand (SL-23.1)."""

from __future__ import annotations

from typing import Any, ClassVar

from fireteam.kernel.events import Event, Half, Id, event
from fireteam.kernel.scene import CALM, COMBAT, Phase
from fireteam.solarlink.events.changes import NO_TOTALS, NONE, Changes, apply_changes
from fireteam.solarlink.state import Insanity, SolarScene, Task

BOOKKEEPING: tuple[str, ...] = ("changes",)
"""Players see what happened, not the table of fields behind it: that would name hidden fighters."""


@event("started")
class Started(Event):
    """Combat begins."""

    gm_fields: ClassVar[tuple[str, ...]] = BOOKKEEPING
    changes: Changes = NONE
    rule: str = "SL-20.1"

    def apply(self, scene: SolarScene) -> None:
        scene.phase, scene.round, scene.winner = COMBAT, 1, None
        for fighter in scene.fighters.values():
            fighter.tiebreak = []
        apply_changes(scene, self.changes)


@event("order_set")
class OrderSet(Event):
    """The turn order is known: the totals of everybody, and of those who rolled again."""

    order: list[Id]
    totals: dict[Id, int]
    tiebreaks: dict[Id, list[int]]
    rule: str = "SL-1.4"

    def apply(self, scene: SolarScene) -> None:
        scene.order = list(self.order)
        for who, total in self.totals.items():
            scene.fighters[who].turn_order = total
        for who, totals in self.tiebreaks.items():
            scene.fighters[who].tiebreak = list(totals)


@event("order_changed")
class OrderChanged(Event):
    """Somebody stands elsewhere in the order, has joined it (with the total in `totals`) or left it."""

    gm_fields: ClassVar[tuple[str, ...]] = BOOKKEEPING
    order: list[Id]
    changes: Changes = NONE
    totals: dict[Id, int] = NO_TOTALS
    rule: str = "SL-1.8"

    def apply(self, scene: SolarScene) -> None:
        scene.order = list(self.order)
        for who, total in self.totals.items():
            scene.fighters[who].turn_order = total
        apply_changes(scene, self.changes)


@event("raised")
class Raised(Event):
    """A raise is stored until the end of the Cycle."""

    who: Id
    raises: int
    rule: str = "SL-1.7"

    def apply(self, scene: SolarScene) -> None:
        scene.fighters[self.who].raises = self.raises


@event("round_began")
class RoundBegan(Event):
    """A Cycle begins."""

    gm_fields: ClassVar[tuple[str, ...]] = BOOKKEEPING
    round: int
    changes: Changes = NONE
    rule: str = "SL-20.2"

    def apply(self, scene: SolarScene) -> None:
        scene.round = self.round
        scene.acting = None
        apply_changes(scene, self.changes)


@event("turn_began")
class TurnBegan(Event):
    """A turn begins; `ap` is what the fighter has to spend."""

    gm_fields: ClassVar[tuple[str, ...]] = BOOKKEEPING
    who: Id
    ap: Half
    changes: Changes = NONE
    rule: str = "SL-20.3"

    def apply(self, scene: SolarScene) -> None:
        scene.acting = self.who
        scene.payments = 0
        scene.fighters[self.who].ap = self.ap
        apply_changes(scene, self.changes)


@event("turn_ended")
class TurnEnded(Event):
    """A turn ends."""

    gm_fields: ClassVar[tuple[str, ...]] = BOOKKEEPING
    who: Id
    changes: Changes = NONE
    rule: str = "SL-20.4"

    def apply(self, scene: SolarScene) -> None:
        apply_changes(scene, self.changes)


@event("ended")
class Ended(Event):
    """Combat ends: with a winner, with none, or by hand (`phase` calm)."""

    gm_fields: ClassVar[tuple[str, ...]] = BOOKKEEPING
    winner: str | None
    why: str
    phase: str
    changes: Changes = NONE
    rule: str = "SL-20.6"

    def apply(self, scene: SolarScene) -> None:
        scene.phase, scene.winner = Phase(self.phase), self.winner
        scene.order, scene.acting = [], None
        apply_changes(scene, self.changes)


@event("joined")
class Joined(Event):
    """A fighter joins; `fighter` is its whole sheet and state."""

    gm_fields: ClassVar[tuple[str, ...]] = ("fighter",)
    who: Id
    name: str
    side: str
    fighter: dict[str, Any]
    rule: str = "SL-1.9"

    def apply(self, scene: SolarScene) -> None:
        from fireteam.solarlink.sheet import FIGHTER

        scene.fighters[self.who] = FIGHTER.read(self.fighter, self.who, [])


@event("removed")
class Removed(Event):
    """A fighter leaves the scene."""

    gm_fields: ClassVar[tuple[str, ...]] = BOOKKEEPING
    who: Id
    changes: Changes = NONE
    rule: str = "SL-20.7"

    def apply(self, scene: SolarScene) -> None:
        del scene.fighters[self.who]
        scene.order = [id for id in scene.order if id != self.who]
        if scene.acting == self.who:
            scene.acting = None
        apply_changes(scene, self.changes)


@event("ap_spent")
class ApSpent(Event):
    """AP are paid, before anything is tried."""

    gm_fields: ClassVar[tuple[str, ...]] = BOOKKEEPING
    who: Id
    ap: Half
    left: Half
    what: str
    changes: Changes = NONE
    rule: str = "SL-2.1"

    def apply(self, scene: SolarScene) -> None:
        scene.fighters[self.who].ap = self.left
        if self.changes:
            apply_changes(scene, self.changes)
        if scene.acting == self.who:
            scene.payments += 1


@event("task_began")
class TaskBegan(Event):
    """A long task is begun, with a first payment."""

    who: Id
    command: str
    cost: Half
    paid: Half
    rule: str = "SL-2.6"

    def apply(self, scene: SolarScene) -> None:
        whole = self.paid >= self.cost
        scene.fighters[self.who].task = None if whole else Task(self.command, self.cost, self.paid, True)


@event("task_paid")
class TaskPaid(Event):
    """More is paid for a long task; when all is paid it is done."""

    who: Id
    cost: Half
    paid: Half
    rule: str = "SL-2.6"

    def apply(self, scene: SolarScene) -> None:
        task = scene.fighters[self.who].task
        if task is not None:
            whole = self.paid >= self.cost
            scene.fighters[self.who].task = None if whole else Task(task.command, self.cost, self.paid, True)


@event("task_lost")
class TaskLost(Event):
    """A long task and all that was paid for it are lost."""

    who: Id
    reason: str
    rule: str = "SL-2.7"

    def apply(self, scene: SolarScene) -> None:
        scene.fighters[self.who].task = None


@event("acted")
class Acted(Event):
    """Something that has no verb of its own is done."""

    gm_fields: ClassVar[tuple[str, ...]] = BOOKKEEPING
    who: Id
    ap: Half
    text: str
    changes: Changes = NONE
    rule: str = "SL-2.9"

    def apply(self, scene: SolarScene) -> None:
        apply_changes(scene, self.changes)


@event("said")
class Said(Event):
    """Words, without effect."""

    who: Id | None
    text: str
    rule: str = "SL-19.1"


@event("time_passed")
class TimePassed(Event):
    """Cycles pass outside combat."""

    gm_fields: ClassVar[tuple[str, ...]] = BOOKKEEPING
    cycles: int
    changes: Changes = NONE
    rule: str = "SL-27.1"

    def apply(self, scene: SolarScene) -> None:
        apply_changes(scene, self.changes)


@event("rested")
class Rested(Event):
    """A rest in one piece: HP, tiredness, injuries."""

    gm_fields: ClassVar[tuple[str, ...]] = BOOKKEEPING
    who: Id
    hours: int
    hp: int
    tiredness: list[str]
    healed: list[str]
    changes: Changes = NONE
    rule: str = "SL-27.2"

    def apply(self, scene: SolarScene) -> None:
        from fireteam.solarlink.state import PARTS, Grade

        fighter = scene.fighters[self.who]
        fighter.hp, fighter.tiredness = self.hp, list(self.tiredness)
        for part in self.healed:
            fighter.injuries[PARTS.index(part)] = Grade.NONE
        apply_changes(scene, self.changes)


@event("scene_broke")
class SceneBroke(Event):
    """What belongs to a scene ends."""

    gm_fields: ClassVar[tuple[str, ...]] = BOOKKEEPING
    changes: Changes = NONE
    rule: str = "SL-27.3"

    def apply(self, scene: SolarScene) -> None:
        scene.phase, scene.winner = CALM, None
        scene.order, scene.acting = [], None
        apply_changes(scene, self.changes)


@event("session_began")
class SessionBegan(Event):
    """A new session: gear is mended."""

    session: int
    shells: dict[Id, int]
    mended: list[Id]
    rule: str = "SL-27.3"

    def apply(self, scene: SolarScene) -> None:
        scene.session = self.session
        for who, dhp in self.shells.items():
            scene.fighters[who].dhp = dhp
        for who in self.mended:
            scene.fighters[who].torn = False


@event("went_insane")
class WentInsane(Event):
    """A fit of insanity begins."""

    gm_fields: ClassVar[tuple[str, ...]] = BOOKKEEPING
    who: Id
    effect: str
    changes: Changes = NONE
    rule: str = "SL-6.2"

    def apply(self, scene: SolarScene) -> None:
        scene.fighters[self.who].insanity = Insanity(self.effect)
        apply_changes(scene, self.changes)


@event("came_to_reason")
class CameToReason(Event):
    """Insanity is over."""

    gm_fields: ClassVar[tuple[str, ...]] = BOOKKEEPING
    who: Id
    effect: str
    changes: Changes = NONE
    rule: str = "SL-6.4"

    def apply(self, scene: SolarScene) -> None:
        scene.fighters[self.who].insanity = Insanity.NONE
        apply_changes(scene, self.changes)
