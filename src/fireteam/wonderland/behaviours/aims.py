"""UW-20.1 and the table of UW-20.2: whom a fighter would attack, and with what."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fireteam.wonderland import range_and_area, vehicles
from fireteam.wonderland.combat_moves import fight
from fireteam.wonderland.effects import lifeforms
from fireteam.wonderland.state import (
    COVERED,
    OBJECT,
    PC,
    UNCONSCIOUS,
    UP,
    Behaviour,
    Fighter,
    Scene,
    are_enemies,
)
from fireteam.wonderland.weapons import Weapon

SCAVENGER, BOSS = Behaviour.SCAVENGER, Behaviour.BOSS


class Mark:
    """A candidate: an enemy, how far it is, and what reaches it."""

    __slots__ = ("arms", "distance", "fighter")

    def __init__(self, fighter: Fighter, distance: int, arms: list[Weapon]) -> None:
        self.fighter = fighter
        self.distance = distance
        self.arms = arms


Arm = tuple[Weapon, int]
"""A weapon that can be paid and is not empty, with its reach."""


def arms_ready(scene: Scene, who: Fighter) -> list[Arm]:
    """UW-20.1 Weapons whose cost and uses allow an attack now, with their reach."""
    found: list[Arm] = []
    is_pc = who.kind is PC
    for weapon in vehicles.arms_of(scene, who):
        if is_pc and weapon.kp > who.kp:
            continue
        if weapon.uses and not vehicles.holder_of(scene, who, weapon).has_uses(weapon):
            continue
        found.append((weapon, range_and_area.reach(scene, who, weapon)))
    return found


def is_fair_game(scene: Scene, who: Fighter, other: Fighter) -> bool:
    """UW-20.1 An enemy that is not detained, no object, not hidden, and not spared."""
    return (
        other.kind is not OBJECT
        and other.cover is not COVERED
        and are_enemies(who, other)
        and "detained" not in other.conditions
        and not (who.pacified and fight.is_spared(scene, who, other))
        and not (other.hidden and who.is_player)
    )


def candidates(scene: Scene, who: Fighter, arms: list[Arm]) -> list[Mark]:
    """UW-20.1 Target and weapon. Enemies up that some weapon may attack now, whose type does something to them."""
    found: list[Mark] = []
    side = who.side
    takes_fallen = who.behaviour is SCAVENGER
    for other in scene.fighters.values():
        if other.side == side or not (other.status is UP or (takes_fallen and other.status is UNCONSCIOUS)):
            continue
        if not is_fair_game(scene, who, other):
            continue
        distance = range_and_area.between(scene, who, other)
        fitting = [
            weapon for weapon, reach in arms if distance <= reach and not lifeforms.is_untouched(other, weapon.type)
        ]
        if fitting:
            found.append(Mark(other, distance, fitting))
    return found


def by_brute(mark: Mark) -> tuple[int, int]:
    """UW-20.2 `brute`, `guard`: smallest distance, then lowest HP."""
    return (mark.distance, mark.fighter.hp)


def by_hunter(mark: Mark) -> tuple[int, int]:
    """UW-20.2 `hunter`, and UW-20.3 `standard`: lowest HP, then smallest distance."""
    return (mark.fighter.hp, mark.distance)


def by_sniper(mark: Mark) -> tuple[int, int]:
    """UW-20.2 `sniper`: largest distance, then lowest HP."""
    return (-mark.distance, mark.fighter.hp)


def by_scavenger(mark: Mark) -> tuple[bool, int, int]:
    """UW-20.2 `scavenger`: the unconscious first, then as brute."""
    return (mark.fighter.status is not UNCONSCIOUS, mark.distance, mark.fighter.hp)


RANKS: dict[Behaviour, Callable[[Mark], Any]] = {
    Behaviour.STANDARD: by_hunter,
    Behaviour.BRUTE: by_brute,
    Behaviour.HUNTER: by_hunter,
    Behaviour.SNIPER: by_sniper,
    Behaviour.SCAVENGER: by_scavenger,
    Behaviour.GUARD: by_brute,
}


def ranked(scene: Scene, who: Fighter, marks: list[Mark]) -> list[Mark]:
    """UW-20.2 The candidates in the order of a behaviour; ties by listing."""
    if len(marks) > 1:
        if who.behaviour is BOSS:
            marks.sort(key=lambda mark: (-max(score(scene, who, arm, mark) for arm in mark.arms), mark.fighter.hp))
        else:
            marks.sort(key=RANKS[who.behaviour])
    return marks


def score(scene: Scene, who: Fighter, weapon: Weapon, mark: Mark) -> int:
    """UW-20.1 Damage, for a weapon with an area times the enemies up that it reaches; 0 among one's own."""
    return weapon.damage * enemies_in_area(scene, who, weapon, mark) if weapon.aoe else weapon.damage


def enemies_in_area(scene: Scene, who: Fighter, weapon: Weapon, mark: Mark) -> int:
    """UW-20.1 How many enemies up a blast would reach; none if it would reach anybody of one's own side."""
    count = 0
    for body in range_and_area.bodies_in_area(scene, mark.fighter.id, weapon.aoe):
        vehicle = scene.vehicles.get(body)
        for id in vehicle.aboard if vehicle is not None else [body]:
            one = scene.fighters[id]
            if one.side == who.side:
                return 0
            count += one.status is UP and are_enemies(one, who)
    return count


def counts(weapon: Weapon, worth: int) -> bool:
    """UW-20.1 A weapon with an area counts only if nobody of one's own side would be reached."""
    return not weapon.aoe or worth > 0


def pick(scene: Scene, who: Fighter, marks: list[Mark]) -> tuple[Weapon, list[str]] | None:
    """UW-20.1 T is the first ranked for whom a weapon counts; the weapon is the one with the highest score there."""
    for mark in marks:
        best: Weapon | None = None
        best_score = -1
        for weapon in mark.arms:
            worth = weapon.damage if not weapon.aoe else score(scene, who, weapon, mark)
            if worth > best_score and counts(weapon, worth):
                best, best_score = weapon, worth
        if best is not None:
            return best, declared(scene, who, best, mark, marks)
    return None


def declared(scene: Scene, who: Fighter, weapon: Weapon, first: Mark, marks: list[Mark]) -> list[str]:
    """UW-20.1 With spread T and, in rank order, more candidates in reach up to the spread's minimum."""
    found = [first.fighter.id]
    if weapon.least > 1:
        for mark in marks:
            if len(found) < weapon.least and mark is not first and weapon in mark.arms:
                found.append(mark.fighter.id)
    return found
