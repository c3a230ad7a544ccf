"""The rulebook as an index."""

from __future__ import annotations

from pathlib import Path

import pytest

import fireteam
from fireteam.kernel.rulebook import read_rulebook

BOOKS = sorted(Path(fireteam.__file__).parent.glob("*/rulebook.md"))


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.parent.name)
def test_every_clause_is_found_once(path: Path) -> None:
    """Each bold clause number is one clause with title, chapter and text; ids do not repeat."""
    book = read_rulebook(path)
    ids = [clause.id for clause in book.clauses]
    assert len(ids) == len(set(ids)) > 50
    assert all(clause.title and clause.chapter and clause.text for clause in book.clauses)
    first = book.clauses[0]
    assert book.clause(first.id.lower()) is first
    assert book.clause(first.id.partition("-")[2]) is first
    assert book.clause("9999.1") is None
    assert first in book.chapter("1")


def test_search_finds_titles_first() -> None:
    """Words in a title rank above mentions in a text."""
    book = read_rulebook(BOOKS[[path.parent.name for path in BOOKS].index("tunnelcore")])
    assert book.search("automatic spending")[0].id == "TC-6.3"
    assert book.search("zzzz") == []
    assert book.search("") == []
