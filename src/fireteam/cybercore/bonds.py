"""CC-3 Bonds: what comrades do for each other."""

from __future__ import annotations

from fireteam.cybercore.decisions import HOLD_ON, LET_GO, STAY, STEP_IN, ask
from fireteam.cybercore.energy import regain
from fireteam.cybercore.events import (
    BondFormed,
    BondSpent,
    ConditionEnded,
    HeldOn,
    Stood,
    TookBullet,
    Unmarked,
)
from fireteam.cybercore.sheet import DISTRACTED, MOST_TURNS, STAGGERED, CyberFighter
from fireteam.cybercore.state import CyberScene
from fireteam.kernel.events import Id
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.run import Run

RALLY_REACH = 30
NOT_TODAY_REACH = 30


def can_form(scene: CyberScene, one: CyberFighter, other: CyberFighter) -> bool:
    """CC-3.2 Holding, CC-3.3 Spending: a half that is neither held nor, unless `bond_renewal` is at once, spent."""
    is_spent = other.id in one.bonds_spent and scene.options.bond_renewal == "after"
    return other.id not in one.bonds and not is_spent


def refuse_bond(scene: CyberScene, one: CyberFighter, other: CyberFighter) -> Refusal | None:
    """CC-3.1 Forming. Two comrades who are no extras, and a half left to form."""
    if one is other:
        return Refusal("a Bond needs two", "CC-3.1")
    if one.side != other.side:
        return Refusal("only comrades can bond", "CC-3.1")
    if one.extra or other.extra:
        return Refusal("extras have no Bonds", "CC-3.1")
    if other.id in one.bonds and one.id in other.bonds:
        return Refusal("already bonded", "CC-3.1")
    if not can_form(scene, one, other) and not can_form(scene, other, one):
        return Refusal("that Bond was spent in this fight", "CC-3.3")
    return None


def form_bond(run: Run[CyberScene], one: CyberFighter, other: CyberFighter) -> None:
    """CC-3.1 Forming. Each side gains its half, unless it holds it or has spent it in this fight."""
    for holder, held in ((one, other), (other, one)):
        if can_form(run.scene, holder, held):
            run.happened(BondFormed(Id(holder.id), Id(held.id)))


def spend_bond(run: Run[CyberScene], one: CyberFighter, other: CyberFighter, rule: str) -> None:
    """CC-3.3 Spending. The Bond leaves `bonds` and is noted until the fight or scene ends."""
    run.happened(BondSpent(Id(one.id), Id(other.id), rule))


def bullet_taker(
    run: Run[CyberScene], attacker: CyberFighter, victim: CyberFighter, hits: tuple[tuple[int, int], ...]
) -> CyberFighter:
    """CC-3.4 Take a Bullet. Who takes this landing: the victim, or the first able comrade who steps in."""
    for one in list(run.scene.fighters.values()):
        is_able = victim.id in one.bonds and one.is_up and one is not attacker and not one.is_staggered
        if is_able and abs(one.at - victim.at) <= one.pace and _steps_in(run, one, victim, hits):
            spend_bond(run, one, victim, "CC-3.4")
            run.happened(TookBullet(Id(one.id), Id(victim.id), victim.at))
            return one
    return victim


def _steps_in(run: Run[CyberScene], one: CyberFighter, victim: CyberFighter, hits: tuple[tuple[int, int], ...]) -> bool:
    facts = {
        "victim_stands": int(victim.is_up),
        "hits_through": through(hits, victim),
        "boxes_left": victim.hits_max - victim.hits,
        "own_hits_through": through(hits, one),
        "own_boxes_left": one.hits_max - one.hits,
    }
    return ask(run, "bullet", victim, one, (STAY, STEP_IN), "CC-3.4", facts) == STEP_IN


def through(hits: tuple[tuple[int, int], ...], one: CyberFighter) -> int:
    """CC-25.2 The procedure. Through: the sum over an attack's parts of max(0, Hits - worn - natural DR)."""
    found = 0
    for damage, number in hits:
        past = number - one.dr[damage] - one.natural[damage]
        if past > 0:
            found += past
    return found


def refuse_rally(one: CyberFighter, other: CyberFighter) -> Refusal | None:
    """CC-3.5 Rally Comrades. Needs a Bond to a comrade within 30 who is not dying."""
    if other.id not in one.bonds:
        return Refusal(f"no Bond with {other.id}", "CC-3.5")
    if other.side != one.side:
        return Refusal(f"{other.id} is not on your side", "CC-3.5")
    distance = abs(one.at - other.at)
    if distance > RALLY_REACH:
        return Refusal(f"too far: {distance} away, reach {RALLY_REACH}", "CC-3.5")
    if other.is_dying:
        return Refusal(f"{other.id} is dying: triage first", "CC-3.5")
    return None


def rally(run: Run[CyberScene], one: CyberFighter, other: CyberFighter) -> None:
    """CC-3.5 Rally Comrades. Both regain 1 Energy and shake off Staggered and Distracted; a DOWN comrade stands up."""
    spend_bond(run, one, other, "CC-3.5")
    for who in (one, other):
        regain(run, who, 1, "rally", "CC-3.5")
        for name in (STAGGERED, DISTRACTED):
            if 0 < getattr(who.conditions, name) < MOST_TURNS:
                run.happened(ConditionEnded(Id(who.id), name, 0, "CC-3.5"))
    if not other.is_up:
        if other.hits >= other.hits_max:
            run.happened(Unmarked(Id(other.id), 1, other.hits_max - 1, "CC-3.5"))
        run.happened(Stood(Id(other.id), "rally", "CC-3.5"))


def held_by_a_bond(run: Run[CyberScene], dying: CyberFighter, open_wounds: int) -> bool:
    """CC-3.6 Not Today. Whether a bonded comrade within 30 keeps a DOWN fighter from dying, with these open Wounds."""
    for one in [] if dying.extra else list(run.scene.fighters.values()):
        is_able = dying.id in one.bonds and one.is_up and abs(one.at - dying.at) <= NOT_TODAY_REACH
        if is_able and ask(run, "not_today", dying, one, (LET_GO, HOLD_ON), "CC-3.6") == HOLD_ON:
            spend_bond(run, one, dying, "CC-3.6")
            run.happened(HeldOn(Id(dying.id), Id(one.id), open_wounds))
            return True
    return False
