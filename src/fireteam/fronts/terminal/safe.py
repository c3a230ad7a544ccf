"""Text that people wrote, made fit for a screen: nothing in it moves the cursor, turns the line round or hides."""

from __future__ import annotations

import unicodedata

_TURNING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff")
"""Marks that change the direction of what stands after them."""
_BROKEN = frozenset({"Cc", "Cs", "Zl", "Zp"})
_RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})

ISOLATE = "\u2068"
END_ISOLATE = "\u2069"


def safe(text: str) -> str:
    """The text with a question mark for every control character, line break and mark of direction."""
    if text.isascii() and text.isprintable():
        return text
    return "".join("?" if ch in _TURNING or unicodedata.category(ch) in _BROKEN else ch for ch in text)


def safe_name(text: str) -> str:
    """A name, safe; one written from right to left is set apart, so that the line around it keeps its order."""
    clean = safe(text)
    if any(unicodedata.bidirectional(ch) in _RIGHT_TO_LEFT for ch in clean):
        return f"{ISOLATE}{clean}{END_ISOLATE}"
    return clean
