"""Events of ground combat, movement and maneuvers (SL-23.1)."""

from __future__ import annotations

from typing import ClassVar

from fireteam.kernel.events import Event, Half, Id, event
from fireteam.solarlink.events.changes import NONE, Changes, apply_changes
from fireteam.solarlink.events.turns import BOOKKEEPING
from fireteam.solarlink.state import Prepared, SolarScene


@event("attacked")
class Attacked(Event):
    """An attack is decided: `result` is miss, parried or hit."""

    gm_fields: ClassVar[tuple[str, ...]] = BOOKKEEPING
    who: Id
    target: Id
    weapon: str
    total: int
    defence: int
    result: str
    changes: Changes = NONE
    rule: str = "SL-13.2"

    def apply(self, scene: SolarScene) -> None:
        if self.changes:
            apply_changes(scene, self.changes)


@event("moved")
class Moved(Event):
    """A fighter goes from one square to another."""

    gm_fields: ClassVar[tuple[str, ...]] = BOOKKEEPING
    who: Id
    from_: list[int]
    to: list[int]
    ap: Half
    changes: Changes = NONE
    rule: str = "SL-12.2"

    def apply(self, scene: SolarScene) -> None:
        scene.fighters[self.who].at = (self.to[0], self.to[1])
        apply_changes(scene, self.changes)


@event("slipped")
class Slipped(Event):
    """A fighter falls on bad ground instead of walking."""

    gm_fields: ClassVar[tuple[str, ...]] = BOOKKEEPING
    who: Id
    changes: Changes = NONE
    rule: str = "SL-12.6"

    def apply(self, scene: SolarScene) -> None:
        apply_changes(scene, self.changes)


@event("stood")
class Stood(Event):
    """A fighter stands up."""

    gm_fields: ClassVar[tuple[str, ...]] = BOOKKEEPING
    who: Id
    changes: Changes = NONE
    rule: str = "SL-12.5"

    def apply(self, scene: SolarScene) -> None:
        apply_changes(scene, self.changes)


@event("dropped")
class Dropped(Event):
    """A fighter drops to the floor."""

    gm_fields: ClassVar[tuple[str, ...]] = BOOKKEEPING
    who: Id
    changes: Changes = NONE
    rule: str = "SL-12.5"

    def apply(self, scene: SolarScene) -> None:
        apply_changes(scene, self.changes)


@event("took_cover")
class TookCover(Event):
    """A fighter is in cover."""

    who: Id
    cover: int
    rule: str = "SL-12.7"

    def apply(self, scene: SolarScene) -> None:
        scene.fighters[self.who].cover = self.cover


@event("aimed")
class Aimed(Event):
    """A fighter aims at a target."""

    who: Id
    target: Id
    rule: str = "SL-13.10"

    def apply(self, scene: SolarScene) -> None:
        scene.fighters[self.who].aim = self.target


@event("prepared")
class AttackPrepared(Event):
    """An attack waits for its target to act."""

    who: Id
    target: Id
    weapon: str
    rule: str = "SL-13.11"

    def apply(self, scene: SolarScene) -> None:
        fighter = scene.fighters[self.who]
        fighter.prepared = [*fighter.prepared, Prepared(self.target, self.weapon)]


@event("explained")
class Explained(Event):
    """The attack pattern of a target is explained to the own side."""

    who: Id
    target: Id
    rule: str = "SL-14.4"

    def apply(self, scene: SolarScene) -> None:
        scene.fighters[self.who].explains = self.target


@event("aura_changed")
class AuraChanged(Event):
    """The auras that a fighter keeps up are now these."""

    gm_fields: ClassVar[tuple[str, ...]] = BOOKKEEPING
    who: Id
    auras: list[str]
    changes: Changes = NONE
    rule: str = "SL-14.3"

    def apply(self, scene: SolarScene) -> None:
        scene.fighters[self.who].auras = list(self.auras)
        apply_changes(scene, self.changes)
        if scene.acting == self.who:
            scene.payments += 1
