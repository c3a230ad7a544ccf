"""uvicorn's WebSocket protocol, which goes on reading while few messages wait."""

from __future__ import annotations

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

MOST_UNREAD = 4
"""How many messages may wait before nothing more is read from a socket."""


class Wire(WebSocketsSansIOProtocol):
    """uvicorn stops reading after each message until it is taken, which costs two system calls a message and more.

    A client that sends one message and waits for the answer is read from all the time instead.
    """

    def send_receive_event_to_app(self) -> None:
        before = self.read_paused
        self.read_paused = before or self.queue.qsize() < MOST_UNREAD  # uvicorn does not pause what is paused
        super().send_receive_event_to_app()
        if self.queue.qsize() <= MOST_UNREAD:
            self.read_paused = before
