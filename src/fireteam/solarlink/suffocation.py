"""Chapters 8 and 9: breath. Whose air is bad, the roll for it, and coming round."""

from __future__ import annotations

from fireteam.solarlink import content
from fireteam.solarlink.content import CONSTITUTION
from fireteam.solarlink.damage_scales import take_untyped
from fireteam.solarlink.events.body import Woke
from fireteam.solarlink.events.changes import Changes, note
from fireteam.solarlink.ground_combat.falling import fall, follow
from fireteam.solarlink.rolls import attribute, holds
from fireteam.solarlink.space_exposure import is_exposed, is_protected, wound_by_exposure
from fireteam.solarlink.state import (
    DEAD,
    OUT,
    UP,
    SolarFighter,
    SolarRun,
    SolarScene,
)

GOOD_AIR = 100
BAD_AIR = 90
"""At this percentage or less a fighter short of breath begins to suffocate."""
BASE = 10
PER_STEP = 10
MINUTE = 10
"""The turns in bad air after which each roll is made."""


def air_of(scene: SolarScene, fighter: SolarFighter) -> int:
    """SL-9.1 Air. The lower of the fighter's own air and that around it."""
    around = _air_around(scene, fighter)
    return min(fighter.air, around)


def _air_around(scene: SolarScene, fighter: SolarFighter) -> int:
    if is_protected(fighter):
        return GOOD_AIR
    if is_exposed(scene, fighter):
        return 0
    if fighter.items.get("rebreather") or any(content.cybernetics()[key].filters_air for key in fighter.cybernetics):
        return GOOD_AIR
    if fighter.aboard is not None:
        vessel = scene.vehicles[fighter.aboard]
        if not (vessel.landed and vessel.breached and not scene.place.exposed):
            return vessel.air
    return scene.place.air


def comes_round(scene: SolarScene, fighter: SolarFighter) -> bool:
    """SL-9.5 Coming round. Whether a clock or a blackout ends now: the fighter's air is above 90 %."""
    if not fighter.air_clock and not fighter.blacked_out:
        return False
    return not fighter.breathes or air_of(scene, fighter) > BAD_AIR


def end_of_blackout(scene: SolarScene, fighter: SolarFighter, changes: Changes) -> bool:
    """SL-9.5 Coming round. Notes what ends; whether the fighter is up again, which is `woken`'s to tell."""
    if not comes_round(scene, fighter):
        return False
    note(changes, fighter, "air_clock", 0)
    if not fighter.blacked_out:
        return False
    if fighter.status is OUT and (fighter.hp > 0 or (not fighter.hp_max and fighter.dhp > 0)):
        return True
    note(changes, fighter, "blacked_out", False)
    return False


def woken(run: SolarRun, fighter: SolarFighter) -> None:
    """SL-9.5 Coming round. With HP above 0 the fighter is up again, still prone."""
    run.happened(Woke(fighter.id, Changes({f"fighters.{fighter.id}.blacked_out": False}), "SL-9.5"))


def breathe(run: SolarRun, fighter: SolarFighter, changes: Changes) -> None:
    """SL-9.3 When. At 90 % or less the clock goes up at the end of each turn; a roll at each full minute.

    `changes` gathers what the end of the turn does to clock and blackout.
    """
    if not fighter.breathes:
        return
    scene = run.scene
    if is_exposed(scene, fighter):
        breathe_vacuum(run, fighter, changes)
        return
    air = air_of(scene, fighter)
    if air > BAD_AIR:
        return
    clock = fighter.air_clock + 1
    changes[f"fighters.{fighter.id}.air_clock"] = clock
    if clock % MINUTE == (1 if scene.options.first_breath == "at_once" else 0):
        gasp(run, fighter, air, changes, "SL-9.4")


def breathe_vacuum(run: SolarRun, fighter: SolarFighter, changes: Changes) -> None:
    """SL-8.5 End of turn. The roll of SL-9.2 at 0 % air, every turn; with `exposure_harm` all SL-8.4 follows too."""
    before = fighter.hp
    if gasp(run, fighter, 0, changes, "SL-8.5") and run.scene.options.exposure_harm == "all":
        wound_by_exposure(run, fighter, before)


def gasp(run: SolarRun, fighter: SolarFighter, air: int, changes: Changes, rule: str) -> bool:
    """SL-9.2 The roll. Constitution against 10 + S, where S = (100 - air) / 10 rounded down. Whether it failed."""
    steps = (GOOD_AIR - air) // PER_STEP
    if holds(run, fighter, "suffocation", attribute(fighter, CONSTITUTION), BASE + steps, "SL-9.2"):
        return False
    suffocate(run, fighter, steps, changes, rule)
    return True


def suffocate(run: SolarRun, fighter: SolarFighter, steps: int, changes: Changes, rule: str) -> None:
    """SL-9.4 Failure. S damage each time; the first failure also blacks out, prone under gravity."""
    take_untyped(run, fighter, steps, "suffocation", rule)
    follow(run, fighter)
    if fighter.blacked_out or fighter.status is DEAD:
        return
    if fighter.status is UP:
        fall(run, fighter, Changes({f"fighters.{fighter.id}.blacked_out": True}), "SL-9.4")
    else:
        note(changes, fighter, "blacked_out", True)
