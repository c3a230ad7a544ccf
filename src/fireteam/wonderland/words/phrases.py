"""Small words that many sentences share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

Name = Callable[[str], str]
Written = Mapping[str, Any]


def listed(words: Iterable[str]) -> str:
    """Words with commas and an `and`."""
    found = list(words)
    if len(found) < 2:
        return "".join(found) or "nobody"
    return f"{', '.join(found[:-1])} and {found[-1]}"


def names(ids: Iterable[str], name: Name) -> str:
    """The names of several fighters."""
    return listed(name(id) for id in ids)


def many(count: int, word: str) -> str:
    """A count with its noun."""
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def plain(id: str) -> str:
    """An id or key as words: `long-rifle` is a long rifle, `first_aid` First Aid's key."""
    return id.replace("-", " ").replace("_", " ")


def skill(key: str | None) -> str:
    """A skill as the book writes it."""
    return "" if key is None else " ".join(word.capitalize() for word in key.split("_"))


def one(id: str | None, name: Name, otherwise: str = "somebody") -> str:
    """A name, or a word for nobody in particular."""
    return name(id) if id else otherwise


def left(event: Written) -> str:
    """What HP are left, where the viewer may know."""
    return f", {event['hp']} HP left" if "hp" in event else ""


def arithmetic(event: Written) -> str:
    """The dice and what is added: `9 + 1 = 10`."""
    faces = [str(face) for _, face in event["dice"]]
    last = faces[-1]
    modifier = event["modifier"]
    total = f"{last} {'+' if modifier > 0 else '-'} {abs(modifier)} = {event['total']}" if modifier else last
    return f"{faces[0]}, and after scrambling {total}" if len(faces) > 1 else total
