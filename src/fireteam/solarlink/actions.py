"""Chapter 19: the verbs, and the order in which a command is checked."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache, partial

from fireteam.kernel.actions import Action, Actions, Command
from fireteam.kernel.grammar import read_args, write_command
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.scene import COMBAT, OVER
from fireteam.solarlink import game_master, gm_and_order, insanity, long_tasks, rest_and_time, turns
from fireteam.solarlink.action_points import is_long, pay, too_dear
from fireteam.solarlink.actions_and_movement import COVER, DROP, MOVE, STAND
from fireteam.solarlink.bare_rolls import ACT, ROLL, SAY
from fireteam.solarlink.dizzy import FOCUS
from fireteam.solarlink.ground_combat.aim import AIM
from fireteam.solarlink.ground_combat.attacking import ATTACK
from fireteam.solarlink.ground_combat.items import USE
from fireteam.solarlink.ground_combat.prepared import PREPARE
from fireteam.solarlink.maneuvers import AURA, BLADE_DANCE, BLAST_BACK, EXPLAIN, JOSTLE
from fireteam.solarlink.open_wounds import DELAY, TREAT
from fireteam.solarlink.space_combat.boarding import BOARD, DISEMBARK
from fireteam.solarlink.space_combat.engineering import OVERCHARGE, REPAIR
from fireteam.solarlink.space_combat.gunnery import FIRE
from fireteam.solarlink.space_combat.piloting import BURN, ESCAPE, EVADE, FREE, GRAPPLE
from fireteam.solarlink.space_combat.stations import CREW, LEAVE
from fireteam.solarlink.state import (
    UP,
    Insanity,
    SolarFighter,
    SolarRun,
    SolarScene,
)
from fireteam.solarlink.verb import Args, Verb

RESOLVED = "resolved"
"""The milestone after a command's own effect: exact odds stop here."""

VERBS = (
    ATTACK,
    AIM,
    PREPARE,
    MOVE,
    STAND,
    DROP,
    COVER,
    TREAT,
    DELAY,
    FOCUS,
    USE,
    ACT,
    AURA,
    EXPLAIN,
    JOSTLE,
    BLADE_DANCE,
    BLAST_BACK,
    long_tasks.CONTINUE,
    long_tasks.ABANDON,
    CREW,
    LEAVE,
    BOARD,
    DISEMBARK,
    BURN,
    EVADE,
    GRAPPLE,
    FREE,
    ESCAPE,
    FIRE,
    REPAIR,
    OVERCHARGE,
)
"""SL-19.1 Verbs. What fighters do, in listing order."""


def actor_for(scene: SolarScene, action: Action) -> str | Refusal:
    """SL-19.1 Verbs. Whoever has the turn acts when nobody is named."""
    return scene.acting or Refusal("name who acts", "SL-19.1")


def whose_turn_refusal(scene: SolarScene, fighter: SolarFighter) -> Refusal | None:
    """SL-19.1 Verbs. The first checks: the fight is over, another's turn, not up."""
    if scene.phase is OVER:
        return Refusal("the fight is over", "SL-19.1")
    if scene.phase is COMBAT and scene.acting != fighter.id:
        acting = scene.fighters.get(scene.acting or "")
        if acting is None or (acting.hidden and fighter.is_player):
            return Refusal("it is another's turn", "SL-19.1")
        return Refusal(f"it is {acting.id}'s turn", "SL-19.1")
    if fighter.status is not UP:
        return Refusal(f"{fighter.id} is {fighter.status}", "SL-19.1")
    return None


def check_verb(verb: Verb, scene: SolarScene, command: Command) -> Refusal | None:
    """SL-19.1 Verbs. The order of checks: turn, status, combat, insanity, an open task, the verb's own, AP."""
    fighter = scene.fighters[str(command.actor)]
    refusal = whose_turn_refusal(scene, fighter)
    if refusal is not None:
        return refusal
    if not verb.in_calm and scene.phase is not COMBAT:
        return Refusal("only in combat", "SL-19.1")
    args = command.args
    if fighter.insanity is not Insanity.NONE and verb is not long_tasks.ABANDON:
        refusal = insanity.refusal(scene, fighter, verb.verb, args)
        if refusal is not None:
            return refusal
    task = fighter.task
    if task is not None and not verb.ignores_task:
        refusal = long_tasks.busy_refusal(scene, fighter, is_long_too=False)
        if refusal is not None:
            return refusal
    refusal = verb.refuse(scene, fighter, args)
    if refusal is not None or verb.pays_itself:
        return refusal
    cost = verb.cost(scene, fighter, args)
    if task is not None and not verb.ignores_task and verb.can_be_long and is_long(fighter, cost):
        return long_tasks.busy_refusal(scene, fighter, is_long_too=True)
    return too_dear(scene, fighter, cost, verb.can_be_long) if cost else None


