"""Every clause of the rulebook has code, something that fails without it, and a line that cites it."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path

from fireteam.kernel.rulebook import read_rulebook
from fireteam.solarlink import RULESET
from fireteam.solarlink.events import event_types
from tests.solarlink.table import CASES

CLAUSE = re.compile(r"SL-\d+\.\d+")
SOURCES = sorted(RULESET.folder.rglob("*.py"))
TESTS = sorted(Path(__file__).parent.glob("*.py"))

NO_CODE = {"SL-28.1": "says what is left to the table"}

NO_CASE = {
    "SL-28.1": "says what is left to the table",
}

_IN_A_ROLL = "part of a roll or an amount that another clause's event shows in figures"
_READ = "read when a scene is, and told by the path of a fault"
_BEHAVIOUR = "chooses a command; the command's own events cite its clause"

NOT_CITED = {
    "SL-1.1": "a length of time",
    "SL-1.5": "turn_began and turn_ended cite SL-20.3 and SL-20.4",
    "SL-1.6": "a raise is told by SL-1.7",
    "SL-2.2": "turn_began shows the AP and cites SL-20.3, which refers to it",
    "SL-2.3": "what does not happen",
    "SL-2.4": "what is left over; a parry cites SL-13.4",
    "SL-2.8": "the time that passes cites SL-27.1, the roll its own clause",
    "SL-3.2": _IN_A_ROLL,
    "SL-3.3": _IN_A_ROLL,
    "SL-3.4": _IN_A_ROLL,
    "SL-3.5": _IN_A_ROLL,
    "SL-3.6": _IN_A_ROLL,
    "SL-4.1": _IN_A_ROLL,
    "SL-4.2": _IN_A_ROLL,
    "SL-4.3": "the damage cites why it came: SL-7.1, SL-8.5, SL-9.4",
    "SL-5.1": _IN_A_ROLL,
    "SL-7.5": "what does not happen, and idle among the changes of turn_ended",
    "SL-8.2": "what does not happen",
    "SL-9.3": "the clock is among the changes of turn_ended; the roll cites SL-9.2",
    "SL-10.2": "told by rested, SL-27.2",
    "SL-11.1": _IN_A_ROLL,
    "SL-11.3": _IN_A_ROLL,
    "SL-11.4": _READ,
    "SL-12.1": _IN_A_ROLL,
    "SL-13.3": _IN_A_ROLL,
    "SL-14.2": _IN_A_ROLL,
    "SL-15.1": "what a vessel is",
    "SL-15.5": _IN_A_ROLL,
    "SL-16.1": _READ,
    "SL-16.2": _READ,
    "SL-17.1": _READ,
    "SL-18.1": _READ,
    "SL-22.1": _READ,
    "SL-23.1": "the events themselves",
    "SL-24.1": "odds make no events",
    "SL-25.1": _BEHAVIOUR,
    "SL-25.2": _BEHAVIOUR,
    "SL-25.3": _BEHAVIOUR,
    "SL-25.4": _BEHAVIOUR,
    "SL-25.5": _BEHAVIOUR,
    "SL-25.6": _BEHAVIOUR,
    "SL-26.1": "tables; what uses them cites its own clause",
    "SL-28.1": "says what is left to the table",
}


def clauses() -> list[str]:
    """All clauses, in the book's order."""
    return [clause.id for clause in read_rulebook(RULESET.folder / "rulebook.md").clauses]


def docstrings(path: Path) -> list[str]:
    """The docstrings of a module, its functions and classes, and the strings under its tables."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            found.append(node.value.value)
    return found


def implemented() -> set[str]:
    """Clauses whose number and title open a docstring of a function, class or table, or a paragraph of one."""
    titles = {clause.id: clause.title for clause in read_rulebook(RULESET.folder / "rulebook.md").clauses}
    texts = "\n".join(text for path in SOURCES for text in docstrings(path))
    return {id for id, title in titles.items() if f"{id} {title}." in texts}


def with_tests() -> set[str]:
    """Clauses that have a case, or a test whose docstring names them."""
    plain = tomllib.loads(CASES.read_text(encoding="utf-8"))
    found = {case["id"].partition("/")[0] for case in plain["case"]}
    for path in TESTS:
        for text in docstrings(path):
            found.update(CLAUSE.findall(text))
    return found


def cited() -> set[str]:
    """Clauses that an event or a refusal gives as its rule."""
    found: set[str] = {str(getattr(kind, "rule", "")) for kind in event_types()}
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and CLAUSE.fullmatch(node.value):
                found.add(node.value)
    return found


def test_every_clause_has_code() -> None:
    """A clause without a function, class or table that opens with it is listed with the reason."""
    known = implemented()
    missing = [clause for clause in clauses() if clause not in known]
    assert missing == list(NO_CODE)


def test_every_clause_has_a_case_or_a_test() -> None:
    """A clause that nothing would miss is listed with the reason."""
    known = with_tests()
    missing = [clause for clause in clauses() if clause not in known]
    assert missing == list(NO_CASE)


def test_every_clause_is_cited_where_it_happens() -> None:
    """A clause that no event or refusal cites is listed with the reason."""
    known = cited()
    missing = [clause for clause in clauses() if clause not in known]
    assert missing == list(NOT_CITED)


def test_only_clauses_of_the_book_are_named() -> None:
    """No code and no case names a clause that the book does not have."""
    book = set(clauses())
    assert implemented() <= book
    assert with_tests() <= book
    assert {clause for clause in cited() if CLAUSE.fullmatch(clause)} <= book
