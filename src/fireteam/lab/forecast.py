"""Forecasts: many fights played to their end by everybody's behaviours, and what they say about the next one.

Fight number i of a forecast is rolled from the seed "SEED/i". So a forecast depends on its scene, its seed and its
number of fights alone: not on how many processes share the work, nor on how it is cut up, and the first hundred of a
thousand fights are the forecast of a hundred.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from time import perf_counter
from typing import Any

from fireteam.kernel.dice import GENERATOR, fresh_seed
from fireteam.kernel.ruleset import NoRuleset, Ruleset, find_ruleset
from fireteam.kernel.scene import CALM, Scene
from fireteam.lab.crew import Crew, Stretch, play_stretch
from fireteam.lab.percent import percent
from fireteam.lab.tally import UNDECIDED, Share, Tally, mean, percentile

MOST_FIGHTS = 1_000_000
"""The most fights of one forecast."""
MOST_WORKERS = 64
"""The most processes that share a forecast."""

TYPICAL = Fraction(1, 2)
LONG = Fraction(9, 10)

_CREW_PAYS = 0.6
"""Seconds of work left from which starting more processes saves time."""
_WARM_UP = 0.15
"""Seconds of fights played here before anybody decides how to go on."""
_STRETCH = 0.2
"""Seconds of fights handed out at once."""
_LOOK_UP = 0.05
"""Seconds between two looks at whether the caller has left."""

Progress = Callable[[int, int], None]
Cancel = Callable[[], bool]


class NoForecast(Exception):
    """A forecast that cannot be made; the message says what to change."""


class Cancelled(NoForecast):
    """The caller left before the forecast was done."""


@dataclass(slots=True, frozen=True)
class Cast:
    """Somebody who stood in the scene when the fights began."""

    id: str
    name: str
    side: str
    played_by: str


@dataclass(slots=True, frozen=True)
class Forecast:
    """What many fights came to: `tally` has the counts, the methods what they say.

    `asked` is the number of fights wanted; `fights` falls short of it only when the time allowed was up. `seconds` is
    how long it took, which is not part of the result.
    """

    ruleset: str
    title: str
    seed: str
    asked: int
    cast: tuple[Cast, ...]
    tally: Tally
    seconds: float
    generator: str = GENERATOR

    @property
    def fights(self) -> int:
        return self.tally.fights

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides in listing order, and after them those that only joined or won on the way."""
        named = dict.fromkeys(one.side for one in self.cast)
        late = sorted({*self.tally.standing, *self.tally.ended} - {*named, UNDECIDED})
        return (*named, *late)

    def win(self, side: str) -> Share:
        """How often a side wins."""
        return self.tally.won(side)

    @property
    def undecided(self) -> Share:
        """How often nobody wins: the round limit of the rules, or nobody left."""
        return self.tally.won(UNDECIDED)

    def out(self, id: str) -> Share:
        """How often a fighter does not stand at the end."""
        return Share(self.tally.out.get(id, 0), self.fights)

    def dead(self, id: str) -> Share:
        """How often a fighter is lost for good."""
        return Share(self.tally.dead.get(id, 0), self.fights)

    @property
    def mean_rounds(self) -> Fraction:
        return mean(self.tally.rounds)

    def rounds_at(self, part: Fraction) -> int:
        """The number of rounds that this part of the fights do not exceed."""
        return percentile(self.tally.rounds, part)

    def decided_by(self) -> dict[int, Share]:
        """For each round up to the longest fight, how many fights had a winner by its end."""
        rounds = self.tally.rounds
        won = [counts for winner, counts in self.tally.ended.items() if winner != UNDECIDED]
        found, so_far = {}, 0
        for round_ in range(max(rounds) + 1):
            so_far += sum(counts.get(round_, 0) for counts in won)
            found[round_] = Share(so_far, self.fights)
        return found

    def members(self, side: str) -> int:
        """How many stood on a side when the fights began."""
        return sum(one.side == side for one in self.cast)

    def price(self, side: str) -> dict[str, float | None]:
        """What a side pays on average: how many of it are out and dead at the end, and out when it wins."""
        size = self.members(side)
        won = self.tally.standing_won.get(side)
        ours = [one.id for one in self.cast if one.side == side]
        return {
            "out": sum(self.out(id).count for id in ours) / self.fights,
            "dead": sum(self.dead(id).count for id in ours) / self.fights,
            "out_when_won": float(size - mean(won)) if won else None,
        }

    def to_json(self) -> dict[str, Any]:
        """The forecast as plain data: the same scene, seed and number of fights give the same, to the last digit."""
        tally = self.tally
        return {
            "fights": self.fights,
            "exact": False,
            "win": {side: self.win(side).to_json() for side in self.sides},
            "undecided": self.undecided.p,
            "rounds": {
                "mean": float(self.mean_rounds),
                "p50": self.rounds_at(TYPICAL),
                "p90": self.rounds_at(LONG),
                "histogram": _by_value(tally.rounds),
            },
            "fighters": {one.id: {"out": self.out(one.id).p, "dead": self.dead(one.id).p} for one in self.cast},
            "sides": {
                side: {"standing": _by_value(tally.standing.get(side, {})), **self.price(side)} for side in self.sides
            },
            "seed": self.seed,
            "generator": self.generator,
        }

    def lines(self) -> list[str]:
        """The forecast for a person, a fact a line."""
        found = [f"{self.title or self.ruleset}: {self.fights:,} fights, seed {self.seed}"]
        if self.fights < self.asked:
            found.append(f"  stopped when the time was up, before the {self.asked:,} asked for")
        width = max(map(len, (*self.sides, "undecided")))
        for side in self.sides:
            found.append(f"  {side:<{width}}  {_share(self.win(side))}")
        if self.undecided.count:
            found.append(f"  {'undecided':<{width}}  {_share(self.undecided)}")
        found.append(
            f"  rounds: {float(self.mean_rounds):.1f} on average, half are over by {self.rounds_at(TYPICAL)}, "
            f"nine in ten by {self.rounds_at(LONG)}"
        )
        for side in self.sides:
            price = self.price(side)
            text = f"  {side} loses {price['out']:.2f} of {self.members(side)}, {price['dead']:.2f} for good"
            if price["out_when_won"] is not None:
                text += f"; {price['out_when_won']:.2f} when it wins"
            found.append(text)
        width = max((len(one.name) for one in self.cast), default=0)
        for one in self.cast:
            out, dead = percent(self.out(one.id).p, 1), percent(self.dead(one.id).p, 1)
            found.append(f"  {one.name:<{width}}  out {out:>7}  dead {dead:>7}")
        return found


