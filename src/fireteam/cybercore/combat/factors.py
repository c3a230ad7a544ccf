"""CC-13.1 to 13.3, 13.10 Factors, totals and TLs of an attack."""

from __future__ import annotations

from fireteam.cybercore.active_stats import (
    ATTACK,
    BASE_TL,
    DEFENCE,
    DODGE,
    MENTAL_DEFENCE,
    PSI_ATTACK,
    Kind,
    standing,
)
from fireteam.cybercore.content import AGAINST_AF, AGAINST_EF, AGAINST_MENTAL, AGILITY, MENTAL, Weapon
from fireteam.cybercore.sheet import UP, CyberFighter
from fireteam.cybercore.state import CyberScene

LONG_RANGE_BANE = 2
CROWDED_BANE = 1
AIM_BOON = 2
GUARD_BOON = 2
DODGE_BOON = 2
"""CC-13.8 Dodge, option `instead`."""
BESIDE = 1
"""How near somebody stands who crowds, or whom cover does not stop."""


def attack_kind(weapon: Weapon) -> Kind:
    """CC-1.8 Kinds of roll. An attack is physical, but for psi."""
    return PSI_ATTACK if weapon.is_psi else ATTACK


def defence_kind(weapon: Weapon) -> Kind:
    """CC-1.8 Kinds of roll. AF and EF are physical; against psi a defence is a Mental save, and can be pushed."""
    return MENTAL_DEFENCE if weapon.against == AGAINST_MENTAL else DEFENCE


def attack_base(scene: CyberScene, attacker: CyberFighter, weapon: Weapon, boons: int) -> int:
    """CC-13.2 Attack total and attack TL. Skill and accuracy (or what is fixed for them) and the Boons and Banes."""
    if attacker.fixed.attack_tl:
        base = attacker.fixed.attack_tl - BASE_TL
    else:
        base = attacker.skills[weapon.skill] + weapon.accuracy
    return base + scene.options.boon_step * boons


def attack_tl(scene: CyberScene, attacker: CyberFighter, weapon: Weapon, base: int) -> int:
    """CC-13.2 Attack total and attack TL. 50 + attack total; what belongs to a roll never enters it."""
    return BASE_TL + base + standing(attacker, attack_kind(weapon), scene.options.boon_step)


def is_crowded(scene: CyberScene, attacker: CyberFighter, weapon: Weapon) -> bool:
    """CC-13.10 Range, crowding, cover. A Medium or Large weapon that is not melee, with an enemy in sight within 1."""
    if not weapon.is_unhandy:
        return False
    at, side = attacker.at, attacker.side
    for one in scene.fighters.values():
        if -BESIDE <= one.at - at <= BESIDE and one.side != side and one.status is UP and not one.hidden:
            return True
    return False


def situation(scene: CyberScene, attacker: CyberFighter, target: CyberFighter, weapon: Weapon) -> int:
    """CC-13.10 Range, crowding, cover, CC-13.15 Aim, CC-13.16 Ambush: the attacker's Boons less its Banes."""
    boons = 0
    if attacker.aim and attacker.aim == target.id:
        boons += AIM_BOON
    elif abs(attacker.at - target.at) > weapon.range:
        boons -= LONG_RANGE_BANE
    if is_crowded(scene, attacker, weapon):
        boons -= CROWDED_BANE
    if attacker.hidden:
        boons += 1
    return boons


def defence_base(
    scene: CyberScene, attacker: CyberFighter, target: CyberFighter, weapon: Weapon, is_aimed: bool
) -> int:
    """CC-13.3 Defence total and defence TL. The factor that the weapon names, and the Boons of cover and guard."""
    if not target.is_up:
        return 0
    step = scene.options.boon_step
    fixed = target.fixed.defence_tl - BASE_TL if target.fixed.defence_tl else None
    if weapon.against == AGAINST_AF:
        base = target.af if fixed is None else fixed
        if target.cover and not weapon.is_melee and not is_aimed and abs(attacker.at - target.at) > BESIDE:
            base += step * target.cover
    elif weapon.against == AGAINST_EF:
        if fixed is not None:
            base = fixed
        else:
            base = target.ef if target.evades < max(1, target.attributes[AGILITY]) else 0
    else:
        return target.saves[MENTAL] if fixed is None else fixed
    return base + step * GUARD_BOON if target.guarded else base


def defence_tl(scene: CyberScene, target: CyberFighter, weapon: Weapon, base: int) -> int:
    """CC-13.3 Defence total and defence TL. 50 + defence total."""
    return BASE_TL + base + standing(target, defence_kind(weapon), scene.options.boon_step)


def dodge_base(scene: CyberScene, one: CyberFighter) -> int:
    """CC-13.8 Dodge. DF, or what is fixed for it; by option `instead` with Boon(2)."""
    base = one.fixed.defence_tl - BASE_TL if one.fixed.defence_tl else one.df
    if scene.options.dodge_timing == "instead":
        base += scene.options.boon_step * DODGE_BOON
    return base


def dodge_tl(scene: CyberScene, one: CyberFighter) -> int:
    """CC-13.8 Dodge, option `instead`: the TL that a dodging target sets for an attacker who rolls."""
    return BASE_TL + dodge_base(scene, one) + standing(one, DODGE, scene.options.boon_step)
