"""7 Combat commands: hack and quickhack."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fireteam.kernel.run import Run
from fireteam.tunnelcore.action_mapping_reference.table import RESIST
from fireteam.tunnelcore.dice_pool_basics.failing_and_winning import contend, final_die, pay
from fireteam.tunnelcore.effect_dice.what_it_does import strike

if TYPE_CHECKING:
    from fireteam.tunnelcore.dice_pool_basics.attempt import Attempt
    from fireteam.tunnelcore.state import Scene


def hack(run: Run[Scene], attempt: Attempt) -> None:
    """TC-7.8 hack. Mental + Clever + deck, no chrome, any spot, against resist; effect on signal."""
    target = attempt.target
    if target is None:
        raise ValueError("a hack has a target")
    contested = contend(run, attempt, target, RESIST)
    if contested.outcome > 0:
        die = final_die(run.scene, attempt, contested)
        strike(run, attempt.actor, target, die, attempt.deed.track, attempt.harm, attempt.deed.clause)
    elif contested.outcome < 0:
        pay(run, attempt)


def quickhack(run: Run[Scene], attempt: Attempt) -> None:
    """TC-7.9 quickhack. Mental + Quick + deck against resist; the final die is one step smaller (`final_die`)."""
    hack(run, attempt)
