"""Chapter 14: maneuvers: what is always on, auras, and what is done right after an attack."""

from __future__ import annotations

from fireteam.kernel.actions import Option, Reads, Slot
from fireteam.kernel.refusals import Refusal
from fireteam.solarlink import content
from fireteam.solarlink.action_points import stirred
from fireteam.solarlink.content import ATTRIBUTES, keyed
from fireteam.solarlink.events.acts import AuraChanged, Explained, Moved
from fireteam.solarlink.events.changes import Changes, note
from fireteam.solarlink.events.turns import Raised
from fireteam.solarlink.ground_combat.place_and_reach import distance
from fireteam.solarlink.naming import find_fighter
from fireteam.solarlink.rolls import attribute
from fireteam.solarlink.state import (
    UP,
    Followup,
    SolarFighter,
    SolarRun,
    SolarScene,
    Square,
)
from fireteam.solarlink.turn_order import can_be_raised
from fireteam.solarlink.verb import Args, Verb, costs

AURA_SQUARES = 5
AURAS = ("calming_aura", "aura_of_confidence")
EXPLAIN_AP, JOSTLE_AP, STEP_AP = 4, 2, 1


def unlearned(fighter: SolarFighter, maneuver: str) -> Refusal | None:
    """SL-14.1 Learning. A maneuver not learned is refused."""
    if fighter.maneuvers.get(maneuver):
        return None
    return Refusal(f"{fighter.id} has not learned {maneuver.replace('_', ' ')}", "SL-14.1")


def most_prepared(fighter: SolarFighter) -> int:
    """SL-14.2 Passives. One prepared action a turn, and one more for each Additional Preparation."""
    return 1 + fighter.maneuvers.get("additional_preparation", 0)


def most_auras(fighter: SolarFighter) -> int:
    """SL-14.2 Passives. One aura at once, and one more for each Bonus Aura."""
    return 1 + fighter.maneuvers.get("bonus_aura", 0)


def aura_reaches(scene: SolarScene, fighter: SolarFighter, aura: str) -> bool:
    """SL-14.3 Auras. Of another fighter of the same side, in the same place within 5 squares or at unknown distance."""
    for owner in scene.fighters.values():
        if not owner.auras or owner is fighter or aura not in owner.auras:
            continue
        is_near = owner.aboard == fighter.aboard and distance(owner, fighter) <= AURA_SQUARES
        if is_near and owner.side == fighter.side:
            return True
    return False


def pattern(fighter: SolarFighter) -> int:
    """SL-14.4 Attack Pattern Explained. The learned attribute, at least 0."""
    return max(0, attribute(fighter, ATTRIBUTES.index(fighter.pattern_attribute)))


def explained(scene: SolarScene, fighter: SolarFighter, attacker: SolarFighter) -> int:
    """SL-14.4 Attack Pattern Explained. What it adds against an attacker; of two explanations the higher counts."""
    found = 0
    for other in scene.fighters.values():
        if other.explains is None or other.explains != attacker.id:
            continue
        if other.side == fighter.side and other.aboard == fighter.aboard:
            found = max(found, pattern(other))
    return found


def _refuse_aura(scene: SolarScene, fighter: SolarFighter, args: Args) -> Refusal | None:
    aura = keyed(args.get("aura", ""))
    known = content.maneuvers().get(aura)
    if known is None or known.type != "aura":
        return Refusal("no such aura", "SL-14.3")
    args["aura"] = aura
    refusal = unlearned(fighter, aura)
    if refusal is not None:
        return refusal
    if args.get("off"):
        return None if aura in fighter.auras else Refusal("not active", "SL-14.3")
    if aura in fighter.auras:
        return Refusal("already active", "SL-14.3")
    return Refusal("no more auras at once", "SL-14.3") if len(fighter.auras) >= most_auras(fighter) else None


def _aura(run: SolarRun, fighter: SolarFighter, args: Args) -> None:
    """SL-14.3 Auras. Raised and let go at no cost, in the own turn or in calm."""
    aura = args["aura"]
    auras = [one for one in fighter.auras if one != aura] if args.get("off") else [*fighter.auras, aura]
    run.happened(AuraChanged(fighter.id, auras, stirred(run.scene, fighter)))


