"""6 The doom pool: what its dice buy, and when they are spent by themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fireteam.kernel.decisions import GM
from fireteam.kernel.events import Id
from fireteam.kernel.run import Run
from fireteam.tunnelcore.effect_dice.complications import complicate_scene, hazards_left
from fireteam.tunnelcore.events.of_doom import DoomSpent, Interrupt
from fireteam.tunnelcore.positions import can_worsen, escalate_all

if TYPE_CHECKING:
    from fireteam.tunnelcore.state import Fighter, Scene

FROM_THE_TOP = (12, 10, 8, 6)
"""TC-6.4 Highest applicable: the order in which sizes are tried; d4 never enters."""

COMPLICATION_DIE = 6
MOST_OPPONENTS = 6
"""TC-6.7: reinforcements need fewer opponents than this."""
FEWEST_FOR_ESCALATION = 3
"""TC-6.8: how many must be in the fight."""
REINFORCEMENTS_SIDE = "reinforcements"


def spend_after(run: Run[Scene], player: Fighter) -> None:
    """TC-6.3 Automatic spending. After each completed action of a player fighter exactly one die, if one applies."""
    scene = run.scene
    if scene.options.doom_spend != "every_action" or not scene.pools.doom:
        return
    size = highest_applicable(scene, player)
    if size == 6:
        interrupt(run, None, player)
    elif size:
        BUYS[size](run, "")


def highest_applicable(scene: Scene, player: Fighter | None) -> int:
    """TC-6.4 Highest applicable. The first size in the pool, from d12 down, whose own line can have its effect now."""
    pool = scene.pools.doom
    for size in FROM_THE_TOP:
        if size in pool and is_applicable(scene, size, player):
            return size
    return 0


def is_applicable(scene: Scene, size: int, player: Fighter | None) -> bool:
    """TC-6.4 Highest applicable: a die buys only its own line. `player` is the one who just acted, if anybody did."""
    if size == 6:
        return bool(interrupters(scene, player))
    if size == 8:
        return bool(hazards_left(scene))
    if size == 10:
        return can_reinforce(scene)
    return can_escalate(scene)


def pay_die(run: Run[Scene], size: int) -> None:
    """TC-6.2 Growth: only spending and merging take dice out."""
    pool = [*run.scene.pools.doom]
    pool.remove(size)
    run.happened(DoomSpent(size, pool))  # type: ignore[arg-type]


def interrupters(scene: Scene, player: Fighter | None) -> list[Fighter]:
    """TC-6.5 d6: NPC interrupt. NPCs in the fight that are foes of the player fighter who just acted, in `order`; by
    hand of any player fighter in the fight."""
    muster = scene.muster
    side = "" if player is None else player.side
    known = muster.interrupters.get(side)
    if known is not None:
        return known
    if player is not None:
        able = {one.id for one in muster.fighters if not one.is_player and one.side != side}
    else:
        sides = {one.side for one in muster.fighters if one.is_player}
        able = {
            one.id
            for one in muster.fighters
            if not one.is_player and (len(sides) > 1 or (sides and one.side not in sides))
        }
    found = muster.interrupters[side] = [scene.fighters[id] for id in scene.order if id in able]
    return found


def interrupt(run: Run[Scene], npc: Fighter | None, player: Fighter | None, command: str = "") -> None:
    """TC-6.5 d6: NPC interrupt. It acts at once by its behaviour, or by the command given; its turn stays."""
    scene = run.scene
    if npc is None:
        able = interrupters(scene, player)
        default = min(able, key=lambda one: one.interrupts).id
        chosen = run.choose(
            "interrupt", GM if player is None else player.id, tuple(one.id for one in able), default, "TC-6.5", asked=GM
        )
        npc = scene.fighters[chosen]
    pay_die(run, 6)
    run.happened(Interrupt(Id(npc.id), None if player is None else Id(player.id)))
    from fireteam.tunnelcore.npc_turns import act_by_behaviour, act_by_words

    if command:
        act_by_words(run, npc, command)
    else:
        act_by_behaviour(run, npc, player, takes_turn=False)


def bring_complication(run: Run[Scene], name: str) -> None:
    """TC-6.6 d8: complication. A name of the place's hazards not yet standing, or any word by hand; it stands at d6."""
    if not name:
        left = hazards_left(run.scene)
        name = run.choose("complication", GM, left, left[0], "TC-6.6", asked=GM)
    pay_die(run, 8)
    complicate_scene(run, name, COMPLICATION_DIE, "doom", "TC-6.6")


def opponents(scene: Scene) -> list[Fighter]:
    """TC-6.7 d10: reinforcements: *opponents* are NPCs in the fight that are foes of a player fighter in the fight, in
    `order`."""
    return interrupters(scene, None)


def can_reinforce(scene: Scene) -> bool:
    """TC-6.7 d10: reinforcements. Needs a list of templates and fewer than six opponents."""
    return bool(scene.place.reinforcements) and len(opponents(scene)) < MOST_OPPONENTS


def reinforce(run: Run[Scene], template: str) -> None:
    """TC-6.7 d10: reinforcements. The next template of the list in rotation joins the side of the first opponent."""
    from fireteam.tunnelcore.events.of_turns import REINFORCEMENTS
    from fireteam.tunnelcore.rest_and_time import join

    scene = run.scene
    if not template:
        listed = scene.place.reinforcements
        default = listed[scene.place.reinforced % len(listed)]
        template = run.choose("reinforcement", GM, tuple(dict.fromkeys(listed)), default, "TC-6.7", asked=GM)
    pay_die(run, 10)
    first = next(iter(opponents(scene)), None)
    join(run, template, REINFORCEMENTS_SIDE if first is None else first.side, REINFORCEMENTS, "TC-6.7")


def can_escalate(scene: Scene) -> bool:
    """TC-6.8 d12: scene escalation. Needs three in the fight, and one whose position can get worse."""
    fighters = scene.muster.fighters
    return len(fighters) >= FEWEST_FOR_ESCALATION and someone_can_worsen(scene)


def someone_can_worsen(scene: Scene) -> bool:
    """TC-6.8 d12: scene escalation: option `escalation` says whose positions count."""
    only_players = scene.options.escalation == "players"
    return any(can_worsen(scene, one) for one in scene.muster.fighters if one.is_player or not only_players)


def escalate_scene(run: Run[Scene], words: str) -> None:
    """TC-6.8 d12: scene escalation. Every fighter in the fight goes one step worse."""
    pay_die(run, 12)
    escalate_all(run, "TC-6.8")


BUYS = {8: bring_complication, 10: reinforce, 12: escalate_scene}
"""TC-6.6 to TC-6.8: what each die buys, besides the interrupt of a d6."""
