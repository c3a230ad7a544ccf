"""Actions, declared once.

A ruleset declares each verb as an `Action`: its form, who may give it, its clause, how it is checked and what it does.
From that one declaration come the parser with abbreviations and suggestions, the help, the ordered list of legal
commands, the JSON Schema, completion, and what a page needs for its buttons.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from fireteam.kernel.names import folded, nearest, short
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


_TOKEN = re.compile(r'"([^"]*)"|(,)|([^\s,"]+)')
_NUMBER = re.compile(r"[+-]?\d{1,9}$")
_DIE = re.compile(r"d(\d{1,3})$", re.IGNORECASE)
_TIMES = re.compile(r"x(\d{1,3})$", re.IGNORECASE)


@dataclass(slots=True, eq=False, repr=False)
class _Token:
    text: str
    start: int
    end: int
    is_quoted: bool


def _tokens(words: str) -> list[_Token]:
    found = []
    for match in _TOKEN.finditer(words):
        quoted = match.group(1)
        found.append(
            _Token(match.group(0) if quoted is None else quoted, match.start(), match.end(), quoted is not None)
        )
    return found


def read_args(action: Action, words: str) -> dict[str, Any] | Refusal:
    """The args that the words after a verb give, by the action's form. What is absent stays absent."""
    tokens = _tokens(words)
    heads: dict[str, list[Extra]] = {}
    times: Times | None = None
    tail: Tail | None = None
    for extra in action.extras:
        if isinstance(extra, Times):
            times = extra
        elif isinstance(extra, Tail):
            tail = extra
        else:
            for word in extra.words if isinstance(extra, Option) else extra.choices:
                heads.setdefault(word, []).append(extra)
    args: dict[str, Any] = {}
    at = 0

    def starts_extra(index: int) -> bool:
        token = tokens[index]
        if token.is_quoted:
            return False
        return token.text.casefold() in heads or (times is not None and _TIMES.match(token.text) is not None)

    refusal, at = _fill(action.slots, tokens, at, words, args, starts_extra)
    while refusal is None and at < len(tokens):
        token = tokens[at]
        found = None if token.is_quoted else _meant(heads.get(token.text.casefold(), []), tokens[at + 1 : at + 2])
        repeated = _TIMES.match(token.text) if times and not token.is_quoted else None
        if isinstance(found, Pick):
            args[found.name] = token.text.casefold()
            at += 1
        elif isinstance(found, Option):
            at += 1
            if found.slots:
                refusal, at = _fill(found.slots, tokens, at, words, args, starts_extra)
            else:
                args[found.name] = True
        elif repeated and times:
            number = int(repeated.group(1))
            if not 1 <= number <= times.most:
                return Refusal(f"x{number} is not from x1 to x{times.most}", action.clause, action.form())
            args[times.name] = number
            at += 1
        elif tail is not None:
            args[tail.name] = words[token.start :].strip()
            break
        else:
            return Refusal(f'"{short(token.text)}" does not fit here', action.clause, action.form())
    return refusal or args


def _meant(extras: Sequence[Extra], following: Sequence[_Token]) -> Extra | None:
    """Of several options that begin with the same word, the first whose choices have the next word; else the last."""
    for extra in extras[:-1]:
        if isinstance(extra, Option) and extra.slots and following and _value(extra.slots[0], following[0]) is not None:
            return extra
    return extras[-1] if extras else None


def _fill(
    slots: Sequence[Slot],
    tokens: list[_Token],
    at: int,
    words: str,
    args: dict[str, Any],
    starts_extra: Callable[[int], bool],
) -> tuple[Refusal | None, int]:
    """Gives each slot its words, from token `at` to the next option word; the number of the first token left over."""
    for number, slot in enumerate(slots):
        if at >= len(tokens):
            break
        if slot.reads is Reads.TEXT:
            args[slot.name] = words[tokens[at].start :].strip()
            return None, len(tokens)
        if starts_extra(at):
            break
        token = tokens[at]
        if slot.reads in (Reads.NAME, Reads.NAMES):
            end = _name_end(slots[number + 1 :], tokens, at, starts_extra, many=slot.reads is Reads.NAMES)
            parts = _split_names(tokens[at:end])
            args[slot.name] = parts if slot.reads is Reads.NAMES else ", ".join(parts)
            at = end
            continue
        value = _value(slot, token)
        if isinstance(value, Refusal):
            return value, at
        if value is None:
            if slot.is_optional:
                continue
            return _misfit(slot, token.text), at
        at += 1
        if slot.reads is Reads.CHOICES:
            value = [value]
            while at + 1 < len(tokens) and tokens[at].text == "," and not tokens[at].is_quoted:
                further = _value(slot, tokens[at + 1])
                if further is None:
                    return _misfit(slot, tokens[at + 1].text), at
                value.append(further)
                at += 2
        args[slot.name] = value
    return None, at


