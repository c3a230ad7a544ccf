"""A WebSocket client that takes so little time that a benchmark measures its server: for unmasked texts on loopback."""

from __future__ import annotations

import asyncio
import base64
import os
from collections.abc import Callable, Mapping
from typing import cast
from urllib.parse import urlsplit

_TEXT, _PING = 1, 9


class Line(asyncio.Protocol):
    """One open socket: `heard` is called with every text that comes, as bytes."""

    def __init__(self, heard: Callable[[bytes], None]) -> None:
        self.heard = heard
        self.is_open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._transport: asyncio.Transport | None = None
        self._got = bytearray()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)

    def data_received(self, data: bytes) -> None:
        self._got += data
        if not self.is_open.done():
            head, end, rest = self._got.partition(b"\r\n\r\n")
            if not end:
                return
            if b" 101 " not in head[:20]:
                self.is_open.set_exception(ConnectionError(head[:80].decode(errors="replace")))
                return
            self._got = rest
            self.is_open.set_result(None)
        while (end_ := self._frame()) > 0:
            del self._got[:end_]

    def _frame(self) -> int:
        """Takes the first frame, if it is whole; where it ends."""
        got = self._got
        if len(got) < 2:
            return 0
        start, length = 2, got[1] & 127
        if length > 125:
            start = 4 if length == 126 else 10
            length = int.from_bytes(got[2:start], "big")
        if len(got) < start + length:
            return 0
        opcode = got[0] & 15
        if opcode == _TEXT:
            self.heard(bytes(got[start : start + length]))
        elif opcode == _PING:
            self._send(0x8A, bytes(got[start : start + length]))
        return start + length

    def send(self, text: bytes) -> None:
        """Sends a text."""
        self._send(0x81, text)

    def _send(self, head: int, data: bytes) -> None:
        size = len(data)
        length = bytes([0x80 | size]) if size < 126 else bytes([0xFE]) + size.to_bytes(2, "big")
        if self._transport is not None:
            # Masked with zeros: that is allowed, and costs nothing.
            self._transport.write(bytes([head]) + length + bytes(4) + data)

    def close(self) -> None:
        if self._transport is not None:
            self._transport.abort()


async def connect(url: str, headers: Mapping[str, str], heard: Callable[[bytes], None]) -> Line:
    """Opens a socket."""
    parts = urlsplit(url)
    line = Line(heard)
    loop = asyncio.get_running_loop()
    transport, _ = await loop.create_connection(lambda: line, parts.hostname or "", parts.port or 80)
    asked = {
        "Host": parts.netloc,
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(),
        "Sec-WebSocket-Version": "13",
        **headers,
    }
    lines = [f"GET {parts.path} HTTP/1.1", *(f"{name}: {value}" for name, value in asked.items()), "", ""]
    transport.write("\r\n".join(lines).encode())
    await line.is_open
    return line
