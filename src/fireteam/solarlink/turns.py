"""Chapter 20: Cycles, turns, and how combat begins and ends."""

from __future__ import annotations

from fireteam.kernel.refusals import Refusal
from fireteam.kernel.scene import CALM, COMBAT, OVER, Phase
from fireteam.solarlink import dizzy, insanity
from fireteam.solarlink.action_points import regained
from fireteam.solarlink.events.changes import Changes, note, note_prepared, note_vessel
from fireteam.solarlink.events.turns import Ended, RoundBegan, Started, TurnBegan, TurnEnded
from fireteam.solarlink.ground_combat.falling import lose_task
from fireteam.solarlink.open_wounds import bleed
from fireteam.solarlink.space_combat.vessels import life_support
from fireteam.solarlink.space_exposure import COLD, PRESSURE, expose_at_start, is_exposed
from fireteam.solarlink.state import (
    DEAD,
    GONE,
    UP,
    Insanity,
    SolarFighter,
    SolarRun,
    SolarScene,
    Station,
    VesselStatus,
)
from fireteam.solarlink.suffocation import breathe, end_of_blackout, woken
from fireteam.solarlink.turn_order import carry_out_raises, set_order, takes_part, who_is_next

TWO_SIDES = 2


def start_refusal(scene: SolarScene) -> Refusal | None:
    """SL-20.1 Start. Not twice, not after the end, and not without anybody who is able."""
    if scene.phase is COMBAT:
        return Refusal("combat is already under way", "SL-20.1")
    if scene.phase is OVER:
        return Refusal("the fight is over", "SL-20.1")
    if not any(fighter.status is UP for fighter in scene.fighters.values()):
        return Refusal("nobody is able to fight", "SL-20.1")
    return None


def start(run: SolarRun) -> None:
    """SL-20.1 Start. AP 0 (SL-2.4), `acted`, `busy`, `raises` cleared; rolls, ties, order; the first turn."""
    changes = Changes()
    for fighter in run.scene.fighters.values():
        for name, value in (("ap", 0), ("acted", False), ("busy", False), ("raises", 0)):
            note(changes, fighter, name, value)
    run.happened(Started(changes))
    set_order(run)
    begin_cycle(run, 1)
    next_turn(run)


def begin_cycle(run: SolarRun, number: int) -> None:
    """SL-20.2 Start of a Cycle. `acted` is false for everyone; then nerves are tried (SL-6.1), in `order`."""
    scene = run.scene
    changes = Changes({f"fighters.{fighter.id}.acted": False for fighter in scene.fighters.values() if fighter.acted})
    if scene.extra_turn:
        changes["extra_turn"] = False
    run.happened(RoundBegan(number, changes))
    insanity.try_nerves(run, [scene.fighters[id] for id in scene.order])


def next_turn(run: SolarRun) -> None:
    """SL-1.5 Who is next. Turns begin until one belongs to a fighter who can act, or combat is over.

    The turn of a fighter who is out or frozen runs by itself: only its start and end steps happen.
    """
    scene = run.scene
    while not is_over(run):
        id = who_is_next(scene)
        if id is None:
            if not end_cycle(run):
                return
            continue
        fighter = scene.fighters[id]
        begin_turn(run, fighter)
        if can_act(fighter):
            return
        end_turn(run, fighter)


def can_act(fighter: SolarFighter) -> bool:
    """SL-20.3 Start and course of a turn. One who is not up, or is frozen, goes straight to the end of the turn."""
    return fighter.status is UP and fighter.insanity is not Insanity.FROZEN


def begin_turn(run: SolarRun, fighter: SolarFighter, is_extra: bool = False) -> None:
    """SL-20.3 Start and course of a turn. Prepared attacks and explanation end; air; exposure; then, if up, AP.

    Damage comes before AP: one whom it fells is announced with none.
    """
    scene = run.scene
    changes = Changes()
    note(changes, fighter, "acted", True)
    note_prepared(changes, fighter, [])
    note(changes, fighter, "explains", None)
    if is_extra:
        changes["extra_turn"] = True
    elif scene.extra_turn:
        changes["extra_turn"] = False
    wakes = end_of_blackout(scene, fighter, changes)
    will_be_up = (fighter.status is UP or wakes) and (is_extra or not _falls_to_vacuum(scene, fighter))
    if will_be_up and fighter.station is Station.PILOT:
        note_vessel(changes, scene.vehicles[str(fighter.aboard)], "evading", 0)
    ap = regained(scene, fighter, is_extra) if will_be_up else 0
    run.happened(TurnBegan(fighter.id, ap, changes))
    if wakes:
        woken(run, fighter)
    if not is_extra:
        expose_at_start(run, fighter)


def _falls_to_vacuum(scene: SolarScene, fighter: SolarFighter) -> bool:
    """Whether the exposure at the start of this turn leaves no HP (SL-8.3)."""
    return bool(fighter.hp_max) and fighter.hp <= COLD + PRESSURE and is_exposed(scene, fighter)


def end_turn(run: SolarRun, fighter: SolarFighter) -> None:
    """SL-20.4 End of a turn. Task, Open Wounds, air, dizziness, insanity; then what belongs to the turn is cleared.

    If the fighter dies in a step, the rest is left out. An extra turn (SL-20.7) has no steps but the clearing.
    """
    scene = run.scene
    changes = Changes()
    if not scene.extra_turn:
        if fighter.task is not None and not fighter.task.paid_now:
            lose_task(run, fighter, "a turn without a payment")
        end_steps(run, fighter, not fighter.busy, changes)
    for name, value in (("busy", False), ("moving", False), ("followup", None), ("followup_from", None)):
        note(changes, fighter, name, value)
    if fighter.task is not None and fighter.task.paid_now:
        changes[f"fighters.{fighter.id}.task.paid_now"] = False
    if scene.extra_turn:
        changes["extra_turn"] = False
    run.happened(TurnEnded(fighter.id, changes))