def _share(share: Share) -> str:
    low, high = share.interval
    return f"{percent(share.p, 1):>7}  ({percent(low, 1)} to {percent(high, 1)})"


def _by_value(counts: dict[int, int]) -> dict[str, int]:
    return {str(value): counts[value] for value in sorted(counts)}


def forecast(
    ruleset: Ruleset,
    scene: Scene,
    fights: int = 1000,
    seed: str | int | None = None,
    workers: int | None = None,
    progress: Progress | None = None,
    *,
    cancel: Cancel | None = None,
    seconds: float | None = None,
) -> Forecast:
    """Plays a scene that many times, from where it stands; the scene does not change.

    `workers` is the number of processes (default: one for each core, none for work that is quickly done here).
    `progress` is called with the fights done and asked for. Stops with `Cancelled` as soon as `cancel` says so, and
    with the fights played so far, in order, after `seconds`. Raises `NoForecast` for numbers out of range.
    """
    _within("fights", fights, MOST_FIGHTS)
    if workers is not None:
        _within("workers", workers, MOST_WORKERS)
    if seconds is not None and seconds <= 0:
        raise NoForecast(f"the time for a forecast must be more than 0 seconds, not {seconds:g}")
    if not scene.fighters:
        raise NoForecast("nobody stands in this scene: give it fighters")
    if scene.phase is CALM and ruleset.next_command(scene) is None:
        raise NoForecast("nobody acts in this scene: a fight needs two sides with somebody who can fight")
    began = perf_counter()
    job = _Job(ruleset, scene, str(seed) if seed is not None else fresh_seed(), fights, progress, cancel, seconds)
    tally = job.run(workers)
    cast = tuple(Cast(one.id, one.name, one.side, one.controlled_by.value) for one in scene.fighters.values())
    return Forecast(ruleset.id, scene.title, job.seed, fights, cast, tally, perf_counter() - began)


