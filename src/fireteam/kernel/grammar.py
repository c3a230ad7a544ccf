"""The grammar of commands: from the words after a verb to the args of its form, and back."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from fireteam.kernel.actions import (
    CHOICE,
    CHOICES,
    DIE,
    NAME,
    NAMES,
    NUMBER,
    TEXT,
    WORD,
    Action,
    Command,
    Extra,
    Option,
    Pick,
    Slot,
    Tail,
    Times,
)
from fireteam.kernel.names import folded, nearest, short
from fireteam.kernel.refusals import Refusal

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
    found = _read_args(action, words)
    if isinstance(found, Refusal):
        return found
    return {name: value[:] if value.__class__ is list else value for name, value in found.items()} if found else {}


@lru_cache(maxsize=1024)  # people say the same things again and again
def _read_args(action: Action, words: str) -> dict[str, Any] | Refusal:
    tokens = _tokens(words)
    heads, times, tail = _extras(action)
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
        elif open_slots := [slot for slot in action.slots if slot.name not in args]:
            before = at
            refusal, at = _fill(open_slots, tokens, at, words, args, starts_extra)
            if refusal is None and at == before:
                return Refusal(f'"{short(token.text)}" does not fit here', action.clause, action.form())
        else:
            return Refusal(f'"{short(token.text)}" does not fit here', action.clause, action.form())
    return args if refusal is None else Refusal(refusal.reason, action.clause, action.form())


@cache
def _extras(action: Action) -> tuple[dict[str, list[Extra]], Times | None, Tail | None]:
    """An action's extras by the word that each begins with, and those that begin with none."""
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
    return heads, times, tail


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
        if slot.reads is TEXT:
            args[slot.name] = words[tokens[at].start :].strip()
            return None, len(tokens)
        if starts_extra(at):
            break
        token = tokens[at]
        if slot.reads in (NAME, NAMES):
            end = _name_end(slots[number + 1 :], tokens, at, starts_extra, many=slot.reads is NAMES)
            parts = _split_names(tokens[at:end])
            args[slot.name] = parts if slot.reads is NAMES else ", ".join(parts)
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
        if slot.reads is CHOICES:
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
            if following.reads in (NAME, NAMES, WORD, TEXT) or _value(following, token) is not None:
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
    if slot.reads is WORD:
        return text if text != "," else None
    if slot.reads is NUMBER:
        if not _NUMBER.match(text):
            return None
        value = int(text)
        if not slot.least <= value <= slot.most:
            return Refusal(f"{value} is not from {slot.least} to {slot.most}")
        return value
    if slot.reads is DIE:
        match = _DIE.match(text)
        return int(match.group(1)) if match else None
    if slot.reads in (CHOICE, CHOICES):
        typed = folded(text)
        exact = [word for word in slot.choices if folded(word) == typed]
        # A number is not shortened: d1 is no beginning of d12.
        starts = [word for word in slot.choices if folded(word).startswith(typed)] if typed[-1:].isalpha() else []
        return exact[0] if exact else starts[0] if len(starts) == 1 else None
    raise AssertionError(slot.reads)


def _misfit(slot: Slot, text: str) -> Refusal:
    """Why a word does not fit a slot, and what would."""
    if slot.reads in (CHOICE, CHOICES):
        close = nearest(text, slot.choices)
        hint = f"; did you mean {close}?" if close else f": use {' or '.join(slot.choices)}"
        return Refusal(f'"{short(text)}" does not fit here{hint}')
    what = {NUMBER: "whole number", DIE: "die", WORD: "word"}[slot.reads]
    return Refusal(f'"{short(text)}" is no {what}')


def write_command(action: Action, command: Command) -> str:
    """The command as a line of text that reads back to the same command."""
    parts = [f"{command.actor}: {action.verb}" if command.actor else action.verb]
    if command.args:
        parts += _write_slots(action.slots, command.args)
    # Most often that was all: each slot gives one part.
    for extra in action.extras if len(command.args) >= len(parts) else ():
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
            if slot.reads in (NAMES, CHOICES):
                found.append(", ".join(value))
            else:
                found.append(f"d{value}" if slot.reads is DIE else str(value))
    return found
