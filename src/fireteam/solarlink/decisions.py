"""SL-21.1 The two questions. Both are asked of a fighter's controller and may be held back."""

from __future__ import annotations

from collections.abc import Mapping

from fireteam.solarlink.state import SolarFighter, SolarRun

PARRY = ("parry", ("parry", "hold"))
"""SL-21.1 The two questions. After an attack that would hit: `parry` (default) or `hold`."""
PREPARED = ("prepared", ("strike", "hold"))
"""SL-21.1 The two questions. When the target of a prepared attack pays AP: `strike` (default) or `hold`."""


def ask(
    run: SolarRun, question: tuple[str, tuple[str, ...]], fighter: SolarFighter, facts: Mapping[str, int] | None = None
) -> str:
    """SL-21.1 The two questions. The answer of the fighter's controller; the first one is the default.

    `facts` are the numbers that help to decide.
    """
    key, answers = question
    asked = fighter.id if fighter.is_player else "gm"
    return run.choose(key, fighter.id, answers, answers[0], "SL-21.1", asked, facts)
