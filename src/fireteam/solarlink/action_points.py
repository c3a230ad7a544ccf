"""Chapter 2, first half: what AP are, when they come, and paying them."""

from __future__ import annotations

from fireteam.kernel.refusals import Refusal
from fireteam.kernel.scene import COMBAT
from fireteam.solarlink.content import CELERITY
from fireteam.solarlink.events.changes import Changes
from fireteam.solarlink.events.turns import ApSpent
from fireteam.solarlink.rolls import attribute
from fireteam.solarlink.state import (
    UP,
    SolarFighter,
    SolarRun,
    SolarScene,
)

AP_BASE = 12


def maximum(fighter: SolarFighter) -> int:
    """SL-2.2 Regaining AP. 12 + Celerity of this moment, at least 0; in halves."""
    found = AP_BASE + attribute(fighter, CELERITY)
    return 2 * found if found > 0 else 0


def regained(scene: SolarScene, fighter: SolarFighter, is_extra: bool) -> int:
    """SL-2.3 Once a Cycle. What one who is up has at the start of a turn: set, not added.

    An extra turn gives none.

    SL-2.4 Outside the own turn. What was left at the end of the turn before has served for parries until now.
    """
    return fighter.ap if is_extra else maximum(fighter)


def is_long(fighter: SolarFighter, cost: int) -> bool:
    """SL-2.5 Too dear. A cost above the maximum makes a long task."""
    return cost > maximum(fighter)


def shown(halves: int) -> str:
    """SL-2.1 AP and actions. Kept exactly in steps of 0.5 and printed as `10.5`."""
    return str(halves // 2) if halves % 2 == 0 else f"{halves / 2}"


def too_dear(scene: SolarScene, fighter: SolarFighter, cost: int, can_be_long: bool) -> Refusal | None:
    """SL-2.5 Too dear. What costs more AP than the fighter has, unless it is above the maximum: a long task."""
    if scene.phase is not COMBAT:
        return None
    if can_be_long and is_long(fighter, cost):
        if fighter.ap == 0:
            return Refusal("needs AP to begin, has 0", "SL-2.6")
        return None
    if cost > fighter.ap:
        return Refusal(f"needs {shown(cost)} AP, has {shown(fighter.ap)}", "SL-2.5")
    return None


def stirred(scene: SolarScene, fighter: SolarFighter, is_move: bool = True, keeps_followup: bool = False) -> Changes:
    """What any verb of its own does to a fighter in combat: busy (SL-7.5), no follow-up any more (SL-14.5).

    Paying for anything but a move also breaks a run (SL-12.2).
    """
    changes = Changes()
    if scene.phase is not COMBAT:
        return changes
    path = f"fighters.{fighter.id}."
    if not fighter.busy:
        changes[path + "busy"] = True
    if fighter.moving and not is_move:
        changes[path + "moving"] = False
    if fighter.followup is not None and not keeps_followup:
        changes[path + "followup"] = None
        changes[path + "followup_from"] = None
    return changes


def pay(run: SolarRun, fighter: SolarFighter, cost: int, what: str, is_move: bool, keeps_followup: bool) -> bool:
    """SL-2.1 AP and actions. Paid before the attempt; then attacks prepared against the payer (SL-13.11).

    Whether the fighter is still up to do what it paid for. Outside combat nothing is paid (SL-2.8).
    """
    scene = run.scene
    if scene.phase is not COMBAT:
        return True
    if cost:
        spend(run, fighter, cost, what, stirred(scene, fighter, is_move, keeps_followup))
        return interrupted_by_prepared(run, fighter)
    return True


def spend(run: SolarRun, fighter: SolarFighter, cost: int, what: str, changes: Changes) -> None:
    """SL-2.1 AP and actions. AP never fall below 0."""
    run.happened(ApSpent(fighter.id, cost, fighter.ap - cost, what, changes))


def interrupted_by_prepared(run: SolarRun, fighter: SolarFighter) -> bool:
    """SL-13.11 Prepared attacks. Those that wait for this fighter are made; whether it is still up afterwards."""
    scene = run.scene
    for id in scene.order:
        if scene.fighters[id].prepared:
            from fireteam.solarlink.ground_combat.prepared import spring

            spring(run, fighter)
            break
    return fighter.status is UP
