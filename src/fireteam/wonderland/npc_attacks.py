"""5 NPC damage and attacks: the bare d12, swallowing, and the turn order."""

from __future__ import annotations

from fireteam.kernel.actions import Command
from fireteam.kernel.events import Id
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.run import Run
from fireteam.wonderland import care, decisions, range_and_area, skills, targets, turns, vehicles
from fireteam.wonderland.combat_moves import fight
from fireteam.wonderland.events.fighting import Died, Digested, Freed, Swallowed
from fireteam.wonderland.state import (
    COMPANION,
    COVERED,
    NPC,
    OBJECT,
    PC,
    SWALLOWED,
    UNCONSCIOUS,
    Fighter,
    Scene,
    Trait,
    are_enemies,
    in_the_fight,
    stands,
)

HITS_FROM = 7
"""UW-5.1 NPC attack roll. NPCs and companions attack with a bare d12: 6 or less misses, 7 or more hits."""
SWALLOW_REACH = 1
DIGESTED = 3
SCRAMBLE = Trait.SCRAMBLE


def can_scramble(who: Fighter) -> bool:
    """UW-5.5 Scramble. When an attack misses, a second d12 is rolled at once and counts instead."""
    return bool(who.traits) and SCRAMBLE in who.traits


def adds_the_quarter(scene: Scene, who: Fighter) -> bool:
    """UW-5.3 No criticals. A 12 by an NPC is a plain hit, but with `crits` and under option `npc_crits`."""
    return who.crits or (scene.options.npc_crits and who.kind in (NPC, COMPANION))


def check_swallow(scene: Scene, command: Command) -> Refusal | None:
    """UW-5.6 Swallowing. An unconscious fighter at distance 1, not in a protecting vehicle, and nobody else inside."""
    actor = scene.fighters[str(command.actor)]
    if Trait.FULL_CONSUMPTION not in actor.traits:
        return Refusal(f"{actor.name} swallows nobody", "UW-5.6")
    refusal = turns.move_refusal(scene, actor, in_calm=False, clause="UW-5.6")
    if refusal is None and actor.victim is not None:
        refusal = Refusal(f"{actor.name} already holds {targets.name_of(scene, actor.victim)}", "UW-5.6")
    if refusal is None:
        refusal = targets.resolve_fighter(scene, command)
    if refusal is not None:
        return refusal
    target = scene.fighters[command.args["target"]]
    if not in_the_fight(target):
        return Refusal(targets.absence(scene, target), "UW-3.10")
    return swallow_refusal(scene, actor, target)


def swallow_refusal(scene: Scene, actor: Fighter, target: Fighter) -> Refusal | None:
    """UW-5.6 Whom a creature cannot swallow, and why."""
    if target.cover is COVERED and are_enemies(actor, target):
        return Refusal(f"{target.name} is hidden", "UW-2.3")
    if target.status is not UNCONSCIOUS:
        return Refusal(f"{target.name} is not unconscious", "UW-5.6")
    vehicle = scene.vehicles.get(target.aboard)
    if vehicle is not None and vehicles.is_protecting(vehicle):
        return Refusal(f"{target.name} is in a vehicle", "UW-5.6")
    distance = range_and_area.between(scene, actor, target)
    if distance > SWALLOW_REACH and Trait.TRANSCENDENT not in actor.traits:
        return range_and_area.out_of_range(distance, SWALLOW_REACH, "UW-5.6")
    return fight.peace_refusal(scene, actor, target.id)


def resolve_swallow(run: Run[Scene], command: Command) -> None:
    """UW-5.6 Swallowing. Without a roll; the turn ends, and digestion counts from the next one."""
    actor = run.scene.fighters[str(command.actor)]
    skills.blow_cover(run, actor)
    run.happened(Swallowed(Id(actor.id), Id(command.args["target"])))
    run.passed(decisions.DONE)
    if not turns.check_end(run):
        turns.end_turn(run, actor, has_just_eaten=True)


def digest(run: Run[Scene], creature: Fighter) -> None:
    """UW-5.7 Digestion. `digest` rises at the end of each later turn; at 3 the meal is finished."""
    victim = run.scene.fighters[str(creature.victim)]
    run.happened(Digested(Id(creature.id), Id(victim.id), creature.digest + 1))
    if creature.digest >= DIGESTED:
        consume(run, creature, victim)


