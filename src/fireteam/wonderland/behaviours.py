"""20 Behaviours: what fighters do that nobody commands, and player characters in autoplay."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from fireteam.kernel.actions import Action, Command
from fireteam.kernel.run import Run
from fireteam.kernel.scene import Phase
from fireteam.wonderland import basic_roll, content, npc_attacks, range_and_area, skills, turns, vehicles
from fireteam.wonderland.combat_moves import analyze, fight, ram
from fireteam.wonderland.effects import lifeforms
from fireteam.wonderland.place import NEAREST
from fireteam.wonderland.state import (
    COVERED,
    OBJECT,
    PC,
    UNCONSCIOUS,
    UP,
    Behaviour,
    Fighter,
    Scene,
    Trait,
    are_enemies,
    in_the_fight,
)
from fireteam.wonderland.weapons import PHYSICAL, Weapon

GUARD, PASSIVE, SCAVENGER, BOSS = Behaviour.GUARD, Behaviour.PASSIVE, Behaviour.SCAVENGER, Behaviour.BOSS
STANDARD = Behaviour.STANDARD
AID_REACH = 2


class Mark:
    """A candidate: an enemy, how far it is, and what reaches it."""

    __slots__ = ("arms", "distance", "fighter")

    def __init__(self, fighter: Fighter, distance: int, arms: list[Weapon]) -> None:
        self.fighter = fighter
        self.distance = distance
        self.arms = arms


Arm = tuple[Weapon, int]
"""A weapon that can be paid and is not empty, with its reach."""


def next_command(scene: Scene) -> Command | None:
    """What autoplay gives next: the start of the fight, then what whoever acts would do. None when it is over."""
    if scene.phase is Phase.COMBAT:
        return choose(scene, scene.fighters[str(scene.acting)])
    start = Command("start")
    if scene.phase is Phase.OVER or turns.check_start(scene, start) is not None:
        return None
    return start


@cache
def actions_by_key() -> dict[str, Action]:
    """The verbs; looked up when first needed, since they in turn need everything."""
    from fireteam.wonderland.actions import ACTIONS

    return ACTIONS.by_key


def act(run: Run[Scene], who: Fighter) -> None:
    """One command of a fighter left to itself. It is checked like anybody's."""
    command = choose(run.scene, who)
    action = actions_by_key()[command.action]
    refusal = action.check(run.scene, command)
    if refusal is not None:
        raise RuntimeError(f"behaviour {who.behaviour} of {who.id} was refused: {refusal}")
    action.resolve(run, command)


def choose(scene: Scene, who: Fighter) -> Command:
    """What a fighter does by its behaviour; whoever is a PC and named no other follows `standard`."""
    if who.kind is PC and who.behaviour is STANDARD:
        return standard(scene, who)
    return npc_turn(scene, who)


def pass_turn(who: Fighter) -> Command:
    """Nothing better to do."""
    return Command("pass", who.id, {})


def arms_ready(scene: Scene, who: Fighter) -> list[Arm]:
    """UW-20.1 Weapons whose cost and uses allow an attack now, with their reach."""
    found: list[Arm] = []
    is_pc = who.kind is PC
    for weapon in vehicles.arms_of(scene, who):
        if is_pc and weapon.kp > who.kp:
            continue
        if weapon.uses and not vehicles.holder_of(scene, who, weapon).has_uses(weapon):
            continue
        found.append((weapon, range_and_area.reach(scene, who, weapon)))
    return found


def is_fair_game(scene: Scene, who: Fighter, other: Fighter) -> bool:
    """UW-20.1 An enemy that is not detained, no object, not hidden, and not spared."""
    return (
        other.kind is not OBJECT
        and other.cover is not COVERED
        and are_enemies(who, other)
        and "detained" not in other.conditions
        and not (who.pacified and fight.is_spared(scene, who, other))
        and not (other.hidden and who.is_player)
    )


def candidates(scene: Scene, who: Fighter, arms: list[Arm]) -> list[Mark]:
    """UW-20.1 Target and weapon. Enemies up that some weapon may attack now, whose type does something to them."""
    found: list[Mark] = []
    side = who.side
    takes_fallen = who.behaviour is SCAVENGER
    for other in scene.fighters.values():
        if other.side == side or not (other.status is UP or (takes_fallen and other.status is UNCONSCIOUS)):
            continue
        if not is_fair_game(scene, who, other):
            continue
        distance = range_and_area.between(scene, who, other)
        fitting = [
            weapon for weapon, reach in arms if distance <= reach and not lifeforms.is_untouched(other, weapon.type)
        ]
        if fitting:
            found.append(Mark(other, distance, fitting))
    return found


