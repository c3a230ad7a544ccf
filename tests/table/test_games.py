"""Every game's fights go through a journal and come back the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from fireteam.kernel.commands import legal_for, legal_for_gm
from fireteam.kernel.dice import Seeded
from fireteam.kernel.fight import Fight
from fireteam.kernel.library import quick_paths
from fireteam.kernel.scene import Phase
from fireteam.kernel.scenefile import load_scene, write_scene
from fireteam.kernel.visibility import GAME_MASTER
from fireteam.table.journal import load_story
from fireteam.table.replay import head, keep, keep_question, restore, verify
from fireteam.table.shelf import Journal
from tests.table.writing import FileJournal

COMMANDS = 25


def play_anything(fight: Fight, journal: Journal, seed: str) -> None:
    """Legal commands, answers, undo and redo, chosen by the faces of a die of their own."""
    chance = Seeded(seed)

    def pick(number: int) -> int:
        high, low = chance.faces([200, 200])
        return ((high - 1) * 200 + low - 1) % number

    for step in range(COMMANDS):
        fight.ask([*fight.scene.fighters, "gm"])
        offers = [one.text for one in legal_for(fight.ruleset, fight.scene, GAME_MASTER)]
        offers += [one.text for one in legal_for_gm(fight.ruleset, fight.scene) if one.action.verb != "end"]
        line = "start" if step == 2 and fight.scene.phase is Phase.CALM else offers[pick(len(offers))]
        outcome = fight.do("undo" if step % 7 == 5 else "redo" if step % 7 == 6 else line)
        for _ in range(50):
            if outcome.question is None:
                break
            keep_question(journal, fight)
            outcome = (
                fight.do("undo")
                if pick(9) == 0
                else fight.answer(outcome.question.answers[pick(len(outcome.question.answers))])
            )
        assert fight.question is None


@pytest.mark.parametrize("path", quick_paths(), ids=lambda path: path.stem)
def test_what_was_played_is_restored_and_verified(path: Path, tmp_path: Path) -> None:
    """State, log, undone commands and the place in the seed come back; every rule run again gives the same events."""
    ruleset, scene = load_scene(path)
    journal = FileJournal.begin(tmp_path / "fight-1.jsonl", head(ruleset, scene, "7", "0", path.stem))
    fight = Fight(ruleset, scene, Seeded("7"))
    keep(journal, fight)
    play_anything(fight, journal, path.stem)
    journal.close()
    fight.on_entry = None
    story = load_story(journal.path)
    restored = restore(story).fight
    assert write_scene(ruleset, restored.scene) == write_scene(ruleset, fight.scene)
    assert [(one.line, one.is_undone) for one in restored.entries] == [
        (one.line, one.is_undone) for one in fight.entries
    ]
    assert verify(story) == len(fight.entries) > 5
    for one in (fight, restored):
        one.decider = ruleset.autopilot(one.scene)
        for _ in range(12):
            command = ruleset.next_command(one.scene)
            if command is not None:
                assert one.do(command).is_done
        one.do("undo")
    assert write_scene(ruleset, restored.scene) == write_scene(ruleset, fight.scene)
    assert [one.faces for one in restored.entries] == [one.faces for one in fight.entries]
