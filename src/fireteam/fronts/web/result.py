"""What came of an order, as a sentence for whoever gave it."""

from __future__ import annotations

from fireteam.fronts.web.texts import Texts
from fireteam.fronts.web.words import clean, plain_words
from fireteam.table.orders import Result
from fireteam.table.records import Seat
from fireteam.table.session import Session

MOST_CHANGES = 4
"""How many changes a stale order is told."""


def said_of(result: Result, session: Session, seat: Seat, t: Texts) -> str:
    """Why an order was refused; empty when it was carried out."""
    if result.ok or result.refused is None:
        return ""
    reason = clean(result.refused.reason)
    if result.stale:
        changed = ", ".join(_change(one) for one in result.changes[:MOST_CHANGES])
        return f"{reason}. {changed}." if changed else f"{reason}."
    form = t("result.form", form=clean(result.refused.form)).unescape() if result.refused.form else ""
    rule = f" ({result.refused.rule})" if result.refused.rule else ""
    return f"{reason[:1].upper()}{reason[1:]}{rule}. {form}".strip()


def _change(change: list[object]) -> str:
    path = plain_words(str(change[0]).removeprefix("fighters.").replace(".", " ")).strip()
    if len(change) < 2 or isinstance(change[1], dict | list):
        return path
    return f"{path}: {clean(str(change[1]))}" if path else clean(str(change[1]))
