"""Chapter 5: dizziness."""

from __future__ import annotations

from fireteam.kernel.actions import Reads, Slot
from fireteam.kernel.refusals import Refusal
from fireteam.solarlink.content import WILLPOWER, WISDOM
from fireteam.solarlink.events.body import Dizzied, DizzyEnded
from fireteam.solarlink.rolls import attribute, check
from fireteam.solarlink.state import SolarFighter, SolarRun, SolarScene
from fireteam.solarlink.verb import Args, Verb, costs

OPEN = -1
"""Dizziness without an end."""
FOCUS_AP = 8
FOCUS_BASE = 10
FOCUS_OPEN = 11
"""The difficulty of focusing against dizziness without an end."""


def daze(run: SolarRun, fighter: SolarFighter, cycles: int, rule: str = "SL-5.2") -> None:
    """SL-5.2 Duration and sources. Doses do not add up: the longer one stays, and one without end is longest."""
    now = fighter.dizzy
    if now != OPEN and (cycles == OPEN or cycles > now):
        run.happened(Dizzied(fighter.id, cycles, rule))


def clear(run: SolarRun, fighter: SolarFighter, rule: str = "SL-5.2") -> None:
    """SL-5.2 Duration and sources. Dizziness ends."""
    if fighter.dizzy:
        run.happened(DizzyEnded(fighter.id, rule))


def count_down(run: SolarRun, fighter: SolarFighter) -> None:
    """SL-5.2 Duration and sources. One Cycle less at the end of the fighter's turn; -1 has no end."""
    if fighter.dizzy == 1:
        run.happened(DizzyEnded(fighter.id))
    elif fighter.dizzy > 1:
        run.happened(Dizzied(fighter.id, fighter.dizzy - 1))


def _refuse(scene: SolarScene, fighter: SolarFighter, args: Args) -> Refusal | None:
    return None if fighter.dizzy else Refusal(f"{fighter.id} is not dizzy", "SL-5.3")


def _focus(run: SolarRun, fighter: SolarFighter, args: Args) -> None:
    """SL-5.3 Focus. Willpower or Wisdom, the higher if none is named, against 10 + Cycles left, 11 without end."""
    willpower, wisdom = attribute(fighter, WILLPOWER), attribute(fighter, WISDOM)
    named = args.get("attribute") or ("wisdom" if wisdom > willpower else "willpower")
    modifier = wisdom if named == "wisdom" else willpower
    difficulty = FOCUS_OPEN if fighter.dizzy == OPEN else FOCUS_BASE + fighter.dizzy
    if check(run, fighter, "focus", modifier, difficulty, "SL-5.3") >= difficulty:
        clear(run, fighter, "SL-5.3")


FOCUS = Verb(
    verb="focus",
    clause="SL-5.3",
    summary="Clears a dizzy head by an Attribute Roll.",
    refuse=_refuse,
    cost=costs(FOCUS_AP),
    shown_cost="8 AP",
    effect=_focus,
    in_calm=True,
    has_odds=True,
    slots=(Slot("attribute", Reads.CHOICE, ("willpower", "wisdom"), is_optional=True),),
    offers=lambda scene, fighter: ({}, {"attribute": "willpower"}, {"attribute": "wisdom"}),
)
