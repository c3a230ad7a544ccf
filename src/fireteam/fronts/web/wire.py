"""uvicorn's WebSocket protocol, with a short way for texts in and out."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State

MOST_UNREAD = 4
"""How many messages may wait before nothing more is read from a socket."""

EXTENSION = "fireteam.wire"
"""Under which name an application finds the wire among its ASGI extensions."""

_WHOLE_TEXT = 0x81
"""The first byte of a frame that is a whole text (RFC 6455, 5.2)."""


class Wire(WebSocketsSansIOProtocol):
    """uvicorn stops reading after each message until it is taken, which costs two system calls a message and more.

    A client that sends one message and waits for the answer is read from all the time instead. What it sends may be
    taken as it comes (`heard`), and what answers it written at once (`put`), without waking a task for either.
    """

    heard: Callable[[str], bool] | None = None
    """Takes a text at once and says True; what it does not take waits to be received as always."""

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            cast("dict[str, object]", self.scope["extensions"])[EXTENSION] = self

    def put(self, text: bytes) -> bool:
        """Sends a text now; whether that could be: the socket is open, and takes bytes without waiting."""
        if not self.writable.is_set() or self.disconnected or self.close_sent or self.conn.state is not State.OPEN:
            return False
        self.transport.write(framed(text))
        return True

    def send_receive_event_to_app(self) -> None:
        if self.heard is not None and self._is_heard(self.heard):
            self.frames = []
            return
        before = self.read_paused
        self.read_paused = before or self.queue.qsize() < MOST_UNREAD  # uvicorn does not pause what is paused
        super().send_receive_event_to_app()
        if self.queue.qsize() <= MOST_UNREAD:
            self.read_paused = before

    def _is_heard(self, heard: Callable[[str], bool]) -> bool:
        """Whether a message was taken: one that is whole, and comes behind none that waits."""
        if len(self.frames) > 1 or self.curr_msg_data_type != "text" or self.close_sent or not self.queue.empty():
            return False
        try:
            text = self.frames[0].decode()
        except UnicodeDecodeError:
            return False  # uvicorn shuts the socket for it
        return heard(text)


def framed(text: bytes) -> bytes:
    """A text as the frame of a server: whole, without extensions, not masked (RFC 6455, 5.2)."""
    size = len(text)
    if size < 126:
        return bytes((_WHOLE_TEXT, size)) + text
    if size < 1 << 16:
        return b"%c%c%b%b" % (_WHOLE_TEXT, 126, size.to_bytes(2, "big"), text)
    return b"%c%c%b%b" % (_WHOLE_TEXT, 127, size.to_bytes(8, "big"), text)
