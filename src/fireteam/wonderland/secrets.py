"""What players may know: UW-3.2 says what an analysis shows, and nothing else of an enemy's sheet reaches them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fireteam.kernel.events import without
from fireteam.kernel.ruleset import Veil
from fireteam.wonderland.state import Fighter, Known, Scene

HINTED = frozenset(("traits", "hp", "hp_max"))
"""What players see of a fighter at `hint`: its traits and how hurt it is."""
NOTHING: frozenset[str] = frozenset()

# Members by short names: Python 3.11 takes long to find a member of an enumeration.
HINT, FULL = Known.HINT, Known.FULL

SECRET_FIELDS: Mapping[str, tuple[str, ...]] = {
    "damaged": ("hp",),
    "healed": ("hp", "radiation_lost"),
    "ticked": ("hp", "radiation_lost", "rad_turns"),
    "maximum_changed": ("hp", "hp_max", "by_how_much", "lasting_lost"),
    "fell_unconscious": ("hp",),
    "turn_began": ("kp", "attacks_left"),
    "turn_ended": ("slept",),
    "attacked": ("kp", "attacks_left", "left", "pool", "cost"),
    "item_used": ("left",),
    "kp_filled": ("kp",),
    "exposure_rose": ("exposure",),
    "radiation_cleared": ("radiation_lost", "rad_turns"),
    "captured": ("impounded",),
    "released": ("impounded",),
    "boss_made": ("attacks",),
    "condition_counted": ("turns",),
    "condition_began": ("turns", "loss", "penalty", "sessions", "lost", "bonus"),
    "condition_changed": ("sessions", "lost", "bonus"),
    "critical_held": ("count",),
    "critical_spent": ("count",),
}
"""Fields of events that tell numbers of their fighter's sheet."""


def known(scene: Scene, fighter: Fighter) -> frozenset[str] | None:
    """UW-3.2 Analyze. At `hint` traits and how hurt it is, at `full` the whole sheet; one's own side always."""
    if fighter.known is FULL or is_friend(scene, fighter):
        return None
    return HINTED if fighter.known is HINT else NOTHING


def is_friend(scene: Scene, fighter: Fighter) -> bool:
    """Whether a fighter stands with player characters of the players'."""
    side = fighter.side
    return any(one.side == side and one.is_player for one in scene.fighters.values())


Written = dict[str, Any]


def _veil_numbers(event: Written, scene: Scene, viewer: Any) -> Written:
    """UW-3.2 Analyze: no numbers of a sheet that players do not know."""
    fighter = scene.fighters.get(str(event.get("who")))
    if fighter is None or fighter.is_player or fighter.id in viewer.fighters:
        return event
    shown = known(scene, fighter)
    if shown is None:
        return event
    return without(event, *(name for name in SECRET_FIELDS[event["type"]] if name not in shown))


def _veil_start(event: Written, scene: Scene, viewer: Any) -> Written:
    starter = scene.fighters.get(event["initiator"])
    return event if starter is None or viewer.sees(scene, starter.id) else {**event, "initiator": ""}


def _veil_analysis(event: Written, scene: Scene, viewer: Any) -> Written | None:
    return event if is_players(scene, event["who"]) else None


VEILS: Mapping[str, Veil] = {
    **dict.fromkeys(SECRET_FIELDS, _veil_numbers),
    "started": _veil_start,
    "pursued": lambda event, scene, viewer: without(event, "distances"),
    "joined": lambda event, scene, viewer: without(event, "sheet"),
    "analyzed": _veil_analysis,
}
"""What players do not know of events: numbers of a sheet, names of the unseen, what others learn."""


def is_players(scene: Scene, id: str) -> bool:
    """Whether a player commands a fighter."""
    fighter = scene.fighters.get(id)
    return fighter is not None and fighter.is_player
