"""Whom a command can name: fighters and vessels by id or name, but nobody who is hidden from the one who speaks."""

from __future__ import annotations

from collections.abc import Mapping

from fireteam.kernel.names import find, near_miss, short
from fireteam.kernel.refusals import Refusal
from fireteam.solarlink.state import SolarFighter, SolarScene


def can_name(speaker: SolarFighter | None, other: SolarFighter) -> bool:
    """SL-13.15 Hidden. A hidden fighter cannot be named by the other sides; the game master names everybody.

    Players do not learn of the game master's hidden fighters on their own side either.
    """
    if not other.hidden or speaker is None or speaker is other:
        return True
    return speaker.side == other.side and not (speaker.is_player and not other.is_player)


Names = Mapping[str, tuple[str, ...]]
"""Ids with the names that go with them."""


def nobody(text: str, names: Names) -> Refusal:
    """SL-19.1 Verbs. Names that fit nobody are refused."""
    return Refusal(f"nobody called {short(text)}{near_miss(text, names)}", "SL-19.1")


def find_fighter(scene: SolarScene, text: str, speaker: SolarFighter | None) -> str | Refusal:
    """The fighter that a command names."""
    known = scene.fighters.get(text)
    if known is not None and (not known.hidden or can_name(speaker, known)):
        return text
    names = {id: (one.name,) for id, one in scene.fighters.items() if can_name(speaker, one)}
    return _found(text, names)


def find_vessel(scene: SolarScene, text: str) -> str | Refusal:
    """The vessel that a command names."""
    if text in scene.vehicles:
        return text
    return _found(text, {id: (one.name,) for id, one in scene.vehicles.items()})


def find_anybody(scene: SolarScene, text: str, speaker: SolarFighter | None) -> str | Refusal:
    """The fighter or vessel that a command names; of two with the same id it is the fighter."""
    known = scene.fighters.get(text)
    if known is not None and (not known.hidden or can_name(speaker, known)):
        return text
    if text in scene.vehicles:
        return text
    names = {id: (one.name,) for id, one in scene.vehicles.items()}
    names |= {id: (one.name,) for id, one in scene.fighters.items() if can_name(speaker, one)}
    return _found(text, names)


def _found(text: str, names: Names) -> str | Refusal:
    found = find(text, names)
    if isinstance(found, Refusal) and " could be " not in found.reason:
        return nobody(text, names) if text.strip() else found
    return found
