"""SL-13.8: body parts, and what an injury to each does."""

from __future__ import annotations

from fireteam.solarlink.dizzy import daze
from fireteam.solarlink.events.body import Injured
from fireteam.solarlink.events.changes import Changes, note
from fireteam.solarlink.ground_combat.falling import die
from fireteam.solarlink.open_wounds import wound
from fireteam.solarlink.place import has_gravity
from fireteam.solarlink.rolls import D6, one_die
from fireteam.solarlink.state import (
    DEAD,
    HEAD,
    LEFT_LEG,
    PARTS,
    RIGHT_LEG,
    TORSO,
    Grade,
    SolarFighter,
    SolarRun,
)

HEAD_DIZZY = 3
"""For how many Cycles an injured head makes dizzy."""
SEVERED_WOUNDS = 3
"""The stacks of Open Wounds of a severed part."""


def random_part(run: SolarRun, fighter: SolarFighter, rule: str) -> int:
    """SL-13.8 Body parts and injuries. d6: 1 head, 2 torso, 3 right arm, 4 left arm, 5 right leg, 6 left leg."""
    return one_die(run, D6, fighter, "body_part", rule) - 1


def injure(run: SolarRun, fighter: SolarFighter, part: int, rule: str = "SL-13.8") -> None:
    """SL-13.8 Body parts and injuries. An injured head dizzies, an injured torso bleeds, again each time.

    A severed part stays severed, and an injury that falls on it later does nothing.
    """
    if fighter.injuries[part] is Grade.SEVERED:
        return
    run.happened(Injured(fighter.id, PARTS[part], Grade.INJURED.value, rule=rule))
    if part == HEAD:
        daze(run, fighter, HEAD_DIZZY, "SL-13.8")
    elif part == TORSO:
        wound(run, fighter, 1, "SL-13.8")


def sever(run: SolarRun, fighter: SolarFighter, part: int, rule: str = "SL-14.7") -> None:
    """SL-13.8 Body parts and injuries. Three stacks; a leg throws prone under gravity; a severed head kills.

    The torso cannot be severed: it is injured.
    """
    if part == TORSO:
        injure(run, fighter, part, rule)
        return
    if fighter.injuries[part] is Grade.SEVERED:
        return
    changes = Changes()
    if part in (RIGHT_LEG, LEFT_LEG) and has_gravity(run.scene, fighter):
        note(changes, fighter, "prone", True)
    run.happened(Injured(fighter.id, PARTS[part], Grade.SEVERED.value, changes, rule))
    wound(run, fighter, SEVERED_WOUNDS, "SL-13.8")
    if part == HEAD and fighter.status is not DEAD:
        die(run, fighter, "SL-13.8")
