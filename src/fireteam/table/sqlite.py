"""Tables in one SQLite file: WAL, `synchronous=FULL`, and one writer thread that commits what many ask for at once."""

from __future__ import annotations

import asyncio
import queue
import sqlite3
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from fireteam.table.faults import StoreFault
from fireteam.table.seats import Link
from fireteam.table.sqlite_file import MOST_APPENDED, Appended, append, append_many, connect, copy_database, prepare
from fireteam.table.store import MOST_READ, Heard, Row, Shelved, Turn

T = TypeVar("T")

POLL_SECONDS = 0.25
"""How often the file is looked at for what other processes wrote."""


class _Append(NamedTuple):
    """Records of one table that come behind its last one; `values` are the same as `append_many` takes them."""

    table: str
    rows: Sequence[Row]
    values: list[Appended]

    def __call__(self, connection: sqlite3.Connection) -> None:
        append(connection, self.table, self.rows)


_Job = tuple[Callable[[sqlite3.Connection], Any], "asyncio.Future[Any]"]
_Result = tuple["asyncio.Future[Any]", Any, BaseException | None]


class SqliteStore:
    """A store in a file. Writes go through one thread, reads through another connection."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._jobs: list[_Job] = []
        self._is_writing = False
        self._given: queue.SimpleQueue[list[_Job] | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._reader: sqlite3.Connection | None = None
        self._reading = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._poller: asyncio.Task[None] | None = None
        self.commits = 0
        """How many commits were made, for the metrics."""

    async def start(self, heard: Heard) -> None:
        self._loop = asyncio.get_running_loop()
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            writer = await asyncio.to_thread(prepare, self.path)
            self._reader = connect(self.path)
            version = _data_version(writer)
        except (sqlite3.Error, OSError) as error:
            raise StoreFault(f"{self.path} cannot be used as a database: {error}") from None
        self._thread = threading.Thread(target=self._write, args=(writer,), name="journal", daemon=True)
        self._thread.start()
        self._poller = asyncio.create_task(self._poll(heard, version))

    async def close(self) -> None:
        if self._poller is not None:
            self._poller.cancel()
        if self._thread is not None:
            if self._jobs:
                self._give()
            self._given.put(None)
            await asyncio.to_thread(self._thread.join)
            self._thread = None
        if self._reader is not None:
            self._reader.close()
            self._reader = None

    # Writing: what tables want to write while a commit runs shares the next one

    def _do(self, job: Callable[[sqlite3.Connection], T]) -> asyncio.Future[T]:
        if self._thread is None or self._loop is None:
            raise StoreFault("the database is closed")
        future: asyncio.Future[T] = self._loop.create_future()
        self._jobs.append((job, future))
        if not self._is_writing:
            self._is_writing = True
            self._loop.call_soon(self._give)  # behind the tables whose turn it is anyhow
        return future

    def _give(self) -> None:
        jobs, self._jobs = self._jobs, []
        self._given.put(jobs)

    def _written(self, results: list[_Result]) -> None:
        for future, result, error in results:
            if future.done():
                continue
            if error is None:
                future.set_result(result)
            else:
                future.set_exception(error)
        if self._jobs:
            self._give()
        else:
            self._is_writing = False

    # The writer's thread

    def _write(self, connection: sqlite3.Connection) -> None:
        while (jobs := self._given.get()) is not None:
            results = self._commit(connection, jobs)
            if self._loop is not None and not self._loop.is_closed():
                self._loop.call_soon_threadsafe(self._written, results)
        connection.close()

    def _commit(self, connection: sqlite3.Connection, jobs: list[_Job]) -> list[_Result]:
        """Does all jobs in one transaction; if one fails, each in its own."""
        try:
            results = self._append_all(connection, jobs) or self._transaction(connection, jobs)
        except Exception as error:
            if len(jobs) > 1:
                return [result for job in jobs for result in self._commit(connection, [job])]
            return [(jobs[0][1], None, error)]
        self.commits += 1
        return results

    def _append_all(self, connection: sqlite3.Connection, jobs: list[_Job]) -> list[_Result]:
        """Writes what is nothing but new records the short way; an empty list if there is more to do."""
        found: list[Appended] = []
        for job, _ in jobs:
            if not isinstance(job, _Append):
                return []
            found += job.values
        if len(found) > MOST_APPENDED:
            return []
        try:
            append_many(connection, found)
        except sqlite3.IntegrityError:
            return []  # one at a time tells which has no place
        return [(future, None, None) for _, future in jobs]

    def _transaction(self, connection: sqlite3.Connection, jobs: list[_Job]) -> list[_Result]:
        connection.execute("BEGIN IMMEDIATE")
        try:
            results: list[_Result] = [(future, job(connection), None) for job, future in jobs]
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
        return results

    async def _ask(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        def read() -> list[tuple[Any, ...]]:
            with self._reading:
                if self._reader is None:
                    raise StoreFault("the database is closed")
                return self._reader.execute(sql, values).fetchall()

        return await asyncio.to_thread(read)

    async def _poll(self, heard: Heard, seen: int) -> None:
        """Looks whether another process has written: `data_version` of the writer changes only then."""
        while True:
            await asyncio.sleep(POLL_SECONDS)
            found = await self._do(_data_version)
            if found != seen:
                seen = found
                heard("")

    # The contract

    async def check(self) -> None:
        await self._ask("SELECT 1 FROM tables LIMIT 1")

    async def add_table(self, table: Shelved, rows: Sequence[Row], links: Sequence[Link]) -> None:
        def job(connection: sqlite3.Connection) -> None:
            connection.execute("INSERT INTO tables VALUES (?, ?, ?)", (table.id, table.head, table.key))
            append(connection, table.id, rows)
            connection.executemany(
                "INSERT INTO links VALUES (?, ?, ?, ?)", [(one.hash, one.table, one.seat, one.number) for one in links]
            )

        await self._do(job)

    async def table(self, id: str) -> Shelved | None:
        found = await self._ask("SELECT id, head, key FROM tables WHERE id = ?", id)
        return Shelved(*found[0]) if found else None

    async def table_ids(self) -> list[str]:
        return [row[0] for row in await self._ask("SELECT id FROM tables ORDER BY id")]

    async def read(self, id: str, after: int, most: int = MOST_READ) -> list[Row]:
        found = await self._ask(
            "SELECT position, order_id, body FROM records WHERE table_id = ? AND position > ?"
            " ORDER BY position LIMIT ?",
            id,
            after,
            most,
        )
        return [Row(*row) for row in found]

    def write(self, id: str, after: int, turn: Turn) -> asyncio.Future[None]:
        # The file has no lock that outlasts a transaction; the append finds out whether somebody else wrote.
        written = turn([])
        if not written.rows and not written.links:
            return _done()
        if not written.links:
            # Made ready here: while the writer's thread has the interpreter, all tables wait.
            first = written.rows[0].position
            values = [(id, row.position, row.order, row.body, first) for row in written.rows]
            return self._do(_Append(id, written.rows, values))

        def job(connection: sqlite3.Connection) -> None:
            append(connection, id, written.rows)
            for seat, link in written.links.items():
                connection.execute("DELETE FROM links WHERE table_id = ? AND seat = ?", (id, seat))
                if link is not None:
                    connection.execute(
                        "INSERT INTO links VALUES (?, ?, ?, ?)", (link.hash, link.table, link.seat, link.number)
                    )

        return self._do(job)

    async def link(self, hash: str) -> Link | None:
        found = await self._ask("SELECT hash, table_id, seat, number FROM links WHERE hash = ?", hash)
        return Link(*found[0]) if found else None

    async def put_point(self, id: str, position: int, body: bytes) -> None:
        await self._do(lambda one: one.execute("INSERT OR REPLACE INTO points VALUES (?, ?, ?)", (id, position, body)))

    async def points(self, id: str) -> list[tuple[int, bytes]]:
        found = await self._ask("SELECT position, body FROM points WHERE table_id = ? ORDER BY position", id)
        return [(row[0], row[1]) for row in found]

    async def back_up(self, path: Path) -> None:
        await asyncio.to_thread(copy_database, self.path, path)


def _done() -> asyncio.Future[None]:
    future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    future.set_result(None)
    return future


def _data_version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA data_version").fetchone()[0])