def resolve_verb(verb: Verb, run: SolarRun, command: Command) -> None:
    """SL-2.1 AP and actions. The cost is paid before the attempt; a cost above the maximum makes a long task."""
    if not verb.has_odds:
        run.passed(RESOLVED)
    fighter, args = run.scene.fighters[str(command.actor)], command.args
    if verb.pays_itself:
        verb.effect(run, fighter, args)
    else:
        cost = verb.cost(run.scene, fighter, args)
        if run.scene.phase is not COMBAT:
            long_tasks.do_in_calm(run, fighter, verb, args, cost)
        elif verb.can_be_long and is_long(fighter, cost):
            long_tasks.begin(run, fighter, verb, args, written(verb, args), cost)
        elif pay(run, fighter, cost, verb.verb, is_move=False, keeps_followup=verb.keeps_followup):
            verb.effect(run, fighter, args)
    run.passed(RESOLVED)


def written(verb: Verb, args: Args) -> str:
    """A command without its actor, as a long task keeps it."""
    return write_command(actions().by_key[verb.verb], Command(verb.verb, None, args))


def read_task(line: str) -> tuple[Verb, Args] | None:
    """The verb and the words of a long task."""
    word, _, words = line.partition(" ")
    verb = next((verb for verb in VERBS if verb.verb == word), None)
    if verb is None:
        return None
    args = read_args(actions().by_key[word], words)
    return None if isinstance(args, Refusal) else (verb, args)


def _offers(verb: Verb, scene: SolarScene, actor: str) -> Iterable[Args]:
    fighter = scene.fighters[actor]
    if whose_turn_refusal(scene, fighter) is not None:
        return ()
    return verb.offers(scene, fighter)


def action_of(verb: Verb) -> Action:
    """The kernel's action for a verb."""
    return Action(
        key=verb.verb,
        verb=verb.verb,
        clause=verb.clause,
        summary=verb.summary,
        resolve=partial(resolve_verb, verb),
        check=partial(check_verb, verb),
        slots=verb.slots,
        extras=verb.extras,
        offers=partial(_offers, verb),
        costs=verb.shown_cost,
        hostile=verb.hostile,
    )


def _check_pass(scene: SolarScene, command: Command) -> Refusal | None:
    """SL-20.3 Start and course of a turn. In combat, in the own turn; never kept by insanity or a task."""
    refusal = whose_turn_refusal(scene, scene.fighters[str(command.actor)])
    if refusal is not None or scene.phase is COMBAT:
        return refusal
    return Refusal("only in combat", "SL-19.1")


def _pass(run: SolarRun, command: Command) -> None:
    """SL-20.3 Start and course of a turn. The turn ends."""
    run.passed(RESOLVED)
    turns.finish_turn(run)


PASS = Action(
    key="pass",
    verb="pass",
    clause="SL-20.3",
    summary="Ends the turn.",
    resolve=_pass,
    check=_check_pass,
    costs="0 AP",
    offers=lambda scene, actor: [{}],
)


def _undecided_by_dice(action: Action) -> Action:
    """SL-24.1 Labels. The game master's commands have no odds: their run stops before any die."""
    resolve = action.resolve

    def marked(run: SolarRun, command: Command) -> None:
        run.passed(RESOLVED)
        resolve(run, command)

    return replace(action, resolve=marked)


@cache
def actions() -> Actions:
    """SL-19.1 Verbs. All verbs, in listing order."""
    by_gm = (*gm_and_order.ACTIONS, *rest_and_time.ACTIONS, *game_master.ACTIONS)
    return Actions([*map(action_of, VERBS), SAY, ROLL, PASS, *map(_undecided_by_dice, by_gm)])
