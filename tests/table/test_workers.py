"""Several processes share tables: nothing is lost, nothing is doubled, everybody sees the same."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from fireteam.kernel.scenefile import read_scene, write_scene
from fireteam.table import orders
from fireteam.table.seats import GM_SEAT
from fireteam.table.session import Session, Unconfirmed
from fireteam.table.store import Ended, Turn, open_store
from fireteam.table.tables import Tables
from fireteam.table.telling import Update
from tests.table.installed import duel_is_installed
from tests.table.stores import store_url
from tests.table.test_session import PLAIN, as_read

__all__ = ["duel_is_installed", "store_url"]


def with_two(url: str, script: Callable[[Session, Session], Coroutine[Any, Any, None]]) -> None:
    """Runs a test at one table that two workers hold."""

    async def main() -> None:
        workers = [Tables(open_store(url)), Tables(open_store(url))]
        for worker in workers:
            await worker.start()
        ruleset, scene = read_scene(PLAIN)
        opened = await workers[0].open(ruleset, scene, "two", seed="7")
        sessions = [await worker.session(opened.id) for worker in workers]
        assert sessions[0] is not None and sessions[1] is not None
        try:
            await script(sessions[0], sessions[1])
        finally:
            for worker in workers:
                await worker.close()

    asyncio.run(asyncio.wait_for(main(), 40))


async def settled(one: Session, two: Session) -> None:
    """Both have taken over what the other wrote."""
    for _ in range(100):
        if one.state.position == two.state.position:
            return
        await asyncio.sleep(0.05)
    raise AssertionError("the workers do not agree")


def test_two_workers_race_on_one_table(store_url: str) -> None:
    """Orders at both at once: each acts exactly once, in one order, with the same dice for everybody."""

    async def script(one: Session, two: Session) -> None:
        await one.order(GM_SEAT, orders.Act(id="start", line="start"))

        async def press(session: Session, name: str) -> list[bool]:
            done = []
            for number in range(20):
                result = await session.order(GM_SEAT, orders.Act(id=f"{name}{number}", line=f"note {name}{number}"))
                done.append(result.ok)
            return done

        results = await asyncio.gather(press(one, "a"), press(two, "b"), press(one, "c"))
        assert all(all(done) for done in results)
        await settled(one, two)
        assert one.state.position == two.state.position
        assert one.state.orders == two.state.orders
        expected = {f"gm:{name}{number}" for name in "abc" for number in range(20)}
        assert expected <= set(one.state.orders)
        assert write_scene(one.state.ruleset, one.state.scene) == write_scene(two.state.ruleset, two.state.scene)
        assert one.state.fight.dice.drawn == two.state.fight.dice.drawn  # type: ignore[attr-defined]

    with_two(store_url, script)


def test_a_double_click_on_two_workers_acts_once(store_url: str) -> None:
    """The same order sent to both at the same moment happens once; one of the answers says that it is a repeat."""

    async def script(one: Session, two: Session) -> None:
        await one.order(GM_SEAT, orders.Act(id="start", line="start"))
        await settled(one, two)
        order = orders.Act(id="hit", line="ann: hit bob-1")
        results = await asyncio.gather(one.order(GM_SEAT, order), two.order(GM_SEAT, order))
        assert all(result.ok for result in results)
        assert sorted(result.repeat for result in results) == [False, True]
        assert results[0].happened == results[1].happened
        await settled(one, two)
        assert [entry.line for entry in one.state.fight.entries].count("ann: hit bob-1") == 1

    with_two(store_url, script)


def test_who_listens_at_one_hears_what_happens_at_the_other(store_url: str) -> None:
    """A subscriber gets every update in order, wherever the order was given."""

    async def script(one: Session, two: Session) -> None:
        subscriber = two.subscribe("spectators", 1)
        await one.order(GM_SEAT, orders.Act(id="start", line="start"))
        first = await asyncio.wait_for(subscriber.get(), 5)
        assert isinstance(first, Update) and as_read(first.happened)[0]["events"][0]["type"] == "started"
        await two.order(GM_SEAT, orders.Say(id="s", text="hello"))
        said = await asyncio.wait_for(subscriber.get(), 5)
        assert said.happened[0]["text"] == "hello"
        revoked = two.subscribe("seat-1", 1)
        await one.order(GM_SEAT, orders.Relink(id="l", seat="seat-1"))
        shut = await asyncio.wait_for(revoked.get(), 5)
        while isinstance(shut, Update):
            shut = await asyncio.wait_for(revoked.get(), 5)
        assert "revoked" in shut.why

    with_two(store_url, script)


def test_a_failed_write_is_not_confirmed_and_can_be_tried_again(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When the store fails nobody is told that it worked, memory goes back to the journal, and the same id works."""

    async def script(one: Session, two: Session) -> None:
        seen = one.subscribe("gm", 1)
        write = one.store.write

        def broken(id: str, after: int, turn: Turn, ended: Ended) -> None:
            turn([])
            raise OSError("disk full")

        order = orders.Act(id="start", line="start")
        monkeypatch.setattr(one.store, "write", broken)
        with pytest.raises(Unconfirmed):
            await one.order(GM_SEAT, order)
        assert len(seen) == 0 and str(one.state.scene.phase) == "calm"
        monkeypatch.setattr(one.store, "write", write)
        result = await one.order(GM_SEAT, order)
        assert result.ok and not result.repeat

    with_two(store_url, script)
