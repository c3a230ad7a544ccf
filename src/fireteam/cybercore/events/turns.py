"""CC-23.1 Types. Events of fights, rounds, turns and time."""

from __future__ import annotations

from typing import Any, ClassVar

from fireteam.cybercore.state import FIGHTER, CyberScene, clear_fight, feel, fill_clips, settle_fighter
from fireteam.kernel.events import Event, Id, event
from fireteam.kernel.scene import CALM, COMBAT, Phase


@event("started")
class Started(Event):
    """A fight begins. Whoever is in `order` has its `initiative`; dodges, evasions and a rest are over."""

    order: list[Id]
    initiative: dict[Id, int]
    rule: str = "CC-20.1"

    def apply(self, scene: CyberScene) -> None:
        scene.phase, scene.round, scene.winner = COMBAT, 1, None
        scene.order = list(self.order)
        scene.place.rest = "none"
        for id, one in scene.fighters.items():
            one.dodges = one.evades = 0
            one.dodged = one.repaired = False
            if id in self.initiative:
                one.initiative = self.initiative[Id(id)]


@event("ended")
class Ended(Event):
    """A fight is over; what lasts only as long as a fight is cleared (CC-20.5)."""

    phase: str
    why: str
    winner: str | None
    rule: str = "CC-20.5"

    def apply(self, scene: CyberScene) -> None:
        scene.phase, scene.winner = Phase(self.phase), self.winner
        scene.acting, scene.order = None, []
        for one in scene.fighters.values():
            clear_fight(one)
            feel(one, scene)


@event("round_began")
class RoundBegan(Event):
    """A new round: dodges and evasions count afresh."""

    round: int
    rule: str = "CC-20.5"

    def apply(self, scene: CyberScene) -> None:
        scene.round = self.round
        for one in scene.fighters.values():
            one.dodges = one.evades = 0


@event("turn_began")
class TurnBegan(Event):
    """A fighter's turn: its Actions and Moves are fresh, its guard ends. `dying_due`: a dying save at its end."""

    who: Id
    dying_due: bool = False
    rule: str = "CC-20.3"

    def apply(self, scene: CyberScene) -> None:
        scene.acting = self.who
        one = scene.fighters[self.who]
        one.actions_used = one.moves_used = 0
        one.acted = one.heading = ""
        one.guarded = False
        one.dying_due = self.dying_due


@event("turn_ended")
class TurnEnded(Event):
    """A fighter's turn is over. `left`: turns left of its timed conditions, where one counted down."""

    who: Id
    left: list[int]
    rule: str = "CC-20.4"

    def apply(self, scene: CyberScene) -> None:
        one = scene.fighters[self.who]
        one.dodged = one.dying_due = False
        if self.left:
            one.conditions.staggered, one.conditions.slowed, one.conditions.distracted, one.conditions.burning = (
                self.left
            )


@event("spent")
class Spent(Event):
    """Actions and Moves used so far in the turn. `acted`: what the last Action was, when this was one."""

    who: Id
    actions: int
    moves: int
    acted: str = ""
    rule: str = "CC-20.3"

    def apply(self, scene: CyberScene) -> None:
        one = scene.fighters[self.who]
        one.actions_used, one.moves_used = self.actions, self.moves
        if self.acted:
            one.acted, one.heading = self.acted, ""


@event("joined")
class Joined(Event):
    """A fighter came in; `fighter` is its sheet as the state writes it, `order` the turn order with it."""

    gm_fields: ClassVar[tuple[str, ...]] = ("fighter",)
    who: Id
    fighter: dict[str, Any]
    order: list[Id]
    rule: str = "CC-20.2"

    def apply(self, scene: CyberScene) -> None:
        one, given = FIGHTER.read_given(self.who, self.fighter, "", [])
        scene.fighters[self.who] = one
        FIGHTER.fill(one, given, scene)
        settle_fighter(scene, one, True)
        scene.order = list(self.order)


@event("swept")
class Swept(Event):
    """A Sweep is over: `sweeps` in a row with a heavy weapon in hand; held-off Exhaustion returns, a rest closes."""

    text: str
    sweeps: dict[Id, int]
    rule: str = "CC-15.1"

    def apply(self, scene: CyberScene) -> None:
        scene.place.rest = "none"
        for id, one in scene.fighters.items():
            one.repaired = False
            if id in self.sweeps:
                one.sweeps = self.sweeps[Id(id)]
            one.exhaustion_suppressed = 0
            feel(one, scene)


@event("rested")
class Rested(Event):
    """A rest gave `resting` full clips and what every rest gives; R&R also refills items and opens coping again."""

    kind: str
    resting: list[Id]
    rule: str = "CC-27.2"

    def apply(self, scene: CyberScene) -> None:
        scene.place.rest = self.kind
        for one in scene.fighters.values():
            one.repaired = False
        for id in self.resting:
            one = scene.fighters[id]
            clear_fight(one)
            one.ammo, one.jammed, one.sweeps = fill_clips(one), [], 0
            if self.kind == "rr":
                one.items, one.coped = list(one.stock), False
            feel(one, scene)


@event("session_began")
class SessionBegan(Event):
    """A new session: nobody has earned Luck yet, declared Luck is lost."""

    rule: str = "CC-8.7"

    def apply(self, scene: CyberScene) -> None:
        scene.pools.luck_earners = []
        for one in scene.fighters.values():
            one.primed.luck = 0


@event("scene_broke")
class SceneBroke(Event):
    """A scene is over: calm, round 0, dread due again, a rest closed, and what CC-20.5 clears."""

    rule: str = "CC-27.3"

    def apply(self, scene: CyberScene) -> None:
        scene.phase, scene.round, scene.acting, scene.order, scene.winner = CALM, 0, None, [], None
        scene.place.rest = "none"
        for one in scene.fighters.values():
            clear_fight(one)
            one.dreaded = one.repaired = False
            feel(one, scene)
