"""7 Combat commands: attack, ranged, ambush, reckless."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fireteam.kernel.run import Run
from fireteam.tunnelcore.action_mapping_reference.table import DEFEND, NOTICE
from fireteam.tunnelcore.dice_pool_basics.failing_and_winning import contend, final_die, pay
from fireteam.tunnelcore.effect_dice.what_it_does import strike
from fireteam.tunnelcore.npc_behaviors import restrain_besides
from fireteam.tunnelcore.positions import CONTROLLED, put, worsen

if TYPE_CHECKING:
    from fireteam.tunnelcore.action_mapping_reference.table import Defence
    from fireteam.tunnelcore.dice_pool_basics.attempt import Attempt
    from fireteam.tunnelcore.state import Fighter, Scene


def attack(run: Run[Scene], attempt: Attempt) -> None:
    """TC-7.3 attack. Physical + Forceful + melee + chrome, adjacent, against defend; effect on physical."""
    hit(run, attempt, DEFEND)


def ranged(run: Run[Scene], attempt: Attempt) -> None:
    """TC-7.4 attack ranged. Physical + Quick + ranged, no chrome, any spot, against defend; effect on physical."""
    hit(run, attempt, DEFEND)


def reckless(run: Run[Scene], attempt: Attempt) -> None:
    """TC-7.7 attack reckless. Physical + Daring + melee + chrome against defend; see `worsen_after`."""
    hit(run, attempt, DEFEND)


def ambush(run: Run[Scene], attempt: Attempt) -> None:
    """TC-7.6 ambush. Physical + Quiet + melee; an unaware target opposes with notice, else with defend."""
    hit(run, attempt, NOTICE if attempt.is_unaware else DEFEND)


def hit(run: Run[Scene], attempt: Attempt, defence: Defence) -> None:
    """An attack rolled and applied: the effect of a win, with an Enforcer's grip, or the price of a loss."""
    target = attempt.target
    if target is None:
        raise ValueError("an attack has a target")
    contested = contend(run, attempt, target, defence)
    if contested.outcome > 0:
        die = final_die(run.scene, attempt, contested)
        strike(run, attempt.actor, target, die, attempt.deed.track, attempt.harm, attempt.deed.clause)
        restrain_besides(run, attempt.actor, target)
    elif contested.outcome < 0:
        pay(run, attempt)


def is_unaware(scene: Scene, actor: Fighter, target: Fighter) -> bool:
    """TC-7.6 ambush: combat had not begun, the target was not engaged, or the actor is concealed."""
    return not scene.in_combat or not target.engaged or actor.concealed


def control_after_ambush(run: Run[Scene], actor: Fighter) -> None:
    """TC-7.6 ambush: won, and the actor's position becomes Controlled."""
    put(run, actor, CONTROLLED, "ambush", "TC-7.6")


def worsen_after_reckless(run: Run[Scene], actor: Fighter) -> None:
    """TC-7.7 attack reckless: won, tied or lost, the actor's position worsens one step."""
    worsen(run, actor, "reckless", "TC-7.7")
