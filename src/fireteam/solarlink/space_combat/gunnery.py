"""SL-15.6 and SL-15.14: firing a vessel's weapons at vessels and at people."""

from __future__ import annotations

from fireteam.kernel.actions import Option, Slot
from fireteam.kernel.events import Id
from fireteam.kernel.refusals import Refusal
from fireteam.solarlink import content
from fireteam.solarlink.content import DEXTERITY, VesselWeapon, keyed
from fireteam.solarlink.damage_scales import stepped, take_damage
from fireteam.solarlink.damage_types import parts_of
from fireteam.solarlink.events.body import Rolled
from fireteam.solarlink.events.changes import Changes, note, note_vessel
from fireteam.solarlink.events.space import Fired
from fireteam.solarlink.ground_combat.attack import AIMED, defence, log_damage, reveal
from fireteam.solarlink.ground_combat.falling import follow
from fireteam.solarlink.naming import can_name, find_anybody
from fireteam.solarlink.rolls import against, arms, attribute, faces_of, shown_total, sight
from fireteam.solarlink.space_combat.stations import own_vessel, station_refusal
from fireteam.solarlink.space_combat.vessels import (
    consequence,
    damage_component,
    damage_vessel,
    distance,
    is_ok,
    vessel_defence,
)
from fireteam.solarlink.space_exposure import tear
from fireteam.solarlink.state import (
    COMPONENTS,
    DEAD,
    GONE,
    GUNS,
    SolarFighter,
    SolarRun,
    SolarScene,
    Station,
    Vessel,
    VesselStatus,
)
from fireteam.solarlink.verb import Args, Verb

PER_BAND = -2
AT_COMPONENT = -4
AT_PEOPLE = -6


def vessel_weapon(vessel: Vessel, typed: str | None) -> VesselWeapon | Refusal:
    """SL-15.6 Fire. The weapon named, else the vessel's first."""
    if not vessel.weapons:
        return Refusal("no weapon", "SL-15.6")
    if typed is None:
        return content.vessel_weapons()[vessel.weapons[0]]
    key = keyed(typed)
    return content.vessel_weapons()[key] if key in vessel.weapons else Refusal("no such weapon", "SL-15.6")


def _refuse(scene: SolarScene, fighter: SolarFighter, args: Args) -> Refusal | None:
    """SL-15.6 Fire. What forbids a shot, in the clause's order."""
    refusal = station_refusal(scene, fighter, Station.GUNNER)
    if refusal is not None:
        return refusal
    own = own_vessel(scene, fighter)
    if not is_ok(own, GUNS):
        return Refusal("the guns are down", "SL-15.6")
    weapon = vessel_weapon(own, args.get("weapon"))
    if isinstance(weapon, Refusal):
        return weapon
    if "weapon" in args:
        args["weapon"] = weapon.key
    if "target" not in args:
        return Refusal("needs a target", "SL-15.6")
    found = find_anybody(scene, args["target"], fighter)
    if isinstance(found, Refusal):
        return found
    args["target"] = found
    target = scene.fighters.get(found)
    if target is not None:
        return _refuse_person(target, args)
    return _refuse_vessel(scene, own, scene.vehicles[found], weapon, args)


def _refuse_vessel(scene: SolarScene, own: Vessel, other: Vessel, weapon: VesselWeapon, args: Args) -> Refusal | None:
    if own is other:
        return Refusal("that is the own vessel", "SL-15.6")
    if other.status is VesselStatus.WRECK:
        return Refusal(f"{other.id} is a wreck", "SL-15.6")
    if other.status is VesselStatus.GONE:
        return Refusal(f"{other.id} is gone", "SL-15.6")
    if distance(own, other) > weapon.reach:
        return Refusal("out of range", "SL-15.6")
    if "component" in args:
        component = keyed(args["component"])
        if component not in COMPONENTS:
            return Refusal("no such component", "SL-15.6")
        args["component"] = component
    return None


def _refuse_person(target: SolarFighter, args: Args) -> Refusal | None:
    """SL-15.14 Firing at people. Only at those aboard nothing."""
    if "component" in args:
        return Refusal("people have no components", "SL-15.14")
    if target.aboard is not None:
        return Refusal(f"{target.id} is aboard a vessel", "SL-15.14")
    if target.status is DEAD or target.status is GONE:
        return Refusal(f"{target.id} is {target.status}", "SL-15.14")
    return None


def _weapon(scene: SolarScene, fighter: SolarFighter, args: Args) -> VesselWeapon:
    weapon = vessel_weapon(own_vessel(scene, fighter), args.get("weapon"))
    if isinstance(weapon, Refusal):
        raise ValueError(str(weapon))
    return weapon


def gunner_modifier(fighter: SolarFighter) -> int:
    """SL-15.6 Fire. A Trade Roll Ship Gunner, with dizziness and arms as in SL-13.2."""
    return attribute(fighter, DEXTERITY) + fighter.trades.get("ship_gunner", 0) + sight(fighter) + arms(fighter)


