"""SL-25.2: the terms of the behaviours: enemies, the target, the weapon, the reserve."""

from __future__ import annotations

from fireteam.solarlink import content
from fireteam.solarlink.content import STRENGTH, Weapon
from fireteam.solarlink.damage_scales import stepped
from fireteam.solarlink.ground_combat.attack import hands_refusal, has_weapon
from fireteam.solarlink.ground_combat.place_and_reach import UNKNOWN, distance
from fireteam.solarlink.insanity import nearest
from fireteam.solarlink.rolls import attribute
from fireteam.solarlink.state import (
    UP,
    Behaviour,
    Insanity,
    SolarFighter,
    SolarScene,
)

DHP_WORTH = 10
RESERVE = 4
"""2 AP kept for a parry, in halves."""
RESERVE_SQUARES = 2
CAREFUL = frozenset({Behaviour.STANDARD, Behaviour.GUARD, Behaviour.MEDIC})


def vigour(fighter: SolarFighter) -> int:
    """SL-25.2 Terms. HP + 10 × DHP."""
    return fighter.hp + DHP_WORTH * fighter.dhp


def is_sane(fighter: SolarFighter) -> bool:
    """Not insane, or lucid."""
    return fighter.insanity is Insanity.NONE or fighter.insanity is Insanity.LUCID


def enemies(scene: SolarScene, fighter: SolarFighter) -> list[SolarFighter]:
    """SL-25.2 Terms. Fighters of other sides, up, not hidden, in the same place."""
    side, aboard, up = fighter.side, fighter.aboard, UP
    return [
        one
        for one in scene.fighters.values()
        if one.side != side and one.status is up and one.aboard == aboard and not one.hidden
    ]


def target(fighter: SolarFighter, foes: list[SolarFighter]) -> SolarFighter | None:
    """SL-25.2 Terms. T: the least distance (unknown is 0), then the least HP + 10 × DHP, then listing order."""
    best = None
    least, weakest = 0, 0
    here = fighter.at
    for one in foes:
        squares = 0 if here is None or one.at is None else distance(fighter, one)
        if best is not None and squares > least:
            continue
        worth = vigour(one)
        if best is None or squares < least or worth < weakest:
            best, least, weakest = one, squares, worth
    return best


def insane_target(scene: SolarScene, fighter: SolarFighter, foes: list[SolarFighter]) -> SolarFighter | None:
    """SL-25.4 Ground fight. The raging take the nearest as T, the paranoid the ally held for an enemy (SL-6.3)."""
    if fighter.insanity is Insanity.RAGING:
        return nearest(scene, fighter)
    if fighter.insanity is Insanity.PARANOID:
        ally = scene.fighters.get(fighter.insanity_target or "")
        if ally is not None and ally.status is UP:
            return ally if ally.aboard == fighter.aboard else None
    return target(fighter, foes)


def legal_weapons(fighter: SolarFighter, squares: int) -> list[Weapon]:
    """SL-25.2 Terms. Those of the sheet in order, then bare hands, that could attack at this distance, AP aside."""
    weapons = content.weapons()
    found = []
    keys = fighter.weapons if "unarmed" in fighter.weapons else [*fighter.weapons, "unarmed"]
    for key in keys:
        weapon = weapons[key]
        if squares > (1 if weapon.is_close else 2 * weapon.reaches):
            continue
        if weapon.two_hands and hands_refusal(fighter, weapon) is not None:
            continue
        if weapon.is_item and not has_weapon(fighter, weapon):
            continue
        found.append(weapon)
    return found


def most_damage(fighter: SolarFighter, weapon: Weapon) -> int:
    """The highest damage of a weapon: its dice, and Strength for close ones."""
    pool, _ = stepped(weapon.pool, fighter.die_steps)
    highest = sum(sides for _, dice in pool for sides in dice)
    return highest + attribute(fighter, STRENGTH) if weapon.is_close else highest


def weapon_against(fighter: SolarFighter, foe: SolarFighter, legal: list[Weapon]) -> Weapon | None:
    """SL-25.2 Terms. W: against DHP the highest maximum; at a known 0 or 1 the first close one of the sheet."""
    if not legal:
        return None
    if foe.dhp:
        return max(legal, key=lambda weapon: most_damage(fighter, weapon))  # the first of equals
    squares = distance(fighter, foe)
    if squares != UNKNOWN and squares <= 1:
        for weapon in legal:
            if weapon.is_close and weapon.key in fighter.weapons:
                return weapon
    return legal[0]


def reserve(fighter: SolarFighter, foes: list[SolarFighter]) -> int:
    """SL-25.2 Terms. 2 AP for the careful, if an enemy with a close weapon is within 2 squares or who knows where."""
    if fighter.behaviour not in CAREFUL:
        return 0
    weapons = content.weapons()
    for one in foes:
        if distance(fighter, one) <= RESERVE_SQUARES and any(weapons[key].is_close for key in one.weapons):
            return RESERVE
    return 0
