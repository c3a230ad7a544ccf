"""Questions that a rule asks a person: shown with their answers, answered by word, beginning or number."""

from __future__ import annotations

from fireteam.fronts.terminal.safe import safe
from fireteam.fronts.terminal.screen import Screen, Style
from fireteam.fronts.terminal.telling import Name
from fireteam.kernel.decisions import GM, Question
from fireteam.kernel.names import folded, short
from fireteam.kernel.refusals import Refusal


def show_question(screen: Screen, question: Question, name: Name) -> None:
    """Whom it asks, about what, the answers with numbers, the default and the clause."""
    asked = "Game master" if question.asked == GM else name(question.asked)
    about = "" if question.who in (question.asked, GM, "") else f" (about {name(question.who)})"
    key = safe(question.key.replace("_", " "))
    screen.say(f"{asked}: {key}?{about} ({question.rule})", style=Style.HEAD, hang=2)
    if question.facts:
        screen.say(
            ", ".join(f"{safe(fact.replace('_', ' '))} {value}" for fact, value in question.facts.items()), indent=2
        )
    for number, answer in enumerate(question.answers, start=1):
        default = " (default: press Enter)" if answer == question.default else ""
        place = f"{number}. " if _are_numbered(question) else ""
        screen.say(f"{place}{_said(answer, name)}{default}", indent=2, hang=4)


def _are_numbered(question: Question) -> bool:
    """Whether answers are listed with numbers: not where they are numbers themselves, so that a 1 means a 1."""
    return not any(answer.isdecimal() for answer in question.answers)


def _said(answer: str, name: Name) -> str:
    """An answer, and whom it names where it is an id. Names are safe already."""
    called = name(answer)
    return safe(answer) if called == safe(answer) else f"{safe(answer)} ({called})"


def read_answer(question: Question, typed: str) -> str | Refusal:
    """The answer that somebody means: Enter the default, else a number, an answer, or the beginning of one."""
    word = folded(typed)
    if not word:
        return question.default
    exact = [answer for answer in question.answers if folded(answer) == word]
    if exact:
        return exact[0]
    are_numbers = any(answer.isdecimal() for answer in question.answers)
    if (
        word.isascii()
        and word.isdecimal()
        and not are_numbers
        and len(word) < 4
        and 1 <= int(word) <= len(question.answers)
    ):
        return question.answers[int(word) - 1]
    starts = [answer for answer in question.answers if folded(answer).startswith(word)]
    if len(starts) == 1:
        return starts[0]
    ways = " or ".join(starts or question.answers)
    return Refusal(f'"{short(typed)}" is no answer here: use {ways}, or undo to take the command back')
