"""CC-19.1 Reading a command. The verbs of the fight: what they check and do."""

from __future__ import annotations

from typing import Any

from fireteam.cybercore import turns
from fireteam.cybercore.actions.reading import (
    actor_of,
    missing,
    name_target,
    refuse_friend,
    refuse_turn,
    target_of,
)
from fireteam.cybercore.challenges import refuse_words
from fireteam.cybercore.combat import arms, gear, stances
from fireteam.cybercore.combat.attack import Mode, attack
from fireteam.cybercore.combat.factors import attack_kind
from fireteam.cybercore.content import NONE, Weapon, weapons
from fireteam.cybercore.energy import refuse_price, spend
from fireteam.cybercore.events import Readied
from fireteam.cybercore.sheet import CyberFighter
from fireteam.cybercore.state import CyberScene
from fireteam.kernel.actions import Command
from fireteam.kernel.events import Id
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.run import Run


def _foe(scene: CyberScene, command: Command) -> Refusal | None:
    """CC-19.1 Reading a command. Phase, turn, actor, target: the first checks of every attack, and of `aim`."""
    one = actor_of(scene, command)
    refusal = refuse_turn(scene, one, in_calm=False) or name_target(scene, command)
    return refusal or refuse_friend(one, target_of(scene, command))


def _weapon(one: CyberFighter, command: Command) -> Weapon | Refusal:
    """CC-13.13 The readied weapon. The weapon that the command means; its id stands in the command afterwards."""
    text = command.args.get("weapon")
    if text is None:
        return arms.default_weapon(one)
    weapon = arms.weapon_named(one, text)
    if not isinstance(weapon, Refusal):
        command.args["weapon"] = weapon.id
    return weapon


def _chosen(one: CyberFighter, args: dict[str, Any]) -> Weapon:
    return weapons()[args["weapon"]] if "weapon" in args else arms.default_weapon(one)


def _refuse_range(one: CyberFighter, target: CyberFighter, weapon: Weapon) -> Refusal | None:
    """CC-13.10 Range, crowding, cover. Beyond twice the range (melee, thrown: the range) nothing can be tried."""
    distance = abs(one.at - target.at)
    if distance > weapon.reach:
        return Refusal(f"out of range: {distance} away, reach {weapon.reach}", "CC-13.10")
    return None


def check_attack(scene: CyberScene, command: Command) -> Refusal | None:
    """CC-19.1 Reading a command. `attack`: target, weapon, reach, Action, Move and Energy, words."""
    refusal = _foe(scene, command)
    if refusal is not None:
        return refusal
    one, target = actor_of(scene, command), target_of(scene, command)
    weapon = _weapon(one, command)
    if isinstance(weapon, Refusal):
        return weapon
    moves = int(arms.needs_readying(one, weapon))
    return (
        arms.refuse_weapon(one, weapon)
        or _refuse_range(one, target, weapon)
        or refuse_price(scene, one, command.args, actions=1, moves=moves)
        or refuse_words(scene, one, command.args, attack_kind(weapon))
    )


def do_attack(run: Run[CyberScene], one: CyberFighter, args: dict[str, Any]) -> None:
    """CC-13.7 From die to damage."""
    weapon = _chosen(one, args)
    spend(run, one, args, "attack", actions=1, moves=int(arms.needs_readying(one, weapon)))
    arms.make_ready(run, one, weapon)
    attack(run, one, run.scene.fighters[args["target"]], weapon, args)


def check_pin(scene: CyberScene, command: Command) -> Refusal | None:
    """CC-13.15 Stances and special moves. `pin`: as an attack, with a weapon that fires bursts, for 1 Energy."""
    refusal = _foe(scene, command)
    if refusal is not None:
        return refusal
    one, target = actor_of(scene, command), target_of(scene, command)
    weapon = _weapon(one, command)
    if isinstance(weapon, Refusal):
        return weapon
    moves = int(arms.needs_readying(one, weapon))
    return (
        arms.refuse_weapon(one, weapon)
        or stances.refuse_pin(weapon)
        or _refuse_range(one, target, weapon)
        or refuse_price(scene, one, command.args, actions=1, moves=moves, extra=stances.PIN_ENERGY)
        or refuse_words(scene, one, command.args, attack_kind(weapon))
    )


