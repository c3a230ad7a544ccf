"""Where the terminal keeps fights: in the same database as live tables, in the user's state directory."""

from __future__ import annotations

import json
import os
import re
import secrets
import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from fireteam.kernel.names import find
from fireteam.kernel.refusals import Refusal
from fireteam.table.faults import StoreFault, Taken
from fireteam.table.journal import FORMAT, JournalFault, Story, as_text, check_head, now
from fireteam.table.sqlite_file import prepare

MOST_LISTED = 200
"""How many fights are looked at for a list, the newest first."""
MOST_LOOKED_BACK = 50
"""How many of a fight's last records are looked at for where it stood."""

DATABASE = "tables.db"
"""The name of the database in the user's state directory."""


def home() -> Path:
    """FIRETEAM_HOME, else `fireteam` in XDG_STATE_HOME, else ~/.local/state/fireteam."""
    given = os.environ.get("FIRETEAM_HOME")
    if given:
        return Path(given).expanduser()
    state = os.environ.get("XDG_STATE_HOME")
    base = Path(state) if state and Path(state).is_absolute() else Path("~/.local/state").expanduser()
    return base / "fireteam"


class InUse(Exception):
    """Somebody else plays the fight."""


@dataclass(slots=True, frozen=True)
class Saved:
    """A fight on the shelf: its id, game and title, and where it stood when it was left (`changed`: when, as text)."""

    id: str
    ruleset: str
    title: str
    phase: str
    round: int
    changed: str

    @property
    def is_over(self) -> bool:
        return self.phase == "over"


class Journal:
    """A fight's journal open for writing. Only one terminal at a time can have it; a table that is served can too."""

    def __init__(self, connection: sqlite3.Connection, id: str, count: int, lock: BinaryIO | None) -> None:
        self.id = id
        self.count = count
        self._connection = connection
        self._lock = lock

    def append(self, kind: str, **fields: Any) -> None:
        """Writes one record; it is on the disk when this returns. Raises `OSError` when it is not, and `InUse`."""
        from fireteam.table.rows import Row
        from fireteam.table.sqlite_file import append

        row = Row(self.count + 1, None, as_text({"kind": kind, **fields}).encode())
        try:
            append(self._connection, self.id, [row])
        except Taken:
            raise InUse(f"{self.id} is being played at a table too, and went on there: resume it to see how") from None
        except sqlite3.Error as error:
            raise OSError(str(error)) from None
        self.count += 1

    def close(self) -> None:
        self._connection.close()
        if self._lock is not None:
            self._lock.close()


