"""Decisions: a rule asks a question by a plain call, and whoever decides answers it.

If nobody can answer yet, `Undecided` abandons the attempt; the table keeps the question and the dice so far, and runs
the rule again from the start when the answer comes (`fight.Fight.answer`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

GM = "gm"

TAKE_DEFAULT = "default"
"""A standing answer: whatever the clause calls its default, each time."""


@dataclass(slots=True, frozen=True)
class Question:
    """A choice among named answers.

    `key` is its name in the rulebook, `who` the fighter it concerns (or "gm"), `asked` the fighter whose controller
    answers, or "gm" for the game master; `answers` has at least two entries, `default` is one of them.
    `facts` are numbers that help to decide (what would get through, what is left), by name.
    """

    key: str
    who: str
    asked: str
    answers: tuple[str, ...]
    default: str
    rule: str
    facts: Mapping[str, int] = field(default_factory=dict)


class Undecided(Exception):
    """The answer is not there yet: the attempt is abandoned and made again later."""

    def __init__(self, question: Question) -> None:
        super().__init__(f"{question.key}: {' or '.join(question.answers)}?")
        self.question = question


class BadAnswer(Exception):
    """An answer that the question does not offer."""

    def __init__(self, question: Question, answer: str) -> None:
        super().__init__(f'"{answer}" is no answer to {question.key}: use {" or ".join(question.answers)}')
        self.question = question


class Decider(Protocol):
    """Whoever answers questions. `scene` is the scene as it stands when the question is asked."""

    def decide(self, question: Question, scene: Any) -> str: ...


class Defaults:
    """Everybody takes the answer that the clause calls its default."""

    __slots__ = ()

    def decide(self, question: Question, scene: Any) -> str:
        return question.default


class ScriptedAnswers:
    """Answers from a list, in order; when it is empty, another decider's (the defaults, unless one is given)."""

    __slots__ = ("left", "then")

    def __init__(self, answers: Iterable[str], then: Decider | None = None) -> None:
        self.left = list(answers)
        self.then: Decider = then or Defaults()

    def decide(self, question: Question, scene: Any) -> str:
        if not self.left:
            return self.then.decide(question, scene)
        answer = self.left.pop(0)
        if answer not in question.answers:
            raise BadAnswer(question, answer)
        return answer


class AskPeople:
    """Questions to player fighters and the game master wait for a person; standing answers come first.

    `standing` maps (fighter or "gm", key) to an answer given once and for all; one that is not offered this time is
    passed over. `people` says whose questions wait: ids of fighters, and "gm". Everybody else takes `others`.
    """

    __slots__ = ("others", "people", "standing")

    def __init__(self, people: Iterable[str], others: Decider | None = None) -> None:
        self.people = set(people)
        self.standing: dict[tuple[str, str], str] = {}
        self.others: Decider = others or Defaults()

    def decide(self, question: Question, scene: Any) -> str:
        standing = self.standing.get((question.asked, question.key))
        if standing in question.answers:
            return standing
        if standing == TAKE_DEFAULT:
            return question.default
        if question.asked in self.people:
            raise Undecided(question)
        return self.others.decide(question, scene)
