"""Where fights are kept: one journal each, in the user's state directory."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fireteam.kernel.names import find
from fireteam.kernel.refusals import Refusal
from fireteam.table.journal import Journal, JournalFault, read_story

MOST_LISTED = 200
"""How many fights are looked at, the newest first."""


def home() -> Path:
    """FIRETEAM_HOME, else `fireteam` in XDG_STATE_HOME, else ~/.local/state/fireteam."""
    given = os.environ.get("FIRETEAM_HOME")
    if given:
        return Path(given).expanduser()
    state = os.environ.get("XDG_STATE_HOME")
    base = Path(state) if state and Path(state).is_absolute() else Path("~/.local/state").expanduser()
    return base / "fireteam"


@dataclass(slots=True, frozen=True)
class Saved:
    """A fight on the shelf: its id, file, game and title, and where it stood when it was left."""

    id: str
    path: Path
    ruleset: str
    title: str
    phase: str
    round: int
    changed: float

    @property
    def is_over(self) -> bool:
        return self.phase == "over"


class Shelf:
    """The journals in a folder; each fight's id is its file's name."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or home() / "fights"

    def begin(self, name: str, head: Mapping[str, Any]) -> Journal:
        """A new journal, called after `name` with the next free number."""
        self.folder.mkdir(parents=True, exist_ok=True)
        stem = re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-")[:40] or "fight"
        number = 1
        while True:
            try:
                return Journal.begin(self.folder / f"{stem}-{number}.jsonl", head)
            except FileExistsError:
                number += 1

    def saved(self) -> Iterator[Saved]:
        """The fights that can be read, the one played last first; each is read when it is asked for."""
        for path in self._paths()[:MOST_LISTED]:
            try:
                one = _peek(path)
            except (OSError, JournalFault):
                continue
            yield one

    def waiting(self) -> Iterator[Saved]:
        """The fights that are not over, the one played last first."""
        return (saved for saved in self.saved() if not saved.is_over)

    def find(self, id: str | None) -> Path | Refusal:
        """The journal of a fight: by its id or the beginning of one; without an id the last that is not over."""
        if id is None:
            one = next(self.waiting(), None)
            return one.path if one else Refusal("no fight is waiting to be resumed")
        paths = {path.stem: path for path in self._paths()}
        found = find(id, {stem: () for stem in paths}, "saved fight")
        return paths[found] if isinstance(found, str) else found

    def _paths(self) -> list[Path]:
        if not self.folder.is_dir():
            return []
        dated = [(path.stat().st_mtime_ns, path) for path in self.folder.glob("*.jsonl")]
        return [path for _, path in sorted(dated, reverse=True)]


def _peek(path: Path) -> Saved:
    story = read_story(path.read_bytes())
    stood: Mapping[str, Any] = {}
    for line in story.lines:
        stood = line.get("stands", stood)
    scene = story.head["scene"]
    return Saved(
        path.stem,
        path,
        story.head["ruleset"],
        str(scene.get("title") or path.stem),
        str(stood.get("phase", scene.get("phase", "calm"))),
        int(stood.get("round", 0)),
        path.stat().st_mtime,
    )
