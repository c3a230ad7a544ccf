"""A fight begun in the terminal goes on at a table, and a table's file is read by `fireteam replay`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from fireteam.fronts.cli import main
from fireteam.fronts.web.app import make_app
from fireteam.kernel.dice import Seeded
from fireteam.kernel.fight import Fight
from fireteam.kernel.scenefile import read_scene, write_scene
from fireteam.table.journal import Journal
from fireteam.table.replay import head, keep
from tests.table.test_session import PLAIN
from tests.web.test_api import Door, config, open_table


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(make_app(config(tmp_path))) as found:
        yield found


def test_a_fight_of_the_terminal_is_opened_at_a_table(client: TestClient, tmp_path: Path) -> None:
    """Its journal becomes a table with seats and links that stands where the terminal left it."""
    ruleset, scene = read_scene(PLAIN)
    journal = Journal.begin(tmp_path / "two-1.jsonl", head(ruleset, scene, "5", "0.1.0", "two"))
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
    """`fireteam replay` shows an exported table, and `--verify` finds one die that was changed, hidden rolls included."""
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
