"""CC-12 Succeeding Backwards: an attribute point for a better roll."""

from __future__ import annotations

from typing import Any

from fireteam.cybercore import hits, psych
from fireteam.cybercore.content import ALLURE, ATTRIBUTES, FORTITUDE, HARMONY, PERSUASION, WILLPOWER
from fireteam.cybercore.events import AttributeLost, Left
from fireteam.cybercore.sheet import LEAST_SOCIAL, CyberFighter
from fireteam.cybercore.state import CyberScene
from fireteam.kernel.events import Id
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.run import Run

SOCIAL = (PERSUASION, ALLURE)
"""CC-12.5 The last point. Attributes that may be negative, and are exempt."""


def refuse_leaning(one: CyberFighter, args: dict[str, Any], is_skill: bool) -> Refusal | None:
    """CC-12.1 Declaring. `lean` or `burn` on a skill roll of a player, with an attribute of at least 1."""
    lean, burn = args.get("lean"), args.get("burn")
    if lean is None and burn is None:
        return None
    if not is_skill:
        return Refusal("only on a skill roll", "CC-12.1")
    for name in (lean, burn):
        if name is not None and one.attributes[ATTRIBUTES.index(name)] < 1:
            return Refusal(f"nothing left of {name}", "CC-12.1")
    if lean is not None and burn is not None:
        return Refusal("lean or burn, not both", "CC-12.1")
    if not one.is_player:
        return Refusal("only player-controlled fighters", "CC-12.1")
    return refuse_certainty(one, args) if burn is not None else None


def refuse_certainty(one: CyberFighter, args: dict[str, Any]) -> Refusal | None:
    """CC-12.3 Burn: for ever. No Luck and no push on a certain success."""
    if "luck" in args or "push" in args or one.primed.luck or one.primed.push:
        return Refusal("a certain success needs no Luck or push", "CC-12.3")
    return None


def lose_attribute(run: Run[CyberScene], one: CyberFighter, at: int, *, is_permanent: bool, rule: str) -> None:
    """CC-12.2 Lean: until R&R, CC-12.3 Burn: for ever. The attribute falls by 1, and whatever follows from that."""
    before = one.attributes[at]
    lost = one.lost[at] + (0 if is_permanent else 1)
    run.happened(AttributeLost(Id(one.id), ATTRIBUTES[at], is_permanent, before - 1, lost, rule))
    if at == FORTITUDE:
        hits.maximum_fell(run, one)
    elif at in (WILLPOWER, HARMONY):
        psych.maximum_fell(run, one)
    if before == 1 and at not in SOCIAL and one.is_here:
        last_point(run, one, ATTRIBUTES[at], is_permanent=is_permanent)


def last_point(run: Run[CyberScene], one: CyberFighter, name: str, *, is_permanent: bool) -> None:
    """CC-12.5 The last point. Gone for good: out of play; option `both`: a temporary fall to 0 puts it DOWN, stable."""
    option = run.scene.options.attribute_zero
    if is_permanent and option != "off":
        run.happened(Left(Id(one.id), f"no {name} left", "CC-12.5"))
    elif not is_permanent and option == "both" and one.is_up:
        hits.collapse(run, one, f"no {name} left", "CC-12.5")


def refuse_drain(one: CyberFighter, name: str) -> Refusal | None:
    """CC-19.2 GM commands. `drain` takes nothing from 0 (persuasion and allure: from -5)."""
    at = ATTRIBUTES.index(name)
    if one.attributes[at] <= (LEAST_SOCIAL if at in SOCIAL else 0):
        return Refusal(f"nothing left of {name}", "CC-19.2")
    return None
