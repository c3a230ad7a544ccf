"""22 Rest and time: breaks, sessions, rest, items, waiting."""

from __future__ import annotations

from fireteam.kernel.actions import Command
from fireteam.kernel.events import Id
from fireteam.kernel.names import find, short
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.run import Run
from fireteam.kernel.scene import COMBAT
from fireteam.wonderland import care, content, decisions, npc_attacks, range_and_area, skills, targets, turns
from fireteam.wonderland.effects import conditions, lifeforms, unconscious
from fireteam.wonderland.events.conditions import RadiationCleared
from fireteam.wonderland.events.fighting import Died, Immune
from fireteam.wonderland.events.gm import Rested, SceneBroke, SessionBegan, Waited
from fireteam.wonderland.events.moves import ItemUsed
from fireteam.wonderland.options import KpRefresh
from fireteam.wonderland.state import (
    COMPANION,
    DEAD,
    FLED,
    OBJECT,
    OPEN,
    PC,
    UNCONSCIOUS,
    Condition,
    Fighter,
    Scene,
    Trait,
    in_the_fight,
)

HOME, CAMP, ROUGH = RESTS = ("home", "camp", "rough")
ITEM_REACH = 2
MOST_WAIT = 99
FIRST_LOSS = 10
LATER_LOSS = 2
BROKEN = ("stunned", "spent", "vulnerable", "stoned")
"""What a scene break ends (UW-22.1)."""
SLEPT_OFF = ("poison", "bleed", "burn", "frost", "hyperthermia", "hypothermia", "stoned")
"""What a rest at home or in camp ends (UW-22.3)."""


def check_calm(scene: Scene, command: Command) -> Refusal | None:
    """UW-22.1 Not in combat: "a fight is on"."""
    return Refusal("a fight is on", "UW-22.1") if scene.phase is COMBAT else None


def resolve_break(run: Run[Scene], command: Command) -> None:
    """UW-22.1 Scene break."""
    break_scene(run)


def break_scene(run: Run[Scene]) -> None:
    """UW-22.1 Scene break. The unconscious wake, what is for the scene ends, cover is open, the fled are back."""
    scene = run.scene
    run.happened(SceneBroke(scene.session))
    for who in scene.fighters.values():
        if who.status is UNCONSCIOUS:
            unconscious.wake(run, who, "break")
        conditions.end_all(run, who, BROKEN, "break", "UW-22.1")
        if not who.hidden:
            skills.set_cover(run, who, OPEN)


def resolve_session(run: Run[Scene], command: Command) -> None:
    """UW-22.2 Session. A break that also raises `session` by 1 and lets chronic radiation run."""
    break_scene(run)
    run.happened(SessionBegan(run.scene.session + 1))
    for who in run.scene.fighters.values():
        if "chronic" in who.conditions and who.status is not DEAD:
            chronic(run, who)


def chronic(run: Run[Scene], who: Fighter) -> None:
    """UW-9.17 Its course. At 3 sessions (by option 4) `hp_max` falls by 10, at every later one by 2; 0 is death."""
    condition = who.conditions["chronic"]
    first = run.scene.options.chronic_first_session
    sessions = condition.sessions + 1
    loss = 0 if sessions < first else FIRST_LOSS if sessions == first else LATER_LOSS
    loss = min(loss, who.hp_max)
    conditions.count_session(run, who, sessions, condition.lost + loss)
    if loss:
        conditions.change_maximum(run, who, -loss, "chronic")
        if who.hp_max == 0:
            run.happened(Died(Id(who.id), None, "chronic", rule="UW-9.17"))
            npc_attacks.free_victim(run, who)


def check_rest(scene: Scene, command: Command) -> Refusal | None:
    """UW-22.3 Rest. `rest home`, `rest camp` or `rest rough`, for PCs and companions in the fight; not in combat."""
    refusal = check_calm(scene, command)
    if refusal is None and "kind" not in command.args:
        refusal = Refusal("rest home, camp or rough", "UW-22.3", "rest home or camp or rough [NAME[, NAME…]]")
    if refusal is None:
        refusal = targets.resolve_fighters(scene, command, "names", optional=True)
    if refusal is not None:
        return refusal
    for id in command.args.get("names", ()):
        who = scene.fighters[id]
        if who.kind is OBJECT:
            return Refusal(f"{who.name} is an object", "UW-22.3")
        if not in_the_fight(who) and who.status is not FLED:
            return Refusal(targets.absence(scene, who), "UW-22.3")
    return None


def resolve_rest(run: Run[Scene], command: Command) -> None:
    """UW-22.3 Rest. A break first; then home and camp heal, rough sleep only wasters."""
    scene = run.scene
    named = command.args.get("names")
    break_scene(run)
    kind = command.args["kind"]
    resting = [
        one
        for one in scene.fighters.values()
        if (one.id in named if named else one.kind in (PC, COMPANION) and in_the_fight(one))
    ]
    run.happened(Rested(kind, [Id(one.id) for one in resting], scene.session))
    for who in resting:
        if kind != ROUGH or Trait.WASTER in who.traits:
            recover(run, who)
        elif "drunk" in who.conditions:
            conditions.end(run, who, "drunk", "rest", "UW-22.3")


