"""CC-9 Psych: mental strain, the Spiral, the Breaking Point, and what people do about it."""

from __future__ import annotations

from fireteam.cybercore.active_stats import ATTRIBUTE_STEP, BREAKING, CALAMITY, SAVES, Cast, Kind, cast, mission_tl
from fireteam.cybercore.content import MENTAL, WILLPOWER
from fireteam.cybercore.events import (
    COPE,
    DREAD,
    ConditionGained,
    Coped,
    ExhaustionChanged,
    Primed,
    PsychGained,
    PsychLost,
    Rolled,
)
from fireteam.cybercore.sheet import CyberFighter
from fireteam.cybercore.state import CyberScene
from fireteam.kernel.dice import Face
from fireteam.kernel.events import Id
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.run import Run
from fireteam.kernel.scene import COMBAT

COPE_DIE = 6
BILLS = ("debt", "brawl", "secret", "favour", "hangover", "none")
"""CC-9.9 Field coping: the bill for each face of the d6."""


def gain_psych(run: Run[CyberScene], one: CyberFighter, points: int, why: str, rule: str = "CC-9.1") -> None:
    """CC-9.1 Gaining. Points land one at a time, each above the maximum with its check; extras have no Psych."""
    if one.extra:
        return
    for _ in range(points):
        run.happened(PsychGained(Id(one.id), one.psych + 1, why, rule))
        if one.psych > one.psych_max:
            breaking_point(run, one)


def lose_psych(run: Run[CyberScene], one: CyberFighter, points: int, why: str, rule: str = "CC-9.1") -> None:
    """CC-9.1 Gaining. A negative gift takes Psych away, never below 0."""
    left = max(0, one.psych - points)
    if left != one.psych:
        run.happened(PsychLost(Id(one.id), left, why, rule))


def roll(
    run: Run[CyberScene],
    one: CyberFighter,
    kind: Kind,
    base: int,
    tl: int,
    rule: str,
    *,
    most: int = 0,
    is_mirrored: bool = False,
    tls: tuple[int, ...] = (),
    why: str = "",
    of: str = "",
) -> Cast:
    """CC-1.5 After the dice. The roll and the pools, then the Psych of a push with its checks."""
    push = one.primed.push if kind.can_be_pushed else 0
    result = cast(run, one, kind, base, tl, rule, most=most, is_mirrored=is_mirrored, tls=tls, why=why, of=of)
    if push:
        gain_psych(run, one, push, "push", "CC-9.7")
    return result


def willpower_check(run: Run[CyberScene], one: CyberFighter, kind: Kind, rule: str) -> Cast:
    """CC-9.3 The Spiral. Willpower checks feel the Bother of the Psych held, like every d100."""
    return cast(run, one, kind, ATTRIBUTE_STEP * one.attributes[WILLPOWER], mission_tl(run.scene, one), rule)


def breaking_point(run: Run[CyberScene], one: CyberFighter, rule: str = "CC-9.4") -> None:
    """CC-9.4 Breaking Point. A Willpower check; failure or Calamity makes the fighter Unhinged."""
    if not willpower_check(run, one, BREAKING, rule).succeeded and not one.conditions.unhinged:
        run.happened(ConditionGained(Id(one.id), "unhinged", 0, rule))


def maximum_fell(run: Run[CyberScene], one: CyberFighter) -> None:
    """CC-9.5 A falling maximum. Psych left above the new maximum calls for one check."""
    if not one.extra and one.psych > one.psych_max:
        breaking_point(run, one, "CC-9.5")


def refuse_push(one: CyberFighter, amount: int, can_be_pushed: bool) -> Refusal | None:
    """CC-9.7 Pushing. What stands against declaring a push."""
    if one.primed.push + amount > one.psych_max:
        return Refusal(f"a push is at most {one.psych_max}", "CC-9.7")
    if not can_be_pushed:
        return Refusal("only a save or a skill roll can be pushed", "CC-9.7")
    if amount < 1:
        return Refusal("at least 1", "CC-9.7")
    if not one.is_player:
        return Refusal("only player-controlled fighters", "CC-9.7")
    return None


def declare_push(run: Run[CyberScene], one: CyberFighter, amount: int) -> None:
    """CC-9.7 Pushing. Boons for the next save or skill roll, paid with Psych afterwards."""
    run.happened(Primed(Id(one.id), "push", amount, one.primed.push + amount, "CC-9.7"))


def comrade_down(run: Run[CyberScene], fallen: CyberFighter) -> None:
    """CC-9.8 Psych that comes by itself: when a fighter goes DOWN, each standing player bonded to it gains 1."""
    if run.scene.options.auto_psych:
        for one in list(run.scene.fighters.values()):
            if one.is_player and one.is_up and fallen.id in one.bonds:
                gain_psych(run, one, 1, "comrade down", "CC-9.8")


def comrade_died(run: Run[CyberScene], dead: CyberFighter) -> None:
    """CC-9.8 Psych that comes by itself: when one that is not an extra dies, each standing player comrade gains 1."""
    if run.scene.options.auto_psych and not dead.extra:
        for one in list(run.scene.fighters.values()):
            if one.is_player and one.is_up and one.side == dead.side and one is not dead:
                gain_psych(run, one, 1, "comrade dead", "CC-9.8")


def dread_saves(run: Run[CyberScene]) -> None:
    """CC-9.8 Psych that comes by itself: in a fight, each standing player who sees a horror of the other side for the
    first time in a scene makes a Mental save against the highest `dread`; failure 1 Psych, Calamity 2."""
    scene = run.scene
    if scene.phase is not COMBAT or not scene.options.auto_psych:
        return
    if not any(one.dread for one in scene.fighters.values()):
        return
    for one in list(scene.fighters.values()):
        if one.is_player and one.is_up and not one.dreaded:
            tl = max(
                (foe.dread for foe in scene.fighters.values() if foe.side != one.side and foe.is_up and not foe.hidden),
                default=0,
            )
            if tl:
                result = roll(run, one, SAVES[MENTAL], one.saves[MENTAL], tl, "CC-9.8", why=DREAD)
                if not result.succeeded:
                    gain_psych(run, one, 2 if result.outcome is CALAMITY else 1, DREAD, "CC-9.8")


def refuse_coping_in_fight(scene: CyberScene) -> Refusal | None:
    """CC-9.9 Field coping. Outside combat."""
    return Refusal("not in a fight", "CC-9.9") if scene.phase is COMBAT else None


def refuse_coping(one: CyberFighter) -> Refusal | None:
    """CC-9.9 Field coping. With Psych to lose, once until the next R&R."""
    if one.psych == 0:
        return Refusal("nothing to cope with", "CC-9.9")
    if one.coped:
        return Refusal("already coped since the last R&R", "CC-9.9")
    return None


def cope(run: Run[CyberScene], one: CyberFighter, method: str) -> None:
    """CC-9.9 Field coping. Takes 1 Psych and rolls a d6 for the bill."""
    face = run.roll(Face(COPE_DIE))
    if run.logs:
        run.happened(Rolled(Id(one.id), COPE, [[COPE_DIE, face]], face, rule="CC-9.9"))
    bill = BILLS[face - 1]
    lose_psych(run, one, 1, "coped", "CC-9.9")
    run.happened(Coped(Id(one.id), method, bill))
    if bill == "brawl":
        run.happened(ExhaustionChanged(Id(one.id), one.exhaustion + 1, "brawl", "CC-9.9"))
    elif bill == "hangover" and not one.conditions.hangover:
        run.happened(ConditionGained(Id(one.id), "hangover", 0, "CC-9.9"))
