"""What to show of a written fighter and scene: boxes and words, never colour alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from fireteam.kernel.ruleset import Track
from fireteam.solarlink.words import many, number, worded

AP_BASE = 12


def tracks(fighter: Mapping[str, Any]) -> Sequence[Track]:
    """HP, DHP and AP as rows of boxes, with the figures in words."""
    found = []
    if fighter["hp_max"]:
        hp, most = fighter["hp"], fighter["hp_max"]
        found.append(Track("HP", min(max(hp, 0), most), most, f"{hp} of {most}"))
    if fighter["dhp_max"]:
        found.append(Track("DHP", fighter["dhp"], fighter["dhp_max"], f"{fighter['dhp']} of {fighter['dhp_max']}"))
    ap = fighter["ap"]
    tired = fighter["tiredness"].count("celerity")
    most = max(0, AP_BASE + fighter["attributes"]["celerity"] - tired)
    if ap or most:
        found.append(Track("AP", min(int(ap), most), most, f"{number(ap)} of {most}"))
    return found


def badges(fighter: Mapping[str, Any]) -> Sequence[str]:
    """What is the matter with a fighter, in words."""
    found = [] if fighter["status"] == "up" else [fighter["status"]]
    found += _body(fighter)
    found += _mind(fighter)
    found += _stance(fighter)
    return found


def _body(fighter: Mapping[str, Any]) -> list[str]:
    found = []
    if fighter["wounds"]:
        found.append(many(fighter["wounds"], "open wound", "open wounds"))
    if fighter["delay"]:
        found.append(f"next {fighter['delay']} of bleeding held")
    found += [f"{worded(part)} {grade}" for part, grade in fighter["injuries"].items() if grade != "none"]
    if fighter["tiredness"]:
        found.append(f"tired {len(fighter['tiredness'])}")
    if fighter["torn"]:
        found.append("suit torn")
    if fighter["exposed"]:
        found.append("exposed")
    if fighter["blacked_out"]:
        found.append("blacked out")
    if fighter["air"] < 100:
        found.append(f"own air {fighter['air']} %")
    return found


def _mind(fighter: Mapping[str, Any]) -> list[str]:
    found = []
    if fighter["dizzy"]:
        found.append("dizzy until cleared" if fighter["dizzy"] < 0 else f"dizzy ({_cycles(fighter['dizzy'])})")
    if fighter["insanity"] != "none":
        left = fighter.get("insanity_left")
        found.append(f"insane: {fighter['insanity']}" + (f" ({_cycles(left)})" if left else ""))
    if fighter.get("task"):
        task = fighter["task"]
        found.append(f"long task {number(task['paid'])} of {number(task['cost'])} AP")
    return found


def _cycles(number: int) -> str:
    return many(number, "Cycle left", "Cycles left")


def _stance(fighter: Mapping[str, Any]) -> list[str]:
    found = []
    if fighter["prone"]:
        found.append("prone")
    if fighter["cover"]:
        found.append(f"cover {fighter['cover']}")
    if fighter["station"]:
        found.append(str(fighter["station"]))
    if fighter["aim"]:
        found.append("aiming")
    if fighter["explains"]:
        found.append("explaining a pattern")
    if fighter["prepared"]:
        found.append(many(len(fighter["prepared"]), "attack prepared", "attacks prepared"))
    found += [worded(aura) for aura in fighter["auras"]]
    if fighter["raises"]:
        found.append(f"raised {fighter['raises']} next Cycle")
    return found


def gauges(scene: Mapping[str, Any]) -> Sequence[Track | str]:
    """The place and the vessels: air as boxes, hull as boxes, what is broken in words."""
    found: list[Track | str] = []
    place = scene["place"]
    if place["exposed"]:
        found.append("vacuum outside")
    elif place["air"] < 100:
        found.append(Track("Air", place["air"] // 10, 10, f"{place['air']} %"))
    if not place["gravity"]:
        found.append("no gravity")
    if place["footing"]:
        found.append(f"footing {place['footing']}")
    if place["cover"]:
        found.append(f"cover {place['cover']} to be had")
    for vessel in scene.get("vehicles", {}).values():
        found += _vessel(vessel)
    return found


def _vessel(vessel: Mapping[str, Any]) -> list[Track | str]:
    name, most = vessel["name"], vessel["dhp_max"]
    found: list[Track | str] = [Track(f"{name} DHP", vessel["dhp"], most, f"{vessel['dhp']} of {most}")]
    if vessel["air"] < 100:
        found.append(Track(f"{name} air", vessel["air"] // 10, 10, f"{vessel['air']} %"))
    words = [] if vessel["status"] == "ok" else [vessel["status"]]
    words += [f"{worded(key)} damaged" for key, state in vessel["components"].items() if state == "damaged"]
    if vessel["breached"]:
        words.append("breached")
    if vessel["locked"]:
        words.append(f"locked to {vessel['locked']}")
    if vessel["evading"]:
        words.append(f"evading {vessel['evading']}")
    if vessel["overcharge"]:
        words.append("overcharged")
    words.append("landed" if vessel["landed"] else f"band {vessel['band']}")
    return [*found, f"{name}: {', '.join(words)}"]
