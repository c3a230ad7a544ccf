"""Sentences for events: what a game master reads aloud. They are made from written events after the veil (TC-17)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from fireteam.tunnelcore.phrases import (
    CHANGES,
    COMPLICATION_WHYS,
    DEEDS_IN_WORDS,
    ENDINGS,
    ITEMS,
    JOININGS,
    OF_THE_WIRE_DM,
    QUESTIONS,
    SOURCES,
    WITHOUT_ROLL,
    WORLD,
)
from fireteam.tunnelcore.state import BOX_NAMES, BOX_OF

Name = Callable[[str], str]
Written = Mapping[str, Any]


def sentence(event: Written, name: Name) -> str:
    """One event as a sentence for people; `name` gives the name that belongs to an id."""
    say = SENTENCES.get(event["type"])
    return say(event, name) if say is not None else f"{event['type'].replace('_', ' ')}."


def deed_words(verb: str, target: Any, name: Name) -> str:
    """An action as a verb phrase."""
    words = DEEDS_IN_WORDS.get(verb, verb)
    return words.format(target=name(target) if target else "somebody")


def listed(words: Sequence[str]) -> str:
    """Words with commas and an `and`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def many(count: int, word: str) -> str:
    """A count with its noun."""
    return f"{count} {word}" if count == 1 else f"{count} {word}{'es' if word.endswith(('s', 'x', 'ch')) else 's'}"


def _started(event: Written, name: Name) -> str:
    by = event["initiator"]
    begun = f"Combat begins, opened by {name(by)}." if by else "Combat begins."
    return f"{begun} In the order: {listed([name(id) for id in event['order']])}."


def _ended(event: Written, name: Name) -> str:
    why = ENDINGS.get(event["why"], event["why"])
    if event["winner"]:
        return f"The fight is over and goes to {event['winner']}: {why}."
    return f"The fight stops undecided: {why}."


def _passed(event: Written, name: Name) -> str:
    return f"{name(event['who'])} lets the turn go by."


def _declared(event: Written, name: Name) -> str:
    told = f"{name(event['who'])} {deed_words(event['verb'], event['target'], name)}"
    return f"{told}." if event["verb"] in WITHOUT_ROLL else f"{told}. Position: {event['position'].capitalize()}."


def _dice(dice: Sequence[Sequence[int]]) -> str:
    return ", ".join(f"d{sides} shows {face}" for sides, face in dice)


def _roller(event: Written, name: Name) -> str:
    """Who rolled, with a verb."""
    is_actor = event["role"] == "actor"
    if event["who"]:
        return f"{name(event['who'])} rolls" if is_actor else f"{name(event['who'])} rolls in defence"
    if event["purpose"] == "roll":
        return "The dice fall" if is_actor else "Against them"
    return "Interference rolls" if is_actor else "The opposition rolls"


def _rolled(event: Written, name: Name) -> str:
    if event["role"] == "call":
        return f"{name(event['who'])} calls out: {_dice(event['dice'])}."
    kept = " + ".join(map(str, event["kept"])) or "nothing"
    total = f"{kept} = {event['total']}" if len(event["kept"]) > 1 else f"{event['total']}"
    end = f", critical, effect {event['effect']}" if event["critical"] else f", effect {event['effect']}"
    hitches = f", {many(event['hitches'], 'hitch')}" if event["hitches"] else ""
    return f"{_roller(event, name)}: {_dice(event['dice'])}; keeps {total}{end}{hitches}."


def _opposed(event: Written, name: Name) -> str:
    who, target, verb = event["who"], event["target"], event["verb"]
    if verb == "roll":
        subject = "The roll"
    elif not who:
        subject = f"Ghost interference against {name(target)}"
    else:
        subject = name(who) if target is None else f"{name(who)} {deed_words(verb, target, name)}"
    numbers = f"{event['total']} against {event['opposition']}" if event["total"] is not None else "the totals compare"
    margin = abs(event["margin"])
    if event["outcome"] == "win":
        end = f"won by {margin}"
    elif event["outcome"] == "lose":
        end = f"lost by {margin}" if margin else "a tie that counts as lost"
    else:
        end = "a tie, which holds"
    return f"{subject}: {numbers}, {end}."


