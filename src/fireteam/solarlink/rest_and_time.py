"""Chapter 27: waiting, resting, scenes and sessions."""

from __future__ import annotations

from typing import Any

from fireteam.kernel.actions import Action, By, Command, Option, Reads, Slot
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.scene import COMBAT
from fireteam.solarlink import insanity
from fireteam.solarlink.content import CONSTITUTION
from fireteam.solarlink.dizzy import OPEN, clear
from fireteam.solarlink.events.changes import Changes, note, note_prepared
from fireteam.solarlink.events.turns import Rested, SceneBroke, SessionBegan, TimePassed
from fireteam.solarlink.ground_combat.falling import follow, lose_task
from fireteam.solarlink.insanity import come_to_reason
from fireteam.solarlink.naming import find_fighter
from fireteam.solarlink.rolls import attribute
from fireteam.solarlink.space_combat.vessels import life_support
from fireteam.solarlink.space_exposure import expose_at_start, is_exposed
from fireteam.solarlink.state import (
    DEAD,
    GONE,
    PARTS,
    Grade,
    SolarFighter,
    SolarRun,
    SolarScene,
)
from fireteam.solarlink.suffocation import BAD_AIR, air_of, end_of_blackout, woken
from fireteam.solarlink.tiredness import is_cured_by
from fireteam.solarlink.turn_order import CYCLES_A_MINUTE, takes_part
from fireteam.solarlink.turns import end_steps

MOST_CYCLES, MOST_HOURS = 1000, 1000
HEALING_HOURS, HEALING_HP = 8, 5
"""SL-27.2 Rest. Each full 8 hours give back 5 + Constitution HP, at least 1."""
INJURY_HOURS = 24


def let_pass(run: SolarRun, cycles: int, at_work: SolarFighter | None = None) -> None:
    """SL-27.1 Time. Cycles outside combat: nerves, then each fighter's start and end steps, then the vessels' air.

    Everybody is still but one at work (SL-2.8).
    """
    passing = TimePassed(cycles, Changes())
    run.happened(passing)
    scene = run.scene
    for _ in range(cycles):
        if scene.place.stressful:
            insanity.try_nerves(run, list(scene.fighters.values()))
        for fighter in list(scene.fighters.values()):
            if takes_part(fighter):
                passing = _one_cycle(run, fighter, fighter is not at_work, passing)
        life_support(run)


def _one_cycle(run: SolarRun, fighter: SolarFighter, is_still: bool, passing: TimePassed) -> TimePassed:
    """SL-27.1 Time. The start steps without AP, the end steps, and one Cycle of insanity less.

    `passing` is the event that carries the bookkeeping of quiet time; gives the one that does so now.
    """
    changes = Changes()
    if end_of_blackout(run.scene, fighter, changes):
        woken(run, fighter)
    passing = quietly(run, passing, changes)
    expose_at_start(run, fighter)
    changes = Changes()
    end_steps(run, fighter, is_still, changes)
    if takes_part(fighter):
        insanity.count_down(run, fighter, changes)
    return quietly(run, passing, changes)


def quietly(run: SolarRun, passing: TimePassed, changes: Changes) -> TimePassed:
    """SL-27.1 Time. Bookkeeping goes on in the same event as long as nothing else happens, else in a new one."""
    if not changes:
        return passing
    if run.logs and run.events[-1] is not passing:
        passing = TimePassed(0, changes)
        run.happened(passing)
    else:
        passing.changes.update(changes)
        run.goes_on(TimePassed(0, changes))
    return passing


def _check_wait(scene: SolarScene, command: Command) -> Refusal | None:
    """SL-27.1 Time. Outside combat, 1 to 1000 Cycles in all."""
    if scene.phase is COMBAT:
        return Refusal("not in combat", "SL-27.1")
    number = command.args.get("number")
    if number is None:
        return Refusal("needs a number of Cycles", "SL-27.1", "wait N [minutes]")
    cycles = number * (CYCLES_A_MINUTE if command.args.get("minutes") else 1)
    return None if 1 <= cycles <= MOST_CYCLES else Refusal(f"from 1 to {MOST_CYCLES} Cycles", "SL-27.1")


def _wait(run: SolarRun, command: Command) -> None:
    """SL-27.1 Time. N Cycles, or ten times as many for minutes."""
    let_pass(run, command.args["number"] * (CYCLES_A_MINUTE if command.args.get("minutes") else 1))


def _group(scene: SolarScene, command: Command) -> list[SolarFighter] | Refusal:
    names = command.args.get("who")
    if not names:
        return [one for one in scene.fighters.values() if takes_part(one)]
    found = []
    for name in names:
        id = find_fighter(scene, name, None)
        if isinstance(id, Refusal):
            return id
        if scene.fighters[id] not in found:
            found.append(scene.fighters[id])
    return found


