"""12 Place and pools: where a scene happens and what the table shares, field by field."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from fireteam.kernel.fields import MOST_ROUNDS
from fireteam.kernel.kinds import Choice, DieSize, Fault, Flag, Kind, ListOf, Map, Maybe, Text, Whole, quoted
from fireteam.kernel.sheet import GM_ONLY, Field, Table
from fireteam.tunnelcore.content import is_template, zones
from fireteam.tunnelcore.doom_pool import AT_BOOT, TOWER_AT_BOOT, TOWER_FULL
from fireteam.tunnelcore.state import Clock, Place, Pools

MOST_DOOM = 200
"""The most dice in the doom pool."""
MOST_CLOCK = 100
"""The largest clock."""
MOST_REINFORCED = 100_000
FIRST_ZONE = "street"
RESPONDERS = ("enforcer", "enforcer")


class Listed(Kind):
    """A name from a table of chapter 20; which ones there are is read when it is needed."""

    __slots__ = ("table",)

    def __init__(self, table: Callable[[], Iterable[str]]) -> None:
        self.table = table

    def _choice(self) -> Choice:
        return Choice(self.table())

    def read(self, plain: Any, path: str, faults: list[Fault]) -> Any:
        return self._choice().read(plain, path, faults)

    def schema(self) -> dict[str, Any]:
        return self._choice().schema()

    def says(self) -> str:
        return self._choice().says()


class TemplateName(Kind):
    """A template of chapter 20."""

    def read(self, plain: Any, path: str, faults: list[Fault]) -> Any:
        if isinstance(plain, str) and is_template(plain):
            return plain
        faults.append(Fault(path, f"no template {quoted(plain)}"))
        return None

    def schema(self) -> dict[str, Any]:
        return {"type": "string"}

    def says(self) -> str:
        return "a template of the bestiary"


class Ascending(ListOf):
    """TC-6.1 The pool: dice in ascending order, however they are written."""

    def read(self, plain: Any, path: str, faults: list[Fault]) -> Any:
        found = super().read(plain, path, faults)
        return None if found is None else sorted(found)


def by_zone(name: str, missing: Any) -> Callable[[Any, Any], Any]:
    """TC-12.1 Zone defaults: what the zone sets, unless the scene gives it."""

    def default(place: Any, scene: Any) -> Any:
        value = zones().get(place.zone, {}).get(name, missing)
        return [*value] if isinstance(value, list) else value

    return default


CLOCK = Table(
    "clock",
    lambda key: Clock(),
    (
        Field("size", Whole(1, MOST_CLOCK), 6, "How many segments it has."),
        Field("filled", Whole(0, MOST_CLOCK), 0, "How many are filled."),
        Field("opposition", ListOf(DieSize(), 2, 2), (6, 6), "The two dice that oppose work on it."),
        Field("wins", Maybe(Text(80, 1)), None, "The side that wins the combat when it is full."),
    ),
)

PLACE = Table(
    "place",
    lambda key: Place(),
    (
        Field("zone", Listed(zones), FIRST_ZONE, "The kind of place; it sets what the scene does not."),
        Field("surveilled", Flag(), by_zone("surveilled", False), "Whether cameras watch (TC-8.12)."),
        Field("safe", Flag(), by_zone("safe", True), "Whether one can rest here (TC-21.3)."),
        Field("recovery_suite", Flag(), False, "Whether there is a Neural Recovery Suite (TC-21.3)."),
        Field("facility", Text(80), "", "The facility this is, where its Warden is at home (TC-4.3)."),
        Field("interference", Maybe(DieSize()), None, "The size of ghost interference, or none (TC-9.8)."),
        Field("substrate", DieSize(), 6, "What opposes perceiving the substrate (TC-9.7)."),
        Field("spots", ListOf(Text(60, 1), 50), (), "The spots one can move to (TC-7.5)."),
        Field(
            "hazards", ListOf(Text(60, 1), 50), by_zone("hazards", []), "Complications that doom can bring (TC-6.6)."
        ),
        Field(
            "reinforcements",
            ListOf(TemplateName(), 50),
            by_zone("reinforcements", []),
            "Templates that doom can bring (TC-6.7).",
            seen=GM_ONLY,
        ),
        Field("responders", ListOf(TemplateName(), 20), RESPONDERS, "Who comes when help is called.", seen=GM_ONLY),
        Field("complications", Map(DieSize(6, 12), 50, what="complication"), {}, "What stands in everybody's way."),
        Field("clocks", Map(CLOCK, 20, what="clock"), {}, "Clocks to work on (TC-5.7)."),
        Field("help_called", Flag(), False, "Whether help has been called this scene.", is_state=True),
        Field("help_due", Whole(0, MOST_ROUNDS + 2), 0, "The round in which it joins; 0 for none.", is_state=True),
        Field("help_side", Maybe(Text(80, 1)), None, "The side it joins.", is_state=True),
        Field("reinforced", Whole(0, MOST_REINFORCED), 0, "How many reinforcements came.", is_state=True, seen=GM_ONLY),
    ),
)

POOLS = Table(
    "pools",
    lambda key: Pools(),
    (
        Field("doom", Ascending(DieSize(6, 12), MOST_DOOM), AT_BOOT, "The doom pool."),
        Field("tower", Whole(0, TOWER_FULL), TOWER_AT_BOOT, "The tower, in percent."),
    ),
)
