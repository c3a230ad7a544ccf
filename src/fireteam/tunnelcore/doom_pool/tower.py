"""6 The doom pool: the tower, and what happens when it is full."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fireteam.kernel.decisions import GM
from fireteam.kernel.run import Run
from fireteam.tunnelcore.doom_pool import TOWER_FULL
from fireteam.tunnelcore.events.of_doom import TowerRose, WorldEvent
from fireteam.tunnelcore.state import Status, Track
from fireteam.tunnelcore.stress_tracks import Harm, take_stress

if TYPE_CHECKING:
    from fireteam.tunnelcore.state import Scene

STEPS = {6: 1, 8: 2, 10: 3, 12: 4}
"""TC-6.11 Tower: how far each die that is added raises it."""

MENU = ("story", "blackout", "surge", "sweep")
"""TC-6.12 World event: what the Wire DM may choose."""

BLACKOUT_DIE = 6
SWEEP = "enforcer"
NOBODYS_SIDE = "directorate"


def raise_tower(run: Run[Scene], dice: list[int]) -> None:
    """TC-6.11 Tower. Rises with every die that enters the pool, to 100 at most; spending and merging leave it."""
    before = run.scene.pools.tower
    after = min(TOWER_FULL, before + sum(STEPS[die] for die in dice))
    if run.scene.options.tower and after != before:
        run.happened(TowerRose(before, after))


def world_event(run: Run[Scene], harm: Harm | None = None) -> None:
    """TC-6.12 World event. At 100 the world moves and the tower goes back to 40; the pool stays.

    `harm` is what the action that filled it has done; without one each fighter stands for itself.
    """
    scene = run.scene
    if scene.pools.tower < TOWER_FULL or not scene.options.tower:
        return
    from fireteam.tunnelcore.effect_dice.complications import complicate_scene
    from fireteam.tunnelcore.turns import end_if_decided

    name = run.choose("world_event", GM, MENU, MENU[0], "TC-6.12", asked=GM)
    run.happened(WorldEvent(name))
    if name == "blackout":
        complicate_scene(run, "blackout", BLACKOUT_DIE, "world event", "TC-6.12")
    elif name == "surge":
        for fighter in [*scene.fighters.values()]:
            if fighter.is_player and fighter.status is Status.IN:
                take_stress(run, fighter, Track.SIGNAL, 1, None, "surge", harm or Harm())
    elif name == "sweep":
        sweep(run)
    end_if_decided(run)


def sweep(run: Run[Scene]) -> None:
    """TC-6.12 World event: an Enforcer joins the side of the first NPC in the fight, else the Directorate's."""
    from fireteam.tunnelcore.rest_and_time import join

    side = next((one.side for one in run.scene.muster.fighters if not one.is_player), NOBODYS_SIDE)
    join(run, SWEEP, side, "sweep", "TC-6.12")
