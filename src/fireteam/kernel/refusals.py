"""Refusals: what a player is told when a command cannot be taken. A value, never an exception."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True, frozen=True)
class Refusal:
    """A command that is not legal now: the reason as a sentence without a full stop, and the clause it rests on.

    `form` is the legal form of the command where there is one; `rule` is empty where no clause is concerned (a
    spelling, a limit).
    """

    reason: str
    rule: str = ""
    form: str = ""

    def __str__(self) -> str:
        return self.reason
