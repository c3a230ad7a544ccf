"""How a sitting begins: a scene or a saved fight chosen, the journal opened, and how it ends."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from enum import IntEnum
from itertools import islice
from pathlib import Path

from fireteam import __version__
from fireteam.fronts.terminal.keyboard import is_terminal, piped_lines, typed_lines, words_next
from fireteam.fronts.terminal.safe import safe
from fireteam.fronts.terminal.screen import Screen, Style
from fireteam.fronts.terminal.seat import Seat, read_seat
from fireteam.fronts.terminal.sitting import Sitting
from fireteam.kernel.dice import Seeded
from fireteam.kernel.fight import Fight
from fireteam.kernel.library import bundled, open_scene
from fireteam.kernel.names import find
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.ruleset import NoRuleset, find_ruleset, ruleset_ids
from fireteam.kernel.scene import OVER
from fireteam.table.journal import JournalFault
from fireteam.table.replay import head, keep, keep_left, keep_question, keep_standing, restore
from fireteam.table.shelf import InUse, Journal, Saved, Shelf

MOST_BLURB = 110
"""How much of a scene's blurb the opening list shows, in characters."""
MOST_RESUMABLE = 9
"""How many saved fights the opening list shows."""


class CannotPlay(Exception):
    """Why a sitting cannot begin, as a sentence that says what to change."""


def begin(scene: str, seed: str, seat: str, screen: Screen) -> tuple[Sitting, Journal]:
    """A new fight from a scene, with its journal. Raises `CannotPlay` and `SceneFaults`."""
    ruleset, state = open_scene(scene)
    if isinstance(chosen := read_seat(seat, state), Refusal):
        raise CannotPlay(f"--as: {chosen}")
    stem = Path(scene).stem
    try:
        journal = Shelf().begin(stem, head(ruleset, state, seed, __version__, stem))
    except OSError as error:
        where = error.filename or Shelf().folder
        raise CannotPlay(
            f"the fight cannot be kept in {where}: {error.strerror or error}; "
            "set FIRETEAM_HOME to a folder that can be written"
        ) from None
    fight = Fight(ruleset, state, Seeded(seed))
    return _seated(fight, chosen, screen, journal, {}), journal


def resume(id: str | None, seat: str, screen: Screen) -> tuple[Sitting, Journal]:
    """A saved fight, exactly where it was left, also with an open question. Raises `CannotPlay`."""
    found = Shelf().find(id)
    if isinstance(found, Refusal):
        saved = ", ".join(one.id for one in islice(Shelf().saved(), MOST_RESUMABLE))
        raise CannotPlay(
            f"{found}: {f'the saved fights are {saved}' if saved else 'begin one with fireteam play SCENE'}"
        )
    try:
        journal, story = Shelf().go_on(found)
    except (InUse, JournalFault, OSError) as fault:
        raise CannotPlay(f"{found} cannot be resumed: {fault}") from None
    try:
        restored = restore(story)
        if isinstance(chosen := read_seat(seat, restored.fight.scene), Refusal):
            raise CannotPlay(f"--as: {chosen}")
        sitting = _seated(restored.fight, chosen, screen, journal, restored.standing)
    except (JournalFault, CannotPlay) as fault:
        journal.close()
        raise CannotPlay(f"{found} cannot be resumed: {fault}") from None
    if restored.waiting is not None:
        sitting.pose_again(restored.waiting)
    return sitting, journal


def _seated(
    fight: Fight, seat: Seat, screen: Screen, journal: Journal, standing: dict[tuple[str, str], str]
) -> Sitting:
    sitting = Sitting(fight, screen, seat, standing)
    keep(journal, fight)
    sitting.on_question = lambda: keep_question(journal, fight)
    sitting.on_standing = lambda who, key, answer: keep_standing(journal, who, key, answer)
    return sitting


class Ending(IntEnum):
    """How a sitting ended; the number is the exit status."""

    LEFT = 0
    UNSAVED = 2
    MISTAKEN = 70


