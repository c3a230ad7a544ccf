"""uvicorn's WebSocket protocol as the server uses it."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.config import Config
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode

from fireteam.fronts.web.wire import MOST_UNREAD, Wire


class Transport(asyncio.Transport):
    """Counts how often reading was stopped and gone on with."""

    def __init__(self) -> None:
        super().__init__()
        self.pauses, self.resumes = 0, 0

    def pause_reading(self) -> None:
        self.pauses += 1

    def resume_reading(self) -> None:
        self.resumes += 1


async def app(scope: object, receive: object, send: object) -> None:
    """Never called: no handshake is made."""


def test_reading_stops_only_when_messages_pile_up() -> None:
    """One message after the other costs no pause; many at once stop the reading until all are taken."""

    async def main() -> None:
        async def taken() -> str:
            message: dict[str, Any] = {**await wire.receive()}
            return str(message["text"])

        config = Config(app, ws=Wire)
        config.load()
        wire = Wire(config, ServerState(), {})
        transport = Transport()
        wire.transport = transport
        for number in range(20):
            wire.handle_text(Frame(Opcode.TEXT, str(number).encode()))
            assert await taken() == str(number)
        assert transport.pauses == 0
        for number in range(MOST_UNREAD + 3):
            wire.handle_text(Frame(Opcode.TEXT, str(number).encode()))
        assert transport.pauses == 1 and transport.resumes == 0
        for number in range(MOST_UNREAD + 3):
            assert await taken() == str(number)
        assert transport.resumes == 1
        wire.handle_text(Frame(Opcode.TEXT, b"again"))
        assert transport.pauses == 1

    asyncio.run(main())
