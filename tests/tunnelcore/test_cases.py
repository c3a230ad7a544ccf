"""Every conformance case, one test each."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.kernel.cases import read_cases, run_case
from tests.tunnelcore.table import CASES

RULESET, SCENES, ALL = read_cases(CASES)


@pytest.mark.parametrize("case", ALL, ids=[case["id"] for case in ALL])
def test_case(case: dict[str, Any]) -> None:
    """The case comes out as it says."""
    assert [str(failure) for failure in run_case(RULESET, SCENES, case)] == []


def test_ids_are_unique() -> None:
    """A case is found by its id."""
    ids = [case["id"] for case in ALL]
    assert len(set(ids)) == len(ids)
