"""1 Dice pool basics: which dice stand in a pool, in which order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fireteam.tunnelcore.state import Asset
from fireteam.tunnelcore.stress_tracks import TRACK_OF

if TYPE_CHECKING:
    from fireteam.tunnelcore.action_mapping_reference.table import Deed, Defence
    from fireteam.tunnelcore.state import Fighter, Scene

UNAUGMENTED = 4
"""TC-1.4 Chrome: d4 is never rolled."""

GUARD_DIE = 6
"""TC-9.2: the size of a guard die."""

OUT_BOX = 5


def own_pool(scene: Scene, fighter: Fighter, deed: Deed) -> tuple[int, ...]:
    """TC-1.2 What is in a pool: attribute, approach, asset and chrome of an action as TC-9.1 prints it."""
    pools = fighter.pools
    if pools is None:
        pools = fighter.pools = {}
    pool = pools.get(deed.key)
    if pool is None:
        pool = pools[deed.key] = made_pool(scene, fighter, deed, deed.attribute, deed.approach, 0)
    return pool


def made_pool(
    scene: Scene, fighter: Fighter, deed: Deed, attribute: int, approach: int, item_die: int
) -> tuple[int, ...]:
    """TC-1.2 What is in a pool, in its order; each place holds at most one die and an empty place is skipped.

    `attribute` and `approach` are those after an override (TC-7.1), `item_die` the die of the item used, if one is.
    """
    dice = [fighter.attributes[attribute]]
    if approach >= 0:
        dice.append(fighter.approaches[approach])
    die = item_die if deed.asset == Asset.ITEM else asset_die(fighter, deed, attribute)
    if die:
        dice.append(die)
    if deed.adds_chrome and has_chrome(scene, fighter):
        dice.append(fighter.chrome)
    return tuple(dice)


def asset_die(fighter: Fighter, deed: Deed, attribute: int) -> int:
    """TC-1.5 Assets. The weapon or deck that the action names, none when bare-handed; `work` takes the deck only with
    Mental (TC-5.7)."""
    if deed.asset < 0 or (deed.key == "work" and attribute != deed.attribute):
        return 0
    return fighter.assets[deed.asset] or 0


def has_chrome(scene: Scene, fighter: Fighter) -> bool:
    """TC-1.4 Chrome. The die counts when it is not d4 and no EMP has silenced it (TC-7.19)."""
    return fighter.chrome != UNAUGMENTED and (not fighter.chrome_down or fighter.chrome_down < scene.round)


def defence_pool(fighter: Fighter, defence: Defence) -> tuple[int, ...]:
    """TC-9.9 The defences. Attribute, approach, armor and guard die; never chrome (TC-1.4).

    TC-2.5 Defending on a barred axis: the barred attribute's die is left out, the rest remains.
    """
    dice = []
    if fighter.stress[TRACK_OF[defence.attribute]] != OUT_BOX:
        dice.append(fighter.attributes[defence.attribute])
    dice.append(fighter.approaches[defence.approach])
    if defence.adds_armor:
        armor = fighter.assets[Asset.ARMOR]
        if armor:
            dice.append(armor)
    if fighter.guard is not None and fighter.guard is defence.guard:
        dice.append(GUARD_DIE)
    return tuple(dice)


def size_sum(scene: Scene, fighter: Fighter, deed: Deed) -> int:
    """The sum of the sizes of a fighter's own pool: how behaviours compare actions (chapter 19)."""
    return sum(own_pool(scene, fighter, deed))
