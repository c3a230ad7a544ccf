"""What the game master does by hand to bodies and air: SL-27.4 and the verbs of chapters 5 to 10 and 13."""

from __future__ import annotations

from typing import Any

from fireteam.kernel.actions import Action, By, Check, Command, Option, Reads, Resolve, Slot
from fireteam.kernel.events import Event
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.scene import duplicate
from fireteam.solarlink.content import DAMAGE_TYPES, keyed
from fireteam.solarlink.damage_scales import as_ddmg, take_damage
from fireteam.solarlink.damage_types import merged
from fireteam.solarlink.dizzy import OPEN, clear, daze
from fireteam.solarlink.events.body import AirChanged, Exposed, Sheltered
from fireteam.solarlink.events.changes import Changes
from fireteam.solarlink.ground_combat.falling import follow
from fireteam.solarlink.ground_combat.injuries import injure, random_part
from fireteam.solarlink.naming import find_anybody, find_fighter
from fireteam.solarlink.open_wounds import can_bleed, wound
from fireteam.solarlink.space_combat.vessels import damage_vessel
from fireteam.solarlink.state import PARTS, SolarFighter, SolarRun, SolarScene, VesselStatus
from fireteam.solarlink.suffocation import end_of_blackout, woken
from fireteam.solarlink.tiredness import tire

MOST_DAMAGE = 9999
MOST_CYCLES, MOST_STACKS = 99, 99


def on_fighter(clause: str, then: Check | None = None) -> Check:
    """A check that puts the id of the fighter named under `target`."""

    def check(scene: SolarScene, command: Command) -> Refusal | None:
        if "target" not in command.args:
            return Refusal("needs a fighter", clause)
        found = find_fighter(scene, command.args["target"], None)
        if isinstance(found, Refusal):
            return found
        command.args["target"] = found
        return None if then is None else then(scene, command)

    return check


def _target(scene: SolarScene, command: Command) -> SolarFighter:
    return scene.fighters[command.args["target"]]


def read_instance(words: str) -> tuple[list[tuple[int, int]], bool] | Refusal:
    """SL-27.4 Damage by hand. `N TYPE [N TYPE …] [ddmg]` is one instance."""
    parts = words.split()
    is_ddmg = bool(parts) and parts[-1].casefold() == "ddmg"
    if is_ddmg:
        parts.pop()
    form = "damage ID N TYPE [N TYPE …] [ddmg]"
    if not parts or len(parts) % 2:
        return Refusal("needs amounts and types", "SL-27.4", form)
    amounts: list[tuple[int, int]] = []
    for number, name in zip(parts[::2], parts[1::2], strict=True):
        if not number.isascii() or not number.isdecimal() or len(number) > 6 or int(number) > MOST_DAMAGE:
            return Refusal(f"{number[:12]} is not from 0 to {MOST_DAMAGE}", "SL-19.1", form)
        if keyed(name) not in DAMAGE_TYPES:
            return Refusal(f"no such damage type: use {', '.join(DAMAGE_TYPES)}", "SL-27.4", form)
        amounts.append((DAMAGE_TYPES.index(keyed(name)), int(number)))
    return merged(amounts), is_ddmg


def _check_damage(scene: SolarScene, command: Command) -> Refusal | None:
    found = find_anybody(scene, command.args.get("target", ""), None)
    if isinstance(found, Refusal):
        return found
    command.args["target"] = found
    instance = read_instance(command.args.get("amounts", ""))
    return instance if isinstance(instance, Refusal) else None


def _damage(run: SolarRun, command: Command) -> None:
    """SL-27.4 Damage by hand. One instance by chapters 3 and 4; on a vessel without consequences (SL-15.7)."""
    instance = read_instance(command.args["amounts"])
    if isinstance(instance, Refusal):
        raise ValueError(str(instance))
    amounts, is_ddmg = instance
    fighter = run.scene.fighters.get(command.args["target"])
    if fighter is not None:
        take_damage(run, fighter, amounts, "ddmg" if is_ddmg else "dmg", "gm", "SL-27.4")
        follow(run, fighter)
        return
    vessel = run.scene.vehicles[command.args["target"]]
    if vessel.status is not VesselStatus.GONE:
        ddmg = sum(amount for _, amount in amounts) if is_ddmg else as_ddmg(amounts)
        damage_vessel(run, vessel, ddmg, "SL-27.4")


def _check_wound(scene: SolarScene, command: Command) -> Refusal | None:
    """SL-7.2 Who bleeds. Who does not is refused a stack; a negative number takes stacks away."""
    fighter = _target(scene, command)
    if command.args.get("stacks", 1) > 0 and not can_bleed(fighter):
        return Refusal(f"{fighter.id} does not bleed", "SL-7.2")
    return None


def _wound(run: SolarRun, command: Command) -> None:
    """SL-7.2 Who bleeds. `wound ID [N]`: stacks by hand."""
    wound(run, _target(run.scene, command), command.args.get("stacks", 1), "SL-7.2")


def _check_dizzy(scene: SolarScene, command: Command) -> Refusal | None:
    ways = sum(word in command.args for word in ("cycles", "open", "off"))
    return None if ways == 1 else Refusal("say for how many Cycles, open or off", "SL-5.2", "dizzy ID N, open or off")


