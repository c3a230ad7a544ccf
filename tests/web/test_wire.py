"""uvicorn's WebSocket protocol as the server uses it."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.config import Config
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode
from websockets.protocol import State

from fireteam.fronts.web.wire import MOST_UNREAD, Wire


class Transport(asyncio.Transport):
    """Counts how often reading was stopped and gone on with, and keeps what is written."""

    def __init__(self) -> None:
        super().__init__()
        self.pauses, self.resumes = 0, 0
        self.written = bytearray()

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.written += data

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


def test_a_text_is_written_at_once_or_not_at_all() -> None:
    """A wire takes a text only while its socket is open and its transport takes bytes."""

    async def main() -> None:
        config = Config(app, ws=Wire)
        config.load()
        wire = Wire(config, ServerState(), {})
        transport = Transport()
        wire.transport = transport
        assert not wire.put(b"no handshake yet")
        wire.conn.state = State.OPEN
        assert wire.put("grüß dich".encode())
        frame = bytes(transport.written)
        assert frame[0] == 0x81 and frame[2:].decode() == "grüß dich" and frame[1] == len(frame) - 2
        wire.pause_writing()
        assert not wire.put(b"the transport is full")
        wire.resume_writing()
        wire.close_sent = True
        assert not wire.put(b"it is closing")
        assert bytes(transport.written) == frame

    asyncio.run(main())
