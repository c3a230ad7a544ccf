"""17 Events: the doom pool, the tower, and clocks."""

from __future__ import annotations

from fireteam.kernel.dice import Die
from fireteam.kernel.events import Event, Id, event
from fireteam.tunnelcore.state import Scene


@event("doom_grew")
class DoomGrew(Event):
    """Dice entered the doom pool, which is `pool` now. `who` rolled the hitches, or is the boss."""

    dice: list[Die]
    why: str
    pool: list[Die]
    who: Id | None = None
    rule: str = "TC-6.2"

    def apply(self, scene: Scene) -> None:
        scene.pools.doom = [*self.pool]
        if self.rule == "TC-8.7" and self.who is not None:
            scene.fighters[self.who].boss_doom = True


@event("doom_spent")
class DoomSpent(Event):
    """A die left the doom pool."""

    die: Die
    pool: list[Die]
    rule: str = "TC-6.4"

    def apply(self, scene: Scene) -> None:
        scene.pools.doom = [*self.pool]


@event("doom_merged")
class DoomMerged(Event):
    """Two equal dice became one of the next size."""

    two: Die
    into: Die
    pool: list[Die]
    rule: str = "TC-6.10"

    def apply(self, scene: Scene) -> None:
        scene.pools.doom = [*self.pool]


@event("interrupt")
class Interrupt(Event):
    """An NPC acts out of turn, paid for by a d6 of doom; `after` is the player fighter whose action it follows."""

    who: Id
    after: Id | None
    rule: str = "TC-6.5"

    def apply(self, scene: Scene) -> None:
        scene.fighters[self.who].interrupts += 1


@event("tower_rose")
class TowerRose(Event):
    """The city's own clock moved."""

    from_: int
    to: int
    rule: str = "TC-6.11"

    def apply(self, scene: Scene) -> None:
        scene.pools.tower = self.to


@event("world_event")
class WorldEvent(Event):
    """The tower was full; it goes back to where it began."""

    name: str
    rule: str = "TC-6.12"

    def apply(self, scene: Scene) -> None:
        from fireteam.tunnelcore.doom_pool import TOWER_AT_BOOT

        scene.pools.tower = TOWER_AT_BOOT


@event("clock_ticked")
class ClockTicked(Event):
    """A clock moved by `by` segments."""

    clock: str
    by: int
    filled: int
    size: int
    rule: str = "TC-5.7"

    def apply(self, scene: Scene) -> None:
        scene.place.clocks[self.clock].filled = self.filled


@event("clock_filled")
class ClockFilled(Event):
    """A clock is full."""

    clock: str
    rule: str = "TC-5.7"
