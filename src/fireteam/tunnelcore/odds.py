"""18 Odds: how what a command did is labelled, and the expected numbers."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from fireteam.kernel.actions import Command
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.ruleset import OddsRule
from fireteam.tunnelcore.action_mapping_reference.table import DEEDS
from fireteam.tunnelcore.dice_pool_basics.attempt import deed_key
from fireteam.tunnelcore.events.of_doom import DoomGrew
from fireteam.tunnelcore.events.of_fighters import Intercepted, StressChanged
from fireteam.tunnelcore.events.of_rolls import Effect, Opposed
from fireteam.tunnelcore.events.of_turns import Declared
from fireteam.tunnelcore.positions import CONTROLLED
from fireteam.tunnelcore.state import BOX_OF, POSITIONS

if TYPE_CHECKING:
    from fireteam.tunnelcore.state import Scene

WITHOUT_SIZE = frozenset({"flee", "hide", "scan", "medical", "stim"})
"""TC-18.1: actions whose success has no size."""

NOT_COVERED = frozenset({"roll", "note", "call"})


def own_roll(command: Command, events: Sequence[Any]) -> Opposed | None:
    """The comparison of the command's own roll, if it was made: not that of an intercept."""
    key = deed_key(command)
    for fact in events:
        if isinstance(fact, Opposed) and fact.who == command.actor and fact.verb == key:
            return fact
    return None


def label(command: Command, before: Scene, now: Scene, events: Sequence[Any]) -> str:
    """TC-18.1 Labels."""
    if any(isinstance(fact, Intercepted) and fact.who == command.actor for fact in events):
        return "intercepted"
    roll = own_roll(command, events)
    if roll is None:
        return "sure"
    if roll.outcome == "tie":
        return "tie"
    if roll.outcome == "win":
        die = _die(command.actor, events)
        return "win" if die is None or deed_key(command) in WITHOUT_SIZE else f"win d{die}"
    return _lost(command, now, roll, events)


def _die(winner: str | None, events: Sequence[Any]) -> int | None:
    return next((fact.die for fact in events if isinstance(fact, Effect) and fact.who == winner), None)


def _lost(command: Command, now: Scene, roll: Opposed, events: Sequence[Any]) -> str:
    """TC-18.1 Labels: the die of the price that is applied, the setback of a Controlled failure (also where one stands
    at d12 and cannot grow), or no price."""
    has_price = DEEDS[deed_key(command)].has_price and roll.target is not None and now.in_combat
    for fact in events:
        if isinstance(fact, Effect) and fact.who == roll.target and fact.target == command.actor:
            return f"lose d{fact.die}"
        if isinstance(fact, Declared) and fact.who == command.actor and fact.position == POSITIONS[CONTROLLED]:
            return "lose setback" if has_price else "lose"
    return "lose"


def expected(command: Command, before: Scene, now: Scene, events: Sequence[Any]) -> dict[str, int | Fraction]:
    """TC-18.1 Labels: the expected numbers of one way for the dice to fall."""
    roll = own_roll(command, events)
    actor = command.actor
    target = command.args.get("target", actor if command.action == "use" else None)
    hitches = ticks = steps = steps_taken = 0
    for fact in events:
        if isinstance(fact, DoomGrew) and fact.rule == "TC-1.7":
            hitches += len(fact.dice)
        elif isinstance(fact, Effect) and fact.who == actor and roll is not None:
            ticks += fact.ticks
        elif isinstance(fact, StressChanged):
            moved = BOX_OF[fact.to] - BOX_OF[fact.from_]
            if fact.who == target and (moved > 0 or fact.recovery):
                steps += moved
            if fact.who == actor and moved > 0:
                steps_taken += moved
    margin = 0 if roll is None else roll.margin
    return {"hitches": hitches, "margin": margin, "steps": steps, "steps_taken": steps_taken, "ticks": ticks}


def refuse(scene: Scene, command: Command) -> Refusal | None:
    """TC-18.1 Labels: odds are told of a fighter's actions."""
    from fireteam.tunnelcore.actions import ACTIONS

    action = ACTIONS.by_key[command.action]
    if action.by == "gm" or command.action in NOT_COVERED:
        return Refusal(f"{action.verb} has no odds: they are told of fighters' actions", "TC-18.1")
    return None


LABELS = (("win",), ("tie",), ("lose",), ("intercepted",), ("sure",))

ODDS = OddsRule(label, expected, until="effect", refuse=refuse, labels=LABELS)