def _check_rest(scene: SolarScene, command: Command) -> Refusal | None:
    """SL-27.2 Rest. Refused for the whole group if one of them bleeds, has no good air, or is dead or gone."""
    if scene.phase is COMBAT:
        return Refusal("not in combat", "SL-27.2")
    if "hours" not in command.args:
        return Refusal("needs a number of hours", "SL-27.2", "rest HOURS [ID, …]")
    group = _group(scene, command)
    if isinstance(group, Refusal):
        return group
    if "who" in command.args:
        command.args["who"] = [one.id for one in group]
    for one in group:
        if one.status in (DEAD, GONE):
            return Refusal(f"{one.id} is {one.status}", "SL-27.2")
        if one.wounds:
            return Refusal(f"{one.id} is bleeding", "SL-27.2")
        if is_exposed(scene, one) or (one.breathes and air_of(scene, one) <= BAD_AIR):
            return Refusal(f"{one.id} cannot rest in this air", "SL-27.2")
    return None


def _rest(run: SolarRun, command: Command) -> None:
    """SL-27.2 Rest. HP, Tiredness (SL-10.2), one injury a day in the order of SL-13.8; dizziness and insanity end."""
    group = _group(run.scene, command)
    if isinstance(group, Refusal):
        return
    hours = command.args["hours"]
    for one in group:
        regained = hours // HEALING_HOURS * max(1, HEALING_HP + attribute(one, CONSTITUTION)) if one.hp_max else 0
        hp = max(one.hp, min(one.hp + regained, one.hp_max))
        hurt = [part for part, grade in zip(PARTS, one.injuries, strict=True) if grade is Grade.INJURED]
        tiredness = [] if is_cured_by(one, hours) else list(one.tiredness)
        changes = Changes()
        note(changes, one, "air_clock", 0)
        note(changes, one, "blacked_out", False)
        run.happened(Rested(one.id, hours, hp, tiredness, hurt[: hours // INJURY_HOURS], changes))
        follow(run, one)
        clear(run, one, "SL-27.2")
        come_to_reason(run, one, "SL-27.2")


def _check_peace(scene: SolarScene, command: Command) -> Refusal | None:
    """SL-27.3 Scene and session. Refused in combat."""
    return Refusal("end the combat first", "SL-27.3") if scene.phase is COMBAT else None


_SCENE_ENDS: tuple[tuple[str, Any], ...] = (
    ("ap", 0),
    ("explains", None),
    ("aim", None),
    ("cover", 0),
    ("moving", False),
    ("raises", 0),
    ("idle", 0),
    ("delay", 0),
    ("followup", None),
    ("followup_from", None),
    ("busy", False),
)


def _break(run: SolarRun, command: Command) -> None:
    """SL-27.3 Scene and session. What belongs to a scene ends; wounds, injuries, tiredness, HP and air stay."""
    scene = run.scene
    changes = Changes()
    for fighter in scene.fighters.values():
        for name, value in _SCENE_ENDS:
            note(changes, fighter, name, value)
        if fighter.auras:
            note(changes, fighter, "auras", [])
        note_prepared(changes, fighter, [])
    for fighter in scene.fighters.values():
        lose_task(run, fighter, "the scene is over")
        come_to_reason(run, fighter, "SL-27.3")
        if fighter.dizzy != OPEN:
            clear(run, fighter, "SL-27.3")
    run.happened(SceneBroke(changes))


def _session(run: SolarRun, command: Command) -> None:
    """SL-27.3 Scene and session. As a scene break; `session` counts up; shells and suits are whole again."""
    _break(run, command)
    fighters = run.scene.fighters.values()
    shells = {one.id: one.dhp_max for one in fighters if one.hp_max and one.dhp < one.dhp_max}
    mended = [one.id for one in fighters if one.torn]
    run.happened(SessionBegan(run.scene.session + 1, shells, mended))


ACTIONS = (
    Action(
        key="wait",
        verb="wait",
        clause="SL-27.1",
        summary="Lets Cycles or minutes pass outside combat.",
        by=By.GM,
        slots=(Slot("number", Reads.NUMBER, least=1, most=MOST_CYCLES, shown="N"),),
        extras=(Option("minutes", ("minutes", "minute")),),
        check=_check_wait,
        resolve=_wait,
        offers=lambda scene, actor: [{"number": 1}, {"number": 1, "minutes": True}],
    ),
    Action(
        key="rest",
        verb="rest",
        clause="SL-27.2",
        summary="A rest of so many hours, for all or for those named.",
        by=By.GM,
        slots=(
            Slot("hours", Reads.NUMBER, least=1, most=MOST_HOURS),
            Slot("who", Reads.NAMES, is_optional=True, shown="[ID, …]"),
        ),
        check=_check_rest,
        resolve=_rest,
        offers=lambda scene, actor: [{"hours": HEALING_HOURS}],
    ),
    Action(
        key="break",
        verb="break",
        clause="SL-27.3",
        summary="Ends the scene.",
        by=By.GM,
        check=_check_peace,
        resolve=_break,
        offers=lambda scene, actor: [{}],
    ),
    Action(
        key="session",
        verb="session",
        clause="SL-27.3",
        summary="Starts a new session.",
        by=By.GM,
        check=_check_peace,
        resolve=_session,
        offers=lambda scene, actor: [{}],
    ),
)
