"""CC-10 Challenges: saves, and checks of skills and attributes."""

from __future__ import annotations

from typing import Any

from fireteam.cybercore import psych
from fireteam.cybercore.active_stats import (
    ATTRIBUTE_CHECKS,
    ATTRIBUTE_STEP,
    CRITICAL,
    D100,
    SAVES,
    SKILL_CHECKS,
    Cast,
    Kind,
    Throw,
    named_tl,
    standing,
)
from fireteam.cybercore.content import ATTRIBUTES, FAMILIES, SKILLS
from fireteam.cybercore.events import REPAIR, Rolled
from fireteam.cybercore.failing_forward import fail_forward
from fireteam.cybercore.sheet import CyberFighter
from fireteam.cybercore.state import CyberScene
from fireteam.cybercore.succeeding_backwards import lose_attribute, refuse_leaning
from fireteam.cybercore.tension_and_luck import declare_luck, refuse_luck
from fireteam.kernel.events import Id
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.run import Run


def refuse_words(scene: CyberScene, one: CyberFighter, args: dict[str, Any], kind: Kind) -> Refusal | None:
    """CC-19.1 Reading a command. The last checks: lean or burn, Luck, push."""
    refusal = refuse_leaning(one, args, kind.is_skill)
    if refusal is None and "luck" in args:
        refusal = refuse_luck(scene, one, args["luck"], kind.is_skill)
    if refusal is None and "push" in args:
        refusal = psych.refuse_push(one, args["push"], kind.can_be_pushed)
    return refusal


def declare(run: Run[CyberScene], one: CyberFighter, args: dict[str, Any]) -> None:
    """CC-8.9 Spending Luck, CC-9.7 Pushing: what the words of a command declare for its roll."""
    if "luck" in args:
        declare_luck(run, one, args["luck"])
    if "push" in args:
        psych.declare_push(run, one, args["push"])


def attempt(
    run: Run[CyberScene],
    one: CyberFighter,
    kind: Kind,
    base: int,
    tl: int,
    rule: str,
    args: dict[str, Any],
    *,
    most: int = 0,
    tls: tuple[int, ...] = (),
    of: str = "",
) -> Cast:
    """CC-1.5 After the dice. A skill roll in full: pools, Psych of a push, a leaned attribute, Failing Forward."""
    if not one.is_player:
        return psych.roll(run, one, kind, base, tl, rule, most=most, tls=tls, of=of)
    declare(run, one, args)
    if "burn" in args:
        return burned(run, one, kind, base, tl, rule, args["burn"], of, Throw(0, 0, 0, tl, most, False, tls))
    if "lean" in args:
        at = ATTRIBUTES.index(args["lean"])
        result = psych.roll(run, one, kind, base + bonus(one, at), tl, rule, most=most, tls=tls, of=of)
        return leaned(run, one, at, result)
    result = psych.roll(run, one, kind, base, tl, rule, most=most, tls=tls, of=of)
    return fail_forward(run, one, result, tl, tls)


def leaned(run: Run[CyberScene], one: CyberFighter, at: int, result: Cast) -> Cast:
    """CC-12.4 No second net. The attribute falls, won or lost, and Failing Forward is not offered."""
    lose_attribute(run, one, at, is_permanent=False, rule="CC-12.2")
    return result


def bonus(one: CyberFighter, at: int) -> int:
    """CC-12.2 Lean: until R&R. 4 x the attribute's value."""
    return ATTRIBUTE_STEP * one.attributes[at]


def burned(
    run: Run[CyberScene], one: CyberFighter, kind: Kind, base: int, tl: int, rule: str, name: str, of: str, throw: Throw
) -> Cast:
    """CC-12.3 Burn: for ever. No die: a Critical Success as if 100 had been rolled, with the bonus of CC-12.2."""
    at = ATTRIBUTES.index(name)
    modifier = base + bonus(one, at) + standing(one, kind, run.scene.options.boon_step)
    total = D100 + modifier
    _, steps, beats = throw.classify(D100, total)
    if run.logs or kind.purpose == REPAIR:
        run.happened(
            Rolled(
                Id(one.id),
                kind.purpose,
                [],
                total,
                modifier=modifier,
                tl=tl,
                outcome=str(CRITICAL),
                of=of or kind.of,
                rule="CC-12.3",
            )
        )
    lose_attribute(run, one, at, is_permanent=True, rule="CC-12.3")
    return Cast(CRITICAL, steps, beats, 0, total, ())


def save(run: Run[CyberScene], one: CyberFighter, args: dict[str, Any]) -> Cast:
    """CC-10.2 Saves. d100 + save value against the TL; what it means is its source's business."""
    family = FAMILIES.index(args["family"])
    declare(run, one, args)
    return psych.roll(run, one, SAVES[family], one.saves[family], named_tl(run.scene, one, args), "CC-10.2")


def check_kind(what: str) -> Kind:
    """CC-1.8 Kinds of roll. The row of a skill or an attribute."""
    if what in SKILLS:
        return SKILL_CHECKS[SKILLS.index(what)]
    return ATTRIBUTE_CHECKS[ATTRIBUTES.index(what)]


def check(run: Run[CyberScene], one: CyberFighter, args: dict[str, Any]) -> Cast:
    """CC-10.3 Attribute and skill checks. d100 + 4 x attribute, or d100 + skill; Failing Forward for skills."""
    what, tl = args["what"], named_tl(run.scene, one, args)
    if what in SKILLS:
        return attempt(run, one, check_kind(what), one.skills[SKILLS.index(what)], tl, "CC-10.3", args)
    declare(run, one, args)
    base = ATTRIBUTE_STEP * one.attributes[ATTRIBUTES.index(what)]
    return psych.roll(run, one, check_kind(what), base, tl, "CC-10.3")
