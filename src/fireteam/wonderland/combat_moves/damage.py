"""UW-3.11 to UW-3.13: what a hit does to fighters and vehicles, armour, and death."""

from __future__ import annotations

from fireteam.kernel.events import Id
from fireteam.kernel.run import Run
from fireteam.wonderland import npc_attacks, player_versus_player, skills, vehicles
from fireteam.wonderland.effects import conditions, lifeforms, unconscious
from fireteam.wonderland.events.fighting import (
    Damaged,
    Died,
    FellUnconscious,
    Healed,
    Immune,
    VehicleDamaged,
    VehicleDisabled,
)
from fireteam.wonderland.state import (
    COMPANION,
    COVERED,
    DEAD,
    OBJECT,
    PC,
    UP,
    Condition,
    Fighter,
    Scene,
    Vehicle,
    in_the_fight,
)
from fireteam.wonderland.weapons import PHYSICAL, PSYCHIC, TOXIC, DamageType

RULE_OF_KIND = {PSYCHIC: "UW-9.8", TOXIC: "UW-9.18"}
"""What damage that ignores armour cites."""
MERCY_HP = 1
LEAST_DAMAGE = 1


class Blow:
    """What all parts of one hit have in common: who dealt it (or which trap), of what it is, what it inflicts.

    `total` is the attack's total where targets may deflect, else 0. `aboard` is the attacker's vehicle: whoever sits
    in the same one is hit alone. `rule` is what its damage cites besides armour and the kind of damage.
    """

    __slots__ = ("aboard", "by", "inflicts", "is_deflectable", "is_harmless", "kind", "rule", "total")

    def __init__(
        self,
        by: str | None,
        kind: DamageType = PHYSICAL,
        inflicts: tuple[tuple[str, Condition], ...] = (),
        *,
        is_harmless: bool = False,
        total: int = 0,
        is_deflectable: bool = False,
        aboard: str = "",
        rule: str = "",
    ) -> None:
        self.by = by
        self.kind = kind
        self.inflicts = inflicts
        self.is_harmless = is_harmless
        self.total = total
        self.is_deflectable = is_deflectable
        self.aboard = aboard
        self.rule = rule


def strike(run: Run[Scene], blow: Blow, target: Fighter, amount: int) -> None:
    """UW-3.11 Step 5 for a fighter that is hit: deflection, then the vehicle it is aboard, then its own skin."""
    if blow.is_deflectable and player_versus_player.may_deflect(target, str(blow.by), blow.kind):
        amount = player_versus_player.after_deflection(run, target, blow.total, amount)
    if target.aboard and target.aboard != blow.aboard:
        vehicle = run.scene.vehicles[target.aboard]
        if vehicle.hp > 0 and blow.kind is not PSYCHIC and blow.kind is not TOXIC:
            divide(run, blow, vehicle, amount, vehicles.riders_in_order(run.scene, vehicle, target.id))
            return
    wound(run, blow, target, amount)


def strike_vehicle(run: Run[Scene], blow: Blow, vehicle: Vehicle, amount: int, *, is_area: bool) -> None:
    """UW-7.8 One target. A vehicle that is hit, with everybody aboard; its driver may deflect for all."""
    scene = run.scene
    riders = vehicles.riders_in_order(scene, vehicle)
    if vehicle.hp == 0:
        strike_wreck(run, blow, riders, amount)
        return
    driver = scene.fighters.get(vehicle.driver) if blow.is_deflectable else None
    if driver is not None and player_versus_player.may_deflect(driver, str(blow.by), blow.kind):
        amount = player_versus_player.after_deflection(run, driver, blow.total, amount)
    if blow.kind is TOXIC:
        wound_all(run, blow, riders, amount)
    elif blow.kind is PSYCHIC:
        damage_vehicle(run, blow, vehicle, amount)
        if is_area:
            wound_all(run, blow, riders, amount)
    else:
        divide(run, blow, vehicle, amount, riders)


def strike_wreck(run: Run[Scene], blow: Blow, riders: list[Fighter], amount: int) -> None:
    """UW-7.12 Disabled and compromised. In a wreck everybody is hit like somebody on foot."""
    for rider in riders:
        if in_the_fight(rider):
            strike(run, blow, rider, amount)