def by_brute(mark: Mark) -> tuple[int, int]:
    """UW-20.2 `brute`, `guard`: smallest distance, then lowest HP."""
    return (mark.distance, mark.fighter.hp)


def by_hunter(mark: Mark) -> tuple[int, int]:
    """UW-20.2 `hunter`, and UW-20.3 `standard`: lowest HP, then smallest distance."""
    return (mark.fighter.hp, mark.distance)


def by_sniper(mark: Mark) -> tuple[int, int]:
    """UW-20.2 `sniper`: largest distance, then lowest HP."""
    return (-mark.distance, mark.fighter.hp)


def by_scavenger(mark: Mark) -> tuple[bool, int, int]:
    """UW-20.2 `scavenger`: the unconscious first, then as brute."""
    return (mark.fighter.status is not UNCONSCIOUS, mark.distance, mark.fighter.hp)


RANKS: dict[Behaviour, Callable[[Mark], Any]] = {
    Behaviour.STANDARD: by_hunter,
    Behaviour.BRUTE: by_brute,
    Behaviour.HUNTER: by_hunter,
    Behaviour.SNIPER: by_sniper,
    Behaviour.SCAVENGER: by_scavenger,
    Behaviour.GUARD: by_brute,
}


def ranked(scene: Scene, who: Fighter, marks: list[Mark]) -> list[Mark]:
    """UW-20.2 The candidates in the order of a behaviour; ties by listing."""
    if len(marks) > 1:
        if who.behaviour is BOSS:
            marks.sort(key=lambda mark: (-max(score(scene, who, arm, mark) for arm in mark.arms), mark.fighter.hp))
        else:
            marks.sort(key=RANKS[who.behaviour])
    return marks


def score(scene: Scene, who: Fighter, weapon: Weapon, mark: Mark) -> int:
    """UW-20.1 Damage, for a weapon with an area times the enemies up that it reaches; 0 if one's own would be reached."""
    return weapon.damage * enemies_in_area(scene, who, weapon, mark) if weapon.aoe else weapon.damage


def enemies_in_area(scene: Scene, who: Fighter, weapon: Weapon, mark: Mark) -> int:
    """UW-20.1 How many enemies up a blast would reach; none if it would reach anybody of one's own side."""
    count = 0
    for body in range_and_area.bodies_in_area(scene, mark.fighter.id, weapon.aoe):
        vehicle = scene.vehicles.get(body)
        for id in vehicle.aboard if vehicle is not None else [body]:
            one = scene.fighters[id]
            if one.side == who.side:
                return 0
            count += one.status is UP and are_enemies(one, who)
    return count


def counts(weapon: Weapon, worth: int) -> bool:
    """UW-20.1 A weapon with an area counts only if nobody of one's own side would be reached."""
    return not weapon.aoe or worth > 0


def pick(scene: Scene, who: Fighter, marks: list[Mark]) -> tuple[Weapon, list[str]] | None:
    """UW-20.1 T is the first ranked for whom a weapon counts; the weapon is the one with the highest score there."""
    for mark in marks:
        best: Weapon | None = None
        best_score = -1
        for weapon in mark.arms:
            worth = weapon.damage if not weapon.aoe else score(scene, who, weapon, mark)
            if worth > best_score and counts(weapon, worth):
                best, best_score = weapon, worth
        if best is not None:
            return best, declared(scene, who, best, mark, marks)
    return None


def declared(scene: Scene, who: Fighter, weapon: Weapon, first: Mark, marks: list[Mark]) -> list[str]:
    """UW-20.1 With spread T and, in rank order, more candidates in reach up to the spread's minimum."""
    found = [first.fighter.id]
    if weapon.least > 1:
        for mark in marks:
            if len(found) < weapon.least and mark is not first and weapon in mark.arms:
                found.append(mark.fighter.id)
    return found


def npc_turn(scene: Scene, who: Fighter) -> Command:
    """UW-20.2 NPC turn. Swallow; or ram; or attack while attacks are left; or move; or pass."""
    if who.behaviour is PASSIVE:
        return pass_turn(who)
    is_fresh = scene.move is None
    if is_fresh and who.victim is None and who.traits and Trait.FULL_CONSUMPTION in who.traits:
        meal = first_meal(scene, who)
        if meal is not None:
            return Command("swallow", who.id, {"target": meal})
    marks: list[Mark] = []
    if who.kind is PC or who.attacks_left > 0:
        marks = ranked(scene, who, candidates(scene, who, arms_ready(scene, who)))
    if is_fresh and who.aboard and vehicles.drives(scene, who):
        target = ram_target(scene, who, marks)
        if target is not None:
            return Command("ram", who.id, {"target": target})
    found = pick(scene, who, marks) if marks else None
    if found is not None:
        return Command("fight", who.id, {"targets": found[1], "with": found[0].id})
    return move(scene, who) if is_fresh else pass_turn(who)


