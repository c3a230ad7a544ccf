"""CC-5 Exhaustion: what sustained strain does. How it eats Energy is worked out in `state.take_stock`."""

from __future__ import annotations

from collections.abc import Iterable

from fireteam.cybercore.active_stats import CALAMITY, EXHAUSTION
from fireteam.cybercore.content import NONE, PHYSICAL, weapons
from fireteam.cybercore.events import ExhaustionChanged
from fireteam.cybercore.psych import roll
from fireteam.cybercore.sheet import CyberFighter
from fireteam.cybercore.state import CyberScene
from fireteam.kernel.events import Id
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.run import Run

TIRES_FROM = {"medium": 6, "large": 3}
"""CC-5.5 Readied weapons: the Sweep in a row from which a weapon of this size calls for a check."""


def refuse_checks(some: Iterable[CyberFighter]) -> Refusal | None:
    """CC-5.4 Exhaustion check. Only the standing are checked."""
    for one in some:
        if not one.is_up:
            return Refusal(f"{one.id} is not standing", "CC-5.4")
    return None


def exhaustion_check(run: Run[CyberScene], one: CyberFighter, tl: int, why: str, rule: str = "CC-5.4") -> None:
    """CC-5.4 Exhaustion check. A Physical save; failure gives 1 Exhaustion, a Calamity 1 or 2 by option."""
    result = roll(run, one, EXHAUSTION, one.saves[PHYSICAL], tl, rule)
    if not result.succeeded:
        points = run.scene.options.exhaustion_calamity if result.outcome is CALAMITY else 1
        run.happened(ExhaustionChanged(Id(one.id), one.exhaustion + points, why))


def recover(run: Run[CyberScene], one: CyberFighter, points: int) -> None:
    """CC-5.7 Recovery. Exhaustion falls only by rests."""
    left = max(0, one.exhaustion - points)
    if left != one.exhaustion:
        run.happened(ExhaustionChanged(Id(one.id), left, "rest", "CC-5.7"))


def readied_size(one: CyberFighter) -> str:
    """CC-5.5 Readied weapons. The size of the weapon in hand; natural for an empty one."""
    return "natural" if one.readied == NONE else weapons()[one.readied].size


def sweeps_after(one: CyberFighter) -> int:
    """CC-5.5 Readied weapons. Sweeps in a row with a Medium or Large weapon readied, this one counted."""
    return one.sweeps + 1 if readied_size(one) in TIRES_FROM else 0


def sweep_strain(scene: CyberScene, one: CyberFighter, sweeps: int) -> str:
    """CC-5.6 Other strain. What calls for this fighter's one check of a Sweep; empty if nothing does."""
    if scene.place.strain:
        return scene.place.strain
    if sweeps >= TIRES_FROM.get(readied_size(one), sweeps + 1):
        return "readied weapon"
    return ""
