"""CC-19.2 GM commands: what they check and do."""

from __future__ import annotations

import re
from typing import Any

from fireteam.cybercore import armour, bonds, energy, exploration, psych, rest_and_time, tension_and_luck, turns
from fireteam.cybercore.actions.reading import name_target, record, refuse_fight, target_of
from fireteam.cybercore.active_stats import named_tl
from fireteam.cybercore.content import ATTRIBUTES, DAMAGE, UNTYPED, bestiary
from fireteam.cybercore.events import Joined, Left
from fireteam.cybercore.exhaustion import exhaustion_check, refuse_checks
from fireteam.cybercore.sheet import FLAGS, TIMED, CyberFighter
from fireteam.cybercore.state import FIGHTER, CyberScene, settle_fighter
from fireteam.cybercore.succeeding_backwards import lose_attribute, refuse_drain
from fireteam.cybercore.wounds_and_conditions import end_condition, gain_condition
from fireteam.kernel.actions import Command
from fireteam.kernel.commands import find_fighter
from fireteam.kernel.events import Id
from fireteam.kernel.kinds import Fault
from fireteam.kernel.names import find, folded
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.run import Run
from fireteam.kernel.scene import COMBAT
from fireteam.kernel.scenefile import MOST_FIGHTERS, merge
from fireteam.kernel.turns import placed

UNTYPED_WORD = "untyped"
MOST_BONDED = 2
_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,59}$")


def check_start(scene: CyberScene, command: Command) -> Refusal | None:
    """CC-20.1 Start. Not in a fight; two sides must be standing; the initiator must be here."""
    if scene.phase is COMBAT:
        return Refusal("already fighting", "CC-20.1")
    if len(turns.standing_sides(scene)) < 2:
        return Refusal("nobody to fight: two sides must be standing", "CC-20.1")
    who = command.args.get("who")
    if who is not None:
        found = _side_or_fighter(scene, who)
        if found is None:
            return Refusal("no such side or fighter", "CC-20.1")
        command.args["who"] = found
    return None


def _side_or_fighter(scene: CyberScene, text: str) -> str | None:
    sides = list(dict.fromkeys(one.side for one in scene.fighters.values()))
    for side in sides:
        if folded(side) == folded(text):
            return side
    found = find_fighter(scene, text, None)
    if isinstance(found, str) and scene.fighters[found].is_here:
        return found
    starts = [side for side in sides if folded(side).startswith(folded(text))]
    return starts[0] if len(starts) == 1 else None


def do_start(run: Run[CyberScene], command: Command) -> None:
    """CC-20.1 Start."""
    turns.start(run, command.args.get("who", ""))


def check_fighting(scene: CyberScene, command: Command) -> Refusal | None:
    """CC-19.2 GM commands. `end` and `next` need a fight."""
    return None if scene.phase is COMBAT else Refusal("no fight", "CC-19.2")


def do_end(run: Run[CyberScene], command: Command) -> None:
    """CC-20.5 Rounds and the end. `end` stops a fight by hand."""
    turns.stop(run)


def do_next(run: Run[CyberScene], command: Command) -> None:
    """CC-20.3 A turn. It ends by `next`."""
    turns.advance(run)


def check_allocate(scene: CyberScene, command: Command) -> Refusal | None:
    """CC-8.5 Allocating."""
    if "amount" not in command.args:
        return Refusal("needs a number", "CC-8.5", "allocate N")
    return tension_and_luck.refuse_allocation(scene, command.args["amount"])


def do_allocate(run: Run[CyberScene], command: Command) -> None:
    """CC-8.5 Allocating."""
    tension_and_luck.allocate(run, command.args["amount"])


