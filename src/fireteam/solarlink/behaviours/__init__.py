"""Chapter 25: who acts by itself, and how."""

from __future__ import annotations

from fireteam.kernel.actions import Command
from fireteam.kernel.decisions import Decider, Defaults
from fireteam.kernel.scene import COMBAT, OVER
from fireteam.solarlink import turns
from fireteam.solarlink.actions import actions
from fireteam.solarlink.behaviours.first_things import first_thing
from fireteam.solarlink.behaviours.ground_fight import ground_fight, passes
from fireteam.solarlink.behaviours.space_fight import space_fight
from fireteam.solarlink.behaviours.terms import is_sane
from fireteam.solarlink.state import (
    UP,
    SolarFighter,
    SolarRun,
    SolarScene,
)

MOST_COMMANDS = 30
"""The most commands of one turn; the next one counts as `pass`."""


def choose(scene: SolarScene, fighter: SolarFighter) -> Command:
    """SL-25.1 Who acts by itself. One command after another; an open task is continued, then passed."""
    if scene.payments >= MOST_COMMANDS:
        return passes(fighter)
    if fighter.task is not None:
        return passes(fighter) if fighter.task.paid_now else Command("continue", fighter.id, {})
    if is_sane(fighter):
        found = first_thing(scene, fighter)
        if found is not None:
            return found
    if fighter.station is not None and not scene.vehicles[str(fighter.aboard)].landed:
        return space_fight(scene, fighter)
    return ground_fight(scene, fighter)


def legal_choice(scene: SolarScene, fighter: SolarFighter) -> Command:
    """SL-25.1 Who acts by itself. A refused command counts as `pass`."""
    command = choose(scene, fighter)
    if actions().by_key[command.action].check(scene, command) is not None:
        return passes(fighter)
    return command


def next_command(scene: SolarScene) -> Command | None:
    """SL-25.1 Who acts by itself. In `fight` and `forecast` everyone does; None when the fight is over."""
    if scene.phase is COMBAT:
        if scene.acting is None:
            return Command("next", None, {})
        return legal_choice(scene, scene.fighters[scene.acting])
    if scene.phase is OVER or turns.start_refusal(scene) is not None:
        return None
    return Command("start", None, {})


def after(run: SolarRun) -> None:
    """SL-20.3 Start and course of a turn. What follows a command: the end of combat, the turns of those who cannot act,
    and with `npcs` auto those of the game master's fighters (SL-25.1)."""
    scene = run.scene
    while not turns.is_over(run):
        fighter = scene.fighters.get(scene.acting or "")
        if fighter is None or fighter.status is not UP:
            turns.finish_turn(run)
        elif not fighter.is_player and scene.options.npcs == "auto":
            command = legal_choice(scene, fighter)
            actions().by_key[command.action].resolve(run, command)
        else:
            return


def autopilot(scene: SolarScene) -> Decider:
    """SL-21.1 The two questions. Behaviours take the default answers."""
    return Defaults()
