"""Preparing: scenes, roster, sheets, bestiary, encounter builder with its forecast, house rules. By plain forms."""

from __future__ import annotations

import asyncio
import json
import logging
from typing import Any

from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from fireteam.fronts.web import draft as drafts
from fireteam.fronts.web import regions, sheets
from fireteam.fronts.web.board import card
from fireteam.fronts.web.book import game_of, option_clauses
from fireteam.fronts.web.config import MOST_SCENE_BYTES
from fireteam.fronts.web.draft import Draft, draft_from
from fireteam.fronts.web.html import hue_of, page, trouble
from fireteam.fronts.web.lobby import open_scene_for
from fireteam.fronts.web.places import language, server_of
from fireteam.fronts.web.server import address_of
from fireteam.fronts.web.toml_file import write_toml
from fireteam.kernel.library import bundled
from fireteam.kernel.ruleset import NoRuleset, find_ruleset, ruleset_ids
from fireteam.kernel.scenefile import SceneFaults, load_scene, read_plain
from fireteam.lab.percent import percent
from fireteam.table.background import Failed
from fireteam.table.tables import plain_of

log = logging.getLogger("fireteam.web")

FIGHTS = 60
"""How many fights the forecast of a draft rests on."""
PATIENCE = 2.5
"""How long a page without a script waits for the forecast, in seconds."""


async def prepare_index(request: Request) -> Response:
    """Which game to prepare for, and what to begin with."""
    games = [
        (ruleset, [(one.name, load_scene(one.path)[1].title or one.name) for one in bundled(ruleset)])
        for ruleset in map(find_ruleset, ruleset_ids())
    ]
    return page(request, "prepare_index.html", games=games)


async def prepare(request: Request) -> Response:
    """The encounter builder of one game."""
    ruleset = game_of(request)
    t = language(request)
    if ruleset is None:
        return trouble(request, 404, t("trouble.no_game"))
    if request.method == "GET":
        name = request.query_params.get("from", "")[:80]
        plain: dict[str, Any] = {}
        for one in bundled(ruleset):
            if one.name == name:
                plain = read_plain(one.path)
        draft = draft_from(ruleset, json.dumps(plain))
        draft.open_sheet = request.query_params.get("sheet", "")[:80]
        return await _shown(request, draft, {}, request.query_params.get("q", "")[:80])
    if int(request.headers.get("content-length") or MOST_SCENE_BYTES + 1) > MOST_SCENE_BYTES:
        return trouble(request, 413, t("prepare.too_large"))
    async with request.form(max_files=1, max_fields=2000, max_part_size=drafts.MOST_DRAFT) as form:
        fields: dict[str, list[str]] = {}
        upload = b""
        for key, value in form.multi_items():
            if isinstance(value, UploadFile):
                upload = await value.read(MOST_SCENE_BYTES)
            else:
                fields.setdefault(key, []).append(value)
    draft = draft_from(ruleset, fields.get("scene", [""])[-1])
    do = fields.get("do", ["look"])[-1][:120]
    words = fields.get("q", [""])[-1][:80]
    if do == "import":
        return await _imported(request, upload, words)
    drafts.change(draft, do, fields)
    return await _done(request, draft, do, words)


async def _done(request: Request, draft: Draft, do: str, words: str) -> Response:
    """What a button leads to: a file, a table, or the page again."""
    if do in ("toml", "json"):
        return _file(draft, do)
    draft.check()
    if do == "open" and draft.scene is not None and draft.scene.fighters:
        answer = await open_scene_for(request, draft.ruleset, draft.scene, draft.scene.title or draft.ruleset.title)
        if answer is not None:
            return answer
        return trouble(request, 429, language(request)("lobby.too_many"))
    return await _shown(request, draft, {fault.path: fault.reason for fault in draft.faults}, words)


def _file(draft: Draft, kind: str) -> Response:
    """The draft as a scene file."""
    text = write_toml(draft.plain) if kind == "toml" else json.dumps(draft.plain, indent=1, ensure_ascii=False) + "\n"
    media = "application/toml" if kind == "toml" else "application/json"
    headers = {"content-disposition": f'attachment; filename="scene.{kind}"'}
    return Response(text, media_type=media, headers=headers)


