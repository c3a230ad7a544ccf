"""What a page knows beyond the view: odds of the legal commands, the forecast, and what each answer costs."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from fireteam.fronts.web.costs import costs_of
from fireteam.fronts.web.texts import Texts
from fireteam.kernel.commands import Offer
from fireteam.kernel.visibility import Role
from fireteam.table.background import Failed
from fireteam.table.records import Seat
from fireteam.table.session import Session

if TYPE_CHECKING:
    from fireteam.fronts.web.server import Server

log = logging.getLogger("fireteam.page")

MOST_ODDS = 60
"""For how many legal commands of a seat odds are worked out by themselves."""
TELL_SECONDS = 0.4
"""How often a page is told while odds come in."""
KEPT = 400
"""For how many seats what was worked out is kept."""


class _Shelf:
    """Odds of one seat's legal commands in one scene, and the task that works them out."""

    __slots__ = ("known", "scene", "task")

    def __init__(self, scene: Any) -> None:
        self.scene = scene
        self.known: dict[str, dict[str, Any]] = {}
        self.task: asyncio.Task[None] | None = None


class Insight:
    """Odds of seats' legal commands as they become known, and the costs of open questions."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self._odds: OrderedDict[tuple[str, str], _Shelf] = OrderedDict()
        self._costs: OrderedDict[tuple[str, str], tuple[Any, dict[str, list[str]]]] = OrderedDict()

    def may_know(self, session: Session, seat: Seat) -> bool:
        """Whether this seat may see odds."""
        return seat.role == Role.GM or (seat.role == Role.PLAYER and session.state.settings.odds_for == "players")

    def odds(self, session: Session, seat: Seat) -> dict[str, dict[str, Any]]:
        """What is known by now of a seat's legal commands, by line."""
        shelf = self._odds.get((session.id, seat.id))
        if shelf is None or shelf.scene is not session.state.scene or not self.may_know(session, seat):
            return {}
        return shelf.known

    def _shelf(self, session: Session, seat: Seat) -> _Shelf:
        """The seat's shelf for the scene as it stands, being filled."""
        key = (session.id, seat.id)
        shelf = self._odds.pop(key, None)
        if shelf is None or shelf.scene is not session.state.scene:
            if shelf is not None and shelf.task is not None:
                shelf.task.cancel()
            shelf = _Shelf(session.state.scene)
            shelf.task = asyncio.create_task(self._fill(session, seat, shelf))
        self._odds[key] = shelf
        while len(self._odds) > KEPT:
            _, old = self._odds.popitem(last=False)
            if old.task is not None:
                old.task.cancel()
        return shelf

    async def _fill(self, session: Session, seat: Seat, shelf: _Shelf) -> None:
        """Works out the odds of a seat's legal commands, one after the other. Ends when the scene has moved on."""
        try:
            for offer in _worth_most(session, seat)[:MOST_ODDS]:
                found = await self.server.background.odds(session, seat, offer.text)
                if found is None or shelf.scene is not session.state.scene:
                    return
                shelf.known[offer.text] = found
        except Failed as failed:  # the server is stopping, or its process will be started anew
            log.info("odds were given up: %s", failed, extra={"table": session.id})
        except Exception:
            log.exception("odds could not be worked out", extra={"table": session.id})

    async def look(self, session: Session, seat: Seat, seconds: float) -> None:
        """Begins to work out a seat's odds, and waits a moment for the first of them."""
        if self.may_know(session, seat):
            task = self._shelf(session, seat).task
            if task is not None:
                await asyncio.wait({task}, timeout=seconds)

    async def follow(self, session: Session, seat: Seat, tell: Callable[[], Awaitable[None]]) -> None:
        """Works out a seat's odds, and tells whenever more of them are known."""
        if not self.may_know(session, seat):
            return
        shelf = self._shelf(session, seat)
        told = len(shelf.known)
        while shelf.task is not None and not shelf.task.done():
            await asyncio.wait({shelf.task}, timeout=TELL_SECONDS)
            if shelf.scene is not session.state.scene:
                return
            if len(shelf.known) > told:
                told = len(shelf.known)
                await tell()

    def costs(self, session: Session, seat: Seat, t: Texts) -> dict[str, list[str]]:
        """What each answer to the open question would do, for the seat that is asked."""
        pending = session.state.fight.pending
        if pending is None or not session.state.may_answer(seat, pending.question):
            return {}
        key = (session.id, seat.id)
        known = self._costs.get(key)
        if known is None or known[0] is not pending:
            try:
                found = costs_of(session.state.ruleset, session.state.scene, pending, seat.viewer, t)
            except Exception:
                log.exception("the costs of a question could not be told", extra={"table": session.id})
                found = {}
            known = self._costs[key] = (pending, found)
            while len(self._costs) > KEPT:
                self._costs.popitem(last=False)
        return known[1]


def _worth_most(session: Session, seat: Seat) -> list[Offer]:
    """A seat's legal commands in the order in which odds are wanted: whose turn it is, and what strikes, first."""
    acting = session.state.scene.acting
    offers = [one for one in session.offers(seat) if one.command.actor]
    return sorted(offers, key=lambda one: (one.command.actor != acting, not one.action.hostile))
