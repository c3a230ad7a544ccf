"""Whatever a player receives, over random play of every game: nothing in it that is hidden from them."""

from __future__ import annotations

import asyncio
import random
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from fireteam.kernel.events import Revealed
from fireteam.kernel.library import quick_paths
from fireteam.kernel.ruleset import ruleset_ids
from fireteam.kernel.scenefile import read_scene
from fireteam.kernel.visibility import Role
from fireteam.table import orders
from fireteam.table.background import scene_as_known
from fireteam.table.exports import file_for
from fireteam.table.records import Took
from fireteam.table.review import luck
from fireteam.table.session import Session
from fireteam.table.sqlite import SqliteStore
from fireteam.table.subscribers import Closed, Resync, Subscriber
from fireteam.table.tables import Tables
from tests.table.installed import duel_is_installed
from tests.table.test_session import PLAIN, as_read

__all__ = ["duel_is_installed"]

SECRETS = ("qzx-sneak", "qzxname", "qzxnote", "qzxblind", "qzxwhisper", "qzxseed")
"""What only the game master may know. No player types these."""

SCENES = [path for path in quick_paths() if path.parent.parent.name in ruleset_ids()]


def with_secret(plain: dict[str, Any]) -> dict[str, Any]:
    """The scene with one more of the game master's fighters, hidden, with a name like no other."""
    fighters = plain["fighters"]
    model = next(one for one in fighters.values() if one.get("controlled_by", "gm") == "gm")
    copy = {key: value for key, value in model.items() if key not in ("count", "name", "at", "station")}
    hidden = {**copy, "name": "Qzxname", "hidden": True}
    return {**plain, "fighters": {**fighters, "qzx-sneak": hidden}}


class Ears:
    """Everything that seats other than the game master's received."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.seats = [seat for seat in session.state.seats.values() if seat.role != Role.GM]
        self.subscribers: dict[str, Subscriber] = {
            seat.id: session.subscribe(seat.id, seat.link) for seat in self.seats
        }

    async def drain(self, heard: list[str]) -> None:
        for seat_id, subscriber in self.subscribers.items():
            seat = self.session.state.seats[seat_id]
            while len(subscriber):
                message = await subscriber.get()
                assert not isinstance(message, Closed)
                if isinstance(message, Resync):
                    message = self.session.view(seat)
                heard.append((getattr(message, "json", None) or msgspec.json.encode(message)).decode())
            heard.append(msgspec.json.encode(self.session.view(seat)).decode())
            heard.append(str([(one.text, one.command) for one in self.session.offers(seat)]))


def check(heard: list[str]) -> None:
    for text in heard:
        folded = text.casefold()
        for secret in SECRETS:
            assert secret not in folded, f"{secret} in {text[max(0, folded.index(secret) - 300) :][:700]}"
    heard.clear()


async def play(plain: dict[str, Any], path: Path, seed: int, steps: int) -> None:
    chance = random.Random(seed)
    tables = Tables(SqliteStore(path))
    await tables.start()
    ruleset, scene = read_scene(with_secret(plain))
    opened = await tables.open(ruleset, scene, "secret", seed=f"qzxseed{seed}")
    session = await tables.session(opened.id)
    assert session is not None
    ears = Ears(session)
    heard: list[str] = []
    count = 0

    async def give(seat: str, order: orders.AnyOrder) -> bool:
        result = await session.order(seat, order)
        if seat != "gm":
            heard.append(msgspec.json.encode(result).decode())
        return result.ok

    async def act(seat: str, line: str, **fields: Any) -> bool:
        nonlocal count
        count += 1
        return await give(seat, orders.Act(id=f"a{count}", line=line, seq="", **fields))

    await act("gm", "start")
    for step in range(steps):
        count += 1
        match chance.randrange(12):
            case 0:
                await give("gm", orders.Note(id=f"n{count}", note="n", text=f"qzxnote {step}"))
            case 1:
                await act("gm", f"note qzxblind {step}", secrecy="blind")
            case 2:
                await act("gm", "undo")
                if chance.random() < 0.5:
                    await act("gm", "redo")
            case 3:
                await give("gm", orders.Say(id=f"s{count}", text="qzxwhisper", to=("gm",)))
            case 4:
                await act(chance.choice(ears.seats).id, chance.choice(["attack nobody", "help", "x: y", "undo", ""]))
            case 5:
                others = [id for id in session.state.scene.fighters if id != "qzx-sneak"]
                await act("gm", f"{chance.choice(['hide', 'reveal'])} {chance.choice(others)}")
            case _:
                await one_turn(session, chance, act, give, count)
        if was_shown(session):
            heard.clear()  # the rules themselves have shown it: it attacked, say
            break
        await ears.drain(heard)
        check(heard)
    else:
        await look_back(session, ears, heard)
    await tables.close()


def was_shown(session: Session) -> bool:
    """Whether the secret fighter has left the scene or was revealed, if only for a moment."""
    sneak = session.state.scene.fighters.get("qzx-sneak")
    events = [one for entry in session.state.fight.entries for one in entry.events]
    return (
        sneak is None or not sneak.hidden or any(isinstance(one, Revealed) and one.who == "qzx-sneak" for one in events)
    )


async def look_back(session: Session, ears: Ears, heard: list[str]) -> None:
    """What seats get afterwards: exports, resumed updates, the review's luck; and the scene that their odds use."""
    for seat in ears.seats:
        heard += [line.decode() async for line in file_for(session.store, session.shelved, seat)]
        heard.append(str(luck(session.state, session.state.recent, seat)))
        update = session.resume(seat, session.state.mark(session.state.recent[0].position))
        heard.append(update.json.decode() if update is not None else "")
    unseen = frozenset({"qzx-sneak"} & set(session.state.scene.fighters))
    known = scene_as_known(session.state.ruleset, session.state.scene, unseen)
    if known is not None:
        assert "qzx-sneak" not in known.fighters
    check(heard)


