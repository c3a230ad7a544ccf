"""Tables in one SQLite file: a process of its own writes (`sqlite_writer`), and what many tables want to write shares a
commit. WAL, `synchronous=FULL`.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import sys
import threading
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, cast

from fireteam.table.faults import StoreFault, Taken
from fireteam.table.rows import Link, Row, Shelved
from fireteam.table.sqlite_file import connect, copy_database
from fireteam.table.sqlite_writer import AddTable, Append, Done, Frames, Job, Look, PutPoint, answers, framed
from fireteam.table.store import MOST_READ, Ended, Heard, Turn

log = logging.getLogger("fireteam.store")

POLL_SECONDS = 0.25
"""How often the file is looked at for what other processes wrote."""
START_SECONDS = 30.0
"""How long the writing process may take to open the file, migrations included."""
MOST_HELD = 3
"""How many jobs are held back to be sent together. The first are written while the next are still worked out; what
comes while the process writes shares its next commit anyhow."""
CLOSED = "the database is closed"
ENDED = "the process that writes to the database has ended"


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

    async def _do(self, job: Job) -> int:
        if self._writer is None:
            raise StoreFault(CLOSED)
        return await self._writer.done(job)

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

    def write(self, id: str, after: int, turn: Turn, ended: Ended) -> None:
        # The file has no lock that outlasts a transaction; the append finds out whether somebody else wrote.
        if self._writer is None:
            raise StoreFault(CLOSED)
        written = turn([])
        if written.rows or written.links:
            self._writer.do(Append(id, written.rows, written.links), lambda done: ended(error_of(done)))
        else:
            asyncio.get_running_loop().call_soon(ended, None)

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


def error_of(done: Done) -> Exception | None:
    """What kept a job from being done."""
    return Taken() if done.is_taken else StoreFault(done.fault) if done.fault else None


Answered = Callable[[Done], None]


class _Writer(asyncio.SubprocessProtocol):
    """The writing process, as its server sees it. What is asked in one round of the loop goes to it in few batches."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.batches = 0
        self._loop = loop
        self._jobs: list[Job] = []
        self._asking: list[Answered] = []
        self._sent: deque[list[Answered]] = deque()
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
        writer._sent.append([partial(_settle, opened)])
        try:
            return writer, await asyncio.wait_for(opened, START_SECONDS)
        except TimeoutError:
            fault = StoreFault(f"{path} takes too long to open: somebody else may hold it")
        except StoreFault as error:
            fault = error
        await writer.close()
        raise fault

    def do(self, job: Job, answered: Answered) -> None:
        """Has a job done; `answered` is called once it is durable, or cannot be. Raises `StoreFault`."""
        if self._input is None or self._ended.done():
            raise StoreFault(ENDED)
        if not self._jobs:
            self._loop.call_soon(self._send)  # behind the tables whose turn it is anyhow
        self._jobs.append(job)
        self._asking.append(answered)
        if len(self._jobs) >= MOST_HELD:
            self._send()

    async def done(self, job: Job) -> int:
        """Has a job done and gives what came of it. Raises `Taken` and `StoreFault`."""
        future: asyncio.Future[int] = self._loop.create_future()
        self.do(job, partial(_settle, future))
        return await future

    def _send(self) -> None:
        if self._input is not None and self._jobs:
            self._input.write(framed(self._jobs))
            self._sent.append(self._asking)
            self._jobs, self._asking = [], []

    async def close(self) -> None:
        """Has what was asked written, then ends the process."""
        if not self._ended.done():
            with suppress(StoreFault):
                await self.done(Look())
        if self._input is not None:
            self._input.close()
        await self._ended
        if self._transport is not None:
            self._transport.close()

    # What the process says

    def pipe_data_received(self, fd: int, data: bytes | str) -> None:
        for body in self._frames.feed(cast("bytes", data)):
            self.batches += 1
            for answered, done in zip(self._sent.popleft(), answers(body), strict=True):
                answered(done)

    def connection_lost(self, exc: Exception | None) -> None:
        if not self._ended.done():
            self._ended.set_result(None)
        waiting = [*chain.from_iterable(self._sent), *self._asking]
        self._sent.clear()
        self._jobs, self._asking = [], []
        for answered in waiting:
            answered(Done(fault=ENDED))


def _settle(future: asyncio.Future[int], done: Done) -> None:
    if not future.done():
        error = error_of(done)
        if error is None:
            future.set_result(done.value)
        else:
            future.set_exception(error)
