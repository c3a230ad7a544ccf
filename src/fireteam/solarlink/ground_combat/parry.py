"""SL-13.4: parrying close attacks."""

from __future__ import annotations

from fireteam.solarlink import content
from fireteam.solarlink.content import INTELLECT, Weapon
from fireteam.solarlink.decisions import PARRY, ask
from fireteam.solarlink.events.body import Rolled
from fireteam.solarlink.events.changes import Changes, note
from fireteam.solarlink.events.turns import ApSpent
from fireteam.solarlink.maneuvers import aura_reaches, explained
from fireteam.solarlink.rolls import (
    against,
    arms,
    attribute,
    brawling_attribute,
    faces_of,
    severed_arms,
    shown_total,
    sight,
)
from fireteam.solarlink.state import (
    UP,
    Insanity,
    SolarFighter,
    SolarRun,
    SolarScene,
)

PARRY_AP = 4
"""2 AP, in halves."""
HANDS_AGAINST_BLADE = -2
CALMING = 2
"""What the Calming Aura adds (SL-14.3)."""


def asks_for_parry(scene: SolarScene, target: SolarFighter) -> bool:
    """SL-13.4 Parry. A target who is up, not frozen and has 2 AP may parry, unless the option is off."""
    return (
        target.ap >= PARRY_AP
        and target.status is UP
        and target.insanity is not Insanity.FROZEN
        and scene.options.parry == "on"
    )


def parrying_weapon(target: SolarFighter) -> Weapon:
    """SL-13.4 Parry. The first melee weapon that its arms can hold, else its first unarmed one, or bare hands."""
    weapons = content.weapons()
    one_handed = severed_arms(target) > 0
    hands = None
    for key in target.weapons:
        weapon = weapons[key]
        if weapon.kind == "melee" and not (weapon.two_hands and one_handed):
            return weapon
        if weapon.kind == "unarmed" and hands is None:
            hands = weapon
    return hands or weapons["unarmed"]


def parry_modifier(scene: SolarScene, target: SolarFighter, attacker: SolarFighter, weapon: Weapon) -> int:
    """SL-13.4 Parry. Trade, attribute, dizziness and arms; -2 for hands against a melee weapon; SL-14.2 to SL-14.4."""
    own = parrying_weapon(target)
    which = own.attribute
    if own.trade == "brawler" and target.maneuvers:
        which = brawling_attribute(target)
    found = attribute(target, which) + target.trades.get(own.trade, 0) + sight(target) + arms(target)
    if own.kind == "unarmed" and weapon.kind == "melee":
        found += HANDS_AGAINST_BLADE
    if "attack_pattern_analysis" in target.maneuvers:
        found += max(0, attribute(target, INTELLECT))
    if aura_reaches(scene, target, "calming_aura"):
        found += CALMING
    return found + explained(scene, target, attacker)


def parries(run: SolarRun, target: SolarFighter, attacker: SolarFighter, weapon: Weapon, total: int) -> bool:
    """SL-13.4 Parry. Its controller is asked; 2 AP; a total equal to or above the attack's stops it."""
    modifier = parry_modifier(run.scene, target, attacker, weapon)
    if ask(run, PARRY, target, {"attack": total, "modifier": modifier}) != "parry":
        return False
    changes = Changes()
    note(changes, target, "busy", True)
    note(changes, target, "moving", False)
    run.happened(ApSpent(target.id, PARRY_AP, target.ap - PARRY_AP, "parry", changes, "SL-13.4"))
    reading = against(total - modifier)
    read = run.roll(reading)
    success = read + modifier >= total
    if run.logs:
        dice = faces_of(run, reading)
        shown = shown_total(dice, read) + modifier
        key = parrying_weapon(target).key
        run.happened(
            Rolled(target.id, "parry", dice, shown, modifier, total, success, attacker.id, key, rule="SL-13.4"),
        )
    return success
