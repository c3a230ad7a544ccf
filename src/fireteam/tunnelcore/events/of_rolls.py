"""17 Events: dice, comparisons, effects. They change nothing but plot points."""

from __future__ import annotations

from fractions import Fraction

from fireteam.kernel.dice import Die
from fireteam.kernel.events import Event, Id, event
from fireteam.tunnelcore.state import Scene


@event("rolled")
class Rolled(Event):
    """One side's dice. `who` is null for fixed dice; `effect` is the die after a critical only (TC-5.1)."""

    who: Id | None
    role: str
    purpose: str
    dice: list[list[int]]
    kept: list[int]
    total: int
    effect: Die
    critical: bool
    hitches: int
    rule: str = "TC-1.8"


@event("opposed")
class Opposed(Event):
    """Two totals compared, seen from the actor. Where chances are told, totals are unknown and the margin is a mean."""

    who: Id | None
    target: Id | None
    verb: str
    total: int | None
    opposition: int | None
    margin: int | Fraction
    outcome: str
    rule: str = "TC-1.9"


@event("absorbed")
class Absorbed(Event):
    """Plot points spent on hitches; `left` is what remains."""

    who: Id
    hitches: int
    left: int
    rule: str = "TC-3.7"

    def apply(self, scene: Scene) -> None:
        scene.fighters[self.who].plot_points = self.left


@event("effect")
class Effect(Event):
    """The final effect die of whoever won (TC-5.1); no track where none is marked."""

    who: Id | None
    target: Id | None
    die: Die
    track: str | None
    ticks: int
    rule: str = "TC-5.2"
