"""Who listens at a table, and what they have not been told yet."""

from __future__ import annotations

import asyncio
from typing import Any

from fireteam.table.pace import Pace
from fireteam.table.records import Seat, Seated
from fireteam.table.state import Happening, TableState
from fireteam.table.subscribers import Closed, Resync, Subscriber
from fireteam.table.telling import Telling, Update

MOST_SUBSCRIBERS = 200
"""The most sockets at one table."""
TELL_SECONDS = 0.1
"""How much time there is for each update on the long run: what happens faster is told as one. Nobody sees so short a
wait, and a table where much happens at once tells it far cheaper."""
BURST = 5
"""How many updates may go out at once before that: what people do is told without any wait."""


class Audience:
    """The listeners of one table. They are told only what is durable, each as their seat may see it.

    `told` is the last position that all have been told of.
    """

    def __init__(self, state: TableState, pace: Pace) -> None:
        self.state = state
        self.pace = pace
        self.telling = Telling(state)
        self.subscribers: set[Subscriber] = set()
        self.told = 0
        self._untold: list[Happening] = []
        self._untold_by: set[str] = set()
        self._tell_at = float("-inf")
        self._is_due = False

    def turn_to(self, state: TableState) -> None:
        """From now on it is this state that is told of: the table was read anew."""
        self.state = state
        self.telling = Telling(state, self.telling.seen)

    def is_full(self) -> bool:
        return len(self.subscribers) >= MOST_SUBSCRIBERS

    def add(self, seat_id: str, link: int) -> Subscriber:
        """A new listener, who has seen everything so far."""
        self.tell()
        subscriber = Subscriber(seat_id, link)
        if seat_id not in self.present():
            self.say({"type": "presence", "present": sorted([*self.present(), seat_id])})
        self.subscribers.add(subscriber)
        return subscriber

    def remove(self, subscriber: Subscriber) -> None:
        self.subscribers.discard(subscriber)
        if subscriber.seat not in self.present():
            self.say({"type": "presence", "present": self.present()})

    def present(self) -> list[str]:
        """The seats that somebody listens on, at this process."""
        return sorted({subscriber.seat for subscriber in self.subscribers})

    def say(self, message: dict[str, Any], *, roles: tuple[str, ...] = ()) -> None:
        """A message that is not of the journal, to all who listen or to some roles."""
        for subscriber in self.subscribers:
            seat = self.state.seats.get(subscriber.seat)
            if seat is not None and (not roles or seat.role in roles):
                subscriber.put(message)

    def close(self, why: str) -> None:
        """Tells what is left to tell, and that this is the end."""
        self.tell()
        for subscriber in self.subscribers:
            subscriber.put(Closed(why))

    # What happens

    def hear(self, happenings: list[Happening]) -> None:
        """Takes what has become durable, and tells it soon."""
        for one in happenings:
            self._untold.append(one)
            self._untold_by.add(one.record.seat)
            if type(one.record) is Seated:
                self._close_old_links()
        self.telling.stand()
        if not self._is_due:
            self._is_due = True
            loop = asyncio.get_running_loop()
            if loop.time() >= self._tell_at:
                self.pace.soon(self.tell)
            else:
                loop.call_at(self._tell_at, self.pace.soon, self.tell)

    def tell(self) -> None:
        """Tells all who listen what they have not been told yet."""
        self._is_due = False
        if not self._untold:
            return
        happenings, self._untold = self._untold, []
        self._untold_by.clear()
        self.told = happenings[-1].position
        now = asyncio.get_running_loop().time()
        self._tell_at = max(self._tell_at, now - (BURST - 1) * TELL_SECONDS) + TELL_SECONDS
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
        self.telling.forget()

    def start_over(self) -> list[Happening]:
        """What has not been told, as the table that was read anew has it; if that is too much, all look again."""
        self._untold.clear()
        self._untold_by.clear()
        missed = [one for one in self.state.recent if one.position > self.told]
        if len(missed) == self.state.position - self.told:
            return missed
        self.told = self.state.position
        for subscriber in self.subscribers:
            subscriber.put(Resync())
        return []

    def seq_after(self, seat: Seat, seen: int) -> str:
        """The seq of a result that shows its sender what stands at a position (0: nothing).

        What the sender did itself may be told later than the result; what others did is told before.
        """
        if self._untold_by and self._untold_by != {seat.id}:
            self.tell()
        return self.telling.seq_ahead(seat, seen, self.told) if self._untold else self.telling.seq(seat)

    def _close_old_links(self) -> None:
        for subscriber in self.subscribers:
            seat = self.state.seats.get(subscriber.seat)
            if seat is None or seat.link != subscriber.link:
                subscriber.put(Closed("this link was revoked"))
