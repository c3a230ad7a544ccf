"""CC-18 Place and pools: where it happens, and what the whole table shares."""

from __future__ import annotations

from dataclasses import dataclass, field

from fireteam.kernel.kinds import Choice, ListOf, Text, Whole
from fireteam.kernel.sheet import Field, Table

MOST_TL = 200
MOST_POOL = 1_000_000_000
"""The largest number that a scene file or `set` may put into a pool; play itself knows no cap (CC-8.1)."""
MOST_EARNERS = 100

RESTS = ("none", "breather", "stim", "lockdown", "rr")


@dataclass(slots=True, eq=False, repr=False)
class Place:
    """CC-18.1 Fields. Fields of the place."""

    zone: str = ""
    tier: int = 1
    tl: int = 0
    length: int = 40
    distance: int = 12
    cover: int = 1
    air: str = "good"
    strain: str = ""
    rest: str = "none"


@dataclass(slots=True, eq=False, repr=False)
class Pools:
    """CC-8.1 Two pools. Tension and Luck, what is allocated, and who has earned Luck in this session."""

    tension: int = 0
    luck: int = 0
    tension_allocated: int = 0
    luck_earners: list[str] = field(default_factory=list)


PLACE = Table(
    "place",
    lambda key: Place(),
    (
        Field("zone", Text(120), "", "Where it is."),
        Field("tier", Whole(0, 3), 1, "Mission Tier; 0 = no mission: the roller's own Tier counts."),
        Field("tl", Whole(0, MOST_TL), 0, "Mission TL; 0 = 50 + 5 x tier."),
        Field("length", Whole(1, 200), 40, "The last place of the line."),
        Field("distance", Whole(0, 200), 12, "Where the other sides stand at first."),
        Field("cover", Whole(0, 2), 1, "The best cover here."),
        Field("air", Choice(("good", "none")), "good", "none: the unsealed suffer at the end of their turns."),
        Field("strain", Text(120), "", "Not empty: an Exhaustion check each Sweep."),
        Field("rest", Choice(RESTS), "none", "The rest that is running, for repairs."),
    ),
)
"""CC-18.1 Fields. Fields of the place."""

POOLS = Table(
    "pools",
    lambda key: Pools(),
    (
        Field("tension", Whole(0, MOST_POOL), 0, "The game master's pool."),
        Field("luck", Whole(0, MOST_POOL), 0, "The players' pool."),
        Field("tension_allocated", Whole(0, MOST_POOL), 0, "Tension that meets the next player roll."),
        Field("luck_earners", ListOf(Text(80, 1), MOST_EARNERS), (), "Players who have earned Luck in this session."),
    ),
)
"""CC-18.1 Fields. Fields of the pools."""
