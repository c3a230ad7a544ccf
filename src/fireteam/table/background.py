"""Odds and forecasts, worked out in processes of their own at the lowest priority, so that no table waits for them.

A forecast is played in short stretches, a stretch for each table in turn; what the table has left behind is dropped.
"""

from __future__ import annotations

import asyncio
import logging
import os
import pickle
import sys
from collections import OrderedDict
from collections.abc import Callable
from contextlib import redirect_stdout
from typing import Any, TypeVar

import msgspec

from fireteam.kernel.commands import read_command
from fireteam.kernel.dice import Seeded
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.ruleset import Ruleset, find_ruleset
from fireteam.kernel.run import Run
from fireteam.kernel.scene import OVER, Scene, duplicate
from fireteam.kernel.visibility import Role, Viewer, hidden_from
from fireteam.lab.crew import Stretch, play_stretch
from fireteam.lab.odds import odds
from fireteam.lab.tally import UNDECIDED, Tally
from fireteam.table.records import Seat
from fireteam.table.session import Session
from fireteam.table.subscribers import Subscriber
from fireteam.table.tables import Tables

T = TypeVar("T")

log = logging.getLogger("fireteam.background")

STRETCHES = (20, 40, 80, 160, 200)
"""How many fights each stretch of a forecast has: the first answer comes soon, the interval narrows with the next."""
MOST_RUNS = 100_000
"""The most runs that the odds of one command may take at a table."""
MOST_CACHED = 2_000
"""How many odds are kept, for scenes as they stand."""
NICE = 15
"""How far these processes stand back behind the tables."""


def _fights(ruleset_id: str, scene: Scene, seed: str, start: int, stop: int) -> Tally:
    """Plays a stretch of a forecast (in another process)."""
    return play_stretch(find_ruleset(ruleset_id), scene, seed, Stretch(start, stop))


def _odds(ruleset_id: str, scene: Scene, line: str, role: str, fighters: list[str]) -> dict[str, Any]:
    """The odds of one command as plain data (in another process)."""
    viewer = Viewer(Role(role), frozenset(fighters))
    found = odds(find_ruleset(ruleset_id), scene, line, viewer, most_runs=MOST_RUNS)
    return {"refused": found.reason} if isinstance(found, Refusal) else {**found.to_json(), "clause": found.clause}


class Failed(RuntimeError):
    """What was asked could not be worked out: the process ended, or the message says what broke in it."""


class _Crew:
    """One process that is started when it is first needed, and anew when it broke. It answers one job at a time.

    It is a fresh interpreter that inherits nothing of the server (sockets, locks, journals) but the search path, and
    ends when its standard input does.
    """

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._turn = asyncio.Lock()

    async def do(self, job: Callable[..., T], *values: Any) -> T:
        """What a module's function gives for these values, worked out there."""
        async with self._turn:
            process = self._process
            if process is None or process.returncode is not None:
                process = self._process = await _start()
            try:
                found, is_error = await _talk(process, (job, values))
            except (OSError, EOFError, asyncio.IncompleteReadError, pickle.UnpicklingError):
                self.close()
                raise Failed("the process ended") from None
            except asyncio.CancelledError:
                self.close()  # its answer would be taken for the next one's
                raise
        if is_error:
            raise Failed(found)
        result: T = found
        return result

    def close(self) -> None:
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            process.kill()


async def _start() -> asyncio.subprocess.Process:
    program = f"import sys; sys.path[:] = {sys.path!r}; from fireteam.table.background import work; work()"
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        program,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        start_new_session=True,  # an interrupt at the terminal is the server's to handle
    )


async def _talk(process: asyncio.subprocess.Process, message: Any) -> tuple[Any, bool]:
    if process.stdin is None or process.stdout is None:
        raise EOFError
    raw = pickle.dumps(message)
    process.stdin.write(len(raw).to_bytes(4, "big") + raw)
    await process.stdin.drain()
    length = int.from_bytes(await process.stdout.readexactly(4), "big")
    found: tuple[Any, bool] = pickle.loads(await process.stdout.readexactly(length))
    return found


