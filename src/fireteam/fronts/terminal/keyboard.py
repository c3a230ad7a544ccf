"""Where typed lines come from: a terminal with history and completion, or any stream of lines."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from fireteam.fronts.terminal.sitting import Sitting
from fireteam.kernel.actions import MOST_COMMAND, By
from fireteam.kernel.commands import completions

if TYPE_CHECKING:
    from prompt_toolkit.completion import CompleteEvent, Completion
    from prompt_toolkit.document import Document
    from prompt_toolkit.history import History
    from prompt_toolkit.output import ColorDepth

MOST_LINE = 4 * MOST_COMMAND
"""Of a longer line only this many characters are read; no command is as long."""


def is_terminal() -> bool:
    """Whether a person types and reads."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def piped_lines() -> Iterator[str]:
    """The lines of standard input to its end. Comments (#) are passed over; what is not UTF-8 is shown as such."""
    if isinstance(sys.stdin, io.TextIOWrapper) and sys.stdin.errors != "replace":  # not twice: once read, it is fixed
        sys.stdin.reconfigure(errors="replace")
    while True:
        line = sys.stdin.readline(MOST_LINE)
        if not line:
            return
        while not line.endswith("\n") and (rest := sys.stdin.readline(MOST_LINE)):
            if rest.endswith("\n"):
                break
        text = line.rstrip("\r\n")
        if not text.lstrip().startswith("#"):
            yield text


def typed_lines(prompt: Callable[[], str], complete: Callable[[str], list[str]]) -> Iterator[str]:
    """The lines that a person types, until Ctrl-D. Ctrl-C is `KeyboardInterrupt`."""
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import Completer, Completion
    from prompt_toolkit.history import FileHistory, InMemoryHistory

    class Words(Completer):
        """What can stand next, offered at Tab."""

        def get_completions(self, document: Document, event: CompleteEvent) -> Iterator[Completion]:
            typed = document.text_before_cursor
            last = typed.rpartition(" ")[2]
            for word in complete(typed):
                yield Completion(word, start_position=-len(last))

    session: PromptSession[str] = PromptSession(
        history=_history(FileHistory, InMemoryHistory),
        completer=Words(),
        complete_while_typing=False,
        enable_history_search=True,
        color_depth=_no_colour(),
    )
    while True:
        try:
            yield session.prompt(prompt())
        except EOFError:
            return


def _history(kept: Callable[[str], History], fleeting: Callable[[], History]) -> History:
    """The lines typed before, kept among the saved fights; none where nothing can be written."""
    from fireteam.table.shelf import home

    try:
        home().mkdir(parents=True, exist_ok=True)
        path = home() / "history"
        with path.open("a"):
            pass
        return kept(str(path))
    except OSError:
        return fleeting()


def _no_colour() -> ColorDepth | None:
    from prompt_toolkit.output import ColorDepth

    return ColorDepth.DEPTH_1_BIT if os.environ.get("NO_COLOR") else None


def words_next(sitting: Sitting, typed: str) -> list[str]:
    """What Tab offers at this seat: answers while a question is open, else commands and words of the table."""
    fight = sitting.fight
    last = typed.rpartition(" ")[2].casefold()
    if fight.question is not None:
        known = [*fight.question.answers, *(word for word, one in sitting.words.items() if one.while_asked)]
        return [word for word in known if word.casefold().startswith(last)]
    first, _, rest = typed.partition(" ")
    if rest and first in ("odds", "?", "help"):
        typed = rest
    found = completions(fight.ruleset, fight.scene, typed, sitting.seat.viewer(fight.scene))
    if " " not in typed:
        found += [one.verb for one in fight.ruleset.actions() if one.by is By.GM and one.verb.startswith(last)]
        found += [word for word in sitting.words if word.startswith(last)]
    return list(dict.fromkeys(found))
