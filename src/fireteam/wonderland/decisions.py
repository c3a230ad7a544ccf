"""16 Decisions: what players and the GM are asked. Each question stands where its clause is.

Behaviours and empty scripts take the default; a question with one possible answer is not asked.
"""

from __future__ import annotations

DONE = "done"
"""The milestone at which a command has done its work, before the turn ends: exact odds stop here."""