def check_grant(scene: CyberScene, command: Command) -> Refusal | None:
    """CC-8.3 By hand, CC-4.5 Extra Energy."""
    args = command.args
    if "target" in args and "energy" in args:
        refusal = name_target(scene, command, must_be_here=False)
        return refusal or energy.refuse_gift(target_of(scene, command), args["energy"])
    if "tension" not in args and "luck" not in args:
        return Refusal("grant what?", "CC-19.2", "grant tension N, grant luck N or grant energy NAME N")
    return None


def do_grant(run: Run[CyberScene], command: Command) -> None:
    """CC-8.3 By hand, CC-4.5 Extra Energy."""
    tension_and_luck.grant(run, command.args)
    if "energy" in command.args:
        energy.give(run, target_of(run.scene, command), command.args["energy"])
    record(run, command)


def check_clear(scene: CyberScene, command: Command) -> Refusal | None:
    """CC-8.8 Earning Luck. `clear earners`."""
    return None if "what" in command.args else Refusal("clear what?", "CC-8.8", "clear earners")


def do_clear(run: Run[CyberScene], command: Command) -> None:
    """CC-8.8 Earning Luck. `clear earners`."""
    tension_and_luck.clear_earners(run)


def _some(scene: CyberScene, command: Command) -> list[CyberFighter] | Refusal:
    """The fighters whom a list of names means; their ids stand in the command afterwards."""
    found = []
    for text in command.args.get("targets", []):
        id = find_fighter(scene, text, None)
        if isinstance(id, Refusal):
            return id
        found.append(id)
    if not found:
        return Refusal("needs the name of a fighter", "CC-19.2")
    command.args["targets"] = found
    return [scene.fighters[id] for id in found]


def check_exhaust(scene: CyberScene, command: Command) -> Refusal | None:
    """CC-5.4 Exhaustion check. `exhaust NAME[, NAME] [vs TL]`; CC-5.6: one check a fighter."""
    some = _some(scene, command)
    if isinstance(some, Refusal):
        return some
    command.args["targets"] = list(dict.fromkeys(command.args["targets"]))
    return refuse_checks(some)


def do_exhaust(run: Run[CyberScene], command: Command) -> None:
    """CC-5.4 Exhaustion check. Each named fighter in that order."""
    for id in command.args["targets"]:
        one = run.scene.fighters[id]
        exhaustion_check(run, one, named_tl(run.scene, one, command.args), command.args.get("because", "strain"))
    record(run, command)


def check_psych(scene: CyberScene, command: Command) -> Refusal | None:
    """CC-9.1 Gaining. `psych NAME N`; extras have no Psych."""
    refusal = name_target(scene, command)
    if refusal is None and "n" not in command.args:
        refusal = Refusal("needs a number", "CC-9.1", "psych NAME N")
    if refusal is None and target_of(scene, command).extra:
        refusal = Refusal(f"{command.args['target']} has no Psych", "CC-9.1")
    return refusal


def do_psych(run: Run[CyberScene], command: Command) -> None:
    """CC-9.1 Gaining."""
    one, points = target_of(run.scene, command), command.args["n"]
    why = command.args.get("because", "gm")
    if points > 0:
        psych.gain_psych(run, one, points, why)
    else:
        psych.lose_psych(run, one, -points, why)
    record(run, command)


def check_bond(scene: CyberScene, command: Command) -> Refusal | None:
    """CC-3.1 Forming. `bond A, B`."""
    some = _some(scene, command)
    if isinstance(some, Refusal):
        return some
    if len(some) != MOST_BONDED:
        return Refusal("a Bond needs two", "CC-3.1", "bond A, B")
    return bonds.refuse_bond(scene, *some)


def do_bond(run: Run[CyberScene], command: Command) -> None:
    """CC-3.1 Forming."""
    one, other = (run.scene.fighters[id] for id in command.args["targets"])
    bonds.form_bond(run, one, other)
    record(run, command)


