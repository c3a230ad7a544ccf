"""7 Combat commands: use, and what each tag of an item does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fireteam.kernel.events import Id
from fireteam.kernel.names import folded, short
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.run import Run
from fireteam.tunnelcore.action_mapping_reference.table import RESIST
from fireteam.tunnelcore.combat_commands.moving import are_adjacent
from fireteam.tunnelcore.content import Item, items
from fireteam.tunnelcore.dice_pool_basics.failing_and_winning import contend, contend_with_dice, final_die, pay
from fireteam.tunnelcore.effect_dice.complications import complicate_scene
from fireteam.tunnelcore.effect_dice.what_it_does import at_least_d6, strike, tell_effect
from fireteam.tunnelcore.events.of_fighters import ChromeDisabled, ItemUsed
from fireteam.tunnelcore.state import TRACKS, Box, Track
from fireteam.tunnelcore.stress_tracks import check_recovery, recover_track, worst_track

if TYPE_CHECKING:
    from fireteam.kernel.actions import Command
    from fireteam.tunnelcore.dice_pool_basics.attempt import Attempt
    from fireteam.tunnelcore.state import Fighter, Scene

EASY = (4, 4)
PLAIN = (6, 6)
HARD = (8, 8)
HARD_FROM = int(Box.D10)
"""TC-7.17: from this box on treatment is against d8 d8."""

TREATS: dict[str, tuple[int, ...]] = {
    "medical": (Track.PHYSICAL, Track.MENTAL, Track.SIGNAL),
    "stim": (Track.PHYSICAL, Track.MENTAL),
}
"""TC-7.17, TC-7.18: the tracks that an item of each tag treats."""


def find_item(text: str) -> Item | None:
    """The item of chapter 20 that somebody named, or the only one whose name begins so."""
    known = items()
    if text in known:
        return known[text]
    starts = [item for id, item in known.items() if folded(id).startswith(folded(text))]
    exact = [item for item in starts if folded(item.id) == folded(text)]
    return exact[0] if exact else starts[0] if len(starts) == 1 else None


def check_use(scene: Scene, actor: Fighter, target: Fighter | None, command: Command) -> Refusal | None:
    """TC-7.16 use. Whether there is such an item, one is left, the patient is adjacent and has something to treat."""
    args = command.args
    item = items().get(args.get("item", ""))
    if item is None:
        return Refusal(f"no such item: {short(args['item'])}" if "item" in args else "name an item", "TC-7.16")
    if actor.items.get(item.id, 0) < 1:
        return Refusal(f"no {item.id} left", "TC-7.16")
    if item.tag not in TREATS:
        return None
    patient = target or actor
    if patient is not actor and not are_adjacent(actor, patient):
        return Refusal(f"{patient.id} is not adjacent", "TC-7.5")
    return check_treatment(item, patient, args.get("track"))


def check_treatment(item: Item, patient: Fighter, named: str | None) -> Refusal | None:
    """TC-7.18 Stims: they treat physical and mental; otherwise as TC-2.8."""
    tracks = TREATS[item.tag]
    if named is None:
        return check_recovery(patient, worst_track(patient, tracks), "TC-2.8")
    track = TRACKS.index(named)
    if track not in tracks:
        return Refusal(f"a stim does not treat {named}", "TC-7.18")
    return check_recovery(patient, track, "TC-2.8")


def spend(run: Run[Scene], attempt: Attempt) -> None:
    """TC-7.16 use: the item is spent whatever the roll."""
    actor, item = attempt.actor, attempt.args["item"]
    run.happened(ItemUsed(Id(actor.id), item, actor.items[item] - 1))


def treated_track(attempt: Attempt, patient: Fighter) -> int:
    """TC-7.17 Medical items: the named track, else the worst that has not recovered this scene."""
    named = attempt.args.get("track")
    track = TRACKS.index(named) if named else worst_track(patient, TREATS[attempt.deed.key])
    if track is None:
        raise ValueError(f"{patient.id} has nothing to recover")
    return track


def medical(run: Run[Scene], attempt: Attempt) -> None:
    """TC-7.17 Medical items. Mental + Clever + item against d6 d6, or d8 d8 from d10 on; that track one box down."""
    patient = attempt.target or attempt.actor
    track = treated_track(attempt, patient)
    spend(run, attempt)
    hard = patient.stress[track] >= HARD_FROM
    if contend_with_dice(run, attempt, HARD if hard else PLAIN).outcome > 0:
        recover_track(run, patient, track, attempt.args["item"], "TC-7.17")


def stim(run: Run[Scene], attempt: Attempt) -> None:
    """TC-7.18 Stims. Physical + Quick + item against d4 d4; physical or mental one box down."""
    patient = attempt.target or attempt.actor
    track = treated_track(attempt, patient)
    spend(run, attempt)
    if contend_with_dice(run, attempt, EASY).outcome > 0:
        recover_track(run, patient, track, attempt.args["item"], "TC-7.18")


def emp(run: Run[Scene], attempt: Attempt) -> None:
    """TC-7.19 EMPs. Physical + Quick + item against resist; effect on signal, and no chrome to the end of the next
    round."""
    target = attempt.target
    if target is None:
        raise ValueError("an EMP has a target")
    spend(run, attempt)
    contested = contend(run, attempt, target, RESIST)
    if contested.outcome > 0:
        die = final_die(run.scene, attempt, contested)
        strike(run, attempt.actor, target, die, attempt.deed.track, attempt.harm, "TC-7.19")
        run.happened(ChromeDisabled(Id(target.id), run.scene.round + 1))
    elif contested.outcome < 0:
        pay(run, attempt)


def smoke(run: Run[Scene], attempt: Attempt) -> None:
    """TC-7.20 Smoke. Physical + Quick + item against d4 d4; scene complication smoke, even when three stand."""
    spend(run, attempt)
    contested = contend_with_dice(run, attempt, EASY)
    if contested.outcome > 0:
        die = final_die(run.scene, attempt, contested)
        tell_effect(run, attempt.actor, None, die, -1, "TC-7.20")
        complicate_scene(run, "smoke", at_least_d6(die), "smoke", "TC-7.20")
