"""One table in play: orders, repeats, stale orders, questions, undo, seats."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import msgspec
import pytest

from fireteam.kernel.scenefile import read_scene
from fireteam.table import orders
from fireteam.table.orders import Result
from fireteam.table.session import Session
from fireteam.table.sqlite import SqliteStore
from fireteam.table.tables import Opened, Tables
from tests.table.installed import duel_is_installed

__all__ = ["duel_is_installed"]

PLAIN = {
    "ruleset": "duel",
    "title": "Two",
    "fighters": {
        "ann": {"side": "a", "controlled_by": "player"},
        "cy": {"side": "a", "controlled_by": "player"},
        "bob": {"side": "b", "template": "thug", "count": 2},
        "sneak": {"side": "b", "hidden": True, "name": "Zorbo"},
    },
}

Play = Callable[["Game"], Coroutine[Any, Any, None]]


def as_read(happened: list[Any]) -> Any:
    """What happened as clients read it."""
    return msgspec.json.decode(msgspec.json.encode(happened))


class Game:
    """A table and short ways to give orders at it."""

    def __init__(self, tables: Tables, session: Session, opened: Opened) -> None:
        self.tables = tables
        self.session = session
        self.opened = opened
        self.count = 0

    async def act(self, seat: str, line: str, seq: str = "", **fields: Any) -> Result:
        self.count += 1
        return await self.order(seat, orders.Act(id=f"o{self.count}", line=line, seq=seq, **fields))

    async def order(self, seat: str, order: orders.AnyOrder) -> Result:
        return await self.session.order(seat, order)

    def scene(self, seat: str = "gm") -> Any:
        return self.session.view(self.session.state.seats[seat])["scene"]

    def seq(self, seat: str) -> str:
        return self.session.seq(self.session.state.seats[seat])


async def open_game(path: Path, seed: str = "1") -> Game:
    tables = Tables(SqliteStore(path))
    await tables.start()
    ruleset, scene = read_scene(PLAIN)
    opened = await tables.open(ruleset, scene, "two", seed=seed)
    session = await tables.session(opened.id)
    assert session is not None
    return Game(tables, session, opened)


@pytest.fixture
def play(tmp_path: Path) -> Callable[[Play], None]:
    """Runs a test's coroutine at a new table."""

    def run(script: Play) -> None:
        async def main() -> None:
            game = await open_game(tmp_path / "t.db")
            try:
                await script(game)
            finally:
                await game.tables.close()

        asyncio.run(asyncio.wait_for(main(), 20))

    return run


def test_a_table_has_a_seat_for_each_who_plays(play: Callable[[Play], None]) -> None:
    """One link for the game master, one for each player's fighter, one for spectators; each opens its seat."""

    async def script(game: Game) -> None:
        roles = [(one.seat.id, one.seat.role, one.seat.fighters) for one in game.opened.invitations]
        assert roles == [
            ("gm", "gm", ()),
            ("seat-1", "player", ("ann",)),
            ("seat-2", "player", ("cy",)),
            ("spectators", "spectator", ()),
        ]
        for one in game.opened.invitations:
            found = await game.tables.sit(one.token)
            assert found is not None and found[1].id == one.seat.id
        assert await game.tables.sit("A" * 22) is None
        assert await game.tables.sit("nonsense") is None

    play(script)


def test_orders_act_once(play: Callable[[Play], None]) -> None:
    """A repeat of an order answers with the first result, and nothing happens twice; also after the table slept."""

    async def script(game: Game) -> None:
        await game.act("gm", "start")
        order = orders.Act(id="x", line="hit bob-1")
        first = await game.order("seat-1", order)
        position = game.session.state.position
        again = await asyncio.gather(*[game.order("seat-1", order) for _ in range(5)])
        assert first.ok and not first.repeat
        assert all(one.repeat and one.happened == first.happened for one in again)
        assert game.session.state.position == position
        # Another seat's id of the same text is another order.
        assert "not yours" in str((await game.order("seat-2", orders.Act(id="x", line="ann: hit bob-1"))).refused)
        await game.session.stop()
        del game.tables.sessions[game.session.id]
        woken = await game.tables.session(game.opened.id)
        assert woken is not None
        game.session = woken
        late = await game.order("seat-1", order)
        assert late.repeat and late.happened == first.happened

    play(script)