def recover(run: Run[Scene], who: Fighter) -> None:
    """UW-22.3 Rest. HP to the maximum, ills and acute radiation end, then the hangover; KP by option."""
    if who.radiation_lost or who.rad_turns:
        run.happened(RadiationCleared(Id(who.id), 0, 0, "UW-22.3"))
    conditions.end_all(run, who, SLEPT_OFF, "rest", "UW-22.3")
    if who.hp < who.hp_max:
        care.heal(run, who, who.hp_max, None, rule="UW-22.3")
    if "drunk" in who.conditions:
        conditions.end(run, who, "drunk", "rest", "UW-22.3")
    if who.kind is PC and run.scene.options.kp_refresh in (KpRefresh.REST, KpRefresh.COMBAT):
        turns.fill_kp(run, who)


def check_use(scene: Scene, command: Command) -> Refusal | None:
    """UW-22.4 Items and food. One of the actor's items, on itself or somebody within distance 2; food not in combat."""
    actor = scene.fighters[str(command.actor)]
    refusal = turns.actor_refusal(actor) or turns.move_refusal(scene, actor, in_calm=True, clause="UW-22.4")
    if refusal is not None:
        return refusal
    named = command.args.get("item")
    if named is None:
        return Refusal("name an item", "UW-22.4", "use ITEM [on TARGET]")
    found = find(named, {id: (item.name,) for id, item in content.items().items()}, "item")
    if isinstance(found, Refusal):
        return found if " could be " in found.reason else Refusal(f"no {short(named)} left", "UW-22.4")
    command.args["item"] = found
    if not actor.items.get(found):
        return Refusal(f"no {found} left", "UW-22.4")
    item = content.items()[found]
    if item.is_food and scene.phase is COMBAT:
        return Refusal("not during a fight", "UW-22.4")
    command.args.setdefault("target", actor.id)
    return targets.resolve(scene, command, "target") or use_refusal(scene, actor, command.args["target"])


def use_refusal(scene: Scene, actor: Fighter, id: str) -> Refusal | None:
    """UW-22.4 Objects, vehicles and the dead are refused."""
    target = scene.fighters.get(id)
    if target is None or target.kind is OBJECT:
        return Refusal(f"{targets.name_of(scene, id)} has no use for it", "UW-22.4")
    return care.care_refusal(scene, target) or range_and_area.near_refusal(scene, actor, id, ITEM_REACH)


def resolve_use(run: Run[Scene], command: Command) -> None:
    """UW-22.4 Items and food. HP up to the maximum, conditions ended, stoned, drunk."""
    actor = run.scene.fighters[str(command.actor)]
    target = run.scene.fighters[command.args["target"]]
    id = command.args["item"]
    item = content.items()[id]
    run.happened(ItemUsed(Id(actor.id), id, Id(target.id), actor.items[id] - 1))
    conditions.end_all(run, target, item.ends, "item", "UW-22.4")
    amount = item.heals
    if item.is_food:
        amount = food(target, amount)
    if item.is_iodine:
        iodine(run, actor, target)
    elif amount or item.heals:
        care.heal(run, target, amount, actor.id, rule="UW-9.15" if item.is_food else "UW-22.4")
    if item.stoned:
        stone(run, target, item.stoned)
    if item.is_drink:
        drink(run, target)
    run.passed(decisions.DONE)
    turns.finish_move(run, actor)


def food(target: Fighter, amount: int) -> int:
    """UW-9.15 Healing it. Food never raises HP above `hp_max` - `radiation_lost`."""
    return max(0, min(amount, target.hp_max - target.radiation_lost - target.hp))


def iodine(run: Run[Scene], actor: Fighter, target: Fighter) -> None:
    """UW-9.15 Healing it. Iodine sets `radiation_lost` to 0 and gives back as many HP as it was."""
    care.heal(run, target, target.radiation_lost, actor.id, rule="UW-9.15", radiation_lost=0)


def stone(run: Run[Scene], target: Fighter, penalty: int) -> None:
    """UW-9.20 Stoned. Herbs and pharmaceuticals cloud Awareness, Brains and Reflex."""
    if lifeforms.is_immune(target, "stoned"):
        run.happened(Immune(Id(target.id), "stoned"))
    else:
        conditions.give(run, target, "stoned", Condition(penalty=penalty), rule="UW-9.20")


def drink(run: Run[Scene], target: Fighter) -> None:
    """UW-9.19 Inebriation. A PC becomes drunk by drinking; nothing stacks."""
    if target.kind is PC and "drunk" not in target.conditions:
        conditions.give(run, target, "drunk", rule="UW-9.19")


def resolve_wait(run: Run[Scene], command: Command) -> None:
    """UW-22.5 Waiting. N times every fighter in the fight, in listing order, has an empty turn."""
    scene = run.scene
    times = command.args.get("number", 1)
    run.happened(Waited(times, scene.session))
    for _ in range(times):
        for who in list(scene.fighters.values()):
            if in_the_fight(who) and who.kind is not OBJECT and not turns.may_skip(run, who):
                turns.end_turn(run, who)
