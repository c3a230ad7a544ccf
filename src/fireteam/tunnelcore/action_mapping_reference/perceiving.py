"""9 Action mapping reference: perceive; and work on a clock (TC-5.7), which is rolled in the same way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fireteam.kernel.run import Run
from fireteam.tunnelcore.dice_pool_basics.failing_and_winning import contend_with_dice, final_die
from fireteam.tunnelcore.effect_dice.clocks import tick_clock
from fireteam.tunnelcore.effect_dice.what_it_does import TICKS, tell_effect

if TYPE_CHECKING:
    from fireteam.tunnelcore.dice_pool_basics.attempt import Attempt
    from fireteam.tunnelcore.state import Scene


def perceive(run: Run[Scene], attempt: Attempt) -> None:
    """TC-9.7 perceive. Against two dice of the place's substrate; a win is recorded with its die."""
    substrate = run.scene.place.substrate
    contested = contend_with_dice(run, attempt, (substrate, substrate))
    if contested.outcome > 0:
        tell_effect(run, attempt.actor, None, final_die(run.scene, attempt, contested), -1, "TC-9.7")


def work(run: Run[Scene], attempt: Attempt) -> None:
    """TC-5.7 Clocks. Mental + Clever + deck against the clock's dice, no price; a win fills as many segments as the
    final die has ticks."""
    name = attempt.args["clock"]
    contested = contend_with_dice(run, attempt, tuple(run.scene.place.clocks[name].opposition))
    if contested.outcome > 0:
        die = final_die(run.scene, attempt, contested)
        tell_effect(run, attempt.actor, None, die, -1, "TC-5.7")
        tick_clock(run, name, TICKS[die])
