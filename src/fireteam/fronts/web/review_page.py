"""The review of a fight as a page: the curve of the chances, its turning points, and each side's luck."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from fireteam.fronts.web.html import hue_of, page, trouble
from fireteam.fronts.web.places import seat_address, server_of
from fireteam.fronts.web.texts import Texts
from fireteam.lab.percent import percent
from fireteam.table.records import Seat
from fireteam.table.review import review
from fireteam.table.session import Session

WIDTH, HEIGHT = 1000, 320
"""The drawing of the curve, in its own units."""
RARE, ODD = 2.0, 1.0
"""Luck scores beyond these are rare (1 in 20) and worth a word (1 in 3)."""


@dataclass(slots=True)
class Line:
    """One side's curve: its points for a polyline, the band of its interval, and where it ends."""

    side: str
    number: int
    points: str
    band: str
    last: str


def lines(curve: Sequence[Mapping[str, Any]]) -> list[Line]:
    """The curve of each side, drawn from left to right."""
    sides = list(dict.fromkeys(side for point in curve for side in point["win"]))
    found = []
    for number, side in enumerate(sides):
        shares = [point["win"].get(side, {"p": 0.0, "low": 0.0, "high": 0.0}) for point in curve]
        across = [round(WIDTH * at / max(1, len(curve) - 1)) for at in range(len(curve))]
        tops = [f"{x},{_y(share['high'])}" for x, share in zip(across, shares, strict=True)]
        lows = [f"{x},{_y(share['low'])}" for x, share in zip(across, shares, strict=True)]
        found.append(
            Line(
                side,
                number % 6,
                " ".join(f"{x},{_y(share['p'])}" for x, share in zip(across, shares, strict=True)),
                " ".join([*tops, *reversed(lows)]),
                percent(shares[-1]["p"], 0) if shares else "",
            )
        )
    return found


def _y(chance: float) -> int:
    return round(HEIGHT * (1 - chance))


def luck_word(score: float) -> str:
    """The key of the words for a luck score."""
    size = "rare" if abs(score) >= RARE else "odd" if abs(score) >= ODD else "even"
    return size if size == "even" else f"{size}_{'good' if score > 0 else 'bad'}"


async def render(request: Request, session: Session, seat: Seat, t: Texts) -> Response:
    """The review for a seat."""
    found = await review(session, seat, server_of(request).background)
    if found is None:
        return trouble(request, 403, t("review.not_yet"))
    curve = found["curve"] or []
    return page(
        request,
        "review.html",
        hue=hue_of(session.state.ruleset),
        ruleset=session.state.ruleset,
        title=session.state.scene.title or session.state.ruleset.title,
        winner=session.state.scene.winner,
        curve=curve,
        lines=lines(curve),
        turning_points=found["turning_points"] or [],
        luck=[(side, one, luck_word(one["score"])) for side, one in found["luck"].items()],
        address=seat_address(session.id, seat.id),
        width=WIDTH,
        height=HEIGHT,
        percent=percent,
    )
