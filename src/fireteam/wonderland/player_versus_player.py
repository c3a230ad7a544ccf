"""6 Player versus player: deflecting attacks of other player characters."""

from __future__ import annotations

from fireteam.kernel.events import Id
from fireteam.kernel.run import Run
from fireteam.wonderland import basic_roll, critical_rolls, decisions, skills, vehicles
from fireteam.wonderland.events.fighting import Deflected, Rolled
from fireteam.wonderland.state import PC, UP, Fighter, Scene
from fireteam.wonderland.weapons import PSYCHIC, TOXIC, DamageType


def is_declared_against_players(scene: Scene, attacker: Fighter, declared: list[str]) -> bool:
    """UW-6.1 Scope. A PC's attack that declares another PC, or a vehicle with one aboard, is a PvP attack."""
    if attacker.kind is not PC:
        return False
    for id in declared:
        target = scene.fighters.get(id)
        if target is not None:
            if target.kind is PC:
                return True
        elif any(scene.fighters[who].kind is PC for who in scene.vehicles[id].aboard):
            return True
    return False


def may_deflect(defender: Fighter, attacker: str, kind: DamageType) -> bool:
    """UW-6.5 No deflection. Not of psychic or toxic damage; not by the unconscious or swallowed."""
    return (
        defender.kind is PC
        and defender.id != attacker
        and defender.status is UP
        and kind is not PSYCHIC
        and kind is not TOXIC
    )


def after_deflection(run: Run[Scene], defender: Fighter, attack_total: int, amount: int) -> int:
    """UW-6.3 Result. Equal or more halves the damage (floor, at least 1), a face of 12 takes all of it."""
    roll = deflect(run, defender, attack_total)
    if roll is None:
        return amount
    face, total = roll
    if face == basic_roll.DIE:
        result, left = "all", 0
    elif total >= attack_total:
        result, left = "half", max(1, amount // 2) if amount else 0
    else:
        result, left = "none", amount
    if run.logs:
        run.happened(Deflected(Id(defender.id), result))
    return left


def deflect(run: Run[Scene], defender: Fighter, attack_total: int) -> tuple[int, int] | None:
    """UW-6.2 Deflecting. A d12 + Reflex, Luck, or the Speed of a driven vehicle; None if the defender lets it be."""
    scene = run.scene
    vehicle = scene.vehicles.get(defender.aboard)
    if vehicle is not None and vehicles.is_driven(scene, vehicle):
        answers: tuple[str, ...] = (basic_roll.SPEED, "none")
    else:
        answers = ("reflex", basic_roll.LUCK, "none")
    skill = decisions.ask(run, "deflect", defender, answers, answers[0], "UW-6.2")
    if skill == "none":
        return None
    held = critical_rolls.spends_unasked(run, defender)
    if held:
        critical_rolls.spend(run, defender)
    modifier = skills.modifier_of(scene, defender, skill) + held
    bites = (skills.LUCK_FAILS + 1 - modifier,) if skill == basic_roll.LUCK else ()
    face = run.roll(basic_roll.die_cut_at(attack_total - modifier, basic_roll.DIE, *bites))
    total = face + modifier
    if run.logs:
        run.happened(
            Rolled(
                who=Id(defender.id),
                purpose="deflect",
                skill=skill,
                dice=[[basic_roll.DIE, face]],
                modifier=modifier,
                total=total,
                natural=face == basic_roll.DIE,
                severe=skills.is_severe(skill, face, total),
                against=attack_total,
                rule="UW-6.2",
            )
        )
    skills.luck_bites(run, defender, skill, face, total)
    return face, total
