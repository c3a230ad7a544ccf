"""SL-25.3: what every behaviour looks to before it fights."""

from __future__ import annotations

from fireteam.kernel.actions import Command
from fireteam.solarlink import content
from fireteam.solarlink.action_points import maximum
from fireteam.solarlink.actions_and_movement import STAND_AP, severed_leg
from fireteam.solarlink.content import WILLPOWER, WISDOM
from fireteam.solarlink.dizzy import FOCUS_AP, OPEN
from fireteam.solarlink.ground_combat.items import USE_AP
from fireteam.solarlink.ground_combat.place_and_reach import in_reach
from fireteam.solarlink.maneuvers import AURAS, most_auras
from fireteam.solarlink.open_wounds import DELAY_AP
from fireteam.solarlink.place import has_gravity
from fireteam.solarlink.rolls import attribute
from fireteam.solarlink.space_exposure import is_exposed
from fireteam.solarlink.state import (
    OUT,
    UP,
    SolarFighter,
    SolarScene,
)

WORTH_A_STIM = -7
"""The lowest HP at which somebody who is out is given a stim."""
STIM_BELOW = 3
"""A stim for oneself at this part of the maximum or less."""
DIZZY_TOO_LONG = 3


def first_thing(scene: SolarScene, fighter: SolarFighter) -> Command | None:
    """SL-25.3 First things first. The first that applies, asked anew after each command."""
    ap, items = fighter.ap, fighter.items
    if items and ap >= 2 * USE_AP:
        if (
            fighter.torn
            and items.get("sealant")
            and is_exposed(scene, fighter)
            and content.clothing()[fighter.clothing].sealed
        ):
            return Command("use", fighter.id, {"item": "sealant"})
        if items.get("stim"):
            found = _stim(scene, fighter)
            if found is not None:
                return found
    if fighter.prone and ap >= 2 * STAND_AP and not (severed_leg(fighter) and has_gravity(scene, fighter)):
        return Command("stand", fighter.id, {})
    if fighter.dizzy and _needs_focus(fighter):
        return Command("focus", fighter.id, {})
    if fighter.trades.get("emergency_medic", 0) >= 1 and ap >= 2 * DELAY_AP:
        found = _delay(scene, fighter)
        if found is not None:
            return found
    return _aura(fighter) if fighter.maneuvers else None


def allies(scene: SolarScene, fighter: SolarFighter) -> list[SolarFighter]:
    """SL-25.3 First things first. Other fighters of the same side, up or out, in reach."""
    return [
        one
        for one in scene.fighters.values()
        if one.side == fighter.side and one is not fighter and one.status in (UP, OUT) and in_reach(fighter, one)
    ]


def _stim(scene: SolarScene, fighter: SolarFighter) -> Command | None:
    """SL-25.3 First things first. On the first ally who is out at HP -7 to 0; else on oneself at a third or less."""
    for one in scene.fighters.values():
        if (
            one.status is OUT
            and one.side == fighter.side
            and one is not fighter
            and in_reach(fighter, one)
            and not one.blacked_out
            and one.breathes
            and one.hp_max
            and WORTH_A_STIM <= one.hp <= 0
        ):
            return Command("use", fighter.id, {"item": "stim", "on": one.id})
    if fighter.breathes and fighter.hp_max and STIM_BELOW * fighter.hp <= fighter.hp_max:
        return Command("use", fighter.id, {"item": "stim"})
    return None


def _needs_focus(fighter: SolarFighter) -> bool:
    """SL-25.3 First things first. Dizzy 3 or more or without end, 8 AP, Willpower or Wisdom 1 or more."""
    if fighter.ap < 2 * FOCUS_AP or (fighter.dizzy < DIZZY_TOO_LONG and fighter.dizzy != OPEN):
        return False
    return maximum(fighter) >= 2 * FOCUS_AP and max(attribute(fighter, WILLPOWER), attribute(fighter, WISDOM)) >= 1


def _delay(scene: SolarScene, fighter: SolarFighter) -> Command | None:
    """SL-25.3 First things first. For the first ally who is out at 0 HP or less with more `wounds` than `delay`."""
    for one in scene.fighters.values():
        if (
            one.status is OUT
            and one.side == fighter.side
            and one.wounds > one.delay
            and one.hp <= 0
            and one is not fighter
            and in_reach(fighter, one)
        ):
            return Command("delay", fighter.id, {"target": one.id})
    return None


def _aura(fighter: SolarFighter) -> Command | None:
    """SL-25.3 First things first. A learned aura that is not active, and room for it, Calming Aura first."""
    if len(fighter.auras) >= most_auras(fighter):
        return None
    for aura in AURAS:
        if aura in fighter.maneuvers and aura not in fighter.auras:
            return Command("aura", fighter.id, {"aura": aura})
    return None
