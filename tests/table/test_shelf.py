"""Where fights are kept, and how they are found again."""

from __future__ import annotations

from pathlib import Path

import pytest

from fireteam.kernel.refusals import Refusal
from fireteam.table.journal import JournalFault
from fireteam.table.shelf import InUse, Journal, Shelf, home

HEAD = {"ruleset": "duel", "scene": {"title": "Alley"}, "seed": "7", "generator": "g"}


def test_the_folder_follows_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """FIRETEAM_HOME, then XDG_STATE_HOME, then ~/.local/state; a relative XDG path is ignored, as its standard says."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("FIRETEAM_HOME", raising=False)
    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    assert home() == tmp_path / ".local/state/fireteam"
    monkeypatch.setenv("XDG_STATE_HOME", "relative")
    assert home() == tmp_path / ".local/state/fireteam"
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    assert home() == tmp_path / "state/fireteam"
    monkeypatch.setenv("FIRETEAM_HOME", str(tmp_path / "own"))
    assert home() == tmp_path / "own"


def test_fights_are_numbered_and_the_last_one_not_over_is_resumed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ids count up; without an id the fight played last is meant, never one that is over."""
    shelf = Shelf(tmp_path / "fights")
    assert isinstance(shelf.find(None), Refusal)
    assert list(shelf.saved()) == []
    for number, phase in enumerate(("combat", "calm", "over")):
        journal = shelf.begin("Sump Gate!", HEAD)
        journal.append("left", at=f"2026-01-0{number + 1}T00:00:00+00:00", stands={"phase": phase, "round": number})
        journal.close()
    assert [one.id for one in shelf.saved()] == ["sump-gate-3", "sump-gate-2", "sump-gate-1"]
    assert [one.is_over for one in shelf.saved()] == [True, False, False]
    assert shelf.find(None) == "sump-gate-2"
    assert shelf.find("sump-gate-1") == "sump-gate-1"
    assert [one.id for one in shelf.waiting()] == ["sump-gate-2", "sump-gate-1"]
    assert str(shelf.find("sump")).startswith('"sump" could be ')
    assert str(shelf.find("../../etc/passwd")) == "no saved fight ../../etc/passwd"


def test_a_fight_goes_on_where_it_stopped(tmp_path: Path) -> None:
    """Every record is there in order, whatever characters it holds, and the next one stands behind it."""
    shelf = Shelf(tmp_path)
    journal = shelf.begin("a", HEAD)
    for number in range(3):
        journal.append("entry", text=f"line {number} Ünï 😀 \ud800")
    journal.close()
    journal, story = shelf.go_on("a-1")
    assert [line["n"] for line in story.lines] == [1, 2, 3, 4]
    assert story.head["seed"] == "7" and story.lines[2]["text"] == "line 1 Ünï 😀 \ud800"
    assert not story.ends_in_order
    journal.append("left")
    journal.close()
    assert shelf.story("a-1").ends_in_order
    with pytest.raises(JournalFault, match="no such fight"):
        shelf.go_on("b-1")


def test_one_fight_is_played_at_one_terminal_only(tmp_path: Path) -> None:
    """A second terminal is told so; and a terminal whose fight went on at a table writes nothing over it."""
    shelf = Shelf(tmp_path)
    first = shelf.begin("a", HEAD)
    with pytest.raises(InUse, match="another terminal"):
        shelf.go_on("a-1")
    at_table = Journal(shelf._open(), "a-1", 0, None)
    at_table.append("entry", text="theirs")
    with pytest.raises(InUse, match="went on there"):
        first.append("entry", text="mine")
    assert [line.get("text") for line in shelf.story("a-1").lines] == [None, "theirs"]
    at_table.close()
    first.close()
    shelf.go_on("a-1")[0].close()


def test_a_record_is_on_the_disk_when_append_returns(tmp_path: Path) -> None:
    """Another process reads it at once, and the database syncs each commit."""
    journal = Shelf(tmp_path).begin("a", HEAD)
    journal.append("entry", text="x")
    assert Shelf(tmp_path).story("a-1").lines[1]["text"] == "x"
    assert journal._connection.execute("PRAGMA synchronous").fetchone()[0] == 2
    journal.close()


def test_a_database_that_cannot_be_used_is_told(tmp_path: Path) -> None:
    """A file in the way, or one that is no database, is an error of the system with a sentence."""
    (tmp_path / "tables.db").write_text("not a database" * 100)
    with pytest.raises(OSError, match="not a database"):
        Shelf(tmp_path).begin("a", HEAD)
