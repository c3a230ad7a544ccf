"""14 Actions: every verb, declared once, in listing order. What each offers stands in `offers`."""

from __future__ import annotations

from fireteam.kernel.actions import Actions
from fireteam.wonderland.actions.gm_verbs import GM_VERBS
from fireteam.wonderland.actions.moves import MOVES

ACTIONS = Actions((*MOVES, *GM_VERBS))
