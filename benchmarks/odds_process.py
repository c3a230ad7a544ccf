"""A whole process of `fireteam odds` against a bare `python -c "import msgspec, click"`.

The bare interpreter with two libraries is the least that any command line of this kind costs, so the ratio says how
much is ours. Of each game a bundled fight is begun and written to a file; asked for are the odds of the first
hostile command of whoever may act. The commands take turns; bytecode is kept, as it is for
anybody who has run the program once.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from measuring import at_most, medians

from fireteam.kernel.commands import legal
from fireteam.kernel.dice import Seeded
from fireteam.kernel.fight import Fight
from fireteam.kernel.scenefile import load_scene, write_scene
from fireteam.lab.odds import Odds, odds

GOAL = 2.5
ROUNDS = 15
SCENES = Path(__file__).parents[1] / "src" / "fireteam"
ASKED = (
    "tunnelcore/scenes/sump-gate.toml",
    "wonderland/scenes/flamingo-noon.toml",
    "cybercore/scenes/airlock-nine.toml",
    "solarlink/scenes/cold-hull.toml",
)


def begun(scene: str, folder: Path) -> tuple[Path, str]:
    """The file of a fight that has begun, and its first hostile command that rolls. Says what the richest one takes."""
    ruleset, state = load_scene(SCENES / scene)
    state.options.npcs = type(state.options.npcs)("manual")
    fight = Fight(ruleset, state, Seeded("odds"))
    fight.do("start")
    told: list[tuple[Odds, bool, float]] = []
    for id in [fight.scene.acting] if fight.scene.acting else list(fight.scene.fighters):
        for offer in legal(ruleset, fight.scene, id):
            began = perf_counter()
            found = odds(ruleset, fight.scene, offer.text)
            if isinstance(found, Odds) and found.runs > 1:
                told.append((found, offer.action.hostile, perf_counter() - began))
    asked = next((one for one, is_hostile, _ in told if is_hostile), told[0][0])
    richest, _, seconds = max(told, key=lambda one: one[0].runs)
    print(f"  {scene}: {asked.command} ({asked.runs} runs of the rule)")
    print(f"    richest, without its process: {richest.command} ({richest.runs} runs, {seconds * 1000:.1f} ms)")
    path = folder / f"{ruleset.id}.json"
    path.write_text(json.dumps(write_scene(ruleset, fight.scene)))
    return path, asked.command


def process(arguments: Sequence[str]) -> Callable[[], object]:
    """Runs a process to its end; one that fails stops the benchmark with what it said."""
    keeps_bytecode = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}

    def run() -> None:
        done = subprocess.run(
            [sys.executable, *arguments], capture_output=True, text=True, check=False, env=keeps_bytecode
        )
        if done.returncode:
            raise SystemExit(f"{' '.join(arguments)}: {done.stderr.strip()}")

    return run


def main() -> None:
    contestants = {"bare": process(["-c", "import msgspec, click"])}
    with TemporaryDirectory() as folder:
        for scene in ASKED:
            try:
                path, command = begun(scene, Path(folder))
            except Exception as missing:
                print(f"SKIPPED {scene}: {missing!r:.200}")
                continue
            contestants[scene] = process(["-m", "fireteam", "odds", str(path), "--do", command, "--json"])
            contestants[scene]()
        found = medians(contestants, ROUNDS)
    for name, seconds in found.items():
        print(f"  {name:<40} {seconds * 1000:6.1f} ms")
    for scene in contestants:
        if scene != "bare":
            at_most(f"odds in {scene}, times a bare interpreter", found[scene] / found["bare"], GOAL)


if __name__ == "__main__":
    main()
