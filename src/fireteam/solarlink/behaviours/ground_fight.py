"""SL-25.4 and SL-25.5: what a fighter does against the nearest enemy, and what with nobody near."""

from __future__ import annotations

from fireteam.kernel.actions import Command
from fireteam.kernel.refusals import Refusal
from fireteam.solarlink import content
from fireteam.solarlink.action_points import maximum
from fireteam.solarlink.actions_and_movement import COVER_AP, FIRST_SQUARE, STRAIGHT, extra_per_square
from fireteam.solarlink.behaviours.first_things import allies
from fireteam.solarlink.behaviours.terms import (
    enemies,
    insane_target,
    is_sane,
    legal_weapons,
    reserve,
    target,
    vigour,
    weapon_against,
)
from fireteam.solarlink.content import Weapon
from fireteam.solarlink.ground_combat.attack import HARD_AP
from fireteam.solarlink.ground_combat.place_and_reach import UNKNOWN, distance
from fireteam.solarlink.maneuvers import EXPLAIN_AP, pattern
from fireteam.solarlink.space_combat.boarding import BOARD_AP
from fireteam.solarlink.space_combat.gunnery import vessel_weapon
from fireteam.solarlink.space_combat.stations import CREW_AP, is_free, own_vessel, works_as
from fireteam.solarlink.space_combat.vessels import is_ok
from fireteam.solarlink.state import (
    GUNS,
    UP,
    Behaviour,
    Insanity,
    SolarFighter,
    SolarScene,
    Station,
    VesselStatus,
)
from fireteam.solarlink.verb import Args

AIM_AP = 4
"""2 AP, in halves."""
FRAG = "frag_charge"
FRAG_LEAST = 2
"""The least distance of a target for a charge."""
CROWD = 2
BOLD = (Behaviour.BRUTE, Behaviour.COWARD)
"""Those who do not take cover."""


def passes(fighter: SolarFighter) -> Command:
    """The turn ends."""
    return Command("pass", fighter.id, {})


def ground_fight(scene: SolarScene, fighter: SolarFighter) -> Command:
    """SL-25.4 Ground fight. The first that applies."""
    if fighter.behaviour is Behaviour.IDLE or fighter.insanity is Insanity.BABBLING:
        return passes(fighter)
    foes = enemies(scene, fighter)
    sane = is_sane(fighter)
    foe = target(fighter, foes) if sane else insane_target(scene, fighter, foes)
    if fighter.insanity is Insanity.FLEEING:
        return passes(fighter) if foe is None else Command("move", fighter.id, {"from": "from", "away": foe.id})
    if foe is None:
        return nobody_near(scene, fighter)
    if fighter.behaviour is Behaviour.COWARD and fighter.at is not None and 2 * fighter.hp <= fighter.hp_max:
        return Command("move", fighter.id, {"from": "from", "away": foe.id})
    squares = distance(fighter, foe)
    weapon = weapon_against(fighter, foe, legal_weapons(fighter, squares))
    if weapon is None or (not weapon.is_close and squares > weapon.reaches):
        if fighter.behaviour is not Behaviour.GUARD and fighter.at is not None:
            return Command("move", fighter.id, {"toward": foe.id})
        if weapon is None:
            return passes(fighter)
    if _closes_in(fighter, weapon, squares):
        return Command("move", fighter.id, {"toward": foe.id})
    if sane:
        found = _prepares_the_ground(scene, fighter, foe, weapon, squares, foes)
        if found is not None:
            return found
    return _strikes(fighter, foe, weapon, reserve(fighter, foes), sane)


def _closes_in(fighter: SolarFighter, weapon: Weapon, squares: int) -> bool:
    """SL-25.4 Ground fight, 4. A `brute` or `standard` with a blade first walks up, if AP are left for it."""
    if weapon.is_close or squares <= 1 or not fighter.weapons:
        return False
    if fighter.behaviour is not Behaviour.BRUTE and fighter.behaviour is not Behaviour.STANDARD:
        return False
    first = content.weapons()[fighter.weapons[0]]
    if not first.is_close or fighter.at is None:
        return False
    walk = (squares - 1) * (STRAIGHT + extra_per_square(fighter)) + (0 if fighter.moving else FIRST_SQUARE)
    return fighter.ap >= walk + first.ap


def _prepares_the_ground(
    scene: SolarScene,
    fighter: SolarFighter,
    foe: SolarFighter,
    weapon: Weapon,
    squares: int,
    foes: list[SolarFighter],
) -> Command | None:
    """SL-25.4 Ground fight, 5 to 7. Explain, throw a charge, take cover."""
    ap = fighter.ap
    if (
        fighter.maneuvers
        and fighter.explains is None
        and "attack_pattern_explained" in fighter.maneuvers
        and pattern(fighter) >= 1
        and ap >= maximum(fighter)
        and ap >= 2 * EXPLAIN_AP + weapon.ap
    ):
        return Command("explain", fighter.id, {"target": foe.id})
    if fighter.items.get(FRAG) and _is_worth_a_charge(scene, fighter, foe, squares, foes):
        return Command("attack", fighter.id, {"target": foe.id, "weapon": FRAG})
    wants_cover = scene.place.cover > fighter.cover and not weapon.is_close and (squares == UNKNOWN or squares > 1)
    if wants_cover and fighter.behaviour not in BOLD and ap >= 2 * COVER_AP + weapon.ap:
        return Command("cover", fighter.id, {})
    return None


