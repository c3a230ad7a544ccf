"""A fight begun in the terminal goes on at a table, and a table's file is read by `fireteam replay`."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from fireteam.fronts.cli import main
from fireteam.fronts.web.app import make_app
from fireteam.kernel.dice import Seeded
from fireteam.kernel.fight import Fight
from fireteam.kernel.scenefile import read_scene, write_scene
from fireteam.table.orders import Act
from fireteam.table.replay import head, keep, restore, verify
from fireteam.table.shelf import DATABASE, Shelf
from fireteam.table.store import open_store
from fireteam.table.tables import Tables
from tests.table.test_session import PLAIN
from tests.table.writing import FileJournal
from tests.web.test_api import Door, config, open_table


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(make_app(config(tmp_path))) as found:
        yield found


def test_a_fight_of_the_terminal_is_opened_at_a_table(client: TestClient, tmp_path: Path) -> None:
    """Its journal becomes a table with seats and links that stands where the terminal left it."""
    ruleset, scene = read_scene(PLAIN)
    journal = FileJournal.begin(tmp_path / "two-1.jsonl", head(ruleset, scene, "5", "0.1.0", "two"))
    fight = Fight(ruleset, scene, Seeded("5"))
    keep(journal, fight)
    for line in ("start", "hit bob-1", "undo"):
        assert fight.do(line).is_done
    journal.close()
    answer = client.post("/api/tables/import", content=(tmp_path / "two-1.jsonl").read_bytes())
    assert answer.status_code == 201, answer.text
    found = answer.json()
    assert [one["role"] for one in found["seats"]] == ["gm", "player", "player", "spectator"]
    gm = Door(client, found["table"], found["seats"][0]["token"])
    assert gm.get().json()["scene"] == write_scene(ruleset, fight.scene)
    assert gm.act("redo")["ok"]
    at_table = gm.act("cy: hit bob-1")["happened"][0]["faces"]
    fight.on_entry = None
    fight.do("redo")
    outcome = fight.do("cy: hit bob-1")
    assert outcome.entry is not None and outcome.entry.faces == at_table


def test_a_tables_file_replays_and_verifies(
    client: TestClient, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`fireteam replay` shows an exported table; `--verify` finds one die that was changed, hidden rolls included."""
    doors = open_table(client)
    doors["gm"].act("start")
    doors["seat-1"].act("hit bob-1")
    doors["gm"].act("undo")
    doors["seat-1"].act("hit bob-1")
    doors["gm"].order(do="say", text="hello")
    doors["gm"].act("note unseen", secrecy="blind")
    doors["gm"].order(do="reveal")
    whole = tmp_path / "table.jsonl"
    whole.write_bytes(doors["gm"].get("/export").content)
    assert main(["replay", str(whole), "--verify"]) == 0
    assert "5 commands run again" in capsys.readouterr().out
    assert main(["replay", str(whole)]) == 0
    shown = capsys.readouterr().out
    assert "started" in shown
    text = whole.read_text()
    at = text.index('"faces":[') + len('"faces":[')
    while text[at] == "]":
        at = text.index('"faces":[', at) + len('"faces":[')
    forged = text[:at] + ("1" if text[at] != "1" else "2") + text[at + 1 :]
    whole.write_text(forged)
    assert main(["replay", str(whole), "--verify"]) == 1


def test_a_saved_fight_goes_on_at_a_table_and_back_in_the_terminal(tmp_path: Path) -> None:
    """Terminal and server keep the same journal: what one does the other goes on from, without a file between them."""
    ruleset, scene = read_scene(PLAIN)
    journal = Shelf(tmp_path).begin("two", head(ruleset, scene, "5", "0.1.0", "two"))
    fight = Fight(ruleset, scene, Seeded("5"))
    keep(journal, fight)
    assert fight.do("start").is_done
    journal.close()

    async def at_a_table() -> None:
        tables = Tables(open_store(str(tmp_path / DATABASE)))
        await tables.start()
        opened = await tables.invite("two-1")
        assert opened is not None and [one.seat.role for one in opened.invitations] == [
            "gm",
            "player",
            "player",
            "spectator",
        ]
        sat = await tables.sit(opened.invitations[1].token)
        assert sat is not None
        session, seat = sat
        assert seat.fighters == ("ann",)
        assert (await session.order(seat.id, Act(id="1", line="hit bob-1"))).ok
        await tables.close()

    asyncio.run(at_a_table())
    journal, story = Shelf(tmp_path).go_on("two-1")
    restored = restore(story)
    assert restored.fight.scene.acting == "cy"
    keep(journal, restored.fight)
    assert restored.fight.do("hit bob-2").is_done
    journal.close()
    assert verify(Shelf(tmp_path).story("two-1")) == 3
