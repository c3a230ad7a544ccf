"""An SQLite file of tables, as a live server and a terminal both use it: how it is opened, and how records get in."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from fireteam.table.faults import StoreFault, Taken
from fireteam.table.migrations import migrations, newest

if TYPE_CHECKING:
    from fireteam.table.rows import Row

Appended = tuple[str, int, str | None, bytes, int]
"""A record to write: its table, position, order and body, and the first position of those that came with it."""

BUSY_SECONDS = 10.0
"""How long a write waits for another process that writes to the same file."""

_APPEND = """
INSERT INTO records (table_id, position, order_id, body)
SELECT ?1, ?2, ?3, ?4
WHERE ?2 = 1 + (SELECT coalesce(max(position), 0) FROM records WHERE table_id = ?1)
"""


def connect(path: Path) -> sqlite3.Connection:
    """A connection whose commits are on the disk when they return."""
    connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("PRAGMA foreign_keys=ON")
    return connection


def prepare(path: Path) -> sqlite3.Connection:
    """A connection to a file whose schema is up to date; the file is made if there is none."""
    connection = connect(path)
    try:
        if version(connection) != newest("sqlite"):
            _migrate(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


def version(connection: sqlite3.Connection) -> int:
    """The number of the last migration that a file has seen."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def _migrate(connection: sqlite3.Connection, path: Path) -> None:
    connection.execute("BEGIN IMMEDIATE")
    try:
        done = version(connection)
        if done > newest("sqlite"):
            raise StoreFault(f"{path} was written by a newer Fireteam (schema {done}): update this one")
        for number, statements in migrations("sqlite", done):
            for statement in statements:
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version={number}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


MOST_APPENDED = 200
"""The most records that one statement writes."""


def append_many(connection: sqlite3.Connection, records: Sequence[Appended]) -> None:
    """Writes records of several tables in one statement, each behind the last one; all of them or none.

    One statement is one transaction, and one time that the interpreter is let go and taken again. Raises
    `sqlite3.IntegrityError` when one of them has no place there: nobody knows then which.
    """
    connection.execute(_append_many(len(records)), list(chain.from_iterable(records)))


@lru_cache(maxsize=MOST_APPENDED)
def _append_many(count: int) -> str:
    # A record that does not come behind the last one gets no position, which the table refuses.
    return f"""
    INSERT INTO records (table_id, position, order_id, body)
    SELECT column1, iif(column5 = 1 + last, column2, NULL), column3, column4
    FROM (
        SELECT *, (SELECT coalesce(max(position), 0) FROM records WHERE table_id = column1) AS last
        FROM (VALUES {", ".join(["(?, ?, ?, ?, ?)"] * count)})
    )
    """


def append(connection: sqlite3.Connection, id: str, rows: Sequence[Row]) -> None:
    """Writes records, each behind the last one or not at all. Raises `Taken`."""
    for row in rows:
        if connection.execute(_APPEND, (id, row.position, row.order, row.body)).rowcount != 1:
            raise Taken


def copy_database(source: Path, path: Path) -> None:
    """Copies a database whole, also while others write to it. Raises `StoreFault`."""
    if not source.is_file():
        raise StoreFault(f"there is no database {source}")
    if path.exists():
        raise StoreFault(f"{path} exists already: name a new file")
    try:
        old, new = connect(source), sqlite3.connect(path)
    except sqlite3.Error as error:
        raise StoreFault(f"the copy failed: {error}") from None
    try:
        old.backup(new, pages=256, sleep=0.01)
    except sqlite3.Error as error:
        raise StoreFault(f"the copy failed: {error}") from None
    finally:
        old.close()
        new.close()
