"""One table being played: takes orders one after the other, journals them before it answers, and tells who listens."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import msgspec

from fireteam.kernel.commands import Offer
from fireteam.kernel.scene import Scene
from fireteam.kernel.visibility import Role, Viewer
from fireteam.table import orders, records, staleness, views
from fireteam.table.deeds import Deed, carry_out
from fireteam.table.orders import Refused, Result
from fireteam.table.records import Seat, write_record
from fireteam.table.seats import Link, hash_token, viewer_of
from fireteam.table.state import Happening, TableState
from fireteam.table.store import Row, Shelved, Store, Taken, Turn
from fireteam.table.subscribers import Closed, Resync, Subscriber
from fireteam.table.telling import Telling, Update

log = logging.getLogger("fireteam.table")

MOST_IN_BATCH = 100
"""The most orders that share one write."""
MOST_QUEUED = 500
"""The most orders that may wait at one table."""
MOST_RESULTS = 2_000
"""How many results a table keeps at hand for repeats; older ones are found in the journal."""
MOST_SUBSCRIBERS = 200
"""The most sockets at one table."""
MOST_TRIES = 100
"""How often a batch is tried again when others write to the same table."""
TELL_SECONDS = 0.025
"""How long after an update the next one goes out at the earliest: what happens meanwhile is told as one. Nobody sees so
short a wait, and a table where much happens at once tells it far cheaper."""

SYSTEM = Seat("", "the table", Role.GM)
"""Who acts when the table itself does: a question whose time is up."""


class Busy(Exception):
    """The table has more to do than it may queue."""


class Unconfirmed(Exception):
    """The store failed: nobody knows yet whether the order counts. The same id may be sent again."""


@dataclass(slots=True)
class _Asked:
    seat: str
    link: int | None
    order: orders.AnyOrder
    future: asyncio.Future[Result]


class Session:
    """A table in play. `order` takes an order, `subscribe` listens, `view` shows the whole.

    `on_change` is called after every change of the scene, `on_listen` with each new listener (forecasts hang here).
    """

    def __init__(self, store: Store, shelved: Shelved) -> None:
        self.store = store
        self.shelved = shelved
        self.id = shelved.id
        self.state = TableState.begin(shelved)
        self.telling = Telling(self.state)
        self.subscribers: set[Subscriber] = set()
        self.on_change: Callable[[Session], None] = lambda session: None
        self.on_listen: Callable[[Session, Subscriber], None] = lambda session, subscriber: None
        self.used = time.monotonic()
        self.orders_done = 0
        self._queue: asyncio.Queue[_Asked | None] = asyncio.Queue(MOST_QUEUED)
        self._results: OrderedDict[str, Result] = OrderedDict()
        self._task: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._timed = 0
        self._busy = asyncio.Lock()
        self._told = 0
        self._untold: list[Happening] = []
        self._tell_at = 0.0
        self._teller: asyncio.TimerHandle | None = None
        self._is_stopping = False

    async def start(self) -> None:
        """Reads the journal and begins to take orders."""
        await self._load()
        self._told = self.state.position
        self._task = asyncio.create_task(self._run(), name=f"table {self.id}")

    async def stop(self, why: str = "the table was put away") -> None:
        """Does what is queued, then ends. Whoever listens is told why."""
        self._is_stopping = True
        if self._timer is not None:
            self._timer.cancel()
        if self._task is not None:
            await self._queue.put(None)
            await self._task
            self._task = None
        self.tell()
        for subscriber in self.subscribers:
            subscriber.put(Closed(why))

    # Orders

    async def order(self, seat: str, order: orders.AnyOrder, link: int | None = None) -> Result:
        """Takes an order from a seat; the result comes when what it caused is durable.

        Raises `Busy` when too much waits already, `Unconfirmed` when the store failed.
        """
        if self._is_stopping:
            raise Busy  # it wakes anew with the next request
        future: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        try:
            self._queue.put_nowait(_Asked(seat, link, order, future))
        except asyncio.QueueFull:
            raise Busy from None
        return await future

    async def catch_up(self) -> None:
        """Takes over what other processes wrote, and tells who listens."""
        async with self._busy:
            try:
                rows = await self.store.read(self.id, self.state.position)
                while rows:
                    self._publish([self.state.apply(row) for row in rows])
                    rows = await self.store.read(self.id, self.state.position)
            except Exception:
                log.exception("catching up failed", extra={"table": self.id})

    async def _load(self) -> None:
        state = TableState.begin(self.shelved)
        while rows := await self.store.read(self.id, state.position):
            for number, row in enumerate(rows):
                state.apply(row)
                if number % 50 == 49:
                    await asyncio.sleep(0)
        self.state = state
        self.telling = Telling(state, self.telling.seen)
        self._watch_clock()

    async def _run(self) -> None:
        while True:
            first = await self._queue.get()
            batch: list[_Asked] = []
            while first is not None:
                batch.append(first)
                if self._queue.empty() or len(batch) == MOST_IN_BATCH:
                    break
                first = self._queue.get_nowait()
            if batch:
                self.used = time.monotonic()
                async with self._busy:
                    await self._do_safely(batch)
                self._tell_if_due()
            if first is None:
                return

    async def _do_safely(self, batch: list[_Asked]) -> None:
        """Carries out a batch; what breaks on the way never leaves anybody waiting, nor stops the table."""
        try:
            await self._do_batch(batch)
        except Exception:
            log.exception("a table broke", extra={"table": self.id})
            await self._start_over()
        for asked in batch:
            if not asked.future.done():
                asked.future.set_exception(Unconfirmed())

    async def _do_batch(self, batch: list[_Asked]) -> None:
        """Carries out a batch in one write. Nobody is answered before the write is durable."""
        for _ in range(MOST_TRIES):
            try:
                async with self.store.turn(self.id) as turn:
                    foreign, done = await self._attempt(turn, batch)
            except Taken:
                await self._start_over()
                continue
            except Exception:
                log.exception("a write failed", extra={"table": self.id})
                await self._start_over()
                break
            self.orders_done += len(batch)
            self._publish([*foreign, *(one for _, deed in done for one in deed.caused)])
            for asked, (result, deed) in zip(batch, done, strict=True):
                finished = self._finish(result, deed, asked.seat)
                self._remember(asked, finished)
                if not asked.future.done():
                    asked.future.set_result(finished)
            return

    async def _start_over(self) -> None:
        """Forgets what was not written, and takes over what others wrote instead."""
        try:
            await self._load()
        except Exception:
            log.exception("the journal cannot be read", extra={"table": self.id})
            return
        self._untold.clear()
        missed = [one for one in self.state.recent if one.position > self._told]
        if len(missed) == self.state.position - self._told:
            self._publish(missed)
        else:
            self._told = self.state.position
            for subscriber in self.subscribers:
                subscriber.put(Resync())

    async def _attempt(self, turn: Turn, batch: list[_Asked]) -> tuple[list[Happening], list[tuple[Result, Deed]]]:
        foreign = [self.state.apply(row) for row in await turn.news(self.state.position)]
        done = [self._one(asked) for asked in batch]
        caused = [one for _, deed in done for one in deed.caused]
        if caused:
            rows = [Row(one.position, one.record.order or None, write_record(one.record)) for one in caused]
            await turn.append(rows, self._links(deed for _, deed in done))
        return foreign, done

    def _links(self, deeds: Iterable[Deed]) -> dict[str, Link | None]:
        """The links that change with these deeds, by seat."""
        found: dict[str, Link | None] = {}
        for deed in deeds:
            place = deed.place
            if place is not None and deed.token is not None:
                found[place.id] = Link(hash_token(deed.token), self.id, place.id, place.link)
            elif place is not None and place.link == 0:
                found[place.id] = None
        return found

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
            return msgspec.structs.replace(earlier, repeat=True, token=None), deed
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
        happened = [
            shown
            for one in self.state.recent
            if one.position == position and (shown := views.happening_for(self.state, one, seat)) is not None
        ]
        return Result(id, True, "", happened=happened, repeat=True)

    def _remember(self, asked: _Asked, result: Result) -> None:
        self._results[f"{asked.seat}:{asked.order.id}"] = msgspec.structs.replace(result, token=None)
        if len(self._results) > MOST_RESULTS:
            self._results.popitem(last=False)

    def _finish(self, result: Result, deed: Deed, seat_id: str) -> Result:
        """The result with what its sender may see of what it caused."""
        seat = self.state.seats.get(seat_id)
        if seat is None:
            return result
        happened = result.happened or [
            shown for one in deed.caused if (shown := self.telling.shown_to(one, seat)) is not None
        ]
        question = self.state.fight.question
        viewer = viewer_of(seat)
        waiting = None if question is None else views.waiting_for(self.state.scene, question.asked, viewer)
        if any(one.record.seat != seat_id for one in self._untold):
            self.tell()  # whose seq counts on what others did has been told of it
        seq = self.telling.seq_ahead(seat, self._told) if self._untold else self.seq(seat)
        return msgspec.structs.replace(result, seq=seq, happened=happened, waiting=waiting)

    # Who listens

    def subscribe(self, seat_id: str, link: int) -> Subscriber:
        """A new listener for a seat; give it back with `unsubscribe`. Raises `Busy` when there are too many."""
        if len(self.subscribers) >= MOST_SUBSCRIBERS:
            raise Busy
        self.tell()
        subscriber = Subscriber(seat_id, link)
        if seat_id not in self.present():
            self.tell_all({"type": "presence", "present": sorted([*self.present(), seat_id])})
        self.subscribers.add(subscriber)
        self.used = time.monotonic()
        self.on_listen(self, subscriber)
        return subscriber

    def unsubscribe(self, subscriber: Subscriber) -> None:
        self.subscribers.discard(subscriber)
        self.used = time.monotonic()
        if subscriber.seat not in self.present():
            self.tell_all({"type": "presence", "present": self.present()})

    def present(self) -> list[str]:
        """The seats that somebody listens on, at this process."""
        return sorted({subscriber.seat for subscriber in self.subscribers})

    def tell_all(self, message: dict[str, Any], *, roles: tuple[str, ...] = ()) -> None:
        """A message that is not of the journal, to all who listen or to some roles."""
        for subscriber in self.subscribers:
            seat = self.state.seats.get(subscriber.seat)
            if seat is not None and (not roles or seat.role in roles):
                subscriber.put(message)

    def _publish(self, happenings: list[Happening]) -> None:
        """Takes what has become durable to those who listen, soon."""
        if not happenings:
            return
        self._close_old_links(happenings)
        self._untold += happenings
        if any(one.before is not one.after for one in happenings):
            self.on_change(self)
        self._watch_clock()
        loop = asyncio.get_running_loop()
        if loop.time() >= self._tell_at:
            self.tell()
        elif self._teller is None:
            self._teller = loop.call_at(self._tell_at, self._tell_if_quiet)

    def _tell_if_quiet(self) -> None:
        """What is being written now is not told before it is durable; then it is told with the rest."""
        self._teller = None
        if not self._busy.locked():
            self.tell()

    def _tell_if_due(self) -> None:
        if self._untold and self._teller is None:
            self.tell()

    def tell(self) -> None:
        """Tells all who listen what they have not been told yet."""
        if not self._untold:
            return
        happenings, self._untold = self._untold, []
        self._told = happenings[-1].position
        self._tell_at = asyncio.get_running_loop().time() + TELL_SECONDS
        if self._teller is not None:
            self._teller.cancel()
            self._teller = None
        updates: dict[str, Update | None] = {}
        for subscriber in self.subscribers:
            seat = self.state.seats.get(subscriber.seat)
            if seat is None:
                continue
            if seat.id not in updates:
                updates[seat.id] = self.telling.update(seat, happenings)
            update = updates[seat.id]
            if update is not None:
                subscriber.put(update)

    def _close_old_links(self, happenings: list[Happening]) -> None:
        if any(isinstance(one.record, records.Seated) for one in happenings):
            for subscriber in self.subscribers:
                seat = self.state.seats.get(subscriber.seat)
                if seat is None or seat.link != subscriber.link:
                    subscriber.put(Closed("this link was revoked"))

    # Looking

    def scene_for(self, scene: Scene, viewer: Viewer) -> dict[str, Any]:
        """The written scene for a viewer; nobody may change it."""
        return self.telling.scene_for(scene, viewer)

    def resume(self, seat: Seat, seq: str) -> Update | None:
        """Everything a seat could see since a seq, as one update; None when it needs the whole view."""
        return self.telling.resume(seat, seq)

    def seq(self, seat: Seat) -> str:
        """The opaque position of the last thing that a seat could see."""
        return self.telling.seq(seat)

    def offers(self, seat: Seat) -> list[Offer]:
        """The legal commands of a seat, in the order of the declarations. None while a question waits."""
        return self.telling.offers(seat)

    def view(self, seat: Seat) -> dict[str, Any]:
        """The whole table as a seat may see it now."""
        found = views.view(self.state, seat, self.seq(seat))
        found["present"] = self.present()
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
        self._queue.put_nowait(_Asked("", None, order, asyncio.get_running_loop().create_future()))
