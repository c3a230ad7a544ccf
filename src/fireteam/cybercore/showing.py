"""What to show of a fighter and of the scene: tracks, badges, gauges. Words stand beside every box."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from fireteam.cybercore.sheet import MOST_TURNS
from fireteam.cybercore.words import spaced
from fireteam.kernel.ruleset import Track

RESTS = {"breather": "a breather", "stim": "a Stim Break", "lockdown": "Lockdown", "rr": "R&R"}
STATUS_WORDS = {"up": "standing", "down": "DOWN", "dead": "dead", "gone": "gone"}


def tracks(fighter: Mapping[str, Any]) -> Sequence[Track]:
    """CC-1.1 Active Stats. HITS for everybody; Energy, Psych, Grind and Exhaustion for those who are no extras."""
    hits, most = fighter["hits"], fighter["hits_max"]
    found = [Track("HITS", hits, most, f"{hits} of {most} marked, {STATUS_WORDS[fighter['status']]}")]
    if fighter["extra"]:
        return found
    energy, extra = fighter["energy"], fighter["energy_temp"]
    word = f"{energy} of {fighter['energy_max']}" + (f" and {extra} extra" if extra else "")
    found.append(Track("Energy", energy, fighter["energy_max"], f"{word}, {fighter['energy_free']} free"))
    psych, calm = fighter["psych"], fighter["psych_max"]
    past = f", {psych - calm} past the Breaking Point" if psych > calm else ""
    found.append(Track("Psych", min(psych, calm), calm, f"{psych} of {calm}{past}"))
    found.append(Track("Grind", fighter["grind"], fighter["rank"], f"{fighter['grind']} of {fighter['rank']}"))
    strain, limit = fighter["exhaustion"], fighter["energy_max"]
    if strain:
        held = fighter.get("exhaustion_suppressed", 0)
        word = f"{strain}" + (f", {held} held off" if held else "")
        found.append(Track("Exhaustion", min(strain, limit), limit, word))
    return found


def badges(fighter: Mapping[str, Any]) -> Sequence[str]:
    """Wounds, conditions, stance, what is in hand, DR, place and Bonds, in words."""
    found = _state(fighter) + _stance(fighter)
    readied = fighter["readied"]
    if readied != "none":
        shots = fighter["ammo"].get(readied)
        jam = ", jammed" if readied in fighter["jammed"] else ""
        count = "" if shots is None else f" ({shots} shot{'' if shots == 1 else 's'})"
        found.append(f"{spaced(readied)}{count}{jam}")
    layers = {kind: fighter["dr"][kind] + fighter["natural"][kind] for kind in fighter["dr"]}
    worn = [f"{kind} {number}" for kind, number in layers.items() if number]
    if worn:
        found.append(f"DR {', '.join(worn)}")
    found.append(f"at {fighter['at']}")
    return found


def _state(fighter: Mapping[str, Any]) -> list[str]:
    found = []
    wounds = fighter["wounds"]
    if wounds["open"]:
        found.append(f"{wounds['open']} open Wound{'s' if wounds['open'] > 1 else ''}")
    if wounds["triaged"]:
        found.append(f"{wounds['triaged']} triaged")
    if fighter.get("dying"):
        found.append(f"failed dying saves: {fighter['dying']}")
    for name, value in fighter["conditions"].items():
        if value is True:
            found.append(name.capitalize())
        elif value:
            found.append(f"{name.capitalize()} ({_ends(value)})")
    if fighter["exhausted"]:
        found.append("Exhausted")
    if fighter["hindered"]:
        found.append(f"Hindered({fighter['hindered']})")
    return found


def _ends(turns: int) -> str:
    """CC-14.2 Counting down. What ends a timed condition."""
    if turns >= MOST_TURNS:
        return "until cured"
    return f"{turns} turn end{'' if turns == 1 else 's'} left"


def _stance(fighter: Mapping[str, Any]) -> list[str]:
    found = []
    if fighter["cover"]:
        found.append(f"cover {fighter['cover']}")
    if fighter.get("guarded"):
        found.append("on guard")
    if fighter.get("aim"):
        found.append(f"aiming at {fighter['aim']}")
    for what, number in fighter.get("primed", {}).items():
        if number:
            found.append(f"{what} {number} declared")
    return found


def gauges(scene: Mapping[str, Any]) -> Sequence[Track | str]:
    """CC-8.1 Two pools, seen by everybody, and the place."""
    pools, place = scene["pools"], scene["place"]
    tension, allocated = pools["tension"], pools["tension_allocated"]
    word = f"{tension}" + (f", {allocated} against the next player roll" if allocated else "")
    found: list[Track | str] = [
        Track("Tension", allocated, tension, word),
        f"Luck {pools['luck']}",
    ]
    if pools["luck_earners"]:
        found.append(f"Luck earned by {', '.join(pools['luck_earners'])}")
    tl = place["tl"] or (50 + 5 * place["tier"] if place["tier"] else 0)
    found.append(f"Mission TL {tl}" if tl else "no mission: everybody's own Tier counts")
    if place["air"] == "none":
        found.append("airless")
    if place["strain"]:
        found.append(f"strain: {place['strain']}")
    if place["rest"] != "none":
        found.append(f"resting: {RESTS[place['rest']]}")
    return found
