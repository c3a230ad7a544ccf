"""Events of vessels and their crews (SL-23.1)."""

from __future__ import annotations

from typing import ClassVar

from fireteam.kernel.events import Event, Id, event
from fireteam.solarlink.events.changes import NONE, Changes, apply_changes
from fireteam.solarlink.events.turns import BOOKKEEPING
from fireteam.solarlink.state import (
    COMPONENTS,
    GONE,
    Condition,
    SolarScene,
    Station,
    VesselStatus,
)


@event("crewed")
class Crewed(Event):
    """A fighter takes a station, or leaves the one it had (`station` null)."""

    gm_fields: ClassVar[tuple[str, ...]] = BOOKKEEPING
    who: Id
    vehicle: str
    station: str | None
    changes: Changes = NONE
    rule: str = "SL-15.2"

    def apply(self, scene: SolarScene) -> None:
        scene.fighters[self.who].station = None if self.station is None else Station(self.station)
        apply_changes(scene, self.changes)


@event("boarded")
class Boarded(Event):
    """A fighter goes aboard a vessel, or out of one (`vehicle` null); it has no square then."""

    gm_fields: ClassVar[tuple[str, ...]] = BOOKKEEPING
    who: Id
    vehicle: str | None
    changes: Changes = NONE
    rule: str = "SL-15.12"

    def apply(self, scene: SolarScene) -> None:
        fighter = scene.fighters[self.who]
        fighter.aboard, fighter.at = self.vehicle, None
        apply_changes(scene, self.changes)


@event("burned")
class Burned(Event):
    """A vessel moves to another band."""

    vehicle: str
    from_: int
    to: int
    rule: str = "SL-15.3"

    def apply(self, scene: SolarScene) -> None:
        scene.vehicles[self.vehicle].band = self.to


@event("evading")
class EvadingRose(Event):
    """A vessel evades so hard."""

    vehicle: str
    evading: int
    rule: str = "SL-15.4"

    def apply(self, scene: SolarScene) -> None:
        scene.vehicles[self.vehicle].evading = self.evading


@event("fired")
class Fired(Event):
    """A vessel's weapon is fired: `result` is miss or hit."""

    gm_fields: ClassVar[tuple[str, ...]] = BOOKKEEPING
    who: Id
    vehicle: str
    target: Id
    weapon: str
    total: int
    defence: int
    result: str
    changes: Changes = NONE
    rule: str = "SL-15.6"

    def apply(self, scene: SolarScene) -> None:
        apply_changes(scene, self.changes)


@event("vehicle_damaged")
class VehicleDamaged(Event):
    """A vessel meets damage: `ddmg` came, `dhp_lost` of it counted, `dhp` are left."""

    vehicle: str
    ddmg: int
    dhp_lost: int
    dhp: int
    rule: str = "SL-3.1"

    def apply(self, scene: SolarScene) -> None:
        scene.vehicles[self.vehicle].dhp = self.dhp


@event("component_damaged")
class ComponentDamaged(Event):
    """A component of a vessel is damaged."""

    gm_fields: ClassVar[tuple[str, ...]] = BOOKKEEPING
    vehicle: str
    component: str
    changes: Changes = NONE
    rule: str = "SL-15.7"

    def apply(self, scene: SolarScene) -> None:
        scene.vehicles[self.vehicle].components[COMPONENTS.index(self.component)] = Condition.DAMAGED
        apply_changes(scene, self.changes)


@event("breached")
class Breached(Event):
    """A vessel's hull is holed."""

    vehicle: str
    rule: str = "SL-15.7"

    def apply(self, scene: SolarScene) -> None:
        scene.vehicles[self.vehicle].breached = True


@event("wrecked")
class Wrecked(Event):
    """A vessel is a wreck."""

    gm_fields: ClassVar[tuple[str, ...]] = BOOKKEEPING
    vehicle: str
    changes: Changes = NONE
    rule: str = "SL-15.10"

    def apply(self, scene: SolarScene) -> None:
        vessel = scene.vehicles[self.vehicle]
        vessel.status = VesselStatus.WRECK
        vessel.components = [Condition.DAMAGED] * len(COMPONENTS)
        vessel.breached, vessel.air = True, 0
        apply_changes(scene, self.changes)


@event("repaired")
class Repaired(Event):
    """A component, the breach or a point of hull is mended; `dhp` is what the hull has now."""

    vehicle: str
    what: str
    dhp: int
    rule: str = "SL-15.8"

    def apply(self, scene: SolarScene) -> None:
        vessel = scene.vehicles[self.vehicle]
        vessel.dhp = self.dhp
        if self.what == "breach":
            vessel.breached = False
        elif self.what in COMPONENTS:
            vessel.components[COMPONENTS.index(self.what)] = Condition.OK


@event("overcharged")
class Overcharged(Event):
    """A vessel's next shot is overcharged."""

    vehicle: str
    rule: str = "SL-15.8"

    def apply(self, scene: SolarScene) -> None:
        scene.vehicles[self.vehicle].overcharge = 1


@event("locked")
class Locked(Event):
    """Two vessels are locked together."""

    gm_fields: ClassVar[tuple[str, ...]] = BOOKKEEPING
    vehicle: str
    other: str
    changes: Changes = NONE
    rule: str = "SL-15.11"

    def apply(self, scene: SolarScene) -> None:
        scene.vehicles[self.vehicle].locked, scene.vehicles[self.other].locked = self.other, self.vehicle
        apply_changes(scene, self.changes)


@event("unlocked")
class Unlocked(Event):
    """Two vessels are free of each other."""

    vehicle: str
    other: str
    rule: str = "SL-15.11"

    def apply(self, scene: SolarScene) -> None:
        scene.vehicles[self.vehicle].locked = scene.vehicles[self.other].locked = None


@event("escaped")
class Escaped(Event):
    """A vessel is gone, and all aboard (`who`) with it."""

    gm_fields: ClassVar[tuple[str, ...]] = BOOKKEEPING
    vehicle: str
    who: list[Id]
    changes: Changes = NONE
    rule: str = "SL-15.13"

    def apply(self, scene: SolarScene) -> None:
        scene.vehicles[self.vehicle].status = VesselStatus.GONE
        for id in self.who:
            scene.fighters[id].status = GONE
        apply_changes(scene, self.changes)
