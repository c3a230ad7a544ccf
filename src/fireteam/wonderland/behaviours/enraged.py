"""UW-3.4: what an enraged enemy does at once."""

from __future__ import annotations

from fireteam.kernel.run import Run
from fireteam.kernel.scene import COMBAT
from fireteam.wonderland import range_and_area, vehicles
from fireteam.wonderland.behaviours.aims import (
    Mark,
    arms_ready,
    pick,
)
from fireteam.wonderland.combat_moves import attack
from fireteam.wonderland.effects import lifeforms
from fireteam.wonderland.place import NEAREST
from fireteam.wonderland.state import (
    COVERED,
    UP,
    Fighter,
    Scene,
    in_the_fight,
)


def rage(run: Run[Scene], enemy: Fighter, at: Fighter) -> None:
    """UW-3.4 The enraged attacks with what UW-20.1 picks until the actor is down, or approaches if nothing reaches."""
    scene = run.scene
    for number in range(enemy.attacks):
        if at.status is not UP or enemy.status is not UP or scene.phase is not COMBAT:
            return
        mark = mark_of(scene, enemy, at)
        found = pick(scene, enemy, [mark]) if mark.arms else None
        if found is not None:
            attack.attack(run, enemy, found[0], [at.id])
            continue
        if number == 0 and can_close_in(scene, enemy) and mark.distance > NEAREST:
            range_and_area.approach(run, enemy, at.id)
        return


def mark_of(scene: Scene, enemy: Fighter, at: Fighter) -> Mark:
    """The one candidate of an enraged enemy, with the weapons that reach it; none where it is hidden (UW-2.3)."""
    distance = range_and_area.between(scene, enemy, at)
    arms = [
        weapon
        for weapon, reach in arms_ready(scene, enemy)
        if distance <= reach and at.cover is not COVERED and not lifeforms.is_untouched(at, weapon.type)
    ]
    return Mark(at, distance, arms)


def can_close_in(scene: Scene, who: Fighter) -> bool:
    """Whether a fighter may move by itself."""
    return (
        scene.options.movement == "step"
        and "detained" not in who.conditions
        and (not who.aboard or vehicles.drives(scene, who))
        and in_the_fight(who)
    )
