"""9 Action mapping reference: hide."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fireteam.kernel.events import Id
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.run import Run
from fireteam.tunnelcore.action_mapping_reference.table import NOTICE
from fireteam.tunnelcore.dice_pool_basics.failing_and_winning import contend, pay
from fireteam.tunnelcore.events.of_fighters import Concealed
from fireteam.tunnelcore.state import OUT, Track

if TYPE_CHECKING:
    from fireteam.tunnelcore.dice_pool_basics.attempt import Attempt
    from fireteam.tunnelcore.state import Fighter, Scene


def check_hide(actor: Fighter) -> Refusal | None:
    """TC-9.3 hide: not while concealed."""
    return Refusal(f"{actor.id} is already concealed", "TC-9.3") if actor.concealed else None


def noticer_of(scene: Scene, fighter: Fighter) -> Fighter | None:
    """TC-9.3 hide: the foe with the largest Mental + Clever that is active (in combat: in the fight), sees, and is
    not out on mental."""
    best = None
    sharpness = 0
    for foe in scene.fighters.values():
        if foe.side == fighter.side or not foe.active or foe.concealed or foe.stress[Track.MENTAL] == OUT:
            continue
        sizes = foe.attributes[NOTICE.attribute] + foe.approaches[NOTICE.approach]
        if sizes > sharpness and (foe.engaged or not scene.in_combat):
            best, sharpness = foe, sizes
    return best


def hide(run: Run[Scene], attempt: Attempt) -> None:
    """TC-9.3 hide. Physical + Quiet against notice; won, or without a noticer, no hostile action finds the fighter."""
    noticer = noticer_of(run.scene, attempt.actor)
    if noticer is not None:
        contested = contend(run, attempt, noticer, NOTICE)
        if contested.outcome < 0:
            pay(run, attempt)
        if contested.outcome <= 0:
            return
    run.happened(Concealed(Id(attempt.actor.id)))
