"""Sentences for moves other than attacks."""

from __future__ import annotations

from fireteam.wonderland.words.phrases import Name, Written, names, plain

KNOWN = {"none": "learns nothing about", "hint": "gets a hint about", "full": "sees through"}
MOVES = {
    "approach": "{a} comes nearer to {b}: distance {distance}.",
    "withdraw": "{a} gets away from {b}: distance {distance}.",
    "gm": "{a} and {b} are at distance {distance}.",
    "drive-by": "{a} closes in on {b} for a drive-by: distance {distance} until {until}'s turn.",
    "drove on": "The drive-by is over: {a} is at distance {distance} from {b}.",
}


def _analyzed(event: Written, name: Name) -> str:
    if event["target"] is None:
        return f"{name(event['who'])} weighs the situation."
    said = f"{name(event['who'])} {KNOWN[event['known'] or 'none']} {name(event['target'])}"
    return f"{said}; best weapon now: {plain(event['advice'])}." if event["advice"] else f"{said}."


def _spared(event: Written, name: Name) -> str:
    return f"{name(event['enemy'])} leaves {name(event['who'])} alone, thanks to {name(event['by'])}."


def _enraged(event: Written, name: Name) -> str:
    lost = f" and no longer spares {names(event['lost'], name)}" if event["lost"] else ""
    return f"{name(event['who'])} is enraged at {name(event['at'])}{lost}."


def _riled(event: Written, name: Name) -> str:
    return f"{name(event['who'])} no longer spares {names(event['names'], name)}."


def _flight(event: Written, name: Name) -> str:
    if not event["escaped"]:
        return f"The flight of {names(event['party'], name)} fails."
    tracks = "tracks are left, the threat may pursue" if event["pursuit"] else "no tracks are left"
    return f"Most of {names(event['party'], name)} get through; {tracks}."


def _fled(event: Written, name: Name) -> str:
    by = f" in {names(event['vehicles'], name)}" if event["vehicles"] else ""
    price = ", at a price" if event["consequence"] else ""
    return f"{names(event['who'], name)} got away{by}{price}."


def _pursued(event: Written, name: Name) -> str:
    return f"The threat has followed {names(event['names'], name)}."


def _moved(event: Written, name: Name) -> str:
    until = name(event["until"]) if event.get("until") else "the next"
    return MOVES[event["why"]].format(a=name(event["a"]), b=name(event["b"]), distance=event["distance"], until=until)


def _boarded(event: Written, name: Name) -> str:
    seat = "takes the wheel of" if event["driver"] else "gets into"
    return f"{name(event['who'])} {seat} {name(event['vehicle'])}."


def _dismounted(event: Written, name: Name) -> str:
    return f"{name(event['who'])} stands beside {name(event['vehicle'])}."


def _item_used(event: Written, name: Name) -> str:
    on = "" if event["on"] == event["who"] else f" on {name(event['on'])}"
    left = f", {event['left']} left" if "left" in event else ""
    return f"{name(event['who'])} uses {plain(event['item'])}{on}{left}."
