"""17 Events: what befalls one fighter."""

from __future__ import annotations

from fireteam.kernel import events as kernel
from fireteam.kernel import scene as kernel_scene
from fireteam.kernel.dice import Die
from fireteam.kernel.events import Event, Id, event
from fireteam.kernel.scene import Control
from fireteam.tunnelcore.state import (
    BOX_OF,
    POSITION_OF,
    TRACKS,
    Behavior,
    Detention,
    Guard,
    InterceptWith,
    Scene,
    Status,
)


@event("awarded")
class Awarded(Event):
    """The Wire DM gave plot points; `plot_points` is what the fighter holds now."""

    who: Id
    plot_points: int
    rule: str = "TC-3.7"

    def apply(self, scene: Scene) -> None:
        scene.fighters[self.who].plot_points = self.plot_points


@event("stress_changed")
class StressChanged(Event):
    """A track moved from one box to another. A `recovery` counts as the one of this scene (TC-2.8)."""

    who: Id
    track: str
    from_: str
    to: str
    source: str
    recovery: bool = False
    rule: str = "TC-2.3"

    def apply(self, scene: Scene) -> None:
        fighter = scene.fighters[self.who]
        track = TRACKS.index(self.track)
        fighter.stress[track] = BOX_OF[self.to]
        if self.recovery:
            fighter.recovered.append(track)


@event("stressed_out")
class StressedOut(Event):
    """A track is full."""

    who: Id
    track: str
    rule: str = "TC-2.4"


@event("held")
class Held(Event):
    """Restrained beyond d12: out until the scene break."""

    who: Id
    rule: str = "TC-7.12"

    def apply(self, scene: Scene) -> None:
        scene.fighters[self.who].held = True


@event("beaten")
class Beaten(Event):
    """An NPC was hit on a track that was out (option `npc_out` = `axis`)."""

    who: Id
    rule: str = "TC-2.6"

    def apply(self, scene: Scene) -> None:
        scene.fighters[self.who].status = Status.BEATEN


@event("trauma")
class Trauma(Event):
    """A distinction is overwritten for good."""

    who: Id
    track: str
    slot: int
    name: str
    count: int
    rule: str = "TC-3.1"

    def apply(self, scene: Scene) -> None:
        fighter = scene.fighters[self.who]
        fighter.distinctions[self.slot - 1] = self.name
        fighter.lost_slots.append(self.slot)
        fighter.traumas = self.count


@event("retired")
class Retired(Event):
    """The third trauma: out for good; with `exit` npc the game master has the character from now on."""

    who: Id
    exit: str
    rule: str = "TC-3.6"

    def apply(self, scene: Scene) -> None:
        fighter = scene.fighters[self.who]
        fighter.status = Status.RETIRED
        if self.exit == "npc":
            fighter.controlled_by = Control.GM
            fighter.behavior = Behavior.DEFENSIVE


@event("carried_off")
class CarriedOff(Event):
    """Carried out of the scene after a trauma (option `after_trauma` = `leave`)."""

    who: Id
    rule: str = "TC-3.5"

    def apply(self, scene: Scene) -> None:
        scene.fighters[self.who].status = Status.CARRIED


@event("position_changed")
class PositionChanged(Event):
    """A position moved, with the shift that it has now."""

    who: Id
    from_: str
    to: str
    shift: int
    why: str
    rule: str = "TC-4.2"

    def apply(self, scene: Scene) -> None:
        fighter = scene.fighters[self.who]
        fighter.position = POSITION_OF[self.to]
        fighter.shift = self.shift


@event("failures_changed")
class FailuresChanged(Event):
    """The count of failures in a row."""

    who: Id
    failures: int
    rule: str = "TC-4.10"

    def apply(self, scene: Scene) -> None:
        scene.fighters[self.who].failures = self.failures


@event("complication_added")
class ComplicationAdded(Event):
    """A complication stands, or grew to `die`. `who` is null for one of the scene."""

    who: Id | None
    name: str
    die: Die
    why: str
    rule: str = "TC-5.9"

    def apply(self, scene: Scene) -> None:
        standing = scene.place.complications if self.who is None else scene.fighters[self.who].complications
        standing[self.name] = self.die


@event("complication_removed")
class ComplicationRemoved(Event):
    """A personal complication ended."""

    who: Id
    name: str
    rule: str = "TC-5.10"

    def apply(self, scene: Scene) -> None:
        del scene.fighters[self.who].complications[self.name]


@event("braced")
class Braced(Event):
    """A guard die stands."""

    who: Id
    guard: str
    rule: str = "TC-9.2"

    def apply(self, scene: Scene) -> None:
        scene.fighters[self.who].guard = Guard(self.guard)


