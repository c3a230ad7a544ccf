"""A fight's journal as a file: a JSON object a line, each sealed by a hash over itself and the seal before it.

This is how a fight or a table travels: `fireteam serve --export` and a table's export write it, `replay` and import
read it. While it is played it stands in a database (`shelf`, `store`), record by record with the same bodies.

The first line (`fight`) holds the first scene in full, the game, the generator and the seed. Every further line is one
of these, and counts on (`n`):

========== ================================================================================================
`entry`     a command that was taken: line, who gave it, faces, answers, events, and where the fight then stood
`asked`     a command that waits for an answer: what it rolled and was answered so far
`standing`  an answer given once and for all (null: forgotten)
`left`      whoever played left in good order
========== ================================================================================================

A table's file has further kinds (`records`), which change nothing in the fight.
"""

from __future__ import annotations

import hashlib
import json
import re
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import Any

FORMAT = 1
"""The version of this format; a reader refuses another one."""

MOST_BYTES = 200_000_000
"""The largest journal that is read."""

_SEAL = re.compile(r',"hash":"([0-9a-f]{64})"\}$')


class JournalFault(Exception):
    """A journal that is not as it was written: the line, and what is wrong with it, in one sentence."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line} {reason}")
        self.line = line
        self.reason = reason


def seal(body: Mapping[str, Any], before: str) -> tuple[str, str]:
    """The line that holds a body, and its hash; `before` is the hash of the line above (empty for the first)."""
    text = as_text(body)
    hashed = _hashed(text, before)
    return f'{text[:-1]},"hash":"{hashed}"}}', hashed


def as_text(body: Mapping[str, Any]) -> str:
    """A body as JSON that can be written as UTF-8, whatever its texts hold."""
    text = json.dumps(body, ensure_ascii=False, separators=(",", ":"))
    if not text.isascii() and any("\ud800" <= ch <= "\udfff" for ch in text):  # half a character cannot be UTF-8
        return json.dumps(body, separators=(",", ":"))
    return text


def unseal(line: str, before: str, number: int) -> tuple[dict[str, Any], str]:
    """The body of a line and its hash. Raises `JournalFault` if the seal is broken or another number is due."""
    found = _SEAL.search(line)
    if found is None:
        raise JournalFault(number, "is not a line of a journal: it carries no hash")
    text = line[: found.start()] + "}"
    try:
        body = json.loads(text)
    except (ValueError, RecursionError):
        body = None
    if not isinstance(body, dict) or not isinstance(body.get("n"), int):
        raise JournalFault(number, "was edited: it is no longer JSON with a number")
    if body["n"] > number:
        raise JournalFault(number, f"is missing: line {body['n']} stands in its place")
    if body["n"] < number:
        raise JournalFault(number, f"was edited: it calls itself line {body['n']}")
    if found.group(1) != _hashed(text, before):
        raise JournalFault(number, "was edited, or the line before it was: its hash does not fit")
    return body, found.group(1)


def _hashed(text: str, before: str) -> str:
    return hashlib.sha256(f"{before}\n{text}".encode()).hexdigest()


def commitment(generator: str, seed: str) -> str:
    """What can be shown before a fight, to prove after it that the seed was not chosen later."""
    return hashlib.sha256(f"{generator}:{seed}".encode()).hexdigest()


@dataclass(slots=True)
class Story:
    """A journal as read: its bodies in order, the last seal, how many bytes were whole, and what was torn off."""

    lines: list[dict[str, Any]]
    last: str = ""
    size: int = 0
    torn: bytes = b""

    @property
    def head(self) -> dict[str, Any]:
        return self.lines[0]

    @property
    def ends_in_order(self) -> bool:
        """Whether whoever played last left in good order; else play was cut off, or lines are missing at the end."""
        return not self.torn and self.lines[-1].get("kind") == "left"


def read_story(raw: bytes) -> Story:
    """Reads a journal whole. Raises `JournalFault`; a last line that is cut off is not a fault but `torn`."""
    story = Story([])
    for number, (line, is_last) in enumerate(_split(raw), start=1):
        try:
            text = line.decode("utf-8")
            body, story.last = unseal(text, story.last, number)
        except (UnicodeDecodeError, JournalFault) as fault:
            if is_last:
                story.torn = line
                break
            if isinstance(fault, JournalFault):
                raise
            raise JournalFault(number, "was edited: it is not UTF-8 text") from None
        if is_last:  # whole but for its line end: nobody was told of it, yet it is sealed, so it counts
            story.size += len(line)
        else:
            story.size += len(line) + 1
        story.lines.append(body)
    if not story.lines:
        raise JournalFault(1, "is missing or cut off: this is not the journal of a fight")
    check_head(story.head)
    return story


def _split(raw: bytes) -> Iterator[tuple[bytes, bool]]:
    """The lines of a journal; the last one is marked if no line end follows it."""
    lines = raw.split(b"\n")
    for line in lines[:-1]:
        yield line, False
    if lines[-1]:
        yield lines[-1], True


def check_head(head: Mapping[str, Any]) -> None:
    """Raises `JournalFault` for a first line that begins no fight, or one that this version cannot read."""
    if head.get("kind") != "fight":
        raise JournalFault(1, "does not begin a fight: the journal's head is missing")
    if head.get("format") != FORMAT:
        raise JournalFault(1, f"says format {head.get('format')}; this version reads format {FORMAT}")
    for key, kind in (("ruleset", str), ("scene", dict), ("seed", str), ("generator", str)):
        if not isinstance(head.get(key), kind):
            raise JournalFault(1, f"lacks {key}")


def load_story(path: Path) -> Story:
    """The journal in a file. Raises `JournalFault` and `OSError`."""
    with path.open("rb") as file:
        raw = file.read(MOST_BYTES + 1)
    if len(raw) > MOST_BYTES:
        raise JournalFault(1, f"and the rest are larger than {MOST_BYTES:,} bytes")
    return read_story(raw)


_THOUSANDTHS = tuple(f".{number:03d}+00:00" for number in range(1000))


def now() -> str:
    """The time, for the record only: nothing is worked out from it."""
    seconds, thousandths = divmod(int(time.time() * 1000), 1000)
    return _second(seconds) + _THOUSANDTHS[thousandths]


@lru_cache(maxsize=2)
def _second(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%S")
