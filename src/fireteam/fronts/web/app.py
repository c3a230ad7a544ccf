"""The server put together: endpoints, socket, guard, and what happens when it starts and stops."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute

from fireteam.fronts.web.api import ENDPOINTS
from fireteam.fronts.web.config import QUIET, Config, from_environment
from fireteam.fronts.web.declared import NO_SEAT, Call, Endpoint, Needs, Wrong, reply
from fireteam.fronts.web.guard import Guard
from fireteam.fronts.web.html import trouble
from fireteam.fronts.web.memory import prepare
from fireteam.fronts.web.openapi import document
from fireteam.fronts.web.places import language
from fireteam.fronts.web.server import Server, token_of
from fireteam.fronts.web.site import ROUTES
from fireteam.fronts.web.socket import TableSocket

log = logging.getLogger("fireteam.web")

SWITCH_SECONDS = 0.0005
"""How long one thread may keep the interpreter when another one wants it."""


def make_app(config: Config, more: Sequence[BaseRoute] = ROUTES) -> Starlette:
    """The application for a configuration; `more` are routes beside the API: the pages, unless others are given."""
    server = Server(config)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await server.start()
        try:
            yield
        finally:
            await server.stop()

    openapi = msgspec.json.encode(document(ENDPOINTS))
    app = Starlette(
        routes=[
            *(Route(one.path, _run(one), methods=[one.method], name=one.name) for one in ENDPOINTS),
            Route("/openapi.json", lambda request: Response(openapi, media_type="application/json"), name="openapi"),
            WebSocketRoute("/api/tables/{table}/socket", TableSocket(), name="socket"),
            *more,
        ],
        lifespan=lifespan,
        exception_handlers={HTTPException: _http_error, Exception: _broken},
    )
    app.state.server = server
    app.add_middleware(Guard, server=server)
    return app


def app_from_environment() -> Starlette:
    """The application of a worker process."""
    from fireteam.fronts.web.logs import set_up

    set_up("WARNING" if os.environ.get(QUIET) else "INFO")
    # The journal's thread needs the interpreter for moments only, but at once: every table waits for its commits.
    sys.setswitchinterval(SWITCH_SECONDS)
    prepare()
    return make_app(from_environment())


def _run(endpoint: Endpoint) -> Any:
    async def run(request: Request) -> Response:
        call = Call(request.app.state.server, request)
        try:
            if endpoint.needs is not Needs.NOTHING:
                await _seat(call, endpoint)
            if endpoint.body is not None:
                call.body = await _body(request, endpoint)
            return await endpoint.run(call)
        except Wrong as wrong:
            call.server.metrics.count("fireteam_refused_total", reason=str(wrong.status))
            headers = {"www-authenticate": "Bearer"} if wrong.status == 401 else None
            return reply({"error": wrong.error, **wrong.more}, wrong.status, headers)
        except ClientDisconnect:
            return Response(status_code=400)

    run.__name__ = endpoint.name
    return run


async def _seat(call: Call, endpoint: Endpoint) -> None:
    table = call.request.path_params["table"]
    if not token_of(call.request, table):
        raise Wrong(401, "show the token of your link: Authorization: Bearer TOKEN")
    found = await call.server.who(call.request, table)
    if found is None:
        raise Wrong(404, NO_SEAT)
    call.session, call.seat = found
    if endpoint.needs is Needs.GM and not call.is_gm:
        raise Wrong(403, "only the game master can do that")


async def _body(request: Request, endpoint: Endpoint) -> Any:
    kind = request.headers.get("content-type", "").partition(";")[0].strip().casefold()
    if endpoint.body is not bytes and kind != "application/json":
        raise Wrong(415, "send application/json")
    raw = bytearray()
    async for piece in request.stream():
        raw += piece
        if len(raw) > endpoint.most_bytes:
            raise Wrong(413, f"at most {endpoint.most_bytes:,} bytes")
    if endpoint.body is bytes:
        return bytes(raw)
    try:
        return msgspec.json.decode(bytes(raw), type=endpoint.body)
    except msgspec.DecodeError as error:
        raise Wrong(400, str(error)) from None
    except RecursionError:
        raise Wrong(400, "objects lie too deep in each other") from None


def _http_error(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    text = {404: "nothing here", 405: "this address does not take that method"}.get(status, "that did not work")
    headers = error.headers if isinstance(error, HTTPException) else None
    if "text/html" in request.headers.get("accept", "") and not request.url.path.startswith("/api/"):
        return trouble(
            request, status, language(request)("trouble.nothing_here" if status == 404 else "trouble.broken")
        )
    return reply({"error": text}, status, headers)


def _broken(request: Request, error: Exception) -> Response:
    log.error("an endpoint broke", exc_info=error)
    if "text/html" in request.headers.get("accept", "") and not request.url.path.startswith("/api/"):
        return trouble(request, 500, language(request)("trouble.broken"))
    return reply({"error": "the server broke on this; the table is as it was"}, 500)