def _is_worth_a_charge(
    scene: SolarScene, fighter: SolarFighter, foe: SolarFighter, squares: int, foes: list[SolarFighter]
) -> bool:
    """SL-25.4 Ground fight, 6. T at 2 to 8 squares, two enemies within 1 square of T, and no friend who is up."""
    charge = content.weapons()[FRAG]
    if fighter.ap < charge.ap or not FRAG_LEAST <= squares <= charge.reaches:
        return False
    if sum(1 for one in foes if 0 <= distance(one, foe) <= charge.blast) < CROWD:
        return False
    return not any(
        one.side == fighter.side
        and one.status is UP
        and one.aboard == foe.aboard
        and 0 <= distance(one, foe) <= charge.blast
        for one in scene.fighters.values()
    )


def _strikes(fighter: SolarFighter, foe: SolarFighter, weapon: Weapon, kept: int, sane: bool) -> Command:
    """SL-25.4 Ground fight, 8. Attack, with what is left over put into aim or a harder blow; else pass."""
    ap = fighter.ap
    if ap < weapon.ap or (ap < weapon.ap + kept and ap < maximum(fighter)):
        return passes(fighter)
    spare = ap - kept - weapon.ap
    hard = False
    if HARD_AP <= spare < weapon.ap:
        if not weapon.is_close and fighter.aim != foe.id and sane:
            return Command("aim", fighter.id, {"target": foe.id})
        hard = weapon.is_close and not foe.dhp
    if weapon.is_close and foe.dhp and ap >= weapon.ap + HARD_AP:
        hard = True
    args: Args = {"target": foe.id, "weapon": weapon.key}
    if hard:
        args["hard"] = True
    return Command("attack", fighter.id, args)


def nobody_near(scene: SolarScene, fighter: SolarFighter) -> Command:
    """SL-25.5 Nobody near. The first that applies."""
    if fighter.station is not None:
        return _turret(scene, fighter)
    if fighter.aboard is not None:
        found = _board(scene, fighter) or _crew(scene, fighter)
        if found is not None:
            return found
    return _treat(scene, fighter) or passes(fighter)


def _turret(scene: SolarScene, fighter: SolarFighter) -> Command:
    """SL-25.5 Nobody near, 1. A gunner of a landed vessel fires at the weakest enemy aboard nothing."""
    own = own_vessel(scene, fighter)
    weapon = vessel_weapon(own, None)
    if works_as(scene, fighter, Station.GUNNER) and own.landed and is_ok(own, GUNS) and not isinstance(weapon, Refusal):
        foes = [
            one
            for one in scene.fighters.values()
            if one.side != fighter.side and one.status is UP and one.aboard is None and not one.hidden
        ]
        if foes and fighter.ap >= weapon.ap:
            return Command("fire", fighter.id, {"target": min(foes, key=vigour).id})
    return passes(fighter)


def _board(scene: SolarScene, fighter: SolarFighter) -> Command | None:
    """SL-25.5 Nobody near, 2. Fighters go over to a locked vessel where an enemy is up."""
    locked = own_vessel(scene, fighter).locked
    if locked is None or fighter.ap < 2 * BOARD_AP:
        return None
    if fighter.behaviour not in (Behaviour.BRUTE, Behaviour.STANDARD, Behaviour.SHOOTER):
        return None
    if any(one.aboard == locked and one.side != fighter.side and one.status is UP for one in scene.fighters.values()):
        return Command("board", fighter.id, {"target": locked})
    return None


def _crew(scene: SolarScene, fighter: SolarFighter) -> Command | None:
    """SL-25.5 Nobody near, 3. The first station free of the own side's vessel."""
    own = own_vessel(scene, fighter)
    if own.side != fighter.side or own.status is not VesselStatus.OK or fighter.ap < 2 * CREW_AP:
        return None
    for station in (Station.PILOT,) if own.solo else tuple(Station):
        if is_free(scene, own, station):
            return Command("crew", fighter.id, {"station": station.value})
    return None


def _treat(scene: SolarScene, fighter: SolarFighter) -> Command | None:
    """SL-25.5 Nobody near, 4. A medic with a kit treats the first ally in reach with wounds."""
    if fighter.behaviour is not Behaviour.MEDIC or not fighter.items.get("medkit") or not fighter.ap:
        return None
    if fighter.trades.get("emergency_medic", 0) < 1:
        return None
    for one in allies(scene, fighter):
        if one.wounds:
            return Command("treat", fighter.id, {"target": one.id})
    return None
