"""Where the pages are, and who sits there: a seat's page has an address of its own and a cookie that opens it.

A cookie for each seat, so that one browser can hold several seats of a table: a game master who looks at what a player
sees, or everybody around one machine.
"""

from __future__ import annotations

from typing import Any

from starlette.requests import HTTPConnection
from starlette.responses import Response

from fireteam.fronts.web.server import Server, address_of
from fireteam.fronts.web.texts import Texts, texts_for
from fireteam.table.records import Seat
from fireteam.table.session import Session

COOKIE_SECONDS = 60 * 60 * 24 * 365


def server_of(connection: HTTPConnection) -> Server:
    """The process's tables and limits."""
    server: Server = connection.app.state.server
    return server


def language(connection: HTTPConnection) -> Texts:
    """The texts that this browser asked for."""
    return texts_for(connection.headers.get("accept-language", ""))


def seat_address(table: str, seat: str) -> str:
    """The page of a seat."""
    return f"/t/{table}/{seat}"


def seat_cookie(table: str, seat: str) -> str:
    """The name of the cookie that holds the link to a seat."""
    return f"fireteam_{table}_{seat}"


def keep_link(server: Server, answer: Response, table: str, seat: str, token: str) -> None:
    """Puts a link's secret where scripts cannot read it and only the seat's own page is sent it."""
    answer.set_cookie(
        seat_cookie(table, seat),
        token,
        max_age=COOKIE_SECONDS,
        path=seat_address(table, seat),
        httponly=True,
        samesite="lax",  # strict would lose the link when somebody follows it from another site
        secure=server.config.public_url.startswith("https:"),
    )


async def seated(connection: HTTPConnection) -> tuple[Session, Seat] | None:
    """The seat whose page this is, if the browser holds its link."""
    params: dict[str, Any] = connection.path_params
    table, seat = str(params["table"]), str(params["seat"])
    token = connection.cookies.get(seat_cookie(table, seat), "")
    server, address = server_of(connection), address_of(connection)
    if not token or server.guesses.is_empty(address):
        return None
    found = await server.tables.sit(token)
    if found is None:
        server.guesses.take(address)
        return None
    return found if (found[0].id, found[1].id) == (table, seat) else None
