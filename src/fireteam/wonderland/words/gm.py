"""Sentences for GM moves, rest and time, and for what every game has."""

from __future__ import annotations

from fireteam.wonderland.words.phrases import Name, Written, many, names, plain

TRAPS = {"nothing": "nothing happens to {who}", "sprung": "it springs on {who}", "critical": "it catches {who} in full"}
CRITICALS = {
    "damage": "puts the critical into damage",
    "benefit": "takes a benefit from the critical",
    "hold": "holds the critical back",
}
DECISIONS = {
    "held": "chooses to {answer} a held critical",
    "wake": "rolls {answer} to come round",
    "deflect": "tries to deflect with {answer}",
    "cure": "cures {answer}",
    "fate": "decides the fate of the one left behind: {answer}",
}


def _decided(event: Written, name: Name) -> str:
    who = "The GM" if event["who"] == "gm" else name(event["who"])
    if event["key"] == "deflect" and event["answer"] == "none":
        return f"{who} does not try to deflect."
    if event["key"] == "critical":
        return f"{who} {CRITICALS[event['answer']]}."
    return f"{who} {DECISIONS[event['key']].format(answer=plain(event['answer']))}."


def _hidden(event: Written, name: Name) -> str:
    return f"{name(event['who'])} is hidden from the players."


def _revealed(event: Written, name: Name) -> str:
    return f"{name(event['who'])} comes into sight."


def _noted(event: Written, name: Name) -> str:
    return f"{name(event['who'])} notes: {event['text']}" if event.get("who") else f"Note: {event['text']}"


def _set_by_hand(event: Written, name: Name) -> str:
    return f"By hand: {event['path']} is {event['value']}, was {event['from']}."


def _undone(event: Written, name: Name) -> str:
    return f"Taken back: {event['command']}." if event.get("command") else "The last command was taken back."


def _trap_sprung(event: Written, name: Name) -> str:
    result = TRAPS[event["result"]].format(who=name(event["who"]))
    return f"Trap, {plain(event['trap'])}: a {event['face']}, {result}."


def _captured(event: Written, name: Name) -> str:
    return f"{name(event['who'])} is in the custody of {event['by']}; what was not concealed is taken."


def _released(event: Written, name: Name) -> str:
    return f"{name(event['who'])} is released with all belongings."


def _separated(event: Written, name: Name) -> str:
    return f"{name(event['who'])} is away: {event['whereabouts']}."


def _rejoined(event: Written, name: Name) -> str:
    return f"{name(event['who'])} is back."


def _boss_made(event: Written, name: Name) -> str:
    with_attacks = f", with {many(event['attacks'], 'attack')} a turn" if "attacks" in event else ""
    return f"{name(event['who'])} is a boss from now on{with_attacks}."


def _scene_broke(event: Written, name: Name) -> str:
    return "The scene breaks."


def _session_began(event: Written, name: Name) -> str:
    return f"Session {event['session']} begins."


def _rested(event: Written, name: Name) -> str:
    where = {"home": "rest at home", "camp": "rest in camp", "rough": "sleep rough, and anything may happen"}
    return f"{names(event['names'], name)} {where[event['kind']]}."


def _waited(event: Written, name: Name) -> str:
    return f"Everybody waits for {many(event['turns'], 'turn')}."
