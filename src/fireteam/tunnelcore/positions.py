"""4 Positions: what a failure costs and, when Controlled, how much a success is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fireteam.kernel.events import Id
from fireteam.kernel.run import Run
from fireteam.tunnelcore.events.of_fighters import FailuresChanged, PositionChanged
from fireteam.tunnelcore.state import POSITIONS, Behavior, Position, in_the_fight

if TYPE_CHECKING:
    from fireteam.kernel.actions import Command
    from fireteam.kernel.refusals import Refusal
    from fireteam.tunnelcore.state import Fighter, Muster, Scene

CONTROLLED = int(Position.CONTROLLED)
RISKY = int(Position.RISKY)
DESPERATE = int(Position.DESPERATE)
BOSS, WARDEN = Behavior.BOSS, Behavior.WARDEN

CONTROL_RATIO = 2
"""TC-4.2: how many to one make a position Controlled."""


def shifted(base: int, shift: int) -> int:
    """TC-4.1 Three positions. Base plus shift, within the scale."""
    position = base + shift
    return CONTROLLED if position < CONTROLLED else DESPERATE if position > DESPERATE else position


def by_numbers(scene: Scene, side: str) -> int:
    """TC-4.2 Base. Controlled at two to one, Desperate when outnumbered by `outnumber_ratio`, else Risky."""
    if not scene.in_combat:
        return RISKY
    muster = scene.muster
    base = muster.bases.get(side)
    if base is None:
        base = muster.bases[side] = _by_numbers(scene, muster, side)
    return base


def _by_numbers(scene: Scene, muster: Muster, side: str) -> int:
    own = muster.of_side.get(side, 0)
    foes = len(muster.fighters) - own
    if foes >= 1 and own >= CONTROL_RATIO * foes:
        return CONTROLLED
    if foes > own and foes >= scene.options.outnumber_ratio * own:
        return DESPERATE
    return RISKY


def is_at_home(scene: Scene, fighter: Fighter) -> bool:
    """TC-4.3 Terrain, bosses, wardens: whether a Warden is in its own facility."""
    return fighter.behavior is WARDEN and fighter.facility != "" and fighter.facility == scene.place.facility


def base_of(scene: Scene, fighter: Fighter) -> int:
    """TC-4.3 Terrain, bosses, wardens. Ground makes Controlled, or Risky where numbers make Desperate; a Boss and a
    Warden at home are Controlled whatever the numbers."""
    return on_ground(scene, fighter, by_numbers(scene, fighter.side))


def on_ground(scene: Scene, fighter: Fighter, base: int) -> int:
    """TC-4.3 Terrain, bosses, wardens: what they make of a base by numbers."""
    if fighter.behavior is BOSS or is_at_home(scene, fighter):
        return CONTROLLED
    if fighter.terrain:
        return RISKY if base == DESPERATE else CONTROLLED
    return base


def recount(run: Run[Scene]) -> None:
    """TC-4.2 Base, recounted for everyone in the fight; shifts stay."""
    muster = run.scene.muster
    if muster.counted:
        return
    muster.counted = True
    for fighter in muster.fighters:
        _recount_one(run, fighter)


def recount_all(run: Run[Scene]) -> None:
    """TC-4.2 Base, outside combat: recounted for all at a break and after `set`; in combat for those in the fight."""
    for fighter in run.scene.fighters.values():
        if not run.scene.in_combat or in_the_fight(fighter):
            _recount_one(run, fighter)


def _recount_one(run: Run[Scene], fighter: Fighter) -> None:
    base = base_of(run.scene, fighter)
    position = base if is_at_home(run.scene, fighter) else shifted(base, fighter.shift)
    if position != fighter.position:
        run.happened(
            PositionChanged(
                Id(fighter.id), POSITIONS[fighter.position], POSITIONS[position], fighter.shift, "numbers", "TC-4.2"
            )
        )


def put(run: Run[Scene], fighter: Fighter, position: int, why: str, rule: str) -> None:
    """TC-4.4 Better and worse. Moves the position itself; the shift becomes new position minus base."""
    if position == fighter.position or is_at_home(run.scene, fighter):
        return
    shift = position - base_of(run.scene, fighter)
    run.happened(PositionChanged(Id(fighter.id), POSITIONS[fighter.position], POSITIONS[position], shift, why, rule))


def worsen(run: Run[Scene], fighter: Fighter, why: str, rule: str) -> None:
    """TC-4.4 Better and worse: one step worse, at most to Desperate."""
    put(run, fighter, min(DESPERATE, fighter.position + 1), why, rule)


def improve(run: Run[Scene], fighter: Fighter, why: str, rule: str) -> None:
    """TC-4.4 Better and worse: one step better, at most to Controlled."""
    put(run, fighter, max(CONTROLLED, fighter.position - 1), why, rule)


def can_worsen(scene: Scene, fighter: Fighter) -> bool:
    """Whether a fighter's position can get worse."""
    return fighter.position < DESPERATE and not is_at_home(scene, fighter)


def count_failure(run: Run[Scene], fighter: Fighter, *, won: bool) -> None:
    """TC-4.10 Repeated failures. In combat: enough failed own rolls in a row worsen the position one step."""
    options = run.scene.options
    if not options.fail_streak or not run.scene.in_combat:
        return
    if won:
        if options.failures_in_a_row and fighter.failures:
            run.happened(FailuresChanged(Id(fighter.id), 0))
        return
    failures = fighter.failures + 1
    reached = failures >= options.fail_streak
    failures = 0 if reached else failures
    if failures != fighter.failures:
        run.happened(FailuresChanged(Id(fighter.id), failures))
    if reached:
        worsen(run, fighter, "repeated failures", "TC-4.10")


def recover(run: Run[Scene], fighter: Fighter, *, had_ground: bool) -> None:
    """TC-4.11 Recovery. A success from a base that was Controlled and a position that was worse wins a step back."""
    if had_ground and run.scene.in_combat:
        improve(run, fighter, "controlled success", "TC-4.11")


def escalate_all(run: Run[Scene], rule: str) -> None:
    """TC-6.8: every fighter in the fight, or only players by option `escalation`, goes one step worse."""
    only_players = run.scene.options.escalation == "players"
    for fighter in [*run.scene.muster.fighters]:
        if fighter.is_player or not only_players:
            worsen(run, fighter, "escalation", rule)


def check_escalate(scene: Scene, command: Command) -> Refusal | None:
    """TC-4.12 Escalation by the Wire DM: in combat only."""
    from fireteam.tunnelcore.turns import no_combat

    return no_combat(scene, "TC-4.12")


def escalate(run: Run[Scene], command: Command) -> None:
    """TC-4.12 Escalation by the Wire DM. Worsens all positions one step, without a die."""
    escalate_all(run, "TC-4.12")
