"""CC-25 Behaviours: how fighters act by themselves, one ordinary command at a time.

Nothing is remembered between the commands of a turn: where the procedure stands follows from the turn's Actions and
Moves, from `acted` (what the last Action was) and `heading` (whom the fighter has moved to since).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fireteam.cybercore.combat.factors import BESIDE
from fireteam.cybercore.combat.stances import away_from
from fireteam.cybercore.content import FRAG_GRENADE, ITEMS, MEDIC, MENTAL, STIM, UNARMED, Weapon, weapons
from fireteam.cybercore.decisions import runs_itself
from fireteam.cybercore.sheet import DOWN, UP, CyberFighter
from fireteam.cybercore.state import CyberScene
from fireteam.cybercore.turns import go_on, standing_sides
from fireteam.kernel.actions import Command
from fireteam.kernel.run import Run
from fireteam.kernel.scene import COMBAT, OVER

RUSHERS = frozenset({"brute", "stalker", "swarm"})
DUTIFUL = frozenset({"standard", "medic"})
TWICE_AT_ONE = frozenset({"boss", "officer", "brute"})
"""CC-25.2 The procedure, step 4: who acts twice with free Energy 1."""
SNIPER_ROOM = 3
LEAST_BLAST = 2
GRENADE = ITEMS[FRAG_GRENADE]


def next_command(scene: CyberScene) -> Command | None:
    """CC-25.1 Who is run. What autoplay gives next: for players' turns the driver plays the GM and allocates first."""
    if scene.phase is OVER:
        return None
    if scene.phase is not COMBAT or scene.acting is None:
        return Command("start") if len(standing_sides(scene)) > 1 else None
    one = scene.fighters[scene.acting]
    if one.is_player:
        amount = min(scene.pools.tension, scene.options.auto_tension)
        if amount and not scene.pools.tension_allocated and not one.acted and not one.moves_used:
            return Command("allocate", None, {"amount": amount})
    return command_for(scene, one)


def command_for(scene: CyberScene, one: CyberFighter) -> Command:
    """CC-25.2 The procedure. The next command of a fighter whose turn it is."""
    side = one.side
    foes = [foe for foe in scene.fighters.values() if foe.side != side and foe.status is UP and not foe.hidden]
    if not foes:
        return Command("pass", one.id)
    return _opening(scene, one, foes) or _pass(scene, one, foes) or _closing(scene, one)


def _opening(scene: CyberScene, one: CyberFighter, foes: list[CyberFighter]) -> Command | None:
    """CC-25.2 The procedure, steps 1 to 3, before the first Action."""
    if one.acted:
        return Command("pass", one.id) if one.acted == "triage" else None
    if one.behaviour in DUTIFUL:
        command = _duty(scene, one)
        if command is not None:
            return command
    if one.hits and one.items[STIM] and 3 * one.hits >= 2 * one.hits_max and one.behaviour != "turret":
        return Command("use", one.id, {"item": ITEMS[STIM]})
    if not one.moves_used and one.behaviour in ("coward", "sniper"):
        return _keep_clear(scene, one, foes)
    return None


def _duty(scene: CyberScene, one: CyberFighter) -> Command | None:
    """CC-25.2 The procedure, step 1: the best medic standing goes for the nearest dying comrade."""
    patient, best = None, 0
    for other in scene.fighters.values():
        if other.status is DOWN and other.side == one.side and other.is_dying:
            distance = abs(other.at - one.at)
            if patient is None or distance < best:
                patient, best = other, distance
    if patient is None or not _is_best_medic(scene, one):
        return None
    if best > BESIDE:
        return Command("move", one.id, {"to": patient.id}) if not one.moves_used and one.pace else None
    args: dict[str, Any] = {"target": patient.id}
    if one.is_player and scene.pools.luck:
        args["luck"] = 1
    if one.is_player and one.psych < one.psych_max and one.primed.push < one.psych_max:
        args["push"] = 1
    return Command("triage", one.id, args)


