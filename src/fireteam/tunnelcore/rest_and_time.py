"""21 Rest and time: breaks, sessions, rest, treatment, and what the Wire DM does by hand."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fireteam.kernel.by_hand import set_action
from fireteam.kernel.commands import find_fighter
from fireteam.kernel.events import Hidden, Id, SetByHand
from fireteam.kernel.names import find, short
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.run import Run
from fireteam.kernel.scenefile import MOST_FIGHTERS
from fireteam.tunnelcore.content import templates
from fireteam.tunnelcore.dice_pool_basics.contest import contest_of, hitches_of
from fireteam.tunnelcore.dice_pool_basics.keep_two import SIZES, pool_of, read_pool
from fireteam.tunnelcore.dice_pool_basics.opposed_rolls import tell_outcome
from fireteam.tunnelcore.events.of_fighters import Rested, Revealed
from fireteam.tunnelcore.events.of_rolls import Rolled
from fireteam.tunnelcore.events.of_turns import Joined, Removed, SceneBroke, SessionBegan
from fireteam.tunnelcore.npc_behaviors import enter_fight
from fireteam.tunnelcore.positions import put, recount, recount_all
from fireteam.tunnelcore.state import POSITION_OF, POSITIONS, TRACKS, Status, Track
from fireteam.tunnelcore.stress_tracks import can_recover, check_recovery, recount_active, recover_track, worst_track
from fireteam.tunnelcore.turns import end_if_decided, go_round

if TYPE_CHECKING:
    from fireteam.kernel.actions import Command
    from fireteam.tunnelcore.state import Fighter, Scene

ALL_TRACKS = tuple(int(track) for track in Track)
RESTS = (Status.IN, Status.FLED, Status.YIELDED, Status.CARRIED)
"""TC-21.3: which player fighters rest when nobody is named."""
SUITE_BOXES = (1, 2, 2)
"""TC-21.3: the boxes that a Neural Recovery Suite takes from each track."""
MOST_ROLLED = 20
"""TC-21.5: the most dice on each side of a bare roll."""

_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,59}$")
_DICE = re.compile(r"(\d{0,9})d(\d{1,9})$", re.IGNORECASE | re.ASCII)


def check_calm(scene: Scene, command: Command) -> Refusal | None:
    """TC-21.1 break, TC-21.2 session: outside combat."""
    return Refusal("not during combat", "TC-21.1") if scene.in_combat else None


def break_(run: Run[Scene], command: Command) -> None:
    """TC-21.1 break. What the scene cleared falls away (`SceneBroke`), player fighters who left are back."""
    run.happened(SceneBroke())
    after_break(run)


def session(run: Run[Scene], command: Command) -> None:
    """TC-21.2 session. A new day at the table: as break, and plot points, doom pool and tower (`SessionBegan`)."""
    run.happened(SessionBegan(run.scene.options.session_resets_doom))
    after_break(run)


def after_break(run: Run[Scene]) -> None:
    """TC-4.11 Recovery: a scene break sets all shifts to 0; TC-4.2: and positions are recounted."""
    for fighter in [*run.scene.fighters.values()]:
        recount_active(run, fighter)
    recount_all(run)


def check_rest(scene: Scene, command: Command) -> Refusal | None:
    """TC-21.3 rest: outside combat and in a safe place."""
    if scene.in_combat:
        return Refusal("not during combat", "TC-21.3")
    if not scene.place.safe:
        return Refusal("this place is not safe", "TC-21.3")
    named = []
    for text in command.args.get("fighters", ()):
        found = find_fighter(scene, text, None)
        if isinstance(found, Refusal):
            return found
        named.append(found)
    if named:
        command.args["fighters"] = named
    return None


def rest(run: Run[Scene], command: Command) -> None:
    """TC-21.3 rest. Every track that has stress and has not recovered goes down one box, in a suite mental and signal
    two."""
    scene = run.scene
    everybody = [one.id for one in scene.fighters.values() if one.is_player and one.status in RESTS]
    for id in command.args.get("fighters", everybody):
        fighter = scene.fighters[id]
        if run.logs:
            run.happened(Rested(Id(id)))
        for track in ALL_TRACKS:
            if can_recover(fighter, track):
                boxes = SUITE_BOXES[track] if scene.place.recovery_suite else 1
                recover_track(run, fighter, track, "rest", "TC-21.3", boxes)


def check_treat(scene: Scene, command: Command) -> Refusal | None:
    """TC-21.4 treat ID [TRACK]: outside combat, and as TC-2.8."""
    if scene.in_combat:
        return Refusal("not during combat", "TC-21.4")
    if "target" not in command.args:
        return Refusal("needs a target", "TC-21.4", "treat ID [TRACK]")
    found = find_fighter(scene, command.args["target"], None)
    if isinstance(found, Refusal):
        return found
    command.args["target"] = found
    return check_recovery(scene.fighters[found], track_to_treat(scene.fighters[found], command), "TC-2.8")


def track_to_treat(fighter: Fighter, command: Command) -> int | None:
    """TC-21.4 treat: the named track, else the worst as in TC-7.17."""
    named = command.args.get("track")
    return TRACKS.index(named) if named else worst_track(fighter, ALL_TRACKS)


def treat(run: Run[Scene], command: Command) -> None:
    """TC-21.4 treat ID [TRACK]. Professional treatment, no roll: one box of a track."""
    fighter = run.scene.fighters[command.args["target"]]
    track = track_to_treat(fighter, command)
    if track is not None:
        recover_track(run, fighter, track, "treatment", "TC-21.4")


# TC-21.5 By hand


def free_id(scene: Scene, template: str) -> str:
    """TC-21.5 By hand: TEMPLATE-N with the lowest free N."""
    number = 1
    while f"{template}-{number}" in scene.fighters:
        number += 1
    return f"{template}-{number}"


def join(
    run: Run[Scene],
    template: str,
    side: str,
    why: str,
    rule: str,
    *,
    id: str = "",
    engaged: bool = False,
) -> None:
    """TC-21.5 By hand: a newcomer, however it comes, stands at the end; TC-14.5 an arrival may decide a fight."""
    scene = run.scene
    if len(scene.fighters) >= MOST_FIGHTERS:
        return
    name = id or free_id(scene, template)
    run.happened(Joined(Id(name), template, side, why, engaged, rule))
    if scene.in_combat:
        enter_fight(run, scene.fighters[name])
        end_if_decided(run)


def check_add(scene: Scene, command: Command) -> Refusal | None:
    """TC-21.5 By hand: `add TEMPLATE [as ID] [on SIDE]`."""
    args = command.args
    template = find(args.get("template", ""), dict.fromkeys(templates(), ()), "template")
    if isinstance(template, Refusal):
        return Refusal(template.reason, "TC-21.5", "add TEMPLATE [as ID] [on SIDE]")
    args["template"] = template
    id = args.get("id")
    if id is not None:
        if id in scene.fighters:
            return Refusal(f"{id} is taken", "TC-21.5")
        if not _ID.match(id):
            return Refusal("an id has 1 to 60 lower-case letters, digits and hyphens", "TC-21.5")
    if "side" not in args and default_side(scene) is None:
        return Refusal("needs a side", "TC-21.5")
    if len(scene.fighters) >= MOST_FIGHTERS:
        return Refusal(f"a scene has at most {MOST_FIGHTERS} fighters", "TC-21.5")
    return None


def default_side(scene: Scene) -> str | None:
    """TC-21.5 By hand: the first NPC's side."""
    return next((one.side for one in scene.fighters.values() if not one.is_player), None)


