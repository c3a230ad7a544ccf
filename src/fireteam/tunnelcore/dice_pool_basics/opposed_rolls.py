"""1 Dice pool basics: an opposed roll, from the pools to the hitches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fireteam.kernel.events import Id
from fireteam.kernel.run import Run
from fireteam.tunnelcore.dice_pool_basics.contest import LOSE, OUTCOMES, TIE, Contested, contest_of, hitches_of
from fireteam.tunnelcore.dice_pool_basics.keep_two import pool_of, read_pool
from fireteam.tunnelcore.doom_pool.growth import grow_by_hitches
from fireteam.tunnelcore.effect_dice.complications import personal_die, scene_die
from fireteam.tunnelcore.events.of_rolls import Opposed, Rolled
from fireteam.tunnelcore.stress_tracks import stress_die
from fireteam.tunnelcore.trauma import absorb

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fireteam.tunnelcore.state import Fighter, Scene


def opposed_roll(
    run: Run[Scene],
    actor: Fighter,
    key: str,
    attribute: int,
    own: tuple[int, ...],
    track: int,
    opposition: Fighter | None,
    against: tuple[int, ...],
    their_attribute: int,
    their_key: str,
) -> Contested:
    """TC-1.1 Opposed rolls. One roll of the actor's pool against one of the opposition's, hitches and all.

    `own` and `against` are the pools before the dice of TC-5.8 and TC-2.9; without an `opposition` TC-1.13 holds:
    fixed dice suffer and inflict nothing. `their_key` is the action of the opposition's pool, empty for a defence.
    """
    scene = run.scene
    if opposition is not None and opposition.complications:
        die = personal_die(opposition, their_attribute, their_key)
        if die:
            own = (*own, die)
    if actor.complications:
        die = personal_die(actor, attribute, key)
        if die:
            against = (*against, die)
    if scene.place.complications:
        die = scene_die(scene.place, attribute, key)
        if die:
            against = (*against, die)
    if scene.options.stress_feeds_opposition and opposition is not None:
        die = stress_die(scene, opposition, track)
        own = (*own, die) if die else own
        die = stress_die(scene, actor, track)
        against = (*against, die) if die else against
    counts = opposition is not None and opposition.is_player
    contested = run.roll(contest_of(own, against, actor.is_player, counts, scene.options.hitches_set_aside))
    if run.logs:
        tell_rolls(run, actor, key, own, opposition, against, contested)
    settle_hitches(run, actor, contested.hitches, opposition, contested.opposition_hitches)
    if contested.outcome == TIE and scene.options.ties == "lost":
        return contested.as_lost()
    return contested


def settle_hitches(
    run: Run[Scene], first: Fighter | None, hitches: int, second: Fighter | None, their_hitches: int
) -> None:
    """TC-1.14 The order of an action, step 5: absorbing by the actor, then the opposition, then doom growth."""
    if not hitches and not their_hitches:
        return
    if hitches:
        hitches = absorb(run, first, hitches)
    if their_hitches:
        their_hitches = absorb(run, second, their_hitches)
    if hitches and first is not None:
        grow_by_hitches(run, first, hitches)
    if their_hitches and second is not None:
        grow_by_hitches(run, second, their_hitches)


def tell_rolls(
    run: Run[Scene],
    actor: Fighter | None,
    purpose: str,
    own: tuple[int, ...],
    opposition: Fighter | None,
    against: tuple[int, ...],
    contested: Contested,
) -> None:
    """TC-1.6 Rolling. Each side gives one `rolled`; then the comparison. In enumeration there are no faces to tell."""
    faces = contested.faces
    total = theirs = None
    if faces is not None:
        split = len(own)
        total = tell_roll(run, actor, "actor", purpose, own, faces[:split])
        theirs = tell_roll(run, opposition, "opposition", purpose, against, faces[split:])
    tell_outcome(run, actor, opposition, purpose, total, theirs, contested)


def tell_outcome(
    run: Run[Scene],
    actor: Fighter | None,
    opposition: Fighter | None,
    verb: str,
    total: int | None,
    theirs: int | None,
    contested: Contested,
    *,
    tie_holds: bool = False,
) -> None:
    """TC-1.9 Comparing: how it came out, with the margin; a tie counts as lost by option."""
    outcome = contested.outcome
    if outcome == TIE and run.scene.options.ties == "lost" and not tie_holds:
        outcome = LOSE
    run.happened(
        Opposed(
            None if actor is None else Id(actor.id),
            None if opposition is None else Id(opposition.id),
            verb,
            total,
            theirs,
            contested.margin,
            OUTCOMES[outcome],
        )
    )


def tell_roll(
    run: Run[Scene], who: Fighter | None, role: str, purpose: str, sizes: tuple[int, ...], faces: Sequence[int]
) -> int:
    """One side's `rolled`; gives its total."""
    read = read_pool(pool_of(sizes), faces, sets_ones_aside=run.scene.options.hitches_set_aside)
    run.happened(
        Rolled(
            None if who is None else Id(who.id),
            role,
            purpose,
            [[size, face] for size, face in zip(sizes, faces, strict=True)],
            [*read.kept],
            read.total,
            read.effect,  # type: ignore[arg-type]
            read.critical,
            hitches_of(faces) if who is not None and who.is_player else 0,
        )
    )
    return read.total
