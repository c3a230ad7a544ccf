"""UW-7.4 Ramming: the vehicle as a melee weapon."""

from __future__ import annotations

from fireteam.kernel.actions import Command
from fireteam.kernel.events import Id
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.run import Run
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
from fireteam.wonderland.combat_moves import attack, damage, fight
from fireteam.wonderland.events.fighting import Attacked
from fireteam.wonderland.place import FARTHEST
from fireteam.wonderland.state import COVERED, PC, Fighter, Scene, Vehicle

RAM = "ram"
RAM_RANGE = 1
TENTH = 10


def power_of(vehicle: Vehicle) -> int:
    """UW-7.4 Ramming. Physical damage of a tenth of the vehicle's `hp_max`, at least 1."""
    return max(1, vehicle.hp_max // TENTH)


def reach_of(scene: Scene, actor: Fighter, vehicle: Vehicle) -> int:
    """UW-7.4 Ramming. Reach is 1 + Speed."""
    return FARTHEST if range_and_area.TRANSCENDENT in actor.traits else RAM_RANGE + vehicle.speed


def check_ram(scene: Scene, command: Command) -> Refusal | None:
    """UW-7.4 Ramming. The driver's move in a driven vehicle; targets as for any attack."""
    actor = scene.fighters[str(command.actor)]
    refusal = turns.actor_refusal(actor) or turns.move_refusal(scene, actor, in_calm=False, clause="UW-7.4")
    refusal = refusal or turns.custody_refusal(actor)
    if refusal is not None:
        return refusal
    if not vehicles.drives(scene, actor):
        return Refusal(f"{actor.name} drives no working vehicle", "UW-7.4")
    refusal = targets.resolve(scene, command, "target")
    if refusal is None:
        refusal = ram_refusal(scene, actor, command.args["target"])
    if refusal is None:
        refusal = skills.by_refusal((basic_roll.POWER,), command.args.get("by"))
    return refusal or critical_rolls.held_refusal(scene, actor, command)


def ram_refusal(scene: Scene, actor: Fighter, target: str) -> Refusal | None:
    """UW-3.10 Legal attacks, as far as they concern a ram."""
    refusal = fight.targets_refusal(scene, actor, [target])
    if refusal is not None:
        return refusal
    other = scene.fighters.get(target)
    if other is not None and other.aboard == actor.aboard:
        return Refusal(f"{actor.name} cannot attack itself", "UW-3.10")
    distance = range_and_area.apart(scene, actor.id, target)
    reach = reach_of(scene, actor, scene.vehicles[actor.aboard])
    if distance > reach:
        return range_and_area.out_of_range(distance, reach, "UW-7.4")
    return fight.peace_refusal(scene, actor, target)


def resolve_ram(run: Run[Scene], command: Command) -> None:
    """UW-7.4 Ramming. d12 + Power for a PC, a bare d12 for others, with the bands of Fight; the turn ends."""
    scene = run.scene
    actor = scene.fighters[str(command.actor)]
    vehicle = scene.vehicles[actor.aboard]
    target: str = command.args["target"]
    listed = power_of(vehicle)
    if actor.cover is COVERED:
        skills.blow_cover(run, actor)
    if actor.kind is PC:
        attack.end_peace(run, actor, [target])
        held = "held" in command.args
        face, total = attack.roll_of_pc(run, actor, basic_roll.POWER, [target], None, held=held, purpose=RAM)
    else:
        face, total = attack.roll_of_npc(run, actor, scene.fighters.get(target), RAM)
    result = attack.HIT if face == basic_roll.DIE or total >= attack.HITS_FROM else attack.MISS
    pool = listed if result == attack.HIT else 0
    if face == basic_roll.DIE:
        result, pool = attack.critical(run, actor, basic_roll.POWER, [target], listed)
    ids = [Id(target)]
    run.happened(Attacked(Id(actor.id), RAM, ids, result, pool, actor.kp, actor.attacks_left, rule="UW-7.4"))
    if result != attack.MISS:
        blow = damage.Blow(
            actor.id,
            total=total,
            is_deflectable=actor.kind is PC and result != attack.CRITICAL,
            aboard=actor.aboard,
        )
        before = attack.health(scene, [target])
        attack.land_on(run, blow, target, pool)
        attack.after_drive_by(run, actor, [target], before, RAM_RANGE)
    run.passed(decisions.DONE)
    turns.finish_move(run, actor)
