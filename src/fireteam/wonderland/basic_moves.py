"""1 Basic moves and the basic roll: the d12, modifiers, bands, and `try`."""

from __future__ import annotations

from fireteam.kernel.actions import Command
from fireteam.kernel.events import Id
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.run import Run
from fireteam.wonderland import critical_rolls, decisions, skills, turns
from fireteam.wonderland.basic_roll import (
    DIE,
    FAIL,
    INSTEAD,
    TOTAL_FROM,
    UNFORTUNATE,
    Band,
    band,
    die_for_bands,
)
from fireteam.wonderland.events.fighting import Rolled
from fireteam.wonderland.sheet import SKILLS
from fireteam.wonderland.state import PC, Fighter, Scene

MOST_TASK = 200


class Roll:
    """What a skill roll came to."""

    __slots__ = ("band", "face", "skill", "total")

    def __init__(self, skill: str, face: int, total: int) -> None:
        self.skill = skill
        self.face = face
        self.total = total
        self.band: Band = band(total, face)

    @property
    def succeeds(self) -> bool:
        return self.band is not FAIL

    @property
    def is_natural(self) -> bool:
        return self.face == DIE


def roll_skill(
    run: Run[Scene], who: Fighter, purpose: str, skill: str, *, held: bool = False, task: str = "", rule: str = "UW-1.4"
) -> Roll:
    """UW-1.4 Total. total = face + modifier + one held critical; penalties are in the modifier."""
    if held:
        critical_rolls.spend(run, who)
    modifier = skills.modifier_of(run.scene, who, skill) + held
    face = run.roll(die_for_bands(modifier))
    roll = Roll(skill, face, face + modifier)
    if run.logs:
        if roll.is_natural and roll.total < TOTAL_FROM:
            rule = "UW-1.6"
        run.happened(
            Rolled(
                who=Id(who.id),
                purpose=purpose,
                skill=skill,
                dice=[[DIE, face]],
                modifier=modifier,
                total=roll.total,
                band=roll.band,
                natural=roll.is_natural,
                complication=roll.band is UNFORTUNATE,
                severe=skills.is_severe(skill, roll.face, roll.total),
                task=task,
                rule=INSTEAD.get(skill, rule),
            )
        )
    skills.luck_bites(run, who, skill, roll.face, roll.total)
    return roll


def check_try(scene: Scene, command: Command) -> Refusal | None:
    """UW-1.1 Basic move. A PC may attempt anything its skills cover; in combat it is the turn's move."""
    actor = scene.fighters[str(command.actor)]
    if actor.kind is not PC:
        return Refusal("only player characters roll skills", "UW-1.1")
    refusal = turns.move_refusal(scene, actor, in_calm=True, clause="UW-1.1")
    if refusal is not None:
        return refusal
    skill = command.args.get("skill")
    if skill is None:
        return Refusal(f"name a skill: {', '.join(SKILLS)}", "UW-1.1")
    if skill == "sneak" and actor.cover == "blown":
        return Refusal(f"{actor.name}'s cover is blown", "UW-2.3")
    if len(command.args.get("words", "")) > MOST_TASK:
        return Refusal(f"a task has at most {MOST_TASK} characters", "UW-1.1")
    offered = (skills.in_place_of(scene, actor, skill, is_task=True),)
    return skills.by_refusal(offered, command.args.get("by")) or critical_rolls.held_refusal(scene, actor, command)


def resolve_try(run: Run[Scene], command: Command) -> None:
    """UW-1.1 Basic move. `try SKILL [words]` rolls that skill and records the words as the task."""
    scene = run.scene
    actor = scene.fighters[str(command.actor)]
    named = command.args["skill"]
    skill = command.args.get("by") or skills.in_place_of(scene, actor, named, is_task=True)
    held = "held" in command.args
    roll = roll_skill(run, actor, "try", skill, held=held, task=command.args.get("words", ""), rule="UW-1.1")
    critical_rolls.other_critical(run, actor, roll)
    if named == "sneak":
        skills.sneak(run, actor, roll.succeeds)
    run.passed(decisions.DONE)
    turns.finish_move(run, actor)
