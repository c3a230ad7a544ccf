"""A fight looked back on: the chance to win after each command, the turning points, and each side's luck."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import msgspec

from fireteam.kernel.scene import OVER, Scene
from fireteam.kernel.visibility import Role
from fireteam.table import records
from fireteam.table.records import Seat
from fireteam.table.state import Happening, TableState
from fireteam.table.views import happening_for

if TYPE_CHECKING:
    from fireteam.table.background import Background
    from fireteam.table.session import Session

MOST_POINTS = 120
"""The most points of a curve; a longer fight is looked at in steps."""
TURNING_POINTS = 5
"""How many of the largest swings are named."""


@dataclass(slots=True)
class Luck:
    """What a side's dice showed against what they should have, in dice of any size.

    `score` is the sum of (face − mean) over the square root of the sum of variances: beyond ±2 is rare.
    """

    dice: int = 0
    over: float = 0.0
    variance: float = 0.0

    def add(self, sides: int, face: int) -> None:
        self.dice += 1
        self.over += face - (sides + 1) / 2
        self.variance += (sides * sides - 1) / 12

    def to_json(self) -> dict[str, Any]:
        score = self.over / math.sqrt(self.variance) if self.variance else 0.0
        return {"dice": self.dice, "over": round(self.over, 2), "score": round(score, 3)}


async def review(session: Session, seat: Seat, background: Background) -> dict[str, Any] | None:
    """The review for a seat: when the fight is over, or at any time for the game master. None before."""
    is_gm = seat.role == Role.GM
    if not is_gm and session.state.scene.phase is not OVER and not session.state.is_revealed:
        return None
    from fireteam.table.background import FORECAST_ROLES

    told = await _story(session)
    found: dict[str, Any] = {"luck": luck(told[0], told[1], seat), "curve": None, "turning_points": None}
    if seat.role in FORECAST_ROLES[session.state.settings.forecast_for]:
        curve = await _curve(session, background, told[1], seat)
        found["curve"] = curve
        found["turning_points"] = turning_points(curve)
    return found


async def _story(session: Session) -> tuple[TableState, list[Happening]]:
    """Every command of the table that was not taken back, with its scenes, from the journal."""
    state = TableState.begin(session.shelved)
    found: list[Happening] = []
    while rows := await session.store.read(session.id, state.position):
        for row in rows:
            await asyncio.sleep(0)  # a long fight is looked at beside others, not before them
            happening = state.apply(row)
            if isinstance(happening.record, records.Took) and happening.entry is not None:
                found.append(happening)
    kept = [one for one in found if one.entry is not None and not one.entry.is_undone and one.entry.line != "undo"]
    return state, kept


def luck(state: TableState, story: Iterable[Happening], seat: Seat) -> dict[str, dict[str, Any]]:
    """Each side's luck by the rolls that this seat could see."""
    found: dict[str, Luck] = {}
    for happening in story:
        shown = happening_for(state, happening, seat)
        for event in shown.get("events", ()) if shown else ():
            who = event.get("who")
            if event["type"] == "rolled" and isinstance(who, str):
                side = _side(happening, who)
                for die in event.get("dice") or ():
                    sides, face = _die(die)
                    if side and sides > 1:
                        found.setdefault(side, Luck()).add(sides, face)
    return {side: one.to_json() for side, one in sorted(found.items())}


def _die(die: Any) -> tuple[int, int]:
    """A die of a written event: `[sides, face]`, the sides as a number or as d8."""
    sides, face = die[0], die[1]
    return (int(sides[1:]) if isinstance(sides, str) else int(sides)), int(face)


def _side(happening: Happening, who: str) -> str | None:
    fighter = happening.after.fighters.get(who) or happening.before.fighters.get(who)
    return fighter.side if fighter is not None else None


async def _curve(session: Session, background: Background, story: list[Happening], seat: Seat) -> list[dict[str, Any]]:
    """The chances after each command: those worked out during the fight, and the missing ones now."""
    known = dict(await session.store.points(session.id))
    step = max(1, -(-len(story) // MOST_POINTS))
    found = []
    for number, happening in enumerate(story):
        if number % step and number != len(story) - 1:
            continue
        shown = happening_for(session.state, happening, seat)
        if shown is None:
            continue
        body = known.get(happening.position)
        if body is None:
            chances = await _chances(session, background, happening.after, happening.position)
        else:
            chances = msgspec.json.decode(body)
        found.append(
            {
                "seq": session.state.mark(happening.position),
                "round": happening.after.round,
                "line": shown.get("line", ""),
                "events": [event["type"] for event in shown["events"]],
                "fights": chances["fights"],
                "win": chances["win"],
            }
        )
    return found


async def _chances(session: Session, background: Background, scene: Scene, position: int) -> dict[str, Any]:
    if scene.phase is OVER:
        sides = dict.fromkeys(fighter.side for fighter in scene.fighters.values())
        won = {side: float(side == scene.winner) for side in sides}
        return {"fights": 0, "win": {side: {"p": p, "low": p, "high": p} for side, p in won.items()}}
    chances = await background.chances(session, scene, position)
    await session.store.put_point(session.id, position, msgspec.json.encode(chances))
    return chances


def turning_points(curve: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The largest swings of the curve, in the order in which they came."""
    swings = []
    for before, after in pairwise(curve):
        moved = {side: after["win"][side]["p"] - before["win"].get(side, {"p": 0.0})["p"] for side in after["win"]}
        if moved:
            side = max(moved, key=lambda one: moved[one])
            swings.append({"seq": after["seq"], "line": after["line"], "for": side, "by": round(moved[side], 4)})
    largest = sorted(swings, key=lambda one: -one["by"])[:TURNING_POINTS]
    return [one for one in swings if one in largest and one["by"] > 0]
