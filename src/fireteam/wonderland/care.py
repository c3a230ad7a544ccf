"""2 Skills, continued: First Aid, what it cures, and repair."""

from __future__ import annotations

from fireteam.kernel.actions import Command
from fireteam.kernel.events import Id
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.run import Run
from fireteam.wonderland import (
    basic_moves,
    basic_roll,
    content,
    critical_rolls,
    decisions,
    range_and_area,
    skills,
    targets,
    turns,
)
from fireteam.wonderland.effects import unconscious
from fireteam.wonderland.events.conditions import ConditionEnded, RadiationCleared
from fireteam.wonderland.events.fighting import Healed, Rolled, VehicleRepaired
from fireteam.wonderland.events.moves import ItemUsed
from fireteam.wonderland.state import OBJECT, PC, SWALLOWED, UNCONSCIOUS, Fighter, Scene, in_the_fight

AID_REACH = 2
"""How near the patient or the machine must be in combat."""


def heal(
    run: Run[Scene],
    who: Fighter,
    amount: int,
    by: str | None,
    *,
    rule: str,
    how: str = "heal",
    radiation_lost: int | None = None,
) -> None:
    """HP regained, up to the maximum; the event says how many. UW-9.7: with 4 or more the unconscious are up."""
    hp = min(who.hp_max, who.hp + amount)
    lost = who.radiation_lost if radiation_lost is None else radiation_lost
    run.happened(Healed(Id(who.id), None if by is None else Id(by), hp - who.hp, hp, lost, rule))
    if amount > 0 and hp >= unconscious.SAFE_HP and who.status is UNCONSCIOUS:
        unconscious.wake(run, who, how)


def check_aid(scene: Scene, command: Command) -> Refusal | None:
    """UW-2.4 First Aid. Any living fighter within distance 2 in combat, oneself too; by option it needs supplies."""
    actor = scene.fighters[str(command.actor)]
    if actor.kind is not PC:
        return Refusal("only player characters roll skills", "UW-1.1")
    refusal = turns.move_refusal(scene, actor, in_calm=True, clause="UW-2.4")
    if refusal is None:
        refusal = targets.resolve(scene, command, "target")
    if refusal is not None:
        return refusal
    target = scene.fighters.get(command.args["target"])
    if target is None or target.kind is OBJECT:
        return Refusal(f"{targets.name_of(scene, command.args['target'])} needs repair", "UW-2.4")
    refusal = care_refusal(scene, target) or range_and_area.near_refusal(scene, actor, target.id, AID_REACH)
    if refusal is not None:
        return refusal
    if scene.options.aid_supplies and not has_supplies(actor):
        return Refusal("no medical supplies", "UW-2.4")
    by = skills.by_refusal(("first_aid",), command.args.get("by"))
    return by or critical_rolls.held_refusal(scene, actor, command)


def care_refusal(scene: Scene, target: Fighter) -> Refusal | None:
    """Whom nobody can reach with a bandage: the dead, the swallowed, those who are elsewhere."""
    if in_the_fight(target):
        return None
    clause = "UW-5.6" if target.status is SWALLOWED else "UW-2.4"
    return Refusal(targets.absence(scene, target), clause)


def has_supplies(fighter: Fighter) -> bool:
    """Whether a healer has medical supplies left."""
    return fighter.items.get(content.MED_SUPPLIES, 0) > 0


def resolve_aid(run: Run[Scene], command: Command) -> None:
    """UW-2.4 First Aid. On success a second, unmodified d12 gives the target that many HP."""
    actor = run.scene.fighters[str(command.actor)]
    target = run.scene.fighters[command.args["target"]]
    if run.scene.options.aid_supplies:
        left = actor.items[content.MED_SUPPLIES] - 1
        run.happened(ItemUsed(Id(actor.id), content.MED_SUPPLIES, Id(target.id), left, "UW-2.4"))
    skill = command.args.get("by", "first_aid")
    roll = basic_moves.roll_skill(run, actor, "aid", skill, held="held" in command.args, rule="UW-2.4")
    critical_rolls.other_critical(run, actor, roll)
    if roll.succeeds:
        face = roll_bare(run, actor, "heal", "UW-2.4")
        cure(run, actor, target)
        heal(run, target, face, actor.id, rule="UW-2.4", how="aid", radiation_lost=0)
        if target.status is UNCONSCIOUS:
            unconscious.wake(run, target, "aid")
    run.passed(decisions.DONE)
    turns.finish_move(run, actor)


def roll_bare(run: Run[Scene], who: Fighter, purpose: str, rule: str) -> int:
    """A second, unmodified d12 that measures and cannot fail."""
    face = run.roll(basic_roll.EVERY_FACE)
    if run.logs:
        is_natural = face == basic_roll.DIE
        run.happened(
            Rolled(Id(who.id), purpose, None, [[basic_roll.DIE, face]], 0, face, natural=is_natural, rule=rule)
        )
    return face


CURED = ("poison", "bleed", "burn", "frost")


def cure(run: Run[Scene], healer: Fighter, target: Fighter) -> None:
    """UW-2.5 What First Aid cures. One of poison, bleed, burn, frost; the healer may choose which."""
    present = tuple(name for name in CURED if name in target.conditions)
    if present:
        answer = decisions.ask(run, "cure", healer, present, present[0], "UW-2.5")
        run.happened(ConditionEnded(Id(target.id), answer, "aid", "UW-2.5"))
    if target.radiation_lost:
        run.happened(RadiationCleared(Id(target.id), 0, target.rad_turns, "UW-2.5"))


def check_repair(scene: Scene, command: Command) -> Refusal | None:
    """UW-2.6 Repair. A vehicle that is here, in combat from aboard or within distance 2."""
    actor = scene.fighters[str(command.actor)]
    if actor.kind is not PC:
        return Refusal("only player characters roll skills", "UW-1.1")
    refusal = turns.move_refusal(scene, actor, in_calm=True, clause="UW-2.6")
    if refusal is None:
        refusal = targets.resolve(scene, command, "target")
    if refusal is not None:
        return refusal
    vehicle = scene.vehicles.get(command.args["target"])
    if vehicle is None:
        return Refusal(f"{targets.name_of(scene, command.args['target'])} is no vehicle", "UW-2.6")
    if vehicle.gone:
        return Refusal(f"{vehicle.name} has fled", "UW-2.6")
    refusal = range_and_area.near_refusal(scene, actor, vehicle.id, AID_REACH)
    if refusal is None:
        refusal = skills.by_refusal(("engineering",), command.args.get("by"))
    return refusal or critical_rolls.held_refusal(scene, actor, command)


def resolve_repair(run: Run[Scene], command: Command) -> None:
    """UW-2.6 Repair. On success a second d12 gives the vehicle that many HP; a total one mends a compromised hull."""
    actor = run.scene.fighters[str(command.actor)]
    vehicle = run.scene.vehicles[command.args["target"]]
    skill = command.args.get("by", "engineering")
    roll = basic_moves.roll_skill(run, actor, "repair", skill, held="held" in command.args, rule="UW-2.6")
    critical_rolls.other_critical(run, actor, roll)
    if roll.succeeds:
        face = roll_bare(run, actor, "repair", "UW-2.6")
        hp = min(vehicle.hp_max, vehicle.hp + face)
        compromised = vehicle.compromised and roll.band is not basic_roll.TOTAL
        run.happened(VehicleRepaired(Id(vehicle.id), hp, hp - vehicle.hp, compromised))
    run.passed(decisions.DONE)
    turns.finish_move(run, actor)
