"""CC-13.4 to 13.9, 13.11, 13.14, 13.16 The attack: from the die to the damage."""

from __future__ import annotations

from bisect import bisect_left
from enum import Enum
from typing import Any

from fireteam.cybercore import psych
from fireteam.cybercore.active_stats import CALAMITY, CRITICAL, DODGE, SAVES, Cast, cast, mission_tl
from fireteam.cybercore.armour import corrode, take_hits
from fireteam.cybercore.bonds import bullet_taker, through
from fireteam.cybercore.challenges import attempt
from fireteam.cybercore.combat.arms import use_up
from fireteam.cybercore.combat.factors import (
    attack_base,
    attack_kind,
    attack_tl,
    defence_base,
    defence_kind,
    defence_tl,
    dodge_base,
    dodge_tl,
    situation,
)
from fireteam.cybercore.content import AGAINST_AF, KINETIC, Rider, Weapon
from fireteam.cybercore.decisions import DODGE as DODGE_ANSWER
from fireteam.cybercore.decisions import DODGE_GRIND, TAKE, ask
from fireteam.cybercore.energy import pay
from fireteam.cybercore.events import Aimed, Covered, Dodged, Jammed, Landed, Missed
from fireteam.cybercore.grind import ignores_hit
from fireteam.cybercore.sheet import DISTRACTED, SLOWED, STAGGERED, CyberFighter
from fireteam.cybercore.state import CyberScene
from fireteam.cybercore.wounds_and_conditions import gain_condition
from fireteam.kernel.events import Id, Revealed
from fireteam.kernel.run import Run


class Mode(Enum):
    """CC-13.15 Stances and special moves: a plain attack, one at the end of a charge, one that only pins."""

    PLAIN = "plain"
    CHARGE = "charge"
    PIN = "pin"


class Blow:
    """CC-13.2 Attack total and attack TL. An attack as declared; nothing in it changes while it is resolved."""

    __slots__ = ("attacker", "base", "is_aimed", "is_ambush", "mode", "target", "tl", "weapon")

    def __init__(
        self, scene: CyberScene, attacker: CyberFighter, target: CyberFighter, weapon: Weapon, mode: Mode
    ) -> None:
        boons = situation(scene, attacker, target, weapon) + (mode is not Mode.PLAIN)
        self.attacker = attacker
        self.target = target
        self.weapon = weapon
        self.mode = mode
        self.is_aimed = bool(attacker.aim) and attacker.aim == target.id
        self.is_ambush = attacker.hidden
        self.base = attack_base(scene, attacker, weapon, boons)
        self.tl = attack_tl(scene, attacker, weapon, self.base)


def attack(
    run: Run[CyberScene],
    attacker: CyberFighter,
    target: CyberFighter,
    weapon: Weapon,
    args: dict[str, Any],
    mode: Mode = Mode.PLAIN,
) -> None:
    """CC-13.7 From die to damage. Everything is worked out, the shot is spent, the deciding rolls fall, it strikes."""
    blow = Blow(run.scene, attacker, target, weapon, mode)
    if weapon.area:
        strike_area(run, blow, args)
    else:
        strike_one(run, blow, args)
    if blow.is_ambush and attacker.hidden:
        run.happened(Revealed(Id(attacker.id), "CC-13.16"))
        psych.dread_saves(run)


def spend_shot(run: Run[CyberScene], blow: Blow) -> None:
    """CC-13.7 From die to damage, step 1; CC-13.15: any attack ends the aim."""
    use_up(run, blow.attacker, blow.weapon)
    if blow.attacker.aim:
        run.happened(Aimed(Id(blow.attacker.id), None))


def strike_one(run: Run[CyberScene], blow: Blow, args: dict[str, Any]) -> None:
    """CC-13.7 From die to damage, for a single target: the deciding roll, backfire, the dodge, the landings."""
    scene, attacker, target, weapon = run.scene, blow.attacker, blow.target, blow.weapon
    factor = defence_base(scene, attacker, target, weapon, blow.is_aimed)
    set_tl = defence_tl(scene, target, weapon, factor)
    spend_shot(run, blow)
    instead = scene.options.dodge_timing == "instead"
    dodging = instead and chooses_dodge(run, blow)
    result, lands, is_critical, backfires = decide(run, blow, args, factor, set_tl, dodging)
    if backfires:
        backfire(run, blow)
    if not lands:
        if run.logs and dodging and not backfires:
            run.happened(Dodged(Id(target.id), Id(attacker.id)))
        elif run.logs:
            run.happened(Missed(Id(attacker.id), Id(target.id), weapon.id, "backfire" if backfires else ""))
        return
    if not instead and can_dodge(blow) and chooses_dodge(run, blow):
        dodged = cast(run, target, DODGE, dodge_base(scene, target), blow.tl, "CC-13.8", of=weapon.id)
        if dodged.succeeded:
            if run.logs:
                run.happened(Dodged(Id(target.id), Id(attacker.id)))
            return
        is_critical = is_critical or dodged.outcome is CALAMITY
    strike(run, blow, target, 1 + result.steps, is_critical, 0)


