"""A fight comes back from its journal exactly, and a journal that lies is found out."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fireteam.kernel.dice import Seeded
from fireteam.kernel.fight import Fight
from fireteam.kernel.scenefile import load_scene, write_scene
from fireteam.table.journal import JournalFault, Story, load_story, read_story, seal
from fireteam.table.replay import head, keep, keep_question, keep_standing, restore, verify
from tests.fronts.duelling import ALLEY
from tests.table.writing import FileJournal

pytestmark = pytest.mark.usefixtures("duel")

LINES = (
    "start",
    "hit bob-1",
    "set options.npcs manual",
    "bob-1: hit ann",
    "note Ünï 😀",
    "undo",
    "redo",
    "bob-2: hit ann",
    "reveal zed",
    "set fighters.ann.hearts 1",
)


def play(folder: Path, seed: str, lines: tuple[str, ...], answer: str | None = "dodge") -> tuple[Fight, Path]:
    """Plays the alley by these lines, with its journal; questions to Ann are answered, or left open."""
    ruleset, scene = load_scene(ALLEY)
    journal = FileJournal.begin(folder / f"alley-{seed}.jsonl", head(ruleset, scene, seed, "0", "alley"))
    fight = Fight(ruleset, scene, Seeded(seed))
    keep(journal, fight)
    fight.ask(["ann"])
    for line in lines:
        if line == "undo" or fight.question is None:
            outcome = fight.do(line)
            assert outcome.refusal is None, outcome.refusal
        while fight.question is not None:
            keep_question(journal, fight)
            if answer is None:
                break
            fight.answer(answer)
    journal.close()
    fight.on_entry = None
    return fight, journal.path


def go_on(fight: Fight) -> list[dict[str, Any]]:
    """What happens when a fight is played to its end from here."""
    fight.decider = fight.ruleset.autopilot(fight.scene)
    for _ in range(200):
        command = fight.ruleset.next_command(fight.scene)
        if command is None:
            break
        assert fight.do(command).is_done
    return [write_scene(fight.ruleset, fight.scene), {"faces": [one.faces for one in fight.entries]}]


@pytest.mark.parametrize("seed", ["1", "2", "3", "4", "5"])
def test_a_restored_fight_goes_on_as_the_played_one(tmp_path: Path, seed: str) -> None:
    """State, log, undo and the next dice are those of a fight that was never left."""
    fight, path = play(tmp_path, seed, LINES)
    restored = restore(load_story(path)).fight
    assert write_scene(restored.ruleset, restored.scene) == write_scene(fight.ruleset, fight.scene)
    assert [one.line for one in restored.entries] == [one.line for one in fight.entries]
    assert [one.is_undone for one in restored.entries] == [one.is_undone for one in fight.entries]
    assert verify(load_story(path)) == len(fight.entries)
    for _ in range(3):
        assert fight.do("undo").is_done and restored.do("undo").is_done
    assert write_scene(restored.ruleset, restored.scene) == write_scene(fight.ruleset, fight.scene)
    assert go_on(restored) == go_on(fight)


def test_an_open_question_is_restored_with_its_dice(tmp_path: Path) -> None:
    """A command that waits for an answer waits again, with the dice it had rolled, and verifies once answered."""
    asking = ("start", "set options.npcs manual", "set fighters.ann.hearts 1", "hit bob-1", "bob-1: hit ann")
    fight, path = play(tmp_path, "2", asking, answer=None)
    assert fight.pending is not None
    journal, story = FileJournal.go_on(path), load_story(path)
    restored = restore(story)
    waiting, again = restored.waiting, restored.fight
    assert waiting is not None and waiting["faces"] == fight.pending.faces
    keep(journal, again)
    again.ask(["ann"])
    outcome = again.go_on(waiting["line"], fight.pending.by, waiting["faces"], waiting["answers"])
    assert outcome.question == fight.pending.question
    assert again.answer("dodge").is_done and fight.answer("dodge").is_done
    assert again.entries[-1].faces == fight.entries[-1].faces
    journal.close()
    assert verify(load_story(path)) == 5


def test_a_withdrawn_question_keeps_its_dice_on_record(tmp_path: Path) -> None:
    """Taking back a command that waits leaves its dice in the journal; the check draws past them."""
    asking = ("start", "set options.npcs manual", "set fighters.ann.hearts 1", "hit bob-1", "bob-1: hit ann")
    _, path = play(tmp_path, "2", (*asking, "undo", "bob-1: hit ann"), answer=None)
    assert verify(load_story(path)) == 5
    assert restore(load_story(path)).waiting is not None


def test_standing_answers_are_restored(tmp_path: Path) -> None:
    """An answer given once and for all holds after the fight was left; a forgotten one does not."""
    _, path = play(tmp_path, "1", ("start",))
    journal = FileJournal.go_on(path)
    keep_standing(journal, "ann", "dodge", "dodge")
    keep_standing(journal, "gm", "doom", "hold")
    keep_standing(journal, "gm", "doom", None)
    journal.close()
    assert restore(load_story(path)).standing == {("ann", "dodge"): "dodge"}


def forged(path: Path, change: Callable[[list[dict[str, Any]]], None]) -> Story:
    """The journal with its lines changed by somebody who seals them anew."""
    bodies = load_story(path).lines
    change(bodies)
    last, lines = "", []
    for number, body in enumerate(bodies, start=1):
        line, last = seal({**body, "n": number}, last)
        lines.append(line)
    return read_story(("\n".join(lines) + "\n").encode())


def line_of(bodies: list[dict[str, Any]], line: str) -> dict[str, Any]:
    return next(body for body in bodies if body.get("line") == line)


def tampered_die(bodies: list[dict[str, Any]]) -> None:
    entry = line_of(bodies, "ann: hit bob-1")
    entry["faces"] = [entry["faces"][0] % 6 + 1]


def impossible_die(bodies: list[dict[str, Any]]) -> None:
    line_of(bodies, "ann: hit bob-1")["faces"] = [7]


def another_die(bodies: list[dict[str, Any]]) -> None:
    line_of(bodies, "ann: hit bob-1")["faces"].append(3)


def a_die_and_its_events(bodies: list[dict[str, Any]]) -> None:
    """A miss told consistently: only the seed knows better."""
    entry = line_of(bodies, "ann: hit bob-1")
    rolled, *_, turn = entry["events"]
    entry["faces"] = [2]
    entry["events"] = [{**rolled, "dice": [[6, 2]], "total": 2}, turn]


def edited_event(bodies: list[dict[str, Any]]) -> None:
    line_of(bodies, "ann: hit bob-1")["events"][0]["total"] = 99


def lost_event(bodies: list[dict[str, Any]]) -> None:
    line_of(bodies, "ann: hit bob-1")["events"].pop()


def added_event(bodies: list[dict[str, Any]]) -> None:
    events = line_of(bodies, "ann: hit bob-1")["events"]
    events.append(events[0])


def lost_entry(bodies: list[dict[str, Any]]) -> None:
    bodies.remove(line_of(bodies, "ann: hit bob-1"))


def another_command(bodies: list[dict[str, Any]]) -> None:
    line_of(bodies, "ann: hit bob-1")["line"] = "ann: hit bob-2"


def no_command(bodies: list[dict[str, Any]]) -> None:
    line_of(bodies, "ann: hit bob-1")["line"] = "ann: dance"


def another_answer(bodies: list[dict[str, Any]]) -> None:
    line_of(bodies, "ann: hit bob-1")["answers"] = ["dodge"]


def another_place(bodies: list[dict[str, Any]]) -> None:
    line_of(bodies, "ann: hit bob-1")["drawn"] += 1


def another_seed(bodies: list[dict[str, Any]]) -> None:
    bodies[0]["seed"] = "8"


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (tampered_die, "line 3 has dice that do not fit: the seed gives 5, the journal says 6"),
        (impossible_die, "line 3 has dice that do not fit: a d6 cannot show 7"),
        (another_die, "line 3 has dice that do not fit: dice left over: 3"),
        (a_die_and_its_events, "line 3 has dice that do not fit: the seed gives 5, the journal says 2"),
        (edited_event, r"line 3 says total 99 in event 1 \(rolled\); the rules give 5"),
        (lost_event, "line 3 lacks an event that the rules give: turn_began"),
        (added_event, "line 3 tells of more events than the rules give"),
        (lost_entry, "line 3 says another place in the seed than its dice lead to"),
        (another_command, "line 3 "),
        (no_command, "line 3 is refused by the rules: unknown verb: dance"),
        (another_answer, "line 3 has an answer that nothing asked for: dodge"),
        (another_place, "line 3 says another place in the seed"),
        (another_seed, "line 1 was edited: the seed does not fit the commitment"),
    ],
)
def test_a_forger_who_seals_anew_is_still_found(
    tmp_path: Path, change: Callable[[list[dict[str, Any]]], None], sentence: str
) -> None:
    """Dice, answers, commands and events are checked against the seed and the rules, not only against the seals."""
    _, path = play(tmp_path, "6", LINES)
    assert verify(forged(path, lambda bodies: None)) == len(LINES)
    with pytest.raises(JournalFault, match=sentence):
        verify(forged(path, change))


QUESTION = ("start", "set options.npcs manual", "set fighters.ann.hearts 1", "hit bob-1", "bob-1: hit ann")


@pytest.mark.parametrize(
    ("lines", "answer", "sentence"),
    [
        (QUESTION, "dodge", r"line 6 has dice that do not fit: its command goes on with \[\d, \d\], not \[\d\]"),
        ((*QUESTION, "undo"), None, "line 6 has dice that do not fit: its command goes on with"),
        (QUESTION, None, "line 6 does not fit: the seed gives"),
    ],
)
def test_a_die_of_a_question_is_checked_too(
    tmp_path: Path, lines: tuple[str, ...], answer: str | None, sentence: str
) -> None:
    """Whether it was answered, withdrawn, or waits still: what led up to it is what the rules and the seed gave."""

    def change(bodies: list[dict[str, Any]]) -> None:
        asked = next(body for body in bodies if body["kind"] == "asked")
        asked["faces"] = [asked["faces"][0] % 3 + 4]

    _, path = play(tmp_path, "2", lines, answer)
    verify(load_story(path))
    with pytest.raises(JournalFault, match=sentence):
        verify(forged(path, change))


def test_another_question_than_the_rules_ask_is_found(tmp_path: Path) -> None:
    """The open question's name, and what it was answered so far."""
    _, path = play(tmp_path, "2", QUESTION, None)
    for key, value, sentence in (
        ("question", {"key": "duck"}, "line 6 asks what the rules do not ask here"),
        ("question", 7, "line 6 is not a question of a journal"),
        ("answers", ["take"], "line 6 asks what the rules do not ask here"),
    ):

        def change(bodies: list[dict[str, Any]], key: str = key, value: Any = value) -> None:
            next(body for body in bodies if body["kind"] == "asked")[key] = value

        with pytest.raises(JournalFault, match=sentence):
            verify(forged(path, change))


