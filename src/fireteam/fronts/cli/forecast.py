"""`fireteam forecast`: who wins, how long it takes and at what price."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from fireteam.fronts.cli import Unusable
from fireteam.fronts.cli.reading import print_json, read_seed, scene_at

if TYPE_CHECKING:
    from pathlib import Path

MOST_FIGHTS = 1_000_000
"""The most fights of one forecast, as the laboratory has it (which is not imported for --help)."""
MOST_WORKERS = 64
"""The most processes, likewise."""


@click.command("forecast")
@click.argument("scene")
@click.option("--fights", default=1000, show_default=True, metavar="N", type=click.IntRange(1, MOST_FIGHTS))
@click.option("--seed", metavar="N", help="Repeat a forecast. Default: a fresh seed.")
@click.option(
    "--workers", metavar="N", type=click.IntRange(1, MOST_WORKERS), help="Processes. Default: one for each core."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--report", metavar="FILE.html", help="Write a report with charts to this file as well.")
def command(scene: str, fights: int, seed: str | None, workers: int | None, as_json: bool, report: str | None) -> None:
    """Play SCENE many times with everybody on their behaviours, and tell who wins, how long it takes, at what price.

    The same seed gives the same forecast, whatever the number of workers. Chances come with 95 % intervals. From 1 to
    1,000,000 fights.
    """
    from pathlib import Path

    from fireteam.lab.forecast import NoForecast, forecast

    ruleset, state = scene_at(scene)
    if report is not None:
        _check_report(Path(report))
    used = read_seed(seed)
    show, close = _progress(fights)
    try:
        found = forecast(ruleset, state, fights=fights, seed=used, workers=workers, progress=show)
    except NoForecast as reason:
        raise Unusable(str(reason)) from None
    finally:
        close()
    if as_json:
        print_json(found.to_json())
    else:
        from fireteam.fronts.terminal.screen import Screen

        screen = Screen.for_output()
        for line in found.lines():
            screen.laid_out(line)
    if report is not None:  # last: a file that cannot be written takes nothing else with it
        from fireteam.lab.report import write_report

        write_report(found, Path(report))
        click.echo(f"The report is in {report}.", err=True)


def _check_report(path: Path) -> None:
    """Refuses a report that cannot be written, before the fights rather than after."""
    if not path.parent.is_dir():
        raise Unusable(f"--report: there is no folder {path.parent}: make it first, or name another file.")
    if path.is_dir():
        raise Unusable(f"--report: {path} is a folder: name a file in it.")


def _progress(fights: int) -> tuple[Callable[[int, int], None] | None, Callable[[], None]]:
    """A bar on standard error, if somebody looks at it; told how many fights are done."""
    if not sys.stderr.isatty():
        return None, lambda: None
    bar = click.progressbar(length=fights, label="Fights", file=sys.stderr, width=30)
    bar.render_progress()
    return lambda done, asked: bar.update(done - bar.pos), bar.render_finish
