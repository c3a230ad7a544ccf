"""Every clause of the rulebook has code, a case or test, and a line of the log that cites it."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path

from fireteam.cybercore import RULESET
from fireteam.kernel.rulebook import read_rulebook

ROOT = Path(__file__).parents[2]
SOURCE = RULESET.folder
CLAUSE = re.compile(r"CC-\d+\.\d+")
BOOK = {clause.id: clause.title for clause in read_rulebook(SOURCE / "rulebook.md").clauses}

_MEANS = "says what a word or a number means; what uses it cites the clause that acts"
_TABLE = "a table; the events that come of it cite the clause that reads it"
_ORDER = "an order of steps; each step cites its own clause"
_RUNS = "behaviours give ordinary commands, whose events cite their own clauses"

NO_CODE: dict[str, str] = {}
NO_CASE: dict[str, str] = {}
NOT_CITED: dict[str, str] = {
    "CC-1.1": _MEANS,
    "CC-1.3": "the outcome stands in every `rolled`; what it brings cites its own clause",
    "CC-1.5": _ORDER,
    "CC-1.6": _MEANS,
    "CC-1.7": "the sum stands in the modifier of every `rolled`",
    "CC-1.8": _TABLE,
    "CC-1.10": "the TL stands in every `rolled`",
    "CC-1.11": _MEANS,
    "CC-2.1": _MEANS,
    "CC-2.2": _MEANS,
    "CC-2.4": _ORDER,
    "CC-3.2": _MEANS,
    "CC-4.1": _MEANS,
    "CC-5.1": _MEANS,
    "CC-5.2": _MEANS,
    "CC-5.3": _MEANS,
    "CC-7.1": _MEANS,
    "CC-7.2": _TABLE,
    "CC-7.3": _TABLE,
    "CC-8.1": _MEANS,
    "CC-9.2": _MEANS,
    "CC-9.3": "the Bother stands in the modifier of every `rolled`",
    "CC-10.1": _MEANS,
    "CC-12.4": "an offer that is not made leaves no line",
    "CC-13.1": _MEANS,
    "CC-13.2": "the attack TL stands in the `rolled` of the defence, which cites CC-13.4",
    "CC-13.3": "the defence TL stands in the `rolled` of the attack, which cites CC-13.4",
    "CC-13.5": "edge shows in the landings, which cite CC-13.11",
    "CC-16.2": "faults are told by path when a scene is read, before anything happens",
    "CC-17.1": _TABLE,
    "CC-18.1": _TABLE,
    "CC-21.1": "`decided` cites the clause that asks",
    "CC-22.1": _TABLE,
    "CC-23.1": _TABLE,
    "CC-25.1": _RUNS,
    "CC-25.2": _RUNS,
    "CC-25.3": _RUNS,
    "CC-26.1": _TABLE,
    "CC-26.2": _TABLE,
    "CC-26.3": _TABLE,
}


def trees() -> list[ast.Module]:
    return [ast.parse(path.read_text(encoding="utf-8")) for path in sorted(SOURCE.rglob("*.py"))]


def documented() -> list[str]:
    """The docstrings of functions and classes, and the strings that stand under constants."""
    found = []
    for tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                found.append(ast.get_docstring(node) or "")
            elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
                found.append(str(node.value.value))
    return found


def in_code() -> set[str]:
    """Clauses that the first line of a docstring names, where it opens with one."""
    return {id for text in documented() if text.startswith("CC-") for id in CLAUSE.findall(text.partition("\n")[0])}


def in_cases() -> set[str]:
    """Clauses that a case is named after, or that a test of this folder claims in its docstring."""
    with (ROOT / "cases" / "cybercore.toml").open("rb") as file:
        found = {case["id"].partition("/")[0] for case in tomllib.load(file)["case"]}
    for path in Path(__file__).parent.glob("test_*.py"):
        if path.name != Path(__file__).name:
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                    found |= set(CLAUSE.findall(ast.get_docstring(node) or ""))
    return found


def cited() -> set[str]:
    """Clauses that stand in the code as a value: the `rule` of an event, a refusal or an action."""
    documents = set(documented())
    return {
        node.value
        for tree in trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value not in documents
        if CLAUSE.fullmatch(node.value)
    }


def test_every_clause_has_code() -> None:
    """A docstring opens with the clause, but for those with a written reason."""
    assert set(BOOK) - in_code() == set(NO_CODE)


def test_every_clause_has_a_case_or_a_test() -> None:
    """A case is named after the clause or a test claims it, but for those with a written reason."""
    assert set(BOOK) - in_cases() == set(NO_CASE)


def test_every_clause_is_cited_where_it_happens() -> None:
    """An event, a refusal or a verb cites the clause, but for those with a written reason."""
    assert set(BOOK) - cited() == set(NOT_CITED)


def test_docstrings_name_clauses_that_the_book_has() -> None:
    """Whatever clause the code names is in the book, and a docstring that opens with one gives its title."""
    for text in documented():
        assert set(CLAUSE.findall(text)) <= set(BOOK), text
        opening = re.match(r"(CC-\d+\.\d+) ([A-Z][^.,:\n]*)[.,:]", text)
        if opening:
            assert BOOK[opening.group(1)].startswith(opening.group(2)), text
    assert cited() <= set(BOOK)
