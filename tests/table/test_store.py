"""The contract of a store: one suite for SQLite and PostgreSQL."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Coroutine, Mapping
from pathlib import Path
from typing import Any

import pytest

from fireteam.table.migrations import migrations, newest
from fireteam.table.rows import Link, Row, Shelved
from fireteam.table.sqlite import SqliteStore
from fireteam.table.store import Store, StoreFault, Taken, Written, open_store
from tests.table.stores import store_url

__all__ = ["store_url"]

TABLE = Shelved("t1", b'{"head":1}', b"k" * 32)


def rows(first: int, last: int, order: str = "") -> list[Row]:
    return [
        Row(at, f"gm:{order or at}" if at == first else None, f'{{"n":{at}}}'.encode()) for at in range(first, last + 1)
    ]


async def append(store: Store, id: str, found: list[Row], links: Mapping[str, Link | None] | None = None) -> None:
    future: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def ended(error: BaseException | None) -> None:
        if error is None:
            future.set_result(None)
        else:
            future.set_exception(error)

    store.write(id, found[0].position - 1, lambda news: Written(found, links or {}), ended)
    await future


def with_store(url: str, script: Callable[[Store], Coroutine[Any, Any, None]]) -> None:
    async def main() -> None:
        store = open_store(url)
        await store.start(lambda id: None)
        try:
            await script(store)
        finally:
            await store.close()

    asyncio.run(asyncio.wait_for(main(), 30))


def test_what_was_appended_is_read_back_in_order(store_url: str) -> None:
    """Records come back as they were written, also by another connection after a restart."""

    async def write(store: Store) -> None:
        await store.add_table(TABLE, rows(1, 3), [Link("h1", "t1", "gm", 1)])
        await append(store, "t1", rows(4, 1500, "x"))
        assert [row.position for row in await store.read("t1", 1, 2)] == [2, 3]

    async def read(store: Store) -> None:
        found: list[Row] = []
        while more := await store.read("t1", len(found)):
            found += more
        assert [row.position for row in found] == list(range(1, 1501))
        assert found[3] == Row(4, "gm:x", b'{"n":4}')
        assert await store.table("t1") == TABLE
        assert await store.table("t2") is None
        assert await store.table_ids() == ["t1"]
        await store.check()

    with_store(store_url, write)
    with_store(store_url, read)


def test_a_position_is_written_once(store_url: str) -> None:
    """Who writes where somebody wrote, or leaves a gap, is told so, and nothing of it is kept."""

    async def script(store: Store) -> None:
        await store.add_table(TABLE, rows(1, 3), [])
        for first in (3, 5):
            with pytest.raises(Taken):
                await append(store, "t1", rows(first, first, "late"), {"gm": Link("new", "t1", "gm", 2)})
        assert len(await store.read("t1", 0)) == 3
        assert await store.link("new") is None

    with_store(store_url, script)


def test_an_order_is_kept_once(store_url: str) -> None:
    """The same order of the same seat cannot stand twice in a journal, whatever a session believes."""

    async def script(store: Store) -> None:
        await store.add_table(TABLE, rows(1, 1, "x"), [])
        with pytest.raises(Exception, match=r"(?i)unique"):
            await append(store, "t1", rows(2, 2, "x"))
        await append(store, "t1", rows(2, 2, "y"))
        assert [row.order for row in await store.read("t1", 0)] == ["gm:x", "gm:y"]

    with_store(store_url, script)


def test_a_turn_that_fails_leaves_nothing(store_url: str) -> None:
    """What a turn wrote counts only when the turn has ended well."""

    async def script(store: Store) -> None:
        await store.add_table(TABLE, rows(1, 1), [])
        with pytest.raises(Taken):
            await append(store, "t1", rows(9, 9))
        await append(store, "t1", rows(2, 2))
        assert len(await store.read("t1", 0)) == 2

    with_store(store_url, script)


def test_a_seat_has_one_link(store_url: str) -> None:
    """A new link replaces the old one; none opens nothing."""

    async def script(store: Store) -> None:
        await store.add_table(TABLE, rows(1, 1), [Link("h1", "t1", "gm", 1), Link("h2", "t1", "seat-1", 1)])
        assert await store.link("h1") == Link("h1", "t1", "gm", 1)
        await append(store, "t1", rows(2, 2), {"gm": Link("h3", "t1", "gm", 7)})
        assert await store.link("h1") is None
        assert await store.link("h3") == Link("h3", "t1", "gm", 7)
        await append(store, "t1", rows(3, 3), {"gm": None})
        assert await store.link("h3") is None
        assert await store.link("h2") is not None

    with_store(store_url, script)


def test_many_tables_are_written_at_once(store_url: str) -> None:
    """Writes of many tables at the same moment all arrive; with one file they share commits."""

    async def script(store: Store) -> None:
        for number in range(20):
            await store.add_table(Shelved(f"t{number}", b"{}", b"k"), [], [])
        before = store.commits

        async def write(number: int) -> None:
            for at in range(1, 6):
                await append(store, f"t{number}", rows(at, at))

        await asyncio.gather(*(write(number) for number in range(20)))
        for number in range(20):
            assert len(await store.read(f"t{number}", 0)) == 5
        if isinstance(store, SqliteStore):
            assert store.commits - before < 100

    with_store(store_url, script)


def test_points_of_the_curve_are_kept(store_url: str) -> None:
    """A forecast for a position replaces an earlier one for the same."""

    async def script(store: Store) -> None:
        await store.add_table(TABLE, [], [])
        await store.put_point("t1", 4, b"a")
        await store.put_point("t1", 2, b"b")
        await store.put_point("t1", 4, b"c")
        assert await store.points("t1") == [(2, b"b"), (4, b"c")]

    with_store(store_url, script)


def test_others_are_told_what_was_written(store_url: str) -> None:
    """A process hears of what another one wrote."""

    async def main() -> None:
        heard: asyncio.Queue[str] = asyncio.Queue()
        one, two = open_store(store_url), open_store(store_url)
        await one.start(heard.put_nowait)
        await two.start(lambda id: None)
        await two.add_table(TABLE, rows(1, 1), [])
        await append(two, "t1", rows(2, 2))
        assert await asyncio.wait_for(heard.get(), 5) in ("t1", "")
        await one.close()
        await two.close()

    asyncio.run(asyncio.wait_for(main(), 30))


def test_a_copy_is_made_while_others_write(store_url: str, tmp_path: Path) -> None:
    """A backup holds whole records up to some moment, and never overwrites a file."""
    target = tmp_path / "copy"

    async def script(store: Store) -> None:
        await store.add_table(TABLE, rows(1, 1), [])

        async def write() -> None:
            for at in range(2, 60):
                await append(store, "t1", rows(at, at))

        writing = asyncio.create_task(write())
        await store.back_up(target)
        await writing
        with pytest.raises(StoreFault, match="exists"):
            await store.back_up(target)

    with_store(store_url, script)
    if not store_url.startswith("postgres"):
        found: list[int] = []

        async def read(store: Store) -> None:
            found.extend(row.position for row in await store.read("t1", 0))

        with_store(str(target), read)
        assert found == list(range(1, len(found) + 1)) and found
    else:
        assert target.read_bytes()[:5] == b"PGDMP"


def test_an_old_database_is_brought_up_to_date(tmp_path: Path) -> None:
    """Migrations run in order from wherever a file stands, keep what is in it, and refuse a newer one."""
    path = tmp_path / "old.db"
    (first, statements), *later = migrations("sqlite", 0)
    assert first == 1 and later
    old = sqlite3.connect(path)
    for statement in statements:
        old.execute(statement)
    old.execute("PRAGMA user_version=1")
    old.execute("INSERT INTO tables VALUES ('t1', x'7b7d', x'6b')")
    old.execute("INSERT INTO records VALUES ('t1', 1, 'gm:a', x'7b7d')")
    old.commit()
    old.close()

    async def script(store: Store) -> None:
        assert await store.table_ids() == ["t1"]
        await store.put_point("t1", 1, b"x")
        assert await store.read("t1", 0) == [Row(1, "gm:a", b"{}")]

    with_store(str(path), script)
    new = sqlite3.connect(path)
    assert new.execute("PRAGMA user_version").fetchone()[0] == newest("sqlite")
    new.execute(f"PRAGMA user_version={newest('sqlite') + 1}")
    new.commit()
    new.close()
    with pytest.raises(StoreFault, match="newer"):
        with_store(str(path), script)


def test_what_is_no_database_is_told(tmp_path: Path) -> None:
    """A file that is no database, and a server that is not there, are one sentence each; no password is in it."""

    async def script(store: Store) -> None:
        raise AssertionError("must not start")

    (tmp_path / "x.db").write_text("not a database" * 100)
    with pytest.raises(StoreFault, match="cannot be used"):
        with_store(str(tmp_path / "x.db"), script)
    with pytest.raises(StoreFault) as caught:
        with_store("postgresql://me:secret-word@127.0.0.1:1/none", script)
    assert "secret-word" not in str(caught.value)
