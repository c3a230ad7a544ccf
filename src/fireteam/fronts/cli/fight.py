"""`fireteam fight`: both sides by their behaviours to the end."""

from __future__ import annotations

import click

from fireteam.fronts.cli import Unusable
from fireteam.fronts.cli.reading import print_json, read_seed, scene_at, written_seed


@click.command("fight")
@click.argument("scene")
@click.option("--seed", metavar="N", help="Repeat a fight: the same seed is the same fight. Default: a fresh one.")
@click.option("--json", "as_json", is_flag=True, help="Print seed, events and final scene as JSON.")
def command(scene: str, seed: str | None, as_json: bool) -> None:
    """Let both sides of SCENE fight by their behaviours to the end.

    Prints what happens, each line with its clause. The scene's own round limit ends a fight that would never end.
    """
    from fireteam.fronts.terminal.screen import Screen
    from fireteam.fronts.terminal.telling import closing, names_in, tell
    from fireteam.kernel.dice import Seeded
    from fireteam.kernel.events import encode
    from fireteam.kernel.fight import autoplay
    from fireteam.kernel.scene import Phase, duplicate
    from fireteam.kernel.scenefile import write_scene

    ruleset, state = scene_at(scene)
    if state.phase is Phase.OVER:
        raise Unusable("This fight is already over: choose another scene, or set phase to calm in this one.")
    used = read_seed(seed)
    before = duplicate(state)
    run = autoplay(ruleset, state, Seeded(used), logs=True)
    if not run.events:
        raise Unusable("Nobody acts in this scene: a fight needs two sides with somebody who can fight.")
    events = [encode(one) for one in run.events]
    after = write_scene(ruleset, state)
    if as_json:
        print_json({"seed": written_seed(used), "events": events, "scene": after})
        return
    screen = Screen.for_output()
    name = names_in(ruleset, write_scene(ruleset, before), after)
    for line in tell(ruleset, events, name):
        screen.say(line.text, style=line.style, hang=2)
    screen.say("")
    screen.say(closing(after, name))
    screen.say(f"Seed {used}: --seed {used} gives the same fight.")
