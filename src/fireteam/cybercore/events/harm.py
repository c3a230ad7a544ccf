"""CC-23.1 Types. Events of armour, HITS, Wounds and conditions."""

from __future__ import annotations

from fireteam.cybercore.content import ATTRIBUTES, DAMAGE
from fireteam.cybercore.sheet import TIMED, Status
from fireteam.cybercore.state import CyberScene, feel, reckon
from fireteam.kernel.events import Event, Id, event


@event("absorbed")
class Absorbed(Event):
    """DR took Hits of one type and wore; `worn` and `natural` DR are left."""

    who: Id
    damage: str
    hits: int
    absorbed: int
    worn: int
    natural: int
    rule: str = "CC-2.3"

    def apply(self, scene: CyberScene) -> None:
        one, at = scene.fighters[self.who], DAMAGE.index(self.damage)
        one.dr[at], one.natural[at] = self.worn, self.natural


@event("dr_changed")
class DrChanged(Event):
    """DR of one type was mended or eaten away."""

    who: Id
    damage: str
    worn: int
    natural: int
    why: str
    rule: str = "CC-2.5"

    def apply(self, scene: CyberScene) -> None:
        one, at = scene.fighters[self.who], DAMAGE.index(self.damage)
        one.dr[at], one.natural[at] = self.worn, self.natural


@event("marked")
class Marked(Event):
    """Hits past DR were marked; `total` boxes are."""

    who: Id
    hits: int
    total: int
    rule: str = "CC-7.4"

    def apply(self, scene: CyberScene) -> None:
        scene.fighters[self.who].hits = self.total


@event("unmarked")
class Unmarked(Event):
    """Boxes were cleared; `total` stay marked."""

    who: Id
    hits: int
    total: int
    rule: str = "CC-7.9"

    def apply(self, scene: CyberScene) -> None:
        scene.fighters[self.who].hits = self.total


@event("went_down")
class WentDown(Event):
    """A fighter is DOWN: no cover, guard, aim."""

    who: Id
    why: str
    rule: str = "CC-7.5"

    def apply(self, scene: CyberScene) -> None:
        one = scene.fighters[self.who]
        one.status, one.cover, one.guarded, one.aim = Status.DOWN, 0, False, ""
        feel(one, scene)


@event("stood")
class Stood(Event):
    """A fighter is up again."""

    who: Id
    why: str
    rule: str = "CC-7.5"

    def apply(self, scene: CyberScene) -> None:
        one = scene.fighters[self.who]
        one.status, one.conditions.stable, one.dying, one.dying_due = Status.UP, False, 0, False
        feel(one, scene)


@event("died")
class Died(Event):
    """A fighter is dead, for good."""

    who: Id
    why: str
    rule: str = "CC-14.5"

    def apply(self, scene: CyberScene) -> None:
        _leave(scene, self.who, Status.DEAD)


@event("left")
class Left(Event):
    """A fighter is out of the fight alive."""

    who: Id
    why: str
    rule: str = "CC-13.18"

    def apply(self, scene: CyberScene) -> None:
        _leave(scene, self.who, Status.GONE)


@event("wound_gained")
class WoundGained(Event):
    """A Wound more."""

    who: Id
    open: int
    triaged: int
    rule: str = "CC-7.5"

    def apply(self, scene: CyberScene) -> None:
        _wounds(scene, self.who, self.open, self.triaged)


@event("wound_healed")
class WoundHealed(Event):
    """A Wound less."""

    who: Id
    open: int
    triaged: int
    rule: str = "CC-14.3"

    def apply(self, scene: CyberScene) -> None:
        _wounds(scene, self.who, self.open, self.triaged)


@event("triaged")
class Triaged(Event):
    """`who` closed a Wound of `patient`, whose failed dying saves are forgotten."""

    who: Id
    patient: Id
    open: int
    triaged: int
    unmarked: int
    rule: str = "CC-14.4"

    def apply(self, scene: CyberScene) -> None:
        scene.fighters[self.patient].dying = 0
        _wounds(scene, self.patient, self.open, self.triaged)


@event("dying")
class Dying(Event):
    """A dying save failed; `failures` so far."""

    who: Id
    failures: int
    rule: str = "CC-14.5"

    def apply(self, scene: CyberScene) -> None:
        scene.fighters[self.who].dying = self.failures


@event("stabilised")
class Stabilised(Event):
    """DOWN, but no longer dying."""

    who: Id
    failures: int = 0
    rule: str = "CC-14.5"

    def apply(self, scene: CyberScene) -> None:
        one = scene.fighters[self.who]
        one.dying, one.conditions.stable = self.failures, True


@event("held_on")
class HeldOn(Event):
    """A Bond kept somebody from dying; `open` Wounds are left."""

    who: Id
    by: Id
    open: int
    rule: str = "CC-3.6"

    def apply(self, scene: CyberScene) -> None:
        one = scene.fighters[self.who]
        one.wounds.open, one.dying, one.conditions.stable = self.open, 0, True
        feel(one, scene)


@event("condition_gained")
class ConditionGained(Event):
    """A condition sets in, for `turns` turns (0 for a flag)."""

    who: Id
    condition: str
    turns: int = 0
    rule: str = "CC-14.1"

    def apply(self, scene: CyberScene) -> None:
        one = scene.fighters[self.who]
        setattr(one.conditions, self.condition, self.turns if self.condition in TIMED else True)
        feel(one, scene)


@event("condition_ended")
class ConditionEnded(Event):
    """A condition is over."""

    who: Id
    condition: str
    turns: int = 0
    rule: str = "CC-14.2"

    def apply(self, scene: CyberScene) -> None:
        one = scene.fighters[self.who]
        setattr(one.conditions, self.condition, 0 if self.condition in TIMED else False)
        feel(one, scene)


@event("attribute_lost")
class AttributeLost(Event):
    """An attribute fell by 1 to `to`; `lost` of it will come back with R&R."""

    who: Id
    attribute: str
    permanent: bool
    to: int
    lost: int
    rule: str = "CC-12.2"

    def apply(self, scene: CyberScene) -> None:
        one, at = scene.fighters[self.who], ATTRIBUTES.index(self.attribute)
        one.attributes[at], one.lost[at] = self.to, self.lost
        reckon(one, scene)


@event("attribute_restored")
class AttributeRestored(Event):
    """R&R gave an attribute back."""

    who: Id
    attribute: str
    permanent: bool
    to: int
    rule: str = "CC-27.2"

    def apply(self, scene: CyberScene) -> None:
        one, at = scene.fighters[self.who], ATTRIBUTES.index(self.attribute)
        one.attributes[at], one.lost[at] = self.to, 0
        reckon(one, scene)


def _leave(scene: CyberScene, who: str, status: Status) -> None:
    one = scene.fighters[who]
    one.status, one.cover, one.guarded, one.aim, one.dying_due = status, 0, False, "", False
    feel(one, scene)


def _wounds(scene: CyberScene, who: str, is_open: int, triaged: int) -> None:
    one = scene.fighters[who]
    one.wounds.open, one.wounds.triaged = is_open, triaged
    feel(one, scene)
