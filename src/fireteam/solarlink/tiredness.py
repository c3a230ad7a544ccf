"""Chapter 10: overwork. What it lowers is in `rolls.attribute` (SL-11.1), its cure in `rest_and_time` (SL-10.2)."""

from __future__ import annotations

from fireteam.solarlink.content import ATTRIBUTES
from fireteam.solarlink.events.body import Tired
from fireteam.solarlink.rolls import D4, one_die
from fireteam.solarlink.state import SolarFighter, SolarRun

CURE_HOURS = 8
"""The hours of rest that cure Tiredness, besides one for each stack."""


def tire(run: SolarRun, fighter: SolarFighter) -> None:
    """SL-10.1 Growing tired. One stack: d4 for Strength, Dexterity, Celerity, Constitution; Wisdom drops too."""
    face = one_die(run, D4, fighter, "tiredness", "SL-10.1")
    run.happened(Tired(fighter.id, ATTRIBUTES[face - 1], len(fighter.tiredness) + 1))


def is_cured_by(fighter: SolarFighter, hours: int) -> bool:
    """SL-10.2 Cure. A rest of 8 hours + 1 per stack in one piece removes all stacks; a shorter one removes none."""
    return hours >= CURE_HOURS + len(fighter.tiredness)