@pytest.mark.parametrize(("key", "value"), [("line", [[1]]), ("faces", {}), ("faces", ["x"]), ("answers", [1])])
def test_an_entry_of_the_wrong_kind_is_named_by_line(tmp_path: Path, key: str, value: Any) -> None:
    """Sealed anew, it is still no command that could be shown."""

    def change(bodies: list[dict[str, Any]]) -> None:
        bodies[2][key] = value

    _, path = play(tmp_path, "7", LINES)
    with pytest.raises(JournalFault, match="line 3 does not fit what came before it: a line is text"):
        restore(forged(path, change))


def test_events_that_do_not_fit_the_scene_are_named_by_line(tmp_path: Path) -> None:
    """A journal whose events speak of nobody is a fault with its line, not an exception."""

    def change(bodies: list[dict[str, Any]]) -> None:
        bodies[2]["events"].append({"type": "revealed", "rule": "", "who": "nobody"})

    _, path = play(tmp_path, "7", LINES)
    with pytest.raises(JournalFault, match="line 3 does not fit what came before it"):
        restore(forged(path, change))


def test_a_game_that_is_not_installed_is_told(tmp_path: Path) -> None:
    """A journal of an unknown game, generator or scene says what is missing."""
    _, path = play(tmp_path, "1", ("start",))
    for key, value, sentence in (
        ("ruleset", "chess", "line 1 names a game that is not installed"),
        ("generator", "coins/1", "line 1 needs the generator coins/1"),
        ("scene", {"fighters": {"ann": {}}}, "line 1 holds a scene that this version refuses"),
    ):

        def change(bodies: list[dict[str, Any]], key: str = key, value: object = value) -> None:
            bodies[0][key] = value

        with pytest.raises(JournalFault, match=sentence):
            restore(forged(path, change))
