"""19 Odds: what each command's outcome is called, and its expected numbers."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from fireteam.kernel.actions import Command
from fireteam.kernel.events import Event
from fireteam.kernel.ruleset import OddsRule
from fireteam.wonderland import decisions
from fireteam.wonderland.combat_moves.attack import CRITICAL, MISS
from fireteam.wonderland.combat_moves.fight import is_down
from fireteam.wonderland.events.fighting import (
    Attacked,
    Damaged,
    Deflected,
    Healed,
    Rolled,
    VehicleDamaged,
    VehicleRepaired,
)
from fireteam.wonderland.events.gm import TrapSprung
from fireteam.wonderland.events.moves import Enraged, Flight, Spared
from fireteam.wonderland.events.moves import Fled as FledEvent
from fireteam.wonderland.state import PC, Scene

ANALYSES = {"fail": "nothing", "unfortunate": "hint", "total": "answer"}
DEFLECTIONS = {"none": "full", "half": "halved", "all": "nothing"}
WORST = ("nothing", "sprung", "critical")
DONE = "done"


def label(command: Command, before: Scene, now: Scene, events: Sequence[Event]) -> str:
    """What came of a command, in the words of the Odds chapter."""
    kind = command.action
    if kind in ("try", "repair", "aid", "analyze", "roll"):
        band = next(str(one.band) for one in events if isinstance(one, Rolled))
        return ANALYSES[band] if kind == "analyze" else band
    if kind == "pacify":
        return label_of_pacify(command, events)
    if kind == "fight" and command.args.get("times", 1) > 1:
        hits = sum(isinstance(one, Attacked) and one.result != MISS for one in events)
        return f"{hits} hits"
    if kind in ("fight", "ram"):
        return label_of_attack(command, before, events)
    if kind == "flee":
        flight = next(one for one in events if isinstance(one, Flight))
        return "failed" if not flight.escaped else "pursued" if flight.pursuit else "clean"
    if kind == "trap":
        return max((one.result for one in events if isinstance(one, TrapSprung)), key=WORST.index)
    return DONE


def label_of_pacify(command: Command, events: Sequence[Event]) -> str:
    """Enraged, pacified if all names were spared, else no effect."""
    if any(isinstance(one, Enraged) for one in events):
        return "enraged"
    names = len(command.args.get("names") or [command.actor])
    return "pacified" if sum(isinstance(one, Spared) for one in events) == names else "no effect"


def first_target(command: Command) -> str:
    """The first declared target of a fight or ram."""
    return str(command.args["targets"][0] if command.action == "fight" else command.args["target"])


def label_of_attack(command: Command, before: Scene, events: Sequence[Event]) -> str:
    """Miss, hit, critical; between player characters by what the first declared target suffers."""
    result = next(one.result for one in events if isinstance(one, Attacked))
    target = before.fighters.get(first_target(command))
    attacker = before.fighters[str(command.actor)]
    if result in (MISS, CRITICAL) or target is None or target.kind is not PC or attacker.kind is not PC:
        return result
    deflection = next((one.result for one in events if isinstance(one, Deflected) and one.who == target.id), "none")
    return DEFLECTIONS[deflection]


def expected(command: Command, before: Scene, now: Scene, events: Sequence[Event]) -> dict[str, int | Fraction]:
    """The numbers that the Odds chapter asks for, as they came out this time."""
    kind = command.action
    if kind == "repair":
        return {"healed": sum(one.amount for one in events if isinstance(one, VehicleRepaired))}
    if kind == "aid":
        return {"healed": sum(one.amount for one in events if isinstance(one, Healed))}
    if kind == "pacify":
        return {"damage": sum(one.amount for one in events if isinstance(one, Damaged) and one.who == command.actor)}
    if kind in ("fight", "ram"):
        return {"damage": damage_dealt(events), "down": int(is_down(now, first_target(command)))}
    if kind == "flee":
        return {"away": got_away(events)}
    if kind == "trap":
        return {"damage": damage_dealt(events)}
    if kind == "roll":
        return {"total": next(one.total for one in events if isinstance(one, Rolled))}
    return {}


def damage_dealt(events: Sequence[Event]) -> int:
    """HP lost by all fighters and vehicles."""
    return sum(one.amount for one in events if isinstance(one, Damaged | VehicleDamaged))


def got_away(events: Sequence[Event]) -> int:
    """Members of the party that get away by their own roll."""
    flight = next(one for one in events if isinstance(one, Flight))
    fled = next((one for one in events if isinstance(one, FledEvent) and not one.consequence), None)
    return sum(who in flight.party for who in fled.who) if fled is not None else 0


LABELS = (
    ("critical", "total", "answer", "pacified", "2"),
    ("hit", "full", "clean", "1"),
    ("halved", "unfortunate", "hint", "sprung", "pursued", "3"),
    ("enraged", "4"),
    ("nothing", "5"),
    ("miss", "fail", "failed", "no", "0", "done"),
)

ODDS = OddsRule(label, expected, until=decisions.DONE, labels=LABELS)
