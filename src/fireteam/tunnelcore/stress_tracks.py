"""2 Stress tracks: boxes marked and recovered, and what a full track means."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fireteam.kernel.events import Id
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.run import Run
from fireteam.tunnelcore.events.of_fighters import Beaten, StressChanged, StressedOut
from fireteam.tunnelcore.events.of_turns import BackIn, WentOut
from fireteam.tunnelcore.state import BOXES, OUT, TRACKS, Asset, Attribute, Behavior, Box, Detention, Status, Track

if TYPE_CHECKING:
    from fireteam.tunnelcore.action_mapping_reference.table import Deed
    from fireteam.tunnelcore.state import Fighter, Scene

TRACK_OF = (int(Track.PHYSICAL), int(Track.MENTAL), int(Track.MENTAL), int(Track.SIGNAL))
"""TC-2.4: the track that bars each attribute: Physical; Mental and Social; Ghost."""

DECKS = frozenset({"hack", "quickhack"})
"""TC-2.4: the actions that signal out bars besides those with Ghost."""

STRESS_DICE = (0, 6, 8, 10, 12, 12)
"""TC-2.9: the die of each box in the other side's pool; `out` counts d12."""

GREAT_BOX = int(Box.D8)


class Harm:
    """What one action has done so far that later steps ask about: a trauma, and player fighters who harmed a
    Psychiatrist (TC-3.1, TC-8.11); and who does it by its behaviour, so that nobody is asked for it (TC-19.2)."""

    __slots__ = ("acts_by_behaviour", "detains", "has_trauma")

    def __init__(self) -> None:
        self.has_trauma = False
        self.detains: list[Fighter] = []
        self.acts_by_behaviour: Fighter | None = None


def is_barred(fighter: Fighter, attribute: int) -> bool:
    """TC-2.4 Stressed Out: whether the track that carries an attribute is full."""
    return fighter.stress[TRACK_OF[attribute]] == OUT


def bar(scene: Scene, fighter: Fighter, deed: Deed, attribute: int) -> Refusal | None:
    """TC-2.4 Stressed Out, for player fighters. The attribute printed for an action and the one in its place count."""
    if deed.attribute >= 0 and is_barred(fighter, deed.attribute):
        track = TRACK_OF[deed.attribute]
    elif attribute >= 0 and is_barred(fighter, attribute):
        track = TRACK_OF[attribute]
    elif deed.key in DECKS and decks_are_barred(scene, fighter):
        track = int(Track.SIGNAL)
    else:
        return None
    return Refusal(f"{fighter.id} is stressed out on {TRACKS[track]}", "TC-2.4")


def decks_are_barred(scene: Scene, fighter: Fighter) -> bool:
    """TC-2.4: signal out bars hack and quickhack (option `signal_bars_decks`)."""
    return scene.options.signal_bars_decks and fighter.stress[Track.SIGNAL] == OUT


def can(scene: Scene, fighter: Fighter, deed: Deed) -> bool:
    """Whether nothing bars an action and the fighter owns the weapon or deck that it names."""
    if deed.attribute >= 0 and fighter.stress[TRACK_OF[deed.attribute]] == OUT:
        return False
    if deed.asset == Asset.RANGED and not fighter.assets[Asset.RANGED]:
        return False
    return deed.key not in DECKS or (bool(fighter.assets[Asset.DECK]) and not decks_are_barred(scene, fighter))


def is_incapacitated(scene: Scene, fighter: Fighter) -> bool:
    """TC-2.6 Stressed Out, for NPCs: any full track (option `npc_out`). TC-2.7: players, physical and mental."""
    physical, mental, signal = fighter.stress
    if fighter.is_player or scene.options.npc_out == "axis":
        return physical == OUT and mental == OUT
    return OUT in (physical, mental, signal)


def is_active(scene: Scene, fighter: Fighter) -> bool:
    """TC-2.7 Active. Status `in`, not hidden, not held and not incapacitated."""
    return (
        fighter.status is Status.IN and not fighter.hidden and not fighter.held and not is_incapacitated(scene, fighter)
    )


def recount_active(run: Run[Scene], fighter: Fighter) -> None:
    """TC-2.7 Active. A change gives `went_out` or `back_in`."""
    active = is_active(run.scene, fighter)
    if active and not fighter.active:
        run.happened(BackIn(Id(fighter.id)))
    elif fighter.active and not active:
        run.happened(WentOut(Id(fighter.id)))


