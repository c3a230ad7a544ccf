"""The pages of a table: the table itself, its log, sheets, odds, review. Everything works by plain forms and links."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from fireteam.fronts.web import acting, regions, review_page, sheets, story
from fireteam.fronts.web.api import export, give
from fireteam.fronts.web.config import MOST_BODY_BYTES
from fireteam.fronts.web.declared import Call, Wrong
from fireteam.fronts.web.forms import BadForm, order_of
from fireteam.fronts.web.html import hue_of, packed, page, trouble
from fireteam.fronts.web.places import language, seat_address, seated, server_of
from fireteam.fronts.web.result import said_of
from fireteam.fronts.web.server import Server
from fireteam.fronts.web.texts import Texts
from fireteam.fronts.web.words import names
from fireteam.kernel.rulebook import read_rulebook
from fireteam.kernel.visibility import Role
from fireteam.table.orders import Act
from fireteam.table.records import Seat
from fireteam.table.session import Session
from fireteam.table.state import TableState

MOST_LINKS = 5_000
"""How many links this process still knows, to show them to their game masters."""
PATIENCE = 0.15
"""How long, in seconds, a page waits for odds that are not known yet."""

SCRIPT_TEXTS = (
    "live",
    "lost",
    "again",
    "closed",
    "unconfirmed",
    "sending",
    "copied",
    "close",
    "offline",
    "keys_title",
)
"""The texts that the page's script says."""

_LINKS: OrderedDict[tuple[int, str, str], str] = OrderedDict()


def remember_link(server: Server, table: str, seat: str, token: str) -> None:
    """Keeps a new link in memory, so that the game master can still see it; stores only ever have its hash."""
    _LINKS[id(server), table, seat] = f"{server.config.base()}/join/{token}"
    while len(_LINKS) > MOST_LINKS:
        _LINKS.popitem(last=False)


def links_of(server: Server, session: Session) -> dict[str, str]:
    """The links to this table's seats that this process still knows."""
    found = {}
    for seat in session.state.seats.values():
        link = _LINKS.get((id(server), session.id, seat.id))
        if link is not None and seat.link > 0:
            found[seat.id] = link
    return found


def page_view(server: Server, session: Session, seat: Seat, t: Texts, target: str = "") -> regions.TableView:
    """What a seat's page shows now."""
    insight = server.insight
    return regions.TableView(
        session,
        seat,
        t,
        odds=insight.odds(session, seat),
        forecast=server.background.forecast(session, seat),
        target=target if target in session.state.scene.fighters or target in session.state.scene.vehicles else "",
        costs=insight.costs(session, seat, t),
    )


def render_table(server: Server, session: Session, seat: Seat, t: Texts, target: str = "", notice: str = "") -> str:
    """The whole page of a seat."""
    view = page_view(server, session, seat, t, target)
    seq = view.plain["seq"]
    filled = {name: html.replace(regions.SEQ, seq) for name, html in regions.all_regions(view).items()}
    return regions.render(
        "table.html",
        **view.shared() | {"real_seq": seq, "seq": seq},
        hue=hue_of(session.state.ruleset),
        regions=filled,
        passages=regions.log_passages(view, story.SHOWN_AT_FIRST),
        notice=notice,
        script_texts=SCRIPT_TEXTS,
    )


async def table(request: Request) -> Response:
    """The table's page."""
    found = await seated(request)
    t = language(request)
    if found is None:
        return trouble(request, 404, t("trouble.no_seat"))
    session, seat = found
    server = server_of(request)
    await server.insight.look(session, seat, PATIENCE)
    target = request.query_params.get("target", "")[:80]
    return packed(request, render_table(server, session, seat, t, target))


async def fields_of(request: Request) -> dict[str, list[str]]:
    """The fields of a small form. Raises `Wrong` when it is too large."""
    length = request.headers.get("content-length", "")
    if not length.isdecimal() or int(length) > MOST_BODY_BYTES:
        raise Wrong(413, f"at most {MOST_BODY_BYTES:,} bytes")
    found: dict[str, list[str]] = {}
    async with request.form(max_files=0, max_fields=500) as form:
        for key, value in form.multi_items():
            if isinstance(value, str):
                found.setdefault(key, []).append(value)
    return found


async def do(request: Request) -> Response:
    """An order by a plain form: back to the page, or the page with what is to be changed."""
    found = await seated(request)
    t = language(request)
    if found is None:
        return trouble(request, 404, t("trouble.no_seat"))
    session, seat = found
    server = server_of(request)
    status, why = 200, ""
    try:
        fields = await fields_of(request)
        result = await give(Call(server, request, None, seat, session), order_of(fields))
        if result.token is not None and result.seat is not None:
            remember_link(server, session.id, result.seat, result.token)
        why = said_of(result, session, seat, t)
        status = 409 if why else 200
    except BadForm as bad:
        status, why = 422, t("result.bad_form_why", why=str(bad))
    except Wrong as wrong:
        status, why = wrong.status, wrong.error
    if why:
        seat = session.state.seats.get(seat.id, seat)
        return packed(request, render_table(server, session, seat, t, notice=why), status)
    if result.token is not None:
        where = "/welcome"
    else:
        where = {"say": "#talk", "seat": "#seats", "link": "#seats", "note": "#notes"}.get(fields["do"][-1], "")
    return RedirectResponse(seat_address(session.id, seat.id) + where, 303)


