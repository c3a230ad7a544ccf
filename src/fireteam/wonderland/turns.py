"""15 Turns: start, turn order in play, beginning and end of turns, rounds, and the end of combat."""

from __future__ import annotations

from fireteam.kernel.actions import Action, Command
from fireteam.kernel.events import Id
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.run import Run
from fireteam.kernel.scene import Phase
from fireteam.wonderland import (
    behaviours,
    critical_rolls,
    decisions,
    npc_attacks,
    skills,
    targets,
    vehicles,
)
from fireteam.wonderland.effects import conditions, ticks, unconscious
from fireteam.wonderland.events.turns import (
    Ended,
    Experience,
    KpFilled,
    RoundBegan,
    Started,
    TurnBegan,
    TurnEnded,
    TurnSkipped,
)
from fireteam.wonderland.options import KP_EACH_TURN, KpRefresh
from fireteam.wonderland.state import (
    AWAY,
    BLOWN,
    DEAD,
    FLED,
    NPC,
    OBJECT,
    OPEN,
    PC,
    SWALLOWED,
    UNCONSCIOUS,
    UP,
    Fighter,
    Scene,
    Trait,
    in_the_fight,
    is_calmed,
    sides_standing,
    stands,
)

COMBAT = Phase.COMBAT
MOST_STEPS = 200_000
"""The most turns that may pass after one command: far more than any round limit allows."""


def actor_refusal(actor: Fighter) -> Refusal | None:
    """UW-11.1 Kinds. Objects never act."""
    return Refusal(f"{actor.name} is an object", "UW-11.1") if actor.kind is OBJECT else None


def move_refusal(scene: Scene, actor: Fighter, *, in_calm: bool, clause: str) -> Refusal | None:
    """UW-3.1 One move a turn. In combat on the own turn and before any other move; some moves are legal in calm."""
    if scene.phase is not COMBAT:
        if not in_calm:
            return Refusal("no fight is on", "UW-3.1")
    elif actor.status is UP:
        if scene.acting != actor.id:
            return Refusal(f"not {actor.name}'s turn", clause)
        if scene.move is not None:
            return Refusal(f"{actor.name} has already made a move", "UW-3.1")
    if actor.status is not UP:
        return Refusal(targets.idleness(scene, actor), "UW-14.1")
    return None


def custody_refusal(actor: Fighter) -> Refusal | None:
    """UW-10.6 In custody. The detained keep their turns, but do not ram, move, board or dismount."""
    return Refusal(f"{actor.name} is detained", "UW-10.6") if "detained" in actor.conditions else None


def actor_for(scene: Scene, action: Action) -> str | Refusal:
    """UW-14.1 Forms. Without a name it is whose turn it is; in calm a command needs its actor named."""
    return scene.acting if scene.acting is not None else Refusal("who acts?", "UW-14.1")


def check_start(scene: Scene, command: Command) -> Refusal | None:
    """UW-15.1 Start. Refused in combat, and unless at least two sides have somebody standing."""
    if scene.phase is COMBAT:
        return Refusal("a fight is on", "UW-15.1")
    if len(sides_standing(scene)) < 2:
        return Refusal("nobody to fight", "UW-15.1")
    named = command.args.get("initiator")
    if named is None:
        return None
    sides = {one.side.casefold(): one.side for one in scene.fighters.values()}
    if named not in scene.fighters and named.casefold() in sides:
        command.args["initiator"] = sides[named.casefold()]
        return None
    refusal = targets.resolve_fighter(scene, command, "initiator")
    if refusal is None:
        initiator = scene.fighters[command.args["initiator"]]
        refusal = actor_refusal(initiator)
        if refusal is None and not in_the_fight(initiator):
            refusal = Refusal(targets.absence(scene, initiator), "UW-5.9")
    return refusal


def resolve_start(run: Run[Scene], command: Command) -> None:
    """UW-15.1 Start. `start [SIDE or NAME]`."""
    start(run, command.args.get("initiator") or first_side(run.scene))


def first_side(scene: Scene) -> str:
    """UW-5.9 `start` alone: the side of the first listed fighter that stands."""
    return next(one.side for one in scene.fighters.values() if stands(scene, one))


