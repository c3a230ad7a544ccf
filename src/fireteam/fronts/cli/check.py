"""`fireteam check`: everything that is wrong with a scene."""

from __future__ import annotations

import click

from fireteam.fronts.cli import UNUSABLE


@click.command("check")
@click.argument("scenes", nargs=-1, required=True, metavar="SCENE...")
def command(scenes: tuple[str, ...]) -> int:
    """Tell everything that is wrong with each SCENE, by file and path.

    Exit status 2 if there is a fault in any of them. A scene file has at most 1,000,000 bytes and 100 fighters.
    """
    from fireteam.fronts.terminal.safe import safe
    from fireteam.kernel.library import open_scene
    from fireteam.kernel.names import short
    from fireteam.kernel.scenefile import SceneFaults

    status = 0
    for given in scenes:
        where = short(given, 200)
        try:
            ruleset, scene = open_scene(given)
        except SceneFaults as faults:
            status = UNUSABLE
            for fault in faults.faults:
                text = str(fault)
                click.echo(safe(text if text.startswith(where) else f"{where}: {text}"), err=True)
        else:
            title = safe(f' "{scene.title}"' if scene.title else "")
            click.echo(f"{safe(where)}: a good {ruleset.title} scene{title}, {len(scene.fighters)} fighters")
    return status
