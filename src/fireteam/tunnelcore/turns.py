"""14 Turns: how combat begins, goes round and ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fireteam.kernel.events import Id
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.run import Run
from fireteam.kernel.scene import OVER
from fireteam.tunnelcore.doom_pool import growth, tower
from fireteam.tunnelcore.events.of_turns import (
    ENDED_BY_GM,
    Ended,
    Passed,
    RoundBegan,
    RoundEnded,
    Started,
    TurnBegan,
    TurnEnded,
)
from fireteam.tunnelcore.npc_behaviors import bring_help, engage
from fireteam.tunnelcore.positions import recount
from fireteam.tunnelcore.sheet import listing
from fireteam.tunnelcore.state import Behavior, in_the_fight

if TYPE_CHECKING:
    from fireteam.kernel.actions import Command
    from fireteam.tunnelcore.state import Fighter, Scene

SIDES_NEEDED = 2
AT_ONCE = (Behavior.COWARD, Behavior.PSYCHIATRIST)
"""TC-8.1: who flees as soon as combat has begun."""


def no_combat(scene: Scene, rule: str) -> Refusal | None:
    """The refusal of what is possible in combat only."""
    return None if scene.in_combat else Refusal("combat has not begun", rule)


def check_start(scene: Scene, command: Command) -> Refusal | None:
    """TC-14.1 Start. Needs two sides with a fighter in the fight, no combat that is on, and a break after one."""
    if scene.phase is OVER:
        return Refusal("the fight is over", "TC-14.1")
    if scene.in_combat:
        return Refusal("combat has begun", "TC-14.1")
    return two_sides(scene, ())


def two_sides(scene: Scene, counted: tuple[Fighter, ...]) -> Refusal | None:
    """TC-14.1 Start: two sides that can fight; `counted` are taken as engaged."""
    sides = {one.side for one in scene.fighters.values() if one.active and (one.engaged or one in counted)}
    return None if len(sides) >= SIDES_NEEDED else Refusal("needs two sides that can fight", "TC-14.1")


def start(run: Run[Scene], command: Command) -> None:
    """TC-14.1 Start. Up to `round_began`, then the tower and immediate flight."""
    begin_combat(run, command.args.get("initiator"))
    tower.world_event(run)
    if run.scene.in_combat:
        flee_at_once(run)


def begin_combat(run: Run[Scene], initiator: str | None) -> None:
    """TC-14.1 Start: phase and order; merging; boss dice in listing order; bases; round 1."""
    scene = run.scene
    run.happened(Started(initiator, [Id(id) for id in listing(scene)]))
    growth.consolidate_at_start(run)
    for fighter in [*scene.fighters.values()]:
        growth.add_boss_die(run, fighter)
    scene.muster.counted = False
    recount(run)
    run.happened(RoundBegan(1, "TC-14.1"))


def open_combat(run: Run[Scene], actor: Fighter, target: Fighter) -> None:
    """TC-14.1 Start, by a hostile action: actor and target are engaged, and the actor's side is the initiator."""
    engage(run, actor)
    engage(run, target)
    begin_combat(run, actor.side)


def flee_at_once(run: Run[Scene]) -> None:
    """TC-8.1 The hint and engagement: with `npcs` = `auto` Cowards and Psychiatrists in the fight act at once."""
    if run.scene.options.npcs != "auto":
        return
    for fighter in [*run.scene.fighters.values()]:
        if not run.scene.in_combat:
            return
        if fighter.behavior in AT_ONCE and in_the_fight(fighter) and not fighter.acted:
            take_npc_turn(run, fighter)


def take_npc_turn(run: Run[Scene], npc: Fighter) -> None:
    """TC-14.3 NPC phase: one NPC acts by its behaviour (TC-19.3), which may call for help first.

    TC-8.2 Tier 1: an agent that plays a named NPC sends commands like anyone else; where none comes, the hint acts.
    """
    from fireteam.tunnelcore.npc_turns import act_by_behaviour

    act_by_behaviour(run, npc, None, takes_turn=True)


def pass_turn(run: Run[Scene], fighter: Fighter) -> None:
    """TC-14.2 Player phase: a turn without an action; it ends guard and readied intercept and spends no doom.

    TC-14.3 NPC phase: the turn of an NPC that was called on has begun already.
    """
    clause = "TC-14.2" if fighter.is_player else "TC-14.3"
    if run.logs and run.scene.acting != fighter.id:
        run.happened(TurnBegan(Id(fighter.id), clause))
    run.happened(Passed(Id(fighter.id), clause))
    run.happened(TurnEnded(Id(fighter.id), clause))


