"""Every conformance case of the rulebook, one test each."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from fireteam.kernel.cases import read_cases, run_case

RULESET, SCENES, CASES = read_cases(Path(__file__).parents[2] / "cases" / "cybercore.toml")


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(case: dict[str, Any]) -> None:
    """The case comes out as its clause says."""
    assert [str(failure) for failure in run_case(RULESET, SCENES, case)] == []


def test_case_ids_are_unique() -> None:
    """No case hides behind another's name."""
    ids = [case["id"] for case in CASES]
    assert len(set(ids)) == len(ids)
