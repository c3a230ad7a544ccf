"""A fight's journal: one JSON object a line, each sealed by a hash over itself and the seal of the line before.

The first line (`fight`) holds the first scene in full, the game, the generator and the seed. Every further line is one
of these, and counts on (`n`):

========== ================================================================================================
`entry`     a command that was taken: line, who gave it, faces, answers, events, and where the fight then stood
`asked`     a command that waits for an answer: what it rolled and was answered so far
`standing`  an answer given once and for all (null: forgotten)
`left`      whoever played left in good order
========== ================================================================================================

A line is on the disk before anybody is told what it says. The same bodies and seals can stand in a database: `seal` and
`unseal` know no files.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, BinaryIO

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


class InUse(Exception):
    """Somebody else has the journal open for writing."""


def seal(body: Mapping[str, Any], before: str) -> tuple[str, str]:
    """The line that holds a body, and its hash; `before` is the hash of the line above (empty for the first)."""
    text = json.dumps(body, ensure_ascii=False, separators=(",", ":"))
    if not text.isascii() and any("\ud800" <= ch <= "\udfff" for ch in text):  # half a character cannot be UTF-8
        text = json.dumps(body, separators=(",", ":"))
    hashed = _hashed(text, before)
    return f'{text[:-1]},"hash":"{hashed}"}}', hashed


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
    _check_head(story.head)
    return story


def _split(raw: bytes) -> Iterator[tuple[bytes, bool]]:
    """The lines of a journal; the last one is marked if no line end follows it."""
    lines = raw.split(b"\n")
    for line in lines[:-1]:
        yield line, False
    if lines[-1]:
        yield lines[-1], True


def _check_head(head: Mapping[str, Any]) -> None:
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


class Journal:
    """A journal open for writing. Only one at a time can have it."""

    def __init__(self, path: Path, file: BinaryIO, last: str, count: int) -> None:
        self.path = path
        self.count = count
        self._file = file
        self._last = last

    @classmethod
    def begin(cls, path: Path, head: Mapping[str, Any]) -> Journal:
        """A new journal with its first line. Raises `FileExistsError` if there is one already."""
        journal = cls(path, path.open("xb", buffering=0), "", 0)
        _lock(journal._file, path)
        journal.append("fight", format=FORMAT, created=now(), **head)
        _sync_folder(path.parent)
        return journal

    @classmethod
    def go_on(cls, path: Path) -> tuple[Journal, Story]:
        """An old journal to be continued; a torn last line is cut off. Raises `JournalFault`, `InUse`, `OSError`."""
        file = path.open("r+b", buffering=0)
        try:
            _lock(file, path)
            story = load_story(path)
            file.truncate(story.size)
            file.seek(0, os.SEEK_END)
            if not _ends_a_line(path):
                file.write(b"\n")
        except BaseException:
            file.close()
            raise
        return cls(path, file, story.last, len(story.lines)), story

    def append(self, kind: str, **fields: Any) -> None:
        """Writes one line; it is on the disk when this returns. Raises `OSError` when it is not."""
        line, last = seal({"n": self.count + 1, "kind": kind, **fields}, self._last)
        left = memoryview(f"{line}\n".encode())
        while left:
            left = left[self._file.write(left) :]
        os.fsync(self._file.fileno())
        self._last = last
        self.count += 1

    def close(self) -> None:
        self._file.close()


def now() -> str:
    """The time, for the record only: nothing is worked out from it."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def _ends_a_line(path: Path) -> bool:
    raw = path.read_bytes()
    return not raw or raw.endswith(b"\n")


def _lock(file: BinaryIO, path: Path) -> None:
    """Keeps the file for this process as long as it is open."""
    try:
        import fcntl
    except ImportError:  # no such locks on this system: two terminals on one fight are then nobody's fault but theirs
        return
    try:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise InUse(f"{path.stem} is being played in another terminal") from None


def _sync_folder(folder: Path) -> None:
    """Makes a new file's name as durable as its lines."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    number = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