async def _imported(request: Request, upload: bytes, words: str) -> Response:
    """An uploaded scene, TOML or JSON, to go on with."""
    t = language(request)
    try:
        plain = plain_of(upload.decode("utf-8-sig"))
        ruleset = find_ruleset(str(plain.get("ruleset"))[:60])
    except SceneFaults as faults:
        return trouble(request, 422, str(faults))
    except (UnicodeDecodeError, NoRuleset):
        return trouble(request, 422, t("prepare.no_scene"))
    # A date is a value that TOML has and no sheet knows: as text it becomes a fault with its path.
    return await _shown(request, draft_from(ruleset, json.dumps(plain, default=str)), {}, words)


async def forecast(request: Request) -> Response:
    """The forecast of a draft, as a piece of the page."""
    ruleset = game_of(request)
    t = language(request)
    if ruleset is None:
        return trouble(request, 404, t("trouble.no_game"))
    async with request.form(max_files=0, max_fields=2000, max_part_size=drafts.MOST_DRAFT) as form:
        draft = draft_from(ruleset, str(form.get("scene", "")))
    draft.check()
    return HTMLResponse(regions.render("draft_forecast.html", t=t, **await _chances(request, draft, 20.0)))


async def _chances(request: Request, draft: Draft, seconds: float) -> dict[str, Any]:
    """The chances of each side in a draft, for the bar; and why there are none."""
    server = server_of(request)
    none: dict[str, Any] = {"parts": [], "fights": 0, "why": ""}
    if draft.scene is None or len({one.side for one in draft.scene.fighters.values()}) < 2:
        return none | {"why": "sides"}
    if not server.odds.take(address_of(request)):
        return none | {"why": "rate"}
    try:
        found = await asyncio.wait_for(server.background.forecast_of(draft.ruleset, draft.scene, FIGHTS), seconds)
    except TimeoutError:
        return none | {"why": "slow"}
    except Failed as failed:
        log.warning("a draft has no forecast: %s", failed)
        return none | {"why": "broken"}
    parts, at = [], 0.0
    for number, (side, share) in enumerate(found["win"].items()):
        parts.append(
            {
                "side": side,
                "number": number % 6,
                "start": round(at * 1000),
                "length": round(share["p"] * 1000),
                "p": percent(share["p"], 0),
                "low": percent(share["low"], 0),
                "high": percent(share["high"], 0),
            }
        )
        at += share["p"]
    return none | {"parts": parts, "fights": found["fights"]}


async def _shown(request: Request, draft: Draft, faults: dict[str, str], words: str) -> Response:
    """The builder's page."""
    if draft.scene is None:
        draft.check()
    ruleset = draft.ruleset
    is_script = request.headers.get("x-script") == "1"
    chances = {"parts": [], "fights": 0, "why": "soon"} if is_script else await _chances(request, draft, PATIENCE)
    roster = []
    for id, entry in draft.plain["fighters"].items():
        if isinstance(entry, dict):
            roster.append((id, entry, card(ruleset, id, drafts.entry_written(draft, id))))
    sheet: list[sheets.Group] = []
    if draft.open_sheet in draft.plain["fighters"]:
        written = drafts.entry_written(draft, draft.open_sheet)
        sheet = sheets.groups(ruleset.fighter, written, f"fighters.{draft.open_sheet}", faults)
    sides = dict.fromkeys(str(entry.get("side") or "") for _, entry, _ in roster)
    return page(
        request,
        "prepare.html",
        status=422 if draft.faults and request.method == "POST" and not is_script else 200,
        hue=hue_of(ruleset),
        ruleset=ruleset,
        draft=draft,
        faults=draft.faults if draft.plain["fighters"] else [],
        roster=roster,
        sheet=sheet,
        beasts=drafts.bestiary(ruleset, words),
        words=words,
        sides=[side for side in sides if side],
        switches=drafts.switches(draft, option_clauses(ruleset.folder / "rulebook.md", ruleset.prefix)),
        scenes=bundled(ruleset),
        **chances,
    )
