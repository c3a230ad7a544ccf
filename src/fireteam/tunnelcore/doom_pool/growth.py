"""6 The doom pool: how it grows and merges."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fireteam.kernel.events import Id
from fireteam.kernel.run import Run
from fireteam.tunnelcore.doom_pool.tower import raise_tower
from fireteam.tunnelcore.events.of_doom import DoomGrew, DoomMerged
from fireteam.tunnelcore.state import Behavior, in_the_fight

if TYPE_CHECKING:
    from fireteam.tunnelcore.state import Fighter, Scene

HITCH_DIE = 6
LARGEST = 12


def grow(run: Run[Scene], dice: list[int], why: str, who: Fighter | None, rule: str) -> None:
    """TC-6.2 Growth. Dice enter the pool, which TC-6.1 keeps in ascending order; the tower rises with them."""
    if not dice:
        return
    pool = sorted([*run.scene.pools.doom, *dice])
    run.happened(DoomGrew(dice, why, pool, None if who is None else Id(who.id), rule))  # type: ignore[arg-type]
    raise_tower(run, dice)


def grow_by_hitches(run: Run[Scene], fighter: Fighter, hitches: int) -> None:
    """TC-1.7 Hitches. Each one that was not absorbed adds a d6."""
    if hitches:
        grow(run, [HITCH_DIE] * hitches, f"hitches of {fighter.id}", fighter, "TC-1.7")


def add_boss_die(run: Run[Scene], fighter: Fighter) -> None:
    """TC-8.7 `boss`. A boss that enters the fight adds its die, once per scene."""
    if fighter.behavior is Behavior.BOSS and not fighter.boss_doom and in_the_fight(fighter) and run.scene.in_combat:
        grow(run, [fighter.boss_die], "boss", fighter, "TC-8.7")


def pair_to_merge(pool: list[int]) -> int:
    """The size of the lowest equal pair below d12; 0 if there is none."""
    for at in range(len(pool) - 1):
        if pool[at] == pool[at + 1] < LARGEST:
            return pool[at]
    return 0


def merge(run: Run[Scene], size: int) -> None:
    """TC-6.10 Merging. Two equal dice become one of the next size."""
    pool = [*run.scene.pools.doom]
    pool.remove(size)
    pool.remove(size)
    pool = sorted([*pool, size + 2])
    run.happened(DoomMerged(size, size + 2, pool))  # type: ignore[arg-type]


def consolidate_at_start(run: Run[Scene]) -> None:
    """TC-6.10 Merging: at the start of combat, while the pool has at least `doom_consolidate` dice and a pair."""
    most = run.scene.options.doom_consolidate
    while most and len(run.scene.pools.doom) >= most:
        size = pair_to_merge(run.scene.pools.doom)
        if not size:
            return
        merge(run, size)
