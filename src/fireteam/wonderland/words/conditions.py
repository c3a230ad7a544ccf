"""Sentences for conditions, losses and hazards."""

from __future__ import annotations

from fireteam.wonderland.words.phrases import Name, Written, left, many, plain

BEGINNINGS = {
    "stunned": "is stunned",
    "spent": "is spent for the next turn",
    "vulnerable": "is vulnerable",
    "poison": "is poisoned",
    "bleed": "bleeds",
    "burn": "burns",
    "frost": "has frost bite",
    "hyperthermia": "has hyperthermia",
    "hypothermia": "has hypothermia",
    "chronic": "has chronic radiation sickness",
    "drunk": "is drunk",
    "stoned": "is stoned",
    "detained": "is detained",
}
ENDINGS = {
    "stunned": "is no longer stunned",
    "spent": "has caught breath",
    "vulnerable": "is no longer vulnerable",
    "poison": "is no longer poisoned",
    "bleed": "stops bleeding",
    "burn": "stops burning",
    "frost": "is rid of the frost bite",
    "hyperthermia": "has cooled down",
    "hypothermia": "has warmed up",
    "chronic": "is rid of chronic radiation",
    "drunk": "is sober again",
    "stoned": "is clear in the head again",
    "detained": "is free",
}
HAZARDS = {"radiation": "radiation", "toxic": "toxic air", "heat": "heat", "cold": "cold"}


def _condition_began(event: Written, name: Name) -> str:
    said = f"{name(event['who'])} {BEGINNINGS[event['condition']]}"
    if event["condition"] == "stoned" and "penalty" in event:
        said += f" (-{event['penalty']} on Awareness, Brains and Reflex)"
    if event.get("loss"):
        said += f", losing {event['loss']} HP a turn"
    if event.get("extreme"):
        said += ", and how"
    if event.get("turns"):
        said += f", for {many(event['turns'], 'turn')}"
    return said + "."


def _condition_changed(event: Written, name: Name) -> str:
    if event["condition"] == "chronic" and "sessions" in event:
        return f"Chronic radiation works on {name(event['who'])}: session {event['sessions']}, {event['lost']} HP lost."
    if event["condition"] == "drunk":
        return f"Drink gives {name(event['who'])} courage for this fight."
    return f"{plain(event['condition']).capitalize()} changes for {name(event['who'])}."


def _condition_counted(event: Written, name: Name) -> str:
    who, what = name(event["who"]), plain(event["condition"])
    return f"{who} has {many(event['turns'], 'turn')} of {what} to go." if "turns" in event else f"{who}: {what} lasts."


def _condition_ended(event: Written, name: Name) -> str:
    why = {"aid": " after First Aid", "item": " thanks to the remedy", "rest": " after the rest"}.get(event["why"], "")
    return f"{name(event['who'])} {ENDINGS[event['condition']]}{why}."


def _ticked(event: Written, name: Name) -> str:
    if event["loss"] == 0:
        what = HAZARDS.get(event["condition"], plain(event["condition"]))
        return f"{what.capitalize()} costs {name(event['who'])} nothing."
    return f"{name(event['who'])} loses {event['loss']} HP to {plain(event['condition'])}{left(event)}."


def _exposure_rose(event: Written, name: Name) -> str:
    if "exposure" not in event:
        return f"The weather gnaws at {name(event['who'])}."
    return f"{name(event['who'])} has been exposed for {many(event['exposure'], 'turn')}."


def _radiation_cleared(event: Written, name: Name) -> str:
    return f"{name(event['who'])} is treated for radiation."


def _hazard_began(event: Written, name: Name) -> str:
    said = f"Hazard: {HAZARDS[event['hazard']]}"
    if event["hazard"] == "toxic":
        said += f", {event['damage']} HP a turn and -{event['penalty']} on rolls"
        said += ", with lasting harm" if event["lasting"] else ""
    elif event["hazard"] in ("heat", "cold"):
        said += f", setting in after {many(event['onset'], 'turn')}"
    return said + "."


def _hazard_ended(event: Written, name: Name) -> str:
    return f"The hazard of {HAZARDS[event['hazard']]} is over."


def _sheltered(event: Written, name: Name) -> str:
    return f"{name(event['who'])} is sheltered."


def _exposed(event: Written, name: Name) -> str:
    return f"{name(event['who'])} leaves the shelter."