def first_meal(scene: Scene, who: Fighter) -> str | None:
    """UW-20.2 Swallow the first listed enemy that it may."""
    for other in scene.fighters.values():
        if (
            other.status is UNCONSCIOUS
            and are_enemies(who, other)
            and npc_attacks.swallow_refusal(scene, who, other) is None
        ):
            return other.id
    return None


def ram_marks(scene: Scene, who: Fighter) -> list[Mark]:
    """The enemies up that a driver's ram reaches and does something to."""
    reach = ram.reach_of(scene, who, scene.vehicles[who.aboard])
    found = []
    for other in scene.fighters.values():
        if other.status is UP and other.aboard != who.aboard and is_fair_game(scene, who, other):
            distance = range_and_area.between(scene, who, other)
            if distance <= reach and not lifeforms.is_untouched(other, PHYSICAL):
                found.append(Mark(other, distance, [RAM]))
    return found


RAM = Weapon(ram.RAM)
"""The ram as a mark's only weapon; its damage is the vehicle's."""


def ram_target(scene: Scene, who: Fighter, marks: list[Mark]) -> str | None:
    """UW-20.2 Ram if that deals more than the best weapon's score times `attacks`."""
    best = max((score(scene, who, weapon, mark) for mark in marks for weapon in mark.arms), default=0)
    if ram.power_of(scene.vehicles[who.aboard]) <= best * who.attacks:
        return None
    reached = ranked(scene, who, ram_marks(scene, who))
    return reached[0].fighter.id if reached else None


def move(scene: Scene, who: Fighter) -> Command:
    """UW-20.2 If no attack was made: take the wheel or dismount, or approach the nearest enemy; else pass."""
    if "detained" in who.conditions:
        return pass_turn(who)
    if who.aboard and not vehicles.is_driven(scene, scene.vehicles[who.aboard]):
        if vehicles.can_take_wheel(scene, who):
            return Command("board", who.id, {"vehicle": who.aboard, "role": "driver"})
        return Command("dismount", who.id, {})
    if who.behaviour is GUARD or scene.options.movement != "step":
        return pass_turn(who)
    if who.aboard and not vehicles.drives(scene, who):
        return pass_turn(who)
    target = nearest_enemy(scene, who)
    return pass_turn(who) if target is None else Command("approach", who.id, {"target": target})


def nearest_enemy(scene: Scene, who: Fighter) -> str | None:
    """UW-20.2 The nearest enemy up, farther than 1, neither detained, hidden nor spared; ties: lowest HP, then listing."""
    best: tuple[int, int] | None = None
    found: str | None = None
    for other in scene.fighters.values():
        if other.status is UP and other.side != who.side and is_fair_game(scene, who, other):
            distance = range_and_area.between(scene, who, other)
            if distance > NEAREST and (best is None or (distance, other.hp) < best):
                best = (distance, other.hp)
                found = other.id
    return found


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
        if other.status is UNCONSCIOUS and other.kind is PC and other.side == who.side:
            if range_and_area.between(scene, who, other) <= AID_REACH and can_aid(scene, who):
                return Command("aid", who.id, {"target": other.id})
    return None


def best_item(who: Fighter) -> str | None:
    """UW-20.3 The item that heals most and may be used in combat; ties by listing."""
    known = content.items()
    best: str | None = None
    most = 0
    for id, count in who.items.items():
        item = known[id]
        if count and item.heals > most and not item.is_food:
            best, most = id, item.heals
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


def rage(run: Run[Scene], enemy: Fighter, at: Fighter) -> None:
    """UW-3.4 The enraged attacks with the weapon UW-20.1 picks until the actor is down, or approaches if none reaches."""
    scene = run.scene
    for number in range(enemy.attacks):
        if at.status is not UP or enemy.status is not UP or scene.phase is not Phase.COMBAT:
            return
        mark = mark_of(scene, enemy, at)
        found = pick(scene, enemy, [mark]) if mark.arms else None
        if found is not None:
            fight.attack(run, enemy, found[0], [at.id])
            continue
        if number == 0 and can_close_in(scene, enemy) and mark.distance > NEAREST:
            range_and_area.approach(run, enemy, at.id)
        return


def mark_of(scene: Scene, enemy: Fighter, at: Fighter) -> Mark:
    """The one candidate of an enraged enemy, with the weapons that reach it."""
    distance = range_and_area.between(scene, enemy, at)
    arms = [
        weapon
        for weapon, reach in arms_ready(scene, enemy)
        if distance <= reach and not lifeforms.is_untouched(at, weapon.type)
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
