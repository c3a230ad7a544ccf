"""9 Action mapping reference: defend and resist as actions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fireteam.kernel.events import Id
from fireteam.kernel.run import Run
from fireteam.tunnelcore.events.of_fighters import Braced
from fireteam.tunnelcore.state import Guard

if TYPE_CHECKING:
    from fireteam.tunnelcore.dice_pool_basics.attempt import Attempt
    from fireteam.tunnelcore.state import Scene


def brace(run: Run[Scene], attempt: Attempt) -> None:
    """TC-9.2 defend, resist. A guard die joins `defend` or `resist` pools until the next action or pass."""
    guard = Guard.PHYSICAL if attempt.deed.key == "defend" else Guard.SIGNAL
    run.happened(Braced(Id(attempt.actor.id), str(guard)))
