"""Words for CC-23 Events: a sentence for every event, for people. What was compared stands in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from fireteam.cybercore.words_of_rolls import rolled_words

Happened = Mapping[str, Any]
Name = Callable[[str], str]


def points(number: int, one: str, many: str = "") -> str:
    """A number with its noun."""
    return f"{number} {one if abs(number) == 1 else many or one + 's'}"


def listed(words: list[str]) -> str:
    """Words with commas and an `and`."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def spaced(id: str) -> str:
    """A weapon or item as people say it."""
    return id.replace("_", " ")


def _started(e: Happened, name: Name) -> str:
    places = [f"{name(id)} {e['initiative'].get(id, 0)}" for id in e["order"]]
    return f"The fight begins. Initiative: {', '.join(places)}." if places else "The fight begins."


def _ended(e: Happened, name: Name) -> str:
    if e["why"] == "stopped":
        return "The fight is stopped."
    if e["why"] == "round limit":
        return "The last round is over: the fight ends undecided."
    return f"The fight is over: {e['winner']} stands alone." if e["winner"] else "The fight is over: nobody stands."


def _turn_began(e: Happened, name: Name) -> str:
    return f"{name(e['who'])}'s turn" + (", DOWN and dying." if e["dying_due"] else ".")


def _decided(e: Happened, name: Name) -> str:
    who = name(e["who"])
    comrade = name(e.get("about") or e["who"])
    said = {
        ("dodge", "take"): f"{who} does not dodge.",
        ("dodge", "dodge"): f"{who} throws itself aside.",
        ("dodge", "dodge-grind"): f"{who} throws itself aside on sheer Grind.",
        ("bullet", "stay"): f"{who} stays clear of what is coming at {comrade}.",
        ("bullet", "step-in"): f"{who} steps in for {comrade}.",
        ("grind_hit", "take"): f"{who} takes the hit.",
        ("grind_hit", "burn"): f"{who} walks it off.",
        ("not_today", "let-go"): f"{who} lets {comrade} go.",
        ("not_today", "hold-on"): f"{who} holds on to {comrade}.",
        ("fail_forward", "no"): f"{who} does not try to fail forward.",
        ("unhinged", "freeze"): f"{who} freezes.",
        ("unhinged", "flee"): f"{who} runs.",
        ("unhinged", "lash"): f"{who} lashes out.",
    }
    return said.get((e["key"], e["answer"]), f"{who} tries to fail forward with {e['answer']}.")


def _why(e: Happened) -> str:
    return "the GM's hand" if e["why"] == "gm" else spaced(e["why"])


def _pool(e: Happened, pool: str, why: Mapping[str, str]) -> str:
    by = e["by"]
    change = f"{pool} {'rises' if by > 0 else 'falls'} by {abs(by)} to {e['to']}" if by else f"{pool} stays {e['to']}"
    return f"{change}: {why.get(e['why'], e['why'])}."


def _tension_changed(e: Happened, name: Name) -> str:
    why = {
        "calamity": "a Calamity",
        "spent": "the allocated points are spent",
        "gm": "the GM's hand",
        "gm critical": "a GM's critical",
        "session": "a new session",
    }
    return _pool(e, "Tension", why)


def _luck_changed(e: Happened, name: Name) -> str:
    why = {
        "critical": f"earned by {e['player']}",
        "spent": "declared for a roll",
        "gm": "the GM's hand",
        "gm calamity": "a GM's Calamity",
        "session": "a new session",
    }
    return _pool(e, "Luck", why)


def _primed(e: Happened, name: Name) -> str:
    who = name(e["who"])
    if e["what"] == "luck":
        return f"{who} declares {e['n']} Luck for its next skill roll, {e['to']} in all."
    if e["what"] == "push":
        return f"{who} pushes itself by {e['n']}; Boon({e['to']}) on its next save or skill roll, and the Psych after."
    return f"{who} will ignore {points(e['to'], 'Wound')} on its next roll."


def _spent(e: Happened, name: Name) -> str:
    used = [points(e["actions"], "Action")] if e["actions"] else []
    used += [points(e["moves"], "Move")] if e["moves"] else []
    what = f"acts ({e['acted']})" if e["acted"] else "uses a Move"
    return f"{name(e['who'])} {what}: {listed(used)} used this turn."


def _energy_spent(e: Happened, name: Name) -> str:
    extra = f" and {e['temp']} extra" if e["temp"] else ""
    return f"{name(e['who'])} pays {e['amount']} Energy ({e['why']}): {e['to']}{extra} left."


def _grind_burned(e: Happened, name: Name) -> str:
    use = {
        "wound": "to ignore a Wound",
        "energy": "in place of Energy",
        "exhaustion": f"to hold off Exhaustion ({e['suppressed']} held off)",
        "hit": "to ignore the hit",
    }[e["use"]]
    return f"{name(e['who'])} burns Grind {use}: {e['total']} left."