def work() -> None:
    """The whole life of such a process."""
    if hasattr(os, "nice"):
        os.nice(NICE)
    source, into = sys.stdin.buffer, sys.stdout.buffer
    # What a ruleset prints must not get between the answers.
    with open(os.devnull, "w") as nowhere, redirect_stdout(nowhere):
        while length := source.read(4):
            job, values = pickle.loads(source.read(int.from_bytes(length, "big")))
            try:
                answer: tuple[Any, bool] = job(*values), False
            except Exception as error:
                answer = f"{error.__class__.__name__}: {error}", True
            raw = pickle.dumps(answer)
            into.write(len(raw).to_bytes(4, "big") + raw)
            into.flush()


class _Forecast:
    """A forecast being made for a table: for this scene, as many fights so far."""

    __slots__ = ("done", "position", "scene", "step", "tally")

    def __init__(self, session: Session) -> None:
        self.scene = session.state.scene
        self.position = session.state.position
        self.tally = Tally()
        self.step = 0
        self.done = 0

    @property
    def is_whole(self) -> bool:
        return self.step == len(STRETCHES)


class Background:
    """What is worked out beside the tables of a process."""

    def __init__(self, tables: Tables, *, is_on: bool = True) -> None:
        self.tables = tables
        self.is_on = is_on
        self.fights = 0
        self._waiting: OrderedDict[str, Session] = OrderedDict()
        self._forecasts: dict[str, _Forecast] = {}
        self._told: dict[str, dict[str, Any]] = {}
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._fighting = _Crew()
        self._counting = _Crew()
        self._counting_turn = asyncio.Lock()
        self._odds: OrderedDict[tuple[Any, ...], dict[str, Any]] = OrderedDict()

    def start(self) -> None:
        """Begins to follow every table that wakes."""
        self.tables.on_session = self.follow
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Ends the processes; what they were doing is dropped."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self._fighting.close()
        self._counting.close()

    def follow(self, session: Session) -> None:
        """Makes a forecast for this table now and after every change of its scene."""
        session.on_change = self.changed
        session.on_listen = self.listened
        self.changed(session)

    def listened(self, session: Session, subscriber: Subscriber) -> None:
        """Tells a new listener what is known by now, and goes on with what nobody had waited for."""
        seat = session.state.seats.get(subscriber.seat)
        told = None if seat is None else self.forecast(session, seat)
        if told is not None:
            subscriber.put({"type": "forecast", **told})

    def changed(self, session: Session) -> None:
        """A table's scene has changed: what was worked out for the old one is stale."""
        self._told.pop(session.id, None)
        self._forecasts.pop(session.id, None)
        self._want(session)

    def _want(self, session: Session) -> None:
        """Queues a table whose forecast is not whole yet."""
        if not self.is_on:
            return
        told = self._told.get(session.id)
        is_whole = told is not None and told["is_final"]
        if not is_whole and session.state.scene.phase is not OVER:
            self._waiting.setdefault(session.id, session)
            self._wake.set()

    # Forecasts

    async def _run(self) -> None:
        while True:
            while not self._waiting:
                self._wake.clear()
                await self._wake.wait()
            id, session = self._waiting.popitem(last=False)
            if id not in self.tables.sessions or not _is_watched(session):
                continue
            try:
                await self._stretch(session)
            except asyncio.CancelledError:
                raise
            except Exception:
                log.exception("a forecast failed", extra={"table": id})
                await asyncio.sleep(0.5)

    async def _stretch(self, session: Session) -> None:
        """Plays one stretch for a table, tells what is known by now, and queues the next."""
        made = self._forecasts.get(session.id)
        if made is None or made.scene is not session.state.scene:
            made = self._forecasts[session.id] = _Forecast(session)
        if made.is_whole:  # somebody asked again while its last stretch was played
            return
        length = STRETCHES[made.step]
        # A seed of its own: forecasts must tell nothing of the table's dice to come.
        seed = f"forecast/{session.id}/{made.position}"
        tally = await self._fighting.do(
            _fights, session.state.ruleset.id, made.scene, seed, made.done, made.done + length
        )
        self.fights += length
        if made.scene is not session.state.scene:
            return
        made.tally.merge(tally)
        made.done += length
        made.step += 1
        told = _chances(made.tally, made.scene) | {"is_final": made.is_whole}
        self._told[session.id] = told
        roles = FORECAST_ROLES[session.state.settings.forecast_for]
        session.audience.say({"type": "forecast", **told}, roles=(Role.GM,))
        if len(roles) > 1:
            session.audience.say({"type": "forecast", **_as_seen(told, made.scene)}, roles=roles[1:])
        if made.is_whole:
            await self.tables.store.put_point(session.id, made.position, msgspec.json.encode(told))
        else:
            self._waiting[session.id] = session

    def forecast(self, session: Session, seat: Seat) -> dict[str, Any] | None:
        """What is known by now of a table's future, for a seat that may see it."""
        if seat.role not in FORECAST_ROLES[session.state.settings.forecast_for]:
            return None
        self._want(session)
        told = self._told.get(session.id)
        return told if told is None or seat.role == Role.GM else _as_seen(told, session.state.scene)

    async def chances(self, session: Session, scene: Scene, position: int) -> dict[str, Any]:
        """The chances from a scene of a table's past, for its review."""
        seed = f"forecast/{session.id}/{position}"
        tally = await self._fighting.do(_fights, session.state.ruleset.id, scene, seed, 0, STRETCHES[0] + STRETCHES[1])
        return _chances(tally, scene) | {"is_final": False}

    async def forecast_of(self, ruleset: Ruleset, scene: Scene, fights: int) -> dict[str, Any]:
        """The chances of a scene that is no table's: one that somebody prepares. The same scene, the same chances."""
        tally = await self._fighting.do(_fights, ruleset.id, scene, f"draft/{ruleset.id}", 0, fights)
        return _chances(tally, scene)

    # Odds

    async def odds(self, session: Session, seat: Seat, line: str) -> dict[str, Any] | None:
        """The exact odds of a command now, as a seat may know them; None when the scene changed meanwhile."""
        scene, viewer = session.state.scene, seat.viewer
        unseen = frozenset(hidden_from(scene, viewer))
        key = (session.id, session.state.position, viewer.is_gm, viewer.fighters, unseen, line)
        known = self._odds.get(key)
        if known is not None:
            self._odds.move_to_end(key)
            return known
        shown = scene_as_known(session.state.ruleset, scene, unseen)
        if shown is None:
            return {"refused": "no odds for this now"}
        async with self._counting_turn:
            if scene is not session.state.scene:
                return None
            found = await self._counting.do(
                _odds, session.state.ruleset.id, shown, line, str(viewer.role), sorted(viewer.fighters)
            )
        if "refused" in found:
            from fireteam.table.views import refusal_for

            found = {"refused": refusal_for(session.state, Refusal(found["refused"]), seat, line).reason}
        self._odds[key] = found
        if len(self._odds) > MOST_CACHED:
            self._odds.popitem(last=False)
        return found if scene is session.state.scene else None


