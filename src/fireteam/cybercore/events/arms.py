"""CC-23.1 Types. Events of attacks, stances, movement and gear."""

from __future__ import annotations

from fireteam.cybercore.content import ITEMS
from fireteam.cybercore.state import CyberScene
from fireteam.kernel.events import Event, Id, event


@event("landed")
class Landed(Event):
    """An attack connects: how many landings, critical or not. `evades`: area attacks met this round (0: not one)."""

    who: Id
    target: Id
    weapon: str
    landings: int
    critical: bool
    evades: int = 0
    rule: str = "CC-13.4"

    def apply(self, scene: CyberScene) -> None:
        if self.evades:
            scene.fighters[self.target].evades = self.evades


@event("missed")
class Missed(Event):
    """An attack misses a target; `why` is backfire where it did."""

    who: Id
    target: Id
    weapon: str
    why: str = ""
    evades: int = 0
    rule: str = "CC-13.4"

    def apply(self, scene: CyberScene) -> None:
        if self.evades:
            scene.fighters[self.target].evades = self.evades


@event("dodged")
class Dodged(Event):
    """A dodge makes an attack miss."""

    who: Id
    attacker: Id
    rule: str = "CC-13.8"


@event("took_bullet")
class TookBullet(Event):
    """A comrade stepped in front of a landing, to the place `to`."""

    who: Id
    of: Id
    to: int
    rule: str = "CC-3.4"

    def apply(self, scene: CyberScene) -> None:
        one = scene.fighters[self.who]
        one.at, one.cover, one.aim = self.to, 0, ""


@event("jammed")
class Jammed(Event):
    """A weapon will not fire until it is reloaded."""

    who: Id
    weapon: str
    rule: str = "CC-13.6"

    def apply(self, scene: CyberScene) -> None:
        scene.fighters[self.who].jammed.append(self.weapon)


@event("moved")
class Moved(Event):
    """A fighter went to a place, leaving its cover; `towards` is whom it went to."""

    who: Id
    to: int
    towards: Id | None = None
    rule: str = "CC-20.3"

    def apply(self, scene: CyberScene) -> None:
        one = scene.fighters[self.who]
        one.at, one.cover, one.aim, one.heading = self.to, 0, "", self.towards or ""


@event("covered")
class Covered(Event):
    """A fighter took cover, or lost it (0)."""

    who: Id
    cover: int
    rule: str = "CC-13.10"

    def apply(self, scene: CyberScene) -> None:
        scene.fighters[self.who].cover = self.cover


@event("aimed")
class Aimed(Event):
    """A fighter takes aim, or no longer does (no target)."""

    who: Id
    target: Id | None
    rule: str = "CC-13.15"

    def apply(self, scene: CyberScene) -> None:
        scene.fighters[self.who].aim = self.target or ""


@event("guarded")
class Guarded(Event):
    """A fighter is on guard until its next turn."""

    who: Id
    rule: str = "CC-13.15"

    def apply(self, scene: CyberScene) -> None:
        scene.fighters[self.who].guarded = True


@event("readied")
class Readied(Event):
    """A weapon is in hand; none: stowed."""

    who: Id
    weapon: str
    rule: str = "CC-13.13"

    def apply(self, scene: CyberScene) -> None:
        scene.fighters[self.who].readied = self.weapon


@event("reloaded")
class Reloaded(Event):
    """A clip is full, a jam cleared."""

    who: Id
    weapon: str
    left: int
    rule: str = "CC-13.12"

    def apply(self, scene: CyberScene) -> None:
        one = scene.fighters[self.who]
        one.ammo[self.weapon] = self.left
        if self.weapon in one.jammed:
            one.jammed.remove(self.weapon)


@event("ammo_used")
class AmmoUsed(Event):
    """A shot out of the clip; `left` are in it."""

    who: Id
    weapon: str
    left: int
    rule: str = "CC-13.12"

    def apply(self, scene: CyberScene) -> None:
        scene.fighters[self.who].ammo[self.weapon] = self.left


@event("item_used")
class ItemUsed(Event):
    """An item was used up; `left` are left."""

    who: Id
    item: str
    left: int
    on: Id | None = None
    rule: str = "CC-13.18"

    def apply(self, scene: CyberScene) -> None:
        scene.fighters[self.who].items[ITEMS.index(self.item)] = self.left