def check_harm(scene: CyberScene, command: Command) -> Refusal | None:
    """CC-19.2 GM commands. `harm NAME N TYPE`."""
    refusal = name_target(scene, command)
    if refusal is None and not {"n", "damage"} <= command.args.keys():
        refusal = Refusal("needs Hits and a damage type", "CC-19.2", "harm NAME N TYPE")
    return refusal


def do_harm(run: Run[CyberScene], command: Command) -> None:
    """CC-19.2 GM commands. N Hits of a type or untyped, through DR, without a roll; no hit that Grind could ignore."""
    kind = command.args["damage"]
    damage = UNTYPED if kind == UNTYPED_WORD else DAMAGE.index(kind)
    armour.take_hits(run, target_of(run.scene, command), ((damage, command.args["n"]),), "harm", rule="CC-19.2")
    record(run, command)


def check_afflict(scene: CyberScene, command: Command) -> Refusal | None:
    """CC-14.1 Conditions. `afflict NAME CONDITION [N]`."""
    refusal = name_target(scene, command)
    if refusal is None and "condition" not in command.args:
        refusal = Refusal(f"which condition? {', '.join((*TIMED, *FLAGS))}", "CC-14.1")
    return refusal


def do_afflict(run: Run[CyberScene], command: Command) -> None:
    """CC-14.1 Conditions. On: timed ones for N turns, 1 if nothing is said."""
    one, condition = target_of(run.scene, command), command.args["condition"]
    gain_condition(run, one, condition, command.args.get("n", 1), "CC-14.1")
    record(run, command)


def check_cure(scene: CyberScene, command: Command) -> Refusal | None:
    """CC-14.1 Conditions. `cure NAME CONDITION`."""
    refusal = name_target(scene, command, must_be_here=False)
    if refusal is None and "condition" not in command.args:
        refusal = Refusal(f"which condition? {', '.join((*TIMED, *FLAGS))}", "CC-14.1")
    if refusal is None and not getattr(target_of(scene, command).conditions, command.args["condition"]):
        refusal = Refusal(f"{command.args['target']} is not {command.args['condition']}", "CC-14.1")
    return refusal


def do_cure(run: Run[CyberScene], command: Command) -> None:
    """CC-14.1 Conditions. Off, also those at 99."""
    end_condition(run, target_of(run.scene, command), command.args["condition"], "CC-14.1")
    record(run, command)


def check_drain(scene: CyberScene, command: Command) -> Refusal | None:
    """CC-11.3 Result. `drain NAME ATTRIBUTE [permanent]`: a price of the GM's."""
    refusal = name_target(scene, command)
    if refusal is None and "attribute" not in command.args:
        refusal = Refusal("which attribute?", "CC-19.2", "drain NAME ATTRIBUTE [permanent]")
    return refusal or refuse_drain(target_of(scene, command), command.args["attribute"])


def do_drain(run: Run[CyberScene], command: Command) -> None:
    """CC-19.2 GM commands. 1 attribute point lost, as in CC-12.2 or 12.3."""
    at = ATTRIBUTES.index(command.args["attribute"])
    is_permanent = "permanent" in command.args
    lose_attribute(run, target_of(run.scene, command), at, is_permanent=is_permanent, rule="CC-19.2")
    record(run, command)


def check_calm(scene: CyberScene, command: Command) -> Refusal | None:
    """CC-19.2 GM commands. `sweep`, `break` and `session` are refused in a fight."""
    return refuse_fight(scene)


def do_sweep(run: Run[CyberScene], command: Command) -> None:
    """CC-15.1 Sweep."""
    exploration.sweep(run, command.args.get("text", ""))


def check_rest(scene: CyberScene, command: Command) -> Refusal | None:
    """CC-27.1 Resting. `rest KIND`."""
    refusal = refuse_fight(scene)
    if refusal is None and "kind" not in command.args:
        refusal = Refusal(f"which rest? {', '.join(rest_and_time.RESTS)}", "CC-27.1", "rest KIND")
    return refusal or rest_and_time.refuse_rest(scene, command.args["kind"])


