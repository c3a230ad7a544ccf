"""Words for the events of this game: the function of an event type has its name, behind an underscore."""

from __future__ import annotations

from collections.abc import Callable

from fireteam.wonderland.words import conditions, fighting, gm, moves, turns
from fireteam.wonderland.words.phrases import Name, Written

SENTENCES: dict[str, Callable[[Written, Name], str]] = {
    say.__name__[1:]: say
    for module in (turns, fighting, conditions, moves, gm)
    for say in vars(module).values()
    if callable(say) and say.__module__ == module.__name__
}


def sentence(event: Written, name: Name) -> str:
    """A written event as a sentence for people; it cites nothing, the front adds the clause."""
    return SENTENCES[event["type"]](event, name)