def _is_best_medic(scene: CyberScene, one: CyberFighter) -> bool:
    skill = one.skills[MEDIC]
    is_later = False
    for other in scene.fighters.values():
        if other is one:
            is_later = True
        elif other.side == one.side and other.status is UP:
            rival = other.skills[MEDIC]
            if rival > skill or (rival == skill and not is_later):
                return False
    return True


def _keep_clear(scene: CyberScene, one: CyberFighter, foes: list[CyberFighter]) -> Command | None:
    """CC-25.2 The procedure, step 3: a coward at half its boxes flees, a sniper steps back from whoever is near."""
    foe = _nearest(one, foes)
    distance = abs(foe.at - one.at)
    if one.behaviour == "coward":
        return Command("flee", one.id) if 2 * one.hits >= one.hits_max and distance > BESIDE else None
    if distance <= SNIPER_ROOM and one.pace and away_from(scene, one, foe) != one.at:
        return Command("move", one.id, {"from": foe.id})
    return None


def _pass(scene: CyberScene, one: CyberFighter, foes: list[CyberFighter]) -> Command | None:
    """CC-25.2 The procedure, steps 4 to 8: the first pass, and for some a second."""
    if one.acted and not _acts_again(one, foes):
        return None
    rushes = one.behaviour in RUSHERS
    if one.items[FRAG_GRENADE] and not rushes:
        target = _blast(scene, one, foes)
        if target is not None:
            return Command("attack", one.id, {"target": target.id, "weapon": GRENADE})
    if one.weapons and not any(_works(one, id) for id in one.weapons):
        return Command("reload", one.id, {"weapon": one.weapons[0]})
    target, is_in_reach = _target(scene, one, foes, rushes)
    distance = abs(target.at - one.at)
    if (not is_in_reach or rushes) and distance > BESIDE and one.pace and not one.moves_used:
        return Command("move", one.id, {"to": target.id})
    weapon = best_weapon(one, distance) or best_weapon(one, distance, is_stretched=True)
    if weapon is None:
        return None
    args = {"target": target.id, "weapon": weapon.id}
    if one.is_player and not one.acted and scene.pools.luck:
        return Command("attack", one.id, {**args, "luck": 1})
    return Command("attack", one.id, args)


def _acts_again(one: CyberFighter, foes: list[CyberFighter]) -> bool:
    """CC-25.2 The procedure, step 4: whether there is a second pass."""
    if one.acted == "use" or one.actions_used > 1 or one.is_staggered:
        return False
    if one.behaviour in TWICE_AT_ONE:
        return one.energy_free > 0
    if one.behaviour in DUTIFUL:
        return one.energy_free > 1 or (one.energy_free == 1 and len(foes) == 1)
    return False


def _closing(scene: CyberScene, one: CyberFighter) -> Command:
    """CC-25.2 The procedure, step 9: cover for whoever fights from afar, and the end of the turn."""
    if not one.moves_used and one.pace and one.cover < scene.place.cover:
        weapon = weapons().get(one.readied)
        if weapon is not None and not weapon.is_melee and not weapon.is_natural:
            return Command("cover", one.id)
    return Command("pass", one.id)


def _nearest(one: CyberFighter, foes: list[CyberFighter]) -> CyberFighter:
    """CC-25.2 The procedure. Nearest: least distance, then listing order."""
    at = one.at
    found = foes[0]
    best = abs(found.at - at)
    for foe in foes:
        distance = abs(foe.at - at)
        if distance < best:
            found, best = foe, distance
    return found


def _works(one: CyberFighter, id: str) -> bool:
    return id not in one.jammed and one.ammo.get(id, 1) > 0


def _is_usable(one: CyberFighter, weapon: Weapon) -> bool:
    """CC-25.2 The procedure. Usable: not jammed, not empty, and in hand, natural, or the Move is unused."""
    is_at_hand = weapon.is_natural or weapon.id == one.readied or not one.moves_used
    return is_at_hand and _works(one, weapon.id)


