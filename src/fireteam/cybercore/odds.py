"""CC-24 Odds: what an exact answer calls its outcomes, and which numbers it expects."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from fireteam.cybercore.sheet import Status
from fireteam.cybercore.state import CyberScene
from fireteam.kernel.actions import Command
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.ruleset import OddsRule

ATTACKS = ("attack", "charge")
ROLLS = {
    "save": "save",
    "check": "check",
    "triage": "triage",
    "repair": "repair",
    "exhaust": "exhaustion",
}
"""CC-24.1 Labels. Commands whose label is the outcome of their roll, with its purpose."""
NOT_COVERED = ("start", "pass", "next", "sweep")


def label(command: Command, before: CyberScene, now: CyberScene, events: Sequence[Any]) -> str:
    """CC-24.1 Labels. The first label that fits, for the named target."""
    if command.action in ATTACKS:
        return attack_label(command, before, now, events)
    if command.action == "pin":
        return pin_label(command, events)
    if command.action in ROLLS:
        return str(own_roll(command, events).outcome)
    if command.action == "cope":
        return next(str(fact.bill) for fact in events if fact.type == "coped")
    if command.action == "roll" and has_tl(command):
        return str(next(fact.outcome for fact in events if fact.type == "rolled"))
    return "done"


def has_tl(command: Command) -> bool:
    """Whether a bare roll is compared with a TL."""
    return "tl" in command.args or "step" in command.args


def attack_label(command: Command, before: CyberScene, now: CyberScene, events: Sequence[Any]) -> str:
    """CC-24.1 Labels. `attack` and `charge`: down, marked, absorbed, dodged, backfire, missed."""
    target = command.args["target"]
    was, one = before.fighters[target], now.fighters[target]
    if one.status is not was.status and one.status in (Status.DOWN, Status.DEAD):
        return "down"
    if one.hits > was.hits:
        return "marked"
    mine = [fact for fact in events if getattr(fact, "target", None) == target]
    if any(fact.type == "landed" for fact in mine):
        return "absorbed"
    if any(fact.type == "dodged" and fact.who == target for fact in events):
        return "dodged"
    return "backfire" if any(fact.type == "missed" and fact.why == "backfire" for fact in mine) else "missed"


def pin_label(command: Command, events: Sequence[Any]) -> str:
    """CC-24.1 Labels. `pin`: pinned, ignored (by Grind), backfire, missed."""
    target = command.args["target"]
    if any(fact.type == "landed" and fact.target == target for fact in events):
        is_ignored = any(fact.type == "grind_burned" and fact.use == "hit" for fact in events)
        return "ignored" if is_ignored else "pinned"
    return "backfire" if any(fact.type == "missed" and fact.why == "backfire" for fact in events) else "missed"


def own_roll(command: Command, events: Sequence[Any]) -> Any:
    """The roll that a command is about: of several names in `exhaust`, the first."""
    purpose = ROLLS[command.action]
    return next(fact for fact in events if fact.type == "rolled" and fact.purpose == purpose)


def expected(command: Command, before: CyberScene, now: CyberScene, events: Sequence[Any]) -> dict[str, int | Fraction]:
    """CC-24.1 Labels. The expected numbers of a command: boxes marked, the total, the change of the pools."""
    pools: dict[str, int | Fraction] = {
        "tension": now.pools.tension - before.pools.tension,
        "luck": now.pools.luck - before.pools.luck,
    }
    if command.action in ATTACKS:
        target = command.args["target"]
        return {
            "hits": max(0, now.fighters[target].hits - before.fighters[target].hits),
            "hits_all": sum(max(0, one.hits - before.fighters[id].hits) for id, one in now.fighters.items()),
            **pools,
        }
    if command.action == "pin":
        return pools
    if command.action in ROLLS:
        return {"total": own_roll(command, events).total, **pools}
    if command.action == "roll" and has_tl(command):
        return {"total": next(fact.total for fact in events if fact.type == "rolled")}
    return {}


def refuse(scene: CyberScene, command: Command) -> Refusal | None:
    """CC-24.1 Labels. `start`, `pass`, `next` and `sweep` are refused."""
    return Refusal("odds are for one action", "CC-24.1") if command.action in NOT_COVERED else None


LABELS = (
    ("down", "critical", "debt"),
    ("marked", "pinned", "success", "brawl"),
    ("absorbed", "ignored", "secret"),
    ("dodged", "favour"),
    ("backfire", "calamity", "hangover"),
    ("missed", "failure", "none", "done"),
)

ODDS = OddsRule(label, expected, refuse=refuse, labels=LABELS)
"""CC-24.1 Labels. Fighters that run themselves answer by their behaviours (`decisions.ask`), the others by default."""
