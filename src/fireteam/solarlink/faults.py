"""What a scene may not hold although every field alone is right (SL-16.1, SL-16.2, SL-17.1, SL-11.4)."""

from __future__ import annotations

from collections.abc import Iterator

from fireteam.kernel.kinds import Fault
from fireteam.kernel.scene import COMBAT
from fireteam.solarlink import content
from fireteam.solarlink.content import INTELLECT
from fireteam.solarlink.space_combat.piloting import EVADING, EVADING_WELL
from fireteam.solarlink.space_combat.stations import holders, places
from fireteam.solarlink.state import (
    UP,
    Class,
    SolarFighter,
    SolarScene,
    Station,
    Vessel,
)
from fireteam.solarlink.turn_order import is_in_space, takes_part

TRADE_POINTS = {Class.WORKER: 6, Class.SUPER_SOLDIER: 6, Class.WILLBLADE: 6, Class.SAVANT: 9}
"""SL-11.4 Trade Points. What each class begins with, plus Intellect, at least 1."""


def faults(scene: SolarScene) -> list[Fault]:
    """SL-16.1 Fighter. Every fault of a scene, by path and reason."""
    found = [fault for fighter in scene.fighters.values() for fault in _fighter(scene, fighter)]
    found += [fault for vessel in scene.vehicles.values() for fault in _vessel(scene, vessel)]
    if any(is_nowhere(scene, fighter) for fighter in scene.fighters.values()):
        return found
    found += [*_squares(scene), *_stations(scene)]
    if scene.phase is COMBAT:
        found += _combat(scene)
    elif scene.order or scene.acting is not None:
        found.append(Fault("order", "only a scene in combat has an order and somebody acting"))
    return found


def is_nowhere(scene: SolarScene, fighter: SolarFighter) -> bool:
    """SL-16.1 Fighter. Aboard a vessel that is not there, or at a station of none."""
    return fighter.aboard not in scene.vehicles and (fighter.aboard is not None or fighter.station is not None)


def _fighter(scene: SolarScene, fighter: SolarFighter) -> Iterator[Fault]:
    """SL-16.1 Fighter. What one field of a sheet says against another."""
    path = f"fighters.{fighter.id}"
    if not fighter.hp_max and not fighter.dhp_max:
        yield Fault(f"{path}.hp_max", "0 only with dhp_max 1 or more")
    if fighter.hp > fighter.hp_max:
        yield Fault(f"{path}.hp", f"{fighter.hp} is more than hp_max, {fighter.hp_max}")
    if fighter.dhp > fighter.dhp_max:
        yield Fault(f"{path}.dhp", f"{fighter.dhp} is more than dhp_max, {fighter.dhp_max}")
    for key, rank in fighter.maneuvers.items():
        if rank > 1 and not content.maneuvers()[key].is_cumulative:
            yield Fault(f"{path}.maneuvers.{key}", "is learned once: 1")
    for aura in fighter.auras:
        if content.maneuvers()[aura].type != "aura":
            yield Fault(f"{path}.auras", f"{aura} is no aura")
    if fighter.pattern_attribute == "willpower" and fighter.class_ is not Class.WILLBLADE:
        yield Fault(f"{path}.pattern_attribute", "willpower only for a willblade")
    if fighter.aboard is not None and fighter.aboard not in scene.vehicles:
        yield Fault(f"{path}.aboard", f"no vessel is called {fighter.aboard[:40]}")
    if fighter.station is not None and fighter.aboard is None:
        yield Fault(f"{path}.station", "only aboard a vessel")
    for name in ("aim", "explains", "followup_from", "insanity_target"):
        pointed = getattr(fighter, name)
        if pointed is not None and pointed not in scene.fighters and pointed not in scene.vehicles:
            yield Fault(f"{path}.{name}", f"nobody called {pointed[:40]}")
    for at, one in enumerate(fighter.prepared):
        if one.target not in scene.fighters:
            yield Fault(f"{path}.prepared.{at}.target", f"nobody called {one.target[:40]}")
    if fighter.task is not None and fighter.task.paid >= fighter.task.cost:
        yield Fault(f"{path}.task.paid", "a task that is paid for is over")
    yield from _trade_points(scene, fighter)


