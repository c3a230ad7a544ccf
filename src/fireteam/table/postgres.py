"""Tables in PostgreSQL, for several processes at once: an advisory lock for each table orders its commits, and
NOTIFY tells the others where something was written (positions, never what).
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fireteam.table.migrations import migrations, newest
from fireteam.table.rows import Link, Row, Shelved
from fireteam.table.store import MOST_READ, Ended, Heard, StoreFault, Taken, Turn, Written

if TYPE_CHECKING:
    from asyncpg import Pool

log = logging.getLogger("fireteam.store")

CHANNEL = "fireteam_tables"
"""Where the ids of tables that were written to are announced."""
MOST_CONNECTIONS = 10
"""How many connections one process keeps."""
_MIGRATING = 0x66697265
"""The advisory lock under which the schema is brought up to date."""


class PostgresStore:
    """A store in a PostgreSQL database."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._pool: Pool | None = None
        self._listener: asyncio.Task[None] | None = None
        self._writing: set[asyncio.Task[None]] = set()
        self.commits = 0

    async def start(self, heard: Heard) -> None:
        import asyncpg

        try:
            self._pool = await asyncpg.create_pool(self.url, min_size=1, max_size=MOST_CONNECTIONS)
            async with self._pool.acquire() as connection:
                await _migrate(connection)
        except (OSError, asyncpg.PostgresError, ValueError) as error:
            # The message never repeats the URL: it may hold a password.
            raise StoreFault(f"the PostgreSQL database cannot be used: {error.__class__.__name__}: {error}") from None
        ready = asyncio.Event()
        self._listener = asyncio.create_task(self._listen(heard, ready))
        await asyncio.wait_for(ready.wait(), 30)

    async def close(self) -> None:
        if self._listener is not None:
            self._listener.cancel()
            await asyncio.gather(self._listener, return_exceptions=True)
        if self._pool is not None:
            await self._pool.close()
            self._pool = None

    async def _listen(self, heard: Heard, ready: asyncio.Event) -> None:
        """Hears what others announce; after a lost connection everything may have been missed."""
        import asyncpg

        while True:
            try:
                await self._listen_once(heard, ready)
            except (OSError, asyncpg.PostgresError) as error:
                log.warning("listening failed: %s", error.__class__.__name__)
            await asyncio.sleep(1)

    async def _listen_once(self, heard: Heard, ready: asyncio.Event) -> None:
        import asyncpg

        lost = asyncio.Event()
        connection = await asyncpg.connect(self.url)
        try:
            connection.add_termination_listener(lambda _: lost.set())
            await connection.add_listener(CHANNEL, lambda _connection, _pid, _channel, id: heard(id))
            if ready.is_set():
                heard("")
            ready.set()
            await lost.wait()
        finally:
            if not connection.is_closed():
                connection.terminate()

    @property
    def _connections(self) -> Pool:
        if self._pool is None:
            raise StoreFault("the database is closed")
        return self._pool

    async def check(self) -> None:
        await self._connections.fetchval("SELECT 1", timeout=5)

    async def add_table(self, table: Shelved, rows: Sequence[Row], links: Sequence[Link]) -> None:
        async with self._connections.acquire() as connection, connection.transaction():
            await connection.execute(
                "INSERT INTO tables (id, head, key) VALUES ($1, $2, $3)", table.id, table.head, table.key
            )
            await _insert(connection, table.id, rows)
            await connection.executemany(
                "INSERT INTO links (hash, table_id, seat, number) VALUES ($1, $2, $3, $4)",
                [(one.hash, one.table, one.seat, one.number) for one in links],
            )
        self.commits += 1

    async def table(self, id: str) -> Shelved | None:
        found = await self._connections.fetchrow("SELECT id, head, key FROM tables WHERE id = $1", id)
        return Shelved(*found) if found else None

    async def table_ids(self) -> list[str]:
        return [row[0] for row in await self._connections.fetch("SELECT id FROM tables ORDER BY id")]

    async def read(self, id: str, after: int, most: int = MOST_READ) -> list[Row]:
        return await _read(self._connections, id, after, most)

    def write(self, id: str, after: int, turn: Turn, ended: Ended) -> None:
        task = asyncio.create_task(self._write(id, after, turn))
        self._writing.add(task)

        def finish(done: asyncio.Task[None]) -> None:
            self._writing.discard(done)
            ended(asyncio.CancelledError() if done.cancelled() else done.exception())

        task.add_done_callback(finish)

    async def _write(self, id: str, after: int, turn: Turn) -> None:
        async with self._connections.acquire() as connection:
            async with connection.transaction():
                await connection.execute("SELECT pg_advisory_xact_lock($1)", _lock_of(id))
                written = turn(await _read_all(connection, id, after))
                if written.rows or written.links:
                    await _append(connection, id, written)
            self.commits += 1

    async def link(self, hash: str) -> Link | None:
        found = await self._connections.fetchrow("SELECT hash, table_id, seat, number FROM links WHERE hash = $1", hash)
        return Link(*found) if found else None

    async def put_point(self, id: str, position: int, body: bytes) -> None:
        await self._connections.execute(
            "INSERT INTO points (table_id, position, body) VALUES ($1, $2, $3)"
            " ON CONFLICT (table_id, position) DO UPDATE SET body = excluded.body",
            id,
            position,
            body,
        )

    async def points(self, id: str) -> list[tuple[int, bytes]]:
        found = await self._connections.fetch(
            "SELECT position, body FROM points WHERE table_id = $1 ORDER BY position", id
        )
        return [(row[0], row[1]) for row in found]

    async def back_up(self, path: Path) -> None:
        """By `pg_dump`, which takes a snapshot while others write."""
        if path.exists():
            raise StoreFault(f"{path} exists already: name a new file")
        try:
            done = await asyncio.to_thread(
                subprocess.run,
                ["pg_dump", "--format=custom", f"--file={path}", f"--dbname={self.url}"],
                capture_output=True,
                text=True,
                check=False,
            )
        except OSError:
            raise StoreFault("pg_dump is not installed: it makes the copies of a PostgreSQL database") from None
        if done.returncode:
            raise StoreFault(f"pg_dump failed: {done.stderr.strip().replace(self.url, 'the database')[:300]}")


