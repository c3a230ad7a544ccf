"""The verb `attack`: at a fighter, at several with a blast, or at a vessel (SL-13.2, SL-13.12, SL-13.13)."""

from __future__ import annotations

from fireteam.kernel.actions import Option, Slot
from fireteam.kernel.refusals import Refusal
from fireteam.solarlink import content
from fireteam.solarlink.content import Weapon
from fireteam.solarlink.ground_combat.against_vessels import refuse_vessel, strike_vessel
from fireteam.solarlink.ground_combat.attack import (
    BUTCHERY_AP,
    HARD_AP,
    Strike,
    hands_refusal,
    how_refusal,
    strike,
    target_refusal,
    weapon_of,
)
from fireteam.solarlink.ground_combat.blasts import blast
from fireteam.solarlink.ground_combat.place_and_reach import reach_refusal
from fireteam.solarlink.maneuvers import unlearned
from fireteam.solarlink.naming import can_name, find_anybody
from fireteam.solarlink.state import (
    DEAD,
    GONE,
    PARTS,
    SolarFighter,
    SolarRun,
    SolarScene,
)
from fireteam.solarlink.verb import Args, Verb


def _weapon(fighter: SolarFighter, args: Args) -> Weapon | Refusal:
    typed = args.get("weapon")
    weapon = weapon_of(fighter, typed)
    if typed is not None and not isinstance(weapon, Refusal):
        args["weapon"] = weapon.key
    return weapon


def _refuse(scene: SolarScene, fighter: SolarFighter, args: Args) -> Refusal | None:
    """SL-13.2 Attack. Its refusals, in the clause's order."""
    if args.get("butchery"):
        refusal = unlearned(fighter, "butchery")
        if refusal is not None:
            return refusal
    if "target" not in args:
        return Refusal("needs a target", "SL-13.2")
    found = find_anybody(scene, args["target"], fighter)
    if isinstance(found, Refusal):
        return found
    args["target"] = found
    target = scene.fighters.get(found)
    if target is None:
        return refuse_vessel(scene, fighter, scene.vehicles[found], args, _weapon)
    refusal = target_refusal(fighter, target)
    if refusal is not None:
        return refusal
    weapon = _weapon(fighter, args)
    if isinstance(weapon, Refusal):
        return weapon
    return hands_refusal(fighter, weapon) or reach_refusal(fighter, target, weapon) or how_refusal(weapon, target, args)


def _cost(scene: SolarScene, fighter: SolarFighter, args: Args) -> int:
    """SL-13.2 Attack. The weapon's AP, 2 more for a hard strike, 1 more for Butchery."""
    weapon = _weapon(fighter, args)
    if isinstance(weapon, Refusal):
        raise ValueError(str(weapon))
    cost = weapon.ap
    if len(args) > 1:
        cost += HARD_AP * bool(args.get("hard")) + BUTCHERY_AP * bool(args.get("butchery"))
    return cost


def _attack(run: SolarRun, fighter: SolarFighter, args: Args) -> None:
    """SL-13.2 Attack. One attack roll, whoever it is aimed at."""
    weapon = _weapon(fighter, args)
    if isinstance(weapon, Refusal):
        raise ValueError(str(weapon))
    target = run.scene.fighters.get(args["target"])
    if target is None:
        strike_vessel(run, fighter, run.scene.vehicles[args["target"]], weapon, args)
        return
    part = args.get("part")
    made = Strike(
        fighter,
        target,
        weapon,
        None if part is None else PARTS.index(part),
        bool(args.get("hard")),
        bool(args.get("butchery")),
    )
    if weapon.blast:
        blast(run, made)
    else:
        strike(run, made)


def _offers(scene: SolarScene, fighter: SolarFighter) -> list[Args]:
    """Each target with each weapon, hard where that may be, and the usual weapon at each part."""
    keys = list(dict.fromkeys([*fighter.weapons, "unarmed"]))
    keys += [key for key in content.items() if key in content.weapons() and fighter.items.get(key)]
    found: list[Args] = []
    for id, target in scene.fighters.items():
        if target is fighter or target.side == fighter.side or not can_name(fighter, target):
            continue
        if target.status is DEAD or target.status is GONE or target.aboard != fighter.aboard:
            continue
        for key in keys:
            found.append({"target": id, "weapon": key})
            if content.weapons()[key].is_close:
                found.append({"target": id, "weapon": key, "hard": True})
        found += [{"target": id, "part": part.replace("_", " ")} for part in PARTS]
        if fighter.maneuvers.get("butchery"):
            found += [{"target": id, "part": part.replace("_", " "), "butchery": True} for part in PARTS]
    if fighter.insanity != "none":
        found += [{"target": id, "weapon": key} for id in scene.fighters for key in keys if id != fighter.id]
    found += [{"target": id, "weapon": key} for id in scene.vehicles for key in keys if id not in scene.fighters]
    return found


ATTACK = Verb(
    verb="attack",
    clause="SL-13.2",
    summary="Attacks a fighter, or a vessel within reach.",
    refuse=_refuse,
    cost=_cost,
    shown_cost="weapon, +2 hard, +1 butchery",
    effect=_attack,
    has_odds=True,
    hostile=True,
    slots=(Slot("target"),),
    extras=(
        Option("weapon", ("with",), (Slot("weapon"),)),
        Option("part", ("at",), (Slot("part"),)),
        Option("hard", ("hard",)),
        Option("butchery", ("butchery",)),
    ),
    offers=_offers,
)
