"""Chapter 7: bleeding, treating it, delaying it, and lying still."""

from __future__ import annotations

from fireteam.kernel.actions import Slot
from fireteam.kernel.refusals import Refusal
from fireteam.solarlink.content import CONSTITUTION
from fireteam.solarlink.damage_scales import take_untyped
from fireteam.solarlink.events.body import BleedingDelayed, WoundsChanged
from fireteam.solarlink.events.changes import Changes, note
from fireteam.solarlink.ground_combat.falling import follow
from fireteam.solarlink.ground_combat.place_and_reach import in_reach
from fireteam.solarlink.naming import find_fighter
from fireteam.solarlink.rolls import attribute, check, percent, trade_modifier
from fireteam.solarlink.state import (
    DEAD,
    GONE,
    SolarFighter,
    SolarRun,
    SolarScene,
)
from fireteam.solarlink.verb import Args, Verb, costs

TREAT_AP, DELAY_AP = 60, 6
TREAT_BASE, ON_ONESELF = 10, 6
DELAY_DIFFICULTY = 5
STILL_TURNS = 10
"""The still turns that make a minute."""
CLOSING_PERCENT = 5
"""The chance of a stack to close, for each point of Constitution."""


def can_bleed(fighter: SolarFighter) -> bool:
    """SL-7.2 Who bleeds. Nobody with `bleeds` false or without HP ever gets a stack."""
    return fighter.bleeds and fighter.hp_max > 0


def wound(run: SolarRun, fighter: SolarFighter, stacks: int, rule: str) -> None:
    """SL-7.2 Who bleeds. Stacks add up without limit; when the last one goes, `idle` and `delay` return to 0."""
    if not can_bleed(fighter) and stacks > 0:
        return
    now = max(0, fighter.wounds + stacks)
    if now == fighter.wounds:
        return
    changes = Changes()
    if now == 0:
        note(changes, fighter, "idle", 0)
        note(changes, fighter, "delay", 0)
    run.happened(WoundsChanged(fighter.id, now, now - fighter.wounds, changes, rule))


def bleed(run: SolarRun, fighter: SolarFighter, is_still: bool, changes: Changes) -> None:
    """SL-7.1 Bleeding. At the end of its turn a fighter with N stacks takes N damage, up or out.

    SL-7.5 Lying still. Who neither acted nor reacted, with HP above 0, takes none but once in ten turns.
    `changes` gathers what the end of the turn does to `idle` and `delay`.
    """
    if not fighter.wounds:
        return
    if is_still and fighter.hp > 0:
        idle = fighter.idle + 1
        if idle < STILL_TURNS:
            note(changes, fighter, "idle", idle)
            return
        note(changes, fighter, "idle", 0)
        tick(run, fighter, changes)
        close(run, fighter)
        return
    note(changes, fighter, "idle", 0)
    tick(run, fighter, changes)


def tick(run: SolarRun, fighter: SolarFighter, changes: Changes) -> None:
    """SL-7.1 Bleeding. The damage of the stacks, less what SL-7.4 holds back; past clothing and DHP (SL-4.3)."""
    options = run.scene.options
    amount = fighter.wounds + (options.wound_base == "stacks_plus_one")
    held = min(fighter.delay, amount)
    if held and options.wound_delay == "next_tick":
        changes[f"fighters.{fighter.id}.delay"] = 0
    if take_untyped(run, fighter, amount - held, "bleed", "SL-7.1") is not None:
        follow(run, fighter)


def close(run: SolarRun, fighter: SolarFighter) -> None:
    """SL-7.6 Closing. After a minute's damage, with HP above 0: 5 × Constitution percent close one stack."""
    constitution = attribute(fighter, CONSTITUTION)
    if fighter.hp <= 0 or constitution < 1:
        return
    if percent(run, fighter, "closing", CLOSING_PERCENT * constitution, "SL-7.6"):
        wound(run, fighter, -1, "SL-7.6")


def _patient(scene: SolarScene, fighter: SolarFighter, args: Args, rule: str) -> SolarFighter | Refusal:
    """The patient, unless it is dead or has nothing to treat."""
    if "target" not in args:
        return Refusal("needs a target", rule)
    found = find_fighter(scene, args["target"], fighter)
    if isinstance(found, Refusal):
        return found
    args["target"] = found
    patient = scene.fighters[found]
    if not patient.wounds:
        return Refusal(f"{found} has no open wounds", rule)
    if patient.status in (DEAD, GONE):
        return Refusal(f"{found} is {patient.status}", rule)
    return patient


def _refuse_treat(scene: SolarScene, fighter: SolarFighter, args: Args) -> Refusal | None:
    patient = _patient(scene, fighter, args, "SL-7.3")
    if isinstance(patient, Refusal):
        return patient
    if not fighter.items.get("medkit"):
        return Refusal("needs a medkit", "SL-7.3")
    return None if in_reach(fighter, patient) else Refusal("out of reach", "SL-13.1")


def _treat(run: SolarRun, fighter: SolarFighter, args: Args) -> None:
    """SL-7.3 Treating. Emergency Medic against 10 + the patient's stacks, + 6 on oneself: one stack less."""
    patient = run.scene.fighters[args["target"]]
    difficulty = TREAT_BASE + patient.wounds + (ON_ONESELF if patient is fighter else 0)
    modifier = trade_modifier(run.scene, fighter, "emergency_medic")
    if check(run, fighter, "treat", modifier, difficulty, "SL-7.3") >= difficulty:
        wound(run, patient, -1, "SL-7.3")


def _refuse_delay(scene: SolarScene, fighter: SolarFighter, args: Args) -> Refusal | None:
    patient = _patient(scene, fighter, args, "SL-7.4")
    if isinstance(patient, Refusal):
        return patient
    if not in_reach(fighter, patient):
        return Refusal("out of reach", "SL-13.1")
    amount = patient.wounds + (scene.options.wound_base == "stacks_plus_one")
    return Refusal("the bleeding is already held", "SL-7.4") if patient.delay >= amount else None


def _delay(run: SolarRun, fighter: SolarFighter, args: Args) -> None:
    """SL-7.4 Delaying. Emergency Medic against 5: the patient's next damage from Open Wounds is 1 lower."""
    patient = run.scene.fighters[args["target"]]
    modifier = trade_modifier(run.scene, fighter, "emergency_medic")
    if check(run, fighter, "delay", modifier, DELAY_DIFFICULTY, "SL-7.4") >= DELAY_DIFFICULTY:
        run.happened(BleedingDelayed(patient.id, patient.delay + 1))


def _patients(scene: SolarScene, fighter: SolarFighter) -> list[Args]:
    return [{"target": id} for id, one in scene.fighters.items() if one.wounds]


TREAT = Verb(
    verb="treat",
    clause="SL-7.3",
    summary="Closes one stack of Open Wounds with a medkit.",
    refuse=_refuse_treat,
    cost=costs(TREAT_AP),
    shown_cost="60 AP",
    effect=_treat,
    in_calm=True,
    has_odds=True,
    slots=(Slot("target"),),
    offers=_patients,
)

DELAY = Verb(
    verb="delay",
    clause="SL-7.4",
    summary="Holds back one point of the next bleeding.",
    refuse=_refuse_delay,
    cost=costs(DELAY_AP),
    shown_cost="6 AP",
    effect=_delay,
    in_calm=True,
    has_odds=True,
    slots=(Slot("target"),),
    offers=_patients,
)
