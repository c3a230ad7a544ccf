"""17 Events: the event types of the code are those of the book, with the fields that it names."""

from __future__ import annotations

import re

from fireteam.kernel.events import shape
from fireteam.tunnelcore import RULESET
from tests.tunnelcore.test_scene_faults import BOOK

KINDS: dict[str, type] = {kind.type: kind for kind in RULESET.events()}  # type: ignore[attr-defined]
CHAPTER = BOOK[BOOK.index("## 17 Events") : BOOK.index("## 18 Odds")]
ROWS = [line.strip("|").split("|") for line in CHAPTER.splitlines() if line.startswith("| `")]


def words(text: str) -> list[str]:
    """The words in backticks."""
    return re.findall(r"`([a-z_]+)`", text)


def test_every_event_type_of_the_book_exists() -> None:
    """The types of the table, and besides them only those that every game shares."""
    book = {tag for types, _ in ROWS for tag in words(types)}
    assert set(KINDS) - book == {"decided", "noted"}
    assert book <= set(KINDS)


def test_events_have_the_fields_of_the_book() -> None:
    """Each field of a row belongs to an event type of that row; where the row says field lists one by one, to that."""
    for types, fields in ROWS:
        tags = words(types)
        lists = re.sub(r"\([^)]*\)", "", fields).split(";")
        for number, part in enumerate(lists):
            meant = [tags[number]] if len(lists) == len(tags) else tags
            known = {field.written for tag in meant for field in shape(KINDS[tag])} | set(tags)
            assert set(words(part)) <= known, (tags, part)


def test_every_event_cites_a_clause_by_default() -> None:
    """Every type of this game has a clause of the book."""
    book = set(re.findall(r"\*\*(TC-\d+\.\d+)", BOOK))
    own = [kind for kind in KINDS.values() if kind.__module__.startswith("fireteam.tunnelcore")]
    assert len(own) > 50
    for kind in own:
        rule = next(field.default for field in shape(kind) if field.attribute == "rule")
        assert rule in book, kind