def test_who_may_do_what(play: Callable[[Play], None]) -> None:
    """Powers are checked for every order: spectators look on, players command their own, the rest is the GM's."""

    async def script(game: Game) -> None:
        assert (await game.act("seat-1", "start")).refused.reason == "only the game master can do that"  # type: ignore[union-attr]
        await game.act("gm", "start")
        assert (await game.act("spectators", "note x")).refused.reason == "spectators look on"  # type: ignore[union-attr]
        assert "not yours" in (await game.act("seat-2", "hit bob-1")).refused.reason  # type: ignore[union-attr]
        assert (await game.act("seat-1", "hit bob-1")).ok
        await game.order("gm", orders.Arrange(id="p", is_paused=True))
        assert (await game.act("seat-2", "hit bob-1")).refused.reason == "the table is paused"  # type: ignore[union-attr]
        assert (await game.act("gm", "cy: hit bob-1")).ok
        refused = await game.order("seat-1", orders.Note(id="n", note="n1", text="mine"))
        assert refused.refused is not None
        assert (await game.order("gm", orders.Say(id="s", text="hello"))).ok

    play(script)


def test_what_came_too_late_is_told_what_changed(play: Callable[[Play], None]) -> None:
    """An order whose sender had not seen that the turn passed is refused with the changes; chat never is."""

    async def script(game: Game) -> None:
        await game.act("gm", "start")
        seen = game.seq("gm")
        await game.act("seat-1", "hit bob-1", seq=game.seq("seat-1"))
        late = await game.act("gm", "ann: hit bob-1", seq=seen)
        assert late.stale and ["acting", "cy"] in late.changes
        assert (await game.act("gm", "undo", seq=seen)).stale
        assert (await game.order("gm", orders.Say(id="s", text="hm"))).ok
        assert (await game.act("gm", "undo", seq=late.seq)).ok
        assert (await game.act("gm", "redo")).ok
        assert game.scene()["acting"] == "cy"

    play(script)


def test_what_is_hidden_makes_nothing_stale_and_leaves_no_gap(play: Callable[[Play], None]) -> None:
    """A player's seq does not move when something happened that they cannot see."""

    async def script(game: Game) -> None:
        await game.act("gm", "start")
        before = game.seq("seat-1")
        subscriber = game.session.subscribe("seat-1", 1)
        await game.act("gm", "set fighters.sneak.hearts 1")
        await game.act("gm", "note the door is trapped", secrecy="blind")
        await game.order("gm", orders.Note(id="n", note="n1", text="zorbo waits"))
        await game.act("gm", "undo")
        assert game.seq("seat-1") == before
        assert len(subscriber) == 0
        assert (await game.act("seat-1", "hit bob-1", seq=before)).ok
        view = str(game.session.view(game.session.state.seats["seat-1"])).casefold()
        assert "sneak" not in view and "zorbo" not in view and "trapped" not in view
        assert "zorbo waits" in str(game.session.view(game.session.state.seats["gm"]))

    play(script)


def test_a_question_waits_for_the_seat_that_must_answer(play: Callable[[Play], None]) -> None:
    """Decisions go to the seat, survive a restart, and can be answered by the game master or once and for all."""

    async def script(game: Game) -> None:
        await game.act("gm", "set fighters.ann.hearts 1")
        await game.act("gm", "start")
        await game.act("gm", "ann: hit bob-1")
        await game.act("gm", "cy: hit bob-1")
        faces = await _hit_until_asked(game)
        view = game.session.view(game.session.state.seats["seat-1"])
        assert view["question"]["key"] == "dodge" and view["question"]["default"] == "take"
        other = game.session.view(game.session.state.seats["seat-2"])
        assert other["question"] is None and other["waiting"] == "ann"
        wrong = await game.order("seat-2", orders.Answer(id="w", key="dodge", answer="dodge"))
        assert wrong.refused is not None and wrong.refused.reason == "no question waits for you"
        await game.session.stop()
        del game.tables.sessions[game.session.id]
        woken = await game.tables.session(game.opened.id)
        assert woken is not None
        game.session = woken
        assert game.session.view(game.session.state.seats["seat-1"])["question"]["key"] == "dodge"
        done = await game.order("seat-1", orders.Answer(id="a", key="dodge", answer="take"))
        assert done.ok
        assert game.scene()["fighters"]["ann"]["hearts"] == 0
        # The dice of the attempt were kept, not rolled anew.
        last = [one.entry for one in game.session.state.recent if one.entry is not None][-1]
        assert last.faces[: len(faces)] == faces

    play(script)