def start(run: Run[Scene], initiator: str) -> None:
    """UW-15.1 Start. The order is made, open cover is blown, KP filled by option, drunk PCs gain their bonus."""
    scene = run.scene
    order = npc_attacks.turn_order(scene, initiator)
    rule = npc_attacks.rule_of_order(scene, order)
    run.happened(Started(initiator, [Id(id) for id in order], rule))
    skills.change_all(run, OPEN, BLOWN)
    for fighter in scene.fighters.values():
        if fighter.kind is PC:
            if scene.options.kp_refresh is KpRefresh.COMBAT:
                fill_kp(run, fighter)
            if fighter.conditions and fighter.id in scene.order:
                conditions.raise_bonus(run, fighter)


def fill_kp(run: Run[Scene], who: Fighter) -> None:
    """UW-3.7 KP are full again."""
    if who.kp != who.kp_max:
        run.happened(KpFilled(Id(who.id), who.kp_max))


def go_on(run: Run[Scene]) -> None:
    """What follows every command: the end of combat, the next turn, and fighters that the GM leaves to themselves."""
    scene = run.scene
    for _ in range(MOST_STEPS):
        if scene.phase is not COMBAT or check_end(run):
            return
        acting = scene.acting
        if acting is None:
            next_turn(run)
            continue
        fighter = scene.fighters[acting]
        if not has_turns(fighter):
            run.happened(TurnEnded(Id(acting), fighter.slept, "UW-15.4"))
        elif fighter.status is not UP:
            end_turn(run, fighter)
        elif not fighter.is_player and scene.options.npcs == "auto":
            behaviours.act(run, fighter)
        else:
            return
    raise RuntimeError(f"turns did not come to a stop within {MOST_STEPS}")


def next_turn(run: Run[Scene]) -> None:
    """UW-15.4 Rounds. After the last of the order the round rises and the first is on; at the limit combat ends."""
    scene = run.scene
    coming = next((id for id in scene.order[scene.next_at :] if has_turns(scene.fighters[id])), None)
    if coming is None:
        if any(vehicle.exposed for vehicle in scene.vehicles.values()):
            vehicles.end_stale_drive_bys(run)
        if scene.round >= scene.options.round_limit:
            end(run, None, "round limit")
            return
        run.happened(RoundBegan(scene.round + 1))
        coming = next((id for id in scene.order if has_turns(scene.fighters[id])), None)
    if coming is not None:
        begin_turn(run, scene.fighters[coming])


def has_turns(fighter: Fighter) -> bool:
    """UW-15.4 Rounds. Whoever dies, flees or is taken away leaves the order; one set so by hand keeps a place in it,
    for the case that it is set back, but has no turns."""
    return fighter.status not in (DEAD, FLED, AWAY)


def begin_turn(run: Run[Scene], who: Fighter) -> None:
    """UW-15.2 A turn begins. Drive-bys end, KP or attacks are counted out; then it may be skipped."""
    scene = run.scene
    if scene.vehicles:
        vehicles.end_drive_bys(run, who.id)
    kp = who.kp_max if scene.options.kp_refresh is KP_EACH_TURN else who.kp
    run.happened(TurnBegan(Id(who.id), kp, 0 if who.kind is PC else who.attacks))
    if who.status is not UP or who.conditions or who.pacified:
        may_skip(run, who)


def may_skip(run: Run[Scene], who: Fighter) -> bool:
    """UW-15.2 The turn is skipped by the swallowed, the unconscious, the stunned or spent, and the calmed.

    True if the turn is over.
    """
    had = tuple(name for name in ("stunned", "spent") if name in who.conditions)
    if who.status is SWALLOWED:
        skip(run, who, "swallowed", had)
    elif who.status is UNCONSCIOUS and (had or who.slept < unconscious.SLEEPS):
        skip(run, who, "unconscious", had)
    elif who.status is UNCONSCIOUS and comes_late(run, who):
        return True
    elif had:
        skip(run, who, had[0], had)
    elif who.kind is NPC and who.pacified and is_calmed(run.scene, who):
        skip(run, who, "calmed", had)
    else:
        return False
    return True


def comes_late(run: Run[Scene], who: Fighter) -> bool:
    """UW-9.6 Coming round. Total: up and may act; unfortunate: up, but the turn is over; fail: it is skipped."""
    band = unconscious.come_round(run, who)
    if band == "fail":
        skip(run, who, "unconscious", ())
        return True
    unconscious.wake(run, who, "roll")
    if band == "unfortunate":
        end_turn(run, who)
        return True
    return False


def skip(run: Run[Scene], who: Fighter, why: str, had: tuple[str, ...]) -> None:
    """A turn without action: stunned and spent go, and the turn ends as any other."""
    run.happened(TurnSkipped(Id(who.id), why))
    conditions.skipped(run, who, had)
    end_turn(run, who, slept=why == "unconscious")