def do_pin(run: Run[CyberScene], one: CyberFighter, args: dict[str, Any]) -> None:
    """CC-13.15 Stances and special moves."""
    weapon = _chosen(one, args)
    moves = int(arms.needs_readying(one, weapon))
    spend(run, one, args, "pin", actions=1, moves=moves, extra=stances.PIN_ENERGY)
    arms.make_ready(run, one, weapon)
    attack(run, one, run.scene.fighters[args["target"]], weapon, args, Mode.PIN)


def check_charge(scene: CyberScene, command: Command) -> Refusal | None:
    """CC-13.15 Stances and special moves. `charge`: a melee weapon in hand, room to run; Action, Move and 1 Energy."""
    refusal = _foe(scene, command)
    if refusal is not None:
        return refusal
    one, target = actor_of(scene, command), target_of(scene, command)
    weapon = _weapon(one, command)
    if isinstance(weapon, Refusal):
        return weapon
    return (
        arms.refuse_weapon(one, weapon)
        or stances.refuse_charge(one, target, weapon)
        or refuse_price(scene, one, command.args, actions=1, moves=1, extra=stances.CHARGE_ENERGY)
        or refuse_words(scene, one, command.args, attack_kind(weapon))
    )


def do_charge(run: Run[CyberScene], one: CyberFighter, args: dict[str, Any]) -> None:
    """CC-13.15 Stances and special moves."""
    spend(run, one, args, "charge", actions=1, moves=1, extra=stances.CHARGE_ENERGY)
    stances.charge(run, one, run.scene.fighters[args["target"]], _chosen(one, args), args)


def check_aim(scene: CyberScene, command: Command) -> Refusal | None:
    """CC-13.15 Stances and special moves. `aim`: at a fighter of another side."""
    refusal = _foe(scene, command)
    return refusal or refuse_price(scene, actor_of(scene, command), command.args, actions=1)


def do_aim(run: Run[CyberScene], one: CyberFighter, args: dict[str, Any]) -> None:
    """CC-13.15 Stances and special moves."""
    spend(run, one, args, "aim", actions=1)
    stances.aim(run, one, run.scene.fighters[args["target"]])


def check_guard(scene: CyberScene, command: Command) -> Refusal | None:
    """CC-13.15 Stances and special moves. `guard` takes an Action."""
    one = actor_of(scene, command)
    refusal = refuse_turn(scene, one, in_calm=False)
    return refusal or refuse_price(scene, one, command.args, actions=1)


def do_guard(run: Run[CyberScene], one: CyberFighter, args: dict[str, Any]) -> None:
    """CC-13.15 Stances and special moves."""
    spend(run, one, args, "guard", actions=1)
    stances.guard(run, one)


def check_move(scene: CyberScene, command: Command) -> Refusal | None:
    """CC-19.1 Reading a command. `move N`, `move to NAME`, `move from NAME`."""
    one, args = actor_of(scene, command), command.args
    refusal = refuse_turn(scene, one, in_calm=True)
    if refusal is not None:
        return refusal
    if len({"place", "to", "from"} & args.keys()) != 1:
        return Refusal("needs a place, or to or from somebody", "CC-19.1", "move N, move to NAME or move from NAME")
    if "place" in args:
        refusal = stances.refuse_place(scene, one, args["place"])
    else:
        way = "to" if "to" in args else "from"
        refusal = name_target(scene, command, way)
        if refusal is None:
            other = scene.fighters[args[way]]
            reaches = stances.refuse_approach if way == "to" else stances.refuse_retreat
            refusal = reaches(scene, one, other)
    return refusal or refuse_price(scene, one, args, moves=1)


