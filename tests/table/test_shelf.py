"""Where fights are kept, and how they are found again."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from fireteam.kernel.refusals import Refusal
from fireteam.table.shelf import Shelf, home

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


def test_fights_are_numbered_and_the_last_one_not_over_is_resumed(tmp_path: Path) -> None:
    """Ids count up; without an id the fight played last is meant, never one that is over."""
    shelf = Shelf(tmp_path / "fights")
    assert isinstance(shelf.find(None), Refusal)
    assert list(shelf.saved()) == []
    for number, phase in enumerate(("combat", "calm", "over")):
        journal = shelf.begin("Sump Gate!", HEAD)
        journal.append("left", stands={"phase": phase, "round": number})
        journal.close()
        os.utime(journal.path, (number, number))
    (tmp_path / "fights" / "junk.jsonl").write_text("junk\n")
    assert [one.id for one in shelf.saved()] == ["sump-gate-3", "sump-gate-2", "sump-gate-1"]
    assert [one.is_over for one in shelf.saved()] == [True, False, False]
    found = shelf.find(None)
    assert isinstance(found, Path) and found.stem == "sump-gate-2"
    assert shelf.find("sump-gate-1") == tmp_path / "fights" / "sump-gate-1.jsonl"
    assert [one.id for one in shelf.waiting()] == ["sump-gate-2", "sump-gate-1"]
    assert str(shelf.find("sump")).startswith('"sump" could be ')
    assert str(shelf.find("../../etc/passwd")) == "no saved fight ../../etc/passwd"