def check_next(scene: Scene, command: Command) -> Refusal | None:
    """TC-14.2 Player phase: outside combat there is no next."""
    return no_combat(scene, "TC-14.2")


def next_turn(run: Run[Scene], command: Command) -> None:
    """TC-14.2 Player phase: `next` passes for all who are left. TC-14.3: for the NPC whose turn it is."""
    scene = run.scene
    if scene.acting is not None:
        pass_turn(run, scene.fighters[scene.acting])
    else:
        for fighter in players_left(scene):
            pass_turn(run, fighter)
    go_round(run)


def players_left(scene: Scene) -> list[Fighter]:
    """TC-14.2 Player phase: the player fighters in the fight that have not acted."""
    return [one for one in scene.muster.fighters if one.is_player and not one.acted]


def player_phase_is_closed(scene: Scene) -> bool:
    """TC-14.2 Player phase: nobody is left to act and at least one has acted this round."""
    has_acted = False
    for one in scene.fighters.values():
        if one.is_player:
            if one.acted:
                has_acted = True
            elif one.active and one.engaged:
                return False
    return has_acted


def after(run: Run[Scene]) -> None:
    """TC-14.2, TC-14.3: looked at after every command. Phases close and, with `npcs` = `auto`, NPCs act."""
    scene = run.scene
    if not scene.in_combat:
        return
    if scene.acting is not None:
        npc = scene.fighters[scene.acting]
        if not in_the_fight(npc):
            run.happened(TurnEnded(Id(npc.id), "TC-14.3"))
        elif scene.options.npcs != "auto":
            return
        go_round(run)
    elif player_phase_is_closed(scene):
        go_round(run)


def go_round(run: Run[Scene]) -> None:
    """TC-14.3 NPC phase. Each NPC in the fight that has not acted acts once, in `order`; then the round ends."""
    scene = run.scene
    while scene.in_combat:
        npc = next_npc(scene)
        if npc is None:
            end_round(run)
            return
        if scene.options.npcs != "auto":
            if scene.acting != npc.id:
                run.happened(TurnBegan(Id(npc.id), "TC-14.3"))
            return
        take_npc_turn(run, npc)


def next_npc(scene: Scene) -> Fighter | None:
    """TC-14.3 NPC phase: the NPC whose turn it is, else the next in `order`; newcomers come last."""
    if scene.acting is not None:
        return scene.fighters[scene.acting]
    fighters = scene.fighters
    for id in scene.order:
        one = fighters[id]
        if not one.acted and one.active and one.engaged and not one.is_player:
            return one
    return None


def end_round(run: Run[Scene]) -> None:
    """TC-14.4 End of the round. Interference; the round limit; else the next round, and help that is due."""
    from fireteam.tunnelcore.action_mapping_reference.interference import interfere_all

    scene = run.scene
    interfere_all(run)
    if not scene.in_combat:
        return
    if run.logs:
        run.happened(RoundEnded(scene.round))
    if scene.round >= scene.options.round_limit:
        end_combat(run, None, "round limit", "TC-14.4")
        return
    run.happened(RoundBegan(scene.round + 1))
    bring_help(run)


def end_if_decided(run: Run[Scene]) -> bool:
    """TC-14.5 End of combat. Fewer than two sides have a fighter in the fight: it is over. Tells whether it is."""
    scene = run.scene
    if not scene.in_combat:
        return True
    sides = scene.muster.of_side
    if len(sides) >= SIDES_NEEDED:
        return False
    end_combat(run, next(iter(sides), None), "last side", "TC-14.5")
    return True


def end_combat(run: Run[Scene], winner: str | None, why: str, rule: str) -> None:
    """TC-14.5 End of combat. The rest of the round falls away."""
    run.happened(Ended(winner, why, rule))


def check_end(scene: Scene, command: Command) -> Refusal | None:
    """TC-14.2: outside combat there is nothing to end."""
    return no_combat(scene, "TC-14.5")


def end(run: Run[Scene], command: Command) -> None:
    """TC-14.5 End of combat, by hand: phase calm, no winner."""
    end_combat(run, None, ENDED_BY_GM, "TC-14.5")