def add(run: Run[Scene], command: Command) -> None:
    """TC-21.5 By hand: a newcomer."""
    args = command.args
    side = args.get("side") or default_side(run.scene)
    join(run, args["template"], str(side), "by hand", "TC-21.5", id=args.get("id", ""))


def check_remove(scene: Scene, command: Command) -> Refusal | None:
    """TC-21.5 By hand: `remove ID`."""
    if "target" not in command.args:
        return Refusal("name a fighter", "TC-21.5", "remove ID")
    found = find_fighter(scene, command.args["target"], None)
    if isinstance(found, Refusal):
        return found
    command.args["target"] = found
    return None


def remove(run: Run[Scene], command: Command) -> None:
    """TC-21.5 By hand: `remove ID`; every reference to it is cleared, and the turn passes on if it was its own."""
    scene = run.scene
    was_acting = scene.acting == command.args["target"]
    run.happened(Removed(Id(command.args["target"])))
    after_change(run)
    if was_acting and scene.in_combat:
        go_round(run)


def after_change(run: Run[Scene]) -> None:
    """TC-4.2, TC-14.5: who is active, boss dice, positions and the end of combat after something done by hand."""
    scene = run.scene
    for fighter in [*scene.fighters.values()]:
        recount_active(run, fighter)
    if scene.in_combat:
        for fighter in [*scene.fighters.values()]:
            enter_fight(run, fighter)
        recount(run)
        end_if_decided(run)


def hide_by_hand(run: Run[Scene], command: Command) -> None:
    """TC-21.5 By hand: `hide ID`; a hidden fighter is not active (TC-2.7)."""
    run.happened(Hidden(Id(command.args["target"]), "TC-21.5"))
    after_change(run)


def reveal_by_hand(run: Run[Scene], command: Command) -> None:
    """TC-21.5 By hand: `reveal ID`."""
    run.happened(Revealed(Id(command.args["target"]), "TC-21.5"))
    after_change(run)


KERNEL_SET = set_action("TC-21.5")


