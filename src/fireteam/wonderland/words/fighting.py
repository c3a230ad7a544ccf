"""Sentences for rolls, attacks, wounds, and what becomes of people."""

from __future__ import annotations

from fireteam.wonderland.words.phrases import Name, Written, arithmetic, left, many, names, one, plain, skill

PURPOSES = {
    "try": "for a task",
    "aid": "to give First Aid",
    "repair": "to repair",
    "heal": "for what the treatment heals",
    "analyze": "to analyze",
    "pacify": "to pacify",
    "fight": "to hit",
    "ram": "to ram",
    "flee": "to flee",
    "deflect": "to deflect",
    "wake": "to come round",
    "trap": "for the trap",
    "tick": "for what the burn or frost costs",
    "roll": "",
}
BANDS = {"fail": "a failure", "unfortunate": "an unfortunate success", "total": "a total success"}
RESULTS = {"miss": "misses", "hit": "hits", "critical": "critically hits"}
COVERS = {"open": "is in the open again", "hidden": "is out of sight", "blown": "has no cover any more"}
DEATHS = {
    "damage": "dies",
    "loss": "dies of the losses",
    "consumed": "is consumed",
    "chronic": "dies of chronic radiation",
}
WAKES = {
    "roll": "comes round",
    "aid": "is brought round by First Aid",
    "heal": "is healed enough to get up",
    "gm": "is up again",
    "break": "is up again after the break",
}
MAXIMA = {
    "chronic": "chronic radiation",
    "toxic": "the toxic place",
    "drunk": "drink",
    "treated": "treatment",
    "boss": "the making of a boss",
}


def _rolled(event: Written, name: Name) -> str:
    who = one(event["who"], name, "The table")
    what = skill(event["skill"]) or "a d12"
    purpose = PURPOSES[event["purpose"]]
    task = f" ({event['task']})" if event.get("task") else ""
    against = f" against {event['against']}" if event.get("against") is not None else ""
    if event["purpose"] in ("repair", "heal") and event["skill"] is None:
        purpose = "for how much"
    parts = [f"{who} rolls {what}{f' {purpose}' if purpose else ''}{task}: {arithmetic(event)}{against}"]
    if event.get("band"):
        parts.append(BANDS[event["band"]])
    if event.get("natural") and event["purpose"] not in ("heal", "tick", "trap") and event["skill"]:
        parts.append("a natural 12")
    if event.get("severe"):
        parts.append("and Luck has its say")
    return ", ".join(parts) + "."


def _critical_held(event: Written, name: Name) -> str:
    count = f": {many(event['count'], 'critical')} held" if "count" in event else ""
    return f"{name(event['who'])} keeps the critical for later in {event['pool']}{count}."


def _critical_spent(event: Written, name: Name) -> str:
    if event["rule"] == "UW-4.3":
        return f"What {name(event['who'])} held from the fight lapses."
    count = f", {event['count']} left" if "count" in event else ""
    return f"{name(event['who'])} spends a held critical for +1{count}."


def _attacked(event: Written, name: Name) -> str:
    weapon = "the vehicle" if event["weapon"] == "ram" else plain(event["weapon"])
    weapon = "bare hands" if weapon == "unarmed" else weapon
    said = f"{name(event['who'])} {RESULTS[event['result']]} {names(event['targets'], name)} with {weapon}"
    if event["result"] != "miss" and "pool" in event:
        said += f" for {event['pool']}"
    if event.get("cost"):
        said += f"; {event['cost']} KP, {event['kp']} left"
    if event.get("left") is not None:
        said += f", {many(event['left'], 'use')} left"
    return said + "."


def _deflected(event: Written, name: Name) -> str:
    result = {"none": "does not deflect it", "half": "deflects half of it", "all": "deflects all of it"}
    return f"{name(event['who'])} {result[event['result']]}."


def _damaged(event: Written, name: Name) -> str:
    return f"{name(event['who'])} takes {event['amount']} {event['damage_type']} damage{left(event)}."


def _vehicle_damaged(event: Written, name: Name) -> str:
    return f"{name(event['vehicle'])} takes {event['amount']} damage{left(event)}."


def _vehicle_disabled(event: Written, name: Name) -> str:
    return f"{name(event['vehicle'])} is disabled."


def _vehicle_repaired(event: Written, name: Name) -> str:
    whole = "" if event["compromised"] else ", its hull sound"
    return f"{name(event['vehicle'])} gets back {event['amount']} HP, now {event['hp']}{whole}."


def _immune(event: Written, name: Name) -> str:
    return f"{plain(event['what']).capitalize()} does nothing to {name(event['who'])}."


def _fell_unconscious(event: Written, name: Name) -> str:
    at = f" at {event['hp']} HP" if "hp" in event else ""
    return f"{name(event['who'])} falls unconscious{at}."


def _woke(event: Written, name: Name) -> str:
    return f"{name(event['who'])} {WAKES[event['how']]}."


def _died(event: Written, name: Name) -> str:
    by = f" by {name(event['by'])}" if event["by"] and event["how"] == "consumed" else ""
    how = "is destroyed" if event["is_object"] else DEATHS[event["how"]]
    return f"{name(event['who'])} {how}{by}."


def _healed(event: Written, name: Name) -> str:
    now = f", now {event['hp']}" if "hp" in event else ""
    return f"{name(event['who'])} regains {event['amount']} HP{now}."


def _maximum_changed(event: Written, name: Name) -> str:
    if "hp_max" not in event:
        return f"{MAXIMA[event['why']].capitalize()} changes what {name(event['who'])} can take."
    word = "falls" if event.get("by_how_much", 0) < 0 else "rises"
    by = abs(event.get("by_how_much", 0))
    if by == 0:
        return f"After {MAXIMA[event['why']]} {name(event['who'])} is at {event['hp']} of {event['hp_max']} HP."
    return (
        f"{name(event['who'])}'s maximum {word} by {by} to {event['hp_max']} through {MAXIMA[event['why']]},"
        f" HP now {event['hp']}."
    )


def _cover_changed(event: Written, name: Name) -> str:
    return f"{name(event['who'])} {COVERS[event['cover']]}."


def _covers_changed(event: Written, name: Name) -> str:
    if event["cover"] == "blown":
        return "Everybody is in plain view now: cover is blown."
    return "Nobody is looking any more: cover is open again."


def _swallowed(event: Written, name: Name) -> str:
    return f"{name(event['who'])} swallows {name(event['victim'])}."


def _digested(event: Written, name: Name) -> str:
    return f"{name(event['who'])} has digested {name(event['victim'])} for {many(event['digest'], 'turn')} of 3."


def _freed(event: Written, name: Name) -> str:
    return f"{name(event['who'])} is out of {name(event['from'])} again, unconscious."
