"""The conformance cases, one test each."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from fireteam.kernel.cases import read_cases, run_case

RULESET, SCENES, CASES = read_cases(Path(__file__).parents[2] / "cases" / "solarlink.toml")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_case(case: dict[str, Any]) -> None:
    """Scene, commands and dice of the case give what it expects."""
    assert [str(failure) for failure in run_case(RULESET, SCENES, case)] == []


def test_ids_are_unique() -> None:
    """Each case has an id of its own."""
    ids = [case["id"] for case in CASES]
    assert len(ids) == len(set(ids))
