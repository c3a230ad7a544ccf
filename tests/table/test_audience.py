"""When listeners are told: at once, then at most ten times a second, and never less than everything."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from fireteam.table import audience, orders
from fireteam.table.pace import Pace
from fireteam.table.store import Ended, Turn
from fireteam.table.telling import Update
from tests.table.installed import duel_is_installed
from tests.table.test_session import Game, Play, _hit_until_asked, as_read, play

__all__ = ["duel_is_installed", "play"]


@pytest.fixture(autouse=True)
def no_burst(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every update but the first one has to wait."""
    monkeypatch.setattr(audience, "BURST", 1)


async def update_of(subscriber: Any) -> Update:
    found = await asyncio.wait_for(subscriber.get(), 5)
    assert isinstance(found, Update)
    return found


def lines(update: Update) -> list[str]:
    """The commands that a game master's update tells of."""
    return [one["line"] for one in update.happened]


def test_what_happens_soon_after_is_told_as_one(play: Callable[[Play], None]) -> None:
    """The first command is told at once; those after it together, with what they changed in all."""

    async def script(game: Game) -> None:
        gm = game.session.subscribe("gm", 1)
        await game.act("gm", "start")
        assert lines(await update_of(gm)) == ["start"]
        before = game.scene()
        for line in ("note one", "set fighters.bob-1.hearts 1", "note two", "set fighters.bob-1.hearts 2"):
            assert (await game.act("gm", line)).ok
        assert len(gm) == 0
        update = await update_of(gm)
        assert lines(update) == ["note one", "set fighters.bob-1.hearts 1", "note two", "set fighters.bob-1.hearts 2"]
        changed = {path: value for path, value in update.changes}
        hearts = before["fighters"]["bob-1"]["hearts"]
        assert ("fighters.bob-1.hearts" in changed) == (hearts != 2)
        assert update.seq == game.seq("gm") and len(gm) == 0

    play(script)


def test_what_people_do_is_told_without_a_wait(play: Callable[[Play], None], monkeypatch: pytest.MonkeyPatch) -> None:
    """Some updates may follow each other at once; only then is it ten times a second."""
    monkeypatch.setattr(audience, "BURST", 3)
    monkeypatch.setattr(audience, "TELL_SECONDS", 1000.0)

    async def script(game: Game) -> None:
        gm = game.session.subscribe("gm", 1)
        for line in ("start", "note one", "note two"):
            await game.act("gm", line)
            assert lines(await update_of(gm)) == [line]
        await game.act("gm", "note three")
        await asyncio.sleep(0.2)
        assert len(gm) == 0

    play(script)


def test_who_comes_back_after_a_result_misses_nothing(play: Callable[[Play], None]) -> None:
    """A result may come before its update: with the result's seq everything that had not been told is told."""

    async def script(game: Game) -> None:
        gm = game.session.subscribe("gm", 1)
        await game.act("gm", "start")
        told = await update_of(gm)
        first = await game.act("gm", "note one", seq=told.seq)
        second = await game.act("gm", "note two", seq=first.seq)
        assert first.ok and second.ok, "orders may rest on the seq of a result"
        assert len({told.seq, first.seq, second.seq}) == 3
        seat = game.session.state.seats["gm"]
        for seq in (told.seq, first.seq, second.seq):
            again = game.session.resume(seat, seq)
            assert again is not None and lines(again) == ["note one", "note two"], seq
        update = await update_of(gm)
        assert update.seq not in (first.seq, second.seq)
        nothing = game.session.resume(seat, update.seq)
        assert nothing is not None and nothing.happened == [] and nothing.changes == []
        stale = await game.act("gm", "undo", seq=first.seq)
        assert stale.stale

    play(script)


def test_what_others_did_is_told_before_a_result_counts_it(play: Callable[[Play], None]) -> None:
    """A result's seq says that what others did was seen: they are told of it first."""

    async def script(game: Game) -> None:
        await game.act("gm", "start")
        player = game.session.subscribe("seat-1", 1)
        await game.act("gm", "note first")
        await update_of(player)
        await game.act("gm", "note from above")
        assert len(player) == 0
        assert (await game.act("seat-1", "note mine")).ok
        assert len(player) == 1
        update = await update_of(player)
        texts = [event["text"] for one in as_read(update.happened) for event in one["events"]]
        assert texts[0] == "from above"

    play(script)


def test_a_new_listener_is_not_told_what_the_view_holds(play: Callable[[Play], None]) -> None:
    """Whoever comes in between gets the whole view, and then only what happens later."""

    async def script(game: Game) -> None:
        await game.act("gm", "start")
        await game.act("gm", "note one")
        late = game.session.subscribe("gm", 1)
        assert len(late) == 0
        await game.act("gm", "note two")
        assert lines(await update_of(late)) == ["note two"]

    play(script)


def test_the_last_things_are_told_before_a_table_closes(
    play: Callable[[Play], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table that is put away tells first what it has not told yet."""
    monkeypatch.setattr(audience, "TELL_SECONDS", 1000.0)

    async def script(game: Game) -> None:
        gm = game.session.subscribe("gm", 1)
        await game.act("gm", "start")
        await update_of(gm)
        await game.order("gm", orders.Say(id="bye", text="bye"))
        await game.session.stop()
        assert (await update_of(gm)).happened[0]["text"] == "bye"
        assert "put away" in (await gm.get()).why

    play(script)


def test_pieces_leave_room_for_everything_else() -> None:
    """Pieces are done in order, one in a round, each after a rest; one that breaks does not hold the others."""

    async def main() -> list[str]:
        loop, pace, done = asyncio.get_running_loop(), Pace(), []
        loop.set_exception_handler(lambda _loop, context: done.append(type(context["exception"]).__name__))

        def busy(name: str) -> None:
            end = loop.time() + 0.002
            while loop.time() < end:
                pass
            done.append(name)
            loop.call_soon(done.append, f"after {name}")

        def broken() -> None:
            raise ValueError

        pace.soon(lambda: busy("one"))
        pace.soon(broken)
        pace.soon(lambda: busy("two"))
        began = loop.time()
        while "after two" not in done:
            await asyncio.sleep(0.001)
        assert loop.time() - began > 0.002 * 5, "no rest"
        return done

    assert asyncio.run(main()) == ["one", "after one", "ValueError", "two", "after two"]


def test_nothing_is_told_before_it_is_durable(play: Callable[[Play], None], monkeypatch: pytest.MonkeyPatch) -> None:
    """While a command is being written nobody hears of it: not who listens, not who comes back, no open question."""

    async def script(game: Game) -> None:
        await game.act("gm", "set fighters.ann.hearts 1")
        await game.act("gm", "start")
        gm = game.session.subscribe("gm", 1)
        write = game.session.store.write
        held: list[Callable[[], None]] = []

        def hold(id: str, after: int, turn: Turn, ended: Ended) -> None:
            def end(error: BaseException | None) -> None:
                if game.session.state.fight.question is None:
                    ended(error)
                else:
                    held.append(lambda: ended(error))

            write(id, after, turn, end)

        monkeypatch.setattr(game.session.store, "write", hold)
        asking = asyncio.create_task(_hit_until_asked(game))
        while not held:
            await asyncio.sleep(0.01)
        game.session.audience.tell()
        told = [await update_of(gm) for _ in range(len(gm))]
        assert told and all(one.question is None for one in told)
        again = game.session.resume(game.session.state.seats["gm"], told[0].seq)
        assert again is not None and again.question is None and "asked" not in [one["kind"] for one in again.happened]
        assert not asking.done()
        held.pop()()
        await asking
        assert (await update_of(gm)).question is not None

    play(script)
