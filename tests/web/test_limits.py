"""Token buckets: what they let through, and whom they forget."""

from __future__ import annotations

import pytest

from fireteam.fronts.web import limits
from fireteam.fronts.web.limits import Buckets


class Clock:
    """A clock that is set by hand."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_fills_up_again() -> None:
    """So many at once, then as many as come back; never more than at once."""
    clock = Clock()
    buckets = Buckets(2.0, 3.0, clock)
    assert [buckets.take("ann") for _ in range(4)] == [True, True, True, False]
    assert buckets.is_empty("ann") and not buckets.is_empty("bob")
    clock.now += 0.5
    assert [buckets.take("ann") for _ in range(2)] == [True, False]
    clock.now += 1000
    assert [buckets.take("ann") for _ in range(4)] == [True, True, True, False]
    assert buckets.take("bob", 3.0) and not buckets.take("bob", 0.1)


def test_who_has_used_a_bucket_up_is_not_forgotten_for_newcomers(monkeypatch: pytest.MonkeyPatch) -> None:
    """When there are too many senders, one whose bucket is full again makes room; of the others the oldest."""
    monkeypatch.setattr(limits, "MOST_BUCKETS", 3)
    clock = Clock()
    buckets = Buckets(1.0, 2.0, clock)
    assert buckets.take("busy", 2.0)
    assert buckets.take("idle", 1.0)
    assert buckets.take("other", 2.0)
    clock.now += 1.0
    assert buckets.take("new", 1.0)
    assert not buckets.take("busy", 2.0) and not buckets.take("other", 2.0)
    for number in range(20):
        assert buckets.take(f"many-{number}", 2.0)
    assert buckets.take("busy", 2.0)
