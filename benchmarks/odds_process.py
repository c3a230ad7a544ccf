"""A whole process of `fireteam odds` on a bundled scene against a bare `python -c "import msgspec, click"`.

The bare interpreter with two libraries is the least that any command line of this kind costs, so the ratio says how
much is ours. The commands take turns.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from measuring import at_most, medians

GOAL = 2.5
ROUNDS = 15
SCENES = Path(__file__).parents[1] / "src" / "fireteam"

QUESTIONS = {
    "tunnelcore/scenes/sump-gate.toml": "imre: attack sister",
    "wonderland/scenes/flamingo-noon.toml": "",
    "cybercore/scenes/airlock-nine.toml": "",
    "solarlink/scenes/brine-lock-duel.toml": "",
}
"""A scene of each game and a command in it."""


def process(arguments: Sequence[str]) -> Callable[[], object]:
    """Runs a process to its end; one that fails stops the benchmark with what it said."""

    def run() -> None:
        done = subprocess.run([sys.executable, *arguments], capture_output=True, text=True, check=False)
        if done.returncode:
            raise SystemExit(f"{' '.join(arguments)}: {done.stderr.strip()}")

    return run


def main() -> None:
    asked = {}
    for scene, command in QUESTIONS.items():
        path = SCENES / scene
        arguments = ["-m", "fireteam", "odds", str(path), "--do", command, "--json"]
        try:
            process(arguments)()
        except SystemExit as failed:
            print(f"SKIPPED {scene}: {failed}")
        else:
            asked[scene] = arguments
    contestants = {"bare": process(["-c", "import msgspec, click"])}
    contestants |= {scene: process(arguments) for scene, arguments in asked.items()}
    found = medians(contestants, ROUNDS)
    for name, seconds in found.items():
        print(f"  {name:<40} {seconds * 1000:6.1f} ms")
    for scene in asked:
        at_most(f"odds in {scene}, times a bare interpreter", found[scene] / found["bare"], GOAL)


if __name__ == "__main__":
    main()
