"""UW-1.4: `roll`, a bare roll in the game's own terms, which changes no fighter."""

from __future__ import annotations

from fireteam.kernel.actions import Command
from fireteam.kernel.events import Id
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.run import Run
from fireteam.wonderland import basic_moves, basic_roll, decisions, skills
from fireteam.wonderland.events.fighting import Rolled
from fireteam.wonderland.state import PC, Scene


def check_roll(scene: Scene, command: Command) -> Refusal | None:
    """UW-1.4 Total. `roll SKILL` needs a player character, `roll d12` nobody."""
    what = command.args.get("what")
    if what is None:
        return Refusal("roll a skill or d12", "UW-1.4", "roll SKILL or d12 [+N or -N]")
    if what == "d12":
        return None
    if command.actor is None:
        command.actor = scene.acting
    if command.actor is None:
        return Refusal("who acts?", "UW-14.1")
    if scene.fighters[command.actor].kind is not PC:
        return Refusal("only player characters roll skills", "UW-1.1")
    return None


def resolve_roll(run: Run[Scene], command: Command) -> None:
    """UW-1.4 Total. face + modifier + N; nothing is held and nobody is changed."""
    what = command.args["what"]
    who = run.scene.fighters.get(command.actor or "")
    modifier: int = command.args.get("plus", 0)
    skill = None
    if what != "d12" and who is not None:
        skill = skills.in_place_of(run.scene, who, what)
        modifier += skills.modifier_of(run.scene, who, skill)
    face = run.roll(basic_roll.EVERY_FACE)
    roll = basic_moves.Roll(skill or what, face, face + modifier)
    run.happened(
        Rolled(
            who=None if who is None else Id(who.id),
            purpose="roll",
            skill=skill,
            dice=[[basic_roll.DIE, face]],
            modifier=modifier,
            total=roll.total,
            band=roll.band,
            natural=roll.is_natural,
            complication=roll.band is basic_roll.UNFORTUNATE,
            severe=skills.is_severe(roll.skill, face, roll.total),
            rule="UW-1.5" if skill is None else "UW-1.3",
        )
    )
    run.passed(decisions.DONE)
