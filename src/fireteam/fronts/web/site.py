"""Every address of the pages, and what answers there."""

from __future__ import annotations

from starlette.routing import BaseRoute, Route, WebSocketRoute

from fireteam.fronts.web import book, lobby, pages, prepare, welcome
from fireteam.fronts.web.assets import serve_asset
from fireteam.fronts.web.live import page_socket

SEAT = "/t/{table}/{seat}"

ROUTES: tuple[BaseRoute, ...] = (
    Route("/", lobby.lobby, name="lobby"),
    Route("/open", lobby.open_table, methods=["POST"], name="open_page"),
    Route("/join/{token}", welcome.join, name="join_page"),
    Route("/keys", lobby.keys, name="keys"),
    Route("/rules", book.games, name="rulebooks"),
    Route("/rules/{ruleset}", book.book_page, name="rulebook"),
    Route("/rules/{ruleset}/clause/{clause}", book.clause_page, name="clause"),
    Route("/rules/{ruleset}/{chapter}", book.chapter_page, name="chapter"),
    Route("/prepare", prepare.prepare_index, name="prepare_index"),
    Route("/prepare/{ruleset}", prepare.prepare, methods=["GET", "POST"], name="prepare"),
    Route("/prepare/{ruleset}/forecast", prepare.forecast, methods=["POST"], name="draft_forecast"),
    Route(SEAT, pages.table, name="table_page"),
    Route(f"{SEAT}/do", pages.do, methods=["POST"], name="do"),
    Route(f"{SEAT}/welcome", welcome.welcome, methods=["GET", "POST"], name="welcome"),
    Route(f"{SEAT}/odds", pages.odds, name="odds_page"),
    Route(f"{SEAT}/log", pages.log_page, name="log"),
    Route(f"{SEAT}/sheet/{{fighter}}", pages.sheet, methods=["GET", "POST"], name="sheet"),
    Route(f"{SEAT}/review", pages.review, name="review_page"),
    Route(f"{SEAT}/export", pages.export_page, name="export_page"),
    WebSocketRoute(f"{SEAT}/live", page_socket, name="live"),
    Route("/static/{name}", serve_asset, name="static"),
)
