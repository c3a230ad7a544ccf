"""SL-13.12: charges that hit everybody near the target."""

from __future__ import annotations

from fireteam.solarlink.events.acts import Attacked
from fireteam.solarlink.events.changes import NONE
from fireteam.solarlink.ground_combat.attack import (
    Strike,
    aftermath,
    attack_modifier,
    defence,
    log_attack,
    reveal,
    roll_damage,
    situation,
    suffer,
)
from fireteam.solarlink.ground_combat.place_and_reach import distance
from fireteam.solarlink.rolls import between
from fireteam.solarlink.state import (
    DEAD,
    GONE,
    SolarFighter,
    SolarRun,
    SolarScene,
)


def within_blast(scene: SolarScene, made: Strike) -> list[SolarFighter]:
    """SL-13.12 Blasts. Each fighter within the blast of the target, friends and thrower too.

    At unknown distance only the target; a hidden fighter is found by a blast (SL-13.15).
    """
    target = made.target
    found = []
    for other in scene.fighters.values():
        if other.aboard != target.aboard or other.status is DEAD or other.status is GONE:
            continue
        if other is target or 0 <= distance(other, target) <= made.weapon.blast:
            found.append(other)
    return found


def blast(run: SolarRun, made: Strike) -> None:
    """SL-13.12 Blasts. One attack roll against each defence; the damage is rolled once, if anyone is hit."""
    scene, fighter, target, weapon = run.scene, made.fighter, made.target, made.weapon
    reveal(run, fighter)
    struck = within_blast(scene, made)
    modifier = attack_modifier(fighter, weapon) + situation(fighter, target, weapon, None)
    defences = [defence(scene, one, fighter, is_close=False) for one in struck]
    needed = defences[struck.index(target)]
    reading = between(min(defences) - modifier - 1, max(defences) - modifier)
    read = run.roll(reading)
    total = read + modifier
    if run.logs:
        total = log_attack(run, made, reading, read, modifier, needed, read + modifier >= needed)
    changes = aftermath(made, is_hit=False)
    hit = []
    for one, against in zip(struck, defences, strict=True):
        is_hit = read + modifier >= against
        run.happened(
            Attacked(fighter.id, one.id, weapon.key, total, against, "hit" if is_hit else "miss", changes, "SL-13.12"),
        )
        changes = NONE
        if is_hit:
            hit.append(one)
    if hit:
        amounts = roll_damage(run, made)
        for one in hit:
            suffer(run, made, one, amounts)
