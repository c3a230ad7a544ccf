"""Journals as files, written by the tests as an export writes them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from fireteam.table.journal import FORMAT, load_story, now, seal
from fireteam.table.shelf import Journal


class FileJournal(Journal):
    """A journal whose lines go to a file, each sealed over the one before."""

    def __init__(self, path: Path, last: str = "", count: int = 0) -> None:
        self.path = path
        self.id = path.stem
        self.count = count
        self._last = last

    @classmethod
    def begin(cls, path: Path, head: Mapping[str, Any]) -> FileJournal:
        journal = cls(path)
        journal.append("fight", format=FORMAT, created=now(), **head)
        return journal

    @classmethod
    def go_on(cls, path: Path) -> FileJournal:
        story = load_story(path)
        return cls(path, story.last, len(story.lines))

    def append(self, kind: str, **fields: Any) -> None:
        line, self._last = seal({"n": self.count + 1, "kind": kind, **fields}, self._last)
        with self.path.open("ab") as file:
            file.write(f"{line}\n".encode())
        self.count += 1

    def close(self) -> None:
        return None
