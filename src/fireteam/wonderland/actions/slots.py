"""What many verbs have in common: their slots and words."""

from __future__ import annotations

from fireteam.kernel.actions import Option, Reads, Slot
from fireteam.wonderland.basic_roll import LUCK, POWER, SPEED
from fireteam.wonderland.place import HAZARDS
from fireteam.wonderland.sheet import SKILLS

MOST_NUMBER = 999
MOST_TIMES = 9
MOVE = "move"

HELD = Option("held", ("held",))
BY = Option("by", ("by",), (Slot("by", Reads.CHOICE, (*SKILLS, SPEED, POWER)),))
BY_POWER = Option("by", ("by",), (Slot("by", Reads.CHOICE, (POWER, SPEED, *SKILLS), shown="POWER"),))
"""A ram takes Power and nothing else; the rule says so itself (UW-2.8)."""
BY_LUCK = Option("by", ("by",), (Slot("by", Reads.CHOICE, (LUCK, *SKILLS[:-1], SPEED, POWER)),))
TARGET = Slot("target")
NAMES = Slot("names", Reads.NAMES)
AMOUNT = Slot("amount", Reads.NUMBER, least=1, most=MOST_NUMBER)
HAZARD = Slot("hazard", Reads.CHOICE, HAZARDS)


def number(name: str, least: int, most: int) -> Option:
    """A keyword with a whole number behind it."""
    return Option(name, (name,), (Slot(name, Reads.NUMBER, least=least, most=most),))
