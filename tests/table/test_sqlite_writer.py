"""The process that writes to an SQLite file."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from fireteam.table.rows import Row, Shelved
from fireteam.table.session import Unconfirmed
from fireteam.table.sqlite import SqliteStore
from fireteam.table.sqlite_file import MOST_APPENDED, prepare
from fireteam.table.sqlite_writer import AddTable, Append, Frames, Job, Look, PutPoint, answers, framed, perform
from tests.table.installed import duel_is_installed
from tests.table.test_session import Game, Play, play

__all__ = ["duel_is_installed", "play"]


def rows(first: int, last: int) -> list[Row]:
    return [Row(at, None, b"{}") for at in range(first, last + 1)]


def test_what_fits_is_written_whoever_else_fails(tmp_path: Path) -> None:
    """Jobs share a transaction; when one has no place the others are written all the same."""
    connection = prepare(tmp_path / "t.db")
    tables = [AddTable(Shelved(id, b"{}", b"k"), rows(1, 1), []) for id in ("a", "b")]
    assert not any(done.fault for done in perform(connection, tables))

    def positions(id: str) -> list[int]:
        found = connection.execute("SELECT position FROM records WHERE table_id = ? ORDER BY position", (id,))
        return [row[0] for row in found]

    done = perform(connection, [Append("a", rows(2, 4)), Append("b", rows(3, 3)), PutPoint("a", 2, b"x")])
    assert [one.is_taken for one in done] == [False, True, False] and not done[0].fault
    done = perform(connection, [Append("a", rows(5, 5)), Append("b", rows(1, 1))])
    assert [one.is_taken for one in done] == [False, True]
    done = perform(connection, [Append("a", rows(6, 6)), Append("none", rows(1, 1))])
    assert not done[0].fault and "FOREIGN KEY" in done[1].fault and not done[1].is_taken
    many = 6 + MOST_APPENDED + 1
    assert not any(one.fault for one in perform(connection, [Append("a", rows(7, many)), Append("b", rows(2, 2))]))
    assert positions("a") == list(range(1, many + 1)) and positions("b") == [1, 2]
    connection.close()


def test_batches_are_put_together_from_pieces() -> None:
    """A frame may come byte by byte, or several at once."""
    jobs: list[Job] = [Append("a", rows(1, 2)), Look()]
    sent = framed([Look()]) + framed(jobs)
    frames = Frames()
    found = [body for at in range(len(sent)) for body in frames.feed(sent[at : at + 1])]
    assert found == list(Frames().feed(sent)) and len(found) == 2


def test_it_writes_what_it_was_sent_and_then_ends(tmp_path: Path) -> None:
    """A server that is killed leaves a process that finishes what had come, and goes; signals do not stop it sooner."""
    path = tmp_path / "t.db"
    writer = subprocess.Popen(
        [sys.executable, "-m", "fireteam.table.sqlite_writer", str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert writer.stdin is not None and writer.stdout is not None
    opened = writer.stdout.read1(1000)  # type: ignore[attr-defined]
    assert not answers(opened[4:])[0].fault
    writer.send_signal(signal.SIGTERM)
    writer.send_signal(signal.SIGINT)
    writer.stdin.write(framed([AddTable(Shelved("a", b"{}", b"k"), rows(1, 3), [])]))
    writer.stdin.close()
    assert writer.wait(20) == 0
    connection = prepare(path)
    assert connection.execute("SELECT count(*) FROM records").fetchone()[0] == 3
    connection.close()


def test_a_writer_that_ended_is_started_again(play: Callable[[Play], None]) -> None:
    """When the writing process is gone nothing is confirmed; the same order works once it is back."""

    async def script(game: Game) -> None:
        await game.act("gm", "start")
        store = game.tables.store
        assert isinstance(store, SqliteStore) and store._writer is not None and store._writer._transport is not None
        pid = store._writer._transport.get_pid()
        os.kill(pid, signal.SIGSTOP)
        waiting = asyncio.create_task(game.act("gm", "note lost"))
        await asyncio.sleep(0.1)
        os.kill(pid, signal.SIGKILL)
        with pytest.raises(Unconfirmed):
            await asyncio.wait_for(waiting, 10)
        for _ in range(100):
            try:
                result = await game.act("gm", "note kept")
                break
            except Unconfirmed:
                await asyncio.sleep(0.05)
        assert result.ok
        texts = [entry.events[0].text for entry in game.session.state.fight.entries[1:]]  # type: ignore[attr-defined]
        assert texts == ["kept"]
        await store.check()

    play(script)
