"""Token buckets: how much somebody may do at once, and how fast it comes back."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

MOST_BUCKETS = 20_000
"""How many senders are remembered; beyond that the one heard of least recently is forgotten."""


class Buckets:
    """One bucket for each sender: `burst` at once, `rate` a second on the long run."""

    __slots__ = ("_clock", "_filled", "burst", "rate")

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate = rate
        self.burst = burst
        self._clock = clock
        self._filled: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, who: str, cost: float = 1.0) -> bool:
        """Whether this sender may do that now; counts it if so."""
        filled, now, burst = self._filled, self._clock(), self.burst
        known = filled.get(who)
        if known is not None:
            left = known[0] + (now - known[1]) * self.rate
            left = min(left, burst)
            filled.move_to_end(who)
        else:
            left = burst
            if len(filled) >= MOST_BUCKETS:
                filled.popitem(last=False)
        if left < cost:
            filled[who] = (left, now)
            return False
        filled[who] = (left - cost, now)
        return True

    def is_empty(self, who: str, cost: float = 1.0) -> bool:
        """Whether a sender has nothing left, without counting anything."""
        left, then = self._filled.get(who, (self.burst, self._clock()))
        return min(self.burst, left + (self._clock() - then) * self.rate) < cost
