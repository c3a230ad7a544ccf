"""How a chapter declares a verb: what refuses it, what it costs, what it does. `actions` makes the kernel's actions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from fireteam.kernel.actions import Extra, Slot
from fireteam.kernel.refusals import Refusal
from fireteam.solarlink.state import SolarFighter, SolarRun, SolarScene

Args = dict[str, Any]
Refuse = Callable[[SolarScene, SolarFighter, Args], Refusal | None]
Cost = Callable[[SolarScene, SolarFighter, Args], int]
Effect = Callable[[SolarRun, SolarFighter, Args], None]
Offers = Callable[[SolarScene, SolarFighter], Iterable[Args]]


def free(scene: SolarScene, fighter: SolarFighter, args: Args) -> int:
    """No cost."""
    return 0


def costs(ap: int) -> Cost:
    """A fixed cost, given in AP."""
    return lambda scene, fighter, args: 2 * ap


def once(scene: SolarScene, fighter: SolarFighter) -> Iterable[Args]:
    """One offer, with nothing to say."""
    return ({},)


def never(scene: SolarScene, fighter: SolarFighter, args: Args) -> Refusal | None:
    """No refusal of its own."""
    return None


@dataclass(slots=True, frozen=True)
class Verb:
    """A verb of fighters.

    `refuse` gives the verb's own refusals in the order of its clause, and puts ids and keys where names were typed;
    `cost` is in halves of AP; `effect` comes after the payment. A verb with `resolve` sees to payment itself.
    `in_calm`: also legal outside combat. `ignores_task`: also legal while a long task is open (SL-2.6).
    `keeps_followup`: it is what may follow an attack, so paying for it does not end that (SL-14.5).
    """

    verb: str
    clause: str
    summary: str
    effect: Effect
    refuse: Refuse = never
    cost: Cost = free
    shown_cost: str = ""
    in_calm: bool = False
    has_odds: bool = False
    hostile: bool = False
    can_be_long: bool = True
    keeps_followup: bool = False
    ignores_task: bool = False
    slots: tuple[Slot, ...] = ()
    extras: tuple[Extra, ...] = ()
    offers: Offers = once
    pays_itself: bool = False
