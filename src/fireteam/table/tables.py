"""All the tables of a process: open, import, find by link, put to sleep."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import msgspec

from fireteam.kernel.dice import GENERATOR, fresh_seed
from fireteam.kernel.kinds import Fault
from fireteam.kernel.library import open_scene, scene_files
from fireteam.kernel.ruleset import Ruleset
from fireteam.kernel.scene import Scene
from fireteam.kernel.scenefile import SceneFaults, read_scene, write_scene
from fireteam.kernel.visibility import Role
from fireteam.table import orders, records
from fireteam.table.journal import FORMAT, commitment, now
from fireteam.table.pace import Pace
from fireteam.table.records import AnyRecord, Head, Seat, write_record
from fireteam.table.rows import Link, Row, Shelved
from fireteam.table.seats import first_seats, hash_token, new_token
from fireteam.table.session import Session
from fireteam.table.store import Store

log = logging.getLogger("fireteam.table")

MOST_TABLES = 2_000
"""The most tables that one process has awake."""
SLEEP_SECONDS = 600.0
"""After so long without anybody a table is put to sleep: it leaves memory, not the store."""


class TooMany(Exception):
    """The process has as many tables awake as it may."""


@dataclass(slots=True, frozen=True)
class Invitation:
    """A seat and the token that opens it, told once."""

    seat: Seat
    token: str


@dataclass(slots=True, frozen=True)
class Opened:
    """A new table and its invitations, the game master's first."""

    id: str
    commitment: str
    invitations: tuple[Invitation, ...]


class Tables:
    """The tables of one process, over one store."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.sessions: dict[str, Session] = {}
        self.pace = Pace()
        self.on_session: Callable[[Session], None] = lambda session: None
        self._starting: dict[str, asyncio.Task[Session | None]] = {}
        self._background: set[asyncio.Task[Any]] = set()
        self._sweeper: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Opens the store and begins to listen for what other processes write."""
        await self.store.start(self._heard)
        self._sweeper = asyncio.create_task(self._sweep())

    async def close(self) -> None:
        """Finishes what is queued, tells everybody, closes the store."""
        if self._sweeper is not None:
            self._sweeper.cancel()
        await asyncio.gather(*(session.stop("the server is stopping") for session in self.sessions.values()))
        self.sessions.clear()
        await self.store.close()

    # Opening

    async def open(self, ruleset: Ruleset, scene: Scene, name: str, seed: str | None = None) -> Opened:
        """A new table for a scene, with its seats and their links."""
        from fireteam import __version__

        seed = seed or fresh_seed()
        head = Head(
            format=FORMAT,
            created=now(),
            fireteam=__version__,
            generator=GENERATOR,
            ruleset=ruleset.id,
            name=name,
            seed=seed,
            commitment=commitment(GENERATOR, seed),
            scene=write_scene(ruleset, scene),
        )
        return await self.add(head, [records.Seated(at=now(), place=seat) for seat in first_seats(scene)])

    async def add(self, head: Head, lines: list[AnyRecord]) -> Opened:
        """A new table from a head and its first records; every seat among them gets a new link."""
        if len(self.sessions) >= MOST_TABLES:
            raise TooMany
        id = secrets.token_hex(8)
        places = {one.place.id: one.place for one in lines if isinstance(one, records.Seated) and not one.is_gone}
        for one in lines:
            if isinstance(one, records.Seated) and one.is_gone:
                places.pop(one.place.id, None)
        invitations = tuple(Invitation(place, new_token()) for place in places.values())
        rows = [Row(at, one.order or None, write_record(one)) for at, one in enumerate(lines, start=1)]
        links = [Link(hash_token(one.token), id, one.seat.id, one.seat.link) for one in invitations]
        await self.store.add_table(Shelved(id, msgspec.json.encode(head), secrets.token_bytes(32)), rows, links)
        return Opened(id, head.commitment, invitations)

    async def invite(self, id: str) -> Opened | None:
        """New links for every seat of a table; one that has no seats yet (a terminal's fight) gets the first ones."""
        session = await self.session(id)
        if session is None:
            return None
        found: list[Invitation] = []
        for seat in list(session.state.seats.values()) or first_seats(session.state.scene):
            order: orders.AnyOrder = (
                orders.Relink(id=f"invite-{new_token()}", seat=seat.id)
                if seat.id in session.state.seats
                else orders.Place(id=f"invite-{new_token()}", name=seat.name, role=_role(seat), fighters=seat.fighters)
            )
            result = await session.order("", order)
            if result.token is not None and result.seat is not None:
                found.append(Invitation(session.state.seats[result.seat], result.token))
        return Opened(id, session.state.head.commitment, tuple(found))

    # Finding

    async def session(self, id: str) -> Session | None:
        """The table with this id, awake; None if there is none."""
        found = self.sessions.get(id)
        if found is not None:
            return found
        task = self._starting.get(id)
        if task is None:
            task = self._starting[id] = asyncio.create_task(self._wake(id))
            task.add_done_callback(lambda _: self._starting.pop(id, None))
        return await asyncio.shield(task)

    async def _wake(self, id: str) -> Session | None:
        shelved = await self.store.table(id)
        if shelved is None:
            return None
        if len(self.sessions) >= MOST_TABLES:
            raise TooMany
        session = Session(self.store, shelved, self.pace)
        await session.start()
        self.sessions[id] = session
        self.on_session(session)
        await session.catch_up()  # what came in while the journal was read
        return session

    async def sit(self, token: str) -> tuple[Session, Seat] | None:
        """The table and seat that a link opens; None if it opens nothing."""
        hashed = hash_token(token)
        link = await self.store.link(hashed) if hashed else None
        if link is None:
            return None
        session = await self.session(link.table)
        if session is None:
            return None
        seat = session.state.seats.get(link.seat)
        if seat is not None and seat.link != link.number:
            await session.catch_up()
            seat = session.state.seats.get(link.seat)
        return (session, seat) if seat is not None and seat.link == link.number else None

    # Other processes, and sleep

    def _heard(self, id: str) -> None:
        for session in [self.sessions[id]] if id in self.sessions else list(self.sessions.values()) if not id else []:
            task = asyncio.create_task(session.catch_up())
            self._background.add(task)
            task.add_done_callback(self._background.discard)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SLEEP_SECONDS / 10)
            for session in list(self.sessions.values()):
                if not session.audience.subscribers and time.monotonic() - session.used > SLEEP_SECONDS:
                    del self.sessions[session.id]
                    await session.stop()


