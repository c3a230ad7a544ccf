"""How the benchmarks measure: contestants take turns in one run, so that a ratio travels between machines."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from statistics import median
from time import perf_counter


def medians(
    contestants: Mapping[str, Callable[[], object]], rounds: int, clock: Callable[[], float] = perf_counter
) -> dict[str, float]:
    """Median seconds of each contestant over alternating runs; the order turns round each time.

    `clock` may be `time.process_time` for what neither waits nor starts processes: other work on the machine does not
    count then.
    """
    taken: dict[str, list[float]] = {name: [] for name in contestants}
    names = list(contestants)
    for number in range(rounds):
        for name in names if number % 2 == 0 else reversed(names):
            began = clock()
            contestants[name]()
            taken[name].append(clock() - began)
    return {name: median(times) for name, times in taken.items()}


def at_least(what: str, ratio: float, goal: float) -> None:
    """Says whether a ratio reaches its goal."""
    print(f"{'pass' if ratio >= goal else 'MISSED'}: {what}: {ratio:.2f} (goal: at least {goal:g})")


def at_most(what: str, ratio: float, goal: float) -> None:
    """Says whether a ratio keeps below its goal."""
    print(f"{'pass' if ratio < goal else 'MISSED'}: {what}: {ratio:.2f} (goal: under {goal:g})")
