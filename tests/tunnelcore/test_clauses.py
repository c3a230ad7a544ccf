"""Every clause of the rulebook has code that opens with it, a case or test that names it, and words that cite it.

The three are worked out from the sources; what is missing must stand below with the reason, and nothing else may.
"""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

from fireteam.kernel.cases import read_cases
from fireteam.kernel.decisions import ScriptedAnswers
from fireteam.kernel.dice import Scripted, Seeded
from fireteam.kernel.fight import Fight, autoplay
from fireteam.kernel.rulebook import read_rulebook
from fireteam.kernel.scenefile import SceneFaults, merge, put_at_path, read_scene
from fireteam.tunnelcore import RULESET
from tests.tunnelcore.table import CASES, SCENES, bundled

CLAUSE = re.compile(r"TC-\d+\.\d+")
OPENS = re.compile(r"(?:^|[;.,:]\s+)(TC-\d+\.\d+)[ ,:`]")

WITHOUT_CODE: dict[str, str] = {}

WITHOUT_CASE: dict[str, str] = {}

SAID_BY_ANOTHER = {
    "TC-1.1": "every roll is told by `rolled` (TC-1.8) and `opposed` (TC-1.9)",
    "TC-1.2": "the dice of `rolled` show it",
    "TC-1.3": "a fault, not an event",
    "TC-1.4": "the dice of `rolled` show it",
    "TC-1.5": "the dice of `rolled` show it; the refusals cite the cards of chapter 7",
    "TC-1.6": "the order of the two `rolled`",
    "TC-1.10": "`rolled` shows the effect die (TC-1.8)",
    "TC-1.11": "`rolled` says critical (TC-1.8)",
    "TC-1.12": "`rolled` shows what was kept (TC-1.8)",
    "TC-1.13": "a `rolled` of nobody (TC-1.8)",
    "TC-1.14": "the order of the events itself",
    "TC-2.1": "words for boxes, shown by every `stress_changed`",
    "TC-2.2": "`effect` names the track",
    "TC-2.5": "the dice of `rolled` show it",
    "TC-2.9": "the dice of `rolled` show it",
    "TC-3.3": "`trauma` gives the name (TC-3.1)",
    "TC-4.1": "`position_changed` shows base and shift (TC-4.2)",
    "TC-4.3": "bases are told by `position_changed` (TC-4.2)",
    "TC-4.4": "each step cites why it was taken",
    "TC-4.5": "`effect` shows the final die and cites the action",
    "TC-4.9": "no price, no event",
    "TC-5.1": "`effect` shows the final die and cites the action",
    "TC-5.2": "`effect` shows the ticks and cites the action; `stress_changed` the boxes (TC-2.3)",
    "TC-5.6": "nothing is applied, so nothing is told",
    "TC-5.8": "the dice of `rolled` show it",
    "TC-5.9": "what makes a complication grow cites its own clause",
    "TC-5.11": "the dice of `rolled` show it; what ends cites TC-5.10",
    "TC-6.1": "every doom event shows the pool",
    "TC-6.2": "hitches cite TC-1.7, bosses TC-8.7, spending TC-6.4",
    "TC-6.3": "the spending cites TC-6.4",
    "TC-8.2": "an agent's commands are anybody's commands",
    "TC-8.3": "what it does cites the action",
    "TC-8.4": "what it does cites the action",
    "TC-8.5": "what it does cites the action",
    "TC-8.6": "the flight cites TC-7.11",
    "TC-8.9": "the call cites TC-8.14, the guard TC-9.2",
    "TC-8.10": "waking it is `engaged` (TC-8.1)",
    "TC-8.12": "`engaged` (TC-8.1)",
    "TC-9.1": "a table",
    "TC-9.9": "the dice of `rolled` show it",
    "TC-10.1": "faults of a scene file, not events",
    "TC-12.1": "defaults of a scene file",
    "TC-18.1": "odds tell no events",
    "TC-19.1": "what an NPC does cites the action",
    "TC-19.2": "what an NPC does cites the action",
    "TC-19.3": "what an NPC does cites the action",
    "TC-19.4": "what a fighter does cites the action",
    "TC-19.5": "autoplay gives commands like anybody",
}


@cache
def clauses() -> list[str]:
    return [clause.id for clause in read_rulebook(RULESET.folder / "rulebook.md").clauses]


@cache
def in_code() -> set[str]:
    """Clauses that open a docstring, or a further sentence of one, of a module, class, function or table."""
    found: set[str] = set()
    for path in RULESET.folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Expr)
                and isinstance(node.value, ast.Constant)
                and isinstance(node.value.value, str)
            ):
                found.update(OPENS.findall(node.value.value))
    return found


@cache
def in_tests() -> set[str]:
    """Clauses with a conformance case, or named in a docstring of a test."""
    found = {str(case["id"]).partition("/")[0] for case in read_cases(CASES)[2]}
    for path in Path(__file__).parent.glob("test_*.py"):
        if path == Path(__file__):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                found.update(CLAUSE.findall(ast.get_docstring(node) or ""))
    return found


@cache
def in_words() -> set[str]:
    """Clauses that events and refusals cite, in all conformance cases and a fight of each bundled scene."""
    found: set[str] = set()
    _, scenes, cases = read_cases(CASES)
    for case in cases:
        plain = merge(scenes[case["scene"]], {})
        for path, value in case.get("patch", {}).items():
            put_at_path(plain, path, value)
        try:
            _, scene = read_scene(plain, RULESET)
        except SceneFaults:
            continue  # a sheet that is refused as it stands: faults cite no clause
        fight = Fight(RULESET, scene, Scripted(case.get("dice", [])), ScriptedAnswers(case.get("choose", [])))
        for line in case["do"]:
            outcome = fight.do(line)
            found.update(fact.rule for fact in outcome.events)  # type: ignore[attr-defined]
            if outcome.refusal is not None:
                found.add(outcome.refusal.rule)
    for name in SCENES:
        run = autoplay(RULESET, bundled(name), Seeded("words"), logs=True)
        found.update(fact.rule for fact in run.events)  # type: ignore[attr-defined]
    return found


def missing(there: set[str]) -> set[str]:
    return set(clauses()) - there


def test_every_clause_has_code() -> None:
    """A docstring opens with it."""
    assert missing(in_code()) == set(WITHOUT_CODE)


def test_every_clause_has_a_case_or_a_test() -> None:
    """A conformance case has its number, or a test's docstring names it."""
    assert missing(in_tests()) == set(WITHOUT_CASE)


def test_every_clause_is_cited_where_it_happens() -> None:
    """An event or a refusal cites it, or another one says it."""
    assert missing(in_words()) == set(SAID_BY_ANOTHER)


def test_the_code_cites_no_clause_that_the_book_lacks() -> None:
    """Numbers in docstrings, rules and comments are numbers of the book."""
    book = set(clauses())
    for path in RULESET.folder.rglob("*.py"):
        unknown = set(CLAUSE.findall(path.read_text(encoding="utf-8"))) - book
        assert not unknown, f"{path.name}: {sorted(unknown)}"
