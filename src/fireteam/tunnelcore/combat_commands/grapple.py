"""7 Combat commands: grapple."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fireteam.kernel.run import Run
from fireteam.tunnelcore.action_mapping_reference.table import DEFEND
from fireteam.tunnelcore.dice_pool_basics.failing_and_winning import contend, final_die, pay
from fireteam.tunnelcore.effect_dice.complications import restrain
from fireteam.tunnelcore.effect_dice.what_it_does import at_least_d6, tell_effect

if TYPE_CHECKING:
    from fireteam.tunnelcore.dice_pool_basics.attempt import Attempt
    from fireteam.tunnelcore.state import Scene


def grapple(run: Run[Scene], attempt: Attempt) -> None:
    """TC-7.12 grapple. Physical + Forceful against defend; a win gives `restrained` of the final die, d6 at least."""
    target = attempt.target
    if target is None:
        raise ValueError("a grapple has a target")
    contested = contend(run, attempt, target, DEFEND)
    if contested.outcome > 0:
        die = final_die(run.scene, attempt, contested)
        tell_effect(run, attempt.actor, target, die, -1, "TC-7.12")
        restrain(run, target, at_least_d6(die), attempt.actor, "grapple", "TC-7.12")
    elif contested.outcome < 0:
        pay(run, attempt)