async def _hit_until_asked(game: Game) -> list[int]:
    """Bobs hit ann until the dice ask her; the faces rolled by then."""
    for _ in range(40):
        acting = game.scene()["acting"]
        target = "ann" if acting.startswith(("bob", "sneak")) else "bob-1"
        result = await game.act("gm", f"{acting}: hit {target}")
        if result.waiting:
            assert game.session.state.asked is not None
            return game.session.state.asked.faces
        if not result.ok or game.scene()["fighters"]["bob-1"]["hearts"] == 0:
            await game.act("gm", "set fighters.bob-1.hearts 2")
    raise AssertionError("nobody was asked")


def test_standing_answers_autopilot_and_time(play: Callable[[Play], None]) -> None:
    """A standing answer, a behaviour, or the clock (when the table says so) answers in a person's place."""

    async def script(game: Game) -> None:
        await game.act("gm", "set fighters.ann.hearts 1")
        await game.act("gm", "start")
        await _hit_until_asked(game)
        assert (await game.order("seat-1", orders.Stand(id="s", who="ann", key="dodge", answer="take"))).ok
        assert game.session.state.fight.question is None
        assert game.scene()["fighters"]["ann"]["hearts"] == 0
        await game.act("gm", "undo")
        await game.order("seat-1", orders.Stand(id="s2", who="ann", key="dodge", answer=None))
        await _hit_until_asked(game)
        assert (await game.order("seat-1", orders.Pilot(id="p", fighter="ann", on=True))).ok
        assert game.session.state.fight.question is None
        await game.act("gm", "undo")
        await game.order("seat-1", orders.Pilot(id="p2", fighter="ann", on=False))
        await _hit_until_asked(game)
        await game.order("gm", orders.Arrange(id="t", answer_seconds=5))
        game.session._time_is_up()  # the clock itself is asyncio's
        await game.act("gm", "note after")
        assert game.session.state.fight.question is None
        assert game.scene()["fighters"]["ann"]["hearts"] == 0

    play(script)


def test_fighters_on_autopilot_act_by_themselves(play: Callable[[Play], None]) -> None:
    """A fighter whose player is away acts by its behaviour when it is its turn, and stops when taken back."""

    async def script(game: Game) -> None:
        await game.order("seat-2", orders.Pilot(id="p", fighter="cy", on=True))
        await game.act("gm", "start")
        await game.act("seat-1", "hit bob-1")
        assert game.scene()["acting"] == "bob-1"
        refused = await game.order("seat-2", orders.Pilot(id="q", fighter="ann", on=True))
        assert refused.refused is not None and "not yours" in refused.refused.reason
        assert "no fighter" in str((await game.order("seat-2", orders.Pilot(id="r", fighter="sneak", on=True))).refused)

    play(script)


def test_links_are_revoked_and_made_anew(play: Callable[[Play], None]) -> None:
    """A new link shuts the old one at once, also for sockets that sit on it."""

    async def script(game: Game) -> None:
        old = next(one.token for one in game.opened.invitations if one.seat.id == "seat-1")
        subscriber = game.session.subscribe("seat-1", 1)
        result = await game.order("gm", orders.Relink(id="l", seat="seat-1"))
        assert result.token is not None
        assert await game.tables.sit(old) is None
        assert await game.tables.sit(result.token) is not None
        assert "revoked" in (await subscriber.get()).why
        assert (await game.order("gm", orders.Relink(id="l", seat="seat-1"))).token is None
        await game.order("gm", orders.Relink(id="m", seat="seat-1", revoke=True))
        assert await game.tables.sit(result.token) is None
        made = await game.order("gm", orders.Place(id="n", name="Guest", fighters=("ann", "cy")))
        assert made.token is not None
        found = await game.tables.sit(made.token)
        assert found is not None and found[1].fighters == ("ann", "cy")
        assert (await game.order("gm", orders.Unseat(id="u", seat=found[1].id))).ok
        assert await game.tables.sit(made.token) is None
        assert (await game.order("gm", orders.Unseat(id="v", seat="gm"))).refused is not None

    play(script)


