"""16 Decisions: what players and the GM are asked. Each question stands where its clause is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fireteam.kernel.events import Decided, Id

if TYPE_CHECKING:
    from fireteam.kernel.run import Run
    from fireteam.wonderland.state import Fighter, Scene

DONE = "done"
"""The milestone at which a command has done its work, before the turn ends: exact odds stop here."""


def ask(run: Run[Scene], key: str, who: Fighter, answers: tuple[str, ...], default: str, rule: str) -> str:
    """16 Decisions: what a fighter's player answers. Behaviours take the default, and nobody is asked for them.

    Every answer is an event, a default one too; a question with one possible answer is not asked.
    """
    if who.is_player or run.scene.options.npcs != "auto":
        return run.choose(key, who.id, answers, default, rule)
    if run.logs and len(answers) > 1:
        run.happened(Decided(key, Id(who.id), default, rule=rule))
    return default
