"""CC-4 Energy: what a fighter can do beyond one Action and one Move."""

from __future__ import annotations

from typing import Any

from fireteam.cybercore.events import EnergyGranted, EnergyRegained, EnergySpent, GrindBurned, Spent
from fireteam.cybercore.sheet import CyberFighter
from fireteam.cybercore.state import CyberScene
from fireteam.kernel.events import Id
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.run import Run
from fireteam.kernel.scene import COMBAT

MOST_ACTIONS = 2
MOST_MOVES = 2
MOST_EXTRA = 9
"""CC-16.1 Fields of a fighter: extra Energy that can be held."""


def refuse_price(
    scene: CyberScene, one: CyberFighter, args: dict[str, Any], actions: int = 0, moves: int = 0, extra: int = 0
) -> Refusal | None:
    """CC-20.3 A turn: two Actions and two Moves at most, one Action while Staggered; CC-4.2 What it pays.

    Outside a fight nothing is spent.
    """
    if scene.phase is not COMBAT:
        return Refusal("nothing to pay", "CC-6.5") if "grind" in args else None
    if actions and one.actions_used >= MOST_ACTIONS:
        return Refusal("two Actions a turn at most", "CC-20.3")
    if actions and one.actions_used and one.is_staggered:
        return Refusal("staggered: one Action a turn", "CC-20.3")
    if moves and one.moves_used + moves > MOST_MOVES:
        return Refusal("two Moves a turn at most", "CC-20.3")
    cost = price(one, actions, moves, extra)
    on_grind = grind_share(args, cost)
    if "grind" in args:
        if cost == 0:
            return Refusal("nothing to pay", "CC-6.5")
        if one.grind < on_grind:
            return Refusal("not enough Grind", "CC-6.5")
    if cost - on_grind > one.energy_free:
        return Refusal(f"no Energy: {cost - on_grind} needed, {one.energy_free} free", "CC-4.2")
    return None


def price(one: CyberFighter, actions: int, moves: int, extra: int) -> int:
    """CC-4.2 What it pays. A second Action and a second Move cost 1 each, on top of what the verb itself costs."""
    cost = extra
    if actions and one.actions_used:
        cost += 1
    if moves and one.moves_used:
        cost += 1
    return cost


def grind_share(args: dict[str, Any], cost: int) -> int:
    """CC-6.5 Burn: pay Energy. `on grind` pays the whole cost, `on grind N` that much of it."""
    if "grind" not in args:
        return 0
    return min(int(args.get("grind_points", cost)), cost)


def spend(
    run: Run[CyberScene],
    one: CyberFighter,
    args: dict[str, Any],
    verb: str,
    actions: int = 0,
    moves: int = 0,
    extra: int = 0,
) -> None:
    """CC-4.2 What it pays. Uses up Actions and Moves, and Energy or Grind for what is not free."""
    if run.scene.phase is not COMBAT:
        return
    cost = price(one, actions, moves, extra)
    if cost:
        pay(run, one, cost, grind_share(args, cost), verb)
    run.happened(Spent(Id(one.id), one.actions_used + actions, one.moves_used + moves, verb if actions else ""))


def pay(run: Run[CyberScene], one: CyberFighter, cost: int, on_grind: int, why: str, dodges: int = 0) -> None:
    """CC-6.5 Burn: pay Energy, point for point with Grind as declared; CC-4.5 Extra Energy is spent first."""
    if on_grind:
        total = one.grind - on_grind
        run.happened(GrindBurned(Id(one.id), total, "energy", dodges=dodges, rule="CC-6.5"))
    amount = cost - on_grind
    if amount:
        temp = max(0, one.energy_temp - amount)
        to = one.energy - (amount - (one.energy_temp - temp))
        run.happened(EnergySpent(Id(one.id), amount, to, why, temp, dodges))


def regain(run: Run[CyberScene], one: CyberFighter, amount: int, why: str, rule: str) -> None:
    """CC-4.1 Maximum. Energy comes back up to the maximum."""
    to = min(one.energy_max, one.energy + amount)
    if to > one.energy:
        run.happened(EnergyRegained(Id(one.id), to - one.energy, to, why, rule))


def idle_turn(run: Run[CyberScene], one: CyberFighter) -> None:
    """CC-4.3 Regaining. A turn without Action, Move and dodge gives 1 Energy, or all by option; not while DOWN."""
    if one.energy < one.energy_max and one.is_up and not (one.actions_used or one.moves_used or one.dodged):
        amount = 1 if run.scene.options.idle_energy == "one" else one.energy_max
        regain(run, one, amount, "idle turn", "CC-4.3")


def refresh(run: Run[CyberScene]) -> None:
    """CC-4.4 Fresh into a fight. `start` fills everybody's Energy, unless option `fresh_energy` says otherwise."""
    if run.scene.options.fresh_energy:
        for one in run.scene.fighters.values():
            regain(run, one, one.energy_max, "fresh into the fight", "CC-4.4")


def refuse_gift(one: CyberFighter, amount: int) -> Refusal | None:
    """CC-4.5 Extra Energy. Extras have none; 9 points at most are held."""
    if one.extra:
        return Refusal(f"{one.id} has no Energy", "CC-4.5")
    if not 0 <= one.energy_temp + amount <= MOST_EXTRA:
        return Refusal(f"from 0 to {MOST_EXTRA} extra Energy", "CC-16.1")
    return None


def give(run: Run[CyberScene], one: CyberFighter, amount: int) -> None:
    """CC-4.5 Extra Energy. Help for one occasion, held beside the maximum."""
    run.happened(EnergyGranted(Id(one.id), amount, one.energy_temp + amount, "gm"))
