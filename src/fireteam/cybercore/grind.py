"""CC-6 Grind: walking it off."""

from __future__ import annotations

from fireteam.cybercore.decisions import BURN, TAKE, ask
from fireteam.cybercore.events import GrindBurned, GrindGained, GrindLost, Primed
from fireteam.cybercore.sheet import CyberFighter
from fireteam.cybercore.state import CyberScene
from fireteam.kernel.events import Id
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.run import Run


def gain_grind(run: Run[CyberScene], one: CyberFighter, rule: str) -> None:
    """CC-6.3 Cap and loss. One point more, at most Rank; extras have none."""
    if not one.extra and one.grind < one.rank:
        run.happened(GrindGained(Id(one.id), one.grind + 1, rule))


def triaged(run: Run[CyberScene], patient: CyberFighter) -> None:
    """CC-6.1 From triage. The patient gains 1 Grind whenever one of its Wounds is triaged."""
    gain_grind(run, patient, "CC-6.1")


def critically_injured(run: Run[CyberScene], one: CyberFighter) -> None:
    """CC-6.2 From a critical injury. A critical landing that put at least 1 Hit past DR gives 1 Grind."""
    gain_grind(run, one, "CC-6.2")


def wound_healed(run: Run[CyberScene], one: CyberFighter) -> None:
    """CC-6.3 Cap and loss. Each Wound that heals takes 1 Grind, never below 0."""
    if one.grind:
        run.happened(GrindLost(Id(one.id), one.grind - 1))


def refuse_wound_relief(one: CyberFighter) -> Refusal | None:
    """CC-6.4 Burn: ignore a Wound. Needs Grind, and a Wound that is not ignored already."""
    if not one.grind:
        return Refusal("no Grind", "CC-6.4")
    if one.primed.wounds >= one.wounds.open + one.wounds.triaged:
        return Refusal("no Wound to ignore", "CC-6.4")
    return None


def ready_wound_relief(run: Run[CyberScene], one: CyberFighter) -> None:
    """CC-6.4 Burn: ignore a Wound. The next d100 roll ignores the worst Wound not ignored yet."""
    run.happened(GrindBurned(Id(one.id), one.grind - 1, "wound"))
    run.happened(Primed(Id(one.id), "wounds", 1, one.primed.wounds + 1, "CC-6.4"))


def refuse_holding_off(one: CyberFighter) -> Refusal | None:
    """CC-6.6 Burn: hold off Exhaustion. Needs Grind, and Exhaustion that still counts."""
    if not one.grind:
        return Refusal("no Grind", "CC-6.6")
    if one.exhaustion_suppressed >= one.exhaustion:
        return Refusal("no Exhaustion to hold off", "CC-6.6")
    return None


def hold_off(run: Run[CyberScene], one: CyberFighter) -> None:
    """CC-6.6 Burn: hold off Exhaustion. One point stops counting until the fight ends or the next Sweep is over."""
    suppressed = one.exhaustion_suppressed + 1
    run.happened(GrindBurned(Id(one.id), one.grind - 1, "exhaustion", suppressed, rule="CC-6.6"))


def ignores_hit(run: Run[CyberScene], one: CyberFighter, through: int) -> bool:
    """CC-6.7 Burn: ignore a hit. Asked once a landing is certain and before DR; burned, the landing does nothing."""
    if not one.grind:
        return False
    facts = {"hits_through": through, "boxes_left": one.hits_max - one.hits}
    if ask(run, "grind_hit", one, one, (TAKE, BURN), "CC-6.7", facts) == TAKE:
        return False
    run.happened(GrindBurned(Id(one.id), one.grind - 1, "hit", rule="CC-6.7"))
    return True
