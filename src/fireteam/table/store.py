"""The contract of a journal on disk. `sqlite` and `postgres` keep it; one suite of tests holds both to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Protocol

import msgspec

from fireteam.table.faults import StoreFault, Taken
from fireteam.table.rows import Link, Row, Shelved

__all__ = ["MOST_READ", "Ended", "Heard", "Store", "StoreFault", "Taken", "Turn", "Written", "open_store"]

MOST_READ = 1_000
"""How many records one read gives at most."""


class Written(msgspec.Struct, frozen=True):
    """What a turn writes: records behind the last one, and the links that are now the only ones of their seats (None:
    no link)."""

    rows: Sequence[Row] = ()
    links: Mapping[str, Link | None] = {}


Turn = Callable[[list[Row]], Written]
"""What a writer does in its turn: takes over what others wrote meanwhile, and says what it writes."""


Ended = Callable[[BaseException | None], None]
"""Called when a write has ended: with None when it is durable, else with what went wrong."""

Heard = Callable[[str], None]
"""Called with the id of a table that another process wrote to ("" when it may have been any)."""


class Store(Protocol):
    """Where tables are kept. Every write is durable when its call has returned. `commits` counts them."""

    @property
    def commits(self) -> int: ...

    async def start(self, heard: Heard) -> None:
        """Connects, brings the schema up to date, and listens for what other processes write."""
        ...

    async def close(self) -> None: ...

    async def check(self) -> None:
        """Raises if the store cannot be read now."""
        ...

    async def add_table(self, table: Shelved, rows: Sequence[Row], links: Sequence[Link]) -> None: ...

    async def table(self, id: str) -> Shelved | None: ...

    async def table_ids(self) -> list[str]: ...

    async def read(self, id: str, after: int, most: int = MOST_READ) -> list[Row]:
        """Records behind a position, in order, at most so many."""
        ...

    def write(self, id: str, after: int, turn: Turn, ended: Ended) -> None:
        """Calls `turn` while nobody else may write to a table, with what others wrote behind a position, and appends.

        `ended` is called, later and once, with None when all of it is durable, or with what went wrong: `Taken` if
        somebody was faster. Nothing of it counts then.
        """
        ...

    async def link(self, hash: str) -> Link | None: ...

    async def put_point(self, id: str, position: int, body: bytes) -> None:
        """Keeps a point of the table's curve: the forecast for the scene after that position."""
        ...

    async def points(self, id: str) -> list[tuple[int, bytes]]: ...

    async def back_up(self, path: Path) -> None:
        """Copies the whole store to a file while it is in use."""
        ...


def open_store(url: str) -> Store:
    """The store that a URL names: `postgresql://…`, or the path of an SQLite file. Raises `StoreFault`."""
    if url.startswith(("postgresql://", "postgres://")):
        from fireteam.table.postgres import PostgresStore

        return PostgresStore(url)
    from fireteam.table.sqlite import SqliteStore

    return SqliteStore(Path(url.removeprefix("sqlite://")).expanduser())