def _fire(run: SolarRun, fighter: SolarFighter, args: Args) -> None:
    """SL-15.6 Fire. Dice: 2d10, damage, consequence; an overcharge is gone either way."""
    scene = run.scene
    own, weapon = own_vessel(scene, fighter), _weapon(scene, fighter, args)
    target = scene.fighters.get(args["target"])
    modifier = gunner_modifier(fighter)
    if fighter.aim == args["target"]:
        modifier += AIMED
    reveal(run, fighter)
    steps = own.overcharge
    if target is not None:
        modifier += AT_PEOPLE
        needed = defence(scene, target, fighter, is_close=False)
        if _hits(run, fighter, own, weapon, target.id, modifier, needed, "SL-15.14"):
            _shoot_person(run, fighter, weapon, steps, target)
        return
    other = scene.vehicles[args["target"]]
    if not weapon.steady:
        modifier += PER_BAND * distance(own, other)
    component = COMPONENTS.index(args["component"]) if "component" in args else None
    if component is not None:
        modifier += AT_COMPONENT
    if _hits(run, fighter, own, weapon, Id(other.id), modifier, vessel_defence(scene, other), "SL-15.6"):
        _shoot_vessel(run, fighter, weapon, steps, other, component)


def _hits(
    run: SolarRun,
    fighter: SolarFighter,
    own: Vessel,
    weapon: VesselWeapon,
    target: Id,
    modifier: int,
    needed: int,
    rule: str,
) -> bool:
    """SL-15.6 Fire. The roll against the defence."""
    reading = against(needed - modifier)
    read = run.roll(reading)
    total = read + modifier
    is_hit = total >= needed
    if run.logs:
        dice = faces_of(run, reading)
        total = shown_total(dice, read) + modifier
        run.happened(
            Rolled(fighter.id, "fire", dice, total, modifier, needed, is_hit, target, weapon.key, rule=rule),
        )
    changes = Changes()
    note(changes, fighter, "aim", None)
    note_vessel(changes, own, "overcharge", 0)
    result = "hit" if is_hit else "miss"
    run.happened(Fired(fighter.id, own.id, target, weapon.key, total, needed, result, changes, rule))
    return is_hit


def _roll(run: SolarRun, fighter: SolarFighter, weapon: VesselWeapon, steps: int) -> list[tuple[int, int]]:
    pool, reading = stepped(weapon.pool, steps)
    sums = run.roll(reading)
    amounts = parts_of(pool, sums, 0)
    if run.logs:
        log_damage(run, fighter, weapon.key, reading, sum(sums), amounts)
    return amounts


def _shoot_vessel(
    run: SolarRun, fighter: SolarFighter, weapon: VesselWeapon, steps: int, other: Vessel, component: int | None
) -> None:
    """SL-15.7 Consequences. If the shot took 1 DHP or more and the vessel is not wrecked."""
    amounts = _roll(run, fighter, weapon, steps)
    lost = damage_vessel(run, other, sum(amount for _, amount in amounts), "SL-15.6")
    if not lost or other.status is VesselStatus.WRECK:
        return
    if component is not None:
        damage_component(run, other, component)
    else:
        consequence(run, fighter, other)


def _shoot_person(run: SolarRun, fighter: SolarFighter, weapon: VesselWeapon, steps: int, target: SolarFighter) -> None:
    """SL-15.14 Firing at people. Damage by SL-3.3 and SL-3.4; no bleeding; a suit may tear (SL-8.6)."""
    fact = take_damage(run, target, _roll(run, fighter, weapon, steps), "ddmg", "attack", "SL-15.14")
    follow(run, target)
    if target.status is not DEAD:
        tear(run, target, fact.hp_lost)


def _offers(scene: SolarScene, fighter: SolarFighter) -> list[Args]:
    if fighter.station is None:
        return []
    own = own_vessel(scene, fighter)
    found: list[Args] = []
    for id, vessel in scene.vehicles.items():
        if id in scene.fighters or vessel is own:
            continue
        found += [{"target": id, "weapon": key} for key in own.weapons]
        found += [{"target": id, "component": component.replace("_", " ")} for component in COMPONENTS]
    for id, one in scene.fighters.items():
        if one.side != fighter.side and one.aboard is None and can_name(fighter, one):
            found += [{"target": id, "weapon": key} for key in own.weapons]
    return found


FIRE = Verb(
    verb="fire",
    clause="SL-15.6",
    summary="Fires a vessel's weapon at a vessel or at people.",
    refuse=_refuse,
    cost=lambda scene, fighter, args: _weapon(scene, fighter, args).ap,
    shown_cost="weapon",
    effect=_fire,
    has_odds=True,
    hostile=True,
    slots=(Slot("target"),),
    extras=(
        Option("weapon", ("with",), (Slot("weapon"),)),
        Option("component", ("at",), (Slot("component"),)),
    ),
    offers=_offers,
)
