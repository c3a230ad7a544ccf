"""Following a link to a seat, and what one sees there first: who one is, whom one plays, whom to invite."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from fireteam.fronts.web.api import give
from fireteam.fronts.web.declared import Call, Wrong
from fireteam.fronts.web.forms import BadForm, form_id
from fireteam.fronts.web.html import hue_of, page, trouble
from fireteam.fronts.web.pages import fields_of, links_of
from fireteam.fronts.web.places import keep_link, language, seat_address, seated, server_of
from fireteam.fronts.web.result import said_of
from fireteam.fronts.web.server import address_of
from fireteam.fronts.web.words import clean
from fireteam.kernel.visibility import Role
from fireteam.table.orders import Sit
from fireteam.table.records import Seat
from fireteam.table.seats import MOST_SEAT_NAME
from fireteam.table.session import Session


async def join(request: Request) -> Response:
    """Follows a link: puts it into a cookie that scripts cannot read, and goes to the seat."""
    server, token, address = server_of(request), str(request.path_params["token"]), address_of(request)
    found = None if server.guesses.is_empty(address) else await server.tables.sit(token)
    if found is None:
        server.guesses.take(address)
        return trouble(request, 404, language(request)("trouble.no_link"))
    session, seat = found
    is_new = seat.role == Role.PLAYER
    answer = RedirectResponse(seat_address(session.id, seat.id) + ("/welcome" if is_new else ""), 303)
    keep_link(server, answer, session.id, seat.id, token)
    return answer


async def welcome(request: Request) -> Response:
    """The first page of a seat: invitations for a game master, a name and a fighter for a player."""
    found = await seated(request)
    t = language(request)
    if found is None:
        return trouble(request, 404, t("trouble.no_seat"))
    session, seat = found
    notice = ""
    if request.method == "POST":
        notice = await _sit(request, session, seat)
        if not notice:
            return RedirectResponse(seat_address(session.id, seat.id), 303)
        seat = session.state.seats.get(seat.id, seat)
    scene = session.scene_for(session.state.scene, seat.viewer)
    places = session.view(seat)["seats"]
    return page(
        request,
        "welcome.html",
        status=422 if notice else 200,
        hue=hue_of(session.state.ruleset),
        ruleset=session.state.ruleset,
        title=session.state.scene.title or session.state.ruleset.title,
        seat=seat,
        is_gm=seat.role == Role.GM,
        places=places,
        links=links_of(server_of(request), session) if seat.role == Role.GM else {},
        fighters={id: clean(str(one["name"])) for id, one in scene["fighters"].items()},
        free=free_fighters(session, seat, scene),
        address=seat_address(session.id, seat.id),
        most_name=MOST_SEAT_NAME,
        notice=notice,
    )


def free_fighters(session: Session, seat: Seat, scene: dict[str, dict[str, dict[str, str]]]) -> list[str]:
    """The player fighters that this seat sees and nobody plays."""
    taken = {id for one in session.state.seats.values() for id in one.fighters if one.id != seat.id}
    return [id for id, one in scene["fighters"].items() if one.get("controlled_by") == "player" and id not in taken]


async def _sit(request: Request, session: Session, seat: Seat) -> str:
    """Takes the seat under a name, with the fighters chosen; why not, if not."""
    t = language(request)
    try:
        fields = await fields_of(request)
        name = clean(fields.get("name", [""])[-1]).strip()[:MOST_SEAT_NAME]
        order = Sit(
            id=form_id({**fields, "seq": [session.seq(seat)]}),
            name=name or seat.name,
            fighters=tuple(fields.get("fighters", seat.fighters)[:100]),
        )
        result = await give(Call(server_of(request), request, None, seat, session), order)
        return said_of(result, session, seat, t)
    except (BadForm, Wrong) as wrong:
        return str(wrong)
