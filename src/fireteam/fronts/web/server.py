"""What all endpoints of a process share: tables, limits, numbers, and who is asking."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager

from starlette.requests import HTTPConnection

from fireteam.fronts.web.config import Config
from fireteam.fronts.web.insight import Insight
from fireteam.fronts.web.limits import Buckets
from fireteam.fronts.web.memory import tidy
from fireteam.fronts.web.metrics import Metrics
from fireteam.table.background import Background
from fireteam.table.records import Seat
from fireteam.table.session import Session
from fireteam.table.store import open_store
from fireteam.table.tables import Tables

log = logging.getLogger("fireteam.web")


class Server:
    """One process that serves tables."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.tables = Tables(open_store(config.db))
        self.background = Background(self.tables, is_on=config.forecasts)
        self.insight = Insight(self)
        self.metrics = Metrics()
        self.sockets: dict[str, int] = {}
        self.is_stopping = False
        self._tidying: asyncio.Task[None] | None = None
        limits = config.limits
        self.requests = Buckets(limits.request_rate, limits.request_burst)
        self.openings = Buckets(limits.open_rate, limits.open_burst)
        self.orders = Buckets(limits.order_rate, limits.order_burst)
        self.at_table = Buckets(limits.table_rate, limits.table_burst)
        self.odds = Buckets(limits.odds_rate, limits.odds_burst)
        self.guesses = Buckets(limits.guess_rate, limits.guess_burst)
        self.metrics.gauges = {
            "fireteam_sockets": lambda: sum(self.sockets.values()),
            "fireteam_tables_awake": lambda: len(self.tables.sessions),
            "fireteam_commits_total": lambda: self.tables.store.commits,
            "fireteam_forecast_fights_total": lambda: self.background.fights,
        }

    async def start(self) -> None:
        """Opens the store."""
        await self.tables.start()
        self.background.start()
        self._tidying = asyncio.create_task(tidy(self._orders_done))
        log.info("serving")

    async def stop(self) -> None:
        """Finishes what is queued and shuts everything in order."""
        self.is_stopping = True
        if self._tidying is not None:
            self._tidying.cancel()
        await self.background.close()
        await self.tables.close()
        log.info("stopped")

    def _orders_done(self) -> int:
        return sum(session.orders_done for session in self.tables.sessions.values())

    @contextmanager
    def socket_of(self, connection: HTTPConnection) -> Iterator[bool]:
        """Counts a socket for as long as it is open; False when its address has as many as it may."""
        address = address_of(connection)
        if self.sockets.get(address, 0) >= self.config.limits.sockets_per_address:
            self.metrics.count("fireteam_refused_total", reason="sockets")
            yield False
            return
        self.sockets[address] = self.sockets.get(address, 0) + 1
        try:
            yield True
        finally:
            self.sockets[address] -= 1
            if not self.sockets[address]:
                del self.sockets[address]

    async def who(self, connection: HTTPConnection, table: str | None) -> tuple[Session, Seat] | None:
        """The seat that a request's link opens, at this table if one is named."""
        address = address_of(connection)
        token = token_of(connection, table)
        if not token or self.guesses.is_empty(address):
            return None
        found = await self.tables.sit(token)
        if found is None:
            self.guesses.take(address)
            return None
        return found if table is None or found[0].id == table else None


def address_of(connection: HTTPConnection) -> str:
    """Where a request comes from; behind a trusted proxy, where the proxy says."""
    return connection.client.host if connection.client else "?"


def cookie_name(table: str) -> str:
    """The name of the cookie that holds a browser's link to a table."""
    return f"fireteam_{table}"


def has_bearer(connection: HTTPConnection) -> bool:
    """Whether the request shows its link itself, as no browser does by itself for another site."""
    return connection.headers.get("authorization", "").lower().startswith("bearer ")


def token_of(connection: HTTPConnection, table: str | None) -> str:
    """The link's secret: from the Authorization header, else from the table's cookie."""
    if has_bearer(connection):
        return connection.headers["authorization"][7:].strip()
    return connection.cookies.get(cookie_name(table), "") if table else ""
