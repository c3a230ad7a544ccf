"""The socket behind a page: regions that changed go out, forms come in. Without it the page works by plain forms."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.websockets import WebSocket, WebSocketDisconnect

from fireteam.fronts.web import regions
from fireteam.fronts.web.api import give
from fireteam.fronts.web.config import MOST_MESSAGE_BYTES, SEND_SECONDS
from fireteam.fronts.web.declared import Call, Wrong
from fireteam.fronts.web.forms import BadForm, order_of
from fireteam.fronts.web.guard import is_same_origin
from fireteam.fronts.web.pages import links_of, page_view, remember_link
from fireteam.fronts.web.places import language, seat_address, seated, server_of
from fireteam.fronts.web.result import said_of
from fireteam.kernel.commands import completions
from fireteam.table.records import Seat
from fireteam.table.session import Busy, Session
from fireteam.table.subscribers import Closed, Subscriber

log = logging.getLogger("fireteam.page")

NO_ORIGIN, NO_SEAT, TOO_MANY, GONE, TRY_AGAIN, RESTART = 4403, 4404, 4429, 4410, 1013, 1012
PASSAGES = 40
"""How many of the last passages of the log are kept up to date."""
MOST_COMPLETIONS = 12

_encode = msgspec.json.Encoder(enc_hook=str).encode  # HTML that is marked as safe is text, too


async def page_socket(websocket: WebSocket) -> None:
    """`/t/{table}/{seat}/live`."""
    server = server_of(websocket)
    if not is_same_origin(server, websocket) or "origin" not in websocket.headers:
        server.metrics.count("fireteam_refused_total", reason="origin")
        await websocket.close(NO_ORIGIN)
        return
    found = await seated(websocket)
    if found is None:
        # Accepted first, so that the page learns why: a refused handshake tells a browser nothing.
        await websocket.accept()
        await websocket.close(NO_SEAT)
        return
    with server.socket_of(websocket) as has_room:
        if has_room:
            await _Page(websocket, *found).run()
        else:
            await websocket.close(TOO_MANY)


class _Page:
    """One open page: what its browser shows by now, and what it is told."""

    def __init__(self, websocket: WebSocket, session: Session, seat: Seat) -> None:
        self.server = server_of(websocket)
        self.websocket = websocket
        self.session = session
        self.seat = seat
        self.t = language(websocket)
        self.call = Call(
            self.server, Request({**websocket.scope, "type": "http", "method": "GET"}), None, seat, session
        )
        self.shown: dict[str, str] = {}
        self.target = ""
        self.odds_task: asyncio.Task[None] | None = None
        self.sending = asyncio.Lock()
        self.closing = ""

    async def run(self) -> None:
        try:
            subscriber = self.session.subscribe(self.seat.id, self.seat.link)
        except Busy:
            await self.websocket.close(TRY_AGAIN)
            return
        tasks: list[asyncio.Task[None]] = []
        try:
            await self.websocket.accept()
            await self.tell()
            self._start_odds()
            tasks = [asyncio.create_task(self._follow(subscriber)), asyncio.create_task(self._listen())]
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        except (WebSocketDisconnect, ConnectionError, TimeoutError, RuntimeError):
            pass
        finally:
            self.session.unsubscribe(subscriber)
            for task in [*tasks, *([self.odds_task] if self.odds_task else [])]:
                task.cancel()
            await asyncio.gather(*tasks, *([self.odds_task] if self.odds_task else []), return_exceptions=True)

    async def _send(self, message: dict[str, Any]) -> None:
        await asyncio.wait_for(self.websocket.send_text(_encode(message).decode()), SEND_SECONDS)

    async def tell(self) -> None:
        """Sends the regions and passages that look otherwise than what the browser has."""
        async with self.sending:
            seat = self.session.state.seats.get(self.seat.id)
            if seat is None:
                return
            self.seat = seat
            view = page_view(self.server, self.session, seat, self.t, self.target)
            changed = {name: html for name, html in regions.all_regions(view).items() if self._is_new(name, html)}
            log_html = regions.log_passages(view, PASSAGES)
            passages = [[key, html] for key, html in log_html.items() if self._is_new(f"p-{key}", html)]
            seq = view.plain["seq"]
            if changed or passages or self._is_new("seq", seq):
                filled = {name: html.replace(regions.SEQ, seq) for name, html in changed.items()}
                await self._send({"type": "regions", "seq": seq, "regions": filled, "passages": passages})

    def _is_new(self, name: str, html: str) -> bool:
        mark = regions.mark_of(html)
        is_new = self.shown.get(name) != mark
        self.shown[name] = mark
        return is_new

    def _start_odds(self) -> None:
        if self.odds_task is not None:
            self.odds_task.cancel()
        self.odds_task = asyncio.create_task(self._odds())

    async def _odds(self) -> None:
        try:
            await self.server.insight.follow(self.session, self.seat, self.tell)
        except (WebSocketDisconnect, ConnectionError, TimeoutError, RuntimeError):
            return
        except Exception:
            log.exception("odds failed", extra={"table": self.session.id})

    async def _follow(self, subscriber: Subscriber) -> None:
        """Tells the page whenever something happened; what came together is told once."""
        while True:
            messages = [await subscriber.get()]
            while len(subscriber):
                messages.append(await subscriber.get())
            scene = self.session.state.scene
            for message in messages:
                if isinstance(message, Closed):
                    code = RESTART if self.server.is_stopping else GONE
                    await self.websocket.close(code, message.why)
                    return
            await self.tell()
            if any(not isinstance(one, dict) for one in messages) and scene is self.session.state.scene:
                self._start_odds()

    async def _listen(self) -> None:
        while True:
            text = await self.websocket.receive_text()
            answer = await self._answer(text)
            if answer is not None:
                await self._send(answer)

    async def _answer(self, text: str) -> dict[str, Any] | None:
        if len(text) > MOST_MESSAGE_BYTES:
            return {"type": "refused", "why": self.t("result.too_long")}
        try:
            said = msgspec.json.decode(text, type=_Said)
        except msgspec.DecodeError:
            return {"type": "refused", "why": self.t("result.bad_form")}
        if said.typed is not None:
            return {"type": "completions", "typed": said.typed, "lines": self._completions(said.typed)}
        if said.target is not None:
            self.target = said.target
            await self.tell()
            return None
        return await self._order(said.form)

    def _completions(self, typed: str) -> list[str]:
        start = typed[: len(typed) - len(typed.rpartition(" ")[2])]
        state = self.session.state
        found = completions(state.ruleset, state.scene, typed[:500], self.seat.viewer)
        return [start + word for word in found[:MOST_COMPLETIONS]]

    async def _order(self, form: dict[str, list[str]]) -> dict[str, Any]:
        id = form.get("id", [""])[-1][:64]
        try:
            order = order_of(form)
            self.call.seat = self.seat
            result = await give(self.call, order)
        except BadForm as bad:
            return {"type": "result", "id": id, "ok": False, "why": self.t("result.bad_form_why", why=str(bad))}
        except Wrong as wrong:
            return {"type": "result", "id": id, "ok": False, "again": wrong.status == 503, "why": wrong.error}
        if result.token is not None and result.seat is not None:
            remember_link(self.server, self.session.id, result.seat, result.token)
        await self.tell()  # what it did is on the page before its sender is told that it is done
        return {
            "type": "result",
            "id": order.id,
            "ok": result.ok,
            "why": said_of(result, self.session, self.seat, self.t),
            "open": f"{seat_address(self.session.id, self.seat.id)}/welcome" if result.token is not None else "",
        }


class _Said(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """What a page's script may say: a form, a line being typed, or the fighter that it aims at."""

    form: dict[str, list[str]] = {}
    typed: str | None = None
    target: str | None = None


__all__ = ["links_of", "page_socket"]
