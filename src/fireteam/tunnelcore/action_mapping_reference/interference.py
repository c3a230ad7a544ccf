"""9 Action mapping reference: resisting ghost interference."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fireteam.kernel.commands import find_fighter
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.run import Run
from fireteam.tunnelcore.action_mapping_reference.table import RESIST
from fireteam.tunnelcore.dice_pool_basics.contest import LOSE, TIE, WIN, Contested, contest_of
from fireteam.tunnelcore.dice_pool_basics.keep_two import SIZES
from fireteam.tunnelcore.dice_pool_basics.opposed_rolls import settle_hitches, tell_outcome, tell_roll
from fireteam.tunnelcore.dice_pool_basics.pools import defence_pool
from fireteam.tunnelcore.doom_pool.tower import world_event
from fireteam.tunnelcore.effect_dice.complications import personal_die
from fireteam.tunnelcore.effect_dice.what_it_does import mark, tell_effect
from fireteam.tunnelcore.state import OUT, Attribute, Status, Track, in_the_fight
from fireteam.tunnelcore.stress_tracks import Harm
from fireteam.tunnelcore.turns import end_if_decided

if TYPE_CHECKING:
    from fireteam.kernel.actions import Command
    from fireteam.tunnelcore.state import Fighter, Scene

DEFAULT_DIE = 6
VERB = "interfere"


def interfere_with(run: Run[Scene], fighter: Fighter, size: int) -> None:
    """TC-9.8 resist signal against interference. The fighter rolls resist, then two dice of that size as actor.

    The dice add the fighter's largest complication that hinders Ghost. Strictly higher, their effect die marks signal,
    with no choices and no scene complication.
    """
    scene = run.scene
    resist = defence_pool(fighter, RESIST)
    die = personal_die(fighter, Attribute.GHOST, "")
    dice = (size, size, die) if die else (size, size)
    contested = run.roll(contest_of(resist, dice, fighter.is_player, False, scene.options.hitches_set_aside))
    if run.logs:
        tell_interference(run, fighter, resist, dice, contested)
    settle_hitches(run, fighter, contested.hitches, None, 0)
    if contested.outcome < 0:
        tell_effect(run, None, fighter, contested.effect, Track.SIGNAL, "TC-9.8")
        mark(run, None, fighter, contested.effect, Track.SIGNAL, "interference", Harm())


def tell_interference(
    run: Run[Scene], fighter: Fighter, resist: tuple[int, ...], dice: tuple[int, ...], contested: Contested
) -> None:
    """The two rolls of interference, the fighter's first, and the comparison seen from the interference."""
    total = theirs = None
    if contested.faces is not None:
        theirs = tell_roll(run, fighter, "opposition", VERB, resist, contested.faces[: len(resist)])
        total = tell_roll(run, None, "actor", VERB, dice, contested.faces[len(resist) :])
    turned = {WIN: LOSE, TIE: TIE, LOSE: WIN}[contested.outcome]
    seen = Contested(turned, contested.effect, False, 0, 0, -contested.margin, contested.faces)
    # A tie holds against interference whatever the option says: nobody's action failed.
    tell_outcome(run, None, fighter, VERB, total, theirs, seen, tie_holds=True)


def interfere_all(run: Run[Scene]) -> None:
    """TC-9.8: at the end of each round, each player fighter in the fight whose signal is not out, in listing order."""
    size = run.scene.place.interference
    if size is None:
        return
    for fighter in [*run.scene.fighters.values()]:
        if not run.scene.in_combat:
            return
        if fighter.is_player and in_the_fight(fighter) and fighter.stress[Track.SIGNAL] != OUT:
            interfere_with(run, fighter, size)
    after_interference(run)


def after_interference(run: Run[Scene]) -> None:
    """TC-6.12, TC-14.5: the tower and the end of combat are looked at after interference."""
    world_event(run)
    end_if_decided(run)


def check_interfere(scene: Scene, command: Command) -> Refusal | None:
    """TC-9.8 `interfere ID [dN]`, by the Wire DM."""
    if "target" not in command.args:
        return Refusal("needs a target", "TC-9.8", "interfere ID [dN]")
    found = find_fighter(scene, command.args["target"], None)
    if isinstance(found, Refusal):
        return found
    command.args["target"] = found
    if scene.fighters[found].status is not Status.IN:
        return Refusal(f"{found} is not in the scene", "TC-9.8")
    size = command.args.get("die", DEFAULT_DIE)
    if size not in SIZES:
        return Refusal(f"d{size} is not a die from d4 to d12", "TC-9.8")
    return None


def interfere(run: Run[Scene], command: Command) -> None:
    """TC-9.8 `interfere ID [dN]`, by the Wire DM."""
    interfere_with(run, run.scene.fighters[command.args["target"]], command.args.get("die", DEFAULT_DIE))
    after_interference(run)
