"""A scene as lines, made from what one viewer may know of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from fireteam.fronts.terminal.safe import safe
from fireteam.fronts.terminal.screen import Screen, Style
from fireteam.fronts.terminal.telling import Name
from fireteam.kernel.ruleset import Ruleset, Track

MOST_BOXES = 12
"""Tracks with more boxes than this are drawn with ten."""


def track_words(track: Track | str) -> str:
    """A track as boxes and words: `Physical [##..] Hurt`."""
    if isinstance(track, str):
        return safe(track)
    if not track.size:
        return f"{safe(track.label)} {safe(track.word)}"
    if track.size > MOST_BOXES:
        filled = -(-track.filled * 10 // track.size)  # the last box empties last
        boxes = "#" * filled + "." * (10 - filled)
    else:
        boxes = "#" * track.filled + "." * (track.size - track.filled)
    word = track.word or f"{track.filled} of {track.size}"
    return f"{safe(track.label)} [{boxes}] {safe(word)}"


def fighter_words(ruleset: Ruleset, fighter: Mapping[str, Any]) -> str:
    """A fighter's tracks and badges in one line. What a viewer may not know has been left out before."""
    return ", ".join(_parts(ruleset, fighter).values())


def _parts(ruleset: Ruleset, fighter: Mapping[str, Any]) -> dict[str, str]:
    """Tracks by their label, and badges by themselves, in words."""
    found = {track.label: track_words(track) for track in _asked(ruleset.tracks, fighter)}
    return found | {str(badge): safe(str(badge)) for badge in _asked(ruleset.badges, fighter)}


def changed_words(ruleset: Ruleset, old: Mapping[str, Any] | None, new: Mapping[str, Any]) -> str:
    """What of a fighter's tracks and badges is new, and which badges are gone; empty if nothing shows."""
    now = _parts(ruleset, new)
    before = _parts(ruleset, old) if old is not None else {}
    found = ", ".join(words for key, words in now.items() if before.get(key) != words)
    gone = ", ".join(words for key, words in before.items() if key not in now)
    if gone:
        return f"{found} (was {gone})" if found else f"no longer {gone}"
    return found


def _asked(words: Any, plain: Mapping[str, Any]) -> Sequence[Any]:
    """What a ruleset shows of a projection; nothing where the fields it needs are not for this viewer."""
    try:
        return list(words(plain))
    except KeyError:
        return []


def heading(ruleset: Ruleset, scene: Mapping[str, Any], name: Name, may_act: Sequence[str] = ()) -> str:
    """Where the fight stands: its title, round, and whose turn it is, or who may take the next one."""
    title = safe(str(scene.get("title") or ruleset.title))
    phase = scene.get("phase")
    if phase == "combat":
        acting = scene.get("acting")
        turn = "Somebody unseen acts."
        if acting:
            turn = f"{name(acting)} acts."
        elif may_act:
            *others, last = map(name, may_act)
            turn = f"{', '.join(others)} or {last} may act." if others else f"{last} may act."
        return f"{title}. Round {scene.get('round')}. {turn}"
    if phase == "over":
        return f"{title}. The fight is over."
    return f"{title}. No fight is on."


def show_scene(
    screen: Screen, ruleset: Ruleset, scene: Mapping[str, Any], name: Name, may_act: Sequence[str] = ()
) -> None:
    """The whole scene: heading, gauges, then each side with its fighters in listing order."""
    screen.say(heading(ruleset, scene, name, may_act), style=Style.HEAD)
    gauges = [track_words(gauge) for gauge in _asked(ruleset.gauges, scene)]
    if gauges:
        screen.say("Table: " + "; ".join(gauges), hang=2)
    sides: dict[str, list[str]] = {}
    for id, one in scene.get("fighters", {}).items():
        sides.setdefault(str(one.get("side") or "no side"), []).append(id)
    for side, ids in sides.items():
        screen.say(f"Side {safe(side)}:")
        for id in ids:
            show_fighter(screen, ruleset, scene, id, name)
    for id, one in scene.get("vehicles", {}).items():
        screen.say(f"Vehicle {name(id)} ({id}): {fighter_words(ruleset, one)}", hang=2)


def show_fighter(screen: Screen, ruleset: Ruleset, scene: Mapping[str, Any], id: str, name: Name) -> None:
    """One fighter: name, id, who plays it, whether it acts now, and its tracks."""
    one = scene["fighters"][id]
    notes = [id, "player" if one.get("controlled_by") == "player" else "game master"]
    if scene.get("acting") == id:
        notes.append("acts now")
    if one.get("hidden"):
        notes.append("hidden from players")
    screen.say(f"{name(id)} ({', '.join(notes)})", indent=2, hang=2)
    words = fighter_words(ruleset, one)
    if words:
        screen.say(words, indent=4, hang=2)


def show_order(screen: Screen, scene: Mapping[str, Any], name: Name) -> None:
    """The turn order in one line."""
    order = scene.get("order") or []
    if order:
        screen.say("Order: " + ", ".join(name(id) for id in order), hang=2)


def show_sheet(screen: Screen, scene: Mapping[str, Any], id: str, name: Name) -> None:
    """Everything that this viewer knows of a fighter, field by field; what is empty or 0 is left out."""
    screen.say(f"{name(id)} ({id})", style=Style.HEAD)
    for key, value in scene["fighters"][id].items():
        words = _plain(value)
        if words:
            screen.say(f"{key}: {words}", indent=2, hang=4)
    screen.say("(what is empty or 0 is left out)", indent=2)


def _plain(value: Any) -> str:
    """A plain value in words; nothing for what is empty, off or 0."""
    if isinstance(value, Mapping):
        parts = [(safe(str(key)), item if item is True else _plain(item)) for key, item in value.items()]
        return ", ".join(key if words is True else f"{key} {words}" for key, words in parts if words)
    if isinstance(value, list):
        return ", ".join(filter(None, map(_plain, value)))
    if isinstance(value, bool):
        return "yes" if value else ""
    return "" if value in (None, 0) else safe(str(value))
