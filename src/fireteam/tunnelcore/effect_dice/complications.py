"""5 Effect dice: complications, their dice, what they hinder, how they grow and end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fireteam.kernel.events import Id
from fireteam.kernel.run import Run
from fireteam.tunnelcore.content import hindered_by
from fireteam.tunnelcore.dice_pool_basics.keep_two import LARGER, LARGEST
from fireteam.tunnelcore.events.of_fighters import ComplicationAdded, ComplicationRemoved, Held
from fireteam.tunnelcore.state import Attribute, Behavior, Detention, Status
from fireteam.tunnelcore.stress_tracks import DECKS, recount_active

if TYPE_CHECKING:
    from fireteam.tunnelcore.state import Fighter, Place, Scene

SETBACK = "setback"
SETBACK_DIE = 6
RESTRAINED = "restrained"
MOST_STANDING = 3
"""TC-6.6: scene complications that doom and catastrophes bring stop at three."""

HINDERED_ATTRIBUTES: dict[str, tuple[int, ...]] = {
    "restrained": (Attribute.PHYSICAL,),
    "battered": (Attribute.PHYSICAL,),
    "rattled": (Attribute.MENTAL, Attribute.SOCIAL),
    "jammed": (Attribute.GHOST,),
}
"""TC-5.11: the attributes whose rolls a personal complication hinders; other names, and setback, hinder every roll."""


def hinders(name: str, attribute: int, key: str) -> bool:
    """TC-5.11 Which ones hinder what: whether a personal complication hinders a roll with this attribute.

    `key` is the action of the roll, empty for a defence.
    """
    attributes = HINDERED_ATTRIBUTES.get(name)
    return attributes is None or attribute in attributes or (name == "jammed" and key in DECKS)


def scene_hinders(name: str, attribute: int, key: str) -> bool:
    """TC-5.11 Which ones hinder what: scene complications by the table, unlisted ones every action with Physical."""
    listed = hindered_by(name)
    return attribute == Attribute.PHYSICAL if listed is None else key in listed


def personal_die(fighter: Fighter | None, attribute: int, key: str) -> int:
    """TC-5.8 Complication dice: the largest personal one that hinders the roll, for the other side; 0 for none."""
    if fighter is None or not fighter.complications:
        return 0
    return max((die for name, die in fighter.complications.items() if hinders(name, attribute, key)), default=0)


def scene_die(place: Place, attribute: int, key: str) -> int:
    """TC-5.8 Complication dice: the largest scene one that hinders the actor, of either side; 0 for none."""
    if not place.complications:
        return 0
    return max((die for name, die in place.complications.items() if scene_hinders(name, attribute, key)), default=0)


def grown(standing: int, die: int) -> int:
    """TC-5.9 Growth. The new die if it is larger, else one step up, at most d12."""
    return die if die > standing else LARGER[standing]


def complicate(run: Run[Scene], fighter: Fighter, name: str, die: int, why: str, rule: str) -> None:
    """TC-5.9 Growth, of a personal complication that is given to a fighter in the scene."""
    if fighter.status is not Status.IN:
        return
    standing = fighter.complications.get(name, 0)
    after = grown(standing, die)
    if after != standing:
        run.happened(ComplicationAdded(Id(fighter.id), name, after, why, rule))  # type: ignore[arg-type]


def restrain(run: Run[Scene], fighter: Fighter, die: int, by: Fighter, why: str, rule: str) -> None:
    """TC-7.12 grapple: growing beyond d12 holds the bearer, never a Boss; TC-8.13 an Enforcer's hold detains."""
    from fireteam.tunnelcore.npc_behaviors import detain

    if fighter.complications.get(RESTRAINED) != LARGEST:
        complicate(run, fighter, RESTRAINED, die, why, rule)
        return
    if fighter.status is not Status.IN or fighter.behavior is Behavior.BOSS or fighter.held:
        return
    if by.behavior is Behavior.ENFORCER and fighter.is_player:
        detain(run, fighter, Detention.STANDARD, "TC-8.13")
    else:
        run.happened(Held(Id(fighter.id)))
    recount_active(run, fighter)


def complicate_scene(run: Run[Scene], name: str, die: int, why: str, rule: str) -> None:
    """TC-5.9 Growth, of a scene complication."""
    standing = run.scene.place.complications.get(name, 0)
    after = grown(standing, die)
    if after != standing:
        run.happened(ComplicationAdded(None, name, after, why, rule))  # type: ignore[arg-type]


def hazards_left(scene: Scene) -> tuple[str, ...]:
    """TC-6.6 d8: complication: the hazards not yet standing, none when three complications stand."""
    place = scene.place
    if len(place.complications) >= MOST_STANDING:
        return ()
    return tuple(dict.fromkeys(name for name in place.hazards if name not in place.complications))


def end_hindering(run: Run[Scene], fighter: Fighter, attribute: int, key: str) -> None:
    """TC-5.10 End. A won own roll ends every personal complication that hindered it."""
    for name in [name for name in fighter.complications if hinders(name, attribute, key)]:
        run.happened(ComplicationRemoved(Id(fighter.id), name))
