"""The JSON API: what each endpoint does. `ENDPOINTS` is all of it; routes and OpenAPI are made from that list."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable
from functools import cache
from typing import Any

from starlette.responses import Response, StreamingResponse

from fireteam.fronts.web.answers import (
    Door,
    Health,
    NewTable,
    NewTableAnswer,
    OfferListed,
    SceneListed,
    SeatAnswer,
)
from fireteam.fronts.web.config import MOST_IMPORT_BYTES, MOST_SCENE_BYTES
from fireteam.fronts.web.declared import NO_SEAT, Call, Endpoint, Needs, Query, Wrong, reply
from fireteam.fronts.web.metrics import CONTENT_TYPE
from fireteam.fronts.web.server import address_of, has_bearer
from fireteam.kernel.commands import Offer
from fireteam.kernel.library import all_bundled
from fireteam.kernel.ruleset import find_ruleset, ruleset_ids
from fireteam.kernel.scenefile import SceneFaults, load_scene
from fireteam.table.background import Failed
from fireteam.table.exports import file_for, read_story, scene_file, whole_file
from fireteam.table.journal import JournalFault
from fireteam.table.journal import read_story as read_lines
from fireteam.table.orders import AnyOrder, Result
from fireteam.table.review import review
from fireteam.table.session import Busy, Unconfirmed
from fireteam.table.tables import Opened, TooMany, refusal_text, scene_of

log = logging.getLogger("fireteam.web")

MOST_ODDS_AT_ONCE = 40
"""The most commands whose odds one request gets."""


# Without a seat


async def scenes(call: Call) -> Response:
    """The bundled scenes of every game."""
    return reply(await asyncio.to_thread(_scenes))


@cache
def _scenes() -> list[SceneListed]:
    return [SceneListed(one.name, one.ruleset, load_scene(one.path)[1].title, one.blurb) for one in all_bundled()]


async def games(call: Call) -> Response:
    """The games that are installed."""
    return reply([{"id": id, "title": find_ruleset(id).title} for id in ruleset_ids()])


async def open_table(call: Call) -> Response:
    """Opens a table and hands out its links."""
    _may_open(call)
    try:
        # In a thread: a large scene takes a moment, in which the tables go on.
        ruleset, scene, name = await asyncio.to_thread(scene_of, call.body.scene)
    except SceneFaults as faults:
        raise Wrong(422, "this scene cannot be played", faults=refusal_text(faults)) from None
    try:
        opened = await call.server.tables.open(ruleset, scene, name)
    except TooMany:
        raise Wrong(503, "this server has as many tables as it can hold") from None
    return reply(doors(call, opened), 201, {"location": f"/api/tables/{opened.id}"})


async def import_table(call: Call) -> Response:
    """Opens a table from an exported file; its seats get new links."""
    _may_open(call)
    try:
        head, lines = await asyncio.to_thread(lambda: read_story(read_lines(call.body)))
    except JournalFault as fault:
        raise Wrong(
            422, "this file cannot be a table", faults=[{"path": f"line {fault.line}", "reason": fault.reason}]
        ) from None
    try:
        opened = await call.server.tables.add(head, lines)
    except TooMany:
        raise Wrong(503, "this server has as many tables as it can hold") from None
    return reply(doors(call, opened), 201, {"location": f"/api/tables/{opened.id}"})


def _may_open(call: Call) -> None:
    if not call.server.openings.take(address_of(call.request)):
        raise Wrong(429, "too many tables were opened from your address: wait a little")


def doors(call: Call, opened: Opened) -> NewTableAnswer:
    """The links of a new table."""
    base = call.server.config.base()
    return NewTableAnswer(
        opened.id,
        opened.commitment,
        [
            Door(
                one.seat.id,
                one.seat.name,
                one.seat.role,
                list(one.seat.fighters),
                one.token,
                f"{base}/join/{one.token}",
            )
            for one in opened.invitations
        ],
    )


async def seat(call: Call) -> Response:
    """The table and the seat that a link opens."""
    if not has_bearer(call.request):
        raise Wrong(401, "show the token of your link: Authorization: Bearer TOKEN")
    found = await call.server.who(call.request, None)
    if found is None:
        raise Wrong(404, NO_SEAT)
    session, place = found
    return reply(SeatAnswer(session.id, place.id, place.name, place.role, list(place.fighters)))


async def health(call: Call) -> Response:
    """Whether this process can serve: the store answers and it is not stopping."""
    from fireteam import __version__

    server = call.server
    try:
        await server.tables.store.check()
        status = "stopping" if server.is_stopping else "ok"
    except Exception:
        status = "store"
    found = Health(status, __version__, len(server.tables.sessions), sum(server.sockets.values()))
    return reply(found, 200 if status == "ok" else 503)


async def metrics(call: Call) -> Response:
    """The numbers of this process, for Prometheus; to the machine itself alone."""
    from fireteam.fronts.web.guard import is_forwarded

    if address_of(call.request) not in ("127.0.0.1", "::1", "testclient") or is_forwarded(call.request.headers):
        raise Wrong(404, "nothing here")
    return Response(call.server.metrics.text(), media_type=CONTENT_TYPE)


# At a table


async def view(call: Call) -> Response:
    """The whole table as this seat may see it."""
    session, seat = call.table
    return reply(session.view(seat))


async def order(call: Call) -> Response:
    """Gives an order."""
    return reply(await give(call, call.body))


async def give(call: Call, order: AnyOrder) -> Result:
    """Takes an order through its limits to the table, and counts it. Raises `Wrong`."""
    found: asyncio.Future[Result] = asyncio.get_running_loop().create_future()

    def answered(result: Result | Wrong) -> None:
        if not found.done():
            if isinstance(result, Wrong):
                found.set_exception(result)
            else:
                found.set_result(result)

    take(call, order, answered)
    return await found


def take(call: Call, order: AnyOrder, answered: Callable[[Result | Wrong], None]) -> None:
    """The same for who would rather be called than wait; `answered` must not raise."""
    session, seat = call.table
    server = call.server
    if not (server.orders.take(f"{session.id}:{seat.id}") and server.at_table.take(session.id)):
        server.metrics.count("fireteam_refused_total", reason="orders")
        return answered(Wrong(429, "too many orders: wait a little"))
    began = time.perf_counter()

    def counted(result: Result | Unconfirmed) -> None:
        if isinstance(result, Unconfirmed):
            return answered(Wrong(503, "not confirmed: try again with the same id"))
        outcome = "repeat" if result.repeat else "done" if result.ok else "stale" if result.stale else "refused"
        server.metrics.order(str(order.__struct_config__.tag), outcome, time.perf_counter() - began)
        answered(result)

    try:
        session.take(seat.id, order, seat.link, counted)
    except Busy:
        answered(Wrong(503, "the table has too much to do: try again with the same id"))


async def offers(call: Call) -> Response:
    """The legal commands of this seat now."""
    session, seat = call.table
    return reply([listed(one) for one in session.offers(seat)])


def listed(offer: Offer) -> OfferListed:
    """An offer as clients get it."""
    action = offer.action
    return OfferListed(
        offer.text, offer.command.to_json(), action.verb, action.clause, action.summary, action.costs, action.hostile
    )


async def odds(call: Call) -> Response:
    """The exact odds of a command, or of each legal one; what the scene has left behind is not answered."""
    session, seat = call.table
    if seat.role not in ("gm", "player") or (seat.role == "player" and session.state.settings.odds_for == "gm"):
        raise Wrong(403, "the game master keeps the odds to themselves")
    lines = call.request.query_params.getlist("line")[:MOST_ODDS_AT_ONCE]
    lines = lines or [one.text for one in session.offers(seat)][:MOST_ODDS_AT_ONCE]
    seq = session.seq(seat)
    found: list[dict[str, Any]] = []
    for line in lines:
        if not call.server.odds.take(session.id):
            raise Wrong(429, "too many odds: wait a little")
        try:
            known = await call.server.background.odds(session, seat, line[:500])
        except Failed:
            log.exception("odds failed", extra={"table": session.id})
            raise Wrong(503, "the odds could not be worked out") from None
        if known is None:
            return reply({"seq": seq, "is_stale": True, "odds": []})
        found.append({"line": line, **known})
    return reply({"seq": seq, "is_stale": False, "odds": found})


async def forecast(call: Call) -> Response:
    """The chances of each side from here, as far as they are known by now."""
    session, seat = call.table
    return reply({"seq": session.seq(seat), "forecast": call.server.background.forecast(session, seat)})


async def look_back(call: Call) -> Response:
    """The review of a fight that is over (the game master may look at any time)."""
    session, seat = call.table
    try:
        found = await review(session, seat, call.server.background)
    except Failed:
        log.exception("a review failed", extra={"table": session.id})
        raise Wrong(503, "the review could not be worked out") from None
    if found is None:
        raise Wrong(403, "the review comes when the fight is over")
    return reply(found)


async def export(call: Call) -> Response:
    """The table as one file: the game master's is the whole journal, a player's what they could see."""
    session, seat = call.table
    lines = (
        whole_file(call.server.tables.store, session.shelved)
        if call.is_gm
        else file_for(call.server.tables.store, session.shelved, seat)
    )
    name = f"fireteam-{session.id}.jsonl"
    return StreamingResponse(
        _in_pieces(lines), 200, {"content-disposition": f'attachment; filename="{name}"'}, "application/x-ndjson"
    )


async def _in_pieces(lines: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    piece = bytearray()
    async for line in lines:
        piece += line
        if len(piece) > 60_000:
            yield bytes(piece)
            piece.clear()
    yield bytes(piece)


async def scene(call: Call) -> Response:
    """The scene as it stands, as a scene file."""
    session, _ = call.table
    return reply(scene_file(session.state))


_ANY = {"type": "object"}
_AT = Needs.SEAT

ENDPOINTS: tuple[Endpoint, ...] = (
    Endpoint("GET", "/api/games", "games", "The games that are installed.", games, answer={"type": "array"}),
    Endpoint("GET", "/api/scenes", "scenes", "The scenes that come with them.", scenes, answer=list[SceneListed]),
    Endpoint(
        "POST",
        "/api/tables",
        "open",
        "Opens a table from a scene. The answer holds every link; they are told this once.",
        open_table,
        body=NewTable,
        answer=NewTableAnswer,
        most_bytes=MOST_SCENE_BYTES,
        statuses=(422, 429, 503),
        success=201,
    ),
    Endpoint(
        "POST",
        "/api/tables/import",
        "import",
        "Opens a table from an exported file, or from a fight of the terminal.",
        import_table,
        body=bytes,
        answer=NewTableAnswer,
        media="application/x-ndjson",
        most_bytes=MOST_IMPORT_BYTES,
        statuses=(422, 429, 503),
        success=201,
    ),
    Endpoint(
        "GET",
        "/api/seat",
        "seat",
        "The table and the seat that a link opens (its token in the Authorization header).",
        seat,
        answer=SeatAnswer,
        statuses=(401, 404),
    ),
    Endpoint("GET", "/api/tables/{table}", "view", "The whole table as this seat may see it.", view, _AT, answer=_ANY),
    Endpoint(
        "POST",
        "/api/tables/{table}/orders",
        "order",
        "Gives an order. Refused and stale ones are answered with `ok: false`.",
        order,
        _AT,
        body=AnyOrder,
        answer=Result,
        statuses=(429, 503),
    ),
    Endpoint(
        "GET",
        "/api/tables/{table}/offers",
        "offers",
        "What this seat may do now.",
        offers,
        _AT,
        answer=list[OfferListed],
    ),
    Endpoint(
        "GET",
        "/api/tables/{table}/odds",
        "odds",
        "The exact odds of commands (`line`, repeated), or of the first legal ones.",
        odds,
        _AT,
        answer=_ANY,
        query=(Query("line", "A command."),),
        statuses=(403, 429, 503),
    ),
    Endpoint(
        "GET", "/api/tables/{table}/forecast", "forecast", "The chances to win from here.", forecast, _AT, answer=_ANY
    ),
    Endpoint(
        "GET",
        "/api/tables/{table}/review",
        "review",
        "The fight looked back on: curve, turning points, luck.",
        look_back,
        _AT,
        answer=_ANY,
        statuses=(403, 503),
    ),
    Endpoint(
        "GET",
        "/api/tables/{table}/export",
        "export",
        "The table as one file: the game master's is the whole journal, others get what they could see.",
        export,
        _AT,
        answer={"type": "string"},
        media="application/x-ndjson",
    ),
    Endpoint(
        "GET", "/api/tables/{table}/scene", "scene", "The scene as a scene file (JSON).", scene, Needs.GM, answer=_ANY
    ),
    Endpoint("GET", "/health", "health", "Whether the server can serve.", health, answer=Health, statuses=(503,)),
    Endpoint(
        "GET",
        "/metrics",
        "metrics",
        "Numbers for Prometheus, to the machine itself.",
        metrics,
        answer={"type": "string"},
        media="text/plain",
        statuses=(404,),
    ),
)
