"""UW-10.3, UW-10.4: traps."""

from __future__ import annotations

from fireteam.kernel.actions import Command
from fireteam.kernel.events import Id
from fireteam.kernel.names import find, short
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.run import Run
from fireteam.kernel.scene import COMBAT
from fireteam.wonderland import basic_roll, content, critical_rolls, decisions, targets, turns
from fireteam.wonderland.combat_moves import damage
from fireteam.wonderland.effects import conditions
from fireteam.wonderland.events.fighting import Rolled
from fireteam.wonderland.events.gm import TrapSprung
from fireteam.wonderland.place import Trap
from fireteam.wonderland.state import DEAD, PC, Condition, Fighter, Scene, in_the_fight

SPRUNG_FROM = 6
CRITICAL_FACE = 12
VULNERABLE_TURNS = 2


def traps_of(scene: Scene) -> dict[str, Trap]:
    """UW-10.3 Trap. TRAP stands in `place.traps` or in chapter 21; the place's own come first."""
    from fireteam.wonderland.written import TRAP

    known = {id: TRAP.read(dict(entry), f"traps.{id}", []) for id, entry in content.traps().items()}
    return {**known, **scene.place.traps}


def check_trap(scene: Scene, command: Command) -> Refusal | None:
    """UW-10.3 Trap. Traps are rolled for player characters in the fight."""
    named = command.args.get("trap")
    if named is None:
        return Refusal("name a trap", "UW-10.3", "trap TRAP [on NAME[, NAME…]]")
    found = find(named, {id: (trap.name,) for id, trap in traps_of(scene).items()}, "trap")
    if isinstance(found, Refusal):
        return found if " could be " in found.reason else Refusal(f"no trap called {short(named)}", "UW-10.3")
    command.args["trap"] = found
    refusal = targets.resolve_fighters(scene, command, "names", optional=True)
    if refusal is not None:
        return refusal
    for id in command.args.get("names", ()):
        who = scene.fighters[id]
        if who.kind is not PC:
            return Refusal("traps are rolled for player characters", "UW-10.3")
        if not in_the_fight(who):
            return Refusal(targets.absence(scene, who), "UW-3.10")
    if not victims(scene, command):
        return Refusal("no player character is in range", "UW-10.3")
    return None


def victims(scene: Scene, command: Command) -> list[Fighter]:
    """UW-10.3 Trap. Those named, in that order, or all PCs in the fight, in listing order."""
    if command.args.get("names"):
        return [scene.fighters[id] for id in command.args["names"]]
    return [one for one in scene.fighters.values() if one.kind is PC and in_the_fight(one)]


def resolve_trap(run: Run[Scene], command: Command) -> None:
    """UW-10.3 Trap. One bare d12 for each PC in range."""
    trap = traps_of(run.scene)[command.args["trap"]]
    for who in victims(run.scene, command):
        if in_the_fight(who):
            spring(run, trap, who)
    run.passed(decisions.DONE)
    if run.scene.phase is COMBAT:
        turns.check_end(run)


def spring(run: Run[Scene], trap: Trap, who: Fighter) -> None:
    """UW-10.4 Trap result. 1 to 5 nothing, 6 to 11 the damage, 12 damage plus a quarter; without damage conditions."""
    face = run.roll(basic_roll.die_cut_at(SPRUNG_FROM, CRITICAL_FACE))
    result = "nothing" if face < SPRUNG_FROM else "critical" if face == CRITICAL_FACE else "sprung"
    if run.logs:
        dice = [[basic_roll.DIE, face]]
        run.happened(Rolled(Id(who.id), "trap", None, dice, 0, face, natural=face == CRITICAL_FACE, rule="UW-10.3"))
        run.happened(TrapSprung(trap.id, Id(who.id), face, result))
    if result == "nothing":
        return
    amount = trap.damage
    if result == "critical":
        amount += critical_rolls.quarter(trap.damage, run.scene.options.crit_rounding)
    blow = damage.Blow(trap.id, trap.type, tuple(trap.inflicts.items()), is_harmless=trap.damage == 0)
    damage.strike(run, blow, who, amount)
    if trap.damage == 0 and who.status is not DEAD:
        conditions.give(run, who, "vulnerable", Condition(turns=VULNERABLE_TURNS), rule="UW-10.4")
        if result == "critical":
            conditions.give(run, who, "stunned", rule="UW-10.4")