class Shelf:
    """The fights in a folder's database; each is a table, its id made of its scene's name and a number."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or home()

    def begin(self, name: str, head: Mapping[str, Any]) -> Journal:
        """A new journal, called after `name` with the next free number. Raises `OSError`."""
        connection = self._open()
        stem = re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-")[:40] or "fight"
        whole = as_text({"format": FORMAT, "created": now(), **head}).encode()
        number = 1
        try:
            while True:
                id = f"{stem}-{number}"
                added = connection.execute(
                    "INSERT OR IGNORE INTO tables (id, head, key) VALUES (?, ?, ?)",
                    (id, whole, secrets.token_bytes(32)),
                )
                if added.rowcount == 1:
                    return Journal(connection, id, 0, self._lock(id))
                number += 1
        except sqlite3.Error as error:
            connection.close()
            raise OSError(str(error)) from None

    def go_on(self, id: str) -> tuple[Journal, Story]:
        """An old journal to be continued. Raises `JournalFault`, `InUse` and `OSError`."""
        lock = self._lock(id)
        connection = self._open()
        try:
            story = _story(connection, id)
        except BaseException:
            connection.close()
            if lock is not None:
                lock.close()
            raise
        return Journal(connection, id, len(story.lines) - 1, lock), story

    def story(self, id: str) -> Story:
        """A journal as far as it goes. Raises `JournalFault` and `OSError`."""
        connection = self._open()
        try:
            return _story(connection, id)
        finally:
            connection.close()

    def saved(self) -> Iterator[Saved]:
        """The fights that can be read, the one played last first; each is read when it is asked for."""
        if not self._path.is_file():
            return
        connection = self._open()
        try:
            ids = [(_changed(connection, id), id) for id in _ids(connection)]
            for changed, id in sorted(ids, reverse=True)[:MOST_LISTED]:
                one = _peek(connection, id, changed)
                if one is not None:
                    yield one
        finally:
            connection.close()

    def waiting(self) -> Iterator[Saved]:
        """The fights that are not over, the one played last first."""
        return (saved for saved in self.saved() if not saved.is_over)

    def find(self, id: str | None) -> str | Refusal:
        """The id of a fight: by the beginning of one; without one the last that is not over."""
        if id is None:
            one = next(self.waiting(), None)
            return one.id if one else Refusal("no fight is waiting to be resumed")
        ids: list[str] = []
        if self._path.is_file():
            connection = self._open()
            ids = _ids(connection)
            connection.close()
        return find(id, {one: () for one in ids}, "saved fight")

    @property
    def _path(self) -> Path:
        return self.folder / DATABASE

    def _open(self) -> sqlite3.Connection:
        self.folder.mkdir(parents=True, exist_ok=True)
        try:
            return prepare(self._path)
        except (sqlite3.Error, StoreFault) as error:
            raise OSError(f"{self._path}: {error}") from None

    def _lock(self, id: str) -> BinaryIO | None:
        """Keeps a fight for this terminal as long as it is open."""
        try:
            import fcntl
        except ImportError:  # no such locks on this system: what both write still never mixes (`Taken`)
            return None
        folder = self.folder / "playing"
        folder.mkdir(parents=True, exist_ok=True)
        file = (folder / id).open("ab")
        try:
            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.close()
            raise InUse(f"{id} is being played in another terminal") from None
        return file


def _ids(connection: sqlite3.Connection) -> list[str]:
    return [row[0] for row in connection.execute("SELECT id FROM tables")]


def _last(connection: sqlite3.Connection, id: str) -> Iterator[dict[str, Any]]:
    """A table's last records, the newest first."""
    found = connection.execute(
        "SELECT body FROM records WHERE table_id = ? ORDER BY position DESC LIMIT ?", (id, MOST_LOOKED_BACK)
    )
    for (body,) in found:
        yield json.loads(body)


def _changed(connection: sqlite3.Connection, id: str) -> str:
    """When something happened last."""
    for record in _last(connection, id):
        if record.get("at"):
            return str(record["at"])
    head = connection.execute("SELECT head FROM tables WHERE id = ?", (id,)).fetchone()
    try:
        return str(json.loads(head[0]).get("created", ""))
    except ValueError:
        return ""


def _peek(connection: sqlite3.Connection, id: str, changed: str) -> Saved | None:
    try:
        head = json.loads(connection.execute("SELECT head FROM tables WHERE id = ?", (id,)).fetchone()[0])
        stood: Mapping[str, Any] = next((one["stands"] for one in _last(connection, id) if "stands" in one), {})
        scene = head["scene"]
        return Saved(
            id,
            str(head["ruleset"]),
            str(scene.get("title") or id),
            str(stood.get("phase", scene.get("phase", "calm"))),
            int(stood.get("round", 0)),
            changed,
        )
    except (ValueError, KeyError, AttributeError, TypeError):
        return None


def _story(connection: sqlite3.Connection, id: str) -> Story:
    """A table of the database as the lines of a journal."""
    try:
        head = connection.execute("SELECT head FROM tables WHERE id = ?", (id,)).fetchone()
        bodies = connection.execute("SELECT body FROM records WHERE table_id = ? ORDER BY position", (id,)).fetchall()
    except sqlite3.Error as error:
        raise OSError(str(error)) from None
    if head is None:
        raise JournalFault(1, "is missing: there is no such fight")
    try:
        lines = [{"kind": "fight", **json.loads(head[0])}, *(json.loads(body) for (body,) in bodies)]
    except ValueError:
        raise JournalFault(1, "or one of the others is no longer JSON") from None
    story = Story([{"n": number, **line} for number, line in enumerate(lines, start=1)])
    check_head(story.head)
    return story
