"""What each answer to an open question would do: tried on copies of the scene with the dice that have fallen."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from fireteam.fronts.web import board
from fireteam.fronts.web.texts import Texts
from fireteam.fronts.web.words import plain_words
from fireteam.kernel.chances import Enumerated
from fireteam.kernel.decisions import ScriptedAnswers
from fireteam.kernel.dice import DiceFault, Recorded
from fireteam.kernel.events import Event
from fireteam.kernel.fight import Pending
from fireteam.kernel.ruleset import Ruleset
from fireteam.kernel.run import Cut, Run
from fireteam.kernel.scene import Scene, duplicate
from fireteam.kernel.visibility import Viewer, project
from fireteam.lab.percent import percent

_NUMBER = re.compile(r"d?\d+")

MOST_RUNS = 400
"""How many ways for the dice to fall are tried for one answer; beyond that nothing is said of it."""
TURN_ENDS = frozenset({"turn_ended", "turn_began", "round_began", "ended"})
"""The events at which a turn is over, in every game."""
MOST_LINES = 4
"""How many consequences are shown for one answer."""


def costs_of(ruleset: Ruleset, scene: Scene, pending: Pending, viewer: Viewer, t: Texts) -> dict[str, list[str]]:
    """For each answer, what it would change for this viewer, likeliest first, in words."""
    found = {answer: _consequences(ruleset, scene, pending, answer, viewer) for answer in pending.question.answers}
    told = [chances for chances in found.values() if chances is not None]
    # What comes with every answer alike is no reason for one of them.
    alike = {line for line in (told[0] if told else {}) if len({chances.get(line) for chances in told}) == 1}
    return {answer: _lines(chances, alike, t) for answer, chances in found.items() if chances is not None}


def _lines(chances: Mapping[str, Fraction], alike: set[str], t: Texts) -> list[str]:
    """What one answer does, likeliest first, in words."""
    lines = sorted(((line, chance) for line, chance in chances.items() if line not in alike), key=lambda pair: -pair[1])
    if not lines:
        return [str(t("question.same" if alike else "question.nothing"))]
    return [line if chance == 1 else f"{line} ({percent(chance, 0)})" for line, chance in lines[:MOST_LINES]]


def _consequences(
    ruleset: Ruleset, scene: Scene, pending: Pending, answer: str, viewer: Viewer
) -> dict[str, Fraction] | None:
    """Each change that one answer may lead to, with its chance; None where there are too many ways to tell."""
    before = project(ruleset, scene, viewer)
    found: dict[str, Fraction] = {}
    try:
        for after, chance in _ways(ruleset, scene, pending, answer):
            for line in differences(ruleset, before, project(ruleset, after, viewer)):
                found[line] = found.get(line, Fraction(0)) + chance
    except (_TooMany, DiceFault):
        return None
    return found


class _TooMany(Exception):
    pass


class _Turn(Run[Any]):
    """A run that stops where the turn ends in which the question was asked: what comes later is no cost of it."""

    __slots__ = ("script",)

    def __init__(self, scene: Scene, source: Recorded, script: ScriptedAnswers) -> None:
        super().__init__(scene, source, script, logs=False)
        self.script = script

    def happened(self, fact: Event) -> None:
        super().happened(fact)
        if fact.type in TURN_ENDS and not self.script.left:
            raise Cut


def _ways(ruleset: Ruleset, scene: Scene, pending: Pending, answer: str) -> Iterator[tuple[Scene, Fraction]]:
    """The scenes that the command may lead to with this answer, each with its chance."""
    source = Enumerated()
    action = ruleset.actions().by_key[pending.command.action]
    for _ in range(MOST_RUNS):
        trial = duplicate(scene)
        script = ScriptedAnswers([*pending.answers, answer], ruleset.autopilot(trial))
        run = _Turn(trial, Recorded(pending.faces, source), script)
        try:
            action.resolve(run, duplicate(pending.command))
            if script.left:  # the question comes in what follows the command: somebody else's turn
                ruleset.after(run)
        except Cut:
            pass
        yield trial, source.rewind()
        if not source.advance():
            return
    raise _TooMany


def differences(ruleset: Ruleset, before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[str]:
    """What a viewer would see change: tracks and badges of fighters, and the table's gauges."""
    for id, one in after.get("fighters", {}).items():
        earlier = before.get("fighters", {}).get(id)
        if earlier is None or earlier == one:
            continue
        old, new = board.card(ruleset, id, earlier), board.card(ruleset, id, one)
        for was, now in zip(old.tracks, new.tracks, strict=False):
            if (was.filled, was.word) != (now.filled, now.word):
                yield f"{new.name}: {now.label} {_stand(was)} → {_stand(now)}"
        came = [badge for badge in new.badges if badge not in old.badges]
        went = [badge for badge in old.badges if badge not in new.badges]
        for badge in came:
            was_badge = next((one for one in went if _kind(one) == _kind(badge)), None)
            yield f"{new.name}: {was_badge} → {badge}" if was_badge else f"{new.name}: + {badge}"
        for badge in went:
            if _kind(badge) not in map(_kind, came):
                yield f"{new.name}: − {badge}"
    for was_gauge, now_gauge in zip(board.gauges(ruleset, before), board.gauges(ruleset, after), strict=False):
        if was_gauge.track and now_gauge.track:
            if was_gauge.track.filled != now_gauge.track.filled:
                yield f"{now_gauge.track.label} {_stand(was_gauge.track)} → {_stand(now_gauge.track)}"
        elif was_gauge.words != now_gauge.words:
            yield f"{plain_words(was_gauge.words)} → {plain_words(now_gauge.words)}"


def _kind(badge: str) -> str:
    """What a badge is about, without its numbers: "1 plot point" and "0 plot points" are the same thing."""
    return _NUMBER.sub("", badge).strip().rstrip("s")


def _stand(track: board.Boxes) -> str:
    return track.word or f"{track.filled}/{track.size}"
