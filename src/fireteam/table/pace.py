"""Work that may wait a moment: done a piece at a time, with room for everything else in between."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

REST = 3.0
"""How much longer than a piece the time after it is, which belongs to everything else."""
MOST_REST = 0.01
"""The longest such time, in seconds."""


class Pace:
    """The pieces of one process, in the order in which they were asked for."""

    def __init__(self) -> None:
        self._waiting: deque[Callable[[], None]] = deque()
        self._free_at = 0.0

    def soon(self, piece: Callable[[], None]) -> None:
        """Does a piece on the running loop as soon as it is its turn."""
        self._waiting.append(piece)
        if len(self._waiting) == 1:
            self._go_on()

    def _go_on(self) -> None:
        loop = asyncio.get_running_loop()
        if loop.time() >= self._free_at:
            loop.call_soon(self._next)
        else:
            loop.call_at(self._free_at, self._next)

    def _next(self) -> None:
        loop = asyncio.get_running_loop()
        began = loop.time()
        try:
            self._waiting[0]()
        finally:
            self._waiting.popleft()
            now = loop.time()
            self._free_at = now + min(MOST_REST, REST * (now - began))
            if self._waiting:
                self._go_on()
