"""Orders from forms: the same fields come by plain POST and, as lists of words, from the page's script."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Any

import msgspec

from fireteam.table.orders import AnyOrder

Fields = Mapping[str, Sequence[str]]

_LISTS = frozenset({"to", "fighters", "order"})
_MAY_BE_NULL = frozenset({"answer_seconds"})
_EXTRA = frozenset({"part", "has_fighters"})


class BadForm(Exception):
    """A form that no page of ours sends."""


def order_of(fields: Fields) -> AnyOrder:
    """The order that a form gives. Raises `BadForm`.

    Without an `id` it gets one that follows from its fields, `seq` among them: the same form sent twice acts once.
    """
    plain: dict[str, Any] = {}
    for key, values in fields.items():
        if key in _EXTRA or not values:
            continue
        if key in _LISTS:
            plain[key] = [word for value in values for word in (value.split() if key == "order" else [value]) if word]
        else:
            plain[key] = _value(key, values[-1])
    _finish(plain, fields)
    try:
        order: AnyOrder = msgspec.convert(plain, type=AnyOrder, strict=False)
        return order
    except msgspec.ValidationError as error:
        raise BadForm(str(error)) from None


def _value(key: str, text: str) -> Any:
    if key in _MAY_BE_NULL and not text:
        return None
    return text.strip() if key == "line" else text


def _finish(plain: dict[str, Any], fields: Fields) -> None:
    """What a form cannot say by itself."""
    do = plain.get("do")
    if do == "act" and fields.get("part"):
        plain["line"] = " ".join(word.strip() for word in fields["part"] if word.strip())
    if do == "seat" and fields.get("has_fighters"):
        plain.setdefault("fighters", [])
    if do == "stand" and not plain.get("answer"):
        plain["answer"] = None
    if "id" not in plain:
        plain["id"] = form_id(fields)
    if do == "note":
        plain.setdefault("note", plain["id"])
    if do not in ("act", "answer", "reorder"):
        plain.pop("seq", None)
    if do == "act" and not plain.get("secrecy"):
        plain.pop("secrecy", None)


def form_id(fields: Fields) -> str:
    """An id that follows from what a form holds."""
    text = repr(sorted((key, list(values)) for key, values in fields.items() if key != "id"))
    return f"form-{blake2b(text.encode(), digest_size=12).hexdigest()}"
