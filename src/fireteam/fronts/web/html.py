"""Whole pages as answers: a template with the texts of the reader's language, and trouble in plain words."""

from __future__ import annotations

import gzip
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from fireteam.fronts.web import regions
from fireteam.fronts.web.places import language
from fireteam.kernel.ruleset import Ruleset

PLAIN_HUE = 215
"""The hue of pages that belong to no game."""
LEAST_PACKED = 2_000
"""Pages smaller than this are sent as they are."""
HUE_STEP = 5
"""The style sheet has a class for each hue in steps of so many degrees."""


def hue_of(ruleset: Ruleset | None) -> int:
    """The game's hue, as the style sheet knows it."""
    hue = ruleset.accent if ruleset is not None else PLAIN_HUE
    return round(hue / HUE_STEP) * HUE_STEP % 360


def page(request: Request, template: str, status: int = 200, hue: int = PLAIN_HUE, **values: Any) -> Response:
    """A page."""
    return HTMLResponse(regions.render(template, t=language(request), hue=hue, **values), status)


def packed(request: Request, html: str, status: int = 200) -> Response:
    """A page, compressed where the browser takes that: only for pages that hold no link's secret.

    Otherwise what others may write into a page and what it hides could be told from its size.
    """
    if len(html) < LEAST_PACKED or "gzip" not in request.headers.get("accept-encoding", ""):
        return HTMLResponse(html, status)
    headers = {"content-encoding": "gzip", "vary": "accept-encoding"}
    return HTMLResponse(gzip.compress(html.encode(), 5, mtime=0), status, headers)


def trouble(request: Request, status: int, why: str) -> Response:
    """A page that says why there is no other, and what to do."""
    return page(request, "trouble.html", status=status, why=why)
