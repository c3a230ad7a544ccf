"""The journals' tests play the duel."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest

from fireteam.kernel.ruleset import find_ruleset
from tests.fronts import duelling


@pytest.fixture
def duel() -> Iterator[None]:
    find_ruleset.cache_clear()
    duelling.install()
    yield
    sys.modules.pop("fireteam.duel", None)
    find_ruleset.cache_clear()