def decide(
    run: Run[CyberScene], blow: Blow, args: dict[str, Any], factor: int, set_tl: int, dodging: bool
) -> tuple[Cast, bool, bool, bool]:
    """CC-13.4 Who rolls. GM on player: the target rolls against the attack TL; else the attacker against its TL.

    The roll, and whether it lands, is critical, backfires.
    """
    attacker, target, weapon = blow.attacker, blow.target, blow.weapon
    most = weapon.burst - 1
    if target.is_player and not attacker.is_player:
        kind = DODGE if dodging else defence_kind(weapon)
        base = dodge_base(run.scene, target) if dodging else factor
        result = psych.roll(run, target, kind, base, blow.tl, "CC-13.4", most=most, is_mirrored=True, of=weapon.id)
        return result, not result.succeeded, result.outcome is CALAMITY, result.outcome is CRITICAL
    tl = dodge_tl(run.scene, target) if dodging else set_tl
    result = attempt(run, attacker, attack_kind(weapon), blow.base, tl, "CC-13.4", args, most=most, of=weapon.id)
    return result, result.succeeded, result.outcome is CRITICAL, result.outcome is CALAMITY


def can_dodge(blow: Blow) -> bool:
    """CC-13.8 Dodge. A single-target attack against AF, not from hiding, not a pin, on a standing fighter that is not
    Staggered and has dodges left; extras have nothing to pay with."""
    one = blow.target
    return (
        (one.energy_free > 0 or one.grind > 0)
        and one.is_up
        and blow.weapon.against == AGAINST_AF
        and blow.mode is not Mode.PIN
        and not blow.is_ambush
        and not one.is_staggered
        and one.dodges < one.dodge_limit
    )


def chooses_dodge(run: Run[CyberScene], blow: Blow) -> bool:
    """CC-13.8 Dodge. Asked with what is open; a dodge costs 1 Energy, or 1 Grind by the answer `dodge-grind`."""
    one = blow.target
    if not can_dodge(blow):
        return False
    answers = [TAKE]
    if one.energy_free > 0:
        answers.append(DODGE_ANSWER)
    if one.grind > 0:
        answers.append(DODGE_GRIND)
    facts = {"hits_through": through(blow.weapon.hits, one), "boxes_left": one.hits_max - one.hits}
    answer = ask(run, "dodge", one, one, tuple(answers), "CC-13.8", facts)
    if answer == TAKE:
        return False
    pay(run, one, 1, int(answer == DODGE_GRIND), "dodge", one.dodges + 1)
    return True


def strike_area(run: Run[CyberScene], blow: Blow, args: dict[str, Any]) -> None:
    """CC-13.9 Area and evading. Everyone within the area; one roll for all who do not roll themselves."""
    scene, attacker, weapon = run.scene, blow.attacker, blow.weapon
    targets = [one for one in scene.fighters.values() if one.is_here and abs(one.at - blow.target.at) <= weapon.area]
    factors = {one.id: defence_base(scene, attacker, one, weapon, blow.is_aimed) for one in targets}
    rolling = [] if attacker.is_player else [one for one in targets if one.is_player]
    tls = {one.id: defence_tl(scene, one, weapon, factors[one.id]) for one in targets if one not in rolling}
    spend_shot(run, blow)
    shared = share_roll(run, blow, args, tls) if tls else None
    own = {one.id: evade(run, blow, one, factors[one.id]) for one in rolling}
    if shared is not None and shared.outcome is CALAMITY:
        backfire(run, blow)
    for one in targets:
        if one.id in own:
            result, is_hit = own[one.id], not own[one.id].succeeded
            is_critical, backfired = result.outcome is CALAMITY, False
        elif shared is not None:
            result, is_critical, backfired = shared, shared.outcome is CRITICAL, shared.outcome is CALAMITY
            is_hit = is_critical or (not backfired and rung(tls, one) < result.beats)
        if is_hit:
            strike(run, blow, one, 1 + result.steps, is_critical, one.evades + 1)
        else:
            why = "backfire" if backfired else ""
            run.happened(Missed(Id(attacker.id), Id(one.id), weapon.id, why, one.evades + 1, "CC-13.9"))


