"""CC-11 Failing Forward: a botched roll, recovered by something quite different."""

from __future__ import annotations

from fireteam.cybercore.active_stats import (
    ATTRIBUTE_STEP,
    BASE_TL,
    CALAMITY,
    FAIL_FORWARDS,
    FAILURE,
    SUCCESS,
    TL_PER_TIER,
    Cast,
    cast,
)
from fireteam.cybercore.content import ATTRIBUTES
from fireteam.cybercore.decisions import NO, ask
from fireteam.cybercore.events import FailedForward
from fireteam.cybercore.sheet import CyberFighter
from fireteam.cybercore.state import CyberScene
from fireteam.kernel.events import Id
from fireteam.kernel.run import Run

ANSWERS = (NO, *ATTRIBUTES)


def fail_forward(run: Run[CyberScene], one: CyberFighter, result: Cast, tl: int, tls: tuple[int, ...] = ()) -> Cast:
    """CC-11.1 When. After a Calamity on a player's skill roll (option `any`: after every failed one), once a roll."""
    option = run.scene.options.fail_forward
    if result.outcome is not CALAMITY and not (option == "any" and result.outcome is FAILURE):
        return result
    answer = ask(run, "fail_forward", one, one, ANSWERS, "CC-11.1")
    if answer == NO or not recovers(run, one, ATTRIBUTES.index(answer)):
        return result
    return recovered(run, one, result, answer, tl, tls)


def recovers(run: Run[CyberScene], one: CyberFighter, at: int) -> bool:
    """CC-11.2 Roll. d100 + 4 x attribute against 50 + 5 x Tier of the place or, off a mission, of the fighter."""
    tl = BASE_TL + TL_PER_TIER * (run.scene.place.tier or one.tier)
    kind = FAIL_FORWARDS[at]
    return cast(run, one, kind, ATTRIBUTE_STEP * one.attributes[at], tl, "CC-11.2").succeeded


def recovered(
    run: Run[CyberScene], one: CyberFighter, result: Cast, attribute: str, tl: int, tls: tuple[int, ...]
) -> Cast:
    """CC-11.3 Result. An ordinary failure; by option `recover` or `any` a plain success with TL + 1, edge 0."""
    outcome = FAILURE if run.scene.options.fail_forward == "soften" else SUCCESS
    if run.logs:
        run.happened(FailedForward(Id(one.id), attribute, str(outcome)))
    if outcome is FAILURE:
        return Cast(FAILURE, 0, 0, result.natural, result.total, result.faces)
    return Cast(SUCCESS, 0, sum(other <= tl for other in tls), result.natural, tl + 1, result.faces)
