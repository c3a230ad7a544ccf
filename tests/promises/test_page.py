"""The page of promises: every promise says what holds it, and what it names is there."""

from __future__ import annotations

import ast
import re
import tomllib
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "promises.md"

_TEST = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")
_CASE = re.compile(r"case `([A-Z]{2}-[\d.]+/\w+)`")
_NOT_OFFERED = re.compile(r"Not offered(?: yet)?: [\w`].{20,}")
LEAST_PROMISES = 90


def promises() -> list[str]:
    """Every promise with its entry."""
    return [line[2:] for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("- ")]


@cache
def functions_of(path: str) -> frozenset[str]:
    """The functions that a file of tests has."""
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


@cache
def case_ids() -> frozenset[str]:
    """The ids of all conformance cases."""
    files = sorted((ROOT / "cases").glob("*.toml"))
    return frozenset(case["id"] for file in files for case in tomllib.loads(file.read_text(encoding="utf-8"))["case"])


@pytest.mark.parametrize("promise", promises(), ids=lambda promise: promise[:50])
def test_a_promise_names_what_holds_it(promise: str) -> None:
    """Tests and cases that exist, or the reason why it is not offered."""
    tests, cases = _TEST.findall(promise), _CASE.findall(promise)
    assert tests or cases or _NOT_OFFERED.search(promise), "neither test nor case nor reason"
    for path, name in tests:
        assert (ROOT / path).is_file(), f"no file {path}"
        assert name in functions_of(path), f"no test {name} in {path}"
    assert set(cases) <= case_ids(), f"no case {set(cases) - case_ids()}"
    assert promise.count("::") == len(tests) and promise.count("case `") == len(cases), "a reference cannot be read"


def test_the_page_is_whole() -> None:
    """Every chapter has promises, no promise stands twice, and every test of this folder holds one."""
    text = PAGE.read_text(encoding="utf-8")
    for chapter in text.split("\n## ")[1:]:
        assert "\n- " in chapter, chapter.splitlines()[0]
    found = promises()
    assert len(found) >= LEAST_PROMISES
    assert len({promise.partition(". ")[0] for promise in found}) == len(found)
    named = {(path, name) for promise in found for path, name in _TEST.findall(promise)}
    own = Path(__file__).parent
    for file in sorted(own.glob("test_*.py")):
        path = f"tests/promises/{file.name}"
        if file != Path(__file__):
            for name in functions_of(path):
                assert not name.startswith("test_") or (path, name) in named, f"{path}::{name} holds no promise"
