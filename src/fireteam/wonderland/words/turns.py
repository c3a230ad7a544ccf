"""Sentences for turns, rounds, joining and leaving."""

from __future__ import annotations

from fireteam.wonderland.words.phrases import Name, Written, many, names, plain

SKIPPED = {
    "unconscious": "lies unconscious and skips the turn",
    "swallowed": "is inside a creature and skips the turn",
    "stunned": "is stunned and skips the turn",
    "spent": "is spent and skips the turn",
    "calmed": "is at peace and skips the turn",
}


def _started(event: Written, name: Name) -> str:
    by = event["initiator"]
    return f"A fight begins{f', opened by {name(by)}' if by else ''}. The order is {names(event['order'], name)}."


def _round_began(event: Written, name: Name) -> str:
    return f"Round {event['round']} begins."


def _turn_began(event: Written, name: Name) -> str:
    if event.get("attacks_left"):
        return f"It is {name(event['who'])}'s turn, with {many(event['attacks_left'], 'attack')}."
    if event.get("kp"):
        return f"It is {name(event['who'])}'s turn, with {event['kp']} KP."
    return f"It is {name(event['who'])}'s turn."


def _turn_skipped(event: Written, name: Name) -> str:
    return f"{name(event['who'])} {SKIPPED[event['why']]}."


def _turn_ended(event: Written, name: Name) -> str:
    slept = event.get("slept")
    ended = f"{name(event['who'])}'s turn ends"
    return f"{ended}: {many(slept, 'turn')} slept through." if slept else f"{ended}."


def _move_opened(event: Written, name: Name) -> str:
    if event["move"] == "pacify":
        return f"{name(event['who'])} talks to {name(event['target'])}."
    return f"{name(event['who'])} fights this turn."


def _ended(event: Written, name: Name) -> str:
    if event["why"] == "round limit":
        return "The round limit is reached: the fight ends undecided."
    if event["winner"]:
        return f"The fight is over: {plain(event['winner'])} has won."
    if event["why"] == "gm":
        return "The GM ends the fight."
    return "The fight is over: nobody is left standing."


def _kp_filled(event: Written, name: Name) -> str:
    if "kp" not in event:
        return f"{name(event['who'])} has fresh Kill Points."
    return f"{name(event['who'])} has all {event['kp']} KP again."


def _experience(event: Written, name: Name) -> str:
    return f"For the fight against {name(event['boss'])} extra experience is due to {names(event['who'], name)}."


def _joined(event: Written, name: Name) -> str:
    return f"{name(event['who'])} joins{', last in the order' if event['at_end'] else ''}."


def _removed(event: Written, name: Name) -> str:
    return f"{name(event['who'])} is gone for good."
