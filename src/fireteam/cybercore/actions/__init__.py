"""CC-19 Actions: every verb, declared once, in the order in which they are listed."""

from __future__ import annotations

from functools import cache

from fireteam.cybercore.actions.fighting_verbs import FIGHTING
from fireteam.cybercore.actions.game_master_verbs import GAME_MASTER
from fireteam.cybercore.actions.helping import HELPING
from fireteam.cybercore.actions.rolling import ROLLING
from fireteam.kernel.actions import Actions


@cache
def all_actions() -> Actions:
    """CC-19.1 Reading a command, CC-19.2 GM commands: the verbs of fighters first, then the game master's."""
    ending = [action for action in FIGHTING if action.key in ("flee", "pass")]
    acting = [action for action in FIGHTING if action not in ending]
    return Actions((*acting, *HELPING, *ending, *ROLLING, *GAME_MASTER))
