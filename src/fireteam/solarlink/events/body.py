"""Events of what is done to bodies, and of rolls (SL-23.1)."""

from __future__ import annotations

from typing import ClassVar

from fireteam.kernel.events import Event, Id, event
from fireteam.solarlink.events.changes import NONE, Changes, apply_changes
from fireteam.solarlink.events.turns import BOOKKEEPING
from fireteam.solarlink.state import (
    DEAD,
    OUT,
    PARTS,
    UP,
    Grade,
    SolarScene,
)


@event("rolled")
class Rolled(Event):
    """Dice were rolled: `dice` lists [sides, face]. What does not apply to the roll is null."""

    who: Id | None
    purpose: str
    dice: list[list[int]]
    total: int
    modifier: int | None = None
    difficulty: int | None = None
    success: bool | None = None
    target: Id | None = None
    weapon: str | None = None
    parts: dict[str, int] | None = None
    rule: str = "SL-11.2"


@event("damaged")
class Damaged(Event):
    """An instance of damage has been taken: `parts` are the HP lost by type, `hp` and `dhp` what is left."""

    who: Id
    parts: dict[str, int]
    scale: str
    hp_lost: int
    dhp_lost: int
    hp: int
    dhp: int
    cause: str
    rule: str = "SL-3.1"

    def apply(self, scene: SolarScene) -> None:
        fighter = scene.fighters[self.who]
        fighter.hp, fighter.dhp = self.hp, self.dhp


@event("wounds_changed")
class WoundsChanged(Event):
    """Stacks of Open Wounds are gained or closed."""

    gm_fields: ClassVar[tuple[str, ...]] = BOOKKEEPING
    who: Id
    wounds: int
    change: int
    changes: Changes = NONE
    rule: str = "SL-7.2"

    def apply(self, scene: SolarScene) -> None:
        scene.fighters[self.who].wounds = self.wounds
        apply_changes(scene, self.changes)


@event("bleeding_delayed")
class BleedingDelayed(Event):
    """The next damage from Open Wounds will be lower."""

    who: Id
    delay: int
    rule: str = "SL-7.4"

    def apply(self, scene: SolarScene) -> None:
        scene.fighters[self.who].delay = self.delay


@event("dizzied")
class Dizzied(Event):
    """Dizzy for so many Cycles, -1 without end."""

    who: Id
    dizzy: int
    rule: str = "SL-5.2"

    def apply(self, scene: SolarScene) -> None:
        scene.fighters[self.who].dizzy = self.dizzy


@event("dizzy_ended")
class DizzyEnded(Event):
    """No longer dizzy."""

    who: Id
    rule: str = "SL-5.2"

    def apply(self, scene: SolarScene) -> None:
        scene.fighters[self.who].dizzy = 0


@event("injured")
class Injured(Event):
    """A body part is injured or severed."""

    gm_fields: ClassVar[tuple[str, ...]] = BOOKKEEPING
    who: Id
    part: str
    grade: str
    changes: Changes = NONE
    rule: str = "SL-13.8"

    def apply(self, scene: SolarScene) -> None:
        scene.fighters[self.who].injuries[PARTS.index(self.part)] = Grade(self.grade)
        apply_changes(scene, self.changes)


@event("fell")
class Fell(Event):
    """A fighter is out."""

    gm_fields: ClassVar[tuple[str, ...]] = BOOKKEEPING
    who: Id
    changes: Changes = NONE
    rule: str = "SL-13.7"

    def apply(self, scene: SolarScene) -> None:
        scene.fighters[self.who].status = OUT
        apply_changes(scene, self.changes)


@event("died")
class Died(Event):
    """A fighter is dead, or a machine wrecked."""

    gm_fields: ClassVar[tuple[str, ...]] = BOOKKEEPING
    who: Id
    changes: Changes = NONE
    rule: str = "SL-13.7"

    def apply(self, scene: SolarScene) -> None:
        scene.fighters[self.who].status = DEAD
        apply_changes(scene, self.changes)


@event("woke")
class Woke(Event):
    """A fighter is up again."""

    gm_fields: ClassVar[tuple[str, ...]] = BOOKKEEPING
    who: Id
    changes: Changes = NONE
    rule: str = "SL-13.7"

    def apply(self, scene: SolarScene) -> None:
        scene.fighters[self.who].status = UP
        apply_changes(scene, self.changes)


@event("healed")
class Healed(Event):
    """HP are given back."""

    gm_fields: ClassVar[tuple[str, ...]] = BOOKKEEPING
    who: Id
    hp: int
    amount: int
    changes: Changes = NONE
    rule: str = "SL-13.14"

    def apply(self, scene: SolarScene) -> None:
        scene.fighters[self.who].hp = self.hp
        apply_changes(scene, self.changes)


@event("suit_torn")
class SuitTorn(Event):
    """Sealed clothing is torn."""

    who: Id
    rule: str = "SL-8.6"

    def apply(self, scene: SolarScene) -> None:
        scene.fighters[self.who].torn = True


@event("suit_mended")
class SuitMended(Event):
    """Sealed clothing is whole again."""

    gm_fields: ClassVar[tuple[str, ...]] = BOOKKEEPING
    who: Id
    changes: Changes = NONE
    rule: str = "SL-8.6"

    def apply(self, scene: SolarScene) -> None:
        scene.fighters[self.who].torn = False
        apply_changes(scene, self.changes)


@event("tired")
class Tired(Event):
    """One stack of Tiredness more."""

    who: Id
    attribute: str
    stacks: int
    rule: str = "SL-10.1"

    def apply(self, scene: SolarScene) -> None:
        fighter = scene.fighters[self.who]
        fighter.tiredness = [*fighter.tiredness, self.attribute]


@event("exposed")
class Exposed(Event):
    """The game master marks a fighter as exposed."""

    who: Id
    rule: str = "SL-8.1"

    def apply(self, scene: SolarScene) -> None:
        scene.fighters[self.who].exposed = True


@event("sheltered")
class Sheltered(Event):
    """The game master's mark ends."""

    gm_fields: ClassVar[tuple[str, ...]] = BOOKKEEPING
    who: Id
    changes: Changes = NONE
    rule: str = "SL-8.1"

    def apply(self, scene: SolarScene) -> None:
        scene.fighters[self.who].exposed = False
        apply_changes(scene, self.changes)


@event("air_changed")
class AirChanged(Event):
    """The air of the place, of a vessel or of one fighter is another."""

    gm_fields: ClassVar[tuple[str, ...]] = BOOKKEEPING
    air: int
    who: Id | None = None
    vehicle: str | None = None
    changes: Changes = NONE
    rule: str = "SL-9.1"

    def apply(self, scene: SolarScene) -> None:
        if self.who is not None:
            scene.fighters[self.who].air = self.air
        elif self.vehicle is not None:
            scene.vehicles[self.vehicle].air = self.air
        else:
            scene.place.air = self.air
        apply_changes(scene, self.changes)
