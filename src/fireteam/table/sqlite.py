"""Tables in one SQLite file: a process of its own writes (`sqlite_writer`), and what many tables want to write shares a
commit. WAL, `synchronous=FULL`.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

from fireteam.table.faults import StoreFault, Taken
from fireteam.table.rows import Link, Row, Shelved
from fireteam.table.sqlite_file import connect, copy_database
from fireteam.table.sqlite_writer import AddTable, Append, Done, Frames, Job, Look, PutPoint, answers, framed
from fireteam.table.store import MOST_READ, Heard, Turn

log = logging.getLogger("fireteam.store")

POLL_SECONDS = 0.25
"""How often the file is looked at for what other processes wrote."""
START_SECONDS = 30.0
"""How long the writing process may take to open the file, migrations included."""
CLOSED = "the database is closed"


class SqliteStore:
    """A store in a file. Writes go to the writing process, reads through a connection here."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._writer: _Writer | None = None
        self._reader: sqlite3.Connection | None = None
        self._reading = threading.Lock()
        self._poller: asyncio.Task[None] | None = None

    @property
    def commits(self) -> int:
        """How many batches were written, for the metrics."""
        return 0 if self._writer is None else self._writer.batches

    async def start(self, heard: Heard) -> None:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreFault(f"{self.path} cannot be used as a database: {error}") from None
        self._writer, version = await _Writer.start(self.path)
        self._reader = connect(self.path)
        self._poller = asyncio.create_task(self._poll(heard, version))

    async def close(self) -> None:
        if self._poller is not None:
            self._poller.cancel()
        if self._writer is not None:
            await self._writer.close()
            self._writer = None
        if self._reader is not None:
            self._reader.close()
            self._reader = None

    def _do(self, job: Job) -> asyncio.Future[int]:
        if self._writer is None:
            raise StoreFault(CLOSED)
        return self._writer.do(job)

    async def _ask(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        def read() -> list[tuple[Any, ...]]:
            with self._reading:
                if self._reader is None:
                    raise StoreFault(CLOSED)
                return self._reader.execute(sql, values).fetchall()

        return await asyncio.to_thread(read)

    async def _poll(self, heard: Heard, seen: int) -> None:
        """Looks whether another process has written; and starts the writing process again if it has ended."""
        while True:
            await asyncio.sleep(POLL_SECONDS)
            try:
                found = await self._do(Look())
            except StoreFault as fault:
                log.error("%s: it is started again", fault)
                try:
                    self._writer, found = await _Writer.start(self.path)
                except StoreFault as again:
                    log.error("%s", again)
                    continue
            if found != seen:
                seen = found
                heard("")

    # The contract

    async def check(self) -> None:
        await self._ask("SELECT 1 FROM tables LIMIT 1")
        await self._do(Look())

    async def add_table(self, table: Shelved, rows: Sequence[Row], links: Sequence[Link]) -> None:
        await self._do(AddTable(table, rows, links))

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

    def write(self, id: str, after: int, turn: Turn) -> asyncio.Future[Any]:
        # The file has no lock that outlasts a transaction; the append finds out whether somebody else wrote.
        written = turn([])
        if written.rows or written.links:
            return self._do(Append(id, written.rows, written.links))
        nothing: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        nothing.set_result(0)
        return nothing

    async def link(self, hash: str) -> Link | None:
        found = await self._ask("SELECT hash, table_id, seat, number FROM links WHERE hash = ?", hash)
        return Link(*found[0]) if found else None

    async def put_point(self, id: str, position: int, body: bytes) -> None:
        await self._do(PutPoint(id, position, body))

    async def points(self, id: str) -> list[tuple[int, bytes]]:
        found = await self._ask("SELECT position, body FROM points WHERE table_id = ? ORDER BY position", id)
        return [(row[0], row[1]) for row in found]

    async def back_up(self, path: Path) -> None:
        await asyncio.to_thread(copy_database, self.path, path)


class _Writer(asyncio.SubprocessProtocol):
    """The writing process, as its server sees it. What is asked in one round of the loop goes to it as one batch."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.batches = 0
        self._loop = loop
        self._jobs: list[tuple[Job, asyncio.Future[int]]] = []
        self._sent: list[list[asyncio.Future[int]]] = []
        self._frames = Frames()
        self._ended: asyncio.Future[None] = loop.create_future()
        self._transport: asyncio.SubprocessTransport | None = None
        self._input: asyncio.WriteTransport | None = None

    @classmethod
    async def start(cls, path: Path) -> tuple[_Writer, int]:
        """A process that has opened the file, and the file's `data_version`. Raises `StoreFault`."""
        loop = asyncio.get_running_loop()
        arguments = (sys.executable, "-m", "fireteam.table.sqlite_writer", str(path))
        try:
            transport, writer = await loop.subprocess_exec(lambda: cls(loop), *arguments, stderr=None)
        except OSError as error:
            raise StoreFault(f"the process that writes to {path} cannot be started: {error}") from None
        writer._transport = transport
        writer._input = cast("asyncio.WriteTransport", transport.get_pipe_transport(0))
        opened: asyncio.Future[int] = loop.create_future()
        writer._sent.append([opened])
        try:
            return writer, await asyncio.wait_for(opened, START_SECONDS)
        except TimeoutError:
            fault = StoreFault(f"{path} takes too long to open: somebody else may hold it")
        except StoreFault as error:
            fault = error
        await writer.close()
        raise fault

    def do(self, job: Job) -> asyncio.Future[int]:
        """Has a job done; it is durable when the future is done. Raises `StoreFault` when the process has ended."""
        if self._input is None or self._ended.done():
            raise StoreFault("the process that writes to the database has ended")
        future: asyncio.Future[int] = self._loop.create_future()
        if not self._jobs:
            self._loop.call_soon(self._send)  # behind the tables whose turn it is anyhow
        self._jobs.append((job, future))
        return future

    def _send(self) -> None:
        jobs, self._jobs = self._jobs, []
        if self._input is not None and jobs:
            self._sent.append([future for _, future in jobs])
            self._input.write(framed([job for job, _ in jobs]))

    async def close(self) -> None:
        """Has what was asked written, then ends the process."""
        self._send()
        if asked := [future for batch in self._sent for future in batch]:
            await asyncio.wait(asked)
        if self._input is not None:
            self._input.close()
        await self._ended
        if self._transport is not None:
            self._transport.close()

    # What the process says

    def pipe_data_received(self, fd: int, data: bytes | str) -> None:
        for body in self._frames.feed(cast("bytes", data)):
            self.batches += 1
            for future, done in zip(self._sent.pop(0), answers(body), strict=True):
                self._settle(future, done)

    def _settle(self, future: asyncio.Future[int], done: Done) -> None:
        if future.done():
            return
        if done.is_taken:
            future.set_exception(Taken())
        elif done.fault:
            future.set_exception(StoreFault(done.fault))
        else:
            future.set_result(done.value)

    def connection_lost(self, exc: Exception | None) -> None:
        if not self._ended.done():
            self._ended.set_result(None)
        for future in [*(one for batch in self._sent for one in batch), *(one for _, one in self._jobs)]:
            self._settle(future, Done(fault="the process that writes to the database has ended"))
        self._sent.clear()
        self._jobs.clear()
