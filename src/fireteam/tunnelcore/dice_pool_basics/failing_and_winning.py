"""1 and 4: the roll of an action, its final die, and the price of failing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fireteam.kernel.run import Run
from fireteam.tunnelcore.action_mapping_reference.table import Defence
from fireteam.tunnelcore.dice_pool_basics.keep_two import LARGER, SMALLER
from fireteam.tunnelcore.dice_pool_basics.opposed_rolls import opposed_roll
from fireteam.tunnelcore.dice_pool_basics.pools import defence_pool, made_pool, own_pool
from fireteam.tunnelcore.effect_dice.complications import SETBACK, SETBACK_DIE, complicate
from fireteam.tunnelcore.effect_dice.what_it_does import stepped_up, strike
from fireteam.tunnelcore.positions import CONTROLLED, DESPERATE
from fireteam.tunnelcore.state import Asset, Status, Track

if TYPE_CHECKING:
    from fireteam.tunnelcore.dice_pool_basics.attempt import Attempt
    from fireteam.tunnelcore.dice_pool_basics.contest import Contested
    from fireteam.tunnelcore.state import Fighter, Scene


def attempt_pool(scene: Scene, attempt: Attempt) -> tuple[int, ...]:
    """TC-1.2 What is in a pool, for an action with its overrides and its item."""
    deed = attempt.deed
    if attempt.attribute == deed.attribute and attempt.approach == deed.approach and deed.asset != Asset.ITEM:
        return own_pool(scene, attempt.actor, deed)
    return made_pool(scene, attempt.actor, deed, attempt.attribute, attempt.approach, attempt.item_die)


def contend(run: Run[Scene], attempt: Attempt, opposition: Fighter, defence: Defence) -> Contested:
    """TC-1.1 Opposed rolls: the action against a fighter's defence."""
    attempt.opposition = opposition
    contested = attempt.contested = opposed_roll(
        run,
        attempt.actor,
        attempt.deed.key,
        attempt.attribute,
        attempt_pool(run.scene, attempt),
        attempt.deed.track,
        opposition,
        defence_pool(opposition, defence),
        defence.attribute,
        "",
    )
    return contested


def contend_with_dice(run: Run[Scene], attempt: Attempt, dice: tuple[int, ...]) -> Contested:
    """TC-1.13 Fixed opposition. A pair of dice that the clause names; no price, no hitches."""
    contested = attempt.contested = opposed_roll(
        run,
        attempt.actor,
        attempt.deed.key,
        attempt.attribute,
        attempt_pool(run.scene, attempt),
        attempt.deed.track,
        None,
        dice,
        -1,
        "",
    )
    return contested


def final_die(scene: Scene, attempt: Attempt, contested: Contested) -> int:
    """TC-5.1 The final die. After the critical: quickhack one smaller (TC-7.9), then Controlled one larger (TC-4.5)."""
    die = contested.effect
    if attempt.deed.key == "quickhack" and scene.options.quickhack_weaker:
        die = SMALLER[die]
    return controlled_step(die, attempt.position)


def controlled_step(die: int, position: int) -> int:
    """TC-4.5 Controlled success. An actor who wins from Controlled gets its effect die one step larger."""
    return LARGER[die] if position == CONTROLLED else die


def pay(run: Run[Scene], attempt: Attempt) -> None:
    """TC-4.9 Where a price is paid. In combat, when a fighter opposed and rolled strictly higher.

    TC-5.6 Zero effect: whoever does not win applies nothing; this is the opposition's own die.
    """
    opposition, contested = attempt.opposition, attempt.contested
    if opposition is None or contested is None or not run.scene.in_combat or not attempt.deed.has_price:
        return
    if attempt.position == CONTROLLED:
        controlled_failure(run, attempt.actor)
        return
    if is_within_reach(attempt, opposition):
        risky_failure(run, attempt, opposition, contested.effect)
    if attempt.position == DESPERATE and contested.bites:
        desperate_failure(run, attempt.actor)


def controlled_failure(run: Run[Scene], actor: Fighter) -> None:
    """TC-4.6 Controlled failure. The price is a setback, no stress."""
    complicate(run, actor, SETBACK, SETBACK_DIE, "controlled failure", "TC-4.6")


def risky_failure(run: Run[Scene], attempt: Attempt, opposition: Fighter, effect: int) -> None:
    """TC-4.7 Risky failure. The opposition applies its own effect die; TC-4.8 one step larger when Desperate."""
    is_desperate = attempt.position == DESPERATE
    die = stepped_up(effect, by=is_desperate)
    rule = "TC-4.8" if is_desperate else "TC-4.7"
    strike(run, opposition, attempt.actor, die, attempt.deed.track, attempt.harm, rule)


def desperate_failure(run: Run[Scene], actor: Fighter) -> None:
    """TC-4.8 Desperate failure. A critical, or a die of d8 or more before the step, also brings a setback."""
    if actor.status is Status.IN:
        complicate(run, actor, SETBACK, SETBACK_DIE, "desperate failure", "TC-4.8")


def is_within_reach(attempt: Attempt, opposition: Fighter) -> bool:
    """TC-4.9 Where a price is paid: stress on physical needs the same spot or a ranged asset."""
    return (
        attempt.deed.track != Track.PHYSICAL
        or opposition.spot == attempt.actor.spot
        or opposition.assets[Asset.RANGED] is not None
    )