def best_weapon(one: CyberFighter, distance: int, *, is_stretched: bool = False) -> Weapon | None:
    """CC-25.2 The procedure. Best weapon: usable, in range, the greatest sum of Hits; ties: the readied one, then the
    first listed, `unarmed` last. `is_stretched`: at twice the ranges, but for melee."""
    arms = weapons()
    found, best = None, -1
    for id in one.weapons:
        weapon = arms[id]
        if (weapon.reach if is_stretched else weapon.range) >= distance and _is_usable(one, weapon):
            score = 2 * weapon.total + (id == one.readied)
            if score > best:
                found, best = weapon, score
    unarmed = arms[UNARMED]
    if distance <= unarmed.range and 2 * unarmed.total > best:
        return unarmed
    return found


def _target(scene: CyberScene, one: CyberFighter, foes: list[CyberFighter], rushes: bool) -> tuple[CyberFighter, bool]:
    """CC-25.2 The procedure, step 7: the target, and whether it was in reach (always, once it has been moved to)."""
    heading = scene.fighters.get(one.heading)
    if heading is not None and heading in foes:
        return heading, True
    if rushes:
        reach = BESIDE + (0 if one.moves_used else one.pace)
        near = [foe for foe in foes if abs(foe.at - one.at) <= reach]
    else:
        near = [foe for foe in foes if _has_weapon_for(one, abs(foe.at - one.at))]
    if not near:
        return _nearest(one, foes), False
    prefers = PREFERENCES[one.behaviour]
    if prefers is None:
        return _nearest(one, near), True
    at = one.at
    return min(near, key=lambda foe: (prefers(foe), abs(foe.at - at))), True


def _has_weapon_for(one: CyberFighter, distance: int) -> bool:
    weapon = best_weapon(one, distance)
    return weapon is not None and (weapon.id != UNARMED or not one.weapons)


PREFERENCES: dict[str, Callable[[CyberFighter], int] | None] = {
    **dict.fromkeys(("standard", "officer", "boss", "sniper"), lambda foe: foe.hits_max - foe.hits),
    **dict.fromkeys(("grunt", "coward", "brute", "turret", "medic")),
    "stalker": lambda foe: foe.af,
    "swarm": lambda foe: -foe.hits,
    "psi": lambda foe: foe.saves[MENTAL],
}
"""CC-25.3 Names and answers. What a behaviour prefers, the least first; None for the nearest."""


def _blast(scene: CyberScene, one: CyberFighter, foes: list[CyberFighter]) -> CyberFighter | None:
    """CC-25.2 The procedure, step 5: the foe whose blast holds the most foes and no friend, ties nearest."""
    grenade = weapons()[GRENADE]
    friends = [other.at for other in scene.fighters.values() if other.side == one.side and other.is_up]
    found, most, best = None, LEAST_BLAST - 1, 0
    for foe in foes:
        distance = abs(foe.at - one.at)
        if distance > grenade.range or any(abs(at - foe.at) <= grenade.area for at in friends):
            continue
        held = sum(abs(other.at - foe.at) <= grenade.area for other in foes)
        if held > most or (held == most and found is not None and distance < best):
            found, most, best = foe, held, distance
    return found


MOST_COMMANDS = 100_000
"""The most commands that fighters give by themselves after one: far more than any round limit allows."""


def run_the_rest(run: Run[CyberScene]) -> None:
    """CC-25.1 Who is run. After a command: decided fights end, turns of the fallen pass, the GM's fighters act."""
    from fireteam.cybercore.actions import all_actions

    scene = run.scene
    by_key = all_actions().by_key
    for _ in range(MOST_COMMANDS):
        if not go_on(run):
            return
        one = scene.fighters[str(scene.acting)]
        if not runs_itself(scene, one):
            return
        command = command_for(scene, one)
        action = by_key[command.action]
        refusal = action.check(scene, command)
        if refusal is not None:
            raise RuntimeError(f"{one.id} by its behaviour gave {command} and was refused: {refusal}")
        action.resolve(run, command)
    raise RuntimeError(f"no turn came to an end within {MOST_COMMANDS} commands")