def _name_end(
    later: Sequence[Slot], tokens: list[_Token], at: int, starts_extra: Callable[[int], bool], *, many: bool
) -> int:
    """Where a name of several words ends: at an option word, or at what the next slot reads."""
    end = at + 1
    while end < len(tokens) and not starts_extra(end):
        token, before = tokens[end], tokens[end - 1]
        if token.text == "," and not token.is_quoted:
            if not many:
                break
        elif later and before.text != ",":
            following = later[0]
            if (
                following.reads in (Reads.NAME, Reads.NAMES, Reads.WORD, Reads.TEXT)
                or _value(following, token) is not None
            ):
                break
        end += 1
    return end


def _split_names(tokens: Sequence[_Token]) -> list[str]:
    names: list[list[str]] = [[]]
    for token in tokens:
        if token.text == "," and not token.is_quoted:
            names.append([])
        else:
            names[-1].append(token.text)
    return [" ".join(name) for name in names if name]


def _value(slot: Slot, token: _Token) -> Any:
    """The value that one token gives a slot; None if it does not fit, a refusal if it is out of range."""
    text = token.text
    if slot.reads is Reads.WORD:
        return text if text != "," else None
    if slot.reads is Reads.NUMBER:
        if not _NUMBER.match(text):
            return None
        value = int(text)
        if not slot.least <= value <= slot.most:
            return Refusal(f"{value} is not from {slot.least} to {slot.most}")
        return value
    if slot.reads is Reads.DIE:
        match = _DIE.match(text)
        return int(match.group(1)) if match else None
    if slot.reads in (Reads.CHOICE, Reads.CHOICES):
        typed = folded(text)
        exact = [word for word in slot.choices if folded(word) == typed]
        # A number is not shortened: d1 is no beginning of d12.
        starts = [word for word in slot.choices if folded(word).startswith(typed)] if typed[-1:].isalpha() else []
        return exact[0] if exact else starts[0] if len(starts) == 1 else None
    raise AssertionError(slot.reads)


def _misfit(slot: Slot, text: str) -> Refusal:
    """Why a word does not fit a slot, and what would."""
    if slot.reads in (Reads.CHOICE, Reads.CHOICES):
        close = nearest(text, slot.choices)
        hint = f"; did you mean {close}?" if close else f": use {' or '.join(slot.choices)}"
        return Refusal(f'"{short(text)}" does not fit here{hint}')
    what = {Reads.NUMBER: "whole number", Reads.DIE: "die", Reads.WORD: "word"}[slot.reads]
    return Refusal(f'"{short(text)}" is no {what}')


def write_command(action: Action, command: Command) -> str:
    """The command as a line of text that reads back to the same command."""
    parts = [f"{command.actor}: {action.verb}" if command.actor else action.verb]
    parts += _write_slots(action.slots, command.args)
    for extra in action.extras:
        if isinstance(extra, Option) and extra.slots:
            inner = _write_slots(extra.slots, command.args)
            if inner:
                parts += [extra.words[0], *inner]
        elif extra.name in command.args:
            value = command.args[extra.name]
            parts.append(
                extra.words[0] if isinstance(extra, Option) else f"x{value}" if isinstance(extra, Times) else value
            )
    return " ".join(parts)


def _write_slots(slots: Sequence[Slot], args: dict[str, Any]) -> list[str]:
    found = []
    for slot in slots:
        if slot.name in args:
            value = args[slot.name]
            if slot.reads in (Reads.NAMES, Reads.CHOICES):
                found.append(", ".join(value))
            else:
                found.append(f"d{value}" if slot.reads is Reads.DIE else str(value))
    return found


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
