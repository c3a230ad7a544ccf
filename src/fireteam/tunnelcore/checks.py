"""13 Actions: the checks of TC-13.1 from top to bottom; the first that fails is the answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fireteam.kernel.actions import Command
from fireteam.kernel.commands import find_fighter
from fireteam.kernel.names import short
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.scene import OVER
from fireteam.tunnelcore.action_mapping_reference.hiding import check_hide
from fireteam.tunnelcore.action_mapping_reference.table import DEEDS, Deed
from fireteam.tunnelcore.combat_commands.items import check_use, find_item
from fireteam.tunnelcore.combat_commands.moving import are_adjacent, check_move
from fireteam.tunnelcore.dice_pool_basics.attempt import deed_key, override
from fireteam.tunnelcore.effect_dice.clocks import find_clock
from fireteam.tunnelcore.npc_behaviors import check_call
from fireteam.tunnelcore.state import Asset, Behavior, Status
from fireteam.tunnelcore.stress_tracks import bar
from fireteam.tunnelcore.turns import no_combat, two_sides

if TYPE_CHECKING:
    from fireteam.tunnelcore.state import Fighter, Scene

BAITS = frozenset({"taunt", "intimidate"})
IN_COMBAT_ONLY = frozenset({"flee", "yield"})


def check_deed(scene: Scene, command: Command, *, is_timed: bool = True) -> Refusal | None:
    """TC-13.1 Who may act when. An action of a fighter; `is_timed` is false for an interrupt, which needs no turn."""
    actor = scene.fighters.get(str(command.actor))
    if actor is None:
        return Refusal("name the fighter who acts", "TC-13.1")
    refusal = check_act(scene, actor, is_timed=is_timed)
    if refusal is not None:
        return refusal
    if command.action == "use":
        name_item(command)
    deed = DEEDS.get(deed_key(command))
    attribute = -1
    if "using" in command.args:
        attribute, _, unknown = override(command.args["using"])
        refusal = check_override(scene, command, unknown)
        if refusal is not None:
            return refusal
    if deed is not None:
        refusal = check_bar(scene, actor, deed, attribute, command)
        if refusal is not None:
            return refusal
    target = find_target(scene, actor, deed, command)
    if isinstance(target, Refusal):
        return target
    return check_target(scene, actor, deed, target, command) or check_rest(scene, actor, deed, target, command)


def check_act(scene: Scene, actor: Fighter, *, is_timed: bool) -> Refusal | None:
    """TC-13.1 Who may act when: active, engaged in combat, and one's time."""
    if not actor.active:
        return Refusal(f"{actor.id} is out of the fight", "TC-13.1")
    if not scene.in_combat:
        return None
    if not actor.engaged:
        return Refusal(f"{actor.id} takes no part in the fight", "TC-13.1")
    if not is_timed or scene.acting == actor.id:
        return None
    if scene.acting is not None:
        return Refusal(f"it is {scene.acting}'s turn", "TC-13.1")
    if actor.acted:
        return Refusal(f"{actor.id} has already acted this round", "TC-13.1")
    return None if actor.is_player else Refusal("the players act first", "TC-13.1")


def name_item(command: Command) -> None:
    """TC-7.16 use: an item may be named by its beginning."""
    item = find_item(command.args.get("item", "")) if command.args.get("item") else None
    if item is not None:
        command.args["item"] = item.id


def check_override(scene: Scene, command: Command, unknown: str) -> Refusal | None:
    """TC-7.1 Automatic pools and overrides: unknown words, intercept, and the option."""
    if unknown:
        return Refusal(f"unknown attribute or approach: {short(unknown)}", "TC-7.1")
    if command.action == "intercept":
        return Refusal("no override for intercept", "TC-7.1")
    return None if scene.options.overrides else Refusal("overrides are off", "TC-7.1")


def check_bar(scene: Scene, actor: Fighter, deed: Deed, attribute: int, command: Command) -> Refusal | None:
    """TC-2.4 Stressed Out; TC-7.13: the bar of an intercept is that of the roll to come."""
    if command.action == "intercept" and command.args.get("how") == "quickhack":
        deed = DEEDS["quickhack"]
    return bar(scene, actor, deed, attribute)


