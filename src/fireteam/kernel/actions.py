"""Actions, declared once.

A ruleset declares each verb as an `Action`: its form, who may give it, its clause, how it is checked and what it does.
From that one declaration come the parser with abbreviations and suggestions, the help, the ordered list of legal
commands, the JSON Schema, completion, and what a page needs for its buttons.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from fireteam.kernel.names import nearest, short
from fireteam.kernel.refusals import Refusal

MOST_COMMAND = 500
"""The longest command, in characters."""


class By(StrEnum):
    """Who gives a command."""

    ACTOR = "actor"
    GM = "gm"
    ANYONE = "anyone"


class Reads(StrEnum):
    """What stands in a slot."""

    NAME = "name"
    NAMES = "names"
    WORD = "word"
    NUMBER = "number"
    DIE = "die"
    CHOICE = "choice"
    CHOICES = "choices"
    TEXT = "text"


# Members by short names: Python 3.11 takes long to find a member of an enumeration.
ACTOR, GM, ANYONE = By
NAME, NAMES, WORD, NUMBER, DIE, CHOICE, CHOICES, TEXT = Reads


# Declarations are made at start and told apart by identity: freezing and comparing would cost every process that
# starts half a millisecond a class.
@dataclass(slots=True, eq=False, repr=False)
class Slot:
    """A place in a form. Its value stands in the command's `args` under `name`, absent if the words did not give it.

    NAME gives the words as typed (the check resolves them), NAMES a list of them, NUMBER and DIE whole numbers,
    CHOICE one of `choices`, CHOICES a list of them, WORD one word, TEXT the rest of the line. `least` and `most` bound
    a NUMBER. `shown` stands in the form as it is, where the name would not say what belongs there.
    """

    name: str
    reads: Reads = Reads.NAME
    choices: tuple[str, ...] = ()
    is_optional: bool = False
    least: int = -999_999
    most: int = 999_999
    shown: str = ""

    def form(self) -> str:
        if self.shown:
            return self.shown
        text = " or ".join(self.choices) if self.reads is Reads.CHOICE else self.name.upper().replace("_", " ")
        if self.reads in (Reads.NAMES, Reads.CHOICES):
            text += f"[, {text}…]"
        return f"[{text}]" if self.is_optional else text


@dataclass(slots=True, eq=False, repr=False)
class Option:
    """Words that may follow in any order: a keyword with slots after it (`with WEAPON`), or alone (`hard`: True).

    Several `words` mean the same; without slots the value under `name` is True. Of two options that share a word the
    first stands with a CHOICE, and is meant if the next word is one of it (`on grind`, `on NAME`).
    """

    name: str
    words: tuple[str, ...]
    slots: tuple[Slot, ...] = ()

    def form(self) -> str:
        return "[" + " ".join([self.words[0], *(slot.form() for slot in self.slots)]) + "]"


@dataclass(slots=True, eq=False, repr=False)
class Pick:
    """One of several words, at any place after the slots; the word itself is the value under `name`."""

    name: str
    choices: tuple[str, ...]

    def form(self) -> str:
        return f"[{' or '.join(self.choices)}]"


@dataclass(slots=True, eq=False, repr=False)
class Times:
    """`xN`: a number of repetitions from 1 to `most`, under `name`."""

    name: str = "times"
    most: int = 9

    def form(self) -> str:
        return "[xN]"


@dataclass(slots=True, eq=False, repr=False)
class Tail:
    """Free words after all other extras, under `name`: what is left once nothing else fits."""

    name: str

    def form(self) -> str:
        return f"[{self.name}]"


Extra = Option | Pick | Times | Tail


@dataclass(slots=True)
class Command:
    """A command as data. `actor` is an id once checked, `args` hold what the form's slots and options gave."""

    action: str
    actor: str | None = None
    args: dict[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        return {"action": self.action, "actor": self.actor, "args": dict(self.args)}


Check = Callable[[Any, Command], Refusal | None]
Resolve = Callable[[Any, Command], None]
Offers = Callable[[Any, str], Iterable[dict[str, Any]]]


def _no_offers(scene: Any, actor: str) -> Iterable[dict[str, Any]]:
    return ()


def _always(scene: Any, command: Command) -> Refusal | None:
    return None


@dataclass(slots=True, eq=False, repr=False)
class Action:
    """A verb of a ruleset.

    `check(scene, command)` says whether the command is legal now, without rolling or changing the scene; it may
    replace typed names in the command by ids. `resolve(run, command)` does it, and is only called after a check that
    found nothing. `offers(scene, actor)` gives the args worth listing for an actor; those that pass the check are
    the legal commands. `summary` is one sentence for help; `costs` names what it takes ("turn", "2 AP").
    """

    key: str
    verb: str
    clause: str
    summary: str
    resolve: Resolve
    check: Check = _always
    by: By = By.ACTOR
    slots: tuple[Slot, ...] = ()
    extras: tuple[Extra, ...] = ()
    aliases: tuple[str, ...] = ()
    offers: Offers = _no_offers
    costs: str = ""
    hostile: bool = False

    def form(self) -> str:
        """The legal form in one line, as help and refusals show it."""
        return " ".join([self.verb, *(slot.form() for slot in self.slots), *(extra.form() for extra in self.extras)])


class Actions:
    """The verbs of a ruleset in listing order, found by key or by what somebody typed."""

    __slots__ = ("by_key", "by_verb")

    def __init__(self, actions: Sequence[Action]) -> None:
        self.by_key: dict[str, Action] = {action.key: action for action in actions}
        if len(self.by_key) != len(actions):
            raise ValueError("two actions have the same key")
        self.by_verb: dict[str, list[Action]] = {}
        for action in actions:
            for verb in (action.verb, *action.aliases):
                self.by_verb.setdefault(verb, []).append(action)

    def __iter__(self) -> Any:
        return iter(self.by_key.values())

    def verb(self, word: str, has_actor: bool, has_words: bool) -> Action | Refusal:
        """The action that a verb means: exact, or the unambiguous beginning of one.

        Where a verb is both an actor's and the game master's, an actor in front or no words after it mean the
        actor's, anything else the game master's.
        """
        typed = word.casefold()
        actions = self.by_verb.get(typed)
        if actions is None:
            starts = sorted({verb for verb in self.by_verb if verb.startswith(typed)}) if typed else []
            meant = {action.key for verb in starts for action in self.by_verb[verb]}
            if starts and len({tuple(a.key for a in self.by_verb[verb]) for verb in starts}) == 1 and meant:
                actions = self.by_verb[starts[0]]
            elif starts:
                return Refusal(f'"{short(word)}" could be {", ".join(starts)}')
            else:
                close = nearest(typed, self.by_verb)
                hint = f"; did you mean {close}?" if close else ""
                return Refusal(f"unknown verb: {short(word)}{hint}")
        if len(actions) == 1:
            return actions[0]
        by_actor = has_actor or not has_words
        for action in actions:
            if (action.by is not By.GM) == by_actor:
                return action
        return actions[0]


def schema(action: Action) -> dict[str, Any]:
    """JSON Schema of the action's command as data (`Command.to_json`)."""
    properties: dict[str, Any] = {}
    slots = [*action.slots]
    for extra in action.extras:
        if isinstance(extra, Pick):
            properties[extra.name] = {"enum": list(extra.choices)}
        elif isinstance(extra, Times):
            properties[extra.name] = {"type": "integer", "minimum": 1, "maximum": extra.most}
        elif isinstance(extra, Tail):
            properties[extra.name] = {"type": "string"}
        elif extra.slots:
            slots += extra.slots
        else:
            properties[extra.name] = {"const": True}
    for slot in slots:
        properties[slot.name] = {
            Reads.NAMES: {"type": "array", "items": {"type": "string"}},
            Reads.CHOICES: {"type": "array", "items": {"enum": list(slot.choices)}},
            Reads.NUMBER: {"type": "integer", "minimum": slot.least, "maximum": slot.most},
            Reads.DIE: {"type": "integer"},
            Reads.CHOICE: {"enum": list(slot.choices)},
        }.get(slot.reads, {"type": "string"})
    return {
        "type": "object",
        "title": action.form(),
        "description": f"{action.summary} ({action.clause})",
        "properties": {
            "action": {"const": action.key},
            "actor": {"type": ["string", "null"]},
            "args": {"type": "object", "properties": properties, "additionalProperties": False},
        },
        "required": ["action"],
        "additionalProperties": False,
    }
