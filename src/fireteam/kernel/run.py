"""A run: one command being resolved. Rules ask it for dice and decisions, and tell it what happened."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Generic, TypeVar

from fireteam.kernel.decisions import BadAnswer, Decider, Defaults, Question
from fireteam.kernel.dice import Reading, Source
from fireteam.kernel.events import Decided, Event, Id
from fireteam.kernel.scene import Scene

S = TypeVar("S", bound=Scene)
T = TypeVar("T")


class Cut(Exception):
    """The run has passed the milestone that its caller asked for; what comes after does not matter to the question."""


class Run(Generic[S]):
    """What a rule is given besides its command.

    `scene` is changed only through `happened` and `goes_on`. With `logs` off, events that only inform need not be
    made: a rule guards them (`if run.logs:`), so the same rules run faster; events that change the scene are always
    given.
    `faces` and `answers` collect what was rolled and decided, for the journal and for running the rule again.
    `until` names a milestone at which the run is cut (see `passed`).
    """

    __slots__ = ("answers", "decider", "dice", "events", "faces", "logs", "scene", "until")

    def __init__(
        self,
        scene: S,
        dice: Source,
        decider: Decider | None = None,
        *,
        logs: bool = True,
        until: str = "",
    ) -> None:
        self.scene = scene
        self.dice = dice
        self.decider: Decider = decider or Defaults()
        self.logs = logs
        self.until = until
        self.events: list[Event] = []
        self.faces: list[int] = []
        self.answers: list[str] = []

    def roll(self, reading: Reading[T]) -> T:
        """The value of a reading, from whatever source this run has."""
        value, faces = self.dice.answer(reading)
        if self.logs and faces is not None:
            self.faces += faces
        return value

    def choose(
        self,
        key: str,
        who: str,
        answers: tuple[str, ...],
        default: str,
        rule: str,
        asked: str = "",
        facts: Mapping[str, int] | None = None,
    ) -> str:
        """The answer to a question; the only answer if there is just one, without asking anybody.

        `who` is the fighter it concerns, `asked` whose controller answers ("gm" for the game master; `who` if empty).
        """
        if len(answers) < 2:
            return answers[0]
        question = Question(key, who, asked or who, answers, default, rule, facts or {})
        answer = self.decider.decide(question, self.scene)
        if answer not in answers:
            raise BadAnswer(question, answer)
        if self.logs:
            self.answers.append(answer)
            by = asked if asked in self.scene.fighters else who
            self.happened(Decided(key, Id(by), answer, rule, Id(who) if who != by else None))
        return answer

    def happened(self, fact: Event) -> None:
        """Changes the scene as the event says, and keeps the event."""
        fact.apply(self.scene)
        if self.logs:
            self.events.append(fact)
            self.scene.seq += 1

    def goes_on(self, more: Event) -> None:
        """Changes the scene as the last event does that says this as well by now; it is kept already."""
        more.apply(self.scene)

    def passed(self, milestone: str) -> None:
        """Marks a point of the rules by name; exact odds stop at the one they ask for."""
        if milestone == self.until:
            raise Cut
