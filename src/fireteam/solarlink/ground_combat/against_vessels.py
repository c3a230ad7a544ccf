"""SL-13.13: weapons of people against vessels."""

from __future__ import annotations

from collections.abc import Callable

from fireteam.kernel.events import Id
from fireteam.kernel.refusals import Refusal
from fireteam.solarlink.content import STRENGTH, Weapon, keyed
from fireteam.solarlink.damage_scales import as_ddmg, stepped
from fireteam.solarlink.damage_types import parts_of
from fireteam.solarlink.events.acts import Attacked
from fireteam.solarlink.events.body import Rolled
from fireteam.solarlink.ground_combat.attack import (
    AT_PART,
    PRONE_CLOSE,
    after_attack,
    attack_modifier,
    hands_refusal,
    log_damage,
    reveal,
)
from fireteam.solarlink.rolls import against, attribute, faces_of, shown_total
from fireteam.solarlink.space_combat.vessels import damage_component, damage_vessel, lands_or_carries
from fireteam.solarlink.state import COMPONENTS, SolarFighter, SolarRun, SolarScene, Vessel, VesselStatus
from fireteam.solarlink.verb import Args

VESSEL_DEFENCE = 8


def refuse_vessel(
    scene: SolarScene,
    fighter: SolarFighter,
    vessel: Vessel,
    args: Args,
    weapon_in: Callable[[SolarFighter, Args], Weapon | Refusal],
) -> Refusal | None:
    """SL-13.13 Attacking a vessel. A landed one by those aboard nothing, or the one that one is aboard."""
    if vessel.status is VesselStatus.WRECK:
        return Refusal(f"{vessel.id} is a wreck", "SL-13.13")
    if vessel.status is VesselStatus.GONE or not lands_or_carries(fighter, vessel):
        return Refusal(f"{vessel.id} cannot be reached", "SL-13.13")
    weapon = weapon_in(fighter, args)
    if isinstance(weapon, Refusal):
        return weapon
    refusal = hands_refusal(fighter, weapon)
    if refusal is not None:
        return refusal
    named = args.get("part")
    if named is not None:
        if weapon.blast:
            return Refusal("cannot be aimed at a part", "SL-13.9")
        component = keyed(named)
        if component not in COMPONENTS:
            return Refusal("no such component", "SL-13.13")
        args["part"] = component
    if args.get("hard") and not weapon.is_close:
        return Refusal("only close attacks can be hard", "SL-13.9")
    return Refusal("butchery needs a targeted strike", "SL-14.7") if args.get("butchery") else None


def strike_vessel(run: SolarRun, fighter: SolarFighter, vessel: Vessel, weapon: Weapon, args: Args) -> None:
    """SL-13.13 Attacking a vessel. Against 8, -4 at a component; dmg by SL-3.2; no parry, no aim, no range."""
    reveal(run, fighter)
    component = args.get("part")
    modifier = attack_modifier(fighter, weapon)
    if weapon.is_close and fighter.prone:
        modifier += PRONE_CLOSE
    if component is not None:
        modifier += AT_PART
    reading = against(VESSEL_DEFENCE - modifier)
    read = run.roll(reading)
    total = read + modifier
    is_hit = total >= VESSEL_DEFENCE
    whom = Id(vessel.id)
    if run.logs:
        dice = faces_of(run, reading)
        total = shown_total(dice, read) + modifier
        key = weapon.key
        run.happened(
            Rolled(fighter.id, "attack", dice, total, modifier, VESSEL_DEFENCE, is_hit, whom, key, rule="SL-13.13"),
        )
    changes = after_attack(fighter, weapon, whom, is_hit)
    result = "hit" if is_hit else "miss"
    run.happened(Attacked(fighter.id, whom, weapon.key, total, VESSEL_DEFENCE, result, changes, "SL-13.13"))
    if is_hit:
        pool, dice_read = stepped(weapon.pool, fighter.die_steps + bool(args.get("hard")))
        sums = run.roll(dice_read)
        amounts = parts_of(pool, sums, attribute(fighter, STRENGTH) if weapon.is_close else 0)
        if run.logs:
            log_damage(run, fighter, weapon.key, dice_read, sum(sums), amounts)
        lost = damage_vessel(run, vessel, as_ddmg(amounts), "SL-13.13")
        if lost and component is not None:
            damage_component(run, vessel, COMPONENTS.index(component), "SL-13.13")
