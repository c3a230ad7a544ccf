"""Fights a second of each game's skirmish: one interpreted process, everybody on their behaviours, events off.

The same workload in any engine would have to play the same rules, so the peer is a fixed one: a hand-written loop in
which four strike seven until one side is down, without any engine. How many of its fights one of ours takes is a ratio
that travels between machines; fights a second are those of this one, by the processor's time, so that a machine that
is busy with other work tells the same. `--profile` shows where the time goes.
"""

from __future__ import annotations

import argparse
import cProfile
import pstats
import random
from collections.abc import Callable
from pathlib import Path
from time import process_time

from measuring import at_least, medians

from fireteam.kernel.scenefile import load_scene
from fireteam.lab.crew import Stretch, play_stretch

SCENES = Path(__file__).parents[1] / "src" / "fireteam"
ROUNDS = 5
BARE_FIGHTS = 200
SECONDS = 0.4
"""How long one run of a skirmish takes at least."""

GOALS = {
    "tunnelcore/scenes/closing-time.toml": 300,
    "wonderland/scenes/holler-scrapyard.toml": 300,
    "cybercore/scenes/freight-deck.toml": 400,
    "solarlink/scenes/kettle-station.toml": 150,
}
"""The skirmish of each game, and how many fights a second it should do."""


class Bare:
    """A fighter of the hand-written loop."""

    __slots__ = ("hearts", "side")

    def __init__(self, side: int) -> None:
        self.side = side
        self.hearts = 3


def bare_fights() -> None:
    """Four against seven: 4 or more on a d6 takes one of three hearts from the first foe who stands."""
    roll = random.Random(1).randrange
    for _ in range(BARE_FIGHTS):
        order = [Bare(0) for _ in range(4)] + [Bare(1) for _ in range(7)]
        is_over = False
        while not is_over:
            for one in order:
                if one.hearts:
                    foe = next((other for other in order if other.side != one.side and other.hearts), None)
                    if foe is None:
                        is_over = True
                        break
                    if roll(6) >= 3:
                        foe.hearts -= 1


def player(path: Path) -> tuple[Callable[[], object], int]:
    """A run of a skirmish and its number of fights, after as many as it takes to know."""
    ruleset, scene = load_scene(path)
    began, fights = process_time(), 0
    while process_time() - began < SECONDS:
        play_stretch(ruleset, scene, "warm", Stretch(fights, fights + 1))
        fights += 1
    return lambda: play_stretch(ruleset, scene, "benchmark", Stretch(0, fights)), fights


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--profile", action="store_true", help="show where the time goes")
    profiles = options.parse_args().profile
    runs: dict[str, tuple[Callable[[], object], int]] = {scene: player(SCENES / scene) for scene in GOALS}
    found = medians({"bare": bare_fights, **{scene: run for scene, (run, _) in runs.items()}}, ROUNDS, process_time)
    bare = found["bare"] / BARE_FIGHTS
    print(f"  {'the hand-written loop':<45} {1 / bare:8.0f} fights/s")
    for scene, (run, fights) in runs.items():
        each = found[scene] / fights
        print(f"  {scene:<45} {1 / each:8.0f} fights/s; a fight takes as long as {each / bare:.1f} of the loop's")
        at_least(f"{scene}, fights a second", 1 / each, GOALS[scene])
        if profiles:
            profile = cProfile.Profile()
            profile.runcall(run)
            pstats.Stats(profile).sort_stats("tottime").print_stats(25)


if __name__ == "__main__":
    main()
