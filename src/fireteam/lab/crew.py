"""A crew of processes that plays fights. The parent hands out stretches of fights and gets their tallies back.

Each process is a fresh interpreter that talks through its standard input and output, so nothing is inherited but
the search path: no main module is run again, no thread or lock is copied. It ends when its input does, so it cannot
outlive its parent by more than a stretch.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import redirect_stdout
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Any, BinaryIO

from fireteam.kernel.dice import Seeded
from fireteam.kernel.fight import autoplay
from fireteam.kernel.ruleset import Ruleset, find_ruleset
from fireteam.kernel.scene import Scene, duplicate
from fireteam.lab.tally import Tally


@dataclass(slots=True, frozen=True)
class Stretch:
    """Fights number `start` to `stop` - 1 of a forecast."""

    start: int
    stop: int


def play_stretch(ruleset: Ruleset, scene: Scene, seed: str, stretch: Stretch) -> Tally:
    """Plays a stretch of fights; each depends on the seed and its own number and on nothing else."""
    cast = {id: fighter.side for id, fighter in scene.fighters.items()}
    tally = Tally()
    for number in range(stretch.start, stretch.stop):
        trial = duplicate(scene)
        autoplay(ruleset, trial, Seeded(f"{seed}/{number}"))
        tally.add(ruleset, trial, cast)
    return tally


class CrewLost(RuntimeError):
    """A process of the crew failed; the message holds its last words."""


class Crew:
    """Processes that play the fights of one scene. Use it in a `with` block: at its end every process is gone."""

    def __init__(self, ruleset: Ruleset, scene: Scene, seed: str, size: int) -> None:
        self._hello = pickle.dumps((ruleset.id, scene, seed))
        self._size = size
        self._found: SimpleQueue[tuple[Stretch, Tally] | CrewLost | None] = SimpleQueue()
        self._next = threading.Lock()
        self._processes: list[subprocess.Popen[bytes]] = []
        self._threads: list[threading.Thread] = []

    def __enter__(self) -> Crew:
        return self  # nothing has started yet: an interrupt from here on meets `__exit__`

    def __exit__(self, *_: object) -> None:
        for process in self._processes:
            process.kill()
        for process in self._processes:
            process.wait()
        for thread in self._threads:
            thread.join()
        for process in self._processes:
            for pipe in (process.stdin, process.stdout, process.stderr):
                if pipe is not None:
                    try:
                        pipe.close()
                    except OSError:  # what was still to be sent has nobody to go to
                        pass

    def play(self, stretches: Iterator[Stretch], look_up: float) -> Iterator[tuple[Stretch, Tally] | None]:
        """The tallies of the stretches, in the order in which they are done; None every `look_up` seconds without."""
        for _ in range(self._size):
            self._start()
        for process in self._processes:
            thread = threading.Thread(target=self._lead, args=(process, stretches), daemon=True)
            self._threads.append(thread)
            thread.start()
        at_work = len(self._processes)
        while at_work:
            try:
                found = self._found.get(timeout=look_up)
            except Empty:
                yield None
                continue
            if isinstance(found, CrewLost):
                raise found
            if found is None:
                at_work -= 1
            else:
                yield found

    def _start(self) -> None:
        program = f"import sys; sys.path[:] = {sys.path!r}; from fireteam.lab.crew import work; work()"
        self._processes.append(
            subprocess.Popen(
                [sys.executable, "-c", program],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,  # an interrupt at the terminal is the parent's to handle
            )
        )

    def _lead(self, process: subprocess.Popen[bytes], stretches: Iterator[Stretch]) -> None:
        """Hands one process a stretch after another until there are no more."""
        assert process.stdin and process.stdout and process.stderr
        try:
            process.stdin.write(self._hello)
            while True:
                with self._next:
                    stretch = next(stretches, None)
                if stretch is None:
                    break
                pickle.dump(stretch, process.stdin)
                process.stdin.flush()
                self._found.put((stretch, pickle.load(process.stdout)))
        except (OSError, EOFError, pickle.UnpicklingError):
            last_words = process.stderr.read().decode(errors="replace").strip()
            self._found.put(CrewLost(last_words or "a process that played fights ended without a word"))
            return
        self._found.put(None)


def work() -> None:
    """The whole life of a process of the crew."""
    source, into = sys.stdin.buffer, sys.stdout.buffer
    # What a ruleset prints must not get between the tallies.
    with open(os.devnull, "w") as nowhere, redirect_stdout(nowhere):
        ruleset_id, scene, seed = pickle.load(source)
        ruleset = find_ruleset(ruleset_id)
        for stretch in _received(source):
            pickle.dump(play_stretch(ruleset, scene, seed, stretch), into)
            into.flush()


def _received(source: BinaryIO) -> Iterator[Any]:
    while True:
        try:
            yield pickle.load(source)
        except EOFError:
            return
