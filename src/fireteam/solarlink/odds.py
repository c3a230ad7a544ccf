"""Chapter 24: how what a command did is labelled, and which numbers are expected."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from fireteam.kernel.actions import Command
from fireteam.kernel.ruleset import OddsRule
from fireteam.kernel.scene import COMBAT
from fireteam.solarlink.actions import RESOLVED
from fireteam.solarlink.state import (
    DEAD,
    OUT,
    UP,
    SolarFighter,
    SolarScene,
)
from fireteam.solarlink.verb import Args

DONE, INTERRUPTED = "done", "interrupted"
CHECKS = frozenset({"treat", "delay", "focus", "grapple", "free", "repair", "overcharge", "roll", "act"})
"""Commands labelled `success` or `failure`, with the total expected."""
STRIKES = {"attack": "attacked", "fire": "fired"}
NOT_OWN = frozenset({"parry", "attack", "damage", "daze"})

Events = Sequence[Any]


def _acted_upon(command: Command, before: SolarScene) -> tuple[str, Args]:
    """The verb and the words that take effect: those of the task, where a command goes on with one."""
    if command.action == "continue":
        from fireteam.solarlink.actions import read_task

        task = before.fighters[str(command.actor)].task
        found = read_task(task.command) if task is not None else None
        if found is not None:
            return found[0].verb, found[1]
    return command.action, command.args


def _is_interrupted(command: Command, before: SolarScene, now: SolarScene, events: Events, verb: str) -> bool:
    """SL-24.1 Labels. A prepared attack has taken the actor out before its action."""
    if command.actor is None or before.phase is not COMBAT:
        return False
    if now.fighters[command.actor].status is UP:
        return False
    own = STRIKES.get(verb)
    if own is not None:
        return not any(fact.type == own and fact.who == command.actor for fact in events)
    return any(fact.type == "attacked" and fact.target == command.actor for fact in events)


def label(command: Command, before: SolarScene, now: SolarScene, events: Events) -> str:
    """SL-24.1 Labels. Tried from the left; the first that fits is taken."""
    verb, args = _acted_upon(command, before)
    if _is_interrupted(command, before, now, events, verb):
        return INTERRUPTED
    if verb in STRIKES:
        return _strike_label(command, verb, args, before, now, events)
    if verb in CHECKS or verb == "evade":
        rolled = own_roll(command, events)
        if rolled is None or rolled.success is None:
            return DONE
        if verb == "evade":
            return _evade_label(rolled.total)
        return "success" if rolled.success else "failure"
    if verb == "use" and any(fact.type == "healed" for fact in events):
        return "woke" if any(fact.type == "woke" for fact in events) else "healed"
    if verb == "move" and any(fact.type == "rolled" and fact.purpose == "footing" for fact in events):
        return "slipped" if any(fact.type == "slipped" for fact in events) else "moved"
    return DONE


def _evade_label(total: int) -> str:
    from fireteam.solarlink.space_combat.piloting import EVADE_DIFFICULTY, EVADE_WELL

    if total < EVADE_DIFFICULTY:
        return "failure"
    return "evading_4" if total >= EVADE_WELL else "evading_2"


def own_roll(command: Command, events: Events) -> Any:
    """The roll that the command itself made: the last of the actor's, apart from those of prepared attacks."""
    found = None
    for fact in events:
        if fact.type != "rolled" or fact.purpose in NOT_OWN:
            continue
        if command.actor is None or fact.who == command.actor:
            found = fact
    return found


def _strike_label(command: Command, verb: str, args: Args, before: SolarScene, now: SolarScene, events: Events) -> str:
    """SL-24.1 Labels. What an attack or a shot did to the one named."""
    made = None
    for fact in events:
        if fact.type == STRIKES[verb] and fact.who == command.actor and fact.target == args["target"]:
            made = fact
    if made is None:
        return DONE
    if made.result != "hit":
        return str(made.result)
    if args["target"] not in before.fighters:
        return _vessel_label(before, now, args["target"])
    was, is_ = before.fighters[args["target"]], now.fighters[args["target"]]
    if is_.status is DEAD:
        return "dead"
    if was.status is UP and is_.status is OUT:
        return "out"
    return "hurt" if is_.hp < was.hp or is_.dhp < was.dhp else "no_damage"


def _vessel_label(before: SolarScene, now: SolarScene, id: str) -> str:
    was, is_ = before.vehicles[id], now.vehicles[id]
    if is_.status != was.status:
        return "wrecked"
    return "damaged" if is_.dhp < was.dhp else "no_damage"


def expected(command: Command, before: SolarScene, now: SolarScene, events: Events) -> dict[str, int | Fraction]:
    """SL-24.1 Labels. The numbers whose means are told, by command."""
    verb, args = _acted_upon(command, before)
    if verb in STRIKES:
        return _strike_numbers(args["target"], before, now)
    if verb in CHECKS or verb == "evade":
        rolled = own_roll(command, events)
        return {} if rolled is None or rolled.success is None else {"total": rolled.total}
    if verb == "use" and args.get("item") == "stim":
        patient = str(args.get("on", command.actor))
        return {"hp": now.fighters[patient].hp - before.fighters[patient].hp}
    return {}


def _strike_numbers(target: str, before: SolarScene, now: SolarScene) -> dict[str, int | Fraction]:
    if target not in before.fighters:
        return {"dhp": before.vehicles[target].dhp - now.vehicles[target].dhp}
    was: SolarFighter = before.fighters[target]
    is_: SolarFighter = now.fighters[target]
    return {"hp": was.hp - is_.hp, "dhp": was.dhp - is_.dhp, "wounds": is_.wounds - was.wounds}


LABELS = (
    ("dead", "wrecked", "woke", "evading_4"),
    ("out", "evading_2"),
    ("hurt", "damaged", "success", "healed", "moved"),
    ("parried", "slipped"),
    ("no_damage", "interrupted"),
    ("miss", "failure", "done"),
)

ODDS = OddsRule(label, expected, until=RESOLVED, labels=LABELS)
"""SL-24.1 Labels. Decisions take their defaults."""