def take_stress(
    run: Run[Scene],
    target: Fighter,
    track: int,
    boxes: int,
    by: Fighter | None,
    source: str,
    harm: Harm,
    *,
    jumps_to_d8: bool = False,
) -> None:
    """TC-2.3 Stepping up. Moves a track up by boxes, to `out` at most; a d8 effect takes an empty track to d8.

    What falls on a track that is out is a trauma (TC-3.1), a detention (TC-8.13) or, for NPCs, TC-2.6.
    """
    before = target.stress[track]
    by_enforcer = by is not None and by.behavior is Behavior.ENFORCER and target.is_player
    if by is not None and by.is_player and target.behavior is Behavior.PSYCHIATRIST:
        harm.detains.append(by)
    if before == OUT:
        take_stress_beyond(run, target, track, harm, by_enforcer=by_enforcer)
        return
    after = GREAT_BOX if jumps_to_d8 and before == 0 else min(OUT, before + boxes)
    run.happened(StressChanged(Id(target.id), TRACKS[track], BOXES[before], BOXES[after], source))
    if after == OUT:
        if run.logs:
            run.happened(StressedOut(Id(target.id), TRACKS[track]))
        if by_enforcer:
            from fireteam.tunnelcore.npc_behaviors import detain

            detain(run, target, Detention.STANDARD, "TC-8.13")
        recount_active(run, target)


def take_stress_beyond(run: Run[Scene], target: Fighter, track: int, harm: Harm, *, by_enforcer: bool) -> None:
    """TC-2.6 Stressed Out, for NPCs: what falls on a track that is out beats an NPC that still stands; for player
    fighters it is a trauma (TC-3.1) or, from an Enforcer, detention (TC-8.13)."""
    from fireteam.tunnelcore.npc_behaviors import detain
    from fireteam.tunnelcore.trauma import suffer_trauma

    if by_enforcer:
        detain(run, target, Detention.STANDARD, "TC-8.13")
    elif target.is_player:
        suffer_trauma(run, target, track, harm)
    elif run.scene.options.npc_out == "axis" and target.status is Status.IN:
        run.happened(Beaten(Id(target.id)))
        recount_active(run, target)


def can_recover(fighter: Fighter, track: int) -> bool:
    """TC-2.8 Recovery: whether a track has stress and has not recovered this scene."""
    return fighter.stress[track] > 0 and track not in fighter.recovered


def worst_track(fighter: Fighter, tracks: tuple[int, ...]) -> int | None:
    """TC-7.17: the worst track that has not recovered this scene, ties in track order; None if none can."""
    found = None
    for track in tracks:
        if can_recover(fighter, track) and (found is None or fighter.stress[track] > fighter.stress[found]):
            found = track
    return found


def check_recovery(fighter: Fighter, track: int | None, rule: str) -> Refusal | None:
    """TC-2.8 Recovery: each track once per scene whatever the source, and only one that has stress."""
    if track is None:
        return Refusal(f"{fighter.id} has nothing to recover", rule)
    if track in fighter.recovered:
        return Refusal(f"{fighter.id} already recovered {TRACKS[track]} this scene", rule)
    if not fighter.stress[track]:
        return Refusal(f"{fighter.id} has no {TRACKS[track]} stress", rule)
    return None


def recover_track(run: Run[Scene], fighter: Fighter, track: int, source: str, rule: str, boxes: int = 1) -> None:
    """TC-2.8 Recovery. One box down (two in a suite); `out` becomes `d12`."""
    before = fighter.stress[track]
    after = max(0, before - boxes)
    run.happened(
        StressChanged(Id(fighter.id), TRACKS[track], BOXES[before], BOXES[after], source, recovery=True, rule=rule)
    )
    recount_active(run, fighter)


def stress_die(scene: Scene, fighter: Fighter | None, track: int) -> int:
    """TC-2.9 Stress in pools (option `stress_feeds_opposition`): the other side's stress die on the action's track."""
    if fighter is None or track < 0 or not scene.options.stress_feeds_opposition:
        return 0
    return STRESS_DICE[fighter.stress[track]]


def can_act_with(fighter: Fighter, attribute: Attribute) -> bool:
    """Whether the fighter is not barred from an attribute."""
    return fighter.stress[TRACK_OF[attribute]] != OUT