def _absorbed(event: Written, name: Name) -> str:
    return (
        f"{name(event['who'])} spends {many(event['hitches'], 'plot point')} to keep {many(event['hitches'], 'hitch')} "
        f"out of the doom pool; {event['left']} left."
    )


def _awarded(event: Written, name: Name) -> str:
    return f"{name(event['who'])} now has {many(event['plot_points'], 'plot point')}."


def _effect(event: Written, name: Name) -> str:
    who = name(event["who"]) if event["who"] else "Interference"
    on = f" on {name(event['target'])}" if event["target"] else ""
    track = f", {event['track']}" if event["track"] else ""
    return f"{who}'s effect{on} is {event['die']}{track} ({many(event['ticks'], 'tick')})."


def _source(event: Written, name: Name) -> str:
    source = event["source"]
    if source in SOURCES:
        return f" {SOURCES[source]}"
    return f" with {ITEMS.get(source, source)}" if event["recovery"] else f" from {name(source)}"


def _stress_changed(event: Written, name: Name) -> str:
    who, track = name(event["who"]), event["track"]
    source = _source(event, name)
    if "to" not in event:
        return f"{who} recovers on {track}{source}." if event["recovery"] else f"{who} takes {track} stress{source}."
    before, after = BOX_OF[event["from"]], BOX_OF[event["to"]]
    told = f"from {BOX_NAMES[before]} to {BOX_NAMES[after]}"
    boxes = many(abs(after - before), "box")
    if after < before:
        return f"{who} recovers {boxes} of {track} stress{source}: {told}."
    return f"{who} takes {boxes} of {track} stress{source}: {told}."


def _stressed_out(event: Written, name: Name) -> str:
    return f"{name(event['who'])} is Stressed Out on {event['track']}."


def _trauma(event: Written, name: Name) -> str:
    return (
        f"{name(event['who'])} suffers a trauma, number {event['count']}: distinction {event['slot']} is now "
        f'"{event["name"]}", for good.'
    )


def _retired(event: Written, name: Name) -> str:
    end = "vanishes from the story" if event["exit"] == "vanish" else "becomes the Wire DM's to play"
    return f"The third trauma retires {name(event['who'])}, who {end}."


def _position_changed(event: Written, name: Name) -> str:
    why = CHANGES.get(event["why"], event["why"])
    return (
        f"{name(event['who'])}'s position goes from {event['from'].capitalize()} to {event['to'].capitalize()}, {why}."
    )


def _failures_changed(event: Written, name: Name) -> str:
    if not event["failures"]:
        return f"The count of {name(event['who'])}'s failures starts again."
    return f"{name(event['who'])} has failed: {event['failures']} so far."


def _complication_added(event: Written, name: Name) -> str:
    why = COMPLICATION_WHYS.get(event["why"], event["why"])
    if event["who"]:
        return f"{name(event['who'])} has the complication {event['name']} at {event['die']} ({why})."
    return f"The scene has the complication {event['name']} at {event['die']} ({why})."


def _complication_removed(event: Written, name: Name) -> str:
    return f"{name(event['who'])} shakes off {event['name']}."


def _braced(event: Written, name: Name) -> str:
    against = "blows" if event["guard"] == "physical" else "hacks"
    return f"{name(event['who'])} is on guard against {against}: a d6 in defence."


def _revealed(event: Written, name: Name) -> str:
    return f"{name(event['who'])} is seen again." if event["concealed"] else f"{name(event['who'])} appears."


def _moved(event: Written, name: Name) -> str:
    return f"{name(event['who'])} goes to {event['spot']}."


