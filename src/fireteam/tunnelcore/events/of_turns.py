"""17 Events: the course of a fight, who takes part in it, and the breaks between."""

from __future__ import annotations

from fireteam.kernel.events import Event, Id, event
from fireteam.kernel.scene import CALM, COMBAT, OVER
from fireteam.tunnelcore.state import Fighter, Scene, Status


@event("started")
class Started(Event):
    """Combat begins; `initiator` is a side or an id, on record only."""

    initiator: str | None
    order: list[Id]
    rule: str = "TC-14.1"

    def apply(self, scene: Scene) -> None:
        scene.phase, scene.acting, scene.winner = COMBAT, None, None
        scene.order = [*self.order]


ENDED_BY_GM = "ended by the gm"


@event("ended")
class Ended(Event):
    """Combat ends: over, or calm when the Wire DM stops it."""

    winner: str | None
    why: str
    rule: str = "TC-14.5"

    def apply(self, scene: Scene) -> None:
        scene.phase = CALM if self.why == ENDED_BY_GM else OVER
        scene.winner, scene.acting = self.winner, None


@event("round_began")
class RoundBegan(Event):
    """A round begins: nobody has acted."""

    round: int
    rule: str = "TC-14.4"

    def apply(self, scene: Scene) -> None:
        scene.round, scene.acting = self.round, None
        for one in scene.fighters.values():
            one.acted = False
            if one.chrome_down:
                one.pools = None


@event("round_ended")
class RoundEnded(Event):
    """A round is over."""

    round: int
    rule: str = "TC-14.4"


@event("turn_began")
class TurnBegan(Event):
    """A turn begins. `acting` names NPCs only: players choose who goes."""

    who: Id
    rule: str = "TC-14.2"

    def apply(self, scene: Scene) -> None:
        if not scene.fighters[self.who].is_player:
            scene.acting = self.who


@event("turn_ended")
class TurnEnded(Event):
    """A turn is over."""

    who: Id
    rule: str = "TC-14.2"

    def apply(self, scene: Scene) -> None:
        scene.fighters[self.who].acted = True
        if scene.acting == self.who:
            scene.acting = None


def stop_waiting(fighter: Fighter) -> None:
    """TC-7.13, TC-9.2: a guard and a readied intercept end."""
    fighter.guard = None
    fighter.intercepting = None
    fighter.intercept_with = None


@event("passed")
class Passed(Event):
    """A turn without an action; it ends guard and readied intercept."""

    who: Id
    rule: str = "TC-14.2"

    def apply(self, scene: Scene) -> None:
        stop_waiting(scene.fighters[self.who])


@event("declared")
class Declared(Event):
    """An action is declared: guard and readied intercept end, a hostile one is remembered by its target.

    `verb` is the key of TC-9.1, or `move` or `yield`; `position` the one that the action is made from.
    """

    who: Id
    verb: str
    target: Id | None
    position: str
    hostile: bool = False
    rule: str = "TC-1.14"

    def apply(self, scene: Scene) -> None:
        actor = scene.fighters[self.who]
        actor.guard = None
        actor.intercepting = None
        actor.intercept_with = None
        if self.verb == "flee":
            actor.scared = False
        if self.hostile and self.target is not None:
            scene.fighters[self.target].last_attacker = self.who


@event("went_out")
class WentOut(Event):
    """A fighter is no longer active; its guard and readied intercept end."""

    who: Id
    rule: str = "TC-2.7"

    def apply(self, scene: Scene) -> None:
        fighter = scene.fighters[self.who]
        fighter.active = False
        stop_waiting(fighter)
        scene.known_muster = None


@event("back_in")
class BackIn(Event):
    """A fighter is active again."""

    who: Id
    rule: str = "TC-2.7"

    def apply(self, scene: Scene) -> None:
        scene.fighters[self.who].active = True
        scene.known_muster = None


@event("engaged")
class Engaged(Event):
    """A fighter takes part in the fight from now on."""

    who: Id
    rule: str = "TC-8.1"

    def apply(self, scene: Scene) -> None:
        scene.fighters[self.who].engaged = True
        scene.known_muster = None


