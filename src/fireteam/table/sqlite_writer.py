"""The process that writes to an SQLite file for a server: `python -m fireteam.table.sqlite_writer FILE`.

A process and not a thread: a thread would take the interpreter from all tables several times for each commit. It reads
batches of jobs from its standard input, commits everything that has come by then in one transaction, and answers each
batch on its standard output. It ends when its input does, after what was in it is written.
"""

from __future__ import annotations

import os
import signal
import sqlite3
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain
from pathlib import Path

import msgspec

from fireteam.table.faults import StoreFault, Taken
from fireteam.table.rows import Link, Row, Shelved
from fireteam.table.sqlite_file import MOST_APPENDED, Appended, append, append_many, prepare

MOST_READ_AT_ONCE = 1 << 20
"""How many bytes one look at the input takes."""
_LENGTH = 4
"""How many bytes in front of a batch or an answer say how long it is."""


class Append(msgspec.Struct, tag=1, array_like=True, frozen=True):
    """Records that come behind a table's last one, and the links that are now the only ones of their seats."""

    table: str
    rows: Sequence[Row]
    links: Mapping[str, Link | None] = {}


class AddTable(msgspec.Struct, tag=2, array_like=True, frozen=True):
    """A new table with its first records and links."""

    table: Shelved
    rows: Sequence[Row]
    links: Sequence[Link]


class PutPoint(msgspec.Struct, tag=3, array_like=True, frozen=True):
    """A point of a table's curve."""

    table: str
    position: int
    body: bytes


class Look(msgspec.Struct, tag=4, array_like=True, frozen=True):
    """Whether another process has written: the answer is a number that changes only then."""


Job = Append | AddTable | PutPoint | Look


class Done(msgspec.Struct, array_like=True, frozen=True):
    """What came of a job: a number, or why it was not done. `is_taken`: somebody else had written there."""

    value: int = 0
    fault: str = ""
    is_taken: bool = False


_encode = msgspec.msgpack.Encoder().encode
_decode_jobs = msgspec.msgpack.Decoder(list[Job]).decode
_decode_done = msgspec.msgpack.Decoder(list[Done]).decode


def framed(batch: Sequence[Job] | Sequence[Done]) -> bytes:
    """A batch or an answer as it is sent."""
    body = _encode(batch)
    return len(body).to_bytes(_LENGTH, "big") + body


class Frames:
    """Puts together what comes in pieces."""

    def __init__(self) -> None:
        self._got = bytearray()

    def feed(self, data: bytes) -> Iterator[bytes]:
        """The bodies that are whole now."""
        self._got += data
        while len(self._got) >= _LENGTH:
            end = _LENGTH + int.from_bytes(self._got[:_LENGTH], "big")
            if len(self._got) < end:
                return
            body = bytes(self._got[_LENGTH:end])
            del self._got[:end]
            yield body


def answers(body: bytes) -> list[Done]:
    """The answer to a batch."""
    return _decode_done(body)


def perform(connection: sqlite3.Connection, jobs: Sequence[Job]) -> list[Done]:
    """Does all jobs in one transaction; if one fails, each in its own."""
    try:
        return _append_all(connection, jobs) or _transaction(connection, jobs)
    except Exception as error:
        if len(jobs) > 1:
            return [done for job in jobs for done in perform(connection, [job])]
        return [Done(fault=f"{error.__class__.__name__}: {error}", is_taken=isinstance(error, Taken))]


def _append_all(connection: sqlite3.Connection, jobs: Sequence[Job]) -> list[Done]:
    """Writes what is nothing but new records in one statement; an empty list if that cannot be."""
    found: list[Appended] = []
    for job in jobs:
        if not isinstance(job, Append) or job.links or not job.rows:
            return []
        first = job.rows[0].position
        found += [(job.table, row.position, row.order, row.body, first) for row in job.rows]
    if len(found) > MOST_APPENDED:
        return []
    try:
        append_many(connection, found)
    except sqlite3.IntegrityError:
        return []  # one at a time tells which has no place
    return [Done()] * len(jobs)


def _transaction(connection: sqlite3.Connection, jobs: Sequence[Job]) -> list[Done]:
    connection.execute("BEGIN IMMEDIATE")
    try:
        found = [Done(_do(connection, job)) for job in jobs]
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    return found


def _do(connection: sqlite3.Connection, job: Job) -> int:
    if isinstance(job, Look):
        return version_of_data(connection)
    if isinstance(job, PutPoint):
        connection.execute("INSERT OR REPLACE INTO points VALUES (?, ?, ?)", (job.table, job.position, job.body))
    elif isinstance(job, AddTable):
        connection.execute("INSERT INTO tables VALUES (?, ?, ?)", (job.table.id, job.table.head, job.table.key))
        append(connection, job.table.id, job.rows)
        for link in job.links:
            _put_link(connection, link)
    else:
        append(connection, job.table, job.rows)
        for seat, new in job.links.items():
            connection.execute("DELETE FROM links WHERE table_id = ? AND seat = ?", (job.table, seat))
            if new is not None:
                _put_link(connection, new)
    return 0


def _put_link(connection: sqlite3.Connection, link: Link) -> None:
    connection.execute("INSERT INTO links VALUES (?, ?, ?, ?)", (link.hash, link.table, link.seat, link.number))


def version_of_data(connection: sqlite3.Connection) -> int:
    """A number that changes when another connection has written to the file."""
    return int(connection.execute("PRAGMA data_version").fetchone()[0])


def run(path: Path, source: int, target: int) -> None:
    """Opens the file, says so or why not, and writes what comes from one descriptor, answering on the other."""
    try:
        connection = prepare(path)
    except (sqlite3.Error, OSError) as error:
        _tell(target, [Done(fault=f"{path} cannot be used as a database: {error}")])
        return
    except StoreFault as fault:
        _tell(target, [Done(fault=str(fault))])
        return
    _tell(target, [Done(version_of_data(connection))])
    frames = Frames()
    while data := os.read(source, MOST_READ_AT_ONCE):
        batches = [_decode_jobs(body) for body in frames.feed(data)]
        if batches:
            found = iter(perform(connection, list(chain.from_iterable(batches))))
            _tell(target, *([next(found) for _ in batch] for batch in batches))
    connection.close()


def _tell(target: int, *answers: Sequence[Done]) -> None:
    left = b"".join(map(framed, answers))
    while left:
        left = left[os.write(target, left) :]


def main() -> None:
    """Writes for the server that started this process, to the file it named."""
    # Who stops the server stops it alone: what it has sent by then is still written.
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    with suppress(BrokenPipeError):  # a server that was killed hears no answers
        run(Path(sys.argv[1]), sys.stdin.fileno(), sys.stdout.fileno())


if __name__ == "__main__":
    main()
