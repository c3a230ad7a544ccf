"""CC-7 HITS: the punishment meter. Its formula and the Origins stand in `state` and `content`."""

from __future__ import annotations

from fireteam.cybercore.events import Died, Marked, Stabilised, Unmarked, WentDown
from fireteam.cybercore.grind import critically_injured
from fireteam.cybercore.psych import comrade_down
from fireteam.cybercore.sheet import CyberFighter
from fireteam.cybercore.state import CyberScene
from fireteam.cybercore.wounds_and_conditions import count_wounds, gain_wound
from fireteam.kernel.events import Id
from fireteam.kernel.run import Run


def mark(
    run: Run[CyberScene],
    one: CyberFighter,
    hits: int,
    why: str,
    *,
    is_critical: bool = False,
    rule: str = "CC-7.4",
) -> None:
    """CC-7.4 Marking. Hits past DR are marked up to `hits_max`, the overflow is lost; then what a full track brings."""
    if hits <= 0 or not one.is_here:
        return
    total = min(one.hits_max, one.hits + hits)
    run.happened(Marked(Id(one.id), hits, total, rule))
    if is_critical:
        critically_injured(run, one)
    if one.is_up:
        if total == one.hits_max:
            fall(run, one, why)
    elif one.extra:
        kill_extra(run, one)
    else:
        wound_again(run, one)


def fall(run: Run[CyberScene], one: CyberFighter, why: str) -> None:
    """CC-7.5 DOWN. The last box: DOWN with one open Wound; an extra is dead instead (CC-7.8)."""
    if one.extra:
        kill_extra(run, one)
        return
    run.happened(WentDown(Id(one.id), why))
    gain_wound(run, one, "CC-7.5")
    comrade_down(run, one)
    count_wounds(run, one)


def wound_again(run: Run[CyberScene], one: CyberFighter) -> None:
    """CC-7.6 Hits while DOWN. Each further harm past DR adds an open Wound and ends stability."""
    gain_wound(run, one, "CC-7.6")
    count_wounds(run, one)


def kill_extra(run: Run[CyberScene], one: CyberFighter) -> None:
    """CC-7.8 Extras. A full track kills it."""
    run.happened(Died(Id(one.id), "extra", "CC-7.8"))


def unmark(run: Run[CyberScene], one: CyberFighter, boxes: int, rule: str) -> None:
    """CC-7.9 Recovery. Marks are removed, never below none."""
    cleared = min(boxes, one.hits)
    if cleared > 0:
        run.happened(Unmarked(Id(one.id), cleared, one.hits - cleared, rule))


def maximum_fell(run: Run[CyberScene], one: CyberFighter) -> None:
    """CC-7.7 A falling maximum. Marks stay, those beyond it are lost; if they fill it, a standing fighter falls."""
    if one.hits > one.hits_max:
        run.happened(Unmarked(Id(one.id), one.hits - one.hits_max, one.hits_max, "CC-7.7"))
    if one.is_up and one.hits >= one.hits_max:
        fall(run, one, "lost Fortitude")


def collapse(run: Run[CyberScene], one: CyberFighter, why: str, rule: str) -> None:
    """CC-12.5 The last point, option `both`: DOWN without a Wound, and stable."""
    run.happened(WentDown(Id(one.id), why, rule))
    run.happened(Stabilised(Id(one.id), 0, rule))
    comrade_down(run, one)