async def odds(request: Request) -> Response:
    """The exact odds of one command, whole."""
    found = await seated(request)
    t = language(request)
    if found is None:
        return trouble(request, 404, t("trouble.no_seat"))
    session, seat = found
    server = server_of(request)
    line = request.query_params.get("line", "")[:500].strip()
    known: dict[str, Any] | None
    if not server.insight.may_know(session, seat):
        known = {"refused": t("odds.not_yours")}
    elif not server.odds.take(session.id):
        known = {"refused": t("odds.too_many")}
    else:
        known = await server.background.odds(session, seat, line)
    if known is None:
        known = {"refused": t("odds.stale")}
    chances = acting.chances(known["outcomes"], acting.shades_of(session.state.ruleset)) if "outcomes" in known else []
    values = {
        "line": line,
        "chances": chances,
        "expected": known.get("expected", {}),
        "refused": known.get("refused", ""),
        "address": seat_address(session.id, seat.id),
        "ruleset": session.state.ruleset,
        "clause": known.get("clause", ""),
    }
    return page(request, "odds.html", hue=hue_of(session.state.ruleset), **values)


async def log_page(request: Request) -> Response:
    """The whole log, from the first moment on, as this seat may read it."""
    found = await seated(request)
    t = language(request)
    if found is None:
        return trouble(request, 404, t("trouble.no_seat"))
    session, seat = found
    told = await whole_story(session, seat, t)
    return page(
        request,
        "log.html",
        hue=hue_of(session.state.ruleset),
        passages=told,
        ruleset=session.state.ruleset,
        is_gm=seat.role == Role.GM,
        address=seat_address(session.id, seat.id),
        title=session.state.scene.title or session.state.ruleset.title,
    )


async def whole_story(session: Session, seat: Seat, t: Texts) -> list[story.Passage]:
    """Every passage of a table for a seat, from its journal."""
    state = TableState.begin(session.shelved)
    state.recent = type(state.recent)()
    state.fight.entries = []
    viewer = seat.viewer
    while rows := await session.store.read(session.id, state.position):
        for row in rows:
            state.apply(row)
    book = read_rulebook(state.ruleset.folder / "rulebook.md")
    scenes = [session.scene_for(one.before, viewer) for one in list(state.recent)[:1]]
    return story.passages(state, seat, names(*scenes, session.scene_for(state.scene, viewer)), book, t)


async def sheet(request: Request) -> Response:
    """A fighter's sheet as this seat may see it; for the game master a form that sets values by hand."""
    found = await seated(request)
    t = language(request)
    if found is None:
        return trouble(request, 404, t("trouble.no_seat"))
    session, seat = found
    id = request.path_params["fighter"]
    notice, status = "", 200
    if request.method == "POST":
        try:
            notice = await _set_by_hand(request, session, seat, id, t)
        except Wrong as wrong:
            notice = wrong.error
        if not notice:
            return RedirectResponse(f"{seat_address(session.id, seat.id)}/sheet/{id}?kept", 303)
        status = 422
    plain = session.view(seat)["scene"]["fighters"].get(id)
    if plain is None:
        return trouble(request, 404, t("trouble.no_fighter"))
    ruleset = session.state.ruleset
    return page(
        request,
        "sheet.html",
        status=status,
        hue=hue_of(ruleset),
        ruleset=ruleset,
        id=id,
        name=str(plain.get("name") or id),
        groups=sheets.groups(ruleset.fighter, plain, f"fighters.{id}"),
        is_gm=seat.role == Role.GM,
        address=seat_address(session.id, seat.id),
        notice=notice,
        is_kept="kept" in request.query_params,
        text_of=sheets.as_text,
    )


async def _set_by_hand(request: Request, session: Session, seat: Seat, id: str, t: Texts) -> str:
    """Gives a `set` for every value that the form changes; the first refusal ends it."""
    if seat.role != Role.GM:
        return str(t("sheet.gm_only"))
    fields = await fields_of(request)
    plain = session.view(seat)["scene"]["fighters"].get(id, {})
    ruleset = session.state.ruleset
    now = {
        one.path: one.text
        for group in sheets.groups(ruleset.fighter, plain, f"fighters.{id}")
        for one in group.controls
    }
    call = Call(server_of(request), request, None, seat, session)
    nonce = fields.get("nonce", ["0"])[-1][:20]
    wanted = {
        path: values[-1].strip() for path, values in fields.items() if path in now and values[-1].strip() != now[path]
    }
    if fields.get("new_key", [""])[-1].strip():
        wanted[f"{fields['new_in'][-1]}.{fields['new_key'][-1].strip()}"] = fields["new_value"][-1].strip()
    for number, (path, text) in enumerate(wanted.items()):
        line = f"set {path} {text or sheets.NOTHING}"
        result = await give(call, Act(id=f"sheet-{nonce or 0}-{number}-{session.state.position}", line=line))
        if not result.ok:
            return f"{path}: {said_of(result, session, seat, t)}"
    return ""


async def export_page(request: Request) -> Response:
    """The log or, for the game master, the whole journal as a file."""
    found = await seated(request)
    if found is None:
        return trouble(request, 404, language(request)("trouble.no_seat"))
    session, seat = found
    return await export(Call(server_of(request), request, None, seat, session))


async def review(request: Request) -> Response:
    """The fight looked back on."""
    found = await seated(request)
    t = language(request)
    if found is None:
        return trouble(request, 404, t("trouble.no_seat"))
    session, seat = found
    return await review_page.render(request, session, seat, t)