def _aura_offers(scene: SolarScene, fighter: SolarFighter) -> list[Args]:
    learned = [key for key, one in content.maneuvers().items() if one.type == "aura" and key in fighter.maneuvers]
    return [{"aura": key, "off": True} if key in fighter.auras else {"aura": key} for key in learned]


AURA = Verb(
    verb="aura",
    clause="SL-14.3",
    summary="Raises an aura, or lets it go.",
    refuse=_refuse_aura,
    shown_cost="0 AP",
    effect=_aura,
    in_calm=True,
    slots=(Slot("aura", shown="NAME"),),
    extras=(Option("off", ("off",)),),
    offers=_aura_offers,
)


def _refuse_explain(scene: SolarScene, fighter: SolarFighter, args: Args) -> Refusal | None:
    refusal = unlearned(fighter, "attack_pattern_explained")
    if refusal is not None:
        return refusal
    if "target" not in args:
        return Refusal("needs a target", "SL-14.4")
    found = find_fighter(scene, args["target"], fighter)
    if isinstance(found, Refusal):
        return found
    args["target"] = found
    target = scene.fighters[found]
    if target is fighter or target.status is not UP or target.hidden or target.aboard != fighter.aboard:
        return Refusal(f"{found} cannot be seen", "SL-14.4")
    return None


def _explain(run: SolarRun, fighter: SolarFighter, args: Args) -> None:
    """SL-14.4 Attack Pattern Explained. Until the start of the actor's next turn."""
    run.happened(Explained(fighter.id, run.scene.fighters[args["target"]].id))


EXPLAIN = Verb(
    verb="explain",
    clause="SL-14.4",
    summary="Warns the own side of a target's attack pattern.",
    refuse=_refuse_explain,
    cost=costs(EXPLAIN_AP),
    shown_cost="4 AP",
    effect=_explain,
    slots=(Slot("target"),),
    offers=lambda scene, fighter: [
        {"target": id}
        for id, one in scene.fighters.items()
        if one.side != fighter.side and fighter.maneuvers.get("attack_pattern_explained")
    ],
)


def step_cost(scene: SolarScene, fighter: SolarFighter, args: Args) -> int:
    """SL-14.5 Blade Dance; SL-14.6 Blast Back. 1 AP, 2 if dizzy (SL-5.1)."""
    return 2 * (STEP_AP + (1 if fighter.dizzy else 0))


def step_refusal(scene: SolarScene, fighter: SolarFighter, to: Square | None) -> Refusal | None:
    """SL-14.5 Blade Dance. The reasons of SL-12.2, in its order."""
    from fireteam.solarlink.actions_and_movement import standing_refusal, walking_refusal

    return standing_refusal(fighter) if to is None else walking_refusal(scene, fighter, to)


def _step(run: SolarRun, fighter: SolarFighter, to: Square, cost: int, rule: str) -> None:
    """SL-14.5 Blade Dance. One square; it neither belongs to a run nor begins one, and needs no footing (SL-12.6)."""
    here = fighter.at or to
    changes = Changes()
    for name, value in (("aim", None), ("cover", 0), ("followup", None), ("followup_from", None)):
        note(changes, fighter, name, value)
    run.happened(Moved(fighter.id, list(here), list(to), cost, changes, rule))


def _refuse_dance(scene: SolarScene, fighter: SolarFighter, args: Args) -> Refusal | None:
    refusal = unlearned(fighter, "blade_dance")
    if refusal is not None:
        return refusal
    if "x" not in args or "y" not in args:
        return Refusal("needs a square", "SL-14.5", "blade-dance X Y")
    to = (args["x"], args["y"])
    refusal = step_refusal(scene, fighter, to)
    if refusal is not None:
        return refusal
    if fighter.followup != Followup.BLADE_DANCE:
        return Refusal("only right after a successful melee attack", "SL-14.5")
    here = fighter.at or to
    if max(abs(to[0] - here[0]), abs(to[1] - here[1])) > 1:
        return Refusal("one square only", "SL-14.5")
    return None


