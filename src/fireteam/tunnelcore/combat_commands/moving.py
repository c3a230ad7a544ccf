"""7 Combat commands: adjacency and moving."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fireteam.kernel.events import Id
from fireteam.kernel.names import find, short
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.run import Run
from fireteam.tunnelcore.events.of_fighters import Moved
from fireteam.tunnelcore.state import Status, is_restrained

if TYPE_CHECKING:
    from fireteam.kernel.actions import Command
    from fireteam.tunnelcore.dice_pool_basics.attempt import Attempt
    from fireteam.tunnelcore.state import Fighter, Scene


def are_adjacent(one: Fighter, other: Fighter) -> bool:
    """TC-7.5 Adjacency and moving. Fighters with the same spot are adjacent."""
    return one.spot == other.spot


def spots_of(scene: Scene, actor: Fighter) -> list[str]:
    """TC-7.5 Adjacency and moving: the spots that are listed or, if none are, those where some fighter stands."""
    if scene.place.spots:
        return scene.place.spots
    fighters = [one for one in scene.fighters.values() if one.status is Status.IN]
    seen = (one.spot for one in fighters if not (one.hidden and actor.is_player))
    return list(dict.fromkeys(seen))


def check_move(scene: Scene, actor: Fighter, command: Command) -> Refusal | None:
    """TC-7.5 Adjacency and moving: where to, whether there is such a spot, and whether one is free to go."""
    text = command.args.get("spot")
    if text is None:
        return Refusal("needs a place to go", "TC-7.5", "move SPOT")
    spots = spots_of(scene, actor)
    if text not in spots:
        found = find(text, {spot: () for spot in spots}, "such spot")
        if isinstance(found, Refusal):
            if found.reason.startswith('"'):
                return found
            return Refusal(f"no such spot: {short(text)}", "TC-7.5")
        command.args["spot"] = text = found
    if text == actor.spot:
        return Refusal(f"{actor.id} is already there", "TC-7.5")
    if is_restrained(actor):
        return Refusal(f"{actor.id} is restrained", "TC-7.5")
    return None


def move(run: Run[Scene], attempt: Attempt) -> None:
    """TC-7.5 Adjacency and moving. Takes the turn without a roll."""
    run.happened(Moved(Id(attempt.actor.id), attempt.args["spot"]))
