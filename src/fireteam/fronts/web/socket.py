"""The WebSocket of a table: the view, then what happens; orders come in on it too."""

from __future__ import annotations

import asyncio
import logging
import time
from functools import partial

import msgspec
from starlette.requests import Request
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from fireteam.fronts.web.api import take
from fireteam.fronts.web.config import MOST_MESSAGE_BYTES, SEND_SECONDS
from fireteam.fronts.web.declared import Call, Wrong
from fireteam.fronts.web.guard import is_same_origin
from fireteam.fronts.web.server import Server, has_bearer
from fireteam.fronts.web.wire import EXTENSION, Wire
from fireteam.table.orders import AnyOrder, Result
from fireteam.table.records import Seat
from fireteam.table.session import Busy, Session
from fireteam.table.subscribers import Closed, Resync, Subscriber
from fireteam.table.telling import Update

log = logging.getLogger("fireteam.socket")

NO_ORIGIN, NO_SEAT, TOO_MANY, GONE, TRY_AGAIN, RESTART = 4403, 4404, 4429, 4410, 1013, 1012
"""The codes with which a socket is shut."""

_decode = msgspec.json.Decoder(AnyOrder).decode
_encode = msgspec.json.encode


class TableSocket:
    """`/api/tables/{table}/socket`, with `?seq=` to go on where one stopped.

    An ASGI application by itself: once a socket is open its messages go straight between the server and the table.
    """

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        websocket = WebSocket(scope, receive, send)
        server: Server = websocket.app.state.server
        if not is_same_origin(server, websocket) or ("origin" not in websocket.headers and not has_bearer(websocket)):
            server.metrics.count("fireteam_refused_total", reason="origin")
            await websocket.close(NO_ORIGIN)
            return
        found = await server.who(websocket, websocket.path_params["table"])
        if found is None:
            await websocket.close(NO_SEAT)
            return
        with server.socket_of(websocket) as has_room:
            if has_room:
                await _Line(server, websocket, receive, send, *found).run()
            else:
                await websocket.close(TOO_MANY)


def _look(task: asyncio.Task[None]) -> None:
    """Takes note of how a task ended; what broke one of the two has been handled where it was waited for."""
    if not task.cancelled():
        task.exception()


class _Line:
    """One open socket: a task that reads orders, one that sends what happens, and one that sees to it that bytes go.

    One order of a socket is carried out at a time. Its answer is written at once where the server can do that, behind
    what is being sent otherwise.
    """

    def __init__(
        self, server: Server, websocket: WebSocket, receive: Receive, send: Send, session: Session, seat: Seat
    ) -> None:
        self.server = server
        self.websocket = websocket
        self.receive = receive
        self.send = send
        self.session = session
        self.seat = seat
        self.sending = 0
        self.sending_since = 0.0
        self.wire: Wire | None = websocket.scope.get("extensions", {}).get(EXTENSION)
        self.is_asking = False
        self.is_next = False
        self.free: asyncio.Future[None] | None = None
        self.late: set[asyncio.Task[None]] = set()
        self.call = Call(server, Request({**websocket.scope, "type": "http", "method": "GET"}), None, seat, session)

    async def run(self) -> None:
        try:
            subscriber = self.subscriber = self.session.subscribe(self.seat.id, self.seat.link)
        except Busy:
            await self.websocket.close(TRY_AGAIN)
            return
        seq = self.websocket.query_params.get("seq", "")
        first = self.session.resume(self.seat, seq) if seq else None
        opening = first.json.decode() if first is not None else self._view()
        tasks: list[asyncio.Task[None]] = []
        try:
            await self.websocket.accept()
            async with asyncio.timeout(SEND_SECONDS):
                await self._send(opening)
            tasks = [asyncio.create_task(one) for one in (self._tell(subscriber), self._listen(), self._watch())]
            if self.wire is not None:
                self.wire.heard = self._hear
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        except (WebSocketDisconnect, OSError):  # which a time-out and a lost connection are, too
            pass
        finally:
            if self.wire is not None:
                self.wire.heard = None
            self.session.unsubscribe(subscriber)
            self.server.metrics.count("fireteam_updates_dropped_total", subscriber.dropped)
            for task in (*tasks, *self.late):
                task.add_done_callback(_look)
                task.cancel()

    def _view(self) -> str:
        seat = self.session.state.seats.get(self.seat.id, self.seat)
        return _encode({"type": "view", **self.session.view(seat)}).decode()

    async def _send(self, text: str) -> None:
        self.sending += 1
        if self.sending == 1:
            self.sending_since = time.monotonic()
        try:
            await self.send({"type": "websocket.send", "text": text})
        finally:
            self.sending -= 1

    async def _watch(self) -> None:
        """Ends a line that takes no bytes. One look now and then is cheaper than a time limit for every message."""
        while True:
            await asyncio.sleep(SEND_SECONDS / 4)
            if self.sending and time.monotonic() - self.sending_since > SEND_SECONDS:
                raise TimeoutError

    async def _tell(self, subscriber: Subscriber) -> None:
        while True:
            message = await subscriber.get()
            if isinstance(message, Update):
                if self.sending or self.wire is None or not self.wire.put(message.json):
                    await self._send(message.json.decode())
            elif isinstance(message, Resync):
                self.session.audience.tell()
                subscriber.skip_updates()
                await self._send(self._view())
            elif isinstance(message, Closed):
                code = RESTART if self.server.is_stopping else GONE
                await self.websocket.close(code, message.why)
                return
            else:
                await self._send(_encode(message).decode())

    def _hear(self, text: str) -> bool:
        """Takes an order as it comes, if nothing is before it and its answer could go out."""
        if self.is_asking or self.is_next or self.late:
            return False
        self._take(text)
        return True

    async def _listen(self) -> None:
        """Takes the orders that could not be taken as they came."""
        while True:
            message = await self.receive()
            if message["type"] == "websocket.disconnect":
                return
            self.is_next = True
            if self.is_asking:
                self.free = asyncio.get_running_loop().create_future()
                await self.free
            if self.late:
                await asyncio.wait(self.late)  # who takes no answers gives no orders
            self.is_next = False
            self._take(message.get("text") or "")

    def _take(self, text: str) -> None:
        if len(text) > MOST_MESSAGE_BYTES:
            error = f"a message has at most {MOST_MESSAGE_BYTES} characters"
            return self._put(_encode({"type": "error", "error": error}))
        try:
            order = _decode(text)
        except msgspec.DecodeError as wrong:
            return self._put(_encode({"type": "error", "error": str(wrong)}))
        self.is_asking = True
        take(self.call, order, partial(self._answer, order.id))

    def _answer(self, id: str, result: Result | Wrong) -> None:
        self.is_asking = False
        if self.free is not None and not self.free.done():
            self.free.set_result(None)
        if isinstance(result, Wrong):
            self._put(_encode({"type": "error", "id": id, "error": result.error, "status": result.status}))
        else:
            self._put(b'{"type":"result",' + _encode(result)[1:])  # it always has an id

    def _put(self, text: bytes) -> None:
        """Sends a text, at once if nothing waits before it."""
        if not self.sending and not len(self.subscriber) and self.wire is not None and self.wire.put(text):
            return
        task = asyncio.create_task(self._send(text.decode()))
        self.late.add(task)
        task.add_done_callback(self.late.discard)
        task.add_done_callback(_look)
