"""Turn orders and timers as values.

An order is a list of ids; these functions answer questions about one and give new ones, and never change the list they
are given. Which fighters are able to act is for the ruleset to say (`able`), so the fallen are skipped at every place
alike: first, last, acting, at the wrap of a round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from fireteam.kernel.refusals import Refusal


def by_score(ids: Iterable[str], score: Callable[[str], Any]) -> list[str]:
    """Highest score first; equal scores keep the order in which they come. A score may be a tuple: a tie chain."""
    return sorted(ids, key=score, reverse=True)  # a reversed sort stays stable in Python


def placed(order: Sequence[str], who: str, score: Callable[[str], Any]) -> list[str]:
    """`who` put directly above the first one, from the top, that scores lower; else at the end."""
    mine = score(who)
    for at, other in enumerate(order):
        if score(other) < mine:
            return [*order[:at], who, *order[at:]]
    return [*order, who]


def without(order: Sequence[str], who: str) -> list[str]:
    """The order when `who` has left it."""
    return [other for other in order if other != who]


@dataclass(slots=True, frozen=True)
class Step:
    """Who acts next, and whether a new round begins with that turn. `who` is None when nobody is able."""

    who: str | None
    wraps: bool


def after(order: Sequence[str], acting: str | None, able: Callable[[str], bool]) -> Step:
    """The next able fighter after `acting`, going round at most once; from the top when nobody acts yet.

    Call it before `acting` leaves the order: its place is where the search begins.
    """
    start = order.index(acting) + 1 if acting in order else 0
    for at in range(start, len(order)):
        if able(order[at]):
            return Step(order[at], False)
    for at in range(start):
        if able(order[at]):
            return Step(order[at], True)
    return Step(None, True)


def topmost(order: Sequence[str], ready: Callable[[str], bool]) -> str | None:
    """The first in the order that is ready; None when the round is done. For orders in which places change."""
    for who in order:
        if ready(who):
            return who
    return None


def raised(order: Sequence[str], who: str, places: int, top: int = 0) -> list[str]:
    """`who` swapped `places` times with the one directly above, never above index `top` (the head of its own list)."""
    moved = list(order)
    at = moved.index(who)
    for _ in range(places):
        if at <= top:
            break
        moved[at - 1], moved[at] = moved[at], moved[at - 1]
        at -= 1
    return moved


def reordered(order: Sequence[str], wanted: Sequence[str], rank: Callable[[str], Any]) -> list[str] | Refusal:
    """The order as a game master wants it by hand: the same fighters, moved only among those of equal rank."""
    if sorted(order) != sorted(wanted):
        return Refusal("name every fighter of the turn order once: " + ", ".join(order))
    for old, new in zip(order, wanted, strict=True):
        if rank(old) != rank(new):
            return Refusal(f"{new} is not tied with {old}: only those who are tied change places")
    return list(wanted)


class Moment(StrEnum):
    """When a timer counts down."""

    TURN_START = "turn_start"
    TURN_END = "turn_end"
    ROUND_END = "round_end"
    SCENE_END = "scene_end"


@dataclass(slots=True, frozen=True)
class Timer:
    """A duration that hangs on a fighter's turn (`whose`), never on an initiative number.

    It counts down at each `at` of that fighter (rounds and scenes: of everybody) and has run out at 0.
    """

    at: Moment
    left: int = 1
    whose: str = ""

    @property
    def is_over(self) -> bool:
        return self.left <= 0


def to_end_of_this_turn(acting: str) -> Timer:
    """Until the turn that is running ends."""
    return Timer(Moment.TURN_END, 1, acting)


def to_start_of_next_turn(whose: str) -> Timer:
    """Until that fighter's next turn begins, also before its first."""
    return Timer(Moment.TURN_START, 1, whose)


def to_end_of_next_turn(whose: str, acting: str | None) -> Timer:
    """Until the end of that fighter's next turn: one that begins in its own turn survives the end of this one."""
    return Timer(Moment.TURN_END, 2 if whose == acting else 1, whose)


def for_rounds(rounds: int) -> Timer:
    """Until that many rounds have ended."""
    return Timer(Moment.ROUND_END, rounds)


def to_end_of_scene() -> Timer:
    """Until the scene breaks."""
    return Timer(Moment.SCENE_END)


def counted(timer: Timer, at: Moment, whose: str = "") -> Timer:
    """The timer after this moment has passed. The end of a scene ends every timer."""
    if at is Moment.SCENE_END:
        return Timer(timer.at, 0, timer.whose)
    if timer.at is at and timer.whose in ("", whose):
        return Timer(timer.at, timer.left - 1, timer.whose)
    return timer