def _landed(e: Happened, name: Name) -> str:
    how = "critically hits" if e["critical"] else "hits"
    times = f", {e['landings']} landings" if e["landings"] > 1 else ""
    return f"{name(e['who'])} {how} {name(e['target'])} with the {spaced(e['weapon'])}{times}."


def _missed(e: Happened, name: Name) -> str:
    text = f"{name(e['who'])} misses {name(e['target'])} with the {spaced(e['weapon'])}"
    return text + (": it backfires." if e["why"] == "backfire" else ".")


def _absorbed(e: Happened, name: Name) -> str:
    past = e["hits"] - e["absorbed"]
    if e["rule"] == "CC-13.17":
        return f"{name(e['who'])} is a machine: {points(e['hits'], 'psionic Hit')} do nothing."
    natural = f" and natural {e['natural']}" if e["natural"] else ""
    return (
        f"{name(e['who'])}'s {e['damage']} DR takes {e['absorbed']} of {points(e['hits'], 'Hit')}, {past} through; "
        f"DR is now {e['worn']}{natural}."
    )


def _dr_changed(e: Happened, name: Name) -> str:
    natural = f" and natural {e['natural']}" if e["natural"] else ""
    return f"{name(e['who'])}'s {e['damage']} DR is now {e['worn']}{natural} ({e['why']})."


def _died(e: Happened, name: Name) -> str:
    why = {
        "extra": "the track is full",
        "calamity": "a Calamity on the dying save",
        "dying": "too many failed dying saves",
        "wounds": "too many Wounds",
    }
    return f"{name(e['who'])} is dead: {why.get(e['why'], e['why'])}."


def _wounds(e: Happened, name: Name, what: str) -> str:
    return f"{name(e['who'])} {what} a Wound: {e['open']} open, {e['triaged']} triaged."


def _triaged(e: Happened, name: Name) -> str:
    return (
        f"{name(e['who'])} closes a Wound of {name(e['patient'])}: {e['open']} open, {e['triaged']} triaged, "
        f"{points(e['unmarked'], 'box', 'boxes')} to unmark."
    )


def _condition_gained(e: Happened, name: Name) -> str:
    turns = e["turns"]
    length = "" if not turns else " until cured" if turns >= 99 else f" for {points(turns, 'turn end')}"
    return f"{name(e['who'])} is {e['condition'].capitalize()}{length}."


def _attribute_lost(e: Happened, name: Name) -> str:
    until = "for good" if e["permanent"] else "until R&R"
    return f"{name(e['who'])} loses a point of {e['attribute']} {until}: {e['to']} left."


def _moved(e: Happened, name: Name) -> str:
    towards = f", towards {name(e['towards'])}" if e["towards"] else ""
    return f"{name(e['who'])} moves to {e['to']}{towards}."


def _item_used(e: Happened, name: Name) -> str:
    on = f" on {name(e['on'])}" if e["on"] and e["on"] != e["who"] else ""
    verb = "throws" if e["item"].endswith("grenade") else "uses"
    return f"{name(e['who'])} {verb} a {spaced(e['item'])}{on}: {e['left']} left."


def _coped(e: Happened, name: Name) -> str:
    bill = {
        "debt": "a debt",
        "brawl": "a brawl",
        "secret": "a secret leaked",
        "favour": "a favour owed",
        "hangover": "a hangover",
        "none": "nothing",
    }[e["bill"]]
    method = f" ({e['method']})" if e["method"] else ""
    return f"{name(e['who'])} copes{method}; the bill: {bill}."


def _rested(e: Happened, name: Name) -> str:
    kind = {"breather": "a breather", "stim": "a Stim Break", "lockdown": "a Lockdown", "rr": "R&R"}[e["kind"]]
    who = listed([name(id) for id in e["resting"]]) if e["resting"] else "Nobody"
    return f"{who} took {kind}: clips full, jams cleared."


def _swept(e: Happened, name: Name) -> str:
    return f"A Sweep is over{': ' + e['text'] if e['text'] else ''}."


def _set_by_hand(e: Happened, name: Name) -> str:
    return f"The GM sets {e['path']} to {'nothing' if e['value'] is None else e['value']}."


