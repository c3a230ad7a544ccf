"""The command line. Each subcommand is a module that is imported when it is called, so that starting stays quick."""

from __future__ import annotations

import gc
import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import TextIO

import click

from fireteam import __version__

COMMANDS = {
    "play": "Play a fight in the terminal.",
    "serve": "Serve live tables.",
    "fight": "Let both sides fight by their behaviours to the end.",
    "resolve": "Run commands on a scene and print what happened.",
    "odds": "Tell the exact chances of a command.",
    "forecast": "Tell who wins, how long it takes and at what price.",
    "cases": "Run conformance cases.",
    "check": "Tell everything that is wrong with a scene.",
    "rules": "Show the rulebook.",
    "replay": "Show a saved fight again, or check it.",
}

CHECK_FAILED = 1
UNUSABLE = 2
BROKEN = 70
"""Exit status of a mistake in Fireteam itself (EX_SOFTWARE)."""
INTERRUPTED = 130


class Unusable(click.ClickException):
    """Input that cannot be used: a sentence that says what to change. Exit status 2."""

    exit_code = UNUSABLE

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence[:-1] if sentence.endswith("?.") else sentence)

    def show(self, file: object = None) -> None:
        click.echo(self.message, err=True)


class _Commands(click.Group):
    """The subcommands, found by name; a misspelt one gets a suggestion."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        found: click.Command = import_module(f"fireteam.fronts.cli.{name}").command
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in COMMANDS and not args[0].startswith("-"):
            from fireteam.kernel.names import nearest, short

            close = nearest(args[0], COMMANDS)
            hint = f"did you mean {close}?" if close else f"use {', '.join(COMMANDS)}."
            raise Unusable(f"There is no command {short(args[0])}: {hint}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 80})
@click.version_option(__version__, prog_name="fireteam", message="%(prog)s %(version)s")
def commands() -> None:
    """Runs science-fiction tabletop fights by their own rules, and tells the odds.

    A SCENE is the path of a scene file (TOML or JSON) or the name of a scene that comes with Fireteam, such as
    sump-gate; `fireteam play` without one lists them. A word without a dot or slash is a name unless such a file
    exists.

    Exit status: 0 done, 1 a check failed, 2 input that cannot be used (a sentence says what to change).
    """


def main(args: Sequence[str] | None = None) -> int:
    """Runs the command line and returns the exit status."""
    if args is None:  # a process of its own: loading makes many objects and no garbage
        gc.set_threshold(100_000, 20, 20)
    output = sys.stdout
    for stream in (output, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a terminal that lacks a character is no reason to stop
    try:
        result = commands.main(args=args, prog_name="fireteam", standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.Exit as done:
        return done.exit_code
    except click.UsageError as misuse:
        if isinstance(misuse, click.exceptions.NoArgsIsHelpError):
            misuse.show()
        else:
            where = misuse.ctx.command_path if misuse.ctx else "fireteam"
            click.echo(f"{misuse.format_message()} {where} --help tells what it takes.", err=True)
        return UNUSABLE
    except click.ClickException as unusable:
        unusable.show()
        return UNUSABLE
    except (click.Abort, KeyboardInterrupt):
        click.echo("\nStopped.", err=True)
        return INTERRUPTED
    except BrokenPipeError:
        _forget_output(output)
        return 0
    except SystemExit:
        if sys.stdout is output:
            raise
        # Whoever read has gone: click has put a quiet stream in the place of this one, and leaves.
        _forget_output(output)
        return 0
    except OSError as error:
        from fireteam.kernel.names import short

        where = f" ({short(str(error.filename), 200)})" if error.filename else ""
        click.echo(f"The system refused: {error.strerror or error}{where}.", err=True)
        return UNUSABLE
    except Exception as mistake:
        if os.environ.get("FIRETEAM_DEBUG"):
            raise
        click.echo(
            f"Fireteam made a mistake, not you ({type(mistake).__name__}: {mistake}). "
            "FIRETEAM_DEBUG=1 shows where; please report it.",
            err=True,
        )
        return BROKEN
    return result if isinstance(result, int) else 0


def _forget_output(output: TextIO) -> None:
    """Whoever read us has gone: nothing more can be written, also not when Python exits."""
    sink = os.open(os.devnull, os.O_WRONLY)
    os.dup2(sink, output.fileno())
    os.close(sink)
