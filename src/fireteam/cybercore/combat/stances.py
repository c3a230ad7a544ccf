"""CC-13.15, 13.10 Stances and special moves: aim, guard, charge, pin, cover, moving."""

from __future__ import annotations

from typing import Any

from fireteam.cybercore.combat.arms import needs_readying
from fireteam.cybercore.combat.attack import Mode, attack
from fireteam.cybercore.combat.factors import BESIDE
from fireteam.cybercore.content import Weapon
from fireteam.cybercore.events import Aimed, Covered, Guarded, Moved
from fireteam.cybercore.sheet import CyberFighter
from fireteam.cybercore.state import CyberScene
from fireteam.kernel.events import Id
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.run import Run
from fireteam.kernel.scene import COMBAT

CHARGE_ENERGY = 1
PIN_ENERGY = 1
CHARGE_PACES = 2
LEAST_BURST_TO_PIN = 2


def aim(run: Run[CyberScene], one: CyberFighter, target: CyberFighter) -> None:
    """CC-13.15 Stances and special moves. The next attack on that target is better."""
    run.happened(Aimed(Id(one.id), Id(target.id)))


def guard(run: Run[CyberScene], one: CyberFighter) -> None:
    """CC-13.15 Stances and special moves. Boon(2) to AF and EF until its next turn begins."""
    run.happened(Guarded(Id(one.id)))


def refuse_charge(one: CyberFighter, target: CyberFighter, weapon: Weapon) -> Refusal | None:
    """CC-13.15 Stances and special moves. A charge needs a melee weapon in hand, and room to run."""
    if not weapon.is_melee:
        return Refusal(f"{weapon.id} is no melee weapon", "CC-13.15")
    if needs_readying(one, weapon):
        return Refusal(f"ready {weapon.id} first", "CC-13.15")
    distance = abs(one.at - target.at)
    if distance <= BESIDE:
        return Refusal("too near to charge", "CC-13.15")
    reach = CHARGE_PACES * one.pace + BESIDE
    if distance > reach:
        return Refusal(f"too far: {distance} away, reach {reach}", "CC-13.15")
    return None


def charge(run: Run[CyberScene], one: CyberFighter, target: CyberFighter, weapon: Weapon, args: dict[str, Any]) -> None:
    """CC-13.15 Stances and special moves. Runs to 1 from the target and attacks at Boon(1)."""
    run.happened(Moved(Id(one.id), beside(one, target), Id(target.id), "CC-13.15"))
    attack(run, one, target, weapon, args, Mode.CHARGE)


def refuse_pin(weapon: Weapon) -> Refusal | None:
    """CC-13.15 Stances and special moves. A pin needs a weapon that fires bursts."""
    if weapon.burst < LEAST_BURST_TO_PIN:
        return Refusal(f"{weapon.id} cannot fire bursts", "CC-13.15")
    return None


def refuse_cover(scene: CyberScene, one: CyberFighter) -> Refusal | None:
    """CC-13.10 Range, crowding, cover. What `cover` refuses."""
    if not scene.place.cover:
        return Refusal("no cover here", "CC-13.10")
    if one.cover >= scene.place.cover:
        return Refusal("already in cover", "CC-13.10")
    return None


def take_cover(run: Run[CyberScene], one: CyberFighter) -> None:
    """CC-13.10 Range, crowding, cover. Takes the best cover of the place."""
    run.happened(Covered(Id(one.id), run.scene.place.cover))


def beside(one: CyberFighter, target: CyberFighter) -> int:
    """The place at 1 from a target, on the side from which somebody comes."""
    return target.at - BESIDE if one.at < target.at else target.at + BESIDE


def step_of(scene: CyberScene, one: CyberFighter) -> int:
    """CC-19.1 Reading a command. How far one Move goes: the pace in a fight, any distance outside."""
    return one.pace if scene.phase is COMBAT else scene.place.length


def towards(scene: CyberScene, one: CyberFighter, target: CyberFighter) -> int:
    """CC-20.3 A turn. Where `move to` leads: towards somebody, stopping at 1."""
    step = min(step_of(scene, one), abs(target.at - one.at) - BESIDE)
    return one.at + step if target.at > one.at else one.at - step


def away_from(scene: CyberScene, one: CyberFighter, other: CyberFighter) -> int:
    """CC-20.3 A turn. Where `move from` leads: away as far as pace and place allow; from the same place towards 0, at
    0 the other way."""
    if one.at == other.at:
        sign = -1 if one.at > 0 else 1
    else:
        sign = 1 if one.at > other.at else -1
    return max(0, min(scene.place.length, one.at + sign * step_of(scene, one)))


def refuse_place(scene: CyberScene, one: CyberFighter, to: int) -> Refusal | None:
    """CC-20.3 A turn. A place on the line, another than one's own, within the pace."""
    if not 0 <= to <= scene.place.length:
        return Refusal(f"the place ends at {scene.place.length if to > 0 else 0}", "CC-20.3")
    if to == one.at:
        return Refusal("already there", "CC-20.3")
    if abs(to - one.at) > step_of(scene, one):
        return Refusal(f"too far: speed {one.pace}", "CC-20.3")
    return None


def refuse_approach(scene: CyberScene, one: CyberFighter, target: CyberFighter) -> Refusal | None:
    """CC-20.3 A turn. `move to` somebody who is further than 1."""
    if abs(one.at - target.at) <= BESIDE:
        return Refusal(f"already beside {target.id}", "CC-20.3")
    return Refusal("too far: speed 0", "CC-20.3") if not step_of(scene, one) else None


def refuse_retreat(scene: CyberScene, one: CyberFighter, other: CyberFighter) -> Refusal | None:
    """CC-20.3 A turn. `move from` somebody, as long as the place goes on."""
    if not step_of(scene, one):
        return Refusal("too far: speed 0", "CC-20.3")
    if away_from(scene, one, other) == one.at:
        return Refusal(f"the place ends at {one.at}", "CC-20.3")
    return None


def move(run: Run[CyberScene], one: CyberFighter, args: dict[str, Any]) -> None:
    """CC-20.3 A turn. `move N`, `move to NAME`, `move from NAME`; moving gives up cover and aim (CC-13.10)."""
    scene = run.scene
    if "place" in args:
        run.happened(Moved(Id(one.id), args["place"]))
    elif "to" in args:
        target = scene.fighters[args["to"]]
        run.happened(Moved(Id(one.id), towards(scene, one, target), Id(target.id)))
    else:
        run.happened(Moved(Id(one.id), away_from(scene, one, scene.fighters[args["from"]])))
