"""8 NPC behaviors: who takes part, what the law does, and calling for help. What NPCs choose is in `behaviours`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fireteam.kernel.commands import find_fighter
from fireteam.kernel.dice import Face
from fireteam.kernel.events import Id
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.run import Run
from fireteam.tunnelcore.doom_pool.growth import add_boss_die
from fireteam.tunnelcore.effect_dice.complications import restrain
from fireteam.tunnelcore.events.of_fighters import Detained, Released
from fireteam.tunnelcore.events.of_rolls import Rolled
from fireteam.tunnelcore.events.of_turns import Engaged, HelpArrived, HelpCalled
from fireteam.tunnelcore.positions import is_at_home, recount
from fireteam.tunnelcore.state import Behavior, Detention, Status
from fireteam.tunnelcore.stress_tracks import recount_active

if TYPE_CHECKING:
    from fireteam.kernel.actions import Command
    from fireteam.tunnelcore.dice_pool_basics.attempt import Attempt
    from fireteam.tunnelcore.state import Fighter, Scene

PROTECTED = (Behavior.SHOPKEEPER, Behavior.PSYCHIATRIST)
"""TC-8.12: whom nobody may be hostile to."""

GRIP_DIE = 6
"""TC-8.8: the size with which an Enforcer restrains."""

INTRUSIONS = frozenset({"hide", "work"})
"""TC-8.10: what wakes a Warden besides hostile actions."""

CALL_DIE = 6
CALL_COMES_ON = 4
CALL_DELAY = 2
"""TC-8.14: help comes on 4 or more of a d6, two rounds later."""


def engage(run: Run[Scene], fighter: Fighter) -> None:
    """TC-8.1 The hint and engagement. From now on the fighter takes turns and counts; a boss brings its die."""
    if fighter.engaged:
        return
    run.happened(Engaged(Id(fighter.id)))
    if run.scene.in_combat:
        enter_fight(run, fighter)


def enter_fight(run: Run[Scene], fighter: Fighter) -> None:
    """TC-4.2, TC-8.7: what follows when a fighter comes into a fight that is on."""
    add_boss_die(run, fighter)
    recount(run)


def check_breach(run: Run[Scene], attempt: Attempt) -> None:
    """TC-8.12 Rule breach. Hostility against the protected, or under cameras, engages every waiting Enforcer."""
    target = attempt.target
    if not attempt.actor.is_player or not attempt.deed.is_hostile or target is None:
        return
    if not run.scene.place.surveilled and target.behavior not in PROTECTED:
        return
    for fighter in [*run.scene.fighters.values()]:
        if fighter.behavior is Behavior.ENFORCER and fighter.active and not fighter.engaged:
            engage(run, fighter)


def check_intrusion(run: Run[Scene], attempt: Attempt) -> None:
    """TC-8.10 `warden`. A hostile action, `hide` or `work` by a player fighter of another side wakes one at home."""
    actor = attempt.actor
    if not actor.is_player or not (attempt.deed.is_hostile or attempt.deed.key in INTRUSIONS):
        return
    if not run.scene.place.facility:
        return
    for fighter in [*run.scene.fighters.values()]:
        if fighter.active and not fighter.engaged and fighter.side != actor.side and is_at_home(run.scene, fighter):
            engage(run, fighter)


def restrain_besides(run: Run[Scene], actor: Fighter, target: Fighter) -> None:
    """TC-8.8 `enforcer`. Each attack it wins also gives restrained d6, besides the effect."""
    if actor.behavior is Behavior.ENFORCER and target.status is Status.IN:
        restrain(run, target, GRIP_DIE, actor, "enforcer", "TC-8.8")


def detain(run: Run[Scene], fighter: Fighter, level: Detention, rule: str) -> None:
    """TC-8.13 Detention. Out of the scene, no trauma, restrained gone."""
    if fighter.status is Status.IN:
        run.happened(Detained(Id(fighter.id), str(level), rule))
        recount_active(run, fighter)


def detain_for_harm(run: Run[Scene], attempt: Attempt) -> None:
    """TC-8.11 `psychiatrist`. Whoever put stress on one is detained at the end of the action: severe, no roll."""
    for fighter in attempt.harm.detains:
        detain(run, fighter, Detention.SEVERE, "TC-8.11")


def check_release(scene: Scene, command: Command) -> Refusal | None:
    """TC-8.13 Detention: `release ID`, by the Wire DM."""
    if "target" not in command.args:
        return Refusal("name a fighter", "TC-8.13", "release ID")
    found = find_fighter(scene, command.args["target"], None)
    if isinstance(found, Refusal):
        return found
    command.args["target"] = found
    if scene.fighters[found].status is not Status.DETAINED:
        return Refusal(f"{found} is not detained", "TC-8.13")
    return None


def release(run: Run[Scene], command: Command) -> None:
    """TC-8.13 Detention: `release` brings him back."""
    fighter = run.scene.fighters[command.args["target"]]
    run.happened(Released(Id(fighter.id)))
    recount_active(run, fighter)
    if run.scene.in_combat:
        enter_fight(run, fighter)


def can_call(scene: Scene, fighter: Fighter) -> bool:
    """TC-8.14 Calling for help: an active NPC in combat, when nobody has."""
    return scene.in_combat and fighter.active and not fighter.is_player and not scene.place.help_called


def check_call(scene: Scene, fighter: Fighter) -> Refusal | None:
    """TC-8.14 Calling for help: once per scene for everyone, and only by an NPC in combat."""
    if scene.place.help_called:
        return Refusal("help has been called", "TC-8.14")
    return None if can_call(scene, fighter) else Refusal(f"{fighter.id} cannot call", "TC-8.14")


def call(run: Run[Scene], fighter: Fighter) -> None:
    """TC-8.14 Calling for help. In a surveilled place help comes; elsewhere on 4 or more of a d6."""
    scene = run.scene
    comes = scene.place.surveilled
    if not comes:
        face = run.roll(Face(CALL_DIE))
        if run.logs:
            kept = [face]
            run.happened(
                Rolled(Id(fighter.id), "call", "call", [[CALL_DIE, face]], kept, face, 4, False, 0, "TC-8.14")  # type: ignore[arg-type]
            )
        comes = face >= CALL_COMES_ON
    run.happened(HelpCalled(Id(fighter.id), comes, scene.round + CALL_DELAY if comes else 0))


def bring_help(run: Run[Scene]) -> None:
    """TC-8.14 Calling for help: at the beginning of the round that it is due the responders join, engaged."""
    from fireteam.tunnelcore.rest_and_time import join

    place = run.scene.place
    if not place.help_due or place.help_due != run.scene.round or place.help_side is None:
        return
    side = place.help_side
    run.happened(HelpArrived(side))
    for template in [*place.responders]:
        join(run, template, side, "help", "TC-8.14", engaged=True)