def play(sitting: Sitting, journal: Journal) -> Ending:
    """Plays until the lines end or somebody leaves.

    A mistake of the program costs the command in which it happens, not the evening: the fight goes on, and the ending
    tells of it.
    """
    screen = sitting.screen
    if is_terminal():
        lines = typed_lines(lambda: prompt_of(sitting), lambda typed: words_next(sitting, typed))
    else:
        lines = piped_lines()
    how = f"fireteam play --resume {journal.id}"
    ending = Ending.LEFT
    try:
        if sitting.fight.question is None:
            sitting.open()
        for line in lines:
            try:
                if not sitting.hear(line):
                    break
            except Exception as mistake:
                if isinstance(mistake, OSError | InUse) or os.environ.get("FIRETEAM_DEBUG"):
                    raise
                ending = Ending.MISTAKEN
                _own_up(screen, mistake)
    except KeyboardInterrupt:
        screen.say()
    except InUse as elsewhere:
        screen.say(f"The last command was not taken: {elsewhere}.")
        screen.say(how, indent=2)
        return Ending.UNSAVED
    except BrokenPipeError:
        raise
    except OSError as error:
        screen.say(f"The last command could not be saved: {error.strerror or error}.")
        screen.say("Everything before it is saved. Make room, then go on with:")
        screen.say(how, indent=2)
        return Ending.UNSAVED
    finally:
        _close(sitting, journal)
    is_over = sitting.fight.scene.phase is OVER
    screen.say(f"The fight is {'over' if is_over else 'saved'}. To {'look at it again' if is_over else 'go on'}:")
    screen.say(how, indent=2)
    return ending


def _own_up(screen: Screen, mistake: Exception) -> None:
    screen.say(
        f"Fireteam made a mistake in this command, not you ({type(mistake).__name__}: {safe(str(mistake))}). The fight "
        "is saved and goes on: scene shows how it stands. FIRETEAM_DEBUG=1 shows where; please report it.",
        hang=2,
    )


def _close(sitting: Sitting, journal: Journal) -> None:
    try:
        keep_left(journal, sitting.fight)
    except (
        OSError,
        ValueError,
        InUse,
    ):  # a full disk, or a journal that is closed already: each line stands on its own
        pass
    journal.close()


def prompt_of(sitting: Sitting) -> str:
    """What stands before the cursor: who is asked or acts."""
    fight = sitting.fight
    known = sitting.known()
    name = sitting.name()
    if fight.question is not None:
        return f"{fight.question.key} [{fight.question.default}]? "
    acting = known.get("acting")
    return f"{name(acting)}> " if acting else "> "


def choose(screen: Screen) -> tuple[str, str] | None:
    """Asks which scene to play or which fight to resume: ("play", name) or ("resume", id); None: none of them."""
    offers = _offer(screen)
    if is_terminal():
        lines: Iterator[str] = typed_lines(lambda: "Number or name> ", _beginnings(list(offers)))
    else:
        lines = piped_lines()
    by_number = {str(number): offer for number, offer in enumerate(offers.values(), start=1)}
    for line in lines:
        word = line.strip()
        if word in ("quit", "exit", "q"):
            return None
        if not word:
            screen.say("Type the number or the name of a scene, or quit.")
            continue
        if word in by_number:
            return by_number[word]
        found = find(word, {name: () for name in offers}, "scene or fight")
        if isinstance(found, str):
            return offers[found]
        screen.say(f"No: {found}. Type the number or the name of a scene, or quit.")
    return None


def _offer(screen: Screen) -> dict[str, tuple[str, str]]:
    """Lists what can be played; by name, in the order of the numbers."""
    offers: dict[str, tuple[str, str]] = {}
    for id in ruleset_ids():
        try:
            ruleset = find_ruleset(id)
        except NoRuleset as missing:
            screen.say(f"({missing})")
            continue
        scenes = bundled(ruleset)
        if scenes:
            screen.say(ruleset.title, style=Style.HEAD)
        for one in scenes:
            offers[one.name] = ("play", str(one.path))
            screen.say(f"{len(offers)}. {one.name}: {_in_short(safe(one.blurb or one.name))}", indent=2, hang=4)
    waiting = list(islice(Shelf().waiting(), MOST_RESUMABLE))
    if waiting:
        screen.say("Fights to go on with", style=Style.HEAD)
    for saved in waiting:
        offers[saved.id] = ("resume", saved.id)
        screen.say(f"{len(offers)}. {saved.id}: {_stood(saved)}", indent=2, hang=4)
    return offers


def _in_short(blurb: str) -> str:
    """As much of a blurb as a list has room for, whole words."""
    if len(blurb) <= MOST_BLURB:
        return blurb
    return blurb[:MOST_BLURB].rpartition(" ")[0].rstrip(",;:.") + " …"


def _stood(saved: Saved) -> str:
    from datetime import datetime

    when = datetime.fromisoformat(saved.changed).astimezone().strftime("%Y-%m-%d %H:%M")
    where = f"round {saved.round}" if saved.phase == "combat" else "not begun" if saved.phase == "calm" else "over"
    return f"{safe(saved.title)} ({saved.ruleset}), {where}, left {when}"


def _beginnings(names: list[str]) -> Callable[[str], list[str]]:
    return lambda typed: [name for name in names if name.startswith(typed)]
