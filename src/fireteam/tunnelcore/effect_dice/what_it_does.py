"""5 Effect dice: the final die and what it does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fireteam.kernel.decisions import GM
from fireteam.kernel.events import Id
from fireteam.kernel.run import Run
from fireteam.tunnelcore.dice_pool_basics.keep_two import LARGER
from fireteam.tunnelcore.effect_dice.complications import (
    SETBACK,
    SETBACK_DIE,
    complicate,
    complicate_scene,
    hazards_left,
)
from fireteam.tunnelcore.events.of_rolls import Effect
from fireteam.tunnelcore.state import TRACKS
from fireteam.tunnelcore.stress_tracks import take_stress

if TYPE_CHECKING:
    from fireteam.tunnelcore.state import Fighter, Scene
    from fireteam.tunnelcore.stress_tracks import Harm

BOXES_OF = {
    "s1": {4: 1, 6: 1, 8: 1, 10: 2, 12: 2},
    "s2": {4: 1, 6: 1, 8: 2, 10: 2, 12: 3},
}
"""TC-5.2 What it does: the boxes of each die, by option `stress_table`."""

TICKS = {4: 1, 6: 1, 8: 2, 10: 3, 12: 4}
"""TC-5.2 What it does: the ticks of each die."""

GLANCING = 4
GREAT = 8
DEVASTATING = 10
CATASTROPHIC = 12

BLOW_NAMES = ("battered", "rattled", "jammed")
"""TC-5.4 Devastating: the complication in place of the boxes, by track."""

SCENE_DIE = 6


def at_least_d6(die: int) -> int:
    """The size of a complication that a final die gives: d6 at least."""
    return max(SETBACK_DIE, die)


def stepped_up(die: int, *, by: bool) -> int:
    """TC-5.1 The final die: one step larger where a condition holds, within d4 and d12."""
    return LARGER[die] if by else die


def decided(run: Run[Scene], winner: Fighter, harm: Harm, key: str, answers: tuple[str, ...], rule: str) -> str:
    """15 Decisions: what the winner's controller chooses; the first answer is the default.

    An NPC that acts by its behaviour takes the default and nobody is asked (TC-19.2).
    """
    if winner is harm.acts_by_behaviour:
        return answers[0]
    asked = winner.id if winner.is_player or run.scene.options.npcs == "auto" else GM
    return run.choose(key, winner.id, answers, answers[0], rule, asked=asked)


def tell_effect(run: Run[Scene], who: Fighter | None, target: Fighter | None, die: int, track: int, rule: str) -> None:
    """TC-5.1 The final die is told by `effect`."""
    if run.logs:
        run.happened(
            Effect(
                None if who is None else Id(who.id),
                None if target is None else Id(target.id),
                die,  # type: ignore[arg-type]
                TRACKS[track] if track >= 0 else None,
                TICKS[die],
                rule,
            )
        )


def strike(run: Run[Scene], winner: Fighter, target: Fighter, die: int, track: int, harm: Harm, rule: str) -> None:
    """TC-5.2 What it does. Boxes by the table, with the winner's choices."""
    tell_effect(run, winner, target, die, track, rule)
    if die == GLANCING and glances(run, winner, target, harm):
        return
    if die == DEVASTATING and devastates(run, winner, target, track, harm):
        return
    mark(run, winner, target, die, track, winner.id, harm)
    if die == CATASTROPHIC:
        change_scene(run, winner, harm)


def mark(run: Run[Scene], by: Fighter | None, target: Fighter, die: int, track: int, source: str, harm: Harm) -> None:
    """TC-5.2 What it does: the boxes alone, with the d8 line of TC-2.3 under table s1."""
    table = run.scene.options.stress_table
    jumps = die == GREAT and table == "s1"
    take_stress(run, target, track, BOXES_OF[table][die], by, source, harm, jumps_to_d8=jumps)


def glances(run: Run[Scene], winner: Fighter, target: Fighter, harm: Harm) -> bool:
    """TC-5.3 Glancing (d4). The winner may give a setback instead of the box."""
    if decided(run, winner, harm, "glancing", ("stress", "setback"), "TC-5.3") != "setback":
        return False
    complicate(run, target, SETBACK, SETBACK_DIE, "glancing", "TC-5.3")
    return True


def devastates(run: Run[Scene], winner: Fighter, target: Fighter, track: int, harm: Harm) -> bool:
    """TC-5.4 Devastating (d10). The winner may give a d10 complication instead of two boxes."""
    if decided(run, winner, harm, "devastating", ("stress", "complication"), "TC-5.4") != "complication":
        return False
    complicate(run, target, BLOW_NAMES[track], DEVASTATING, "devastating", "TC-5.4")
    return True


def change_scene(run: Run[Scene], winner: Fighter, harm: Harm) -> None:
    """TC-5.5 Catastrophic (d12). A d6 scene complication of the winner's choice, if one can be added."""
    left = hazards_left(run.scene)
    if left:
        name = decided(run, winner, harm, "complication", left, "TC-5.5")
        complicate_scene(run, name, SCENE_DIE, "catastrophic", "TC-5.5")
