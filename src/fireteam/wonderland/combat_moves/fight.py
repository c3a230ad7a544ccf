"""UW-3.6 to UW-3.10: Fight. Which weapon, what it costs, whom it may declare, and how often."""

from __future__ import annotations

from fireteam.kernel.actions import Command
from fireteam.kernel.names import find, short
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.run import Run
from fireteam.kernel.scene import Phase
from fireteam.wonderland import (
    basic_roll,
    critical_rolls,
    decisions,
    range_and_area,
    skills,
    targets,
    turns,
    vehicles,
)
from fireteam.wonderland.combat_moves import attack
from fireteam.wonderland.effects import spread
from fireteam.wonderland.state import (
    COMPANION,
    COVERED,
    OBJECT,
    PC,
    UP,
    Fighter,
    Scene,
    are_enemies,
    in_the_fight,
    stands,
)
from fireteam.wonderland.weapons import FISTS, MELEE, UNARMED, Weapon

COMBAT = Phase.COMBAT


def check_fight(scene: Scene, command: Command) -> Refusal | None:
    """UW-3.10 Legal attacks. Combat, turn, weapon, uses, attacks or KP, targets, reach, peace: in this order."""
    actor = scene.fighters[str(command.actor)]
    refusal = opening_refusal(scene, actor)
    if refusal is None:
        refusal = targets.resolve_all(scene, command, "targets")
    if refusal is not None:
        return refusal
    args = command.args
    weapon = weapon_for(scene, actor, args)
    if isinstance(weapon, Refusal):
        return weapon
    refusal = attack_refusal(scene, actor, weapon, args["targets"])
    if refusal is not None:
        return refusal
    args["with"] = weapon.id
    if "by" in args:
        if actor.kind is not PC:
            return Refusal("only player characters roll skills", "UW-1.1")
        refusal = skills.by_refusal((skill_for(scene, actor, weapon),), args["by"])
    if refusal is None and "held" in args:
        refusal = critical_rolls.held_refusal(scene, actor, command)
    return refusal


def opening_refusal(scene: Scene, actor: Fighter) -> Refusal | None:
    """UW-3.10 Combat is on, it is the actor's turn, no other move was made."""
    if scene.phase is COMBAT and scene.acting == actor.id and actor.status is UP and scene.move in (None, "fight"):
        return None
    if actor.kind is OBJECT:
        return turns.actor_refusal(actor)
    if scene.phase is COMBAT and scene.acting == actor.id and actor.status is UP:
        return Refusal(f"{actor.name} has already made a move", "UW-3.1")
    return turns.move_refusal(scene, actor, in_calm=False, clause="UW-3.10")


def weapon_for(scene: Scene, actor: Fighter, args: dict[str, object]) -> Weapon | Refusal:
    """UW-3.6 The weapon named, or without `with` the strongest that can be paid, is not empty, and reaches."""
    arms = vehicles.arms_of(scene, actor)
    named = args.get("with")
    if named is not None:
        return find_weapon(arms, str(named))
    declared = args["targets"]
    assert isinstance(declared, list)
    best: Weapon | None = None
    for weapon in arms:
        is_stronger = (best is None or weapon.damage > best.damage) and not weapon.aoe
        if is_stronger and attack_refusal(scene, actor, weapon, declared) is None:
            best = weapon
    if best is not None:
        return best
    if not arms:
        return Refusal(f"{actor.name} carries no weapon", "UW-3.8")
    refusal = attack_refusal(scene, actor, arms[0], declared)
    return refusal or Refusal(f"name the weapon: {arms[0].name} reaches an area", "UW-3.6")


def find_weapon(arms: tuple[Weapon, ...], text: str) -> Weapon | Refusal:
    """The weapon somebody means by a word: an id, a name, or the beginning of one."""
    wanted = UNARMED if text == FISTS else text
    for weapon in arms:
        if weapon.id == wanted:
            return weapon
    names = {weapon.id: (weapon.name,) if not weapon.is_bare else (weapon.name, FISTS) for weapon in arms}
    found = find(wanted, names, "weapon")
    if isinstance(found, Refusal):
        return found if " could be " in found.reason else Refusal(f"no weapon called {short(text)}", "UW-3.10")
    return next(weapon for weapon in arms if weapon.id == found)


def attack_refusal(scene: Scene, actor: Fighter, weapon: Weapon, declared: list[str]) -> Refusal | None:
    """UW-3.10 Legal attacks: the checks that concern one attack with one weapon."""
    if weapon.uses and not vehicles.holder_of(scene, actor, weapon).has_uses(weapon):
        return Refusal(f"{weapon.name} is empty", "UW-3.10")
    if actor.kind is PC:
        if actor.kp < weapon.kp:
            return Refusal(f"needs {weapon.kp} KP, has {actor.kp}", "UW-3.7")
    elif actor.attacks_left <= 0:
        return Refusal(f"{actor.name} has no attacks left", "UW-5.2")
    refusal = targets_refusal(scene, actor, declared)
    if refusal is not None:
        return refusal
    if len(declared) > 1:
        if len(set(declared)) < len(declared):
            return Refusal("name each target once", "UW-3.10")
        if spread.is_too_many(weapon, len(declared)):
            most = weapon.most
            reason = "hits one target only" if most == 1 else f"at most {most} targets"
            return Refusal(reason, "UW-9.2")
    reach = range_and_area.reach(scene, actor, weapon)
    for id in declared:
        distance = range_and_area.apart(scene, actor.id, id)
        if distance > reach:
            return range_and_area.out_of_range(distance, reach, "UW-8.2")
    if actor.pacified:
        for id in declared:
            refusal = peace_refusal(scene, actor, id)
            if refusal is not None:
                return refusal
    return None


