"""UW-3.3, UW-3.4, UW-3.5: Pacify, what a botched one brings, and `rile`."""

from __future__ import annotations

from fireteam.kernel.actions import Command
from fireteam.kernel.events import Id
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.run import Run
from fireteam.kernel.scene import COMBAT
from fireteam.wonderland import basic_moves, basic_roll, behaviours, critical_rolls, decisions, skills, targets, turns
from fireteam.wonderland.effects import conditions
from fireteam.wonderland.events.moves import Enraged, Riled
from fireteam.wonderland.events.moves import Spared as SparedEvent
from fireteam.wonderland.events.turns import MoveOpened
from fireteam.wonderland.state import (
    DEAD,
    NPC,
    PC,
    UP,
    Fighter,
    Scene,
    Trait,
    are_enemies,
    in_the_fight,
    stands,
)

OFFERED = ("hustle", "attraction")
HONEST = ("attraction",)
"""Against the omniscient (UW-9.21)."""


def offered_against(enemy: Fighter) -> tuple[str, ...]:
    """UW-9.21 Omniscient. Cannot be lied to, so that Attraction remains."""
    return HONEST if Trait.OMNISCIENT in enemy.traits else OFFERED


def check_pacify(scene: Scene, command: Command) -> Refusal | None:
    """UW-3.3 Pacify. A hostile NPC that is up; living PCs of the actor's side, each once, not yet spared."""
    actor = scene.fighters[str(command.actor)]
    if actor.kind is not PC:
        return Refusal("only player characters roll skills", "UW-1.1")
    if scene.move != "pacify" or scene.acting != actor.id or actor.status is not UP:
        refusal = turns.move_refusal(scene, actor, in_calm=False, clause="UW-3.3")
        if refusal is not None:
            return refusal
    refusal = targets.resolve_fighter(scene, command)
    if refusal is not None:
        return refusal
    enemy = scene.fighters[command.args["target"]]
    if scene.move == "pacify" and scene.move_target != enemy.id:
        return Refusal(f"{actor.name} has already made a move", "UW-3.1")
    if enemy.kind is not NPC or enemy.status is not UP or not are_enemies(enemy, actor):
        return Refusal(f"{enemy.name} is no threat to pacify", "UW-3.3")
    refusal = names_refusal(scene, actor, enemy, command)
    by = command.args.get("by")
    if refusal is None and by == "hustle" and Trait.OMNISCIENT in enemy.traits:
        refusal = Refusal(f"{enemy.name} cannot be lied to", "UW-9.21")
    if refusal is None:
        refusal = skills.by_refusal(offered_against(enemy), by)
    return refusal or critical_rolls.held_refusal(scene, actor, command)


def names_refusal(scene: Scene, actor: Fighter, enemy: Fighter, command: Command) -> Refusal | None:
    """UW-3.3 Names must be living PCs of the actor's side, each named once, not yet spared."""
    refusal = targets.resolve_fighters(scene, command, "names", optional=True)
    if refusal is not None:
        return refusal
    for id in command.args.get("names") or [actor.id]:
        one = scene.fighters[id]
        if one.kind is not PC or one.side != actor.side or one.status is DEAD:
            return Refusal(f"{one.name} is not one of yours", "UW-3.3")
        if id in enemy.pacified:
            return Refusal(f"{enemy.name} already leaves {one.name} alone", "UW-3.3")
    return None


def resolve_pacify(run: Run[Scene], command: Command) -> None:
    """UW-3.3 Pacify. One roll for each PC to be spared, in the order named."""
    scene = run.scene
    actor = scene.fighters[str(command.actor)]
    enemy = scene.fighters[command.args["target"]]
    if scene.move is None:
        run.happened(MoveOpened(Id(actor.id), "pacify", Id(enemy.id)))
    held = "held" in command.args
    for name in command.args.get("names") or [actor.id]:
        skill = command.args.get("by") or skills.best_of(scene, actor, offered_against(enemy))
        roll = basic_moves.roll_skill(run, actor, "pacify", skill, held=held, rule="UW-3.3")
        held = False
        critical_rolls.other_critical(run, actor, roll)
        if roll.band is basic_roll.TOTAL:
            run.happened(SparedEvent(Id(name), Id(enemy.id), Id(actor.id)))
        elif roll.band is basic_roll.UNFORTUNATE:
            without_effect(run, actor, enemy)
            return
        else:
            botch(run, actor, enemy)
            run.passed(decisions.DONE)
            return
    run.passed(decisions.DONE)
    if not turns.check_end(run) and not is_anybody_unspared(scene, actor, enemy):
        turns.end_turn(run, actor)


def is_anybody_unspared(scene: Scene, actor: Fighter, enemy: Fighter) -> bool:
    """UW-3.3 If a standing PC of the side is still unspared, the turn stays open for further names."""
    return any(
        one.kind is PC and one.side == actor.side and one.id not in enemy.pacified and stands(scene, one)
        for one in scene.fighters.values()
    )


def without_effect(run: Run[Scene], actor: Fighter, enemy: Fighter) -> None:
    """UW-3.3 7 to 9 ends the turn without effect; earlier successes stay, unless option `partial_pacify` is off."""
    scene = run.scene
    if not scene.options.partial_pacify and scene.move_won:
        run.happened(Riled(Id(enemy.id), [Id(name) for name in scene.move_won], "UW-3.3"))
    run.passed(decisions.DONE)
    turns.finish_move(run, actor)


def botch(run: Run[Scene], actor: Fighter, enemy: Fighter) -> None:
    """UW-3.4 A botched Pacify. Its successes are undone, the actor's turn ends, and the enemy acts at once."""
    scene = run.scene
    lost = [name for name in enemy.pacified if name in scene.move_won or name == actor.id]
    run.happened(Enraged(Id(enemy.id), Id(actor.id), [Id(name) for name in lost]))
    if not turns.check_end(run):
        turns.end_turn(run, actor)
    is_able = enemy.status is UP and "stunned" not in enemy.conditions
    if scene.phase is COMBAT and is_able and in_the_fight(actor):
        behaviours.rage(run, enemy, actor)
        if scene.options.enrage == "advance" and scene.phase is COMBAT and enemy.status is UP:
            conditions.give(run, enemy, "spent", rule="UW-3.4")


def check_rile(scene: Scene, command: Command) -> Refusal | None:
    """UW-3.5 The GM may undo the peace with `rile ENEMY [NAME...]`."""
    refusal = targets.resolve_fighter(scene, command) or targets.resolve_fighters(
        scene, command, "names", optional=True
    )
    if refusal is not None:
        return refusal
    enemy = scene.fighters[command.args["target"]]
    if not enemy.pacified:
        return Refusal(f"{enemy.name} spares nobody", "UW-3.5")
    for id in command.args.get("names", ()):
        if id not in enemy.pacified:
            return Refusal(f"{enemy.name} does not spare {scene.fighters[id].name}", "UW-3.5")
    return None


def resolve_rile(run: Run[Scene], command: Command) -> None:
    """UW-3.5 The GM may undo the peace, for some or for all."""
    enemy = run.scene.fighters[command.args["target"]]
    names = command.args.get("names") or list(enemy.pacified)
    run.happened(Riled(Id(enemy.id), [Id(name) for name in names]))
