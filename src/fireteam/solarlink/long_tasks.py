"""Chapter 2, second half: tasks dearer than a turn, in combat and in calm."""

from __future__ import annotations

from fireteam.kernel.refusals import Refusal
from fireteam.kernel.scene import COMBAT
from fireteam.solarlink import insanity
from fireteam.solarlink.action_points import interrupted_by_prepared, is_long, maximum, spend, stirred
from fireteam.solarlink.events.turns import TaskBegan, TaskLost, TaskPaid
from fireteam.solarlink.ground_combat.falling import lose_task
from fireteam.solarlink.state import (
    UP,
    Insanity,
    SolarFighter,
    SolarRun,
    SolarScene,
)
from fireteam.solarlink.verb import Args, Verb

STEADY = 12
"""With `minute_pace` steady at most 6 AP go in per turn; in halves."""


def payment(scene: SolarScene, fighter: SolarFighter, owed: int) -> int:
    """SL-2.6 Long task. All AP the fighter has, up to what is still owed; with `minute_pace` steady at most 6."""
    found = min(fighter.ap, owed)
    return min(found, STEADY) if scene.options.minute_pace == "steady" else found


def begin(run: SolarRun, fighter: SolarFighter, verb: Verb, args: Args, line: str, cost: int) -> None:
    """SL-2.6 Long task. Begun with a first payment; when the last AP is paid the action happens."""
    paid = payment(run.scene, fighter, cost)
    spend(run, fighter, paid, verb.verb, stirred(run.scene, fighter, is_move=False))
    run.happened(TaskBegan(fighter.id, line, cost, paid))
    if interrupted_by_prepared(run, fighter) and paid >= cost:
        finish(run, fighter, verb, args)


def go_on(run: SolarRun, fighter: SolarFighter) -> None:
    """SL-2.6 Long task. Another payment, once per turn."""
    task = fighter.task
    if task is None:
        return
    paid = payment(run.scene, fighter, task.cost - task.paid)
    line, cost, done = task.command, task.cost, task.paid + paid
    spend(run, fighter, paid, "continue", stirred(run.scene, fighter, is_move=False))
    run.happened(TaskPaid(fighter.id, cost, done))
    if interrupted_by_prepared(run, fighter) and done >= cost:
        from fireteam.solarlink.actions import read_task

        found = read_task(line)
        if found is None:
            run.happened(TaskLost(fighter.id, "nobody knows how it went on"))
        else:
            finish(run, fighter, *found)


def finish(run: SolarRun, fighter: SolarFighter, verb: Verb, args: Args) -> None:
    """SL-2.7 End of a long task. The action happens at once, if it is still legal; otherwise the AP are lost.

    Who lost its mind while the time passed may do only what SL-6.3 leaves it.
    """
    refusal = None
    if fighter.insanity is not Insanity.NONE:
        refusal = insanity.refusal(run.scene, fighter, verb.verb, args)
    refusal = refusal or verb.refuse(run.scene, fighter, args)
    if refusal is not None:
        run.happened(TaskLost(fighter.id, refusal.reason))
    else:
        verb.effect(run, fighter, args)


def cycles_in_calm(scene: SolarScene, fighter: SolarFighter, cost: int) -> int:
    """SL-2.8 In calm. cost / maximum Cycles, rounded up, a maximum of 0 counting as 1; cost / 6 at a steady pace."""
    per_cycle = STEADY if scene.options.minute_pace == "steady" else max(2, maximum(fighter))
    return -(-cost // per_cycle)


def do_in_calm(run: SolarRun, fighter: SolarFighter, verb: Verb, args: Args, cost: int) -> None:
    """SL-2.8 In calm. AP are neither needed nor paid; a long task lets its time pass, then rolls.

    If the actor is no longer up by then, or the action no longer legal, the task is lost.
    """
    if verb.can_be_long and is_long(fighter, cost):
        from fireteam.solarlink.rest_and_time import let_pass

        let_pass(run, cycles_in_calm(run.scene, fighter, cost), fighter)
        if fighter.status is not UP:
            run.happened(TaskLost(fighter.id, f"{fighter.id} is {fighter.status}"))
            return
        finish(run, fighter, verb, args)
    else:
        verb.effect(run, fighter, args)


def busy_refusal(scene: SolarScene, fighter: SolarFighter, is_long_too: bool) -> Refusal | None:
    """SL-2.6 Long task. Until it is finished other verbs are refused; at a steady pace a paid turn is free."""
    task = fighter.task
    if task is None or scene.phase is not COMBAT:
        return None
    if scene.options.minute_pace == "steady" and task.paid_now and not is_long_too:
        return None
    return Refusal("busy with a long task: continue or abandon", "SL-2.6")


def _refuse_continue(scene: SolarScene, fighter: SolarFighter, args: Args) -> Refusal | None:
    if fighter.task is None:
        return Refusal("no long task is open", "SL-2.7")
    if fighter.task.paid_now:
        return Refusal("already paid this turn", "SL-2.7")
    return Refusal("needs AP to continue, has 0", "SL-2.6") if fighter.ap == 0 else None


def _continue(run: SolarRun, fighter: SolarFighter, args: Args) -> None:
    """SL-2.6 Long task. `continue` pays again."""
    go_on(run, fighter)


CONTINUE = Verb(
    verb="continue",
    clause="SL-2.6",
    summary="Pays for the long task under way.",
    refuse=_refuse_continue,
    shown_cost="what is owed",
    effect=_continue,
    has_odds=True,
    ignores_task=True,
    pays_itself=True,
)


def _refuse_abandon(scene: SolarScene, fighter: SolarFighter, args: Args) -> Refusal | None:
    return Refusal("no long task is open", "SL-2.7") if fighter.task is None else None


def _abandon(run: SolarRun, fighter: SolarFighter, args: Args) -> None:
    """SL-2.7 End of a long task. Abandoning it loses all that was paid."""
    lose_task(run, fighter, "abandoned")


ABANDON = Verb(
    verb="abandon",
    clause="SL-2.7",
    summary="Gives the long task up.",
    refuse=_refuse_abandon,
    shown_cost="0 AP",
    effect=_abandon,
    ignores_task=True,
)
