"""Who and what stands in the scene, as one seat may see it: cards, sides, gauges, the place."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from fireteam.fronts.web.texts import Texts
from fireteam.fronts.web.words import clean, plain_words, value_words
from fireteam.kernel.ruleset import Ruleset, Track

MOST_BOXES = 12
"""Tracks with more boxes are drawn as a bar."""
HEAT = 4
"""Gauges are felt in so many steps above calm."""

_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*$")
_DIE = re.compile(r"\bd(4|6|8|10|12|20|100)\b")


@dataclass(slots=True)
class Boxes:
    """A track to draw: boxes when there are few, a bar otherwise, and its words in any case."""

    label: str
    word: str
    filled: int
    size: int

    @property
    def is_bar(self) -> bool:
        return self.size > MOST_BOXES

    @property
    def boxes(self) -> list[bool]:
        return [at < self.filled for at in range(self.size)]

    @property
    def share(self) -> int:
        """How full it is, in percent."""
        return max(0, min(100, round(100 * self.filled / self.size))) if self.size > 0 else 0

    @property
    def ring(self) -> str:
        """The filled parts as dashes on a circle that is as long as the track."""
        return " ".join(["0.86 0.14"] * min(self.filled, self.size)) + f" 0 {self.size}"

    @property
    def heat(self) -> int:
        """How full it is, from 0 (calm) to `HEAT`."""
        return -(-self.share * HEAT // 100)


@dataclass(slots=True)
class Gauge:
    """A pool of the whole table: as a track, or as words with the dice that they name drawn."""

    words: str
    track: Boxes | None = None
    dice: list[int] = field(default_factory=list)

    @property
    def bare(self) -> str:
        """The words without the dice that are drawn."""
        return _DIE.sub("", self.words).strip(" ,:;+")

    @property
    def heat(self) -> int:
        return self.track.heat if self.track is not None else min(HEAT, -(-len(self.dice) // 2))


@dataclass(slots=True)
class Card:
    """A fighter or vehicle of the scene. `offers` counts the legal commands that name it."""

    id: str
    name: str
    tracks: list[Boxes]
    badges: list[str]
    is_acting: bool = False
    is_hidden: bool = False
    is_out: bool = False
    is_mine: bool = False
    is_player: bool = False
    is_piloted: bool = False
    is_vehicle: bool = False
    seats: list[str] = field(default_factory=list)
    note: str = ""
    offers: int = 0


@dataclass(slots=True)
class Side:
    """The fighters of one side, in listing order."""

    name: str
    cards: list[Card] = field(default_factory=list)


def asked(words: Callable[[Mapping[str, Any]], Sequence[Any]], plain: Mapping[str, Any]) -> list[Any]:
    """What a ruleset shows of a projection; nothing where the fields it needs are not for this viewer."""
    try:
        return list(words(plain))
    except KeyError:
        return []


def boxes(track: Track) -> Boxes:
    """A track as something to draw."""
    return Boxes(clean(track.label), clean(track.word), max(0, track.filled), max(0, track.size))


def gauges(ruleset: Ruleset, scene: Mapping[str, Any]) -> list[Gauge]:
    """The pools and clocks of the table."""
    found = []
    for one in asked(ruleset.gauges, scene):
        if isinstance(one, Track):
            track = boxes(one)
            found.append(Gauge(track.label, track))
        else:
            words = clean(str(one))
            found.append(Gauge(words, None, [int(sides) for sides in _DIE.findall(words)][:24]))
    return found


def card(ruleset: Ruleset, id: str, one: Mapping[str, Any]) -> Card:
    """What the rules show of a written fighter or vehicle."""
    return Card(
        id,
        clean(str(one.get("name") or id)),
        [boxes(track) for track in asked(ruleset.tracks, one) if isinstance(track, Track)],
        [clean(str(badge)) for badge in asked(ruleset.badges, one) if badge],
    )


def sides(
    ruleset: Ruleset,
    scene: Mapping[str, Any],
    mine: frozenset[str],
    finish: Callable[[Card, Mapping[str, Any]], None],
) -> list[Side]:
    """The fighters by side, the viewer's own side first. `finish` adds what the table knows of a card."""
    found: dict[str, Side] = {}
    acting = scene.get("acting")
    for id, one in scene.get("fighters", {}).items():
        made = card(ruleset, id, one)
        made.is_acting = id == acting
        made.is_hidden = bool(one.get("hidden"))
        made.is_player = one.get("controlled_by") == "player"
        made.is_mine = id in mine
        finish(made, one)
        side = clean(str(one.get("side") or ""))
        found.setdefault(side, Side(side)).cards.append(made)
    return sorted(found.values(), key=lambda side: not any(one.is_mine for one in side.cards))


def vehicles(
    ruleset: Ruleset, scene: Mapping[str, Any], finish: Callable[[Card, Mapping[str, Any]], None]
) -> list[Card]:
    """The vehicles of the scene."""
    found = []
    for id, one in (scene.get("vehicles") or {}).items():
        made = card(ruleset, id, one)
        made.is_vehicle = True
        finish(made, one)
        found.append(made)
    return found


def place(scene: Mapping[str, Any], t: Texts) -> list[tuple[str, str]]:
    """Where it happens, as names and words; what is empty or off is left out."""
    plain = scene.get("place")
    if not isinstance(plain, Mapping):
        return []
    found = []
    for key, value in plain.items():
        if value is False or value == 0:
            continue
        words = value_words(value, t)
        if words:
            found.append((plain_words(str(key)), words.replace("-", " ") if _ID.match(words) else words))
    return found
