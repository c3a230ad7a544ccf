"""The smallest ruleset, found by its id as any other: import the fixture into a module of tests."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import ModuleType

import pytest

from fireteam.kernel.ruleset import find_ruleset
from tests.kernel.duel import DUEL


@pytest.fixture(autouse=True)
def duel_is_installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """`find_ruleset("duel")` finds the tests' own ruleset."""
    module = ModuleType("fireteam.duel")
    module.RULESET = DUEL  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "fireteam.duel", module)
    find_ruleset.cache_clear()
    yield
    find_ruleset.cache_clear()