def finish_move(run: Run[Scene], who: Fighter) -> None:
    """UW-1.7 No Kill Points. A move other than attacks costs nothing but the turn, which it ends in combat (UW-3.1)."""
    if run.scene.phase is COMBAT and run.scene.acting == who.id and not check_end(run):
        end_turn(run, who)


def end_turn(
    run: Run[Scene], who: Fighter, *, slept: bool = False, has_just_eaten: bool = False, rule: str = "UW-15.3"
) -> None:
    """UW-15.3 A turn ends. Ticks, onset, chronic by option, digestion, `slept`; the move is closed."""
    scene = run.scene
    counter = who.slept
    if who.conditions or scene.place.hazards:
        rad_turns = who.rad_turns
        ticks.tick(run, who)
        if who.status is DEAD or (scene.phase is COMBAT and check_end(run)):
            return
        if scene.place.hazards:
            ticks.onset(run, who)
            ticks.chronic_by_option(run, who, rad_turns)
    if who.victim is not None and not has_just_eaten:
        npc_attacks.digest(run, who)
    run.happened(TurnEnded(Id(who.id), counter + 1 if slept and who.status is UNCONSCIOUS else who.slept, rule))


def check_end(run: Run[Scene]) -> bool:
    """UW-15.5 End of combat. Fewer than two sides standing: combat ends at once, without the running turn's end."""
    sides = sides_standing(run.scene)
    if len(sides) > 1:
        return False
    end(run, sides[0] if sides else None, "won" if sides else "nobody")
    return True


def end(run: Run[Scene], winner: str | None, why: str, phase: Phase = Phase.OVER) -> None:
    """UW-15.5 End of combat. What is for this fight only ends with it."""
    scene = run.scene
    npc_attacks.finish_meals(run)
    bosses = [one for one in scene.fighters.values() if Trait.BOSS in one.traits and one.id not in scene.sat_out]
    run.happened(Ended(winner, why, phase))
    for who in scene.fighters.values():
        if who.conditions:
            conditions.end_all(run, who, ("stunned", "spent", "vulnerable"), "end", "UW-15.5")
    skills.change_all(run, BLOWN, OPEN)
    if scene.options.held_lapse:
        critical_rolls.lapse(run)
    if bosses and run.logs:
        reward(run, bosses)


def reward(run: Run[Scene], bosses: list[Fighter]) -> None:
    """UW-10.11 Boss experience. One event for each boss names every PC that is alive and not away."""
    fighters = run.scene.fighters.values()
    earned = [Id(one.id) for one in fighters if one.kind is PC and one.status not in (DEAD, AWAY)]
    for boss in bosses:
        run.happened(Experience(earned, Id(boss.id)))


def check_end_by_hand(scene: Scene, command: Command) -> Refusal | None:
    """UW-15.5 `end` needs a fight."""
    return None if scene.phase is COMBAT else Refusal("no fight is on", "UW-15.5")


def resolve_end(run: Run[Scene], command: Command) -> None:
    """UW-15.5 `end` by hand: phase calm if two sides still stand."""
    sides = sides_standing(run.scene)
    if len(sides) > 1:
        end(run, None, "gm", Phase.CALM)
    else:
        end(run, sides[0] if sides else None, "gm")


def check_next(scene: Scene, command: Command) -> Refusal | None:
    """UW-15.3 `next` ends the acting fighter's turn."""
    if scene.phase is not COMBAT or scene.acting is None:
        return Refusal("no fight is on", "UW-15.3")
    return None


def resolve_next(run: Run[Scene], command: Command) -> None:
    """UW-15.3 `next` ends the acting fighter's turn."""
    end_turn(run, run.scene.fighters[str(run.scene.acting)])


def check_pass(scene: Scene, command: Command) -> Refusal | None:
    """UW-3.9 `pass` ends the turn, with or without an open move."""
    actor = scene.fighters[str(command.actor)]
    if scene.phase is not COMBAT:
        return Refusal("no fight is on", "UW-3.1")
    if actor.status is not UP:
        return Refusal(targets.idleness(scene, actor), "UW-14.1")
    return None if scene.acting == actor.id else Refusal(f"not {actor.name}'s turn", "UW-3.1")


def resolve_pass(run: Run[Scene], command: Command) -> None:
    """UW-3.9 `pass` ends the turn."""
    run.passed(decisions.DONE)
    end_turn(run, run.scene.fighters[str(command.actor)])
