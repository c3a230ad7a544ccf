"""What is shown of a written fighter and scene, and what players may know (TC-2.1, TC-7.21)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from fireteam.kernel.events import without
from fireteam.kernel.ruleset import Track as Shown
from fireteam.kernel.ruleset import Veil
from fireteam.tunnelcore.combat_commands.scan import known
from fireteam.tunnelcore.doom_pool import TOWER_FULL
from fireteam.tunnelcore.state import BOX_NAMES, BOX_OF, TRACKS, Status

if TYPE_CHECKING:
    from fireteam.kernel.visibility import Viewer
    from fireteam.tunnelcore.state import Fighter, Scene

LAST_BOX = len(BOX_NAMES) - 1
MOST_TRAUMAS = 3


def tracks(fighter: Mapping[str, Any]) -> list[Shown]:
    """TC-2.1 Tracks and boxes: shown to people as Uninjured to Stressed Out; nothing where players do not know."""
    stress = fighter.get("stress")
    if stress is None:
        return []
    found = []
    for track in TRACKS:
        box = BOX_OF[stress[track]]
        found.append(Shown(track.capitalize(), box, LAST_BOX, BOX_NAMES[box]))
    if fighter.get("traumas"):
        found.append(Shown("Trauma", fighter["traumas"], MOST_TRAUMAS, f"{fighter['traumas']} of {MOST_TRAUMAS}"))
    return found


def badges(fighter: Mapping[str, Any]) -> list[str]:
    """Words for everything that stands on a fighter, the most important first."""
    found: list[str] = []
    if fighter["status"] != Status.IN:
        level = fighter.get("detention")
        found.append(f"{fighter['status']} ({level})" if level else fighter["status"])
    elif fighter["held"]:
        found.append("held")
    elif not fighter["active"]:
        found.append("out of the fight")
    elif not fighter["engaged"]:
        found.append("stands aside")
    found.append(fighter["position"])
    found += [f"{name} {die}" for name, die in fighter["complications"].items()]
    if fighter["guard"]:
        found.append(f"guard on {fighter['guard']}")
    if fighter["intercepting"]:
        found.append(f"waits for {fighter['intercepting']}")
    found += [words for key, words in (("concealed", "concealed"), ("scared", "scared: flees next")) if fighter[key]]
    if fighter["chrome_down"]:
        found.append(f"chrome silent to round {fighter['chrome_down']}")
    if fighter["controlled_by"] == "player":
        found.append(f"{fighter['plot_points']} plot point{'' if fighter['plot_points'] == 1 else 's'}")
    return found


def gauges(scene: Mapping[str, Any]) -> list[Shown | str]:
    """The doom pool, the tower, what stands in everybody's way, and the clocks."""
    pools, place = scene["pools"], scene["place"]
    found: list[Shown | str] = [f"Doom: {' '.join(pools['doom']) or 'empty'}"]
    if scene["options"]["tower"]:
        found.append(Shown("Tower", pools["tower"], TOWER_FULL, f"{pools['tower']} %"))
    if place["complications"]:
        found.append("Scene: " + ", ".join(f"{name} {die}" for name, die in place["complications"].items()))
    for name, clock in place["clocks"].items():
        found.append(Shown(name, clock["filled"], clock["size"], f"{clock['filled']} of {clock['size']}"))
    if place["help_due"]:
        found.append(f"Help joins {place['help_side']} in round {place['help_due']}")
    return found


Written = dict[str, Any]


def _veil_stress(event: Written, scene: Scene, viewer: Viewer) -> Written:
    """TC-7.21 scan: the boxes of an NPC's tracks only once it was scanned in full."""
    return event if _is_open(scene, event["who"], "stress") else without(event, "from", "to")


def _veil_scan(event: Written, scene: Scene, viewer: Viewer) -> Written:
    """TC-7.21 scan: what NPCs learn not at all."""
    return event if _is_players(scene, event["who"]) else without(event, "behavior", "attributes", "stress")


def _veil_item(event: Written, scene: Scene, viewer: Viewer) -> Written:
    return event if _is_players(scene, event["who"]) else without(event, "left")


def _veil_answer(event: Written, scene: Scene, viewer: Viewer) -> Written | None:
    return None if event["key"] == "reinforcement" else event


def _veil_start(event: Written, scene: Scene, viewer: Viewer) -> Written:
    is_unseen = getattr(scene.fighters.get(event["initiator"] or ""), "hidden", False)
    return {**event, "initiator": None} if is_unseen else event


VEILS: Mapping[str, Veil] = {
    "stress_changed": _veil_stress,
    "scanned": _veil_scan,
    "item_used": _veil_item,
    "decided": _veil_answer,
    "joined": lambda event, scene, viewer: without(event, "template"),
    "started": _veil_start,
}
"""What players do not know of events: an NPC's boxes, items and template, what NPCs learn, who began unseen."""


def _is_players(scene: Scene, id: str) -> bool:
    fighter = scene.fighters.get(id)
    return fighter is not None and fighter.is_player


def _is_open(scene: Scene, id: str, field: str) -> bool:
    fighter = scene.fighters.get(id)
    return fighter is not None and (fighter.is_player or field in known(fighter))


def is_out(fighter: Fighter) -> bool:
    """Whether a fighter is not standing: out of the scene, held or incapacitated (TC-2.7)."""
    return not fighter.active


def is_dead(fighter: Fighter) -> bool:
    """Whether a fighter is lost for good: retired (TC-3.6)."""
    return fighter.status is Status.RETIRED
