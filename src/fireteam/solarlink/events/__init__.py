"""SL-23.1 Types. Every event of the game, by what it is about."""

from __future__ import annotations

from collections.abc import Sequence

from fireteam.kernel.events import Decided, Hidden, Noted, Revealed, SetByHand, Undone
from fireteam.solarlink.events import acts, body, space, turns


def event_types() -> Sequence[type]:
    """All types, the kernel's included."""
    kinds = [
        kind
        for module in (turns, body, acts, space)
        for kind in vars(module).values()
        if isinstance(kind, type) and kind.__module__ == module.__name__
    ]
    return (*kinds, Decided, Hidden, Revealed, Noted, SetByHand, Undone)