def _role(seat: Seat) -> Literal["gm", "player", "spectator"]:
    return "gm" if seat.role == Role.GM else "player" if seat.role == Role.PLAYER else "spectator"


def scene_of(given: Any) -> tuple[Ruleset, Scene, str]:
    """The scene that a request gives: a bundled one's name, text, or plain tables. Raises `SceneFaults`."""
    if isinstance(given, Mapping):
        ruleset, scene = read_scene(given)
        return ruleset, scene, scene.title or ruleset.title
    if not isinstance(given, str):
        raise SceneFaults([Fault("scene", "is a bundled scene's name, or a scene as text or as an object")])
    if "\n" in given or "=" in given or given.lstrip().startswith("{"):
        ruleset, scene = read_scene(plain_of(given))
        return ruleset, scene, scene.title or ruleset.title
    if given not in scene_files():
        # Only names: a path must never reach the server's files.
        raise SceneFaults([Fault("scene", f"no bundled scene is called {given[:40]!r}")])
    ruleset, scene = open_scene(given)
    return ruleset, scene, given


def plain_of(text: str) -> dict[str, Any]:
    """The plain tables of a scene as text, TOML or JSON. Raises `SceneFaults`."""
    import json
    import tomllib

    try:
        found = json.loads(text) if text.lstrip().startswith("{") else tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise SceneFaults([Fault("scene", f"is neither TOML nor JSON that can be read: {str(error)[:160]}")]) from None
    return found if isinstance(found, dict) else {}


def refusal_text(faults: SceneFaults) -> list[dict[str, str]]:
    """The faults of a scene for an answer: path and reason of each."""
    return [{"path": fault.path, "reason": fault.reason} for fault in faults.faults]
