"""`fireteam odds`: the exact chances of a command."""

from __future__ import annotations

import click

from fireteam.fronts.cli import Unusable
from fireteam.fronts.cli.reading import print_json, scene_at


@click.command("odds")
@click.argument("scene")
@click.option("--do", "line", required=True, metavar="CMD", help="The command, as it is typed in play.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(scene: str, line: str, as_json: bool) -> None:
    """Tell the exact chances of what a command would do in SCENE now.

    Nothing is rolled: the rules themselves are run over everything the dice can show. Chances are exact, and sum
    to 1. A command with more outcomes than can be counted is refused with the limit.
    """
    from fireteam.kernel.refusals import Refusal
    from fireteam.lab.odds import odds

    ruleset, opened = scene_at(scene)
    found = odds(ruleset, opened, line)
    if isinstance(found, Refusal):
        raise Unusable(f"--do: {found}{f' ({found.rule})' if found.rule else ''}.")
    if as_json:
        print_json(found.to_json())
    else:
        from fireteam.fronts.terminal.screen import Screen

        screen = Screen.for_output()
        for text in found.lines():
            screen.laid_out(text)
