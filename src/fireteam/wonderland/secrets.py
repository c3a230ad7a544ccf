"""What players may know: UW-3.2 says what an analysis shows, and nothing else of an enemy's sheet reaches them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fireteam.wonderland.state import Fighter, Known, Scene

HINTED = frozenset(("traits", "hp", "hp_max"))
"""What players see of a fighter at `hint`: its traits and how hurt it is."""

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
    if fighter.known is Known.FULL or is_friend(scene, fighter):
        return None
    return HINTED if fighter.known is Known.HINT else frozenset()


def is_friend(scene: Scene, fighter: Fighter) -> bool:
    """Whether a fighter stands with player characters of the players'."""
    side = fighter.side
    return any(one.side == side and one.is_player for one in scene.fighters.values())


def veil(event: dict[str, Any], scene: Scene, viewer: Any) -> dict[str, Any] | None:
    """An event without the numbers of a sheet that players do not know, and without names of the unseen."""
    secret = SECRET_FIELDS.get(event["type"])
    found = event
    if secret is not None:
        fighter = scene.fighters.get(str(event.get("who")))
        if fighter is not None and not fighter.is_player and fighter.id not in viewer.fighters:
            shown = known(scene, fighter)
            if shown is not None:
                hidden = [name for name in secret if name not in shown]
                found = {key: value for key, value in event.items() if key not in hidden}
    if event["type"] == "started":
        starter = scene.fighters.get(event["initiator"])
        if starter is not None and not viewer.sees(scene, starter.id):
            found = {**found, "initiator": ""}
    elif event["type"] == "pursued":
        found = {key: value for key, value in found.items() if key != "distances"}
    elif event["type"] == "joined":
        found = {key: value for key, value in found.items() if key != "sheet"}
    elif event["type"] == "analyzed" and not is_players(scene, event["who"]):
        return None
    return found


def is_players(scene: Scene, id: str) -> bool:
    """Whether a player commands a fighter."""
    fighter = scene.fighters.get(id)
    return fighter is not None and fighter.is_player
