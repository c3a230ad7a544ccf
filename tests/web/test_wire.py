"""uvicorn's WebSocket protocol as the server uses it."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from uvicorn.config import Config
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode
from websockets.protocol import State

from fireteam.fronts.web.wire import MOST_UNREAD, Wire, framed


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


def test_a_text_is_heard_as_it_comes_or_waits() -> None:
    """What the listener takes never waits; what it does not take, and all behind that, is received in order."""

    async def main() -> None:
        async def taken() -> str:
            message: dict[str, Any] = {**await wire.receive()}
            return str(message["text"])

        def hear(text: str) -> bool:
            if is_free:
                heard.append(text)
            return is_free

        def come(*texts: bytes) -> None:
            for text in texts:
                wire.handle_text(Frame(Opcode.TEXT, text))

        config = Config(app, ws=Wire)
        config.load()
        wire = Wire(config, ServerState(), {})
        wire.transport = Transport()
        heard: list[str] = []
        is_free = True
        wire.heard = hear
        come("grüß dich".encode(), b"1")
        assert heard == ["grüß dich", "1"] and wire.queue.empty()
        is_free = False
        come(b"2")
        is_free = True
        come(b"3")
        assert heard == ["grüß dich", "1"]
        assert [await taken(), await taken()] == ["2", "3"]
        wire.handle_bytes(Frame(Opcode.BINARY, b"4"))
        assert (await wire.receive())["type"] == "websocket.receive"
        wire.handle_text(Frame(Opcode.TEXT, b"5", fin=False))
        wire.handle_cont(Frame(Opcode.CONT, b"6"))
        assert await taken() == "56"
        come(b"7")
        assert heard[2:] == ["7"]

    asyncio.run(main())


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65535, 65536, 70000])
def test_a_frame_is_what_the_library_makes(size: int) -> None:
    """Frames of every length read as the library's own do."""
    text = b"x" * size
    assert framed(text) == Frame(Opcode.TEXT, text).serialize(mask=False)
