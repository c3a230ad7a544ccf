"""What is shown of a written fighter, vehicle and scene: boxes and words, never colour alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from fireteam.kernel.ruleset import Track

Written = Mapping[str, Any]

HURT_WORDS = (
    (0, "down"),
    (25, "nearly finished"),
    (50, "badly hurt"),
    (75, "hurt"),
    (99, "scratched"),
    (100, "unhurt"),
)
"""How hurt somebody is, by per cent of its maximum: the word of the first line that is not below."""
DIGESTION = 3


def tracks(one: Written) -> list[Track]:
    """HP and Kill Points as boxes, as far as this viewer knows them."""
    found = []
    if "hp" in one and "hp_max" in one:
        found.append(Track("HP", one["hp"], one["hp_max"], f"{one['hp']} of {one['hp_max']}, {hurt(one)}"))
    if one.get("kp_max"):
        found.append(Track("KP", one["kp"], one["kp_max"], f"{one['kp']} of {one['kp_max']}"))
    if one.get("victim"):
        word = f"{one['digest']} of {DIGESTION} turns"
        found.append(Track("Digesting", one["digest"], DIGESTION, word))
    return found


def hurt(one: Written) -> str:
    """UW-3.2 How hurt somebody is, as a word."""
    share = 100 * one["hp"] // max(1, one["hp_max"])
    if one["hp"] and not share:
        share = 1
    return next(word for limit, word in HURT_WORDS if share <= limit)


def badges(one: Written) -> list[str]:
    """Words for everything that stands on a fighter or vehicle, the most important first."""
    return vehicle_badges(one) if "riders" in one else fighter_badges(one)


def fighter_badges(one: Written) -> list[str]:
    """A fighter's state, conditions and what it holds, in words."""
    found = []
    if one["status"] != "up":
        found.append("destroyed" if one["kind"] == "object" and one["status"] == "dead" else one["status"])
    if one["whereabouts"]:
        found.append(f"at {one['whereabouts']}")
    found += [condition(name, fields) for name, fields in one.get("conditions", {}).items()]
    if one["cover"] == "hidden":
        found.append("in cover")
    if one["sheltered"]:
        found.append("sheltered")
    if one["pacified"]:
        found.append(f"spares {len(one['pacified'])}")
    held = one.get("held_combat", 0) + one.get("held_calm", 0)
    if held:
        found.append(f"{held} held critical{'s' if held > 1 else ''}")
    if one.get("attacks_left"):
        found.append(f"{one['attacks_left']} attack{'s' if one['attacks_left'] > 1 else ''} left")
    if one.get("radiation_lost"):
        found.append(f"{one['radiation_lost']} HP lost to radiation")
    found += [trait.replace("_", " ") for trait in one.get("traits", ())]
    if one["kind"] == "npc" and one["known"] != "none":
        found.append("analyzed in full" if one["known"] == "full" else "analyzed in part")
    return found


def condition(name: str, fields: Written) -> str:
    """A condition with its number, and how many turns it has left."""
    word = name.replace("_", " ")
    if name == "detained":
        word += f" by {fields['by']}" if fields.get("by") else ""
    if fields.get("loss"):
        word += f" {fields['loss']}"
    if name == "stoned":
        word += f" -{fields['penalty']}"
    turns = fields.get("turns")
    return f"{word} ({turns} turn{'s' if turns > 1 else ''})" if turns else word


def vehicle_badges(one: Written) -> list[str]:
    """A vehicle's state, armour and seats, in words."""
    found = []
    if one["gone"]:
        found.append("fled")
    if one["hp"] == 0:
        found.append("disabled")
    if one["compromised"]:
        found.append("compromised")
    found.append(f"{one['armor']} armour" if one["armor"] != "none" else "no armour")
    found.append(f"Speed {one['speed']}, Power {one['power']}")
    aboard = len(one["riders"]) + bool(one["driver"])
    found.append(f"{aboard} of {one['seats']} seats taken")
    if one["sealed"]:
        found.append("sealed")
    found += [f"exposed to {body}" for body in one["exposed"]]
    return found


def gauges(scene: Written) -> Sequence[Track | str]:
    """The session, the open move, hazards, and whether there is a way out."""
    place = scene["place"]
    found: list[Track | str] = [f"Session {scene['session']}"]
    if scene.get("move"):
        found.append(f"Open move: {scene['move']}")
    found += [hazard(name, fields) for name, fields in place["hazards"].items()]
    if not place["exits"]:
        found.append("No way out")
    if place["pursuit"]:
        found.append("Tracks are left: the threat may pursue")
    return found


def hazard(name: str, fields: Written) -> str:
    """A hazard with its numbers."""
    if name == "toxic":
        lasting = ", lasting" if fields["lasting"] else ""
        return f"Hazard: toxic ({fields['damage']} HP a turn, -{fields['penalty']} on rolls{lasting})"
    if name in ("heat", "cold"):
        return f"Hazard: {name} (sets in after {fields['onset']} turns)"
    return f"Hazard: {name} (5 HP a turn)"
