"""Every clause of the book has code, a case or test, and a line in the log that cites it; the exceptions say why."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

from fireteam.kernel.rulebook import read_rulebook
from fireteam.wonderland import RULESET

ROOT = Path(__file__).parents[2]
SOURCES = sorted((ROOT / "src" / "fireteam" / "wonderland").rglob("*.py"))
TESTS = sorted((ROOT / "tests" / "wonderland").glob("test_*.py"))
CASES = ROOT / "cases" / "wonderland.toml"
CLAUSES = [clause.id for clause in read_rulebook(RULESET.folder / "rulebook.md").clauses]
CLAUSE = re.compile(r"UW-\d+\.\d+")

WITHOUT_CODE: dict[str, str] = {}
WITHOUT_TEST: dict[str, str] = {}

_DEFINITION = "a definition that other clauses use; the events cite those"
_REFUSES = "it only refuses, and a refusal cites it; nothing happens, so there is no event"
_CHOICE = "a fighter's choice shows as the events of its command"
WITHOUT_LOG: dict[str, str] = {
    "UW-1.2": _DEFINITION,
    "UW-1.7": "it says that nothing is paid: no event has a cost but `attacked`",
    "UW-2.1": _DEFINITION,
    "UW-2.2": "advice to the table; the roll has the skill",
    "UW-2.10": "the roll cites its move, and shows the skill that was taken",
    "UW-3.10": _REFUSES,
    "UW-3.14": _REFUSES,
    "UW-6.1": _DEFINITION,
    "UW-6.5": "it takes a roll away; what happens is that none is made",
    "UW-7.1": _DEFINITION,
    "UW-8.1": _DEFINITION,
    "UW-8.2": _REFUSES,
    "UW-9.2": _REFUSES,
    "UW-9.21": _REFUSES,
    "UW-10.1": _DEFINITION,
    "UW-10.6": _REFUSES,
    "UW-11.1": _DEFINITION,
    "UW-12.1": _DEFINITION,
    "UW-12.2": _DEFINITION,
    "UW-14.1": _REFUSES,
    "UW-20.1": _CHOICE,
    "UW-20.2": _CHOICE,
    "UW-20.3": _CHOICE,
}


def docstrings(path: Path) -> list[str]:
    """The docstrings of a source file, those under constants included, and its comments that begin with a clause."""
    text = path.read_text(encoding="utf-8")
    found = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            found.append(node.value.value)
    return found


@cache
def coded() -> set[str]:
    """Clauses with which some docstring opens, or that a docstring's first line names as its own (`UW-1.5, UW-1.6`)."""
    found: set[str] = set()
    for path in SOURCES:
        for text in docstrings(path):
            if text.lstrip().startswith("UW-"):
                found.update(CLAUSE.findall(text))
    return found


@cache
def held_to() -> set[str]:
    """Clauses that a case has in its id, or a test's docstring names."""
    found = set(re.findall(r'^id = "(UW-\d+\.\d+)/', CASES.read_text(encoding="utf-8"), re.MULTILINE))
    for path in TESTS:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                found.update(CLAUSE.findall(ast.get_docstring(node) or ""))
    return found


@cache
def logged() -> set[str]:
    """Clauses that rules put into events: string constants outside docstrings and refusals."""
    found: set[str] = set()
    for path in SOURCES:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        skipped = {
            id(part)
            for node in ast.walk(tree)
            if (isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("Refusal", "Action"))
            or (isinstance(node, ast.Call) and getattr(node.func, "attr", "") in ("out_of_range", "move_refusal"))
            for part in ast.walk(node)
        }
        for node in ast.walk(tree):
            is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
            if is_text and id(node) not in skipped and re.fullmatch(CLAUSE, node.value):  # type: ignore[attr-defined]
                found.add(node.value)  # type: ignore[attr-defined]
    return found


def test_every_clause_has_code() -> None:
    """A docstring opens with it, but for those with a reason."""
    missing = {clause for clause in CLAUSES if clause not in coded()}
    assert sorted(missing) == sorted(WITHOUT_CODE)


def test_every_clause_has_a_case_or_test() -> None:
    """A case carries its number, or a test's claim does."""
    missing = {clause for clause in CLAUSES if clause not in held_to()}
    assert sorted(missing) == sorted(WITHOUT_TEST)


def test_every_clause_is_cited_in_the_log() -> None:
    """Some event cites it where it happens."""
    missing = {clause for clause in CLAUSES if clause not in logged()}
    assert sorted(missing) == sorted(WITHOUT_LOG)


def test_no_clause_is_made_up() -> None:
    """Code, cases and log cite only clauses that are in the book."""
    assert coded() | held_to() | logged() <= set(CLAUSES)