FORECAST_ROLES: dict[str, tuple[str, ...]] = {
    "gm": (Role.GM,),
    "players": (Role.GM, Role.PLAYER),
    "all": (Role.GM, Role.PLAYER, Role.SPECTATOR),
}
"""Who sees the chances to win, by the table's setting."""


def _is_watched(session: Session) -> bool:
    roles = FORECAST_ROLES[session.state.settings.forecast_for]
    seats = session.state.seats
    return any(seats[one.seat].role in roles for one in session.audience.subscribers if one.seat in seats)


def _chances(tally: Tally, scene: Scene) -> dict[str, Any]:
    """What a tally says of each side, in the shape of `forecast --json`."""
    sides = dict.fromkeys(fighter.side for fighter in scene.fighters.values())
    return {
        "fights": tally.fights,
        "win": {side: tally.won(side).to_json() for side in sides},
        "undecided": tally.won(UNDECIDED).p,
    }


def _as_seen(told: dict[str, Any], scene: Scene) -> dict[str, Any]:
    """A forecast for players: a side of which they see nobody is not named."""
    sides = {one.side for one in scene.fighters.values() if not one.hidden}
    shown = {side: share for side, share in told["win"].items() if side in sides}
    rest = sum(share["p"] for side, share in told["win"].items() if side not in sides)
    return {**told, "win": shown, "undecided": told["undecided"] + rest}


def scene_as_known(ruleset: Ruleset, scene: Scene, unseen: frozenset[str]) -> Scene | None:
    """A copy of the scene without these fighters, taken out by the game's own `remove`; None where that fails."""
    if not unseen:
        return scene
    found = duplicate(scene)
    for id in sorted(unseen):
        command = read_command(ruleset, found, f"remove {id}")
        if isinstance(command, Refusal):
            return None
        action = ruleset.actions().by_key[command.action]
        if action.check(found, command) is not None:
            return None
        action.resolve(Run(found, Seeded("nobody"), ruleset.autopilot(found), logs=False), command)
        if id in found.fighters:
            return None
    return found
