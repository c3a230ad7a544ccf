"""The first page: pick a scene and play. And what follows: invitations, following a link, this browser's tables."""

from __future__ import annotations

from typing import Any

from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from fireteam.fronts.web.config import MOST_IMPORT_BYTES, MOST_SCENE_BYTES
from fireteam.fronts.web.html import hue_of, page, trouble
from fireteam.fronts.web.pages import fields_of, remember_link
from fireteam.fronts.web.places import keep_link, language, seat_address, server_of
from fireteam.fronts.web.server import address_of
from fireteam.kernel.library import all_bundled
from fireteam.kernel.ruleset import Ruleset, find_ruleset
from fireteam.kernel.scene import Scene
from fireteam.kernel.scenefile import SceneFaults, load_scene
from fireteam.kernel.visibility import Role
from fireteam.table.exports import read_story
from fireteam.table.journal import JournalFault
from fireteam.table.journal import read_story as read_lines
from fireteam.table.tables import Opened, TooMany, scene_of

MOST_OWN = 12
"""How many of this browser's tables the first page shows."""


async def lobby(request: Request) -> Response:
    """Every scene that comes with a game, each one press away from being played."""
    games: dict[str, Any] = {}
    for one in all_bundled():
        ruleset = find_ruleset(one.ruleset)
        made = games.setdefault(one.ruleset, {"ruleset": ruleset, "hue": hue_of(ruleset), "scenes": []})
        _, scene = load_scene(one.path)
        players = sum(fighter.is_player for fighter in scene.fighters.values())
        seen = sum(not fighter.hidden for fighter in scene.fighters.values())
        made["scenes"].append(
            {
                "name": one.name,
                "title": scene.title or one.name,
                "blurb": one.blurb,
                "players": players,
                "others": seen - players,
            }
        )
    return page(request, "lobby.html", games=list(games.values()), own=await _own(request))


async def _own(request: Request) -> list[dict[str, Any]]:
    """The tables at which this browser holds a seat."""
    found: list[dict[str, Any]] = []
    server = server_of(request)
    for name, token in request.cookies.items():
        parts = name.split("_")
        if len(parts) != 3 or parts[0] != "fireteam" or len(found) >= MOST_OWN:
            continue
        sat = await server.tables.sit(token)
        if sat is not None and (sat[0].id, sat[1].id) == (parts[1], parts[2]):
            session, seat = sat
            scene = session.state.scene
            found.append(
                {
                    "title": scene.title or session.state.ruleset.title,
                    "seat": seat,
                    "address": seat_address(session.id, seat.id),
                    "phase": str(scene.phase),
                    "round": scene.round,
                }
            )
    return found


async def open_scene_for(request: Request, ruleset: Ruleset, scene: Scene, name: str) -> Response | None:
    """A new table for a scene, and the way to its game master's seat; None when that would be too many."""
    server = server_of(request)
    if not server.openings.take(address_of(request)):
        return None
    try:
        opened = await server.tables.open(ruleset, scene, name)
    except TooMany:
        return None
    return _to_the_table(request, opened)


def _to_the_table(request: Request, opened: Opened) -> Response:
    """Sits whoever opened a table down as its game master. The other links are shown there."""
    server = server_of(request)
    for one in opened.invitations:
        remember_link(server, opened.id, one.seat.id, one.token)
    master = next(one for one in opened.invitations if one.seat.role == Role.GM)
    answer = RedirectResponse(f"{seat_address(opened.id, master.seat.id)}/welcome", 303)
    keep_link(server, answer, opened.id, master.seat.id, master.token)
    return answer


async def open_table(request: Request) -> Response:
    """Opens a table from a bundled scene's name or an uploaded file (a scene, or an exported table)."""
    t = language(request)
    kind = request.headers.get("content-type", "")
    try:
        if kind.startswith("multipart/form-data"):
            return await _uploaded(request)
        fields = await fields_of(request)
        ruleset, scene, name = scene_of(fields.get("scene", [""])[-1])
    except SceneFaults as faults:
        return page(request, "faults.html", status=422, faults=faults.faults)
    answer = await open_scene_for(request, ruleset, scene, name)
    return answer or trouble(request, 429, t("lobby.too_many"))


async def _uploaded(request: Request) -> Response:
    """A scene file or an exported table."""
    t = language(request)
    length = request.headers.get("content-length", "")
    if not length.isdecimal() or int(length) > MOST_IMPORT_BYTES:
        return trouble(request, 413, t("prepare.too_large"))
    async with request.form(max_files=1, max_fields=10) as form:
        file = form.get("file")
        raw = await file.read() if isinstance(file, UploadFile) else b""
    if not raw.strip():
        return trouble(request, 422, t("prepare.no_scene"))
    if raw.lstrip()[:1] == b"{" and b"\n{" in raw.strip():
        try:
            head, lines = read_story(read_lines(raw))
        except JournalFault as fault:
            return trouble(request, 422, t("lobby.bad_table", line=fault.line, why=fault.reason))
        if not server_of(request).openings.take(address_of(request)):
            return trouble(request, 429, t("lobby.too_many"))
        return _to_the_table(request, await server_of(request).tables.add(head, lines))
    if len(raw) > MOST_SCENE_BYTES:
        return trouble(request, 413, t("prepare.too_large"))
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return trouble(request, 422, t("prepare.no_scene"))
    ruleset, scene, name = scene_of(text + "\n")
    answer = await open_scene_for(request, ruleset, scene, name)
    return answer or trouble(request, 429, t("lobby.too_many"))


async def keys(request: Request) -> Response:
    """The list of keys."""
    return page(request, "keys.html")
