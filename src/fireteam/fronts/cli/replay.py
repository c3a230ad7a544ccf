"""`fireteam replay`: a saved fight shown again, or checked."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from fireteam import __version__
from fireteam.fronts.cli import CHECK_FAILED, UNUSABLE, Unusable

if TYPE_CHECKING:
    from fireteam.kernel.fight import Fight


@click.command("replay")
@click.argument("log")
@click.option("--verify", is_flag=True, help="Run every rule again on the recorded dice and answers, and compare.")
def command(log: str, verify: bool) -> int:
    """Show what happened in a saved fight, as the game master sees it.

    LOG is a journal's file or the id of a saved fight (sump-gate-1).

    --verify finds an edited line, a missing line, and dice that the seed does not give, each by its line number:
    exit status 1 (2 without --verify: such a journal cannot be shown). A last line that was cut off in a crash is left
    out, and said so. Lines missing at the end can only be noticed if whoever played left in good order.
    """
    from fireteam.table.journal import JournalFault, load_story
    from fireteam.table.replay import restore
    from fireteam.table.replay import verify as check
    from fireteam.table.shelf import Shelf

    path, is_file = _path(log)
    written = __version__
    try:
        story = load_story(path) if is_file else Shelf().story(path.name)
        written = str(story.head.get("fireteam"))
        fight = restore(story).fight
        count = check(story) if verify else 0
        if not verify:
            _show_or_blame(fight, path.stem, lambda: check(story))
    except JournalFault as fault:
        click.echo(f"{path.name}: {fault}.", err=True)
        if written != __version__:
            click.echo(f"It was written by Fireteam {written[:40]}, this is {__version__}: rules may differ.", err=True)
        return CHECK_FAILED if verify else UNUSABLE
    except OSError as error:
        raise Unusable(f"{path}: cannot be read: {error.strerror or error}.") from None
    if verify:
        click.echo(f"{path.name}: {count} commands run again, every event the same, every die as the seed gives it.")
    if story.torn:
        click.echo(f"Line {len(story.lines) + 1} is cut off and was left out; nobody had been told of it.", err=True)
    elif not story.ends_in_order:
        click.echo("Play was cut off here, or lines are missing at the end.", err=True)
    return 0


def _show_or_blame(fight: Fight, id: str, check: Callable[[], int]) -> None:
    """Shows the fight; one that cannot be told because somebody edited it is a fault of the journal, not ours."""
    try:
        _show(fight, id)
    except (KeyError, ValueError, TypeError, AttributeError, IndexError):
        check()
        raise


def _show(fight: Fight, id: str) -> None:
    """The whole fight in words, command by command."""
    from fireteam.fronts.terminal.safe import safe
    from fireteam.fronts.terminal.screen import Screen, Style
    from fireteam.fronts.terminal.telling import closing, names_in, tell
    from fireteam.kernel.events import encode
    from fireteam.kernel.scenefile import write_scene

    screen = Screen.for_output()
    ruleset, after = fight.ruleset, write_scene(fight.ruleset, fight.scene)
    screen.say(f"{ruleset.title}: {safe(fight.scene.title or id)}", style=Style.HEAD)
    for entry in fight.entries:
        screen.say()
        screen.say(f"> {safe(entry.line)}{' (taken back)' if entry.is_undone else ''}", style=Style.QUIET)
        name = names_in(ruleset, after, write_scene(ruleset, entry.before))
        for told in tell(ruleset, [encode(one) for one in entry.events], name):
            screen.say(told.text, style=told.style, hang=2)
    screen.say()
    screen.say(closing(after, names_in(ruleset, after)))


def _path(log: str) -> tuple[Path, bool]:
    """The journal that LOG names: a file, or else the id of a saved fight."""
    from fireteam.kernel.refusals import Refusal
    from fireteam.table.shelf import Shelf

    path = Path(log)
    if path.exists() or "/" in log or "." in log:
        return path, True
    found = Shelf().find(log)
    if isinstance(found, Refusal):
        raise Unusable(f"{found}: give the file of a journal, or the id of a saved fight.")
    return Path(found), False