async def _read_all(connection: Any, id: str, after: int) -> list[Row]:
    found: list[Row] = []
    while rows := await _read(connection, id, after + len(found), MOST_READ):
        found += rows
        if len(rows) < MOST_READ:
            break
    return found


async def _append(connection: Any, id: str, written: Written) -> None:
    if written.rows:
        last = await connection.fetchval("SELECT max(position) FROM records WHERE table_id = $1", id)
        if written.rows[0].position != (last or 0) + 1:
            raise Taken
        await _insert(connection, id, written.rows)
    for seat, link in written.links.items():
        await connection.execute("DELETE FROM links WHERE table_id = $1 AND seat = $2", id, seat)
        if link is not None:
            await connection.execute(
                "INSERT INTO links (hash, table_id, seat, number) VALUES ($1, $2, $3, $4)",
                link.hash,
                link.table,
                link.seat,
                link.number,
            )
    await connection.execute("SELECT pg_notify($1, $2)", CHANNEL, id)


async def _read(connection: Any, id: str, after: int, most: int) -> list[Row]:
    found = await connection.fetch(
        "SELECT position, order_id, body FROM records WHERE table_id = $1 AND position > $2 ORDER BY position LIMIT $3",
        id,
        after,
        most,
    )
    return [Row(*row) for row in found]


async def _insert(connection: Any, id: str, rows: Sequence[Row]) -> None:
    await connection.execute(
        "INSERT INTO records (table_id, position, order_id, body)"
        " SELECT $1, * FROM unnest($2::integer[], $3::text[], $4::bytea[])",
        id,
        [row.position for row in rows],
        [row.order for row in rows],
        [row.body for row in rows],
    )


def _lock_of(id: str) -> int:
    """The advisory lock of a table: two tables that share one only wait for each other."""
    return int.from_bytes(hashlib.blake2b(id.encode(), digest_size=8).digest(), "big", signed=True)


async def _migrate(connection: Any) -> None:
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", _MIGRATING)
        await connection.execute("CREATE TABLE IF NOT EXISTS schema_version (number integer NOT NULL)")
        done = await connection.fetchval("SELECT max(number) FROM schema_version") or 0
        if done > newest("postgres"):
            raise StoreFault(f"the database was written by a newer Fireteam (schema {done}): update this one")
        for number, statements in migrations("postgres", done):
            for statement in statements:
                await connection.execute(statement)
            await connection.execute("INSERT INTO schema_version VALUES ($1)", number)
