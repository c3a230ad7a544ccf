"""Whoever listens to a table: a bounded queue for each. One that does not keep up is told to start anew."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Any

from fireteam.table.telling import Update

MOST_WAITING = 64
"""How many updates may wait for one listener; beyond that they are dropped for a resync."""


class Resync:
    """The listener missed something: it needs the whole view."""


class Closed:
    """The listener's seat or link is gone, or the table is put away; `why` is a sentence."""

    def __init__(self, why: str) -> None:
        self.why = why


class Subscriber:
    """One listener. `get` waits for the next message, one caller at a time; the table never waits for it."""

    __slots__ = ("_messages", "_waiter", "dropped", "link", "seat")

    def __init__(self, seat: str, link: int) -> None:
        self.seat = seat
        self.link = link
        self.dropped = 0
        self._messages: deque[Any] = deque()
        self._waiter: asyncio.Future[None] | None = None

    def put(self, message: Any) -> None:
        """Queues a message; a full queue is emptied and becomes one resync."""
        if len(self._messages) >= MOST_WAITING:
            self.dropped += len(self._messages)
            self._messages.clear()
            message = Resync()
        elif self._messages and isinstance(self._messages[-1], Resync) and not isinstance(message, Closed):
            return
        self._messages.append(message)
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    async def get(self) -> Any:
        """The next message."""
        while not self._messages:
            self._waiter = asyncio.get_running_loop().create_future()
            await self._waiter
        return self._messages.popleft()

    def skip_updates(self) -> None:
        """Drops the updates that wait: the whole view, about to be given, holds what they tell."""
        self._messages = deque(one for one in self._messages if not isinstance(one, Update))

    def __len__(self) -> int:
        return len(self._messages)