def _within(what: str, number: int, most: int) -> None:
    if not 1 <= number <= most:
        raise NoForecast(f"the number of {what} must be from 1 to {most:,}, not {number:,}")


class _Job:
    """A forecast being made: its fights in order, here or by a crew, until they are done, late or unwanted."""

    def __init__(
        self,
        ruleset: Ruleset,
        scene: Scene,
        seed: str,
        fights: int,
        progress: Progress | None,
        cancel: Cancel | None,
        seconds: float | None,
    ) -> None:
        self.ruleset = ruleset
        self.scene = scene
        self.seed = seed
        self.fights = fights
        self.progress = progress
        self.cancel = cancel
        self.ends_at = perf_counter() + seconds if seconds is not None else None

    def run(self, workers: int | None) -> Tally:
        """The tally of the fights, from the first on, as many as time allows."""
        tally = Tally()
        began = perf_counter()
        self._play_here(tally, began + _WARM_UP if workers != 1 else None)
        left = self.fights - tally.fights
        if left and not self._is_late():
            seconds_each = (perf_counter() - began) / tally.fights
            size = min(workers or _cores(), left)
            if size == 1 or not _can_be_found(self.ruleset) or (workers is None and left * seconds_each < _CREW_PAYS):
                self._play_here(tally, None)
            else:
                self._play_with_crew(tally, size, max(1, int(_STRETCH / seconds_each)))
        return tally

    def _play_here(self, tally: Tally, until: float | None) -> None:
        """Plays on in this process, one fight at least, up to a moment or to the last fight."""
        told = perf_counter()
        while tally.fights < self.fights:
            number = tally.fights
            tally.merge(play_stretch(self.ruleset, self.scene, self.seed, Stretch(number, number + 1)))
            now = perf_counter()
            if now - told >= _LOOK_UP or tally.fights == self.fights:
                told = now
                self._tell(tally.fights)
            if self._is_late() or (until is not None and now >= until):
                return

    def _play_with_crew(self, tally: Tally, size: int, length: int) -> None:
        """Plays on with a crew. Stretches may be done in any order; they are added in theirs, without gaps."""
        early: dict[int, Tally] = {}
        done = tally.fights
        with Crew(self.ruleset, self.scene, self.seed, size) as crew:
            for found in crew.play(self._stretches(tally.fights, size, length), _LOOK_UP):
                if found is not None:
                    stretch, part = found
                    early[stretch.start] = part
                    done += part.fights
                while tally.fights in early:
                    tally.merge(early.pop(tally.fights))
                self._tell(done)
                if self._is_late():
                    return

    def _stretches(self, start: int, size: int, length: int) -> Iterator[Stretch]:
        """What is left to play, cut so that everybody gets a share and nobody is long at the last one."""
        while start < self.fights:
            share = -(-(self.fights - start) // (2 * size))
            stop = min(self.fights, start + min(length, share))
            yield Stretch(start, stop)
            start = stop

    def _tell(self, done: int) -> None:
        if self.cancel is not None and self.cancel():
            raise Cancelled(f"stopped after {done:,} of {self.fights:,} fights")
        if self.progress is not None:
            self.progress(done, self.fights)

    def _is_late(self) -> bool:
        return self.ends_at is not None and perf_counter() >= self.ends_at


def _cores() -> int:
    """The processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return min(MOST_WORKERS, len(os.sched_getaffinity(0)))
    return min(MOST_WORKERS, os.cpu_count() or 1)


def _can_be_found(ruleset: Ruleset) -> bool:
    """Whether another process finds this very ruleset by its id; one made by hand is played here."""
    try:
        return find_ruleset(ruleset.id) is ruleset
    except NoRuleset:
        return False
