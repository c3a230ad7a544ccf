"""Token buckets: how much somebody may do at once, and how fast it comes back."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

MOST_BUCKETS = 20_000
"""How many senders are remembered; beyond that one is forgotten, if it can be one whose bucket is full again."""
MOST_TRIES = 10
"""How many buckets are looked at for that."""


class Buckets:
    """One bucket for each sender: `burst` at once, `rate` a second on the long run."""

    __slots__ = ("_clock", "_filled", "burst", "rate")

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate = rate
        self.burst = burst
        self._clock = clock
        self._filled: OrderedDict[str, list[float]] = OrderedDict()
        """What was left in each bucket, and when."""

    def take(self, who: str, cost: float = 1.0) -> bool:
        """Whether this sender may do that now; counts it if so."""
        now = self._clock()
        bucket = self._filled.get(who)
        if bucket is None:
            bucket = self._new(who, now)
        left = bucket[0] + (now - bucket[1]) * self.rate
        left = min(left, self.burst)
        bucket[1] = now
        if left < cost:
            bucket[0] = left
            return False
        bucket[0] = left - cost
        return True

    def _new(self, who: str, now: float) -> list[float]:
        filled = self._filled
        if len(filled) >= MOST_BUCKETS:
            for _ in range(MOST_TRIES):
                oldest = next(iter(filled))
                left, then = filled[oldest]
                if left + (now - then) * self.rate >= self.burst:
                    break
                filled.move_to_end(oldest)
            filled.popitem(last=False)
        bucket = filled[who] = [self.burst, now]
        return bucket

    def is_empty(self, who: str, cost: float = 1.0) -> bool:
        """Whether a sender has nothing left, without counting anything."""
        left, then = self._filled.get(who, (self.burst, self._clock()))
        return min(self.burst, left + (self._clock() - then) * self.rate) < cost