_SENTENCES: dict[str, Callable[[Happened, Name], str]] = {
    "started": _started,
    "ended": _ended,
    "round_began": lambda e, name: f"Round {e['round']}.",
    "turn_began": _turn_began,
    "turn_ended": lambda e, name: f"{name(e['who'])}'s turn is over.",
    "rolled": rolled_words,
    "decided": _decided,
    "tension_changed": _tension_changed,
    "luck_changed": _luck_changed,
    "tension_allocated": lambda e, name: f"{e['amount']} Tension lies against the next player roll.",
    "earners_cleared": lambda e, name: "Every player may earn Luck again.",
    "primed": _primed,
    "spent": _spent,
    "energy_spent": _energy_spent,
    "energy_regained": lambda e, name: f"{name(e['who'])} regains {e['amount']} Energy ({e['why']}): {e['to']}.",
    "energy_granted": lambda e, name: f"{name(e['who'])} holds {e['to']} extra Energy ({e['amount']:+d}).",
    "grind_gained": lambda e, name: f"{name(e['who'])} gains Grind: {e['total']}.",
    "grind_lost": lambda e, name: f"{name(e['who'])} loses Grind with the Wound: {e['total']}.",
    "grind_burned": _grind_burned,
    "exhaustion_changed": lambda e, name: f"{name(e['who'])}'s Exhaustion is now {e['total']} ({e['why']}).",
    "bond_formed": lambda e, name: f"{name(e['who'])} is bonded to {name(e['bond'])}.",
    "bond_spent": lambda e, name: f"{name(e['who'])} spends the Bond to {name(e['bond'])}.",
    "took_bullet": lambda e, name: f"{name(e['who'])} steps in front of {name(e['of'])}, at {e['to']}.",
    "held_on": lambda e, name: f"Not today: {name(e['by'])} keeps {name(e['who'])} from dying.",
    "landed": _landed,
    "missed": _missed,
    "dodged": lambda e, name: f"{name(e['who'])} dodges {name(e['attacker'])}'s attack.",
    "jammed": lambda e, name: f"{name(e['who'])}'s {spaced(e['weapon'])} jams.",
    "absorbed": _absorbed,
    "dr_changed": _dr_changed,
    "marked": lambda e, name: f"{name(e['who'])} takes {points(e['hits'], 'Hit')}: {e['total']} marked.",
    "unmarked": lambda e, name: f"{name(e['who'])} clears {points(e['hits'], 'box', 'boxes')}: {e['total']} marked.",
    "went_down": lambda e, name: f"{name(e['who'])} goes DOWN ({spaced(e['why'])}).",
    "stood": lambda e, name: f"{name(e['who'])} stands up ({e['why']}).",
    "died": _died,
    "left": lambda e, name: f"{name(e['who'])} is out of the fight ({e['why']}).",
    "wound_gained": lambda e, name: _wounds(e, name, "gains"),
    "wound_healed": lambda e, name: _wounds(e, name, "is rid of"),
    "triaged": _triaged,
    "dying": lambda e, name: f"{name(e['who'])} is slipping away: {points(e['failures'], 'failed dying save')}.",
    "stabilised": lambda e, name: f"{name(e['who'])} is stable.",
    "psych_gained": lambda e, name: f"{name(e['who'])}'s Psych rises to {e['total']} ({_why(e)}).",
    "psych_lost": lambda e, name: f"{name(e['who'])}'s Psych falls to {e['total']} ({_why(e)}).",
    "condition_gained": _condition_gained,
    "condition_ended": lambda e, name: f"{name(e['who'])} is no longer {e['condition'].capitalize()}.",
    "attribute_lost": _attribute_lost,
    "attribute_restored": lambda e, name: f"{name(e['who'])}'s {e['attribute']} is back at {e['to']}.",
    "failed_forward": lambda e, name: f"{name(e['who'])} fails forward with {e['attribute']}: a plain {e['gives']}.",
    "moved": _moved,
    "covered": lambda e, name: f"{name(e['who'])} {'takes cover ' + str(e['cover']) if e['cover'] else 'loses cover'}.",
    "aimed": lambda e, name: f"{name(e['who'])} {'aims at ' + name(e['target']) if e['target'] else 'no longer aims'}.",
    "guarded": lambda e, name: f"{name(e['who'])} is on guard.",
    "readied": lambda e, name: (
        f"{name(e['who'])} " + ("stows its weapon." if e["weapon"] == "none" else f"readies the {spaced(e['weapon'])}.")
    ),
    "reloaded": lambda e, name: f"{name(e['who'])} reloads the {spaced(e['weapon'])}: {e['left']} shots.",
    "ammo_used": lambda e, name: f"{name(e['who'])} fires the {spaced(e['weapon'])}: {e['left']} left in the clip.",
    "item_used": _item_used,
    "swept": _swept,
    "rested": _rested,
    "session_began": lambda e, name: "A new session begins: nobody has earned Luck yet.",
    "scene_broke": lambda e, name: "The scene is over.",
    "coped": _coped,
    "hidden": lambda e, name: f"{name(e['who'])} is out of sight.",
    "revealed": lambda e, name: f"{name(e['who'])} is in plain sight.",
    "joined": lambda e, name: f"{name(e['who'])} joins.",
    "noted": lambda e, name: f"{name(e['who']) + ': ' if e['who'] else ''}“{e['text']}”",
    "set_by_hand": _set_by_hand,
    "undone": lambda e, name: f"Taken back: {e.get('command') or 'the last command'}.",
}
"""CC-23.1 Types. The sentence for each."""


def sentence(event: Happened, name: Name) -> str:
    """What happened, in words; `name` says who an id is."""
    return _SENTENCES[event["type"]](event, name)
