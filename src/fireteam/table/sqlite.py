"""Tables in one SQLite file: WAL, `synchronous=FULL`, and one writer thread that commits what many ask for at once."""

from __future__ import annotations

import asyncio
import queue
import sqlite3
import threading
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

from fireteam.table.faults import StoreFault
from fireteam.table.seats import Link
from fireteam.table.sqlite_file import append, connect, copy_database, prepare
from fireteam.table.store import MOST_READ, Heard, Row, Shelved

T = TypeVar("T")

MOST_AT_ONCE = 500
"""How many writes may share one commit."""
GATHER_SECONDS = 0.002
"""How long after a commit that several shared the next one begins at the earliest: whoever writes meanwhile shares it.
On a busy server a commit, and waking two threads for it, costs more than the rules do. Who writes alone never waits."""
POLL_SECONDS = 0.25
"""How often the file is looked at for what other processes wrote."""

_Job = tuple[Callable[[sqlite3.Connection], Any], "asyncio.Future[Any]"]
_Result = tuple["asyncio.Future[Any]", Any, BaseException | None]


class SqliteStore:
    """A store in a file. Writes go through one thread, reads through another connection."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
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
        except (sqlite3.Error, OSError) as error:
            raise StoreFault(f"{self.path} cannot be used as a database: {error}") from None
        self._thread = threading.Thread(target=self._write, args=(writer,), name="journal", daemon=True)
        self._thread.start()
        self._poller = asyncio.create_task(self._poll(heard))

    async def close(self) -> None:
        if self._poller is not None:
            self._poller.cancel()
        if self._thread is not None:
            self._jobs.put(None)
            await asyncio.to_thread(self._thread.join)
            self._thread = None
        if self._reader is not None:
            self._reader.close()
            self._reader = None

    # The writer's thread

    def _write(self, connection: sqlite3.Connection) -> None:
        is_open = True
        while is_open:
            first = self._jobs.get()
            jobs: list[_Job] = []
            while first is not None:
                jobs.append(first)
                if len(jobs) == MOST_AT_ONCE:
                    break
                try:
                    first = self._jobs.get_nowait()
                except queue.Empty:
                    break
            if first is None:
                is_open = False
            if jobs:
                self._commit(connection, jobs)
                if len(jobs) > 1:
                    time.sleep(GATHER_SECONDS)
        connection.close()

    def _commit(self, connection: sqlite3.Connection, jobs: list[_Job]) -> None:
        """Does all jobs in one transaction and tells whoever waits; if one fails, each in its own."""
        try:
            results = self._transaction(connection, jobs)
        except Exception as error:
            if len(jobs) > 1:
                for job in jobs:
                    self._commit(connection, [job])
                return
            results = [(jobs[0][1], None, error)]
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(_tell, results)

    def _transaction(self, connection: sqlite3.Connection, jobs: list[_Job]) -> list[_Result]:
        connection.execute("BEGIN IMMEDIATE")
        try:
            results: list[_Result] = [(future, job(connection), None) for job, future in jobs]
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
        self.commits += 1
        return results

    async def _do(self, job: Callable[[sqlite3.Connection], T]) -> T:
        if self._thread is None or self._loop is None:
            raise StoreFault("the database is closed")
        future: asyncio.Future[T] = self._loop.create_future()
        self._jobs.put((job, future))
        return await future

    async def _ask(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        def read() -> list[tuple[Any, ...]]:
            with self._reading:
                if self._reader is None:
                    raise StoreFault("the database is closed")
                return self._reader.execute(sql, values).fetchall()

        return await asyncio.to_thread(read)

    async def _poll(self, heard: Heard) -> None:
        """Looks whether another process has written: `data_version` of the writer changes only then."""
        seen = await self._do(_data_version)
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

    async def find_order(self, id: str, order: str) -> int | None:
        found = await self._ask("SELECT position FROM records WHERE table_id = ? AND order_id = ?", id, order)
        return found[0][0] if found else None

    @asynccontextmanager
    async def turn(self, id: str) -> AsyncIterator[_SqliteTurn]:
        # The file has no lock that outlasts a transaction; `append` finds out whether somebody else wrote.
        yield _SqliteTurn(self, id)

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


class _SqliteTurn:
    def __init__(self, store: SqliteStore, id: str) -> None:
        self.store = store
        self.id = id

    async def news(self, after: int) -> list[Row]:
        return []

    async def append(self, rows: Sequence[Row], links: Mapping[str, Link | None]) -> None:
        def job(connection: sqlite3.Connection) -> None:
            append(connection, self.id, rows)
            for seat, link in links.items():
                connection.execute("DELETE FROM links WHERE table_id = ? AND seat = ?", (self.id, seat))
                if link is not None:
                    connection.execute(
                        "INSERT INTO links VALUES (?, ?, ?, ?)", (link.hash, link.table, link.seat, link.number)
                    )

        await self.store._do(job)


def _data_version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA data_version").fetchone()[0])


def _tell(results: list[_Result]) -> None:
    for future, result, error in results:
        if future.done():
            continue
        if error is None:
            future.set_result(result)
        else:
            future.set_exception(error)
