"""SL-13.7: how a fighter falls, dies and wakes, and what it loses by it."""

from __future__ import annotations

from fireteam.solarlink.events.body import Died, Fell, Woke
from fireteam.solarlink.events.changes import Changes, note, note_prepared
from fireteam.solarlink.events.turns import OrderChanged, TaskLost
from fireteam.solarlink.place import has_gravity
from fireteam.solarlink.state import (
    DEAD,
    GONE,
    OUT,
    UP,
    SolarFighter,
    SolarRun,
    SolarScene,
    Status,
)


def status_by_the_numbers(scene: SolarScene, fighter: SolarFighter) -> Status:
    """SL-13.7 Falling and dying. The status that HP, DHP and breath give.

    Out at 0 HP or below or blacked out; dead at minus the maximum (option `death`: at 0). Without HP: dead at 0 DHP.
    """
    if fighter.hp_max == 0:
        if fighter.dhp == 0:
            return DEAD
    elif fighter.hp <= 0:
        dies_at = 0 if scene.options.death == "zero" else -fighter.hp_max
        return DEAD if fighter.hp <= dies_at else OUT
    return OUT if fighter.blacked_out else UP


def follow(run: SolarRun, fighter: SolarFighter) -> None:
    """SL-13.7 Falling and dying. Status follows at once; the dead and the gone stay what they are."""
    was = fighter.status
    if was is DEAD or was is GONE:
        return
    now = status_by_the_numbers(run.scene, fighter)
    if now is was:
        return
    if now is UP:
        run.happened(Woke(fighter.id))
    elif now is OUT:
        fall(run, fighter)
    else:
        die(run, fighter)


def losses(scene: SolarScene, fighter: SolarFighter) -> Changes:
    """SL-13.7 Falling and dying. AP, prepared attacks, auras, aim, cover, explanation; prone under gravity."""
    changes = Changes()
    for name, value in (("ap", 0), ("aim", None), ("cover", 0), ("explains", None)):
        note(changes, fighter, name, value)
    if fighter.auras:
        note(changes, fighter, "auras", [])
    note_prepared(changes, fighter, [])
    if has_gravity(scene, fighter):
        note(changes, fighter, "prone", True)
    return changes


def fall(run: SolarRun, fighter: SolarFighter, changes: Changes | None = None, rule: str = "SL-13.7") -> None:
    """SL-13.7 Falling and dying. A fighter who falls is out."""
    lost = losses(run.scene, fighter)
    if changes:
        lost.update(changes)
    run.happened(Fell(fighter.id, lost, rule))
    lose_task(run, fighter, "falling")


def die(run: SolarRun, fighter: SolarFighter, rule: str = "SL-13.7") -> None:
    """SL-13.7 Falling and dying. The dead lose their station too, and leave the order at once."""
    changes = losses(run.scene, fighter)
    note(changes, fighter, "station", None)
    run.happened(Died(fighter.id, changes, rule))
    lose_task(run, fighter, "dying")
    leave_order(run, fighter)


def leave_order(run: SolarRun, *fighters: SolarFighter) -> None:
    """SL-13.7 Falling and dying. The dead and the gone do not stand in the order."""
    gone = {fighter.id for fighter in fighters}
    order = [id for id in run.scene.order if id not in gone]
    if len(order) < len(run.scene.order):
        run.happened(OrderChanged([run.scene.fighters[id].id for id in order], rule="SL-13.7"))


def lose_task(run: SolarRun, fighter: SolarFighter, reason: str) -> None:
    """SL-2.7 End of a long task. The task and all that was paid are lost."""
    if fighter.task is not None:
        run.happened(TaskLost(fighter.id, reason))