def _intercept_readied(event: Written, name: Name) -> str:
    with_ = " with a quickhack" if event["with"] == "deck" else ""
    return f"{name(event['who'])} waits to cut off {name(event['target'])}'s next action{with_}."


def _intercept_spent(event: Written, name: Name) -> str:
    return f"{name(event['who'])} moves to intercept {name(event['target'])}."


def _intercepted(event: Written, name: Name) -> str:
    return f"{name(event['by'])} cuts {name(event['who'])} off: the action is cancelled."


def _detained(event: Written, name: Name) -> str:
    return f"{name(event['who'])} is detained by the Directorate ({event['level']})."


def _scanned(event: Written, name: Name) -> str:
    who, target = name(event["who"]), name(event["target"])
    behavior = (event.get("behavior") or "").replace("_", " ")
    knows = f": {behavior}" if behavior else ""
    if event["level"] != "full" or not event.get("attributes"):
        depth = "through and through" if event["level"] == "full" else "but only the manner"
        return f"{who} reads {target}, {depth}{knows}."
    dice = ", ".join(f"{attribute.capitalize()} {die}" for attribute, die in event["attributes"].items())
    stress = ", ".join(f"{track} {BOX_NAMES[BOX_OF[box]]}" for track, box in event["stress"].items())
    return f"{who} reads {target} through and through{knows}. {dice}. {stress}."


def _item_used(event: Written, name: Name) -> str:
    left = f", {event['left']} left" if "left" in event else ""
    return f"{name(event['who'])} uses {ITEMS.get(event['item'], event['item'])}{left}."


def _chrome_disabled(event: Written, name: Name) -> str:
    return f"{name(event['who'])}'s chrome is silent to the end of round {event['until']}."


def _clock_ticked(event: Written, name: Name) -> str:
    way = "moves" if event["by"] >= 0 else "goes back"
    by = many(abs(event["by"]), "segment")
    return f"The clock {event['clock']} {way} by {by}: {event['filled']} of {event['size']}."


def _pool(pool: Sequence[str]) -> str:
    return f"the doom pool holds {' '.join(pool)}" if pool else "the doom pool is empty"


def _doom_grew(event: Written, name: Name) -> str:
    dice = " ".join(event["dice"])
    if event["who"] and event["why"] == "boss":
        return f"{name(event['who'])} brings {dice} of doom; {_pool(event['pool'])}."
    if event["who"]:
        return f"{name(event['who'])}'s {'hitch feeds' if len(event['dice']) == 1 else 'hitches feed'} the doom: " + (
            f"{dice}; {_pool(event['pool'])}."
        )
    return f"Doom grows by {dice}; {_pool(event['pool'])}."


def _interrupt(event: Written, name: Name) -> str:
    after = f" after {name(event['after'])}'s action" if event["after"] else ""
    return f"{name(event['who'])} interrupts{after}."


def _joined(event: Written, name: Name) -> str:
    how = JOININGS.get(event["why"])
    return f"{name(event['who'])} joins {event['side']}{f', {how}' if how else ''}."


def _help_called(event: Written, name: Name) -> str:
    comes = f"it will be here in round {event['due']}" if event["comes"] else "nobody answers"
    return f"{name(event['who'])} calls for help: {comes}."


def _decided(event: Written, name: Name) -> str:
    answer = name(event["answer"]) if event["key"] == "interrupt" else event["answer"]
    if event["who"] == "gm" or (event["key"] in OF_THE_WIRE_DM and event["key"] not in QUESTIONS):
        words = OF_THE_WIRE_DM.get(event["key"], "{answer}")
        return f"The Wire DM decides: {words.format(answer=answer)}."
    if event["key"] == "absorb":
        told = "keeps the plot points" if answer == "0" else f"puts {many(int(answer), 'plot point')} in"
        return f"{name(event['who'])} {told}."
    words = QUESTIONS.get(event["key"], "decides: {answer}")
    return f"{name(event['who'])} {words.format(answer=answer)}."


