"""CC-8 Tension and Luck: the two pools that the whole table shares."""

from __future__ import annotations

from typing import Any

from fireteam.cybercore.events import (
    EarnersCleared,
    LuckChanged,
    Primed,
    SessionBegan,
    TensionAllocated,
    TensionChanged,
)
from fireteam.cybercore.sheet import CyberFighter
from fireteam.cybercore.state import CyberScene
from fireteam.kernel.events import Id
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.run import Run

MOST_DICE = 49
"""CC-1.4 Order of dice: the most Luck, and the most Tension, that one roll takes."""


def change_tension(run: Run[CyberScene], by: int, why: str, rule: str, allocated: int | None = None) -> None:
    """CC-8.1 Two pools. Tension never falls below 0, and an allocation is cut to the pool (CC-8.3)."""
    pools = run.scene.pools
    to = max(0, pools.tension + by)
    kept = min(pools.tension_allocated if allocated is None else allocated, to)
    if to != pools.tension or kept != pools.tension_allocated:
        run.happened(TensionChanged(to - pools.tension, to, why, kept, rule))


def change_luck(run: Run[CyberScene], by: int, why: str, rule: str, player: str | None = None) -> None:
    """CC-8.1 Two pools. Luck never falls below 0."""
    pools = run.scene.pools
    to = max(0, pools.luck + by)
    if to != pools.luck or player is not None:
        run.happened(LuckChanged(to - pools.luck, to, why, player, rule))


def after_natural(run: Run[CyberScene], one: CyberFighter, tension: int, is_critical: bool, is_calamity: bool) -> None:
    """CC-1.9 Player rolls and GM rolls. What a natural result does to the pools, after spent Tension has left."""
    if not one.is_player:
        if run.scene.options.gm_rolls == "gms":
            feed_by_gm(run, is_critical, is_calamity)
        return
    if tension:
        spend_tension(run, tension)
    if is_calamity:
        feed_tension(run)
    if is_critical:
        earn_luck(run, one)


def feed_tension(run: Run[CyberScene]) -> None:
    """CC-8.2 Calamities feed Tension. Each natural 1 to 5 on a player's d100 adds 1, whatever the roll was for."""
    change_tension(run, 1, "calamity", "CC-8.2")


def spend_tension(run: Run[CyberScene], amount: int) -> None:
    """CC-8.6 Spending Tension. The allocated points leave the pool, the allocation is 0."""
    change_tension(run, -amount, "spent", "CC-8.6", allocated=0)


def earn_luck(run: Run[CyberScene], one: CyberFighter) -> None:
    """CC-8.8 Earning Luck. The first natural 96 to 100 of a player in a session adds 1 Luck."""
    if one.player not in run.scene.pools.luck_earners:
        change_luck(run, 1, "critical", "CC-8.8", one.player)


def feed_by_gm(run: Run[CyberScene], is_critical: bool, is_calamity: bool) -> None:
    """CC-8.4 The GM switch. Inverted: a GM's critical feeds Tension, a GM's Calamity Luck."""
    if is_critical:
        change_tension(run, 1, "gm critical", "CC-8.4")
    if is_calamity:
        change_luck(run, 1, "gm calamity", "CC-8.4")


def refuse_allocation(scene: CyberScene, amount: int) -> Refusal | None:
    """CC-8.5 Allocating. From 0 to what the pool holds."""
    if amount > scene.pools.tension:
        return Refusal(f"only {scene.pools.tension} Tension in the pool", "CC-8.5")
    if amount < 0:
        return Refusal("at least 0", "CC-8.5")
    if amount > MOST_DICE:
        return Refusal(f"at most {MOST_DICE} on one roll", "CC-1.4")
    return None


def allocate(run: Run[CyberScene], amount: int) -> None:
    """CC-8.5 Allocating. Lays Tension against the next player roll; it can be changed until then."""
    run.happened(TensionAllocated(amount))


def grant(run: Run[CyberScene], args: dict[str, Any]) -> None:
    """CC-8.3 By hand. The GM adds or removes points of either pool."""
    if "tension" in args:
        change_tension(run, args["tension"], "gm", "CC-8.3")
    if "luck" in args:
        change_luck(run, args["luck"], "gm", "CC-8.3")


def clear_earners(run: Run[CyberScene]) -> None:
    """CC-8.8 Earning Luck. Empties the list of earners and leaves the pool."""
    run.happened(EarnersCleared())


def begin_session(run: Run[CyberScene]) -> None:
    """CC-8.7 Luck starts at 0. Tension stays unless option `tension_reset` says otherwise."""
    change_luck(run, -run.scene.pools.luck, "session", "CC-8.7")
    if run.scene.options.tension_reset:
        change_tension(run, -run.scene.pools.tension, "session", "CC-8.7", allocated=0)
    run.happened(SessionBegan())


def refuse_luck(scene: CyberScene, one: CyberFighter, amount: int, takes_luck: bool) -> Refusal | None:
    """CC-8.9 Spending Luck. What stands against declaring `amount` Luck."""
    if amount > scene.pools.luck:
        return Refusal(f"only {scene.pools.luck} Luck in the pool", "CC-8.9")
    if amount < 1:
        return Refusal("at least 1", "CC-8.9")
    if not takes_luck and not scene.options.luck_any_roll:
        return Refusal("Luck is for skill rolls", "CC-8.9")
    if not one.is_player:
        return Refusal("only player-controlled fighters", "CC-8.9")
    if one.primed.luck + amount > MOST_DICE:
        return Refusal(f"at most {MOST_DICE} on one roll", "CC-1.4")
    return None


def declare_luck(run: Run[CyberScene], one: CyberFighter, amount: int) -> None:
    """CC-8.9 Spending Luck. The pool falls at once, the points wait for the fighter's next skill roll."""
    change_luck(run, -amount, "spent", "CC-8.9")
    run.happened(Primed(Id(one.id), "luck", amount, one.primed.luck + amount, "CC-8.9"))
