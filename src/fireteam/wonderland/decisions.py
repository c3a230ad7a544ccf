"""16 Decisions: what players and the GM are asked. Each stands where its clause is; here are their names in order.

Behaviours and empty scripts take the default; a question with one possible answer is not asked.
"""

from __future__ import annotations

DONE = "done"
"""The milestone at which a command has done its work, before the turn ends: exact odds stop here."""

KEYS: dict[str, str] = {
    "critical": "UW-4.2",
    "held": "UW-4.4",
    "wake": "UW-9.6",
    "deflect": "UW-6.2",
    "cure": "UW-2.5",
    "fate": "UW-3.18",
}
"""Each decision with its clause (a critical in calm is UW-4.5)."""