@event("concealed")
class Concealed(Event):
    """No hostile action can find the fighter."""

    who: Id
    rule: str = "TC-9.3"

    def apply(self, scene: Scene) -> None:
        scene.fighters[self.who].concealed = True


@event("revealed")
class Revealed(kernel.Revealed):
    """A fighter is seen again: no longer concealed, or no longer hidden from the players."""

    rule: str = "TC-9.3"
    concealed: bool = False
    """True where concealment ended (TC-9.3), false where the Wire DM revealed a hidden fighter (TC-21.5)."""

    def apply(self, scene: kernel_scene.Scene) -> None:
        if self.concealed:
            scene.fighters[self.who].concealed = False
        else:
            scene.fighters[self.who].hidden = False


@event("moved")
class Moved(Event):
    """A fighter stands at another spot."""

    who: Id
    spot: str
    rule: str = "TC-7.5"

    def apply(self, scene: Scene) -> None:
        scene.fighters[self.who].spot = self.spot


@event("intercept_readied")
class InterceptReadied(Event):
    """An intercept waits for the target's next action, made with the body or a deck."""

    who: Id
    target: Id
    with_: str = "body"
    rule: str = "TC-7.13"

    def apply(self, scene: Scene) -> None:
        fighter = scene.fighters[self.who]
        fighter.intercepting = self.target
        fighter.intercept_with = InterceptWith(self.with_)


@event("intercept_spent")
class InterceptSpent(Event):
    """A readied intercept is used up by its roll, whatever comes of it."""

    who: Id
    target: Id
    rule: str = "TC-7.14"

    def apply(self, scene: Scene) -> None:
        fighter = scene.fighters[self.who]
        fighter.intercepting = fighter.intercept_with = None


@event("intercepted")
class Intercepted(Event):
    """The action of `who` is cancelled."""

    who: Id
    by: Id
    rule: str = "TC-7.14"


@event("fled")
class Fled(Event):
    """Out of the scene by flight."""

    who: Id
    rule: str = "TC-7.11"

    def apply(self, scene: Scene) -> None:
        scene.fighters[self.who].status = Status.FLED


@event("yielded")
class Yielded(Event):
    """Out of the scene by giving up."""

    who: Id
    rule: str = "TC-3.8"

    def apply(self, scene: Scene) -> None:
        scene.fighters[self.who].status = Status.YIELDED


@event("detained")
class Detained(Event):
    """Taken away by the Directorate; `restrained` is gone."""

    who: Id
    level: str
    rule: str = "TC-8.13"

    def apply(self, scene: Scene) -> None:
        fighter = scene.fighters[self.who]
        fighter.status = Status.DETAINED
        fighter.detention = Detention(self.level)
        fighter.complications.pop("restrained", None)


@event("released")
class Released(Event):
    """Back from detention."""

    who: Id
    rule: str = "TC-8.13"

    def apply(self, scene: Scene) -> None:
        fighter = scene.fighters[self.who]
        fighter.status = Status.IN
        fighter.detention = None


@event("scanned")
class Scanned(Event):
    """What a scan told. It is kept when a player fighter scanned an NPC."""

    who: Id
    target: Id
    level: str
    behavior: str | None
    attributes: dict[str, Die] | None = None
    stress: dict[str, str] | None = None
    rule: str = "TC-7.21"

    def apply(self, scene: Scene) -> None:
        target = scene.fighters[self.target]
        if scene.fighters[self.who].is_player and not target.is_player and target.scanned != "full":
            target.scanned = self.level


@event("item_used")
class ItemUsed(Event):
    """One of an item is spent."""

    who: Id
    item: str
    left: int
    rule: str = "TC-7.16"

    def apply(self, scene: Scene) -> None:
        scene.fighters[self.who].items[self.item] = self.left


@event("chrome_disabled")
class ChromeDisabled(Event):
    """Chrome gives no die to the end of round `until`."""

    who: Id
    until: int
    rule: str = "TC-7.19"

    def apply(self, scene: Scene) -> None:
        fighter = scene.fighters[self.who]
        fighter.chrome_down = self.until
        fighter.pools = None


@event("scared")
class Scared(Event):
    """It will flee on its next turn or interrupt."""

    who: Id
    rule: str = "TC-9.4"

    def apply(self, scene: Scene) -> None:
        scene.fighters[self.who].scared = True


@event("rested")
class Rested(Event):
    """A fighter had a rest."""

    who: Id
    rule: str = "TC-21.3"
