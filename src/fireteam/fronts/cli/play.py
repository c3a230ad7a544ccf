"""`fireteam play`: a live game at a keyboard."""

from __future__ import annotations

import click

from fireteam.fronts.cli import Unusable
from fireteam.fronts.cli.reading import read_seed

_NEWEST = "\n"
"""What --resume stands for without an id; no id has a line break in it."""


@click.command("play")
@click.argument("scene", required=False)
@click.option("--seed", metavar="N", help="Repeat a fight's dice. Default: dice that nobody can foretell.")
@click.option(
    "--as",
    "seat",
    default="table",
    show_default=True,
    metavar="SEAT",
    help="Who sits here: table (what players see, everybody's commands), gm (sees everything), or the ids of player "
    "fighters; the other players' fighters then act by themselves.",
)
@click.option(
    "--resume",
    is_flag=False,
    flag_value=_NEWEST,
    metavar="[ID]",
    help="Go on with a saved fight; the last one if no ID.",
)
def command(scene: str | None, seed: str | None, seat: str, resume: str | None) -> int:
    """Play SCENE in the terminal: people for players, behaviours for the rest. Without SCENE: choose from a list.

    Type help in play. Every command is saved before its result is shown; Ctrl-D, Ctrl-C and quit leave, and --resume
    goes on exactly there. Commands can also be piped in, one a line.

    A command has at most 500 characters. Fights are kept in FIRETEAM_HOME, else XDG_STATE_HOME/fireteam, else
    ~/.local/state/fireteam.
    """
    from fireteam.fronts.terminal import opening
    from fireteam.fronts.terminal.screen import Screen
    from fireteam.kernel.scenefile import SceneFaults

    if resume is not None and (scene is not None or seed is not None):
        raise Unusable("--resume goes on with a saved fight: leave out SCENE and --seed.")
    screen = Screen.for_output()
    try:
        if resume is None and scene is None:
            chosen = opening.choose(screen)
            if chosen is None:
                return 0
            scene, resume = (chosen[1], None) if chosen[0] == "play" else (None, chosen[1])
        if scene is not None:
            sitting, journal = opening.begin(scene, read_seed(seed), seat, screen)
        else:
            sitting, journal = opening.resume(None if resume == _NEWEST else resume, seat, screen)
    except opening.CannotPlay as reason:
        raise Unusable(f"{reason}.") from None
    except SceneFaults as faults:
        raise Unusable("\n".join(map(str, faults.faults))) from None
    return int(opening.play(sitting, journal))
