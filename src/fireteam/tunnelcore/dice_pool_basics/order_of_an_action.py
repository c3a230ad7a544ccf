"""1 Dice pool basics: the order of an action."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from fireteam.kernel.events import Id
from fireteam.kernel.run import Run
from fireteam.tunnelcore import trauma, turns
from fireteam.tunnelcore.action_mapping_reference.bracing import brace
from fireteam.tunnelcore.action_mapping_reference.hiding import hide
from fireteam.tunnelcore.action_mapping_reference.perceiving import perceive, work
from fireteam.tunnelcore.action_mapping_reference.talking import deceive, intimidate, persuade
from fireteam.tunnelcore.combat_commands import attacks, flee, grapple, hacking, intercept, items, moving, scan, taunt
from fireteam.tunnelcore.doom_pool.spending import spend_after
from fireteam.tunnelcore.doom_pool.tower import world_event
from fireteam.tunnelcore.effect_dice.complications import end_hindering
from fireteam.tunnelcore.events.of_fighters import Revealed
from fireteam.tunnelcore.events.of_turns import Declared, TurnBegan, TurnEnded
from fireteam.tunnelcore.npc_behaviors import check_breach, check_intrusion, detain_for_harm, engage
from fireteam.tunnelcore.positions import CONTROLLED, base_of, count_failure, recount, recover
from fireteam.tunnelcore.state import POSITIONS

if TYPE_CHECKING:
    from fireteam.tunnelcore.dice_pool_basics.attempt import Attempt
    from fireteam.tunnelcore.state import Scene


def _taunt(run: Run[Scene], attempt: Attempt) -> None:
    taunt.taunt(run, attempt)


def _yield(run: Run[Scene], attempt: Attempt) -> None:
    trauma.give_up(run, attempt.actor)


RESOLVERS: dict[str, Callable[[Run[Scene], Attempt], None]] = {
    "attack": attacks.attack,
    "ranged": attacks.ranged,
    "ambush": attacks.ambush,
    "reckless": attacks.reckless,
    "flee": flee.flee,
    "grapple": grapple.grapple,
    "intercept": intercept.ready,
    "defend": brace,
    "resist": brace,
    "hide": hide,
    "hack": hacking.hack,
    "quickhack": hacking.quickhack,
    "scan": scan.scan,
    "taunt": _taunt,
    "intimidate": intimidate,
    "persuade": persuade,
    "deceive": deceive,
    "perceive": perceive,
    "work": work,
    "medical": items.medical,
    "stim": items.stim,
    "emp": items.emp,
    "smoke": items.smoke,
    "move": moving.move,
    "yield": _yield,
}
"""What each action of TC-9.1 does at steps 5 and 6."""


def perform(run: Run[Scene], attempt: Attempt, *, takes_turn: bool) -> None:
    """TC-1.14 The order of an action, steps 2 to 15. Step 1 is the check that came before (chapter 13).

    `takes_turn` is false for interrupts; outside combat nothing takes a turn, but for the action that opens one. The
    turn of an NPC that was called on has begun already (TC-14.3).
    """
    scene = run.scene
    actor = attempt.actor
    is_opening = begin(run, attempt)
    fought = scene.in_combat
    takes_turn = takes_turn and fought
    clause = "TC-14.2" if actor.is_player else "TC-14.3"
    if takes_turn and scene.acting != actor.id and (run.logs or not actor.is_player):
        run.happened(TurnBegan(Id(actor.id), clause))
    declare(run, attempt)
    if attempt.deed.triggers_intercepts:
        intercept.meet_intercepts(run, attempt)
    if not attempt.is_cancelled:
        RESOLVERS[attempt.deed.key](run, attempt)
    run.passed("effect")
    if scene.in_combat:
        recount(run)
    if attempt.contested is not None and actor.active and not attempt.is_cancelled:
        aftermath(run, attempt)
    if attempt.deed.is_hostile and actor.concealed:
        run.happened(Revealed(Id(actor.id), "TC-9.3", concealed=True))
    if attempt.harm.detains:
        detain_for_harm(run, attempt)
    world_event(run, attempt.harm)
    if not fought or not scene.in_combat or turns.end_if_decided(run):
        return
    if is_opening:
        turns.flee_at_once(run)
    if actor.is_player and not attempt.is_cancelled and scene.in_combat:
        spend_after(run, actor)
    if takes_turn and scene.in_combat:
        run.happened(TurnEnded(Id(actor.id), clause))


def begin(run: Run[Scene], attempt: Attempt) -> bool:
    """TC-1.14 The order of an action, step 2. A hostile action begins combat outside it, and engages its target."""
    target = attempt.target
    if not attempt.deed.is_hostile or target is None:
        return False
    if attempt.deed.key == "ambush":
        attempt.is_unaware = attacks.is_unaware(run.scene, attempt.actor, target)
    if not run.scene.in_combat:
        turns.open_combat(run, attempt.actor, target)
        return True
    if not target.engaged:
        engage(run, target)
    return False


def declare(run: Run[Scene], attempt: Attempt) -> None:
    """TC-1.14 The order of an action, step 3. Position and base are read; guard and readied intercept end; a hostile
    action is remembered by its target; breach check, intruder check."""
    actor, deed, target = attempt.actor, attempt.deed, attempt.target
    attempt.position = actor.position
    attempt.had_ground = actor.position != CONTROLLED and base_of(run.scene, actor) == CONTROLLED
    if attempt.is_unaware and run.scene.options.ambush_controlled:
        attempt.position = CONTROLLED
    run.happened(
        Declared(
            Id(actor.id),
            deed.key,
            None if target is None else Id(target.id),
            POSITIONS[attempt.position],
            deed.is_hostile,
            deed.clause,
        )
    )
    if actor.is_player:
        check_breach(run, attempt)
        check_intrusion(run, attempt)


def aftermath(run: Run[Scene], attempt: Attempt) -> None:
    """TC-1.14 The order of an action, step 8. Complications end, position recovery, ambush and taunt, reckless,
    failure count."""
    actor, key, won = attempt.actor, attempt.deed.key, attempt.won
    if won:
        if actor.complications:
            end_hindering(run, actor, attempt.attribute, key)
        if attempt.had_ground:
            recover(run, actor, had_ground=True)
        if key == "ambush":
            attacks.control_after_ambush(run, actor)
        elif key == "taunt" and attempt.target is not None:
            taunt.drag_down(run, attempt.target)
    if key == "reckless":
        attacks.worsen_after_reckless(run, actor)
    count_failure(run, actor, won=won)
