"""CC-14 Wounds and conditions: what a fight leaves on people. Triage (CC-14.4) has its own module, `triage`."""

from __future__ import annotations

from fireteam.cybercore.active_stats import CALAMITY, CRITICAL, DYING, mission_tl
from fireteam.cybercore.bonds import held_by_a_bond
from fireteam.cybercore.content import FORTITUDE, PHYSICAL
from fireteam.cybercore.events import (
    ConditionEnded,
    ConditionGained,
    Died,
    Dying,
    Stabilised,
    WoundGained,
    WoundHealed,
)
from fireteam.cybercore.grind import wound_healed
from fireteam.cybercore.psych import comrade_died, roll
from fireteam.cybercore.sheet import FLAGS, MOST_TURNS, TIMED, CyberFighter
from fireteam.cybercore.state import CyberScene
from fireteam.kernel.events import Id
from fireteam.kernel.run import Run

WOUNDS_BEYOND_FORTITUDE = 3
"""CC-14.5 Dying and death: more than 3 + Fortitude Wounds in all kill."""


def gain_condition(run: Run[CyberScene], one: CyberFighter, condition: str, turns: int, rule: str) -> None:
    """CC-14.2 Counting down. Lasts through the next `turns` turn ends, one more if gained in its own turn; the larger
    number stays, and 99 is never changed but by `cure`."""
    if condition in FLAGS:
        if not getattr(one.conditions, condition):
            run.happened(ConditionGained(Id(one.id), condition, 0, rule))
        return
    if run.scene.acting == one.id and turns < MOST_TURNS - 1:
        turns += 1
    if turns > getattr(one.conditions, condition):
        run.happened(ConditionGained(Id(one.id), condition, turns, rule))


def end_condition(run: Run[CyberScene], one: CyberFighter, condition: str, rule: str) -> None:
    """CC-14.1 Conditions. A condition is over, if it was there."""
    if getattr(one.conditions, condition):
        run.happened(ConditionEnded(Id(one.id), condition, 0, rule))


def count_down(run: Run[CyberScene], one: CyberFighter) -> list[int]:
    """CC-14.2 Counting down. At the end of its turn: ends what has run out, and gives what is left of the others."""
    now = one.conditions
    if not (now.staggered or now.slowed or now.distracted or now.burning):
        return []
    left = []
    for name in TIMED:
        turns = getattr(now, name)
        if turns == 1:
            run.happened(ConditionEnded(Id(one.id), name))
        left.append(turns - 1 if 0 < turns < MOST_TURNS else turns)
    return left


def gain_wound(run: Run[CyberScene], one: CyberFighter, rule: str) -> None:
    """CC-14.3 Wounds. One open Wound more; it ends stability (CC-7.6)."""
    run.happened(WoundGained(Id(one.id), one.wounds.open + 1, one.wounds.triaged, rule))
    end_condition(run, one, "stable", "CC-7.6")


def count_wounds(run: Run[CyberScene], one: CyberFighter) -> None:
    """CC-14.5 Dying and death. More than 3 + Fortitude Wounds in all kill; Not Today takes the last one back."""
    if one.wounds.open + one.wounds.triaged > WOUNDS_BEYOND_FORTITUDE + one.attributes[FORTITUDE]:
        die(run, one, "wounds", one.wounds.open - 1)


def heal_wound(run: Run[CyberScene], one: CyberFighter, *, is_open: bool) -> None:
    """CC-14.3 Wounds. A rest heals a Wound, and takes its Grind (CC-6.3)."""
    opened, triaged = one.wounds.open, one.wounds.triaged
    if is_open:
        opened -= 1
    else:
        triaged -= 1
    run.happened(WoundHealed(Id(one.id), opened, triaged))
    wound_healed(run, one)


def die(run: Run[CyberScene], one: CyberFighter, why: str, open_wounds: int) -> None:
    """CC-14.5 Dying and death. Unless a Bond holds it (CC-3.6), with `open_wounds` left, the fighter is dead."""
    if held_by_a_bond(run, one, open_wounds):
        return
    run.happened(Died(Id(one.id), why))
    comrade_died(run, one)


def dying_save(run: Run[CyberScene], one: CyberFighter) -> None:
    """CC-14.5 Dying and death. A Physical save: failure counts, Calamity kills, a Critical Success makes stable."""
    result = roll(run, one, DYING, one.saves[PHYSICAL], mission_tl(run.scene, one), "CC-14.5")
    if result.outcome is CALAMITY:
        die(run, one, "calamity", one.wounds.open)
    elif result.outcome is CRITICAL:
        run.happened(Stabilised(Id(one.id)))
    elif not result.succeeded:
        fail_dying(run, one)


def fail_dying(run: Run[CyberScene], one: CyberFighter) -> None:
    """CC-14.5 Dying and death. One failed dying save; the third (option `dying_failures`) kills."""
    run.happened(Dying(Id(one.id), one.dying + 1))
    if one.dying >= run.scene.options.dying_failures:
        die(run, one, "dying", one.wounds.open)
