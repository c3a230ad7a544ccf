"""UW-3.6 to UW-3.11: Fight. What an attack costs, whom it may declare, and its steps."""

from __future__ import annotations

from fireteam.kernel.actions import Command
from fireteam.kernel.events import Id
from fireteam.kernel.names import find, short
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.run import Run
from fireteam.kernel.scene import Phase
from fireteam.wonderland import (
    basic_roll,
    critical_rolls,
    decisions,
    npc_attacks,
    player_versus_player,
    range_and_area,
    skills,
    targets,
    turns,
    vehicles,
)
from fireteam.wonderland.combat_moves import damage
from fireteam.wonderland.effects import spread
from fireteam.wonderland.events.fighting import Attacked, Rolled
from fireteam.wonderland.events.moves import Riled
from fireteam.wonderland.events.turns import MoveOpened
from fireteam.wonderland.state import (
    COMPANION,
    COVERED,
    NPC,
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

HITS_FROM = 7
"""UW-3.6 Fight. A total of 6 or less misses, 7 or more hits; face 12 is critical."""
MISS, HIT, CRITICAL = "miss", "hit", "critical"
DIE = basic_roll.DIE
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
        if (best is None or weapon.damage > best.damage) and not weapon.aoe:
            if attack_refusal(scene, actor, weapon, declared) is None:
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
    for id in declared:
        refusal = target_refusal(scene, actor, id)
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


def target_refusal(scene: Scene, actor: Fighter, id: str) -> Refusal | None:
    """UW-3.10 Not oneself, nor the vehicle one is aboard; in the fight; no enemy's hidden cover."""
    if id in (actor.id, actor.aboard):
        return Refusal(f"{actor.name} cannot attack itself", "UW-3.10")
    target = scene.fighters.get(id)
    if target is None:
        vehicle = scene.vehicles[id]
        if vehicle.gone:
            return Refusal(f"{vehicle.name} has fled", "UW-3.10")
        return None if vehicle.hp > 0 else Refusal(f"{vehicle.name} is already wrecked", "UW-7.12")
    if not in_the_fight(target):
        return Refusal(targets.absence(scene, target), "UW-3.10")
    if target.cover is COVERED and are_enemies(actor, target):
        return Refusal(f"{target.name} is hidden", "UW-2.3")
    return None


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
    """UW-3.6 Aim for ranged weapons, Toughness hand to hand; by option `power_for_all` a driven vehicle's Power."""
    if weapon.use is not MELEE:
        return "aim"
    if scene.options.power_for_all and actor.aboard:
        if vehicles.is_driven(scene, scene.vehicles[actor.aboard]):
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
    attack(run, actor, found, declared, by=args.get("by"), held="held" in args)
    for _ in range(args.get("times", 1) - 1):
        declared = [id for id in declared if not is_down(scene, id)]
        if not declared or scene.phase is not COMBAT or scene.acting != actor.id or actor.status is not UP:
            break
        if attack_refusal(scene, actor, found, declared) is not None:
            break
        attack(run, actor, found, declared, by=args.get("by"))
    run.passed(decisions.DONE)
    close(run, actor)


def close(run: Run[Scene], actor: Fighter) -> None:
    """UW-3.9 After each command the turn stays open if the actor still has a legal attack on a standing enemy."""
    scene = run.scene
    if scene.phase is COMBAT and scene.acting == actor.id and actor.status is UP:
        if not has_legal_attack(scene, actor):
            turns.end_turn(run, actor)


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


def open_move(run: Run[Scene], actor: Fighter) -> None:
    """UW-3.1 One move a turn. Several attacks in one Fight are a single move."""
    if run.scene.move is None and run.scene.acting == actor.id:
        run.happened(MoveOpened(Id(actor.id), "fight", None))


def end_peace(run: Run[Scene], actor: Fighter, declared: list[str]) -> None:
    """UW-3.5 A PC that attacks an NPC, or a vehicle with one aboard, is struck off the lists of all NPCs of that side."""
    scene = run.scene
    sides: set[str] = set()
    for id in declared:
        target = scene.fighters.get(id)
        hit = [target] if target is not None else [scene.fighters[who] for who in scene.vehicles[id].aboard]
        sides.update(one.side for one in hit if one.kind is NPC)
    for npc in scene.fighters.values():
        if npc.pacified and npc.side in sides and actor.id in npc.pacified:
            run.happened(Riled(Id(npc.id), [Id(actor.id)]))


def attack(
    run: Run[Scene], actor: Fighter, weapon: Weapon, declared: list[str], *, by: str | None = None, held: bool = False
) -> None:
    """UW-3.11 Steps of an attack. Declare and pay, roll, pool, who is hit, what it does, drive-by, end of combat."""
    scene = run.scene
    open_move(run, actor)
    if actor.cover is COVERED:
        skills.blow_cover(run, actor)
    if actor.kind is PC:
        end_peace(run, actor, declared)
        skill = by or skill_for(scene, actor, weapon)
        outcome = roll_of_pc(run, actor, skill, declared, weapon, held=held)
    else:
        skill = ""
        outcome = roll_of_npc(run, actor, scene.fighters.get(declared[0]))
    face, total = outcome
    result = MISS if face != DIE and total < HITS_FROM else HIT
    pool = 0 if result == MISS else weapon.damage
    if face == DIE:
        result, pool = critical(run, actor, skill, declared, weapon.damage)
    pay(run, actor, weapon, declared, result, pool)
    if result != MISS:
        land(run, actor, weapon, declared, pool, total, is_critical=result == CRITICAL)
        turns.check_end(run)


def vulnerable_bonus(scene: Scene, target: Fighter | None) -> int:
    """UW-3.20 Vulnerable. Attack rolls against a fighter with this condition get +1; the first declared counts."""
    if target is not None and target.conditions and "vulnerable" in target.conditions:
        return scene.options.vulnerable_bonus
    return 0


def roll_of_pc(
    run: Run[Scene],
    actor: Fighter,
    skill: str,
    declared: list[str],
    weapon: Weapon | None,
    *,
    held: bool,
    purpose: str = "fight",
) -> tuple[int, int]:
    """UW-3.6 Fight. The face and the total of a PC's attack roll."""
    scene = run.scene
    if held:
        critical_rolls.spend(run, actor)
    modifier = skills.modifier_of(scene, actor, skill) + vulnerable_bonus(scene, scene.fighters.get(declared[0])) + held
    if (weapon is not None and weapon.aoe) or player_versus_player.is_declared_against_players(scene, actor, declared):
        face = run.roll(basic_roll.EVERY_FACE)
    else:
        face = run.roll(basic_roll.die_cut_at(HITS_FROM - modifier, DIE))
    total = face + modifier
    if run.logs:
        run.happened(
            Rolled(
                who=Id(actor.id),
                purpose=purpose,
                skill=skill,
                dice=[[DIE, face]],
                modifier=modifier,
                total=total,
                natural=face == DIE,
                severe=skills.is_severe(skill, face, total),
                rule="UW-3.6",
            )
        )
    if skill == basic_roll.LUCK:
        skills.luck_bites(run, actor, skill, face, total)
    return face, total


def roll_of_npc(run: Run[Scene], actor: Fighter, target: Fighter | None, purpose: str = "fight") -> tuple[int, int]:
    """UW-5.1 NPC attack roll. A bare d12 but for a vulnerable target; a miss may scramble (UW-5.5)."""
    bonus = vulnerable_bonus(run.scene, target)
    reading = basic_roll.die_cut_at(HITS_FROM - bonus, DIE)
    face = run.roll(reading)
    dice = [[DIE, face]]
    if face + bonus < HITS_FROM and npc_attacks.can_scramble(actor):
        face = run.roll(reading)
        dice.append([DIE, face])
    if run.logs:
        natural = face == DIE
        rule = "UW-5.5" if len(dice) > 1 else "UW-5.1"
        run.happened(Rolled(Id(actor.id), purpose, None, dice, bonus, face + bonus, natural=natural, rule=rule))
    return face, face + bonus


def critical(run: Run[Scene], actor: Fighter, skill: str, declared: list[str], listed: int) -> tuple[str, int]:
    """UW-4.2 More damage: the result and the pool of an attack whose face is 12, by who made it."""
    scene = run.scene
    rounding = scene.options.crit_rounding
    if actor.kind is not PC:
        if npc_attacks.adds_the_quarter(scene, actor):
            return CRITICAL, listed + critical_rolls.quarter(listed, rounding)
        return HIT, listed
    times = skills.luck_factor(scene, skill)
    if player_versus_player.is_declared_against_players(scene, actor, declared):
        bonus = critical_rolls.quarter(listed, rounding, times) if scene.options.pvp_crit_bonus else 0
        return CRITICAL, listed + bonus
    answers = ("damage",) if critical_rolls.holds_nothing(scene, actor) else ("damage", "hold")
    if run.choose("critical", actor.id, answers, "damage", "UW-4.2") == "hold":
        critical_rolls.hold(run, actor, times)
        return CRITICAL, listed
    return CRITICAL, listed + critical_rolls.quarter(listed, rounding, times)


def pay(run: Run[Scene], actor: Fighter, weapon: Weapon, declared: list[str], result: str, pool: int) -> None:
    """UW-3.7 Kill Points. Paid when the attack is declared, hit or miss; UW-5.2: NPCs have attacks instead."""
    kp, attacks_left = actor.kp, actor.attacks_left
    if actor.kind is PC:
        kp -= weapon.kp
    else:
        attacks_left = max(0, attacks_left - 1)
    left = vehicle = None
    if weapon.uses:
        holder = vehicles.holder_of(run.scene, actor, weapon)
        left = holder.left[weapon.id] - 1
        vehicle = None if holder is actor else Id(holder.id)
    rule = "UW-3.6" if actor.kind is PC else "UW-5.2"
    ids = [Id(id) for id in declared]
    run.happened(Attacked(Id(actor.id), weapon.id, ids, result, pool, kp, attacks_left, left, vehicle, rule))


def land(
    run: Run[Scene], actor: Fighter, weapon: Weapon, declared: list[str], pool: int, total: int, *, is_critical: bool
) -> None:
    """UW-3.11 Steps 4 to 6: the declared target, spread shares or the area; then the drive-by."""
    scene = run.scene
    blow = damage.Blow(
        actor.id,
        weapon.type,
        weapon.inflicts,
        is_harmless=weapon.damage == 0,
        total=total,
        is_deflectable=actor.kind is PC and not is_critical,
        aboard=actor.aboard,
    )
    before = health(scene, declared) if actor.aboard else []
    if weapon.aoe:
        land_in_area(run, blow, declared[0], weapon.aoe, pool)
    elif weapon.most > 1 or weapon.least > 1:
        for id, share in zip(declared, spread.shares(pool, weapon.least, len(declared)), strict=True):
            land_on(run, blow, id, share)
    else:
        land_on(run, blow, declared[0], pool)
    if before:
        after_drive_by(run, actor, declared, before, None if weapon.is_bare else weapon.range)


def land_on(run: Run[Scene], blow: damage.Blow, id: str, amount: int) -> None:
    """One declared target takes its amount. Who died of an earlier share is hit no more."""
    target = run.scene.fighters.get(id)
    if target is None:
        damage.strike_vehicle(run, blow, run.scene.vehicles[id], amount, is_area=False)
    elif in_the_fight(target):
        damage.strike(run, blow, target, amount)


def land_in_area(run: Run[Scene], blow: damage.Blow, center: str, radius: int, pool: int) -> None:
    """UW-8.6 Area damage. Each body takes the full pool; by option it is divided among them."""
    scene = run.scene
    bodies = range_and_area.bodies_in_area(scene, center, radius)
    shares = [pool] * len(bodies)
    if scene.options.aoe == "split":
        shares = spread.shares(pool, 1, len(bodies))
    for id, share in zip(bodies, shares, strict=True):
        if id in scene.vehicles:
            damage.strike_vehicle(run, blow, scene.vehicles[id], share, is_area=True)
        elif in_the_fight(scene.fighters[id]):
            damage.strike(run, blow, scene.fighters[id], share)


def health(scene: Scene, declared: list[str]) -> list[int]:
    """HP of each declared target and its vehicle together: what a drive-by has cost is seen from it."""
    found = []
    for id in declared:
        target = scene.fighters.get(id)
        vehicle = scene.vehicles.get(target.aboard if target is not None else id)
        found.append((target.hp if target is not None else 0) + (vehicle.hp if vehicle is not None else 0))
    return found


def after_drive_by(
    run: Run[Scene], actor: Fighter, declared: list[str], before: list[int], own_range: int | None
) -> None:
    """UW-7.7 Drive-by. For each declared target that lost HP beyond the weapon's own range and is still in the fight."""
    scene = run.scene
    vehicle = scene.vehicles.get(actor.aboard)
    if own_range is None or vehicle is None or not vehicles.is_driven(scene, vehicle):
        return
    for id, had in zip(declared, before, strict=True):
        target = scene.fighters.get(id)
        is_here = in_the_fight(target) if target is not None else scene.vehicles[id].hp > 0
        if is_here and health(scene, [id])[0] < had:
            vehicles.drive_by(run, actor, id, own_range)