def find_target(scene: Scene, actor: Fighter, deed: Deed | None, command: Command) -> Fighter | Refusal | None:
    """TC-7.2 Targets. Whom the command names; for a player fighter's command a hidden fighter does not exist."""
    named = command.args.get("target")
    treats = deed is not None and deed.asset == Asset.ITEM and deed.opposed_by is None
    if named is None:
        if deed is not None and deed.needs_target and not treats:
            return Refusal("needs a target", "TC-7.2")
        return None
    found = find_fighter(scene, named, actor.id)
    if isinstance(found, Refusal):
        return found
    command.args["target"] = found
    target = scene.fighters[found]
    if target is actor:
        return target if treats or deed is None else Refusal("needs another fighter", "TC-7.2")
    if target.status is not Status.IN or target.hidden:
        return Refusal(f"{found} is not in the scene", "TC-7.2")
    return target


def check_target(
    scene: Scene, actor: Fighter, deed: Deed | None, target: Fighter | None, command: Command
) -> Refusal | None:
    """TC-7.2 Targets, TC-7.5 Adjacency and moving: what a target must be, and the weapon or deck for it."""
    if deed is None or target is None:
        return None
    if deed.is_hostile:
        refusal = check_foe(actor, target)
        if refusal is not None:
            return refusal
        if deed.key in BAITS and target.behavior is Behavior.PSYCHIATRIST:
            return Refusal(f"{target.id} cannot be baited", deed.clause)
    needs_deck = deed.asset == Asset.DECK or command.args.get("how") == "quickhack"
    if needs_deck and not actor.assets[Asset.DECK]:
        return Refusal("needs a deck", deed.clause)
    if deed.asset == Asset.RANGED and not actor.assets[Asset.RANGED]:
        return Refusal("needs a ranged weapon", deed.clause)
    if deed.needs_adjacent and not are_adjacent(actor, target):
        return Refusal(f"{target.id} is not adjacent", "TC-7.5")
    if deed.is_hostile and scene.phase is OVER:
        return Refusal("the fight is over", "TC-14.5")
    return None


def check_foe(actor: Fighter, target: Fighter) -> Refusal | None:
    """TC-7.2 Targets: a hostile action needs a foe that is visible and, if an NPC, active."""
    if target.side == actor.side:
        return Refusal(f"{target.id} is on the same side", "TC-7.2")
    if not target.is_player and not target.active:
        return Refusal(f"{target.id} is out of the fight", "TC-7.2")
    if target.concealed:
        return Refusal(f"{actor.id} cannot see {target.id}", "TC-9.3")
    return None


def check_rest(
    scene: Scene, actor: Fighter, deed: Deed | None, target: Fighter | None, command: Command
) -> Refusal | None:
    """TC-13.1 Who may act when: items; flight and giving up outside combat; hide, move, work; and TC-14.1."""
    key = command.action
    if key == "use":
        refusal = check_use(scene, actor, target, command)
    elif key in IN_COMBAT_ONLY:
        refusal = no_combat(scene, DEEDS[key].clause)
    elif key == "hide":
        refusal = check_hide(actor)
    elif key == "move":
        refusal = check_move(scene, actor, command)
    elif key == "work":
        refusal = check_work(scene, command)
    else:
        refusal = None
    if refusal is None and deed is not None and deed.is_hostile and target is not None and not scene.in_combat:
        return two_sides(scene, (actor, target))
    return refusal


def check_work(scene: Scene, command: Command) -> Refusal | None:
    """TC-5.7 Clocks: there is one of that name, and it is not full."""
    if "clock" not in command.args:
        return Refusal("name a clock", "TC-5.7", "work NAME")
    found = find_clock(scene, command.args["clock"])
    if isinstance(found, Refusal):
        return found
    command.args["clock"] = found
    clock = scene.place.clocks[found]
    return Refusal(f"{found} is full", "TC-5.7") if clock.filled >= clock.size else None


def check_pass(scene: Scene, command: Command) -> Refusal | None:
    """TC-14.2 Player phase: `pass` is for combat, on one's turn."""
    return check_act(scene, scene.fighters[str(command.actor)], is_timed=True) or no_combat(scene, "TC-14.2")


def check_call_command(scene: Scene, command: Command) -> Refusal | None:
    """TC-8.14 Calling for help: a free action, at any time."""
    fighter = scene.fighters[str(command.actor)]
    return check_act(scene, fighter, is_timed=False) or check_call(scene, fighter)