def share_roll(run: Run[CyberScene], blow: Blow, args: dict[str, Any], tls: dict[str, int]) -> Cast:
    """CC-13.9 Area and evading. The attacker's single roll: the TL shown is the named target's, or of the first that
    does not roll; it is compared with each one's own."""
    shown = tls.get(blow.target.id, next(iter(tls.values())))
    rungs = tuple(sorted(set(tls.values())))
    kind, most = attack_kind(blow.weapon), blow.weapon.burst - 1
    return attempt(run, blow.attacker, kind, blow.base, shown, "CC-13.9", args, most=most, tls=rungs, of=blow.weapon.id)


def rung(tls: dict[str, int], one: CyberFighter) -> int:
    """How many different TLs of a blast lie below somebody's own."""
    return bisect_left(sorted(set(tls.values())), tls[one.id])


def evade(run: Run[CyberScene], blow: Blow, one: CyberFighter, factor: int) -> Cast:
    """CC-13.9 Area and evading. A target that rolls for itself, against the attack TL."""
    kind, most = defence_kind(blow.weapon), blow.weapon.burst - 1
    return psych.roll(run, one, kind, factor, blow.tl, "CC-13.9", most=most, is_mirrored=True, of=blow.weapon.id)


def backfire(run: Run[CyberScene], blow: Blow) -> None:
    """CC-13.6 Critical landing, backfire. A weapon with a clip jams, any other leaves its owner Staggered (1)."""
    attacker, weapon = blow.attacker, blow.weapon
    if weapon.clip:
        if weapon.id not in attacker.jammed:
            run.happened(Jammed(Id(attacker.id), weapon.id))
    else:
        gain_condition(run, attacker, STAGGERED, 1, "CC-13.6")


def grown(hits: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
    """CC-13.6 Critical landing, backfire. Each part's Hits grow by half, rounded up."""
    return tuple((damage, number + (number + 1) // 2) for damage, number in hits)


def strike(
    run: Run[CyberScene], blow: Blow, target: CyberFighter, landings: int, is_critical: bool, evades: int
) -> None:
    """CC-13.11 Bursts. min(burst, 1 + edge div 20) landings, each on its own (CC-13.7, steps 4 to 6).

    Once the target no longer stands its further landings are lost; one that was DOWN takes a single one.
    """
    weapon = blow.weapon
    if not target.is_up or blow.mode is Mode.PIN:
        landings = 1
    if run.logs or evades:
        rule = "CC-13.15" if blow.mode is Mode.PIN else "CC-13.11" if landings > 1 else "CC-13.7"
        if weapon.area:
            rule = "CC-13.9"
        run.happened(Landed(Id(blow.attacker.id), Id(target.id), weapon.id, landings, is_critical, evades, rule))
    if blow.mode is Mode.PIN:
        pin_down(run, target)
        return
    struck: list[str] = []
    can_step_in = not weapon.area and weapon.against == AGAINST_AF
    for number in range(landings):
        if number and not target.is_up:
            break
        taker = bullet_taker(run, blow.attacker, target, weapon.hits) if can_step_in else target
        if taker.grind and ignores_hit(run, taker, through(weapon.hits, taker)):
            continue
        is_first = is_critical and number == 0
        take_hits(run, taker, grown(weapon.hits) if is_first else weapon.hits, weapon.id, is_critical=is_first)
        if weapon.rider is not None and taker.is_up and taker.id not in struck:
            struck.append(taker.id)
            ride(run, taker, weapon, weapon.rider)


def pin_down(run: Run[CyberScene], target: CyberFighter) -> None:
    """CC-13.15 Stances and special moves. A pin that lands: no Hits, but no cover, Slowed (1) and Distracted (1)."""
    if target.grind and ignores_hit(run, target, 0):
        return
    if target.cover:
        run.happened(Covered(Id(target.id), 0, "CC-13.15"))
    gain_condition(run, target, SLOWED, 1, "CC-13.15")
    gain_condition(run, target, DISTRACTED, 1, "CC-13.15")


def ride(run: Run[CyberScene], victim: CyberFighter, weapon: Weapon, rider: Rider) -> None:
    """CC-13.14 Riders. What a weapon does besides Hits; a named save against the Mission TL avoids it."""
    if rider.effect == "psych" and victim.extra:
        return
    if rider.save is not None:
        tl = mission_tl(run.scene, victim)
        if psych.roll(run, victim, SAVES[rider.save], victim.saves[rider.save], tl, "CC-13.14").succeeded:
            return
    if rider.effect == "psych":
        psych.gain_psych(run, victim, rider.turns, weapon.id, "CC-13.14")
    elif rider.effect == "corroded":
        corrode(run, victim, rider.turns, KINETIC)
    else:
        gain_condition(run, victim, rider.effect, rider.turns, "CC-13.14")