def targets_refusal(scene: Scene, actor: Fighter, declared: list[str]) -> Refusal | None:
    """UW-3.10 Not oneself, nor the vehicle one is aboard; in the fight; no enemy's hidden cover: each check for all."""
    if actor.id in declared or actor.aboard in declared:
        return Refusal(f"{actor.name} cannot attack itself", "UW-3.10")
    for id in declared:
        refusal = absence_refusal(scene, id)
        if refusal is not None:
            return refusal
    for id in declared:
        target = scene.fighters.get(id)
        if target is not None and target.cover is COVERED and are_enemies(actor, target):
            return Refusal(f"{target.name} is hidden", "UW-2.3")
    return None


def absence_refusal(scene: Scene, id: str) -> Refusal | None:
    """UW-3.10 The target is in the fight; UW-7.12: a wreck is no target."""
    target = scene.fighters.get(id)
    if target is not None:
        return None if in_the_fight(target) else Refusal(targets.absence(scene, target), "UW-3.10")
    vehicle = scene.vehicles[id]
    if vehicle.gone:
        return Refusal(f"{vehicle.name} has fled", "UW-3.10")
    return None if vehicle.hp > 0 else Refusal(f"{vehicle.name} is already wrecked", "UW-7.12")


def peace_refusal(scene: Scene, npc: Fighter, id: str) -> Refusal | None:
    """UW-3.5 What being spared means. An NPC cannot declare whom it spares."""
    if not npc.pacified:
        return None
    target = scene.fighters.get(id)
    ids = [id] if target is not None else scene.vehicles[id].aboard
    if ids and all(is_spared(scene, npc, scene.fighters[who]) for who in ids):
        return Refusal(f"{npc.name} is pacified toward {targets.name_of(scene, ids[0])}", "UW-3.5")
    return None


def is_spared(scene: Scene, npc: Fighter, who: Fighter) -> bool:
    """UW-3.5 A PC on its list, or a companion of a side whose standing PCs, at least one, are all on it."""
    if who.kind is PC:
        return who.id in npc.pacified
    if who.kind is not COMPANION:
        return False
    standing = [
        one for one in scene.fighters.values() if one.kind is PC and one.side == who.side and stands(scene, one)
    ]
    return bool(standing) and all(one.id in npc.pacified for one in standing)


def skill_for(scene: Scene, actor: Fighter, weapon: Weapon) -> str:
    """UW-3.6 Aim for ranged and mounted weapons, Toughness hand to hand; by option a driven vehicle's Power."""
    if weapon.use is not MELEE or vehicles.holder_of(scene, actor, weapon) is not actor:
        return "aim"
    if scene.options.power_for_all and actor.aboard and vehicles.is_driven(scene, scene.vehicles[actor.aboard]):
        return basic_roll.POWER
    return "toughness"


def resolve_fight(run: Run[Scene], command: Command) -> None:
    """UW-3.9 Several attacks. One by one; the first must be legal, the rest silently stop when no longer so."""
    scene = run.scene
    actor = scene.fighters[str(command.actor)]
    args = command.args
    found = find_weapon(vehicles.arms_of(scene, actor), args["with"])
    if isinstance(found, Refusal):
        raise ValueError(str(found))
    declared: list[str] = args["targets"]
    attack.attack(run, actor, found, declared, by=args.get("by"), held="held" in args)
    for _ in range(args.get("times", 1) - 1):
        declared = [id for id in declared if not is_down(scene, id)]
        if not declared or scene.phase is not COMBAT or scene.acting != actor.id or actor.status is not UP:
            break
        if attack_refusal(scene, actor, found, declared) is not None:
            break
        attack.attack(run, actor, found, declared, by=args.get("by"))
    run.passed(decisions.DONE)
    close(run, actor)


def close(run: Run[Scene], actor: Fighter) -> None:
    """UW-3.9 After each command the turn stays open if the actor still has a legal attack on a standing enemy."""
    scene = run.scene
    is_on = scene.phase is COMBAT and scene.acting == actor.id and actor.status is UP
    if is_on and not has_legal_attack(scene, actor):
        turns.end_turn(run, actor, rule="UW-3.9")


def is_down(scene: Scene, id: str) -> bool:
    """Whether a declared target is down: a fighter no longer up, a vehicle disabled."""
    target = scene.fighters.get(id)
    return target.status is not UP if target is not None else scene.vehicles[id].hp == 0


def has_legal_attack(scene: Scene, actor: Fighter) -> bool:
    """UW-3.9 Whether any attack on some standing enemy is legal now."""
    farthest = 0
    is_pc = actor.kind is PC
    if not is_pc and actor.attacks_left <= 0:
        return False
    for weapon in vehicles.arms_of(scene, actor):
        if is_pc and weapon.kp > actor.kp:
            continue
        if weapon.uses and not vehicles.holder_of(scene, actor, weapon).has_uses(weapon):
            continue
        farthest = max(farthest, range_and_area.reach(scene, actor, weapon))
    if not farthest:
        return False
    for other in scene.fighters.values():
        if (
            other.status is UP
            and other.side != actor.side
            and other.cover is not COVERED
            and range_and_area.between(scene, actor, other) <= farthest
            and are_enemies(actor, other)
            and stands(scene, other)
            and not (actor.pacified and is_spared(scene, actor, other))
        ):
            return True
    return False
