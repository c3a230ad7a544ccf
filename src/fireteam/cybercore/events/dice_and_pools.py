"""CC-23.1 Types. Events of dice, the two pools, Energy, Grind, Bonds and Psych."""

from __future__ import annotations

from fireteam.cybercore.state import CyberScene, feel
from fireteam.kernel.events import Event, Id, event

INITIATIVE = "initiative"
BARE = "bare"
COPE = "cope"
DREAD = "dread"
REPAIR = "repair"


@event("rolled")
class Rolled(Event):
    """Dice fell. `modifier` is the total without any die. `luck`, `push`, `wounds`: what had been declared for it.

    `of` names the family, skill, attribute or weapon. A save with `why` dread is the one of this scene; a repair is
    the one of this rest.
    """

    who: Id | None
    purpose: str
    dice: list[list[int]]
    total: int
    natural: int = 0
    modifier: int = 0
    tl: int | None = None
    outcome: str = ""
    luck: int = 0
    push: int = 0
    wounds: int = 0
    why: str = ""
    of: str = ""
    rule: str = "CC-1.2"

    def apply(self, scene: CyberScene) -> None:
        if self.who is None or self.purpose == INITIATIVE:  # a newcomer rolls before it has joined
            return
        one = scene.fighters[self.who]
        if self.luck:
            one.primed.luck = 0
        if self.push:
            one.primed.push = 0
        if self.wounds:
            one.primed.wounds = 0
        if self.why == DREAD:
            one.dreaded = True
        elif self.purpose == REPAIR:
            one.repaired = True


@event("failed_forward")
class FailedForward(Event):
    """Failing Forward worked: the roll counts as `gives`."""

    who: Id
    attribute: str
    gives: str
    rule: str = "CC-11.3"


@event("tension_changed")
class TensionChanged(Event):
    """The Tension pool changed; `allocated` is what stays allocated."""

    by: int
    to: int
    why: str
    allocated: int
    rule: str = "CC-8.2"

    def apply(self, scene: CyberScene) -> None:
        scene.pools.tension, scene.pools.tension_allocated = self.to, self.allocated


@event("luck_changed")
class LuckChanged(Event):
    """The Luck pool changed; `player` is who earned it."""

    by: int
    to: int
    why: str
    player: str | None = None
    rule: str = "CC-8.8"

    def apply(self, scene: CyberScene) -> None:
        scene.pools.luck = self.to
        if self.player is not None:
            scene.pools.luck_earners.append(self.player)


@event("tension_allocated")
class TensionAllocated(Event):
    """The game master laid Tension against the next player roll."""

    amount: int
    rule: str = "CC-8.5"

    def apply(self, scene: CyberScene) -> None:
        scene.pools.tension_allocated = self.amount


@event("earners_cleared")
class EarnersCleared(Event):
    """Every player may earn Luck again."""

    rule: str = "CC-8.8"

    def apply(self, scene: CyberScene) -> None:
        scene.pools.luck_earners = []


@event("primed")
class Primed(Event):
    """`n` points of `what` (luck, push, wounds) were declared for the next fitting roll; `to` wait now."""

    who: Id
    what: str
    n: int
    to: int
    rule: str = "CC-8.9"

    def apply(self, scene: CyberScene) -> None:
        setattr(scene.fighters[self.who].primed, self.what, self.to)


@event("energy_spent")
class EnergySpent(Event):
    """Energy paid for something; `temp` is the extra Energy left. `dodges`: how many this round, if it was one."""

    who: Id
    amount: int
    to: int
    why: str
    temp: int = 0
    dodges: int = 0
    rule: str = "CC-4.2"

    def apply(self, scene: CyberScene) -> None:
        one = scene.fighters[self.who]
        one.energy, one.energy_temp = self.to, self.temp
        if self.dodges:
            one.dodges, one.dodged = self.dodges, True
        feel(one, scene)


@event("energy_regained")
class EnergyRegained(Event):
    """Energy came back."""

    who: Id
    amount: int
    to: int
    why: str
    rule: str = "CC-4.3"

    def apply(self, scene: CyberScene) -> None:
        one = scene.fighters[self.who]
        one.energy = self.to
        feel(one, scene)


@event("energy_granted")
class EnergyGranted(Event):
    """Extra Energy for one occasion; `to` is the extra Energy held now."""

    who: Id
    amount: int
    to: int
    why: str
    rule: str = "CC-4.5"

    def apply(self, scene: CyberScene) -> None:
        one = scene.fighters[self.who]
        one.energy_temp = self.to
        feel(one, scene)


@event("grind_gained")
class GrindGained(Event):
    """Grind earned the hard way."""

    who: Id
    total: int
    rule: str = "CC-6.2"

    def apply(self, scene: CyberScene) -> None:
        scene.fighters[self.who].grind = self.total


@event("grind_lost")
class GrindLost(Event):
    """Grind gone with a healed Wound."""

    who: Id
    total: int
    rule: str = "CC-6.3"

    def apply(self, scene: CyberScene) -> None:
        scene.fighters[self.who].grind = self.total


@event("grind_burned")
class GrindBurned(Event):
    """Grind spent (`use`: wound, energy, exhaustion, hit). `suppressed`: Exhaustion held off now; `dodges` as above."""

    who: Id
    total: int
    use: str
    suppressed: int = 0
    dodges: int = 0
    rule: str = "CC-6.4"

    def apply(self, scene: CyberScene) -> None:
        one = scene.fighters[self.who]
        one.grind = self.total
        if self.dodges:
            one.dodges, one.dodged = self.dodges, True
        if self.use == "exhaustion":
            one.exhaustion_suppressed = self.suppressed
            feel(one, scene)


@event("exhaustion_changed")
class ExhaustionChanged(Event):
    """Exhaustion rose or fell."""

    who: Id
    total: int
    why: str
    rule: str = "CC-5.4"

    def apply(self, scene: CyberScene) -> None:
        one = scene.fighters[self.who]
        one.exhaustion = self.total
        feel(one, scene)


@event("bond_formed")
class BondFormed(Event):
    """A fighter holds a Bond now."""

    who: Id
    bond: Id
    rule: str = "CC-3.1"

    def apply(self, scene: CyberScene) -> None:
        one = scene.fighters[self.who]
        one.bonds.append(self.bond)
        if self.bond in one.bonds_spent:
            one.bonds_spent.remove(self.bond)


@event("bond_spent")
class BondSpent(Event):
    """A Bond was used up."""

    who: Id
    bond: Id
    rule: str = "CC-3.3"

    def apply(self, scene: CyberScene) -> None:
        one = scene.fighters[self.who]
        one.bonds.remove(self.bond)
        one.bonds_spent.append(self.bond)


@event("psych_gained")
class PsychGained(Event):
    """A point of Psych landed."""

    who: Id
    total: int
    why: str
    rule: str = "CC-9.1"

    def apply(self, scene: CyberScene) -> None:
        one = scene.fighters[self.who]
        one.psych = self.total
        feel(one, scene)


@event("psych_lost")
class PsychLost(Event):
    """Psych fell."""

    who: Id
    total: int
    why: str
    rule: str = "CC-9.1"

    def apply(self, scene: CyberScene) -> None:
        one = scene.fighters[self.who]
        one.psych = self.total
        feel(one, scene)


@event("coped")
class Coped(Event):
    """Field coping, and the bill that comes for it."""

    who: Id
    method: str
    bill: str
    rule: str = "CC-9.9"

    def apply(self, scene: CyberScene) -> None:
        scene.fighters[self.who].coped = True
