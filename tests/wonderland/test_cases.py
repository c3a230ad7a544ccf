"""The conformance cases of the ruleset, each by its id."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from fireteam.kernel.cases import read_cases, run_case

FILE = Path(__file__).parents[2] / "cases" / "wonderland.toml"
RULESET, SCENES, CASES = read_cases(FILE)


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_a_case_of_the_book(case: dict[str, Any]) -> None:
    """What the case expects is what the rules do."""
    assert [str(failure) for failure in run_case(RULESET, SCENES, case)] == []


def test_ids_are_not_given_twice() -> None:
    """Every case can be named by its id."""
    ids = [case["id"] for case in CASES]
    assert len(set(ids)) == len(ids) > 300
