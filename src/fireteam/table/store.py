"""The contract of a journal on disk. `sqlite` and `postgres` keep it; one suite of tests holds both to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Protocol

import msgspec

from fireteam.table.faults import StoreFault, Taken
from fireteam.table.seats import Link

__all__ = ["MOST_READ", "Heard", "Row", "Shelved", "Store", "StoreFault", "Taken", "Turn", "open_store"]

MOST_READ = 1_000
"""How many records one read gives at most."""


class Row(msgspec.Struct, frozen=True, array_like=True):
    """A record in a store: its place in the table's journal (from 1), `seat:id` of its order or None, and its body."""

    position: int
    order: str | None
    body: bytes


class Shelved(msgspec.Struct, frozen=True):
    """A table as a store keeps it: its head, and the key that hides positions."""

    id: str
    head: bytes
    key: bytes


class Turn(Protocol):
    """A table's journal while nobody else may write to it."""

    async def news(self, after: int) -> list[Row]:
        """What others have written behind this position."""
        ...

    async def append(self, rows: Sequence[Row], links: Mapping[str, Link | None]) -> None:
        """Writes records behind the last one, and makes these the only links of their seats (None: no link).

        Raises `Taken`. Durable, all of it, when the turn has ended without error.
        """
        ...


Heard = Callable[[str], None]
"""Called with the id of a table that another process wrote to ("" when it may have been any)."""


class Store(Protocol):
    """Where tables are kept. Every write is durable when its call has returned. `commits` counts them."""

    commits: int

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

    async def find_order(self, id: str, order: str) -> int | None:
        """The position of the record that an order caused first."""
        ...

    def turn(self, id: str) -> AbstractAsyncContextManager[Turn]:
        """Keeps a table's journal for one writer. What is appended is durable when the block ends."""
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
