"""Exact chances: the fourth source of dice tries everything and counts.

`explore` runs a piece of the rules once for each combination of *readings* (not of faces), so an opposed roll of
eight dice takes some hundred runs, not 884,736. Weights are integers, chances fractions; nothing is rounded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, Generic, TypeVar

from fireteam.kernel.dice import Reading

T = TypeVar("T")
U = TypeVar("U")

MOST_BRANCHES = 250_000
"""The largest number of runs that one exact question may take."""


class TooManyBranches(Exception):
    """An exact answer would take more runs than the limit allows."""

    def __init__(self, limit: int) -> None:
        super().__init__(f"more than {limit:,} different ways for the dice to fall: ask for a forecast instead")
        self.limit = limit


class Chances(Generic[T]):
    """A distribution: each outcome with its exact chance. The chances sum to 1."""

    __slots__ = ("parts",)

    def __init__(self, parts: dict[T, Fraction]) -> None:
        self.parts = parts

    @classmethod
    def of(cls, reading: Reading[T]) -> Chances[T]:
        """The distribution of a reading."""
        weights = reading.weights()
        total = sum(weights.values())
        return cls({value: Fraction(ways, total) for value, ways in weights.items()})

    def __getitem__(self, outcome: T) -> Fraction:
        return self.parts.get(outcome, Fraction(0))

    def mean(self, value: Callable[[T], int | Fraction]) -> Fraction:
        """The expected number that `value` gives."""
        return sum((chance * value(outcome) for outcome, chance in self.parts.items()), Fraction(0))

    def map(self, change: Callable[[T], U]) -> Chances[U]:
        """The distribution of what `change` makes of each outcome."""
        found: dict[U, Fraction] = {}
        for outcome, chance in self.parts.items():
            changed = change(outcome)
            found[changed] = found.get(changed, Fraction(0)) + chance
        return Chances(found)

    def total(self) -> Fraction:
        """The sum of all chances: 1 unless something was cut off."""
        return sum(self.parts.values(), Fraction(0))


_SLOTS: dict[type, tuple[str, ...]] = {}


def told_apart(reading: Reading[Any]) -> tuple[Any, ...]:
    """What tells a reading from others: its kind and the value of each slot. Two that agree have the same weights."""
    kind = reading.__class__
    slots = _SLOTS.get(kind)
    if slots is None:
        if hasattr(reading, "__dict__"):
            raise TypeError(f"{kind.__name__} must declare __slots__, so that it can be told from others of its kind")
        slots = tuple(name for base in kind.__mro__ for name in base.__dict__.get("__slots__", ()))
        _SLOTS[kind] = slots
    return (kind, *[getattr(reading, name) for name in slots])


class Enumerated:
    """A source that walks one branch of the tree of readings; `explore` moves it on to the next.

    A reading that comes again on another branch is not worked out again.
    """

    __slots__ = ("_at", "_choices", "_known", "_picks")

    def __init__(self) -> None:
        self._choices: list[tuple[list[Any], list[int], int]] = []
        self._picks: list[int] = []
        self._at = 0
        self._known: dict[tuple[Any, ...], tuple[list[Any], list[int], int]] = {}

    def answer(self, reading: Reading[T]) -> tuple[T, None]:
        at = self._at
        if at == len(self._picks):
            key = told_apart(reading)
            choice = self._known.get(key)
            if choice is None:
                weights = reading.weights()
                choice = self._known[key] = (list(weights), list(weights.values()), sum(weights.values()))
            self._choices.append(choice)
            self._picks.append(0)
        self._at += 1
        value: T = self._choices[at][0][self._picks[at]]
        return value, None

    def weigh(self) -> tuple[int, int]:
        """The branch just walked as so many ways out of so many; the source stands at its start again."""
        ways = whole = 1
        for (_, weights, total), pick in zip(self._choices, self._picks, strict=True):
            ways *= weights[pick]
            whole *= total
        self._at = 0
        return ways, whole

    def rewind(self) -> Fraction:
        """The chance of the branch just walked; the source stands at its start again."""
        return Fraction(*self.weigh())

    def advance(self) -> bool:
        """Moves to the next branch; False when all have been walked."""
        while self._picks:
            self._picks[-1] += 1
            if self._picks[-1] < len(self._choices[-1][0]):
                return True
            self._picks.pop()
            self._choices.pop()
        return False


def explore(play: Callable[[Enumerated], T], limit: int = MOST_BRANCHES) -> Iterator[tuple[T, Fraction]]:
    """Runs `play` once for each combination of readings it asks for, and gives each result with its exact chance.

    `play` must do the same each time but for the dice: it starts from a fresh copy of its scene. Raises
    `TooManyBranches` beyond `limit` runs.
    """
    source = Enumerated()
    for _ in range(limit):
        result = play(source)
        yield result, source.rewind()
        if not source.advance():
            return
    raise TooManyBranches(limit)


def gather(results: Iterator[tuple[T, Fraction]]) -> Chances[T]:
    """Adds up the chances of equal results."""
    found: dict[T, Fraction] = {}
    for result, chance in results:
        found[result] = found.get(result, Fraction(0)) + chance
    return Chances(found)
