"""What stands before every request: host, rate, headers, and the log line after it."""

from __future__ import annotations

import logging
import time
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fireteam.fronts.web.config import host_name
from fireteam.fronts.web.server import Server, address_of, has_bearer

log = logging.getLogger("fireteam.access")

CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'{sockets}; form-action 'self'; manifest-src 'self'; base-uri 'none'; frame-ancestors 'none'"
)
"""No script and no style but the server's own files; nothing from elsewhere."""

HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}


class Guard:
    """The outermost layer of the server."""

    def __init__(self, app: ASGIApp, server: Server) -> None:
        self.app = app
        self.server = server
        self.hosts = server.config.hosts()
        origin = server.config.origin()
        sockets = " " + origin.replace("http", "ws", 1) if origin else ""
        self.headers = {**HEADERS, "content-security-policy": CSP.format(sockets=sockets)}
        if origin.startswith("https:"):
            self.headers["strict-transport-security"] = "max-age=31536000"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        if scope["type"] == "websocket":
            if host_name(connection.headers.get("host", "")) not in self.hosts:
                await send({"type": "websocket.close", "code": 4403})
                return
            await self.app(scope, receive, send)
            return
        await self._http(scope, connection, receive, send)

    async def _http(self, scope: Scope, connection: HTTPConnection, receive: Receive, send: Send) -> None:
        began = time.perf_counter()
        status = 500

        async def guarded(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                for name, value in self.headers.items():
                    headers.setdefault(name, value)
                headers.setdefault("cache-control", "no-store")
            await send(message)

        refusal = self._refusal(scope, connection)
        try:
            if refusal is not None:
                await refusal(scope, receive, guarded)
            else:
                await self.app(scope, receive, guarded)
        finally:
            # The route as declared, never the path: a path may hold a link.
            route = getattr(scope.get("route"), "path", "-") if refusal is None else "-"
            seconds = time.perf_counter() - began
            self.server.metrics.count("fireteam_requests_total", route=route, status=str(status))
            log.info(
                "request",
                extra={"method": scope["method"], "route": route, "status": status, "seconds": round(seconds, 5)},
            )

    def _refusal(self, scope: Scope, connection: HTTPConnection) -> Response | None:
        if host_name(connection.headers.get("host", "")) not in self.hosts:
            return self._no(421, "host", "this server does not answer to that name")
        if not self.server.requests.take(address_of(connection)):
            return self._no(429, "rate", "too many requests: wait a little", {"retry-after": "2"})
        if scope["method"] not in ("GET", "HEAD", "OPTIONS") and not is_same_origin(self.server, connection):
            return self._no(403, "origin", "this request comes from another site")
        return None

    def _no(self, status: int, reason: str, text: str, headers: Any = None) -> Response:
        self.server.metrics.count("fireteam_refused_total", reason=reason)
        return Response(f'{{"error":"{text}"}}', status, headers, "application/json")


def is_same_origin(server: Server, connection: HTTPConnection) -> bool:
    """Whether a request comes from the server's own pages, or from a program that shows its link itself."""
    origin = connection.headers.get("origin")
    if origin is None:
        # Browsers send an Origin with every socket and every unsafe request.
        return has_bearer(connection) or "cookie" not in connection.headers
    if server.config.public_url and origin == server.config.origin():
        return True
    parts = urlsplit(origin)
    host = connection.headers.get("host", "")
    is_loopback = host_name(host) in ("localhost", "127.0.0.1", "[::1]") or not server.config.public_url
    return parts.scheme in ("http", "https") and parts.netloc == host and is_loopback


def is_forwarded(headers: Headers) -> bool:
    """Whether a proxy passed a request on."""
    return "x-forwarded-for" in headers or "forwarded" in headers
