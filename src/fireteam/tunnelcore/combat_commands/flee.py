"""7 Combat commands: flee."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fireteam.kernel.events import Id
from fireteam.kernel.run import Run
from fireteam.tunnelcore.action_mapping_reference.table import DEFEND, PURSUE
from fireteam.tunnelcore.dice_pool_basics.failing_and_winning import contend, pay
from fireteam.tunnelcore.events.of_fighters import Fled
from fireteam.tunnelcore.positions import is_at_home
from fireteam.tunnelcore.state import OUT, Behavior, Track, is_restrained
from fireteam.tunnelcore.stress_tracks import recount_active

if TYPE_CHECKING:
    from fireteam.tunnelcore.dice_pool_basics.attempt import Attempt
    from fireteam.tunnelcore.state import Fighter, Scene


def pursuer_of(scene: Scene, fighter: Fighter) -> Fighter | None:
    """TC-7.11 flee: the foe in the fight with the largest Physical and Quick that sees, is free and not out on
    physical; a Warden at home among them goes first."""
    best = None
    speed = 0
    for foe in scene.muster.foes(fighter.side):
        if foe.concealed or is_restrained(foe) or foe.stress[Track.PHYSICAL] == OUT:
            continue
        if is_at_home(scene, foe):
            return foe
        sizes = foe.attributes[PURSUE.attribute] + foe.approaches[PURSUE.approach]
        if sizes > speed:
            best, speed = foe, sizes
    return best


def runs_free(scene: Scene, fighter: Fighter) -> bool:
    """TC-8.6 `coward`, TC-8.11: unless restrained these flee without a roll (option `free_flight`)."""
    return (
        scene.options.free_flight
        and fighter.behavior in (Behavior.COWARD, Behavior.PSYCHIATRIST)
        and not is_restrained(fighter)
    )


def flee(run: Run[Scene], attempt: Attempt) -> None:
    """TC-7.11 flee. Physical + Quick against the pursuer; won, or without one, the fighter is out of the scene."""
    actor = attempt.actor
    pursuer = None if runs_free(run.scene, actor) else pursuer_of(run.scene, actor)
    if pursuer is not None:
        contested = contend(run, attempt, pursuer, DEFEND if is_at_home(run.scene, pursuer) else PURSUE)
        if contested.outcome < 0:
            pay(run, attempt)
        if contested.outcome <= 0:
            return
    run.happened(Fled(Id(actor.id)))
    recount_active(run, actor)