def _dizzy(run: SolarRun, command: Command) -> None:
    """SL-5.2 Duration and sources. `dizzy ID N`, `open` without end, `off`."""
    fighter = _target(run.scene, command)
    if command.args.get("off"):
        clear(run, fighter)
    else:
        daze(run, fighter, OPEN if command.args.get("open") else command.args["cycles"])


def _tire(run: SolarRun, command: Command) -> None:
    """SL-10.1 Growing tired. `tire ID`: one stack."""
    tire(run, _target(run.scene, command))


def _check_injure(scene: SolarScene, command: Command) -> Refusal | None:
    if "part" in command.args:
        part = keyed(command.args["part"])
        if part not in PARTS:
            return Refusal("no such body part", "SL-13.9")
        command.args["part"] = part
    return None


def _injure(run: SolarRun, command: Command) -> None:
    """SL-13.8 Body parts and injuries. `injure ID [PART]`: by hand, or by d6."""
    fighter = _target(run.scene, command)
    named = command.args.get("part")
    part = random_part(run, fighter, "SL-13.8") if named is None else PARTS.index(named)
    injure(run, fighter, part)


def _check_air(scene: SolarScene, command: Command) -> Refusal | None:
    if "air" not in command.args:
        return Refusal("needs a percentage", "SL-9.1", "air N [ID]")
    if "target" in command.args:
        found = find_anybody(scene, command.args["target"], None)
        if isinstance(found, Refusal):
            return found
        command.args["target"] = found
    return None


def _air(run: SolarRun, command: Command) -> None:
    """SL-9.1 Air. `air N [ID]`: of the place, of a vessel, or of one who is choked."""
    scene = run.scene
    target = command.args.get("target")
    fact = AirChanged(command.args["air"])
    if target in scene.fighters:
        fact.who = scene.fighters[target].id
    else:
        fact.vehicle = target
    change_air(run, fact)


def change_air(run: SolarRun, fact: AirChanged | Sheltered) -> None:
    """SL-9.5 Coming round. After the game master's `air` and `shelter` who has good air again comes round at once."""
    changes = Changes()
    wakes = who_comes_round(run.scene, fact, changes)
    fact.changes = changes
    run.happened(fact)
    for fighter in wakes:
        woken(run, run.scene.fighters[fighter.id])


def who_comes_round(scene: SolarScene, fact: Event, changes: Changes) -> list[SolarFighter]:
    """Whom a change of air wakes, tried on a copy of the scene; `changes` gathers what else ends."""
    trial = duplicate(scene)
    fact.apply(trial)
    return [fighter for fighter in trial.fighters.values() if end_of_blackout(trial, fighter, changes)]


def _expose(run: SolarRun, command: Command) -> None:
    """SL-8.1 Who is exposed. `expose ID`: the game master's mark."""
    fighter = _target(run.scene, command)
    if not fighter.exposed:
        run.happened(Exposed(fighter.id))


def _shelter(run: SolarRun, command: Command) -> None:
    """SL-8.1 Who is exposed. `shelter ID` ends the mark."""
    fighter = _target(run.scene, command)
    if fighter.exposed:
        change_air(run, Sheltered(fighter.id))


def _action(verb: str, clause: str, summary: str, check: Check, resolve: Resolve, *slots: Slot, **more: Any) -> Action:
    return Action(
        key=verb,
        verb=verb,
        clause=clause,
        summary=summary,
        by=By.GM,
        slots=slots,
        check=check,
        resolve=resolve,
        **more,
    )


_ID = Slot("target", shown="ID")

ACTIONS = (
    _action(
        "damage",
        "SL-27.4",
        "One instance of damage by hand.",
        _check_damage,
        _damage,
        _ID,
        Slot("amounts", Reads.TEXT, shown="N TYPE [N TYPE …] [ddmg]"),
    ),
    _action(
        "wound",
        "SL-7.2",
        "Gives stacks of Open Wounds, or takes them away.",
        on_fighter("SL-7.2", _check_wound),
        _wound,
        _ID,
        Slot("stacks", Reads.NUMBER, is_optional=True, least=-MOST_STACKS, most=MOST_STACKS, shown="[N]"),
    ),
    _action(
        "dizzy",
        "SL-5.2",
        "Makes dizzy for so many Cycles, without end, or no longer.",
        on_fighter("SL-5.2", _check_dizzy),
        _dizzy,
        _ID,
        Slot("cycles", Reads.NUMBER, is_optional=True, least=1, most=MOST_CYCLES, shown="[N]"),
        extras=(Option("open", ("open",)), Option("off", ("off",))),
    ),
    _action("tire", "SL-10.1", "Adds one stack of Tiredness.", on_fighter("SL-10.1"), _tire, _ID),
    _action(
        "injure",
        "SL-13.8",
        "Injures a body part, by d6 if none is named.",
        on_fighter("SL-13.8", _check_injure),
        _injure,
        _ID,
        Slot("part", is_optional=True),
    ),
    _action(
        "air",
        "SL-9.1",
        "Sets the air of the place, of a vessel or of one fighter.",
        _check_air,
        _air,
        Slot("air", Reads.NUMBER, least=0, most=100, shown="N"),
        Slot("target", is_optional=True, shown="[ID]"),
    ),
    _action("expose", "SL-8.1", "Marks a fighter as exposed.", on_fighter("SL-8.1"), _expose, _ID),
    _action("shelter", "SL-8.1", "Ends the mark of exposure.", on_fighter("SL-8.1"), _shelter, _ID),
)
