"""A sentence for every event, from its written form, for people."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Written = Mapping[str, Any]
Name = Callable[[str], str]

PURPOSES = {
    "turn_order": "turn order",
    "tiebreak": "the tie",
    "attack": "an attack",
    "parry": "a parry",
    "damage": "damage",
    "daze": "against being dazed",
    "footing": "footing",
    "treat": "treating a wound",
    "delay": "holding back the bleeding",
    "focus": "focus",
    "closing": "a wound to close by itself",
    "stim": "a stim",
    "suffocation": "breath",
    "insanity": "nerves",
    "insanity_effect": "the form of the fit",
    "tiredness": "where the tiredness sits",
    "body_part": "the body part",
    "fire": "a shot",
    "consequence": "what the shot breaks",
    "evade": "evading",
    "grapple": "grappling",
    "free": "tearing free",
    "repair": "the repair",
    "overcharge": "the overcharge",
}

EFFECTS = {
    "frozen": "freezes and can do nothing",
    "fleeing": "can only flee",
    "raging": "rages against whoever is nearest",
    "paranoid": "takes a friend for an enemy",
    "babbling": "babbles and cannot fight",
    "lucid": "seems to be well, and is not",
}

PAID_FOR = {
    "cover": "take cover",
    "prepare": "prepare an attack",
    "use": "use something",
    "explain": "explain an attack pattern",
    "jostle": "jostle forward",
    "blade-dance": "dance on",
    "blast-back": "be blown back",
    "continue": "go on with the task",
    "crew": "take a station",
    "leave": "leave the station",
    "free": "tear free",
}
"""What a payment is for, where the verb alone does not say it."""

CAUSES = {
    "attack": "",
    "bleed": " from open wounds",
    "exposure": " from the vacuum",
    "suffocation": " for want of air",
    "gm": " by the game master's hand",
}


def worded(key: object) -> str:
    """A key as words."""
    return str(key).replace("_", " ")


def number(value: float) -> str:
    """A number as the book prints it: 10 or 10.5."""
    return f"{value:g}"


def signed(value: int) -> str:
    """A modifier with its sign."""
    return f"+{value}" if value >= 0 else f"−{-value}"


def many(value: float, one: str, more: str) -> str:
    """A number with its noun."""
    return f"{number(value)} {one if value == 1 else more}"


def listed(parts: list[str]) -> str:
    """Words in a row: a, b and c."""
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def _rolled(event: Written, name: Name) -> str:
    who = "Someone" if event["who"] is None else name(event["who"])
    purpose = event["purpose"]
    what = PURPOSES.get(purpose) or worded(purpose)
    target = event.get("target")
    if target is not None and purpose in ("attack", "fire", "stim"):
        what += f" {'for' if purpose == 'stim' else 'on'} {name(target)}"
    if event.get("weapon") is not None:
        what += f" ({worded(event['weapon'])})"
    dice = event["dice"]
    total = event["total"]
    text = f"{who} rolls for {what}: "
    if purpose == "bare":
        text = "A bare roll: " if event["who"] is None else f"{who} rolls, with nothing at stake: "
    if dice:
        text += " + ".join(f"{face} on d{sides}" for sides, face in dice)
        modifier = event.get("modifier")
        if modifier:
            text += f", {signed(modifier)}"
        if modifier or len(dice) > 1:
            text += f", makes {total}"
    else:
        text += str(total)
    return text + _against(event)


def _against(event: Written) -> str:
    """What a roll was compared with, and how it came out; the amounts of damage by type."""
    parts = event.get("parts")
    if parts:
        strength = sum(parts.values()) - event["total"]
        added = f", {signed(strength)} for Strength" if strength else ""
        return f"{added}; " + listed([f"{amount} {worded(key)}" for key, amount in parts.items()]) + "."
    difficulty, success = event.get("difficulty"), event.get("success")
    if difficulty is None or success is None:
        return "."
    if event["purpose"] in ("insanity", "closing"):
        return f", {'within' if success else 'above'} {difficulty} %."
    return f" against {difficulty}: {'enough' if success else 'not enough'}."


def _attacked(event: Written, name: Name) -> str:
    who, target, weapon = name(event["who"]), name(event["target"]), worded(event["weapon"])
    numbers = f"{event['total']} against {event['defence']}"
    if event["result"] == "parried":
        return f"{target} parries {who}'s {weapon}."
    verb = "hits" if event["result"] == "hit" else "misses"
    return f"{who} {verb} {target} with the {weapon}, {numbers}."


def _fired(event: Written, name: Name) -> str:
    verb = "hits" if event["result"] == "hit" else "misses"
    numbers = f"{event['total']} against {event['defence']}"
    weapon = worded(event["weapon"])
    return (
        f"{name(event['who'])} fires {name(event['vehicle'])}'s {weapon} and {verb} {name(event['target'])}, {numbers}."
    )


def _damaged(event: Written, name: Name) -> str:
    who, cause = name(event["who"]), CAUSES.get(event["cause"], "")
    lost = []
    if event["dhp_lost"]:
        lost.append(f"{event['dhp_lost']} DHP ({event['dhp']} left)")
    if event["hp_lost"]:
        parts = event["parts"]
        types = listed([f"{amount} {worded(key)}" for key, amount in parts.items()])
        hp = f"{event['hp']} left" if event["hp"] >= 0 else f"now −{-event['hp']}"
        kinds = worded(next(iter(parts))) if len(parts) == 1 else types
        lost.append(f"{event['hp_lost']} HP ({kinds}; {hp})")
    if not lost:
        return f"{who} takes no harm{cause}."
    return f"{who} loses {listed(lost)}{cause}."


def _wounds(event: Written, name: Name) -> str:
    who, change, wounds = name(event["who"]), event["change"], event["wounds"]
    left = "none left" if not wounds else f"{wounds} in all"
    stacks = many(abs(change), "stack", "stacks")
    return f"{who} {'gets' if change > 0 else 'loses'} {stacks} of Open Wounds, {left}."


def _dizzied(event: Written, name: Name) -> str:
    if event["dizzy"] < 0:
        return f"{name(event['who'])} is dizzy without an end in sight."
    return f"{name(event['who'])} is dizzy for {many(event['dizzy'], 'Cycle', 'Cycles')}."


def _injured(event: Written, name: Name) -> str:
    what = "is severed" if event["grade"] == "severed" else "is injured"
    return f"{name(event['who'])}'s {worded(event['part'])} {what}."


def _moved(event: Written, name: Name) -> str:
    (x, y), (u, v) = event["from"], event["to"]
    cost = f", {number(event['ap'])} AP" if event["ap"] else ""
    return f"{name(event['who'])} goes from ({x}, {y}) to ({u}, {v}){cost}."


def _aura(event: Written, name: Name) -> str:
    auras = [worded(key).title() for key in event["auras"]]
    if not auras:
        return f"{name(event['who'])} lets all auras go."
    return f"{name(event['who'])} keeps up {listed(auras)}."


def _acted(event: Written, name: Name) -> str:
    what = event["text"] or "does something"
    return f"{name(event['who'])}: {what} ({number(event['ap'])} AP)."


def _said(event: Written, name: Name) -> str:
    who = "Someone" if event["who"] is None else name(event["who"])
    return f"{who} says: “{event['text']}”"


def _crewed(event: Written, name: Name) -> str:
    who, vessel = name(event["who"]), name(event["vehicle"])
    if event["station"] is None:
        return f"{who} leaves the station aboard {vessel}."
    return f"{who} takes the {event['station']}'s station of {vessel}."


def _boarded(event: Written, name: Name) -> str:
    who = name(event["who"])
    return f"{who} gets out." if event["vehicle"] is None else f"{who} goes aboard {name(event['vehicle'])}."


def _vehicle_damaged(event: Written, name: Name) -> str:
    vessel, lost = name(event["vehicle"]), event["dhp_lost"]
    if not lost:
        return f"{event['ddmg']} DDMG: {vessel} shrugs it off."
    return f"{vessel} takes {event['ddmg']} DDMG and loses {lost} DHP ({event['dhp']} left)."


def _repaired(event: Written, name: Name) -> str:
    vessel = name(event["vehicle"])
    if event["what"] == "hull":
        return f"{vessel}'s hull gets 1 DHP back ({event['dhp']} now)."
    if event["what"] == "breach":
        return f"{vessel}'s breach is sealed."
    verb = "work" if event["what"] == "guns" else "works"
    return f"{vessel}'s {worded(event['what'])} {verb} again."


def _air(event: Written, name: Name) -> str:
    if event.get("who") is not None:
        return f"{name(event['who'])} has {event['air']} % air to breathe."
    where = f"aboard {name(event['vehicle'])}" if event.get("vehicle") is not None else "here"
    return f"The air {where} is at {event['air']} %."


def _ended(event: Written, name: Name) -> str:
    why = event["why"]
    if event["phase"] == "calm":
        return "The combat is called off."
    if event["winner"] is None:
        return "The combat is over; nobody wins" + (" (the round limit)." if why == "round limit" else ".")
    return f"The combat is over: {event['winner']} wins."


def _task_began(event: Written, name: Name) -> str:
    what = f" ({event['command']})" if event["command"] else ""
    paid = f"{number(event['paid'])} of {number(event['cost'])} AP paid"
    return f"{name(event['who'])} begins a long task{what}: {paid}."


def _task_paid(event: Written, name: Name) -> str:
    if event["paid"] >= event["cost"]:
        return f"{name(event['who'])} has paid all {number(event['cost'])} AP of the long task."
    return f"{name(event['who'])} goes on with the long task: {number(event['paid'])} of {number(event['cost'])} AP."


def _task_lost(event: Written, name: Name) -> str:
    reason = f" ({event['reason']})" if event["reason"] else ""
    return f"{name(event['who'])}'s long task is lost{reason}."


def _rested(event: Written, name: Name) -> str:
    text = f"{name(event['who'])} rests {many(event['hours'], 'hour', 'hours')} and has {event['hp']} HP"
    if event["healed"]:
        text += f"; healed: {listed([worded(part) for part in event['healed']])}"
    return text + "."


def _session(event: Written, name: Name) -> str:
    mended = [name(id) for id in dict.fromkeys([*event["shells"], *event["mended"]])]
    gear = f"; the gear of {listed(mended)} is mended" if mended else ""
    return f"Session {event['session']} begins{gear}."


def _order(event: Written, name: Name) -> str:
    return "Turn order: " + ", ".join(name(id) for id in event["order"]) + "."


def _time(event: Written, name: Name) -> str:
    """How much time passed; the bookkeeping in between, of no Cycles, needs no words."""
    return f"{many(event['cycles'], 'Cycle passes', 'Cycles pass')}." if event["cycles"] else ""


def _decided(event: Written, name: Name) -> str:
    words = {
        ("parry", "parry"): "parries",
        ("parry", "hold"): "does not parry",
        ("prepared", "strike"): "makes the prepared attack",
        ("prepared", "hold"): "keeps the prepared attack waiting",
    }
    what = words.get((event["key"], event["answer"]), f"answers {event['answer']}")
    return f"{name(event['who'])} {what}."


def _spent(event: Written, name: Name) -> str:
    cost, what = number(event["ap"]), PAID_FOR.get(event["what"], worded(event["what"]))
    return f"{name(event['who'])} pays {cost} AP to {what}, {number(event['left'])} left."


def _noted(event: Written, name: Name) -> str:
    who = "" if event["who"] is None else f" ({name(event['who'])})"
    return f"Note{who}: {event['text']}"


def _set(event: Written, name: Name) -> str:
    return f"By hand, {event['path']} is set to {_plain(event['value'])} (was {_plain(event['from'])})."


def _plain(value: object) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "nothing"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _turn_began(event: Written, name: Name) -> str:
    return f"{name(event['who'])}'s turn begins with {number(event['ap'])} AP."


_SENTENCES: dict[str, Callable[[Written, Name], str]] = {
    "started": lambda event, name: "Combat begins.",
    "order_set": _order,
    "order_changed": _order,
    "raised": lambda event, name: (
        f"{name(event['who'])} moves up {many(event['raises'], 'place', 'places')} when the Cycle ends."
    ),
    "round_began": lambda event, name: f"Cycle {event['round']} begins.",
    "turn_began": _turn_began,
    "turn_ended": lambda event, name: f"{name(event['who'])}'s turn ends.",
    "ended": _ended,
    "joined": lambda event, name: f"{event['name']} joins ({event['side']}).",
    "removed": lambda event, name: f"{name(event['who'])} leaves the scene.",
    "ap_spent": _spent,
    "task_began": _task_began,
    "task_paid": _task_paid,
    "task_lost": _task_lost,
    "acted": _acted,
    "said": _said,
    "time_passed": _time,
    "rested": _rested,
    "scene_broke": lambda event, name: "The scene is over.",
    "session_began": _session,
    "went_insane": lambda event, name: (
        f"{name(event['who'])} goes insane ({event['effect']}): {EFFECTS.get(event['effect'], event['effect'])}."
    ),
    "came_to_reason": lambda event, name: f"{name(event['who'])} comes to reason again.",
    "rolled": _rolled,
    "damaged": _damaged,
    "wounds_changed": _wounds,
    "bleeding_delayed": lambda event, name: f"{name(event['who'])}'s next bleeding will be {event['delay']} lower.",
    "dizzied": _dizzied,
    "dizzy_ended": lambda event, name: f"{name(event['who'])} is dizzy no longer.",
    "injured": _injured,
    "fell": lambda event, name: f"{name(event['who'])} falls and is out.",
    "died": lambda event, name: f"{name(event['who'])} is dead.",
    "woke": lambda event, name: f"{name(event['who'])} is up again.",
    "healed": lambda event, name: f"{name(event['who'])} gets {event['amount']} HP back ({event['hp']} now).",
    "suit_torn": lambda event, name: f"{name(event['who'])}'s suit is torn.",
    "suit_mended": lambda event, name: f"{name(event['who'])}'s suit is sealed again.",
    "tired": lambda event, name: (
        f"{name(event['who'])} grows tired: {worded(event['attribute'])} and wisdom 1 lower"
        f" ({many(event['stacks'], 'stack', 'stacks')})."
    ),
    "exposed": lambda event, name: f"{name(event['who'])} is exposed to the vacuum.",
    "sheltered": lambda event, name: f"{name(event['who'])} is sheltered from the vacuum.",
    "air_changed": _air,
    "attacked": _attacked,
    "moved": _moved,
    "slipped": lambda event, name: f"{name(event['who'])} slips and lies on the ground.",
    "stood": lambda event, name: f"{name(event['who'])} stands up.",
    "dropped": lambda event, name: f"{name(event['who'])} drops to the ground.",
    "took_cover": lambda event, name: f"{name(event['who'])} takes cover (+{event['cover']} against shots).",
    "aimed": lambda event, name: f"{name(event['who'])} aims at {name(event['target'])}.",
    "prepared": lambda event, name: (
        f"{name(event['who'])} waits for {name(event['target'])} to move, {worded(event['weapon'])} ready."
    ),
    "explained": lambda event, name: f"{name(event['who'])} warns the others of how {name(event['target'])} attacks.",
    "aura_changed": _aura,
    "crewed": _crewed,
    "boarded": _boarded,
    "burned": lambda event, name: f"{name(event['vehicle'])} burns from band {event['from']} to {event['to']}.",
    "evading": lambda event, name: f"{name(event['vehicle'])} evades (+{event['evading']} to its defence).",
    "fired": _fired,
    "vehicle_damaged": _vehicle_damaged,
    "component_damaged": lambda event, name: (
        f"{name(event['vehicle'])}'s {worded(event['component'])}"
        f" {'are' if event['component'] == 'guns' else 'is'} damaged."
    ),
    "breached": lambda event, name: f"{name(event['vehicle'])} is breached and loses air.",
    "wrecked": lambda event, name: f"{name(event['vehicle'])} is a wreck.",
    "repaired": _repaired,
    "overcharged": lambda event, name: f"{name(event['vehicle'])}'s next shot is overcharged.",
    "locked": lambda event, name: f"{name(event['vehicle'])} and {name(event['other'])} are locked together.",
    "unlocked": lambda event, name: f"{name(event['vehicle'])} and {name(event['other'])} are free of each other.",
    "escaped": lambda event, name: f"{name(event['vehicle'])} escapes with all hands.",
    "decided": _decided,
    "hidden": lambda event, name: f"{name(event['who'])} is out of sight.",
    "revealed": lambda event, name: f"{name(event['who'])} shows up.",
    "noted": _noted,
    "set_by_hand": _set,
    "undone": lambda event, name: (
        f"Taken back: {event['command']}." if event.get("command") else "The last command is taken back."
    ),
}


def sentence(event: Written, name: Name) -> str:
    """The event in words, for people; the clause is for the front to add."""
    say = _SENTENCES.get(str(event["type"]))
    if say is None:
        return f"{worded(event['type'])}."
    text = say(event, name)
    return text[:1].upper() + text[1:]


def has_words(kind: str) -> bool:
    """Whether an event type has a sentence of its own."""
    return kind in _SENTENCES
