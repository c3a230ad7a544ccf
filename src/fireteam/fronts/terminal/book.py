"""The rulebook on a screen: clauses wrapped to its width, tables as lines that can be read aloud."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from rich.cells import cell_len

from fireteam.fronts.terminal.screen import Screen, Style
from fireteam.kernel.names import nearest
from fireteam.kernel.rulebook import Clause, Rulebook

_MARKS = re.compile(r"\*\*|`")
_FIRST = re.compile(r"(.+?[.!?])(?:\s|$)", re.DOTALL)
MOST_FOUND = 10
"""How many clauses a search shows."""


def plain(markdown: str) -> str:
    """A line of the rulebook without its marks."""
    return _MARKS.sub("", markdown)


def first_sentence(clause: Clause) -> str:
    """What a clause says first, after its title."""
    body = clause.text.partition("**")[2].partition("**")[2]
    words = " ".join(plain(line) for line in body.splitlines() if not line.startswith("|"))
    found = _FIRST.match(words.strip())
    return found.group(1) if found else words.strip()


def show_clause(screen: Screen, clause: Clause) -> None:
    """A clause in full."""
    blocks: list[list[str]] = [[]]
    for line in clause.text.splitlines():
        starts_table = line.startswith("|") != bool(blocks[-1] and blocks[-1][-1].startswith("|"))
        if not line.strip() or starts_table or line.lstrip().startswith(("- ", "* ")):
            blocks.append([])
        if line.strip():
            blocks[-1].append(line)
    for block in filter(None, blocks):
        if block[0].startswith("|"):
            _show_table(screen, block)
        else:
            is_item = block[0].lstrip().startswith(("- ", "* "))
            screen.say(plain(" ".join(line.strip() for line in block)), hang=2 if is_item else 0)


def _show_table(screen: Screen, lines: Sequence[str]) -> None:
    """A table: in columns if it fits, else row by row, each cell after its heading."""
    rows = [[plain(cell).strip() for cell in line.strip().strip("|").split("|")] for line in lines]
    rows = [row for row in rows if not all(re.fullmatch(r":?-+:?", cell) for cell in row)]
    if not rows:
        return
    widths = [max(cell_len(row[at]) if at < len(row) else 0 for row in rows) for at in range(len(rows[0]))]
    if sum(widths) + 2 * len(widths) <= screen.width - 2:
        for row in rows:
            cells = [cell + " " * (width - cell_len(cell)) for cell, width in zip(row, widths, strict=False)]
            screen.verbatim("  ".join(cells).rstrip(), indent=2)
        return
    head, *rest = rows
    for row in rest:
        pairs = [f"{title}: {cell}" if title else cell for title, cell in zip(head, row, strict=False) if cell]
        screen.say("; ".join(pairs), indent=2, hang=2)


def show_chapters(screen: Screen, book: Rulebook) -> None:
    """The table of contents, with the clauses of each chapter."""
    screen.say(plain(book.title), style=Style.HEAD)
    chapters: dict[str, list[Clause]] = {}
    for clause in book.clauses:
        chapters.setdefault(clause.chapter, []).append(clause)
    for chapter, clauses in chapters.items():
        screen.say(f"{plain(chapter)} ({clauses[0].id} to {clauses[-1].id})", indent=2, hang=4)


def look_up(screen: Screen, book: Rulebook, words: str) -> str | None:
    """Shows the clause, the chapter or the clauses with these words; what to change if there are none."""
    clause = book.clause(words.strip())
    if clause is not None:
        show_clause(screen, clause)
        return None
    chapter = book.chapter(words.strip())
    if chapter:
        _show_all(screen, chapter)
        return None
    found = book.search(words, MOST_FOUND + 1)
    if len(found) == 1:
        show_clause(screen, found[0])
    elif found:
        screen.say(f"{'More than ' if len(found) > MOST_FOUND else ''}{min(len(found), MOST_FOUND)} clauses say this:")
        for clause in found[:MOST_FOUND]:
            screen.say(f"{clause.id} {plain(clause.title)}. {first_sentence(clause)}", indent=2, hang=2)
    else:
        known = {word: word for one in book.clauses for word in plain(one.title).lower().split()}
        known |= {one.id.lower(): one.id for one in book.clauses}
        close = nearest(words.strip(), known)
        hint = f"; did you mean {known[close]}?" if close else ": give a clause such as " + _example(book.clauses)
        return f"nothing in the rulebook says that{hint}"
    return None


def _example(clauses: Iterable[Clause]) -> str:
    first = next(iter(clauses), None)
    return f"{first.id}, or other words" if first else "1.1"


def _show_all(screen: Screen, clauses: Sequence[Clause]) -> None:
    screen.say(f"Chapter {plain(clauses[0].chapter)}", style=Style.HEAD)
    for clause in clauses:
        screen.say()
        show_clause(screen, clause)