def _dance(run: SolarRun, fighter: SolarFighter, args: Args) -> None:
    """SL-14.5 Blade Dance. Right after an own close attack that hit: one square in any direction."""
    _step(run, fighter, (args["x"], args["y"]), step_cost(run.scene, fighter, args), "SL-14.5")


def _around(scene: SolarScene, fighter: SolarFighter) -> list[Args]:
    if fighter.at is None or fighter.followup != Followup.BLADE_DANCE:
        return []
    x, y = fighter.at
    return [{"x": x + dx, "y": y + dy} for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]


BLADE_DANCE = Verb(
    verb="blade-dance",
    clause="SL-14.5",
    summary="One square right after a close attack that hit.",
    refuse=_refuse_dance,
    cost=step_cost,
    shown_cost="1 AP",
    effect=_dance,
    can_be_long=False,
    keeps_followup=True,
    slots=(Slot("x", Reads.NUMBER, least=-9999, most=9999), Slot("y", Reads.NUMBER, least=-9999, most=9999)),
    offers=_around,
)


def back_from(scene: SolarScene, fighter: SolarFighter) -> Square | None:
    """SL-14.6 Blast Back. One square straight away from the target just attacked; None without a direction."""
    target = scene.fighters.get(fighter.followup_from or "")
    if target is None or target.at is None or fighter.at is None or target.at == fighter.at:
        return None
    dx, dy = fighter.at[0] - target.at[0], fighter.at[1] - target.at[1]
    return (fighter.at[0] + (dx > 0) - (dx < 0), fighter.at[1] + (dy > 0) - (dy < 0))


def _refuse_blast_back(scene: SolarScene, fighter: SolarFighter, args: Args) -> Refusal | None:
    refusal = unlearned(fighter, "blast_back")
    if refusal is not None:
        return refusal
    if fighter.followup != Followup.BLAST_BACK:
        return step_refusal(scene, fighter, None) or Refusal("only right after a heavy ranged attack", "SL-14.6")
    if fighter.at is None:
        return Refusal(f"{fighter.id} has no position: no direction", "SL-14.6")
    to = back_from(scene, fighter)
    if to is None:
        return step_refusal(scene, fighter, None) or Refusal("no direction", "SL-14.6")
    return step_refusal(scene, fighter, to)


def _blast_back(run: SolarRun, fighter: SolarFighter, args: Args) -> None:
    """SL-14.6 Blast Back. Right after an own attack with a heavy weapon, hit or not: straight away from the target."""
    to = back_from(run.scene, fighter)
    if to is not None:
        _step(run, fighter, to, step_cost(run.scene, fighter, args), "SL-14.6")


BLAST_BACK = Verb(
    verb="blast-back",
    clause="SL-14.6",
    summary="One square away from the target right after a heavy weapon's attack.",
    refuse=_refuse_blast_back,
    cost=step_cost,
    shown_cost="1 AP",
    effect=_blast_back,
    can_be_long=False,
    keeps_followup=True,
)


def _refuse_jostle(scene: SolarScene, fighter: SolarFighter, args: Args) -> Refusal | None:
    refusal = unlearned(fighter, "jostling")
    if refusal is not None:
        return refusal
    return None if can_be_raised(scene, fighter) else Refusal("already first", "SL-14.8")


def _jostle(run: SolarRun, fighter: SolarFighter, args: Args) -> None:
    """SL-14.8 Jostling. Raised by one, from the next Cycle on (SL-1.7)."""
    run.happened(Raised(fighter.id, fighter.raises + 1, "SL-14.8"))


JOSTLE = Verb(
    verb="jostle",
    clause="SL-14.8",
    summary="Raises the own place in the turn order by one from the next Cycle on.",
    refuse=_refuse_jostle,
    cost=costs(JOSTLE_AP),
    shown_cost="2 AP",
    effect=_jostle,
)