def _trade_points(scene: SolarScene, fighter: SolarFighter) -> Iterator[Fault]:
    """SL-11.4 Trade Points. With option `creation` ranks may not add up to more than the class begins with."""
    if not scene.options.creation or fighter.class_ not in TRADE_POINTS:
        return
    available = max(1, TRADE_POINTS[fighter.class_] + fighter.attributes[INTELLECT])
    spent = sum(fighter.trades.values())
    if spent > available:
        yield Fault(f"fighters.{fighter.id}.trades", f"{spent} points spent, {available} available")


def _vessel(scene: SolarScene, vessel: Vessel) -> Iterator[Fault]:
    """SL-16.2 Vessel. `locked` must be mutual, within one band; `evading` is what SL-15.4 gives."""
    path = f"vehicles.{vessel.id}"
    if vessel.dhp > vessel.dhp_max:
        yield Fault(f"{path}.dhp", f"{vessel.dhp} is more than dhp_max, {vessel.dhp_max}")
    if vessel.evading not in (0, EVADING, EVADING_WELL):
        yield Fault(f"{path}.evading", f"{vessel.evading} is not 0, {EVADING} or {EVADING_WELL}")
    if vessel.locked is None:
        return
    other = scene.vehicles.get(vessel.locked)
    if other is None or other is vessel:
        yield Fault(f"{path}.locked", f"no other vessel is called {vessel.locked[:40]}")
    elif other.locked != vessel.id:
        yield Fault(f"{path}.locked", f"must be mutual: {other.id} is not locked to {vessel.id}")
    elif other.band != vessel.band:
        yield Fault(f"{path}.locked", f"locked vessels stand in one band: {vessel.band} and {other.band}")


def _squares(scene: SolarScene) -> Iterator[Fault]:
    """SL-16.1 Fighter. Nobody stands on the square of another in the same place."""
    seen: dict[tuple[object, object], str] = {}
    for fighter in scene.fighters.values():
        if fighter.at is None or not takes_part(fighter):
            continue
        key = (fighter.aboard, fighter.at)
        if key in seen:
            yield Fault(f"fighters.{fighter.id}.at", f"is the square of {seen[key]}")
        seen[key] = fighter.id


def _stations(scene: SolarScene) -> Iterator[Fault]:
    """SL-15.2 Stations. No more at a station than its numbers."""
    for vessel in scene.vehicles.values():
        for station in Station:
            held = holders(scene, vessel.id, station)
            most = places(vessel, station)
            for fighter in held[most:]:
                yield Fault(f"fighters.{fighter.id}.station", f"{vessel.id} has room for {most} at {station}")


def _combat(scene: SolarScene) -> Iterator[Fault]:
    """SL-17.1 Runtime fields. A combat under way has a round, everybody in the order once, and somebody up acting."""
    if scene.round < 1:
        yield Fault("round", "is 1 or more in combat")
    for id in dict.fromkeys(scene.order):
        if id not in scene.fighters:
            yield Fault("order", f"nobody called {id[:40]}")
            return
        if scene.order.count(id) > 1:
            yield Fault("order", f"{id} stands twice")
    should = [one.id for one in scene.fighters.values() if takes_part(one)]
    for id in should:
        if id not in scene.order:
            yield Fault("order", f"{id} is missing")
    for id in scene.order:
        if id not in should:
            yield Fault("order", f"{id} is {scene.fighters[id].status}")
    lists = [is_in_space(scene, scene.fighters[id]) for id in scene.order]
    if lists != sorted(lists, reverse=True):
        yield Fault("order", "the Space list stands before the Ground list")
    if scene.acting is None:
        return  # between two turns: whoever is next begins after the next command
    acting = scene.fighters.get(scene.acting)
    if acting is None:
        yield Fault("acting", f"nobody called {scene.acting[:40]}")
    elif acting.id not in scene.order or acting.status is not UP:
        yield Fault("acting", f"{acting.id} cannot act")
