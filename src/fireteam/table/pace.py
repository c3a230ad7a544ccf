"""Work that may wait a moment: done a piece at a time, with everything else that the loop has to do in between."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable


class Pace:
    """The pieces of one process, in the order in which they were asked for."""

    def __init__(self) -> None:
        self._waiting: deque[Callable[[], None]] = deque()

    def soon(self, piece: Callable[[], None]) -> None:
        """Does a piece in one of the next rounds of the running loop."""
        self._waiting.append(piece)
        if len(self._waiting) == 1:
            asyncio.get_running_loop().call_soon(self._next)

    def _next(self) -> None:
        piece = self._waiting[0]
        try:
            piece()
        finally:
            self._waiting.popleft()
            if self._waiting:
                asyncio.get_running_loop().call_soon(self._next)