def check_set(scene: Scene, command: Command) -> Refusal | None:
    """TC-3.4 For good: a lost distinction cannot be rewritten. Otherwise TC-21.5: what a sheet may hold."""
    parts = command.args.get("path", "").split(".")
    if len(parts) == 3 and parts[0] == "fighters" and parts[2] == "distinctions" and parts[1] in scene.fighters:
        fighter = scene.fighters[parts[1]]
        words = [word.strip() for word in command.args.get("value", "").split(",")]
        for slot in fighter.lost_slots:
            if slot > len(words) or words[slot - 1] != fighter.distinctions[slot - 1]:
                return Refusal("a lost distinction cannot be rewritten", "TC-3.4")
    refusal = KERNEL_SET.check(scene, command)
    if refusal is not None and " is not a die " in refusal.reason:
        return Refusal(refusal.reason.replace('"', ""), "TC-21.5")
    return refusal


def set_(run: Run[Scene], command: Command) -> None:
    """TC-21.5 By hand: `set PATH VALUE`. `set` on `position` changes the shift; then active and positions are
    recounted."""
    scene = run.scene
    path: str = command.args["path"]
    parts = path.split(".")
    if parts[0] == "fighters" and parts[-1] == "position" and len(parts) == 3:
        set_position(run, scene.fighters[parts[1]], path, command.args["value"])
    else:
        KERNEL_SET.resolve(run, command)
    after_change(run)
    recount_all(run)


def set_position(run: Run[Scene], fighter: Fighter, path: str, word: str) -> None:
    """TC-21.5 By hand: the shift becomes the new position minus base (TC-4.4). A Warden at home stays Controlled."""
    old = POSITIONS[fighter.position]
    put(run, fighter, POSITION_OF[word], "by hand", "TC-21.5")
    run.happened(SetByHand(path, old, POSITIONS[fighter.position], "TC-21.5"))


def read_dice(text: str) -> list[int] | Refusal:
    """TC-21.5 By hand: the dice of a bare roll, d4 to d12."""
    found: list[int] = []
    for word in text.replace("+", " ").replace(",", " ").split():
        match = _DICE.match(word)
        size = int(match.group(2)) if match else 0
        if size not in SIZES:
            return Refusal(f"{short(word)} is not a die from d4 to d12", "TC-21.5", "roll DICE [vs DICE]")
        number = int(match.group(1) or 1) if match else 1
        if not 1 <= number <= MOST_ROLLED - len(found):
            return Refusal(f"a roll has from 1 to {MOST_ROLLED} dice a side", "TC-21.5")
        found += [size] * number
    return found or Refusal("name dice", "TC-21.5", "roll DICE [vs DICE]")


def split_roll(text: str) -> tuple[list[int] | Refusal, list[int] | Refusal | None]:
    """The two sides of a bare roll; one, if there is no `vs`."""
    first, versus, second = text.partition(" vs ")
    return read_dice(first), read_dice(second) if versus else None


def check_roll(scene: Scene, command: Command) -> Refusal | None:
    """TC-21.5 By hand: `roll DICE [vs DICE]`."""
    for side in split_roll(command.args.get("dice", "")):
        if isinstance(side, Refusal):
            return side
    return None


def roll(run: Run[Scene], command: Command) -> None:
    """TC-21.5 By hand: `roll DICE [vs DICE]` reads dice by chapter 1 and feeds nothing."""
    from fireteam.kernel.dice import Faces

    scene = run.scene
    first, second = split_roll(command.args["dice"])
    if isinstance(first, Refusal) or isinstance(second, Refusal):
        raise ValueError("a roll is checked before it is made")
    who = None if command.actor is None else Id(command.actor)
    if second is None:
        faces = run.roll(Faces(first))
        tell_bare_roll(run, who, "actor", first, faces)
        return
    contested = run.roll(contest_of(tuple(first), tuple(second), True, True, scene.options.hitches_set_aside))
    if contested.faces is None:
        tell_outcome(run, None, None, "roll", None, None, contested)
        return
    total = tell_bare_roll(run, who, "actor", first, contested.faces[: len(first)])
    theirs = tell_bare_roll(run, None, "opposition", second, contested.faces[len(first) :])
    tell_outcome(run, None, None, "roll", total, theirs, contested)


def tell_bare_roll(run: Run[Scene], who: Id | None, role: str, sizes: list[int], faces: object) -> int:
    """One side of a bare roll; every 1 is shown as a hitch, though none counts."""
    shown = [*faces]  # type: ignore[misc]
    read = read_pool(pool_of(tuple(sizes)), shown, sets_ones_aside=run.scene.options.hitches_set_aside)
    dice = [[size, face] for size, face in zip(sizes, shown, strict=True)]
    run.happened(
        Rolled(
            who,
            role,
            "roll",
            dice,
            [*read.kept],
            read.total,
            read.effect,  # type: ignore[arg-type]
            read.critical,
            hitches_of(shown),
            "TC-21.5",
        )
    )
    return read.total
