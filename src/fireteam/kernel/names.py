"""Finding what a person named: an id, a name, or the unambiguous beginning of one."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping

from fireteam.kernel.refusals import Refusal

_CONTROL = re.compile(r"[\x00-\x1f\x7f]")

MOST_NAME = 80
"""The longest name of a fighter, in characters."""


def folded(text: str) -> str:
    """Text without what names do not tell apart: case, spaces versus hyphens and underscores, Unicode forms."""
    return unicodedata.normalize("NFKC", text).casefold().replace("-", " ").replace("_", " ").strip()


def find(text: str, names: Mapping[str, Iterable[str]], what: str = "fighter") -> str | Refusal:
    """The id meant by `text` among `names` (id to further names), or a refusal.

    An exact id or name wins over beginnings, so a fighter called "2" is found by that name. An ambiguous beginning is
    refused with the candidates' ids; each of them works when typed back.
    """
    if text in names:
        return text
    wanted = folded(text)
    if not wanted:
        return Refusal(f"name a {what}")
    exact = [key for key, others in names.items() if wanted in (folded(key), *map(folded, others))]
    if len(exact) == 1:
        return exact[0]
    starts = exact or [
        key
        for key, others in names.items()
        if folded(key).startswith(wanted) or any(folded(other).startswith(wanted) for other in others)
    ]
    if len(starts) == 1:
        return starts[0]
    if starts:
        return Refusal(f'"{short(text)}" could be {", ".join(starts)}')
    return Refusal(f"no {what} {short(text)}{near_miss(text, names)}")


def near_miss(text: str, names: Mapping[str, Iterable[str]]) -> str:
    """The end of a refusal: the id that is nearest to what was typed, or whose name is; empty if none is near."""
    known = {folded(word): key for key, others in names.items() for word in (*others, key)}
    close = nearest(folded(text), known)
    return f"; did you mean {known[close]}?" if close else ""


def has_control_characters(text: str) -> bool:
    """Whether something in a text is no character that is written but one that moves or breaks a line."""
    return _CONTROL.search(text) is not None


def did_you_mean(word: object, known: Iterable[str]) -> str:
    """The end of a fault in a file: the known word that is nearest to what stands there; empty if none is near."""
    close = nearest(word, known) if isinstance(word, str) else None
    return f'; did you mean "{close}"?' if close else ""


def short(text: str, most: int = 40) -> str:
    """Text cut to a length that an error line can carry, without control characters."""
    clean = "".join(ch if ch.isprintable() else "?" for ch in text)
    return clean if len(clean) <= most else clean[: most - 1] + "…"


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word that `word` is probably a misspelling of."""
    from difflib import get_close_matches

    close = get_close_matches(word[:MOST_NAME].lower(), list(known), n=1, cutoff=0.6)
    return close[0] if close else None
