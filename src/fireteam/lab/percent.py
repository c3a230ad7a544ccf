"""Chances as people read them."""

from __future__ import annotations

from fractions import Fraction


def percent(chance: Fraction | float, places: int = 2) -> str:
    """A chance as a percentage; only what never happens is 0 and only what always happens is 100."""
    hundredfold = float(chance) * 100
    text = f"{hundredfold:.{places}f} %"
    least = 10**-places
    if hundredfold > 0 and text == f"{0:.{places}f} %":
        return f"<{least:.{places}f} %"
    if chance < 1 and text == f"{100:.{places}f} %":
        return f">{100 - least:.{places}f} %"
    return text
