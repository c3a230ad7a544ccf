"""UW-3.2: Analyze."""

from __future__ import annotations

from fireteam.kernel.actions import Command
from fireteam.kernel.events import Id
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.run import Run
from fireteam.wonderland import (
    basic_moves,
    basic_roll,
    critical_rolls,
    decisions,
    range_and_area,
    skills,
    targets,
    turns,
    vehicles,
)
from fireteam.wonderland.combat_moves import attack, fight
from fireteam.wonderland.events.moves import Analyzed
from fireteam.wonderland.state import PC, Fighter, Known, Scene, in_the_fight

OFFERED = ("brains", "awareness")
RISES_TO = {basic_roll.UNFORTUNATE: Known.HINT, basic_roll.TOTAL: Known.FULL}
_RANK = (Known.NONE, Known.HINT, Known.FULL)


def check_analyze(scene: Scene, command: Command) -> Refusal | None:
    """UW-3.2 Analyze. TARGET is a fighter in the fight; without one the situation as a whole is weighed."""
    actor = scene.fighters[str(command.actor)]
    if actor.kind is not PC:
        return Refusal("only player characters roll skills", "UW-1.1")
    refusal = turns.move_refusal(scene, actor, in_calm=False, clause="UW-3.2")
    if refusal is None and "target" in command.args:
        refusal = targets.resolve_fighter(scene, command)
        if refusal is None:
            target = scene.fighters[command.args["target"]]
            if not in_the_fight(target):
                refusal = Refusal(targets.absence(scene, target), "UW-3.10")
    if refusal is None:
        refusal = skills.by_refusal(OFFERED, command.args.get("by"))
    return refusal or critical_rolls.held_refusal(scene, actor, command)


def resolve_analyze(run: Run[Scene], command: Command) -> None:
    """UW-3.2 Analyze. 7 to 9: `known` rises to hint; 10 or more: to full, with advice; it never falls."""
    scene = run.scene
    actor = scene.fighters[str(command.actor)]
    skill = command.args.get("by") or skills.best_of(scene, actor, OFFERED)
    roll = basic_moves.roll_skill(run, actor, "analyze", skill, held="held" in command.args, rule="UW-3.2")
    critical_rolls.other_critical(run, actor, roll)
    target = scene.fighters.get(command.args.get("target", ""))
    known = None
    advice = None
    if target is not None:
        known = max(target.known, RISES_TO.get(roll.band, Known.NONE), key=_RANK.index)
        if roll.band is basic_roll.TOTAL:
            advice = advice_against(scene, actor, target)
    run.happened(Analyzed(Id(actor.id), None if target is None else Id(target.id), known, advice))
    run.passed(decisions.DONE)
    turns.finish_move(run, actor)


def advice_against(scene: Scene, actor: Fighter, target: Fighter) -> str | None:
    """UW-3.2 The weapon with the highest damage × faces that do not miss, among those that reach the target now."""
    best: str | None = None
    best_score = -1
    if target is actor:
        return None
    for weapon in vehicles.arms_of(scene, actor):
        if range_and_area.between(scene, actor, target) > range_and_area.reach(scene, actor, weapon):
            continue
        score = weapon.damage * hitting_faces(scene, actor, fight.skill_for(scene, actor, weapon), target)
        if score > best_score:
            best, best_score = weapon.id, score
    return best


def hitting_faces(scene: Scene, actor: Fighter, skill: str, target: Fighter) -> int:
    """How many faces of the d12 do not miss: 7 or more in total, and always the 12."""
    modifier = skills.modifier_of(scene, actor, skill) + attack.vulnerable_bonus(scene, target)
    return min(basic_roll.DIE, max(1, basic_roll.DIE + 1 - (attack.HITS_FROM - modifier)))
