"""A socket of a table, without a server around it."""

from __future__ import annotations

import asyncio

import pytest
from starlette.types import Message

from fireteam.fronts.web import socket
from fireteam.fronts.web.socket import _Line


def test_a_socket_that_takes_no_bytes_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """A text that nobody takes ends the line after a while; one that goes out in time does not."""
    monkeypatch.setattr(socket, "SEND_SECONDS", 0.08)

    class Stuck:
        is_stuck = False

        async def send(self, message: Message) -> None:
            if self.is_stuck:
                await asyncio.Event().wait()

    async def main() -> None:
        line = _Line.__new__(_Line)
        line.sending, line.sending_since = 0, 0.0
        stuck = Stuck()
        line.send = stuck.send
        watch = asyncio.create_task(line._watch())
        await line._send("goes")
        await asyncio.sleep(0.2)
        assert not watch.done()
        stuck.is_stuck = True
        sending = asyncio.create_task(line._send("does not"))
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(watch, 5)
        sending.cancel()

    asyncio.run(main())
