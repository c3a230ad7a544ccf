"""Endpoints, each said once: from its declaration come the route, the checks before it runs, and its OpenAPI entry."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from fireteam.fronts.web.server import Server
from fireteam.kernel.visibility import Role
from fireteam.table.records import Seat
from fireteam.table.session import Session


class Needs(StrEnum):
    """What a caller must hold."""

    NOTHING = "nothing"
    SEAT = "seat"
    GM = "gm"


class Wrong(Exception):
    """An answer other than success: the status and a sentence."""

    def __init__(self, status: int, error: str, **more: Any) -> None:
        super().__init__(error)
        self.status = status
        self.error = error
        self.more = more


NO_SEAT = "there is no such table, or your link does not open it"
"""The one answer for a table that is not there and for one that is not yours."""


@dataclass(slots=True)
class Call:
    """A request with what was found out before its endpoint runs."""

    server: Server
    request: Request
    body: Any = None
    seat: Seat | None = None
    session: Session | None = None
    query: dict[str, str] = field(default_factory=dict)

    @property
    def table(self) -> tuple[Session, Seat]:
        if self.session is None or self.seat is None:
            raise Wrong(404, NO_SEAT)
        return self.session, self.seat

    @property
    def is_gm(self) -> bool:
        return self.seat is not None and self.seat.role == Role.GM


Run = Callable[[Call], Awaitable[Response]]


@dataclass(slots=True, frozen=True)
class Query:
    """A parameter in the address."""

    name: str
    text: str
    schema: Mapping[str, Any] = field(default_factory=lambda: {"type": "string", "maxLength": 500})


@dataclass(slots=True, frozen=True)
class Endpoint:
    """One thing that can be asked of the server.

    `body` is the type that the request's JSON must have (None: no body; bytes: taken as it is), `answer` the type or
    JSON Schema of the reply, `statuses` what other answers there may be.
    """

    method: str
    path: str
    name: str
    summary: str
    run: Run
    needs: Needs = Needs.NOTHING
    body: Any = None
    answer: Any = None
    media: str = "application/json"
    most_bytes: int = 32_000
    query: tuple[Query, ...] = ()
    statuses: tuple[int, ...] = ()
    success: int = 200


def reply(found: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """A JSON answer."""
    return Response(msgspec.json.encode(found), status, headers, "application/json")
