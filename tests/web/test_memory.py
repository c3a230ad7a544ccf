"""When garbage is looked for."""

from __future__ import annotations

import asyncio
import gc

import pytest

from fireteam.fronts.web import memory


def test_garbage_is_looked_for_when_it_is_quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once when orders have stopped, now and then when they never stop, all of it after a long quiet."""
    looks: list[str] = []
    monkeypatch.setattr(gc, "collect", lambda generation=2: looks.append(f"collect {generation}"))
    monkeypatch.setattr(gc, "freeze", lambda: None)
    monkeypatch.setattr(gc, "unfreeze", lambda: looks.append("unfreeze"))
    monkeypatch.setattr(memory, "THOROUGH_SECONDS", 60)
    orders = 0
    script: list[int] = []

    async def sleep(seconds: float) -> None:
        nonlocal orders
        if not script:
            raise asyncio.CancelledError
        orders += script.pop(0)

    monkeypatch.setattr(asyncio, "sleep", sleep)

    def seen(seconds: list[int]) -> list[str]:
        nonlocal orders
        orders, script[:] = 0, seconds
        looks.clear()
        with pytest.raises(asyncio.CancelledError):
            asyncio.run(memory.tidy(lambda: orders))
        return looks

    assert seen([1, 1, 0, 0, 0]) == ["collect 0"]
    assert seen([1] * (memory.BUSY_SECONDS + 5)) == ["collect 0"]
    assert seen([1] * 45 + [0] * memory.LONG_QUIET_SECONDS) == ["collect 0", "collect 0", "unfreeze", "collect 2"]
