"""The fronts' tests play the duel, and keep their fights in a folder of their own."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from fireteam.kernel.ruleset import find_ruleset
from tests.fronts import duelling


@pytest.fixture(autouse=True)
def duel_is_installed() -> Iterator[None]:
    find_ruleset.cache_clear()
    duelling.install()
    yield
    sys.modules.pop("fireteam.duel", None)
    find_ruleset.cache_clear()


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "home"
    monkeypatch.setenv("FIRETEAM_HOME", str(folder))
    monkeypatch.setenv("COLUMNS", "80")
    return folder