def divide(run: Run[Scene], blow: Blow, vehicle: Vehicle, amount: int, riders: list[Fighter]) -> None:
    """UW-7.8 One target. Damage to vehicle and riders together, dealt by the vehicle's armour."""
    own, shares = vehicles.parts(run.scene, vehicle, amount, riders)
    is_swallowed_whole = vehicles.is_protecting(vehicle) and vehicle.armor is vehicles.FULL_ARMOR
    if riders:
        blow.rule = vehicles.rule_of_armor(vehicle)
    damage_vehicle(run, blow, vehicle, own)
    for rider, share in zip(riders, shares, strict=True):
        if share or (blow.is_harmless and not is_swallowed_whole):
            wound(run, blow, rider, share)


def wound_all(run: Run[Scene], blow: Blow, riders: list[Fighter], amount: int) -> None:
    """UW-9.18 Toxic damage, and UW-9.8 psychic damage in an area, hit everybody aboard in full."""
    for rider in riders:
        if in_the_fight(rider):
            wound(run, blow, rider, amount)


def damage_vehicle(run: Run[Scene], blow: Blow, vehicle: Vehicle, amount: int) -> None:
    """UW-7.12 Disabled and compromised. A vehicle's HP fall, not below 0; at 0 it is disabled."""
    lost = min(amount, vehicle.hp)
    if lost:
        by = None if blow.by is None else Id(blow.by)
        run.happened(VehicleDamaged(Id(vehicle.id), by, lost, vehicle.hp - lost, blow.rule or "UW-7.8"))
        if vehicle.hp == 0 and run.logs:
            run.happened(VehicleDisabled(Id(vehicle.id)))


def wound(run: Run[Scene], blow: Blow, who: Fighter, amount: int) -> None:
    """UW-3.11 Step 5 for one body: immunity, personal armour, HP, death or unconsciousness, conditions."""
    lost = 0
    if amount > 0:
        kind = blow.kind
        if lifeforms.is_untouched(who, kind):
            if run.logs:
                rule = "UW-9.23" if kind is PHYSICAL else "UW-9.24"
                run.happened(Immune(Id(who.id), kind, rule))
        else:
            rule = RULE_OF_KIND.get(kind) or blow.rule or "UW-3.11"
            if who.armor:
                reduced = after_armor(who, kind, amount)
                if reduced < amount:
                    rule, amount = "UW-3.12", reduced
            before = who.hp
            lost = amount if amount < before else before
            by = blow.by
            run.happened(Damaged(Id(who.id), None if by is None else Id(by), lost, kind, before - lost, rule))
            if who.cover is COVERED:
                skills.blow_cover(run, who)
            if who.hp == 0:
                die(run, who, by, "damage")
            else:
                unconscious.after_damage(run, who, amount, before)
    if blow.inflicts and (lost or blow.is_harmless) and who.status is not DEAD:
        conditions.inflict(run, who, blow.inflicts, blow.rule or "UW-9.3")


def after_armor(who: Fighter, kind: DamageType, amount: int) -> int:
    """UW-3.12 Personal armour. Taken off each amount, but 1 comes through; psychic and toxic damage ignore it."""
    return amount if kind is PSYCHIC or kind is TOXIC else max(LEAST_DAMAGE, amount - who.armor)


def die(run: Run[Scene], who: Fighter, by: str | None, how: str) -> None:
    """UW-3.13 Death. At 0 HP; by option `mercy` PCs and companions are left with 1 HP, unconscious."""
    if run.scene.options.death == "mercy" and (who.kind is PC or who.kind is COMPANION) and who.hp_max:
        if who.status is not UP:
            run.happened(Healed(Id(who.id), None, MERCY_HP, MERCY_HP, who.radiation_lost, "UW-3.13"))
        else:
            run.happened(FellUnconscious(Id(who.id), MERCY_HP, "UW-3.13"))
        return
    run.happened(Died(Id(who.id), None if by is None else Id(by), how, who.kind is OBJECT))
    npc_attacks.free_victim(run, who)