def consume(run: Run[Scene], creature: Fighter, victim: Fighter) -> None:
    """UW-5.7 Digestion. The creature regains the victim's maximum, or by option the HP it had."""
    meal = victim.hp if run.scene.options.digest_heals == "current" else victim.hp_max
    run.happened(Died(Id(victim.id), Id(creature.id), "consumed", rule="UW-5.7"))
    free_victim(run, victim)
    care.heal(run, creature, meal, creature.id, rule="UW-5.7")


def free_victim(run: Run[Scene], creature: Fighter) -> None:
    """UW-5.7 If the creature dies or is removed first, the victim is free and unconscious again."""
    if creature.victim is not None:
        run.happened(Freed(Id(creature.victim), Id(creature.id)))


def finish_meals(run: Run[Scene]) -> None:
    """UW-5.7 If combat ends because no enemy of the creature stands, the meal is finished at once."""
    fighters = run.scene.fighters
    for creature in fighters.values():
        if creature.victim is None:
            continue
        if not any(are_enemies(one, creature) and stands(run.scene, one) for one in fighters.values()):
            consume(run, creature, fighters[creature.victim])


def turn_order(scene: Scene, initiator: str) -> list[str]:
    """UW-5.8 Turn order. Quick PCs, then scramble, then the initiator and its side, then everybody else."""
    lead = scene.fighters.get(initiator)
    side = lead.side if lead is not None else initiator
    taking_part = [one for one in scene.fighters.values() if takes_turns(one)]
    quick = [one for one in taking_part if is_ahead(scene, one)]
    late = [one for one in quick if yields(scene, one, lead, side)]
    reflex = skills.REFLEX
    ahead = sorted((one for one in quick if one not in late), key=lambda one: -one.skills[reflex])
    late.sort(key=lambda one: -one.skills[reflex])
    rest = [one for one in taking_part if one not in quick]
    order = [
        *ahead,
        *(one for one in rest if SCRAMBLE in one.traits),
        *(one for one in rest if SCRAMBLE not in one.traits and one is lead),
        *(one for one in rest if SCRAMBLE not in one.traits and one is not lead and one.side == side),
        *(one for one in rest if SCRAMBLE not in one.traits and one.side != side),
    ]
    if late:
        leads = [
            at for at, one in enumerate(order) if one is lead or (lead is None and one.kind is PC and one.side == side)
        ]
        order[max(leads) + 1 : max(leads) + 1] = late
    return [one.id for one in order]


def rank(scene: Scene, one: Fighter) -> tuple[int, bool, str]:
    """UW-5.8 Whoever stands in one tier of a side is level: among them the listing decided, or the game master does."""
    reflex = one.skills[skills.REFLEX] if is_ahead(scene, one) else 0
    return reflex, SCRAMBLE in one.traits, one.side


def rule_of_order(scene: Scene, order: list[str]) -> str:
    """What the order cites: quick reflexes (UW-2.7), scramble (UW-5.8), the order in detail, or just the start."""
    fighters = [scene.fighters[id] for id in order]
    if any(is_ahead(scene, one) for one in fighters):
        return "UW-2.7"
    if any(SCRAMBLE in one.traits for one in fighters):
        return "UW-5.8"
    return "UW-5.9"


def takes_turns(one: Fighter) -> bool:
    """UW-5.9 Order in detail. The unconscious, swallowed and detained are in it; objects, fled, away and dead not."""
    return one.kind is not OBJECT and (in_the_fight(one) or one.status is SWALLOWED)


def is_ahead(scene: Scene, one: Fighter) -> bool:
    """UW-5.8 The first tier: PCs with Reflex above 70 that have an NPC among their standing enemies."""
    if one.kind is not PC or not skills.is_quick(scene, one):
        return False
    return any(
        other.kind is NPC and are_enemies(one, other) and stands(scene, other) for other in scene.fighters.values()
    )


def yields(scene: Scene, one: Fighter, lead: Fighter | None, side: str) -> bool:
    """UW-5.9 Between players the one who starts is first: a quick PC comes right behind a PC of another side."""
    if one.side == side:
        return False
    if lead is not None:
        return lead.kind is PC
    return any(other.kind is PC and other.side == side and in_the_fight(other) for other in scene.fighters.values())