def _set_by_hand(event: Written, name: Name) -> str:
    return f"The Wire DM sets {event['path']} from {_shown(event['from'])} to {_shown(event['value'])}."


def _shown(value: Any) -> str:
    return "nothing" if value is None else ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _noted(event: Written, name: Name) -> str:
    return f"{name(event['who'])} notes: {event['text']}" if event["who"] else f"Note: {event['text']}"


def _simple(words: str) -> Callable[[Written, Name], str]:
    """A sentence with nobody but `who` in it."""
    return lambda event, name: words.format(who=name(event["who"])) if "{who}" in words else words


SENTENCES: dict[str, Callable[[Written, Name], str]] = {
    "started": _started,
    "ended": _ended,
    "round_began": lambda event, name: f"Round {event['round']}.",
    "round_ended": lambda event, name: f"Round {event['round']} is over.",
    "turn_began": _simple("{who} acts."),
    "turn_ended": _simple("{who}'s turn is over."),
    "passed": _passed,
    "declared": _declared,
    "rolled": _rolled,
    "opposed": _opposed,
    "absorbed": _absorbed,
    "awarded": _awarded,
    "effect": _effect,
    "stress_changed": _stress_changed,
    "stressed_out": _stressed_out,
    "went_out": _simple("{who} is out of the fight."),
    "back_in": _simple("{who} is back in the fight."),
    "held": _simple("{who} is held fast until the scene breaks."),
    "beaten": _simple("{who} is beaten."),
    "trauma": _trauma,
    "retired": _retired,
    "carried_off": _simple("{who} is carried out of the scene."),
    "position_changed": _position_changed,
    "failures_changed": _failures_changed,
    "complication_added": _complication_added,
    "complication_removed": _complication_removed,
    "braced": _braced,
    "concealed": _simple("{who} is out of sight: no hostile action can find {who}."),
    "revealed": _revealed,
    "moved": _moved,
    "intercept_readied": _intercept_readied,
    "intercept_spent": _intercept_spent,
    "intercepted": _intercepted,
    "fled": _simple("{who} gets away."),
    "yielded": _simple("{who} gives up and is left in peace."),
    "detained": _detained,
    "released": _simple("{who} is released."),
    "scanned": _scanned,
    "item_used": _item_used,
    "chrome_disabled": _chrome_disabled,
    "clock_ticked": _clock_ticked,
    "clock_filled": lambda event, name: f"The clock {event['clock']} is full.",
    "doom_grew": _doom_grew,
    "doom_spent": lambda event, name: f"The Wire DM spends {event['die']} of doom; {_pool(event['pool'])}.",
    "doom_merged": lambda event, name: (
        f"Two {event['two']} of doom become one {event['into']}; {_pool(event['pool'])}."
    ),
    "interrupt": _interrupt,
    "joined": _joined,
    "tower_rose": lambda event, name: f"The tower rises from {event['from']} % to {event['to']} %.",
    "world_event": lambda event, name: f"The tower is full: {WORLD.get(event['name'], event['name'])}.",
    "engaged": _simple("{who} takes part in the fight."),
    "stood_down": _simple("{who} stands down."),
    "scared": _simple("{who} is scared and will run."),
    "help_called": _help_called,
    "help_arrived": lambda event, name: f"Help has come for {event['side']}.",
    "rested": _simple("{who} rests."),
    "scene_broke": _simple("The scene breaks: complications and positions are cleared, stress stays."),
    "session_began": _simple("A new session begins."),
    "set_by_hand": _set_by_hand,
    "removed": _simple("{who} is taken out of the scene."),
    "hidden": _simple("{who} is hidden from the players."),
    "undone": lambda event, name: f"Taken back: {event['command']}." if event.get("command") else "Taken back.",
    "decided": _decided,
    "noted": _noted,
}
"""Every event type of chapter 17 with what to say about it."""