def end_steps(run: SolarRun, fighter: SolarFighter, is_still: bool, changes: Changes) -> None:
    """SL-20.4 End of a turn. Open Wounds (SL-7.1, SL-7.5), air (SL-9.5, then SL-8.5 or SL-9.3), dizzy 1 less."""
    scene = run.scene
    if fighter.status in _NO_STEPS:
        return
    if fighter.wounds:
        bleed(run, fighter, is_still, changes)
        if fighter.status is DEAD:
            return
    if end_of_blackout(scene, fighter, changes):
        woken(run, fighter)
    breathe(run, fighter, changes)
    if fighter.status is DEAD:
        return
    if fighter.dizzy:
        dizzy.count_down(run, fighter)
    if scene.phase is COMBAT and scene.options.insanity_length == "wisdom":
        insanity.count_down(run, fighter, changes)


_NO_STEPS = (DEAD, GONE)


def end_cycle(run: SolarRun) -> bool:
    """SL-20.5 End of a Cycle. Stored raises, air of the vessels, round + 1; past `round_limit` nobody wins.

    Whether combat goes on.
    """
    scene = run.scene
    carry_out_raises(run)
    life_support(run)
    if scene.round >= scene.options.round_limit:
        end(run, None, "round limit", OVER, "SL-20.5")
        return False
    begin_cycle(run, scene.round + 1)
    return True


def finish_turn(run: SolarRun) -> None:
    """SL-20.3 Start and course of a turn. The present turn ends and the next begins."""
    scene = run.scene
    if scene.acting is not None:
        end_turn(run, scene.fighters[scene.acting])
    next_turn(run)


def is_stranded(scene: SolarScene, fighter: SolarFighter) -> bool:
    """SL-20.6 End of combat. Aboard a wreck that has not landed, with no enemy up aboard it."""
    if fighter.aboard is None:
        return False
    vessel = scene.vehicles[fighter.aboard]
    if vessel.status is not VesselStatus.WRECK or vessel.landed:
        return False
    return not any(
        other.aboard == fighter.aboard and other.side != fighter.side and other.status is UP
        for other in scene.fighters.values()
    )


def sides_standing(scene: SolarScene) -> list[str]:
    """SL-20.6 End of combat. The sides that have a fighter who is up and not stranded."""
    found: list[str] = []
    for fighter in scene.fighters.values():
        if fighter.status is UP and fighter.side not in found and not is_stranded(scene, fighter):
            found.append(fighter.side)
    return found


def is_over(run: SolarRun) -> bool:
    """SL-20.6 End of combat. With two or more sides, when at most one stands; with one, when nobody does."""
    scene = run.scene
    if scene.phase is not COMBAT:
        return True
    first, up = None, UP
    for fighter in scene.fighters.values():
        if fighter.status is up and fighter.side != first:
            if fighter.aboard is not None and is_stranded(scene, fighter):
                continue
            if first is not None:
                return False
            first = fighter.side
    if first is not None and len({fighter.side for fighter in scene.fighters.values()}) < TWO_SIDES:
        return False
    end(run, first, "one side left" if first is not None else "nobody left", OVER, "SL-20.6")
    return True


def end(run: SolarRun, winner: str | None, why: str, phase: Phase, rule: str) -> None:
    """SL-20.6 End of combat. The order is emptied; AP, tasks, prepared attacks and the like end; insanity counts."""
    scene = run.scene
    for fighter in scene.fighters.values():
        lose_task(run, fighter, "the combat is over")
    changes = Changes()
    if scene.extra_turn:
        changes["extra_turn"] = False
    for fighter in scene.fighters.values():
        for name, value in _ENDS:
            note(changes, fighter, name, value)
        note_prepared(changes, fighter, [])
    for vessel in scene.vehicles.values():
        note_vessel(changes, vessel, "evading", 0)
    insanity.begin_counting(scene, changes)
    run.happened(Ended(winner, why, phase.value, changes, rule))


_ENDS: tuple[tuple[str, object], ...] = (
    ("ap", 0),
    ("explains", None),
    ("aim", None),
    ("cover", 0),
    ("moving", False),
    ("followup", None),
    ("followup_from", None),
    ("raises", 0),
    ("acted", False),
)


def end_by_hand(run: SolarRun) -> None:
    """SL-20.6 End of combat. By hand: over if two or more sides are in the scene and at most one stands, else calm."""
    scene = run.scene
    standing = sides_standing(scene)
    if len({fighter.side for fighter in scene.fighters.values()}) >= TWO_SIDES and len(standing) < TWO_SIDES:
        end(run, standing[0] if standing else None, "ended by hand", OVER, "SL-20.6")
    else:
        end(run, None, "ended by hand", CALM, "SL-20.6")


def give_turn(run: SolarRun, fighter: SolarFighter) -> None:
    """SL-20.7 The GM and the order. Ends the present turn and begins that fighter's; if it had acted, an extra one."""
    scene = run.scene
    if scene.acting is not None:
        end_turn(run, scene.fighters[scene.acting])
    if is_over(run) or not takes_part(fighter):
        return
    begin_turn(run, fighter, is_extra=fighter.acted)
    if not can_act(fighter):
        finish_turn(run)
