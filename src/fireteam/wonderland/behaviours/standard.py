"""UW-20.3 Standard: the policy for player characters in autoplay."""

from __future__ import annotations

from fireteam.kernel.actions import Command
from fireteam.wonderland import basic_roll, content, range_and_area, skills, vehicles
from fireteam.wonderland.behaviours.aims import (
    Arm,
    Mark,
    arms_ready,
    by_hunter,
    candidates,
    counts,
    declared,
    score,
)
from fireteam.wonderland.behaviours.npc import move, pass_turn, ram_marks
from fireteam.wonderland.combat_moves import analyze, fight, ram
from fireteam.wonderland.state import (
    PC,
    UNCONSCIOUS,
    Fighter,
    Scene,
)

AID_REACH = 2
"""How near a friend on the ground must be (UW-20.3)."""


def standard(scene: Scene, who: Fighter) -> Command:
    """UW-20.3 Standard. Heal oneself; or aid; or attack what scores highest; or move; or pass."""
    is_fresh = scene.move is None
    if is_fresh:
        command = care_first(scene, who)
        if command is not None:
            return command
    arms = arms_ready(scene, who)
    marks = candidates(scene, who, arms) if arms else []
    if len(marks) > 1:
        marks.sort(key=by_hunter)
    command = best_attack(scene, who, arms, marks)
    if command is not None:
        if is_fresh and who.held_combat:
            command.args["held"] = True
        return command
    return move(scene, who) if is_fresh else pass_turn(who)


def care_first(scene: Scene, who: Fighter) -> Command | None:
    """UW-20.3 (1) and (2): an item that heals at a third of the HP, or First Aid for a friend on the ground."""
    if 3 * who.hp <= who.hp_max and who.items:
        item = best_item(who)
        if item is not None:
            return Command("use", who.id, {"item": item})
    for other in scene.fighters.values():
        is_friend_down = other.status is UNCONSCIOUS and other.kind is PC and other.side == who.side
        if is_friend_down and range_and_area.between(scene, who, other) <= AID_REACH and can_aid(scene, who):
            return Command("aid", who.id, {"target": other.id})
    return None


def best_item(who: Fighter) -> str | None:
    """UW-20.3 The item that heals most and may be used in combat; ties by listing.

    Iodine heals what radiation took (UW-9.15).
    """
    known = content.items()
    best: str | None = None
    most = 0
    for id, count in who.items.items():
        item = known[id]
        heals = who.radiation_lost if item.is_iodine else item.heals
        if count and heals > most and not item.is_food:
            best, most = id, heals
    return best


def can_aid(scene: Scene, who: Fighter) -> bool:
    """UW-20.3 First Aid modifier 0 or more, and supplies where the option asks for them."""
    if scene.options.aid_supplies and not who.items.get(content.MED_SUPPLIES):
        return False
    return skills.modifier_of(scene, who, "first_aid") >= 0


def best_attack(scene: Scene, who: Fighter, arms: list[Arm], marks: list[Mark]) -> Command | None:
    """UW-20.3 (3): score is damage × faces that do not miss T × floor(KP / cost); bare hands, then the ram, last."""
    best: Command | None = None
    best_score = 0
    for weapon, _ in arms:
        for mark in marks:
            if weapon not in mark.arms:
                continue
            worth = score(scene, who, weapon, mark)
            if not counts(weapon, worth):
                continue
            faces = analyze.hitting_faces(scene, who, fight.skill_for(scene, who, weapon), mark.fighter)
            total = worth * faces * (who.kp // weapon.kp)
            if best is None or total > best_score:
                best_score = total
                ids = declared(scene, who, weapon, mark, marks)
                best = Command("fight", who.id, {"targets": ids, "with": weapon.id})
            break
    if who.aboard and scene.move is None and "detained" not in who.conditions and vehicles.drives(scene, who):
        marks = sorted(ram_marks(scene, who), key=by_hunter)
        if marks:
            faces = analyze.hitting_faces(scene, who, basic_roll.POWER, marks[0].fighter)
            total = ram.power_of(scene.vehicles[who.aboard]) * faces
            if best is None or total > best_score:
                best = Command("ram", who.id, {"target": marks[0].fighter.id})
    return best