@event("stood_down")
class StoodDown(Event):
    """A fighter takes no further part in the fight."""

    who: Id
    rule: str = "TC-9.5"

    def apply(self, scene: Scene) -> None:
        scene.fighters[self.who].engaged = False
        scene.known_muster = None


REINFORCEMENTS = "reinforcements"
"""Why a newcomer joined that a d10 of doom paid for; `place.reinforced` counts them (TC-6.7)."""


@event("joined")
class Joined(Event):
    """A newcomer made from a template, at the end of the fighters and of the order."""

    who: Id
    template: str
    side: str
    why: str = "by hand"
    engaged: bool = False
    """Whether it takes part though its sheet would stand aside (help that was called)."""
    rule: str = "TC-21.5"

    def apply(self, scene: Scene) -> None:
        from fireteam.tunnelcore.sheet import newcomer

        fighter = scene.fighters[self.who] = newcomer(scene, self.who, self.template, self.side)
        if self.engaged:
            fighter.engaged = True
        if scene.order:
            scene.order.append(self.who)
        if self.why == REINFORCEMENTS:
            scene.place.reinforced += 1
        scene.known_muster = None


@event("removed")
class Removed(Event):
    """A fighter leaves by hand, and every reference to it is cleared."""

    who: Id
    rule: str = "TC-21.5"

    def apply(self, scene: Scene) -> None:
        del scene.fighters[self.who]
        scene.order = [id for id in scene.order if id != self.who]
        if scene.acting == self.who:
            scene.acting = None
        for one in scene.fighters.values():
            if one.last_attacker == self.who:
                one.last_attacker = None
            if one.intercepting == self.who:
                one.intercepting = one.intercept_with = None
        scene.known_muster = None


@event("help_called")
class HelpCalled(Event):
    """Somebody called for help; `due` is the round at whose beginning it joins, 0 if it does not come."""

    who: Id
    comes: bool
    due: int
    rule: str = "TC-8.14"

    def apply(self, scene: Scene) -> None:
        scene.place.help_called = True
        scene.place.help_due = self.due
        scene.place.help_side = scene.fighters[self.who].side if self.comes else None


@event("help_arrived")
class HelpArrived(Event):
    """The help that was called is here."""

    side: str
    rule: str = "TC-8.14"

    def apply(self, scene: Scene) -> None:
        scene.place.help_due = 0


def break_scene(scene: Scene) -> None:
    """TC-21.1 break. What a scene break clears, and who comes back."""
    scene.phase, scene.round, scene.order, scene.acting, scene.winner = CALM, 0, [], None, None
    for one in scene.fighters.values():
        one.shift = one.failures = one.interrupts = one.chrome_down = 0
        one.complications = {}
        one.held = one.concealed = one.scared = one.acted = one.boss_doom = False
        stop_waiting(one)
        one.last_attacker = None
        one.recovered = []
        one.pools = None
        if one.is_player and one.status in (Status.FLED, Status.YIELDED, Status.CARRIED):
            one.status = Status.IN
    place = scene.place
    place.complications = {}
    place.help_called, place.help_due, place.help_side = False, 0, None
    scene.known_muster = None


@event("scene_broke")
class SceneBroke(Event):
    """The scene breaks: marks of the scene are cleared, player fighters who left are back."""

    rule: str = "TC-21.1"

    def apply(self, scene: Scene) -> None:
        break_scene(scene)


@event("session_began")
class SessionBegan(Event):
    """A new day at the table: a break, a plot point for those who have none, doom pool and tower as at boot."""

    resets_doom: bool = True
    rule: str = "TC-21.2"

    def apply(self, scene: Scene) -> None:
        from fireteam.tunnelcore.doom_pool import AT_BOOT, TOWER_AT_BOOT

        break_scene(scene)
        for one in scene.fighters.values():
            if one.is_player:
                one.plot_points = max(one.plot_points, 1)
        if self.resets_doom:
            scene.pools.doom = [*AT_BOOT]
            scene.pools.tower = TOWER_AT_BOOT
