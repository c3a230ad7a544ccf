"""Phrases for what events hold: verbs, sources, reasons. `words` makes sentences of them."""

from __future__ import annotations

DEEDS_IN_WORDS = {
    "attack": "attacks {target}",
    "ranged": "shoots at {target}",
    "ambush": "ambushes {target}",
    "reckless": "attacks {target} recklessly",
    "flee": "makes a run for it",
    "grapple": "grapples with {target}",
    "intercept": "lies in wait for {target}",
    "defend": "braces for blows",
    "resist": "braces against hacks",
    "hide": "slips for cover",
    "hack": "hacks {target}",
    "quickhack": "quickhacks {target}",
    "scan": "scans {target}",
    "taunt": "taunts {target}",
    "intimidate": "intimidates {target}",
    "persuade": "tries to persuade {target}",
    "deceive": "tries to deceive {target}",
    "perceive": "listens to the substrate",
    "work": "works on the clock",
    "medical": "treats {target}",
    "stim": "gives {target} a stim",
    "smoke": "throws smoke",
    "emp": "throws an EMP at {target}",
    "move": "moves",
    "yield": "gives up",
    "interfere": "ghost interference reaches for {target}",
    "roll": "rolls",
}
"""What an action is called in a sentence."""

WITHOUT_ROLL = frozenset({"defend", "resist", "intercept", "move", "yield"})
"""Actions whose position does not matter."""

SOURCES = {
    "interference": "from ghost interference",
    "surge": "from the surge",
    "trauma": "after the trauma",
    "rest": "by resting",
    "treatment": "by treatment",
}
"""Where stress or relief came from, if not from a fighter."""

CHANGES = {
    "numbers": "by the numbers",
    "ambush": "after the ambush",
    "taunt": "stung by the taunt",
    "reckless": "after such recklessness",
    "repeated failures": "after failing again",
    "controlled success": "on good ground",
    "escalation": "as everything escalates",
    "by hand": "by the Wire DM's hand",
}
"""Why a position moved."""

COMPLICATION_WHYS = {
    "controlled failure": "the price of failing in control",
    "desperate failure": "the price of failing in desperation",
    "glancing": "a glancing blow",
    "devastating": "a devastating blow",
    "catastrophic": "a catastrophic blow changes the scene",
    "enforcer": "an Enforcer's grip",
    "doom": "bought with doom",
    "world event": "the world moves",
    "deceive": "deceived",
    "grapple": "grappled",
    "smoke": "thrown",
}
"""Why a complication stands."""

QUESTIONS = {
    "glancing": "makes the glancing blow count as {answer}",
    "devastating": "makes the devastating blow count as {answer}",
    "complication": "brings {answer} into the scene",
    "overwrite": "gives up distinction {answer}",
}
"""Decisions of a fighter's controller in words."""

OF_THE_WIRE_DM = {
    "complication": "the complication is {answer}",
    "exit": "the exit is {answer}",
    "interrupt": "{answer} is to interrupt",
    "reinforcement": "reinforcements are to come: {answer}",
    "world_event": "the world event is {answer}",
}
"""Decisions of the Wire DM in words; a complication is his when nobody's blow brought it."""

ENDINGS = {
    "last side": "no other side is left in the fight",
    "round limit": "the last round is over",
    "clock": "the clock is full",
    "ended by the gm": "the Wire DM ends it",
}

JOININGS = {"reinforcements": "as reinforcement", "help": "called to help", "sweep": "in a Directorate sweep"}

WORLD = {
    "story": "the city changes, and the Wire DM tells how",
    "blackout": "the lights go out",
    "surge": "a surge runs through every signal",
    "sweep": "the Directorate sweeps the block",
}

ITEMS = {
    "medkit": "a medkit",
    "field-kit": "a field kit",
    "stim": "a stim",
    "surge-stim": "a surge stim",
    "emp": "an EMP",
    "smoke": "a smoke charge",
}
"""Items with their article."""