def test_a_slow_listener_is_told_to_start_anew(play: Callable[[Play], None]) -> None:
    """A queue that is full becomes one resync; the others lose nothing."""

    async def script(game: Game) -> None:
        slow = game.session.subscribe("seat-1", 1)
        for number in range(80):
            await game.order("gm", orders.Say(id=f"s{number}", text="x"))
            game.session.audience.tell()
        assert len(slow) == 1
        assert type(await slow.get()).__name__ == "Resync"

    play(script)


def test_who_comes_back_misses_nothing(play: Callable[[Play], None]) -> None:
    """With its seq a client gets what it missed as one update, equal to the view it would load anew."""

    async def script(game: Game) -> None:
        await game.act("gm", "start")
        seat = game.session.state.seats["seat-2"]
        before = game.session.view(seat)
        await game.act("seat-1", "hit bob-1")
        await game.act("gm", "hide bob-2")
        update = game.session.resume(seat, before["seq"])
        assert update is not None
        scene = before["scene"]
        for path, *value in update.changes:
            *way, last = path.split(".")
            inner = scene
            for part in way:
                inner = inner[part]
            if value:
                inner[last] = value[0]
            else:
                del inner[last]
        assert scene == game.scene("seat-2")
        assert update.seq == game.seq("seat-2")
        assert game.session.resume(seat, "0" * 16) is None

    play(script)


def test_while_somebody_hidden_acts_the_turn_seems_to_stand(play: Callable[[Play], None]) -> None:
    """Players see the turn where it last visibly stood: no empty place, no other answer, tells of a hidden one."""

    async def script(game: Game) -> None:
        await game.act("gm", "start")
        for line in ("ann: hit bob-1", "cy: hit bob-2", "bob-1: hit cy", "bob-2: hit cy"):
            game.count += 1
            result = await game.act("gm", line)
            if result.waiting:
                await game.order("gm", orders.Answer(id=f"w{game.count}", key="dodge", answer="take"))
        assert game.scene()["acting"] == "sneak"
        assert game.scene("seat-1")["acting"] == "bob-2"
        refused = await game.act("seat-1", "ann: hit bob-1")
        assert refused.refused is not None and refused.refused.reason == "you cannot do that now"
        await game.act("gm", "sneak: hit cy")
        assert game.scene("seat-1")["acting"] == game.scene()["acting"] == "ann"

    play(script)


def test_text_of_people_is_plain_and_short(play: Callable[[Play], None]) -> None:
    """Control characters and empty words are refused; markup and any script are only text."""

    async def script(game: Game) -> None:
        for text in ("a\x00b", "\x1b[2J", "  "):
            assert not (await game.order("seat-1", orders.Say(id=f"x{len(text)}{ord(text[0])}", text=text))).ok
        kind = "<b>\u202eمرحبا</b>\n=1+1"
        assert (await game.order("seat-1", orders.Say(id="ok", text=kind))).ok
        assert game.session.view(game.session.state.seats["seat-2"])["talk"][-1]["text"] == kind
        assert not (await game.order("gm", orders.Place(id="p", seat="seat-1", name="a\x07"))).ok

    play(script)


def test_only_the_tied_change_places(play: Callable[[Play], None]) -> None:
    """The game master moves fighters who are tied; the order must hold everybody once."""

    async def script(game: Game) -> None:
        await game.act("gm", "start")
        wanted = ("cy", "ann", "bob-1", "bob-2", "sneak")
        assert (await game.order("gm", orders.Reorder(id="r", order=wanted))).ok
        assert game.scene()["order"] == list(wanted)
        assert game.scene("seat-1")["order"] == list(wanted[:-1])
        assert (await game.order("gm", orders.Reorder(id="s", order=("ann",)))).refused is not None

    play(script)


def test_a_revealed_table_is_closed(play: Callable[[Play], None]) -> None:
    """The seed is shown to all, fits the commitment, and no dice fall any more."""

    async def script(game: Game) -> None:
        view = game.session.view(game.session.state.seats["spectators"])
        assert view["table"]["seed"] is None
        assert (await game.order("gm", orders.Reveal(id="r"))).ok
        shown = game.session.view(game.session.state.seats["spectators"])["table"]
        assert shown["seed"] == "1" and shown["commitment"] == view["table"]["commitment"]
        assert "closed" in str((await game.act("gm", "start")).refused)

    play(script)
