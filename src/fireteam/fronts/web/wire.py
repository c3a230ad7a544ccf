"""uvicorn's WebSocket protocol, which goes on reading while few messages wait."""

from __future__ import annotations

from http import HTTPStatus
from typing import cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State

MOST_UNREAD = 4
"""How many messages may wait before nothing more is read from a socket."""


EXTENSION = "fireteam.wire"
"""Under which name an application finds the wire among its ASGI extensions."""


class Wire(WebSocketsSansIOProtocol):
    """uvicorn stops reading after each message until it is taken, which costs two system calls a message and more.

    A client that sends one message and waits for the answer is read from all the time instead. What answers it may be
    written at once (`put`), without waking a task.
    """

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            cast("dict[str, object]", self.scope["extensions"])[EXTENSION] = self

    def put(self, text: bytes) -> bool:
        """Sends a text now; whether that could be: the socket is open, and takes bytes without waiting."""
        if not self.writable.is_set() or self.disconnected or self.close_sent or self.conn.state is not State.OPEN:
            return False
        self.conn.send_text(text)
        self.transport.write(b"".join(self.conn.data_to_send()))
        return True

    def send_receive_event_to_app(self) -> None:
        before = self.read_paused
        self.read_paused = before or self.queue.qsize() < MOST_UNREAD  # uvicorn does not pause what is paused
        super().send_receive_event_to_app()
        if self.queue.qsize() <= MOST_UNREAD:
            self.read_paused = before
