"""What happened, in words: each event's sentence with the clause behind it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from fireteam.fronts.terminal.safe import safe, safe_name
from fireteam.fronts.terminal.screen import Style
from fireteam.kernel.ruleset import Ruleset

Name = Callable[[str], str]

_HEADS = {"started", "ended", "round_began", "turn_began"}


@dataclass(slots=True, frozen=True)
class Told:
    """One event as people read it, and the clause it cites."""

    text: str
    rule: str
    style: Style = Style.PLAIN


def names_in(ruleset: Ruleset, *scenes: Mapping[str, Any]) -> Name:
    """What to call an id, from written scenes; later ones win. An id that is in none of them is shown as it is."""
    known: dict[str, str] = {}
    for scene in scenes:
        for group in ("vehicles", "fighters"):
            for id, one in scene.get(group, {}).items():
                known[id] = safe_name(str(one.get("name") or id))

    def name(id: str) -> str:
        return known.get(id) or safe(str(id))

    return name


def tell(ruleset: Ruleset, events: Iterable[Mapping[str, Any]], name: Name) -> list[Told]:
    """The sentences of written events. Events that a ruleset has no words for are left out."""
    found = []
    for one in events:
        sentence = ruleset.sentence(one, name)
        if not sentence:
            continue
        rule = str(one.get("rule", ""))
        style = Style.HEAD if one["type"] in _HEADS else Style.PLAIN
        found.append(Told(f"{_safe_but_isolates(sentence)}{f' ({rule})' if rule else ''}", rule, style))
    return found


def _safe_but_isolates(sentence: str) -> str:
    """A sentence, safe once more (notes are typed by people), with the isolates of its names kept."""
    return "".join(part if part in ("\u2068", "\u2069") else safe(part) for part in _parts(sentence))


def _parts(sentence: str) -> Iterable[str]:
    start = 0
    for at, ch in enumerate(sentence):
        if ch in ("\u2068", "\u2069"):
            yield sentence[start:at]
            yield ch
            start = at + 1
    yield sentence[start:]


def closing(scene: Mapping[str, Any], name: Name) -> str:
    """How a fight stands, in a sentence, for its end."""
    rounds = scene.get("round", 0)
    when = f" in round {rounds}" if rounds else ""
    if scene.get("phase") != "over":
        return f"The fight has not ended{when}."
    winner = scene.get("winner")
    return f"The fight is over{when}: {safe(str(winner))} won." if winner else f"The fight is over{when}: nobody won."
