"""14 and 19: an NPC acts, by its behaviour or by a command that came with a die of doom."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fireteam.kernel.actions import Command
from fireteam.kernel.commands import read_command
from fireteam.kernel.events import Id
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.run import Run
from fireteam.tunnelcore import behaviours, turns
from fireteam.tunnelcore.action_mapping_reference.table import DEEDS
from fireteam.tunnelcore.checks import check_call_command, check_deed
from fireteam.tunnelcore.dice_pool_basics.attempt import attempt_of
from fireteam.tunnelcore.dice_pool_basics.order_of_an_action import perform
from fireteam.tunnelcore.events.of_turns import Passed
from fireteam.tunnelcore.npc_behaviors import call

if TYPE_CHECKING:
    from fireteam.tunnelcore.state import Fighter, Scene

MOST_CALLS = 2
"""A turn by behaviour is at most a free call and then an action."""


def act_by_behaviour(run: Run[Scene], npc: Fighter, provoker: Fighter | None, *, takes_turn: bool) -> None:
    """TC-19.3 Turns of NPCs: what the behaviour says is done; a call for help is free and comes before an action."""
    scene = run.scene
    for _ in range(MOST_CALLS):
        command = behaviours.npc_command(scene, npc, provoker)
        if command.action != "call":
            break
        call(run, npc)
    do_at_once(run, npc, command, takes_turn=takes_turn, by_behaviour=True)


def do_at_once(run: Run[Scene], npc: Fighter, command: Command, *, takes_turn: bool, by_behaviour: bool) -> None:
    """Carries out an NPC's command as its turn or as an interrupt; by its behaviour with the default decisions."""
    if command.action == "call":
        call(run, npc)
    elif command.action != "pass":
        attempt = attempt_of(run.scene, command)
        attempt.harm.acts_by_behaviour = npc if by_behaviour else None
        perform(run, attempt, takes_turn=takes_turn)
    elif takes_turn:
        turns.pass_turn(run, npc)
    else:
        run.happened(Passed(Id(npc.id), "TC-6.5"))


def read_words(scene: Scene, npc: str, words: str) -> Command | Refusal:
    """TC-6.9 Spending by hand: the command that an interrupting NPC is given, checked but for whose turn it is."""
    from fireteam.tunnelcore import RULESET

    read = read_command(RULESET, scene, f"{npc}: {words}")
    if isinstance(read, Refusal):
        return read
    if read.action in DEEDS or read.action in ("attack", "use"):
        refusal = check_deed(scene, read, is_timed=False)
    elif read.action == "call":
        refusal = check_call_command(scene, read)
    elif read.action == "pass":
        refusal = None
    else:
        refusal = Refusal(f"{read.action} is no action to interrupt with", "TC-6.9")
    return refusal or read


def act_by_words(run: Run[Scene], npc: Fighter, words: str) -> None:
    """TC-6.9 Spending by hand: a command that was given with the die replaces the behaviour."""
    command = read_words(run.scene, npc.id, words)
    if isinstance(command, Refusal):
        raise ValueError(f"checked before: {command}")
    do_at_once(run, npc, command, takes_turn=False, by_behaviour=False)
