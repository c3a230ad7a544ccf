"""7 Combat commands: scan."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fireteam.kernel.events import Id
from fireteam.kernel.run import Run
from fireteam.tunnelcore.action_mapping_reference.table import LURK
from fireteam.tunnelcore.dice_pool_basics.failing_and_winning import contend, contend_with_dice
from fireteam.tunnelcore.events.of_fighters import Revealed, Scanned
from fireteam.tunnelcore.state import ATTRIBUTES, BOXES, TRACKS, Behavior

if TYPE_CHECKING:
    from fireteam.tunnelcore.dice_pool_basics.attempt import Attempt
    from fireteam.tunnelcore.state import Fighter, Scene

PLAIN = (6, 6)
GREAT = (8, 8)
"""TC-7.21: what opposes a scan, and that of a Boss or a tier-1 target."""


def scan(run: Run[Scene], attempt: Attempt) -> None:
    """TC-7.21 scan. Mental + Clever against fixed dice, or a concealed foe's Physical + Quiet; no price."""
    actor, target = attempt.actor, attempt.target
    if target is None:
        raise ValueError("a scan has a target")
    was_concealed = target.concealed
    lurks = was_concealed and target.side != actor.side
    if lurks:
        contested = contend(run, attempt, target, LURK)
    else:
        is_great = target.behavior is Behavior.BOSS or target.tier == 1
        contested = contend_with_dice(run, attempt, GREAT if is_great else PLAIN)
    if contested.outcome > 0:
        if lurks:
            run.happened(Revealed(Id(target.id), "TC-7.21", concealed=True))
        tell_scan(run, actor, target, "full")
    elif not was_concealed:
        tell_scan(run, actor, target, "behavior")


def tell_scan(run: Run[Scene], actor: Fighter, target: Fighter, level: str) -> None:
    """TC-7.21 scan: attribute dice, stress and behaviour when full, else the behaviour alone."""
    is_full = level == "full"
    run.happened(
        Scanned(
            Id(actor.id),
            Id(target.id),
            level,
            None if target.behavior is None else str(target.behavior),
            dict(zip(ATTRIBUTES, target.attributes, strict=True)) if is_full else None,  # type: ignore[arg-type]
            {track: BOXES[box] for track, box in zip(TRACKS, target.stress, strict=True)} if is_full else None,
        )
    )


_READ = frozenset(("behavior",))
_READ_IN_FULL = frozenset(("behavior", "attributes", "stress", "recovered"))


def known(fighter: Fighter) -> frozenset[str]:
    """TC-7.21 scan: what players' views show of an NPC. Attributes, stress and behaviour as far as it was scanned;
    approaches, assets and items never."""
    if fighter.scanned is None:
        return frozenset()
    return _READ_IN_FULL if fighter.scanned == "full" else _READ
