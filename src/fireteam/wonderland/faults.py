"""UW-11.2 Loading: what is wrong with a scene that no field alone can tell, each fault by its path."""

from __future__ import annotations

from collections.abc import Iterator

from fireteam.kernel.kinds import Fault
from fireteam.kernel.names import short
from fireteam.wonderland import content
from fireteam.wonderland.sheet import is_in_order
from fireteam.wonderland.state import DEAD, PC, SWALLOWED, Fighter, Scene


def faults_of(scene: Scene) -> list[Fault]:
    """UW-11.2 Loading. Everything at once: numbers that exceed each other, seats, distances, references."""
    return [
        *_ids(scene),
        *(fault for fighter in scene.fighters.values() for fault in _fighter(scene, fighter)),
        *_vehicles(scene),
        *_distances(scene),
        *_turns(scene),
    ]


def _ids(scene: Scene) -> Iterator[Fault]:
    for id in scene.vehicles:
        if id in scene.fighters:
            yield Fault(f"vehicles.{id}", "a fighter has the same id")


def _fighter(scene: Scene, one: Fighter) -> Iterator[Fault]:
    path = f"fighters.{one.id}"
    if one.hp_max == 0 and one.status is not DEAD:
        yield Fault(f"{path}.hp_max", "0 is not a whole number from 1 to 999")
    if one.hp > one.hp_max:
        yield Fault(f"{path}.hp", f"{one.hp} is above hp_max {one.hp_max}")
    if one.kp_max and one.kind is not PC:
        yield Fault(f"{path}.kp_max", "only player characters have Kill Points")
    if one.kp > one.kp_max:
        yield Fault(f"{path}.kp", f"{one.kp} is above kp_max {one.kp_max}")
    if one.concealed:
        known = {*content.weapons(), *content.gear(), *content.items(), *one.weapons, *one.impounded.weapons}
        for id in one.concealed:
            if id not in known:
                yield Fault(f"{path}.concealed", f"no weapon, gear or item is called {short(id)}")
    for who in one.pacified:
        if who not in scene.fighters:
            yield Fault(f"{path}.pacified", f"no fighter {who}")
    if one.victim is not None and scene.fighters.get(one.victim, one).swallowed_by != one.id:
        yield Fault(f"{path}.victim", f"{one.victim} is not swallowed by it")
    if (one.status is SWALLOWED) != (one.swallowed_by is not None):
        yield Fault(f"{path}.swallowed_by", "goes with the status swallowed")
    elif one.swallowed_by is not None and getattr(scene.fighters.get(one.swallowed_by), "victim", None) != one.id:
        yield Fault(f"{path}.swallowed_by", f"{one.swallowed_by} has another victim")


def _vehicles(scene: Scene) -> Iterator[Fault]:
    seats: dict[str, str] = {}
    for id, vehicle in scene.vehicles.items():
        path = f"vehicles.{id}"
        if vehicle.hp > vehicle.hp_max:
            yield Fault(f"{path}.hp", f"{vehicle.hp} is above hp_max {vehicle.hp_max}")
        if len(vehicle.aboard) > vehicle.seats:
            yield Fault(f"{path}.riders", f"too many aboard: {len(vehicle.aboard)} for {vehicle.seats} seats")
        for who in vehicle.aboard:
            if who not in scene.fighters:
                yield Fault(f"{path}.{'driver' if who == vehicle.driver else 'riders'}", f"no fighter {who}")
            elif who in seats:
                reason = (
                    f"{who} sits in it twice"
                    if seats[who] == id
                    else f"a rider in two vehicles: {who} sits in {seats[who]} too"
                )
                yield Fault(f"{path}.riders", reason)
            seats[who] = id


def _distances(scene: Scene) -> Iterator[Fault]:
    for pair in dict.fromkeys(scene.place.clashes):
        yield Fault(f"place.distances.{pair}", "two different numbers for one pair")
    for one, row in scene.place.distances.items():
        for other in row:
            for id in (one, other):
                if id not in scene.fighters and id not in scene.vehicles:
                    yield Fault(f"place.distances.{one}.{other}", f"no fighter or vehicle {id}")
            if one >= other:
                reason = "a pair is two bodies" if one == other else f"write it as {other}.{one}"
                yield Fault(f"place.distances.{one}.{other}", reason)


def _turns(scene: Scene) -> Iterator[Fault]:
    for who in scene.order:
        if who not in scene.fighters:
            yield Fault("order", f"no fighter {who}")
    if len(set(scene.order)) < len(scene.order):
        yield Fault("order", "somebody stands in it twice")
    if not is_in_order(scene):
        yield Fault("acting", "in combat somebody of the order acts, else nobody")
