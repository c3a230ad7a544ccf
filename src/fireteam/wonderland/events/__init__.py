"""18 Events: every type that this game's log may hold."""

from __future__ import annotations

from fireteam.kernel.events import Decided, Event, Hidden, Noted, Revealed, SetByHand, Undone
from fireteam.wonderland.events import conditions, fighting, gm, moves, turns

_MODULES = (turns, fighting, conditions, moves, gm)

EVENTS: tuple[type[Event], ...] = (
    Decided,
    Hidden,
    Revealed,
    Noted,
    SetByHand,
    Undone,
    *(
        kind
        for module in _MODULES
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, Event) and kind.__module__ == module.__name__
    ),
)
