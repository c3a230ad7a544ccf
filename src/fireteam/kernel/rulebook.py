"""The rulebook as an index: chapters and numbered clauses, to show and to search."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from fireteam.kernel.names import folded


@dataclass(slots=True, frozen=True)
class Clause:
    """A numbered clause: `TC-1.2`, its title, the chapter it stands in, its text, and the line where it begins."""

    id: str
    title: str
    chapter: str
    text: str
    line: int


@dataclass(slots=True, frozen=True)
class Rulebook:
    """All clauses of a rulebook in the book's order."""

    title: str
    clauses: tuple[Clause, ...]

    def clause(self, id: str) -> Clause | None:
        """The clause with this id; case and the prefix may be left out (`1.2`)."""
        wanted = id.casefold()
        for clause in self.clauses:
            if wanted in (clause.id.casefold(), clause.id.partition("-")[2]):
                return clause
        return None

    def chapter(self, number: str) -> list[Clause]:
        """The clauses of a chapter, by its number."""
        return [clause for clause in self.clauses if clause.chapter.split(" ")[0] == number]

    def search(self, words: str, most: int = 10) -> list[Clause]:
        """Clauses that contain all words, those with the words in their title first, then the most mentions."""
        wanted = folded(words).split()[:10]
        found = []
        for number, clause in enumerate(self.clauses):
            title, text = folded(clause.title), folded(clause.text)
            if wanted and all(word in title or word in text for word in wanted):
                in_title = sum(word in title for word in wanted)
                mentions = sum(text.count(word) for word in wanted)
                found.append((-in_title, -mentions, number, clause))
        return [clause for *_, clause in sorted(found)[:most]]


_CLAUSE = re.compile(r"\*\*([A-Z]{2}-\d+\.\d+) (.+?)\*\*")
_CHAPTER = re.compile(r"## (\d+ .+|[^#].*)$")


@lru_cache(maxsize=16)
def read_rulebook(path: Path) -> Rulebook:
    """The index of a rulebook file."""
    title = ""
    chapter = ""
    clauses: list[Clause] = []
    lines: list[str] = []
    head: tuple[str, str, str, int] | None = None

    def close() -> None:
        if head is not None:
            id, name, place, line = head
            clauses.append(Clause(id, name, place, "\n".join(lines).strip(), line))

    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if line.startswith("# ") and not title:
            title = line[2:].strip()
        section = _CHAPTER.match(line)
        begins = _CLAUSE.match(line)
        if section or begins:
            close()
            head, lines = None, []
        if section:
            chapter = section.group(1)
        elif begins:
            head = (begins.group(1), begins.group(2).rstrip("."), chapter, number)
            lines = [line]
        elif head is not None:
            lines.append(line)
    close()
    return Rulebook(title, tuple(clauses))