def do_move(run: Run[CyberScene], one: CyberFighter, args: dict[str, Any]) -> None:
    """CC-20.3 A turn. One Move along the line."""
    spend(run, one, args, "move", moves=1)
    stances.move(run, one, args)


def check_cover(scene: CyberScene, command: Command) -> Refusal | None:
    """CC-13.10 Range, crowding, cover. `cover` takes a Move."""
    one = actor_of(scene, command)
    refusal = refuse_turn(scene, one, in_calm=False) or stances.refuse_cover(scene, one)
    return refusal or refuse_price(scene, one, command.args, moves=1)


def do_cover(run: Run[CyberScene], one: CyberFighter, args: dict[str, Any]) -> None:
    """CC-13.10 Range, crowding, cover."""
    spend(run, one, args, "cover", moves=1)
    stances.take_cover(run, one)


def check_ready(scene: CyberScene, command: Command) -> Refusal | None:
    """CC-13.13 The readied weapon. `ready` takes a Move."""
    one = actor_of(scene, command)
    refusal = refuse_turn(scene, one, in_calm=True) or missing(command, weapon="a weapon")
    if refusal is not None:
        return refusal
    weapon = _weapon(one, command)
    if isinstance(weapon, Refusal):
        return weapon
    return arms.refuse_readying(one, weapon) or refuse_price(scene, one, command.args, moves=1)


def do_ready(run: Run[CyberScene], one: CyberFighter, args: dict[str, Any]) -> None:
    """CC-13.13 The readied weapon."""
    spend(run, one, args, "ready", moves=1)
    arms.make_ready(run, one, weapons()[args["weapon"]])


def check_stow(scene: CyberScene, command: Command) -> Refusal | None:
    """CC-13.13 The readied weapon. `stow` is free."""
    one = actor_of(scene, command)
    refusal = refuse_turn(scene, one, in_calm=True)
    if refusal is None and one.readied == NONE:
        refusal = Refusal(f"{one.id} has no weapon readied", "CC-13.13")
    return refusal


def do_stow(run: Run[CyberScene], one: CyberFighter, args: dict[str, Any]) -> None:
    """CC-13.13 The readied weapon."""
    run.happened(Readied(Id(one.id), NONE))


def check_reload(scene: CyberScene, command: Command) -> Refusal | None:
    """CC-13.12 Ammunition and jams. `reload` takes an Action."""
    one = actor_of(scene, command)
    refusal = refuse_turn(scene, one, in_calm=True)
    if refusal is not None:
        return refusal
    weapon = arms.weapon_to_reload(one, command.args)
    if isinstance(weapon, Refusal):
        return weapon
    if "weapon" in command.args:
        command.args["weapon"] = weapon.id
    return arms.refuse_reloading(one, weapon) or refuse_price(scene, one, command.args, actions=1)


def do_reload(run: Run[CyberScene], one: CyberFighter, args: dict[str, Any]) -> None:
    """CC-13.12 Ammunition and jams."""
    spend(run, one, args, "reload", actions=1)
    arms.reload(run, one, weapons()[args.get("weapon", one.readied)])


def check_flee(scene: CyberScene, command: Command) -> Refusal | None:
    """CC-13.18 Gear and flight. `flee` takes the whole turn."""
    one = actor_of(scene, command)
    return refuse_turn(scene, one, in_calm=False) or gear.refuse_flight(scene, one)


def do_flee(run: Run[CyberScene], one: CyberFighter, args: dict[str, Any]) -> None:
    """CC-13.18 Gear and flight."""
    gear.flee(run, one)


def check_pass(scene: CyberScene, command: Command) -> Refusal | None:
    """CC-4.3 Regaining. `pass` ends the turn."""
    return refuse_turn(scene, actor_of(scene, command), in_calm=False)


def do_pass(run: Run[CyberScene], one: CyberFighter, args: dict[str, Any]) -> None:
    """CC-20.3 A turn. It ends by `pass`."""
    turns.advance(run)
