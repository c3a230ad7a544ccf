"""The fields that every scene and every fighter has, for the tables of the rulesets."""

from __future__ import annotations

from typing import Any

from fireteam.kernel.kinds import Choice, Flag, ListOf, Maybe, Ref, Text, Whole
from fireteam.kernel.names import MOST_NAME
from fireteam.kernel.scene import CALM, Control, Phase
from fireteam.kernel.sheet import GM_ONLY, Field


def _named_after_id(record: Any, scene: Any) -> str:
    return str(record.id[:1].upper() + record.id[1:])


MOST_ROUNDS = 1000
"""The largest `round_limit`."""

NAME = Field("name", Text(MOST_NAME, 1), _named_after_id, "What people call it; default: the id with a capital.")
TEMPLATE = Field("template", Maybe(Text(60, 1)), None, "The entry of the bestiary it was made from.", by_hand=False)
CONTROLLED_BY = Field("controlled_by", Choice(Control), Control.GM, "Who commands it: player or gm.")
HIDDEN = Field("hidden", Flag(), False, "True: players do not see it.")

TITLE = Field("title", Text(200), "", "The scene's name.")
PHASE = Field("phase", Choice(Phase), CALM, "calm, combat or over.", is_state=True)
ROUND = Field("round", Whole(0, MOST_ROUNDS), 0, "The round of the fight; 0 before it.", is_state=True)
ORDER = Field("order", ListOf(Ref(), 200), (), "The turn order.", is_state=True)
ACTING = Field("acting", Maybe(Ref()), None, "Whose turn it is.", is_state=True)
WINNER = Field("winner", Maybe(Text(80)), None, "The side that won.", is_state=True)
# Players do not see it: the number tells that something happened which they were not shown.
SEQ = Field("seq", Whole(0, 10**9), 0, "How many events have happened.", is_state=True, by_hand=False, seen=GM_ONLY)
