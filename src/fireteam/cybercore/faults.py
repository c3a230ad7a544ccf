"""CC-16.2 Faults: what the fields of a scene cannot say one by one."""

from __future__ import annotations

from fireteam.cybercore import content
from fireteam.cybercore.content import ATTRIBUTES, DAMAGE, NONE
from fireteam.cybercore.sheet import MOST_ATTRIBUTE, MOST_EXHAUSTION, MOST_PSYCH, MOST_WOUNDS, CyberFighter
from fireteam.cybercore.state import CyberScene
from fireteam.kernel.kinds import Fault
from fireteam.kernel.scene import COMBAT


def faults(scene: CyberScene) -> list[Fault]:
    """CC-16.2 Faults. Faults of a whole scene."""
    found = [] if scene.fighters else [Fault("fighters", "a scene needs at least one fighter")]
    place, pools = scene.place, scene.pools
    if place.distance > place.length:
        found.append(Fault("place.distance", f"{place.distance} is beyond the length of {place.length}"))
    if pools.tension_allocated > pools.tension:
        found.append(Fault("pools.tension_allocated", f"{pools.tension_allocated} is more than {pools.tension}"))
    for id, one in scene.fighters.items():
        if one.at > place.length:
            found.append(Fault(f"fighters.{id}.at", f"{one.at} is beyond the length of {place.length}"))
        if one.cover > place.cover:
            found.append(Fault(f"fighters.{id}.cover", f"{one.cover} is more than {place.cover}"))
    return found + _turn_faults(scene) + sheet_faults(scene)


def _turn_faults(scene: CyberScene) -> list[Fault]:
    found = [Fault("order", f"no fighter {id[:40]}") for id in scene.order if id not in scene.fighters]
    if len(set(scene.order)) < len(scene.order):
        found.append(Fault("order", "names somebody twice"))
    if scene.phase is COMBAT and scene.acting not in scene.order:
        found.append(Fault("acting", "in a fight it is the turn of somebody in the order"))
    elif scene.acting is not None and scene.acting not in scene.fighters:
        found.append(Fault("acting", f"no fighter {scene.acting[:40]}"))
    return found


def sheet_faults(scene: CyberScene) -> list[Fault]:
    """CC-16.2 Faults. What the fields alone cannot say of the fighters of a scene."""
    found: list[Fault] = []
    for id, one in scene.fighters.items():
        path = f"fighters.{id}"
        found += _range_faults(path, one, is_new=scene.seq == 0)
        found += _extra_faults(path, one)
        found += _bond_faults(path, one, scene)
    return found


def _range_faults(path: str, one: CyberFighter, *, is_new: bool) -> list[Fault]:
    limits = [
        ("hits", one.hits, one.hits_max),
        ("energy", one.energy, one.energy_max),
        ("grind", one.grind, one.rank),
    ]
    if is_new:  # play itself knows no such limits, so a state may have passed them
        limits += [
            ("exhaustion", one.exhaustion, MOST_EXHAUSTION),
            ("psych", one.psych, MOST_PSYCH),
            ("wounds.open", one.wounds.open, MOST_WOUNDS),
            ("wounds.triaged", one.wounds.triaged, MOST_WOUNDS),
        ]
    for at, kind in enumerate(DAMAGE):
        limits.append((f"dr.{kind}", one.dr[at], one.dr_max[at]))
        limits.append((f"natural.{kind}", one.natural[at], one.natural_max[at]))
    found = [Fault(f"{path}.{name}", f"{value} is more than {most}") for name, value, most in limits if value > most]
    for at, value in enumerate(one.attributes):
        if value < 0 and at not in (content.PERSUASION, content.ALLURE):
            reason = f"{value} is not a whole number from 0 to {MOST_ATTRIBUTE}"
            found.append(Fault(f"{path}.attributes.{ATTRIBUTES[at]}", reason))
    return found + _arms_faults(path, one)


def _arms_faults(path: str, one: CyberFighter) -> list[Fault]:
    found = []
    if one.readied != NONE and one.readied not in one.weapons:
        found.append(Fault(f"{path}.readied", f'"{one.readied}" is none of its weapons'))
    for id, left in one.ammo.items():
        clip = content.weapons()[id].clip
        if id not in one.weapons:
            found.append(Fault(f"{path}.ammo.{id}", "is none of its weapons"))
        elif left > clip:
            found.append(Fault(f"{path}.ammo.{id}", f"{left} is more than {clip}"))
    found += [Fault(f"{path}.jammed", f'"{id}" is none of its weapons') for id in one.jammed if id not in one.weapons]
    return found


def _extra_faults(path: str, one: CyberFighter) -> list[Fault]:
    if not one.extra:
        return [Fault(f"{path}.machine", "a machine must be an extra")] if one.machine else []
    found = [Fault(f"{path}.extra", "an extra cannot be player-controlled")] if one.is_player else []
    owned = {
        "energy_bonus": one.energy_bonus,
        "energy_temp": one.energy_temp,
        "grind": one.grind,
        "psych": one.psych,
        "bonds": len(one.bonds),
        "wounds": one.wounds.open + one.wounds.triaged,
    }
    return found + [Fault(f"{path}.{name}", "extras have none") for name, value in owned.items() if value]


def _bond_faults(path: str, one: CyberFighter, scene: CyberScene) -> list[Fault]:
    found = []
    for number, other in enumerate(one.bonds):
        where = f"{path}.bonds.{number}"
        if other == one.id:
            found.append(Fault(where, "a bond to oneself"))
        elif other not in scene.fighters:
            found.append(Fault(where, f"no fighter {other[:40]}"))
        elif scene.fighters[other].side != one.side:
            found.append(Fault(where, f"{other} is not on its side"))
        elif other in one.bonds[:number]:
            found.append(Fault(where, "stands twice"))
    return found
