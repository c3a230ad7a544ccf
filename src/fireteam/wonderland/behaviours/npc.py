"""UW-20.2 NPC turn."""

from __future__ import annotations

from fireteam.kernel.actions import Command
from fireteam.wonderland import npc_attacks, range_and_area, vehicles
from fireteam.wonderland.behaviours.aims import (
    Mark,
    arms_ready,
    candidates,
    is_fair_game,
    pick,
    ranked,
    score,
)
from fireteam.wonderland.combat_moves import ram
from fireteam.wonderland.effects import lifeforms
from fireteam.wonderland.place import NEAREST
from fireteam.wonderland.state import (
    PC,
    UNCONSCIOUS,
    UP,
    Behaviour,
    Fighter,
    Scene,
    Trait,
    are_enemies,
)
from fireteam.wonderland.weapons import PHYSICAL, Weapon

GUARD, PASSIVE = Behaviour.GUARD, Behaviour.PASSIVE


def pass_turn(who: Fighter) -> Command:
    """Nothing better to do."""
    return Command("pass", who.id, {})


def npc_turn(scene: Scene, who: Fighter) -> Command:
    """UW-20.2 NPC turn. Swallow; or ram; or attack while attacks are left; or move; or pass."""
    if who.behaviour is PASSIVE:
        return pass_turn(who)
    is_fresh = scene.move is None
    if is_fresh and who.victim is None and who.traits and Trait.FULL_CONSUMPTION in who.traits:
        meal = first_meal(scene, who)
        if meal is not None:
            return Command("swallow", who.id, {"target": meal})
    marks: list[Mark] = []
    if who.kind is PC or who.attacks_left > 0:
        marks = ranked(scene, who, candidates(scene, who, arms_ready(scene, who)))
    if is_fresh and who.aboard and vehicles.drives(scene, who):
        target = ram_target(scene, who, marks)
        if target is not None:
            return Command("ram", who.id, {"target": target})
    found = pick(scene, who, marks) if marks else None
    if found is not None:
        return Command("fight", who.id, {"targets": found[1], "with": found[0].id})
    return move(scene, who) if is_fresh else pass_turn(who)


def first_meal(scene: Scene, who: Fighter) -> str | None:
    """UW-20.2 Swallow the first listed enemy that it may."""
    for other in scene.fighters.values():
        if (
            other.status is UNCONSCIOUS
            and are_enemies(who, other)
            and npc_attacks.swallow_refusal(scene, who, other) is None
        ):
            return other.id
    return None


def ram_marks(scene: Scene, who: Fighter) -> list[Mark]:
    """The enemies up that a driver's ram reaches and does something to."""
    reach = ram.reach_of(scene, who, scene.vehicles[who.aboard])
    found = []
    for other in scene.fighters.values():
        if other.status is UP and other.aboard != who.aboard and is_fair_game(scene, who, other):
            distance = range_and_area.between(scene, who, other)
            if distance <= reach and not lifeforms.is_untouched(other, PHYSICAL):
                found.append(Mark(other, distance, [RAM]))
    return found


RAM = Weapon(ram.RAM)
"""The ram as a mark's only weapon; its damage is the vehicle's."""


def ram_target(scene: Scene, who: Fighter, marks: list[Mark]) -> str | None:
    """UW-20.2 Ram if that deals more than the best weapon's score times `attacks`."""
    best = max((score(scene, who, weapon, mark) for mark in marks for weapon in mark.arms), default=0)
    if ram.power_of(scene.vehicles[who.aboard]) <= best * who.attacks:
        return None
    reached = ranked(scene, who, ram_marks(scene, who))
    return reached[0].fighter.id if reached else None


def move(scene: Scene, who: Fighter) -> Command:
    """UW-20.2 If no attack was made: take the wheel or dismount, or approach the nearest enemy; else pass."""
    if "detained" in who.conditions:
        return pass_turn(who)
    if who.aboard and not vehicles.is_driven(scene, scene.vehicles[who.aboard]):
        if vehicles.can_take_wheel(scene, who):
            return Command("board", who.id, {"vehicle": who.aboard, "role": "driver"})
        return Command("dismount", who.id, {})
    if who.behaviour is GUARD or scene.options.movement != "step":
        return pass_turn(who)
    if who.aboard and not vehicles.drives(scene, who):
        return pass_turn(who)
    target = nearest_enemy(scene, who)
    return pass_turn(who) if target is None else Command("approach", who.id, {"target": target})


def nearest_enemy(scene: Scene, who: Fighter) -> str | None:
    """UW-20.2 The nearest enemy up, farther than 1 and fair game; ties: lowest HP, then listing."""
    best: tuple[int, int] | None = None
    found: str | None = None
    for other in scene.fighters.values():
        if other.status is UP and other.side != who.side and is_fair_game(scene, who, other):
            distance = range_and_area.between(scene, who, other)
            if distance > NEAREST and (best is None or (distance, other.hp) < best):
                best = (distance, other.hp)
                found = other.id
    return found
