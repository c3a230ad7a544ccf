"""7 Combat commands: taunt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fireteam.kernel.run import Run
from fireteam.tunnelcore.action_mapping_reference.table import COMPOSURE
from fireteam.tunnelcore.dice_pool_basics.failing_and_winning import contend, final_die, pay
from fireteam.tunnelcore.effect_dice.what_it_does import strike
from fireteam.tunnelcore.positions import CONTROLLED, RISKY, put

if TYPE_CHECKING:
    from fireteam.tunnelcore.dice_pool_basics.attempt import Attempt
    from fireteam.tunnelcore.state import Fighter, Scene


def taunt(run: Run[Scene], attempt: Attempt) -> int:
    """TC-7.10 taunt. Social + Forceful + chrome against composure; effect on mental. Gives the final die of a win."""
    target = attempt.target
    if target is None:
        raise ValueError("a taunt has a target")
    contested = contend(run, attempt, target, COMPOSURE)
    if contested.outcome > 0:
        die = final_die(run.scene, attempt, contested)
        strike(run, attempt.actor, target, die, attempt.deed.track, attempt.harm, attempt.deed.clause)
        return die
    if contested.outcome < 0:
        pay(run, attempt)
    return 0


def drag_down(run: Run[Scene], target: Fighter) -> None:
    """TC-7.10 taunt: a target still active that is Controlled becomes Risky; never up."""
    if target.active and target.position == CONTROLLED:
        put(run, target, RISKY, "taunt", "TC-7.10")
