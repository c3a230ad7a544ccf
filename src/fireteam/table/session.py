"""One table being played: takes orders one after the other, journals them before it answers, and tells who listens."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from functools import partial
from itertools import takewhile
from typing import Any

import msgspec

from fireteam.kernel.commands import Offer
from fireteam.kernel.scene import Scene
from fireteam.kernel.visibility import Role, Viewer
from fireteam.table import orders, staleness, views
from fireteam.table.audience import Audience
from fireteam.table.deeds import Deed, carry_out
from fireteam.table.orders import Refused, Result
from fireteam.table.pace import Pace
from fireteam.table.records import Seat, write_record
from fireteam.table.rows import Link, Row, Shelved
from fireteam.table.seats import hash_token
from fireteam.table.state import Happening, TableState
from fireteam.table.store import Store, Taken, Written
from fireteam.table.subscribers import Subscriber
from fireteam.table.telling import Update

log = logging.getLogger("fireteam.table")

MOST_IN_BATCH = 100
"""The most orders that share one write."""
MOST_QUEUED = 500
"""The most orders that may wait at one table."""
MOST_RESULTS = 500
"""How many results of orders that left no record a table keeps at hand for repeats."""
MOST_TRIES = 100
"""How often a batch is tried again when others write to the same table."""

SYSTEM = Seat("", "the table", Role.GM)
"""Who acts when the table itself does: a question whose time is up."""


class Busy(Exception):
    """The table has more to do than it may queue."""


class Unconfirmed(Exception):
    """The store failed: nobody knows yet whether the order counts. The same id may be sent again."""


Answered = Callable[[Result | Unconfirmed], None]
"""Called once, with what came of an order or the word that nobody knows yet. It must not raise."""


class _Asked(msgspec.Struct):
    seat: str
    link: int | None
    order: orders.AnyOrder
    answered: Answered


class _Batch(msgspec.Struct):
    """Orders that share one write: what others had written before, what came of each, and what they caused."""

    asked: list[_Asked]
    foreign: list[Happening] = []
    done: list[tuple[Result, Deed]] = []
    caused: list[Happening] = []
    tries: int = 0


class Session:
    """A table in play. `order` takes an order, `subscribe` listens, `view` shows the whole.

    `on_change` is called after every change of the scene, `on_listen` with each new listener (forecasts hang here).
    """

    def __init__(self, store: Store, shelved: Shelved, pace: Pace | None = None) -> None:
        self.store = store
        self.shelved = shelved
        self.id = shelved.id
        self.state = TableState.begin(shelved)
        self.audience = Audience(self.state, pace or Pace())
        self.on_change: Callable[[Session], None] = lambda session: None
        self.on_listen: Callable[[Session, Subscriber], None] = lambda session, subscriber: None
        self.used = time.monotonic()
        self.orders_done = 0
        self._asked: deque[_Asked] = deque()
        self._is_busy = False
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._recovering: asyncio.Task[None] | None = None
        self._results: OrderedDict[str, Result] = OrderedDict()
        self._timer: asyncio.TimerHandle | None = None
        self._timed = 0
        self._is_stopping = False

    async def start(self) -> None:
        """Reads the journal; from then on orders are taken."""
        await self._load()
        self.audience.told = self.state.position

    async def stop(self, why: str = "the table was put away") -> None:
        """Does what is queued, then ends. Whoever listens is told why."""
        self._is_stopping = True
        if self._timer is not None:
            self._timer.cancel()
        while self._asked or self._is_busy:
            await self._take_turn()
            self._end_turn()
        self.audience.close(why)

    # Orders

    async def order(self, seat: str, order: orders.AnyOrder, link: int | None = None) -> Result:
        """Takes an order from a seat; the result comes when what it caused is durable.

        Raises `Busy` when too much waits already, `Unconfirmed` when the store failed.
        """
        found: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self.take(seat, order, link, partial(_settle, found))
        return await found

    def take(self, seat: str, order: orders.AnyOrder, link: int | None, answered: Answered) -> None:
        """Takes an order from a seat like `order`, for who would rather be called than wait. Raises `Busy`."""
        if self._is_stopping or len(self._asked) >= MOST_QUEUED:
            raise Busy  # a table that was stopped wakes anew with the next request
        self._ask(_Asked(seat, link, order, answered))

    def _ask(self, asked: _Asked) -> None:
        self._asked.append(asked)
        if not self._is_busy:
            self._is_busy = True
            self._begin()

    async def catch_up(self) -> None:
        """Takes over what other processes wrote, and tells who listens."""
        await self._take_turn()
        try:
            rows = await self.store.read(self.id, self.state.position)
            while rows:
                self._publish([self.state.apply(row) for row in rows])
                rows = await self.store.read(self.id, self.state.position)
        except Exception:
            log.exception("catching up failed", extra={"table": self.id})
        finally:
            self._end_turn()

    # Turns: at a table one thing is done at a time

    async def _take_turn(self) -> None:
        if not self._is_busy:
            self._is_busy = True
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._end_turn()
            raise

    def _end_turn(self) -> None:
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(None)  # it is busy now
                return
        if self._asked:
            self._begin()
        else:
            self._is_busy = False

    def _begin(self) -> None:
        """Takes all that is asked by now as a batch, in one write."""
        waiting = self._asked
        asked = [waiting.popleft()]
        while waiting and len(asked) < MOST_IN_BATCH:
            asked.append(waiting.popleft())
        self.used = time.monotonic()
        self._write(_Batch(asked))

    def _write(self, batch: _Batch) -> None:
        """Carries a batch out and has it written. Nobody is answered before the write is durable."""

        def turn(news: list[Row]) -> Written:
            batch.foreign = [self.state.apply(row) for row in news] if news else []
            batch.done, batch.caused = [], []
            for asked in batch.asked:
                done = self._one(asked)
                batch.done.append(done)
                batch.caused += done[1].caused
            return self._written_by(batch)

        batch.tries += 1
        try:
            self.store.write(self.id, self.state.position, turn, partial(self._wrote, batch))
        except Exception as error:
            self._recover(batch, error)

    def _wrote(self, batch: _Batch, error: BaseException | None) -> None:
        if error is None:
            try:
                self._answer(batch)
            except Exception as broken:
                error = broken
        if error is None:
            self._end_turn()
        else:
            self._recover(batch, error)

    def _answer(self, batch: _Batch) -> None:
        """Tells everybody what a batch did."""
        self.orders_done += len(batch.asked)
        self._publish([*batch.foreign, *batch.caused])
        for asked, (result, deed) in zip(batch.asked, batch.done, strict=True):
            self._finish(result, deed, asked.seat)
            if not deed.caused:
                self._remember(asked, result)
            asked.answered(result)

    def _recover(self, batch: _Batch, error: BaseException) -> None:
        self._recovering = asyncio.create_task(self._try_again(batch, error))

    async def _try_again(self, batch: _Batch, error: BaseException) -> None:
        """After a batch that failed: what was not written is forgotten, and nobody is left waiting."""
        await self._start_over()
        if isinstance(error, Taken) and batch.tries < MOST_TRIES:
            return self._write(batch)
        log.error("a write failed", exc_info=error, extra={"table": self.id})
        for asked in batch.asked:
            asked.answered(Unconfirmed())
        self._end_turn()

    async def _load(self) -> None:
        state = TableState.begin(self.shelved)
        while rows := await self.store.read(self.id, state.position):
            for number, row in enumerate(rows):
                state.apply(row)
                if number % 50 == 49:
                    await asyncio.sleep(0)
        self.state = state
        self.audience.turn_to(state)
        self._watch_clock()

    async def _start_over(self) -> None:
        """Forgets what was not written, and takes over what others wrote instead."""
        try:
            await self._load()
        except Exception:
            log.exception("the journal cannot be read", extra={"table": self.id})
            return
        self._publish(self.audience.start_over())

    def _written_by(self, batch: _Batch) -> Written:
        rows: list[Row] = []
        for one in batch.caused:
            rows.append(Row(one.position, one.record.order or None, write_record(one.record)))
        links: dict[str, Link | None] = {}
        for _, deed in batch.done:
            if deed.place is not None:
                self._link(deed.place, deed.token, links)
        return Written(rows, links)

    def _link(self, place: Seat, token: str | None, links: dict[str, Link | None]) -> None:
        """Puts down the link that changes with a deed, by seat, if one does."""
        if token is not None:
            links[place.id] = Link(hash_token(token), self.id, place.id, place.link)
        elif place.link == 0:
            links[place.id] = None

    def _one(self, asked: _Asked) -> tuple[Result, Deed]:
        """Carries out one order in memory."""
        order = asked.order
        seat = SYSTEM if asked.seat == "" else self.state.seats.get(asked.seat)
        key = f"{asked.seat}:{order.id}"
        deed = Deed(self.state, seat or SYSTEM, key)
        if seat is None or (asked.link is not None and seat.link != asked.link):
            return Result(order.id, False, "", Refused("your seat is no longer there")), deed
        earlier = self._results.get(key)
        if earlier is not None:
            return msgspec.structs.replace(earlier, repeat=True), deed
        position = self.state.orders.get(key)
        if position is not None:
            return self._repeat(order.id, seat, position), deed
        changed = staleness.stale(self.state, seat, order)
        if changed is not None:
            refused = Refused("this came too late: the table has changed since you looked")
            return Result(order.id, False, "", refused, stale=True, changes=changed), deed
        try:
            refusal = carry_out(deed, order)
        except Exception:
            log.exception("a rule broke", extra={"table": self.id, "do": order.__struct_config__.tag})
            if deed.caused:
                raise
            return Result(order.id, False, "", Refused("the rules broke on this; the table is as it was")), deed
        if refusal is not None and not deed.caused:
            said = msgspec.json.encode(order).decode()
            refusal = views.refusal_for(self.state, refusal, seat, said)
            return Result(order.id, False, "", Refused(refusal.reason, refusal.rule, refusal.form)), deed
        return Result(order.id, True, "", token=deed.token, seat=deed.place.id if deed.place else None), deed

    def _repeat(self, id: str, seat: Seat, position: int) -> Result:
        caused = takewhile(
            lambda one: one.position == position or not one.record.order,
            (one for one in self.state.recent if one.position >= position),
        )
        shown = [views.happening_for(self.state, one, seat, as_json=True) for one in caused]
        happened = [one for one in shown if one is not None]
        return Result(id, True, "", happened=happened, repeat=True)

    def _remember(self, asked: _Asked, result: Result) -> None:
        """Keeps the result of an order that left no record, for repeats; the others are found in the journal."""
        self._results[f"{asked.seat}:{asked.order.id}"] = result
        if len(self._results) > MOST_RESULTS:
            self._results.popitem(last=False)

    def _finish(self, result: Result, deed: Deed, seat_id: str) -> None:
        """Puts into a result what its sender may see of what it caused."""
        state = self.state
        seat = state.seats.get(seat_id)
        if seat is None:
            return
        seen = 0
        for one in deed.caused:
            shown = self.audience.telling.shown_to(one, seat)
            if shown is not None:
                result.happened.append(shown)
                seen = one.position
        pending = state.fight.pending
        if pending is not None:
            result.waiting = views.waiting_for(state.scene, pending.question.asked, seat.viewer)
        result.seq = self.audience.seq_after(seat, seen)

    # Who listens

    def subscribe(self, seat_id: str, link: int) -> Subscriber:
        """A new listener for a seat; give it back with `unsubscribe`. Raises `Busy` when there are too many."""
        if self.audience.is_full():
            raise Busy
        subscriber = self.audience.add(seat_id, link)
        self.used = time.monotonic()
        self.on_listen(self, subscriber)
        return subscriber

    def unsubscribe(self, subscriber: Subscriber) -> None:
        self.audience.remove(subscriber)
        self.used = time.monotonic()

    def _publish(self, happenings: list[Happening]) -> None:
        """Takes what has become durable to those who listen."""
        if happenings:
            self.audience.hear(happenings)
            for one in happenings:
                if one.before is not one.after:
                    self.on_change(self)
                    break
            self._watch_clock()

    # Looking

    def scene_for(self, scene: Scene, viewer: Viewer) -> dict[str, Any]:
        """The written scene for a viewer."""
        return views.scene_for(self.state, scene, viewer)

    def resume(self, seat: Seat, seq: str) -> Update | None:
        """Everything a seat could see since a seq, as one update; None when it needs the whole view."""
        return self.audience.telling.resume(seat, seq)

    def seq(self, seat: Seat) -> str:
        """The opaque position of the last thing that a seat could see."""
        return self.audience.telling.seq(seat)

    def offers(self, seat: Seat) -> list[Offer]:
        """The legal commands of a seat, in the order of the declarations. None while a question waits."""
        return self.audience.telling.offers(seat)

    def view(self, seat: Seat) -> dict[str, Any]:
        """The whole table as a seat may see it now."""
        found = views.view(self.state, seat, self.seq(seat))
        found["present"] = self.audience.present()
        return found

    # Questions whose time is up

    def _watch_clock(self) -> None:
        if self._timer is not None and (self.state.asked_at != self._timed or self.state.asked is None):
            self._timer.cancel()
            self._timer = None
        state = self.state
        seconds = state.settings.answer_seconds
        if self._timer is None and state.asked is not None and seconds and not state.settings.is_paused:
            self._timed = state.asked_at
            self._timer = asyncio.get_running_loop().call_later(seconds, self._time_is_up)

    def _time_is_up(self) -> None:
        self._timer = None
        question, settings = self.state.fight.question, self.state.settings
        if question is None or self.state.asked_at != self._timed or not settings.answer_seconds or settings.is_paused:
            return
        order = orders.Answer(id=f"timeout-{self._timed}", key=question.key, answer=question.default)
        self._ask(_Asked("", None, order, lambda result: None))


def _settle(found: asyncio.Future[Result], result: Result | Unconfirmed) -> None:
    if found.done():
        return
    if isinstance(result, Unconfirmed):
        found.set_exception(result)
    else:
        found.set_result(result)
