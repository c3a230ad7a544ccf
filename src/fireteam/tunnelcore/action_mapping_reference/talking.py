"""9 Action mapping reference: intimidate, persuade, deceive."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fireteam.kernel.events import Id
from fireteam.kernel.run import Run
from fireteam.tunnelcore.action_mapping_reference.table import COMPOSURE
from fireteam.tunnelcore.combat_commands.taunt import taunt
from fireteam.tunnelcore.dice_pool_basics.failing_and_winning import contend, final_die
from fireteam.tunnelcore.effect_dice.complications import SETBACK, complicate
from fireteam.tunnelcore.effect_dice.what_it_does import GREAT, at_least_d6, tell_effect
from fireteam.tunnelcore.events.of_fighters import Scared
from fireteam.tunnelcore.events.of_turns import StoodDown
from fireteam.tunnelcore.state import Behavior

if TYPE_CHECKING:
    from fireteam.tunnelcore.dice_pool_basics.attempt import Attempt
    from fireteam.tunnelcore.state import Fighter, Scene

TIMID = (Behavior.FLEE_WHEN_HURT, Behavior.DEFENSIVE, Behavior.COWARD, Behavior.SHOPKEEPER)
"""TC-9.4: the behaviors that can be scared and talked down."""


def intimidate(run: Run[Scene], attempt: Attempt) -> None:
    """TC-9.4 intimidate. As taunt, without its effect on positions; from d8 on it scares the timid."""
    die = taunt(run, attempt)
    target = attempt.target
    if die >= GREAT and target is not None and target.active and is_timid(target) and not target.scared:
        run.happened(Scared(Id(target.id)))


def is_timid(fighter: Fighter) -> bool:
    """TC-9.4 intimidate: an NPC whose behavior can be scared (a Boss never)."""
    return not fighter.is_player and fighter.behavior in TIMID


def persuade(run: Run[Scene], attempt: Attempt) -> None:
    """TC-9.5 persuade. No stress and no price; from d8 on a timid NPC that is engaged and active stands down."""
    target = attempt.target
    if target is None:
        raise ValueError("persuading needs somebody")
    contested = contend(run, attempt, target, COMPOSURE)
    if contested.outcome > 0:
        die = final_die(run.scene, attempt, contested)
        tell_effect(run, attempt.actor, target, die, -1, "TC-9.5")
        if die >= GREAT and target.engaged and target.active and is_timid(target):
            run.happened(StoodDown(Id(target.id)))


def deceive(run: Run[Scene], attempt: Attempt) -> None:
    """TC-9.6 deceive. No price; a win gives the target a setback of the final die, at least d6."""
    target = attempt.target
    if target is None:
        raise ValueError("deceiving needs somebody")
    contested = contend(run, attempt, target, COMPOSURE)
    if contested.outcome > 0:
        die = final_die(run.scene, attempt, contested)
        tell_effect(run, attempt.actor, target, die, -1, "TC-9.6")
        complicate(run, target, SETBACK, at_least_d6(die), "deceive", "TC-9.6")
