"""The screen: lines wrapped to its width, styled only where that is wanted and possible."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from enum import StrEnum

import click
from rich.cells import cell_len, get_character_cell_size

from fireteam.fronts.terminal.safe import safe

NARROWEST = 30
WIDEST = 100
PIPED = 80


class Style(StrEnum):
    """How a line may look. It never says anything that the words do not."""

    PLAIN = ""
    HEAD = "head"
    QUIET = "quiet"


class Screen:
    """Where lines go. `write` takes one line; no line is wider than `width` cells."""

    def __init__(self, write: Callable[[str], None], width: int = PIPED, *, is_styled: bool = False) -> None:
        self.write = write
        self.width = max(NARROWEST, min(width, WIDEST))
        self.is_styled = is_styled

    @classmethod
    def for_output(cls) -> Screen:
        """Standard output."""
        return cls(lambda line: click.echo(line, color=True), _width(), is_styled=_wants_style(sys.stdout.isatty()))

    @classmethod
    def for_messages(cls) -> Screen:
        """Standard error."""
        return cls(lambda line: click.echo(line, err=True), _width())

    def say(self, text: str = "", *, style: Style = Style.PLAIN, indent: int = 0, hang: int = 0) -> None:
        """A paragraph: `indent` cells before its first line, `hang` more before the others."""
        for line in wrapped(text, self.width, indent, hang):
            self.write(self._styled(line, style))

    def laid_out(self, text: str) -> None:
        """A line that somebody else has laid out with spaces; it is wrapped only if it is too wide."""
        clean = safe(text)
        if cell_len(clean) <= self.width:
            self.write(clean)
        else:
            self.say(clean.lstrip(), indent=len(clean) - len(clean.lstrip()), hang=2)

    def verbatim(self, text: str, *, indent: int = 0) -> None:
        """A line that has been laid out already."""
        self.write(" " * indent + text)

    def _styled(self, line: str, style: Style) -> str:
        if not self.is_styled or style is Style.PLAIN or not line:
            return line
        return click.style(line, bold=True) if style is Style.HEAD else click.style(line, dim=True)


def _width() -> int:
    return shutil.get_terminal_size((PIPED, 24)).columns


def _wants_style(is_terminal: bool) -> bool:
    return is_terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM", "") not in ("", "dumb")


def wrapped(text: str, width: int, indent: int = 0, hang: int = 0) -> list[str]:
    """The lines of a paragraph, none wider than `width` cells; a word that is wider is broken."""
    lines: list[str] = []
    line = " " * indent
    used, is_empty = indent, True
    for word in text.split(" "):
        if not word:
            continue
        size = cell_len(word)
        if not is_empty and used + 1 + size > width:
            lines.append(line)
            line, used, is_empty = " " * (indent + hang), indent + hang, True
        if not is_empty:
            line += " "
            used += 1
        while used + size > width:
            head, word = _split(word, width - used)
            lines.append(line + head)
            line, used, size = " " * (indent + hang), indent + hang, cell_len(word)
        line += word
        used += size
        is_empty = False
    lines.append(line.rstrip() if is_empty else line)
    return lines


def _split(word: str, room: int) -> tuple[str, str]:
    """As much of a word as fits, at least one character, and the rest."""
    used = 0
    for at, ch in enumerate(word):
        used += get_character_cell_size(ch)
        if used > room and at:
            return word[:at], word[at:]
    return word, ""
