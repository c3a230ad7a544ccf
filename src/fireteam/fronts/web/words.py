"""Names and sentences as safe HTML: escaped, and each name isolated so that its direction stays its own."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from markupsafe import Markup, escape

from fireteam.fronts.web.texts import Texts

ISOLATE, END = "\u2068", "\u2069"
_CONTROLS = re.compile("[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]")
_ISOLATED = re.compile(f"{ISOLATE}([^{ISOLATE}{END}]*){END}")

Name = Callable[[str], str]


def clean(text: str) -> str:
    """Text without characters that would steer how the rest of a line is drawn."""
    return _CONTROLS.sub("", text)


def bdi(text: Any) -> Markup:
    """A name or anything that a person typed, in an isolate of its own."""
    return Markup("<bdi>{}</bdi>").format(clean(str(text)))


def sentence_html(text: str) -> Markup:
    """A sentence whose names stand between isolates (`names`), as HTML."""
    parts = []
    at = 0
    for found in _ISOLATED.finditer(text):
        parts += [escape(clean(text[at : found.start()])), bdi(found.group(1))]
        at = found.end()
    parts.append(escape(clean(text[at:])))
    return Markup("").join(parts)


def names(*scenes: Mapping[str, Any]) -> Name:
    """What a sentence calls an id: its name between isolates, from written scenes; later ones win."""
    known: dict[str, str] = {}
    for scene in scenes:
        for group in ("vehicles", "fighters"):
            for id, one in scene.get(group, {}).items():
                known[id] = clean(str(one.get("name") or id))

    def name(id: str) -> str:
        return f"{ISOLATE}{known.get(id) or clean(str(id))}{END}"

    return name


def heading_of(title: str) -> str:
    """A clause's title as a heading: without the option that the book names behind it, and without marks of code."""
    return clean(title.partition(" (option")[0].replace("`", ""))


def named_side(side: str) -> Markup:
    """A side's name at the beginning of a sentence."""
    return bdi(side[:1].upper() + side[1:])


def plain_words(text: str) -> str:
    """A key as words: `round_limit` is "round limit"."""
    return clean(text.replace("_", " "))


def value_words(value: Any, t: Texts) -> str:
    """A plain value of a sheet as words; empty for nothing."""
    if value is None or value in ([], {}):
        return ""
    if isinstance(value, bool):
        return str(t("word.yes") if value else t("word.no"))
    if isinstance(value, Mapping):
        parts = [(plain_words(str(key)), value_words(item, t)) for key, item in value.items()]
        return ", ".join(f"{key} {words}" if words else key for key, words in parts)
    if isinstance(value, list | tuple):
        return ", ".join(words for item in value if (words := value_words(item, t)))
    return clean(str(value))