async def one_turn(session: Session, chance: random.Random, act: Any, give: Any, count: int) -> None:
    """Somebody does something legal, answers what is asked, or the fight goes on."""
    question = session.state.fight.question
    if question is not None:
        owner = next((seat.id for seat in session.state.seats.values() if question.asked in seat.fighters), "gm")
        await give(owner, orders.Answer(id=f"q{count}", key=question.key, answer=chance.choice(question.answers)))
        return
    seats = [seat for seat in session.state.seats.values() if seat.role == Role.PLAYER]
    chance.shuffle(seats)
    for seat in [*seats, session.state.seats["gm"]]:
        offered = session.offers(seat)
        if offered:
            await act(seat.id, chance.choice(offered).text)
            return
    await act("gm", "next")


def plain_of(path: Path) -> dict[str, Any]:
    with path.open("rb") as file:
        return tomllib.load(file)


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("path", SCENES, ids=[path.stem for path in SCENES])
def test_no_player_receives_a_secret(path: Path, seed: int, tmp_path: Path) -> None:
    """Updates, views, results, refusals, offers, resumed updates and exports of every seat, over random play."""
    asyncio.run(asyncio.wait_for(play(plain_of(path), tmp_path / "t.db", seed, 25), 20))


@pytest.mark.parametrize("seed", range(6))
def test_no_player_receives_a_secret_of_the_duel(seed: int, tmp_path: Path) -> None:
    """The same on the smallest game, for longer."""
    plain = {**PLAIN, "fighters": {key: one for key, one in PLAIN["fighters"].items() if key != "sneak"}}  # type: ignore[attr-defined]
    asyncio.run(asyncio.wait_for(play(plain, tmp_path / "t.db", seed, 80), 20))


BARE_ROLLS = {
    "tunnelcore": ("sump-gate", "roll d6 d8"),
    "wonderland": ("flamingo-noon", "roll d12"),
    "cybercore": ("airlock-nine", "roll d100"),
    "solarlink": ("brine-lock-duel", "roll 3d6+1"),
}


@pytest.mark.parametrize("game", sorted(BARE_ROLLS))
def test_hidden_rolls(game: str, tmp_path: Path) -> None:
    """A private roll is seen by its roller and the game master, a blind one by the game master alone; both are dice of
    the seed like any other."""

    async def main() -> None:
        scene_name, line = BARE_ROLLS[game]
        tables = Tables(SqliteStore(tmp_path / "t.db"))
        await tables.start()
        ruleset, scene = read_scene(plain_of(next(path for path in SCENES if path.stem == scene_name)))
        opened = await tables.open(ruleset, scene, "rolls", seed="9")
        session = await tables.session(opened.id)
        assert session is not None
        spectator = session.subscribe("spectators", 1)
        gm = session.subscribe("gm", 1)
        await spectator.get()  # the game master came
        roller = opened.invitations[1].seat.id
        drawn = 0
        for secrecy, is_seen in (("private", True), ("blind", False)):
            order = orders.Act(id=secrecy, line=line, secrecy=secrecy)  # type: ignore[arg-type]
            result = await session.order(roller, order)
            assert result.ok, result
            types = [event["type"] for one in as_read(result.happened) for event in one["events"]]
            assert ("rolled" in types) == is_seen
            update = await gm.get()
            assert "rolled" in [event["type"] for event in as_read(update.happened)[0]["events"]]
            assert len(spectator) == 0
            last = session.state.recent[-1].record
            assert isinstance(last, Took) and last.faces and last.drawn is not None and last.drawn > drawn
            drawn = last.drawn
        refused = await session.order("gm", orders.Act(id="x", line="start", secrecy="blind"))
        assert refused.refused is not None and "in secret" in refused.refused.reason
        await tables.close()

    asyncio.run(asyncio.wait_for(main(), 20))
