"""7 Combat commands: intercept, readied and resolved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fireteam.kernel.events import Id
from fireteam.kernel.run import Run
from fireteam.tunnelcore.action_mapping_reference.table import DEEDS, PURSUE, RESIST
from fireteam.tunnelcore.dice_pool_basics.contest import Contested
from fireteam.tunnelcore.dice_pool_basics.failing_and_winning import attempt_pool, controlled_step
from fireteam.tunnelcore.dice_pool_basics.keep_two import SMALLER
from fireteam.tunnelcore.dice_pool_basics.opposed_rolls import opposed_roll
from fireteam.tunnelcore.dice_pool_basics.pools import defence_pool, made_pool, own_pool
from fireteam.tunnelcore.effect_dice.complications import end_hindering
from fireteam.tunnelcore.effect_dice.what_it_does import strike
from fireteam.tunnelcore.events.of_fighters import Intercepted, InterceptReadied, InterceptSpent
from fireteam.tunnelcore.positions import CONTROLLED, base_of, count_failure, recover
from fireteam.tunnelcore.state import Approach, InterceptWith, in_the_fight
from fireteam.tunnelcore.stress_tracks import can

if TYPE_CHECKING:
    from fireteam.tunnelcore.action_mapping_reference.table import Deed
    from fireteam.tunnelcore.dice_pool_basics.attempt import Attempt
    from fireteam.tunnelcore.state import Fighter, Scene


def ready(run: Run[Scene], attempt: Attempt) -> None:
    """TC-7.13 intercept. Readies an interrupt; it waits until the target's next action, or ends with what its bearer
    does next."""
    target = attempt.target
    if target is None:
        raise ValueError("an intercept has a target")
    with_ = InterceptWith.DECK if attempt.args.get("how") == "quickhack" else InterceptWith.BODY
    rule = "TC-7.15" if with_ is InterceptWith.DECK else "TC-7.13"
    run.happened(InterceptReadied(Id(attempt.actor.id), Id(target.id), str(with_), rule))


def deed_of(fighter: Fighter) -> Deed:
    """TC-7.15 intercept quickhack: the action whose pool a readied intercept rolls."""
    return DEEDS["quickhack" if fighter.intercept_with is InterceptWith.DECK else "intercept"]


def is_ready(scene: Scene, fighter: Fighter) -> bool:
    """TC-7.14 The interrupt: in the fight (outside combat: active) and not barred."""
    waits = in_the_fight(fighter) if scene.in_combat else fighter.active
    return waits and can(scene, fighter, deed_of(fighter))


def meet_intercepts(run: Run[Scene], attempt: Attempt) -> None:
    """TC-7.14 The interrupt. Each that waits for this actor rolls, in listing order, until one cancels the action."""
    actor = attempt.actor
    waiting = [one for one in run.scene.fighters.values() if one.intercepting == actor.id]
    for interceptor in waiting:
        if is_ready(run.scene, interceptor):
            resolve_intercept(run, interceptor, attempt)
            if attempt.is_cancelled:
                return


def resolve_intercept(run: Run[Scene], interceptor: Fighter, attempt: Attempt) -> None:
    """TC-7.14 The interrupt: its roll and, at once, its aftermath (TC-1.14, step 8)."""
    scene = run.scene
    deed = deed_of(interceptor)
    position = interceptor.position
    had_ground = position != CONTROLLED and base_of(scene, interceptor) == CONTROLLED
    with_deck = interceptor.intercept_with is InterceptWith.DECK
    run.happened(InterceptSpent(Id(interceptor.id), Id(attempt.actor.id), "TC-7.15" if with_deck else "TC-7.14"))
    contested = roll_with_deck(run, interceptor, attempt) if with_deck else roll_with_body(run, interceptor, attempt)
    won = contested.outcome > 0
    if won:
        attempt.is_cancelled = True
        run.happened(Intercepted(Id(attempt.actor.id), Id(interceptor.id), "TC-7.15" if with_deck else "TC-7.14"))
        if with_deck:
            bite(run, interceptor, attempt, position, contested)
    if interceptor.active:
        if won:
            end_hindering(run, interceptor, deed.attribute, deed.key)
            recover(run, interceptor, had_ground=had_ground)
        count_failure(run, interceptor, won=won)


def roll_with_body(run: Run[Scene], interceptor: Fighter, attempt: Attempt) -> Contested:
    """TC-7.14 The interrupt: Physical + Quick (or Forceful by option) against the pool of the action itself, or its
    Physical + Quick if that has none."""
    scene, actor, deed = run.scene, attempt.actor, DEEDS["intercept"]
    if scene.options.intercept_approach == "forceful":
        own = made_pool(scene, interceptor, deed, deed.attribute, Approach.FORCEFUL, 0)
    else:
        own = own_pool(scene, interceptor, deed)
    if attempt.deed.rolls:
        against = attempt_pool(scene, attempt)
        attribute = attempt.attribute
    else:
        against = defence_pool(actor, PURSUE)
        attribute = PURSUE.attribute
    return opposed_roll(
        run,
        interceptor,
        deed.key,
        deed.attribute,
        own,
        deed.track,
        actor,
        against,
        attribute,
        attempt.deed.key,
    )


def roll_with_deck(run: Run[Scene], interceptor: Fighter, attempt: Attempt) -> Contested:
    """TC-7.15 intercept quickhack: Mental + Quick + deck against resist."""
    deed = DEEDS["quickhack"]
    return opposed_roll(
        run,
        interceptor,
        deed.key,
        deed.attribute,
        own_pool(run.scene, interceptor, deed),
        deed.track,
        attempt.actor,
        defence_pool(attempt.actor, RESIST),
        RESIST.attribute,
        "",
    )


def bite(run: Run[Scene], interceptor: Fighter, attempt: Attempt, position: int, contested: Contested) -> None:
    """TC-7.15 intercept quickhack: a win also applies the effect of TC-7.9 to signal."""
    die = SMALLER[contested.effect] if run.scene.options.quickhack_weaker else contested.effect
    die = controlled_step(die, position)
    strike(run, interceptor, attempt.actor, die, DEEDS["quickhack"].track, attempt.harm, "TC-7.15")
