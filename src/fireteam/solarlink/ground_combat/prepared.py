"""SL-13.11: attacks that wait until their target acts."""

from __future__ import annotations

from fireteam.kernel.actions import Option, Slot
from fireteam.kernel.refusals import Refusal
from fireteam.solarlink import insanity
from fireteam.solarlink.decisions import PREPARED, ask
from fireteam.solarlink.events.acts import AttackPrepared
from fireteam.solarlink.ground_combat.attack import Strike, hands_refusal, has_weapon, plain_refusal, strike, weapon_of
from fireteam.solarlink.ground_combat.blasts import blast
from fireteam.solarlink.maneuvers import most_prepared
from fireteam.solarlink.naming import can_name, find_anybody
from fireteam.solarlink.state import (
    DEAD,
    GONE,
    UP,
    Insanity,
    Prepared,
    SolarFighter,
    SolarRun,
    SolarScene,
)
from fireteam.solarlink.verb import Args, Verb


def spring(run: SolarRun, payer: SolarFighter) -> None:
    """SL-13.11 Prepared attacks. After the payment, before the effect, in `order`; stops when the payer is not up."""
    scene = run.scene
    for id in list(scene.order):
        fighter = scene.fighters[id]
        for one in fighter.prepared:
            if one.target != payer.id:
                continue
            if payer.status is not UP:
                return
            if is_legal_now(scene, fighter, payer, one) and ask(run, PREPARED, fighter) == "strike":
                weapon = weapon_of(fighter, one.weapon)
                if isinstance(weapon, Refusal):
                    continue
                made = Strike(fighter, payer, weapon, prepared=one)
                if weapon.blast:
                    blast(run, made)
                else:
                    strike(run, made)


def is_legal_now(scene: SolarScene, fighter: SolarFighter, payer: SolarFighter, one: Prepared) -> bool:
    """SL-13.11 Prepared attacks. Place, range and the weapon count when it is made, and so does sanity (SL-6.3)."""
    if fighter.status is not UP or not any(left is one for left in fighter.prepared):
        return False
    if fighter.insanity is not Insanity.NONE and not insanity.may(scene, fighter, "attack", {"target": payer.id}):
        return False
    weapon = weapon_of(fighter, one.weapon)
    if isinstance(weapon, Refusal) or not can_name(fighter, payer):
        return False
    return plain_refusal(fighter, payer, weapon) is None


def _refuse(scene: SolarScene, fighter: SolarFighter, args: Args) -> Refusal | None:
    """SL-13.11 Prepared attacks. Plain attacks only, at somebody else who is not dead, with a weapon one has."""
    if len(fighter.prepared) >= most_prepared(fighter):
        return Refusal("no more prepared actions this turn", "SL-13.11")
    if any(args.get(word) for word in ("part", "hard", "butchery")):
        return Refusal("only a plain attack can be prepared", "SL-13.11")
    if "target" not in args:
        return Refusal("needs a target", "SL-13.11")
    found = find_anybody(scene, args["target"], fighter)
    if isinstance(found, Refusal):
        return found
    args["target"] = found
    target = scene.fighters.get(found)
    if target is None or target is fighter or target.status is DEAD or target.status is GONE:
        return Refusal("no such target", "SL-13.11")
    weapon = weapon_of(fighter, args.get("weapon"))
    if isinstance(weapon, Refusal):
        return weapon
    if "weapon" in args:
        args["weapon"] = weapon.key
    if not has_weapon(fighter, weapon):
        return Refusal(f"{fighter.id} has no {weapon.key}", "SL-13.2")
    return hands_refusal(fighter, weapon)


def _cost(scene: SolarScene, fighter: SolarFighter, args: Args) -> int:
    weapon = weapon_of(fighter, args.get("weapon"))
    if isinstance(weapon, Refusal):
        raise ValueError(str(weapon))
    return weapon.ap


def _prepare(run: SolarRun, fighter: SolarFighter, args: Args) -> None:
    """SL-13.11 Prepared attacks. Paid now, made when the target next pays AP in its own turn."""
    weapon = weapon_of(fighter, args.get("weapon"))
    if isinstance(weapon, Refusal):
        raise ValueError(str(weapon))
    run.happened(AttackPrepared(fighter.id, run.scene.fighters[args["target"]].id, weapon.key))


def _offers(scene: SolarScene, fighter: SolarFighter) -> list[Args]:
    keys = list(dict.fromkeys([*fighter.weapons, "unarmed"]))
    return [
        {"target": id, "weapon": key}
        for id, one in scene.fighters.items()
        if one.side != fighter.side and one.aboard == fighter.aboard and can_name(fighter, one)
        for key in keys
    ]


PREPARE = Verb(
    verb="prepare",
    clause="SL-13.11",
    summary="Holds an attack ready until its target acts.",
    refuse=_refuse,
    cost=_cost,
    shown_cost="weapon",
    effect=_prepare,
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