def do_rest(run: Run[CyberScene], command: Command) -> None:
    """CC-27.1 Resting."""
    rest_and_time.rest(run, command.args["kind"])


def do_break(run: Run[CyberScene], command: Command) -> None:
    """CC-27.3 Breaks and sessions. `break`."""
    rest_and_time.break_scene(run)


def do_session(run: Run[CyberScene], command: Command) -> None:
    """CC-27.3 Breaks and sessions. `session`."""
    tension_and_luck.begin_session(run)


def check_remove(scene: CyberScene, command: Command) -> Refusal | None:
    """CC-19.2 GM commands. `remove NAME`: whoever is up or DOWN leaves."""
    return name_target(scene, command)


def do_remove(run: Run[CyberScene], command: Command) -> None:
    """CC-19.2 GM commands. `remove NAME`: out of play."""
    run.happened(Left(Id(command.args["target"]), "removed", "CC-19.2"))


def do_reveal(run: Run[CyberScene], command: Command) -> None:
    """CC-9.8 Psych that comes by itself: dread is looked at when a hidden fighter is revealed."""
    psych.dread_saves(run)


def check_add(scene: CyberScene, command: Command) -> Refusal | None:
    """CC-19.2 GM commands. `add TEMPLATE [as ID] [on SIDE]`."""
    args = command.args
    found = find(args.get("template", ""), dict.fromkeys(bestiary(), ()), "template")
    if isinstance(found, Refusal):
        return found
    args["template"] = found
    id = args.get("id")
    if id is not None and not _ID.match(id):
        return Refusal("an id has 1 to 60 lower-case letters, digits and hyphens", "CC-19.2")
    if id in scene.fighters:
        return Refusal(f"{id} is taken", "CC-19.2")
    if len(scene.fighters) >= MOST_FIGHTERS:
        return Refusal(f"a scene has at most {MOST_FIGHTERS} fighters", "CC-19.2")
    if "side" not in args and not any(not one.is_player for one in scene.fighters.values()):
        return Refusal("on which side?", "CC-19.2", "add TEMPLATE [as ID] [on SIDE]")
    _, faults = newcomer(scene, args)
    return Refusal(str(faults[0]), "CC-19.2") if faults else None


def newcomer(scene: CyberScene, args: dict[str, Any]) -> tuple[CyberFighter, list[Fault]]:
    """CC-19.2 GM commands. The fighter that `add` makes: its id, side and place where nothing else is said."""
    template = args["template"]
    side = args.get("side") or next(one.side for one in scene.fighters.values() if not one.is_player)
    at = next((one.at for one in scene.fighters.values() if one.side == side), scene.place.distance)
    plain = merge(bestiary()[template], {"template": template, "side": side, "at": at})
    id = args.get("id") or _free_id(scene, template.replace("_", "-"))
    faults: list[Fault] = []
    one, given = FIGHTER.read_given(id, plain, f"fighters.{id}", faults)
    if not faults:
        FIGHTER.fill(one, given, scene)
        settle_fighter(scene, one, False)
    return one, faults


def _free_id(scene: CyberScene, base: str) -> str:
    id, number = base, 1
    while id in scene.fighters:
        number += 1
        id = f"{base}-{number}"
    return id


def do_add(run: Run[CyberScene], command: Command) -> None:
    """CC-20.2 Order. A newcomer is sorted in, and acts this round if its place lies ahead of the acting one."""
    scene = run.scene
    one, _ = newcomer(scene, command.args)
    order = list(scene.order)
    if scene.phase is COMBAT:
        one.initiative = turns.roll_initiative(run, one)
        others = {**scene.fighters, one.id: one}
        order = placed(order, one.id, lambda id: turns.score(others[id], others[id].initiative))
    run.happened(Joined(Id(one.id), FIGHTER.write(one), [Id(id) for id in order]))
    psych.dread_saves(run)
