"""20 Behaviours: what fighters do that nobody commands, and player characters in autoplay."""

from __future__ import annotations

from functools import cache

from fireteam.kernel.actions import Action, Command
from fireteam.kernel.run import Run
from fireteam.kernel.scene import COMBAT, OVER
from fireteam.wonderland import turns
from fireteam.wonderland.behaviours.enraged import rage
from fireteam.wonderland.behaviours.npc import npc_turn
from fireteam.wonderland.behaviours.standard import standard
from fireteam.wonderland.state import PC, Behaviour, Fighter, Scene

__all__ = ["rage"]

STANDARD = Behaviour.STANDARD


def next_command(scene: Scene) -> Command | None:
    """What autoplay gives next: the start of the fight, then what whoever acts would do. None when it is over."""
    if scene.phase is COMBAT:
        return choose(scene, scene.fighters[str(scene.acting)])
    start = Command("start")
    if scene.phase is OVER or turns.check_start(scene, start) is not None:
        return None
    return start


@cache
def actions_by_key() -> dict[str, Action]:
    """The verbs; looked up when first needed, since they in turn need everything."""
    from fireteam.wonderland.actions import ACTIONS

    return ACTIONS.by_key


def act(run: Run[Scene], who: Fighter) -> None:
    """One command of a fighter left to itself. It is checked like anybody's."""
    command = choose(run.scene, who)
    action = actions_by_key()[command.action]
    refusal = action.check(run.scene, command)
    if refusal is not None:
        raise RuntimeError(f"behaviour {who.behaviour} of {who.id} was refused: {refusal}")
    action.resolve(run, command)


def choose(scene: Scene, who: Fighter) -> Command:
    """What a fighter does by its behaviour; whoever is a PC and named no other follows `standard`."""
    if who.kind is PC and who.behaviour is STANDARD:
        return standard(scene, who)
    return npc_turn(scene, who)
