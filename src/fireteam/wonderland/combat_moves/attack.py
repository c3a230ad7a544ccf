"""UW-3.11: the steps of an attack, from declaring it to what it does."""

from __future__ import annotations

from fireteam.kernel.events import Id
from fireteam.kernel.run import Run
from fireteam.wonderland import (
    basic_roll,
    critical_rolls,
    decisions,
    npc_attacks,
    player_versus_player,
    range_and_area,
    skills,
    turns,
    vehicles,
)
from fireteam.wonderland.basic_roll import DIE, INSTEAD
from fireteam.wonderland.combat_moves import damage, fight
from fireteam.wonderland.effects import spread
from fireteam.wonderland.events.fighting import Attacked, Rolled
from fireteam.wonderland.events.moves import Riled
from fireteam.wonderland.events.turns import MoveOpened
from fireteam.wonderland.state import COMPANION, COVERED, NPC, PC, Fighter, Scene, in_the_fight
from fireteam.wonderland.weapons import Weapon

HITS_FROM = 7
"""UW-3.6 Fight. A total of 6 or less misses, 7 or more hits; face 12 is critical."""
MISS, HIT, CRITICAL = "miss", "hit", "critical"


def open_move(run: Run[Scene], actor: Fighter) -> None:
    """UW-3.1 One move a turn. Several attacks in one Fight are a single move."""
    if run.scene.move is None and run.scene.acting == actor.id:
        run.happened(MoveOpened(Id(actor.id), "fight", None))


def end_peace(run: Run[Scene], actor: Fighter, declared: list[str]) -> None:
    """UW-3.5 A PC that attacks an NPC, or a vehicle with one aboard, is spared by nobody of that side any more."""
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
        skill = by or fight.skill_for(scene, actor, weapon)
        outcome = roll_of_pc(run, actor, skill, declared, weapon, held=held)
    else:
        skill = ""
        outcome = roll_of_npc(run, actor, scene.fighters.get(declared[0]))
    face, total = outcome
    result = MISS if face != DIE and total < HITS_FROM else HIT
    pool = 0 if result == MISS else weapon.damage
    if face == critical_rolls.NATURAL:
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
    bonus = vulnerable_bonus(scene, scene.fighters.get(declared[0]))
    modifier = skills.modifier_of(scene, actor, skill) + bonus + held
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
                against=HITS_FROM,
                rule=rule_of_roll(skill, bonus, face),
            )
        )
    if skill == basic_roll.LUCK:
        skills.luck_bites(run, actor, skill, face, total)
    return face, total


def rule_of_roll(skill: str, bonus: int, face: int) -> str:
    """What an attack roll cites: the most particular clause that had a part in it."""
    if face == critical_rolls.NATURAL:
        return "UW-4.1"
    if bonus:
        return "UW-3.20"
    return INSTEAD.get(skill, "UW-3.6")


def roll_of_npc(run: Run[Scene], actor: Fighter, target: Fighter | None, purpose: str = "fight") -> tuple[int, int]:
    """UW-5.1 NPC attack roll. A bare d12 but for a vulnerable target; a miss may scramble (UW-5.5).

    UW-5.10 Companions. A companion acts on the NPC table too and never rolls skills.
    """
    bonus = vulnerable_bonus(run.scene, target)
    reading = basic_roll.die_cut_at(npc_attacks.HITS_FROM - bonus, DIE)
    face = run.roll(reading)
    dice = [[DIE, face]]
    if face + bonus < npc_attacks.HITS_FROM and npc_attacks.can_scramble(actor):
        face = run.roll(reading)
        dice.append([DIE, face])
    if run.logs:
        natural = face == DIE
        rule = "UW-5.5" if len(dice) > 1 else "UW-3.20" if bonus else "UW-5.1"
        if rule == "UW-5.1" and actor.kind is COMPANION:
            rule = "UW-5.10"
        run.happened(
            Rolled(
                who=Id(actor.id),
                purpose=purpose,
                skill=None,
                dice=dice,
                modifier=bonus,
                total=face + bonus,
                natural=natural,
                against=npc_attacks.HITS_FROM,
                rule=rule,
            )
        )
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
    if decisions.ask(run, "critical", actor, answers, "damage", "UW-4.2") == "hold":
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
    ids = [Id(id) for id in declared]
    cost = actor.kp - kp
    rule = rule_of_attack(run.scene, actor, weapon, declared, result) if run.logs else ""
    run.happened(Attacked(Id(actor.id), weapon.id, ids, result, pool, kp, attacks_left, left, vehicle, cost, rule))


def rule_of_attack(scene: Scene, actor: Fighter, weapon: Weapon, declared: list[str], result: str) -> str:
    """What an attack cites: the most particular clause that had a part in it."""
    if result == CRITICAL:
        if player_versus_player.is_declared_against_players(scene, actor, declared):
            return "UW-6.4"
        return "UW-4.2" if actor.kind is PC else "UW-5.3"
    if weapon.aoe:
        return "UW-8.5"
    if weapon.most > 1:
        return "UW-9.1"
    if range_and_area.apart(scene, actor.id, declared[0]) > weapon.range:
        return "UW-7.6" if actor.aboard else "UW-9.22"
    if weapon.is_bare:
        return "UW-3.8"
    if weapon.id not in actor.weapons:
        return "UW-7.5"
    return "UW-3.6" if actor.kind is PC else "UW-5.2"


def land(
    run: Run[Scene], actor: Fighter, weapon: Weapon, declared: list[str], pool: int, total: int, *, is_critical: bool
) -> None:
    """UW-5.4 Special damage. What an attack does stands in its weapon: type, spread, area, conditions.

    UW-3.11 Steps 4 to 6: the declared target, spread shares or the area; then the drive-by.
    """
    scene = run.scene
    blow = damage.Blow(
        actor.id,
        weapon.type,
        weapon.inflicts,
        is_harmless=weapon.damage == 0,
        total=total,
        is_deflectable=actor.kind is PC and not is_critical,
        aboard=actor.aboard,
        rule="" if actor.kind is PC else "UW-5.4",
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
    blow.rule = "UW-8.6"
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
    """UW-7.7 Drive-by. For each declared target that lost HP beyond the weapon's own range and is still here."""
    scene = run.scene
    vehicle = scene.vehicles.get(actor.aboard)
    if own_range is None or vehicle is None or not vehicles.is_driven(scene, vehicle):
        return
    for id, had in zip(declared, before, strict=True):
        target = scene.fighters.get(id)
        is_here = in_the_fight(target) if target is not None else scene.vehicles[id].hp > 0
        if is_here and health(scene, [id])[0] < had:
            vehicles.drive_by(run, actor, id, own_range)
