"""What seats are told: seats that know the same share one update, which is what each would have been told alone."""

from __future__ import annotations

from collections.abc import Callable

from fireteam.table import orders
from fireteam.table.telling import Telling, Update
from tests.table.installed import duel_is_installed
from tests.table.test_session import Game, Play, play

__all__ = ["duel_is_installed", "play"]


def told(game: Game) -> dict[str, Update | None]:
    """What each seat is told of the last record, and of the last four as one, held against what it is told when nothing
    is shared."""
    state = game.session.state
    found: dict[str, Update | None] = {}
    for count in (4, 1):
        last = list(state.recent)[-count:]
        found = {seat.id: game.session.audience.telling.update(seat, last) for seat in state.seats.values()}
        for seat in state.seats.values():
            assert found[seat.id] == Telling(state)._update(seat, last), seat.id
    return found


def test_who_knows_the_same_shares_an_update(play: Callable[[Play], None]) -> None:
    """Players and spectators share one, the game master has another, and whoever gave the command their own."""

    async def script(game: Game) -> None:
        assert (await game.act("gm", "start")).ok
        found = told(game)
        assert found["seat-1"] is found["seat-2"] is found["spectators"] is not None
        assert found["gm"] is not None and found["gm"] != found["seat-1"]
        assert (await game.act("seat-1", "hit bob-1")).ok
        found = told(game)
        assert found["seat-2"] is found["spectators"] is not None
        assert found["seat-1"] is not None and found["seat-1"].happened[0]["line"] == "ann: hit bob-1"
        assert found["seat-2"] is not None and "line" not in found["seat-2"].happened[0]

    play(script)


def test_nothing_private_is_shared(play: Callable[[Play], None]) -> None:
    """Private and blind notes, whispers, hidden fighters: every seat is told what it would be told alone."""

    async def script(game: Game) -> None:
        await game.act("gm", "start")
        for seat, line, secrecy in (
            ("seat-1", "note the door", "private"),
            ("seat-2", "note the window", "blind"),
            ("gm", "note the trap", "private"),
            ("gm", "reveal sneak", "open"),
            ("gm", "hide cy", "open"),
            ("gm", "undo", "open"),
            ("gm", "hide bob-1", "open"),
        ):
            assert (await game.act(seat, line, secrecy=secrecy)).ok, line
            told(game)
        await game.order("gm", orders.Say(id="w", text="only you", to=("seat-1",)))
        found = told(game)
        assert found["seat-1"] is not None and found["seat-2"] is None
        await game.order("gm", orders.Place(id="p", role="player", fighters=("sneak",)))
        assert (await game.act("gm", "set fighters.sneak.name Zorbi")).ok
        told(game)

    play(script)
