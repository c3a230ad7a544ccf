"""Every conformance case three times over: as a fold of its events, without logs, and written out between commands."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.kernel.commands import read_command
from fireteam.kernel.decisions import ScriptedAnswers
from fireteam.kernel.dice import Scripted
from fireteam.kernel.fight import Fight, carry_out, fold
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.run import Run
from fireteam.kernel.scene import duplicate
from fireteam.kernel.scenefile import read_scene, write_scene
from fireteam.solarlink import RULESET
from tests.solarlink.table import scene, state
from tests.solarlink.test_cases import CASES

CARRIED_OUT = [case for case in CASES if "error" not in case]


def first_scene(case: dict[str, Any]) -> Any:
    """The scene before the first command of a case."""
    return scene(case["scene"], **case.get("patch", {}))


def played(case: dict[str, Any]) -> Fight:
    """A case, played."""
    dice, answers = Scripted(case.get("dice", [])), ScriptedAnswers(case.get("choose", []))
    fight = Fight(RULESET, first_scene(case), dice, answers)
    for line in case["do"]:
        assert fight.do(line).is_done
    return fight


@pytest.mark.parametrize("case", CARRIED_OUT, ids=lambda case: case["id"])
def test_the_events_are_the_state(case: dict[str, Any]) -> None:
    """Folding the events of a case onto its first scene gives its last, to the last field."""
    fight = played(case)
    events = [happened for entry in fight.entries for happened in entry.events]
    assert write_scene(RULESET, fold(RULESET, first_scene(case), events)) == write_scene(RULESET, fight.scene)


@pytest.mark.parametrize("case", [one for one in CARRIED_OUT if "undo" not in one["do"]], ids=lambda case: case["id"])
def test_without_logs_the_same_happens(case: dict[str, Any]) -> None:
    """With logs off and straight on the scene, as forecasts play, the same dice lead to the same state."""
    bare = duplicate(first_scene(case))
    dice, answers = Scripted(case.get("dice", [])), ScriptedAnswers(case.get("choose", []))
    run: Run[Any] = Run(bare, dice, answers, logs=False)
    for line in case["do"]:
        command = read_command(RULESET, bare, line)
        assert not isinstance(command, Refusal)
        assert carry_out(RULESET, run, command) is None
    assert state(bare) == state(played(case).scene)
    assert dice.left == []


@pytest.mark.parametrize("case", [one for one in CARRIED_OUT if "undo" not in one["do"]], ids=lambda case: case["id"])
def test_written_out_between_commands_it_goes_on(case: dict[str, Any]) -> None:
    """Saved and read again after every command, the case comes to the same end."""
    dice, answers = Scripted(case.get("dice", [])), ScriptedAnswers(case.get("choose", []))
    now = first_scene(case)
    for line in case["do"]:
        fight = Fight(RULESET, now, dice, answers)
        assert fight.do(line).is_done
        now = read_scene(write_scene(RULESET, fight.scene), RULESET)[1]
    assert state(now) == state(played(case).scene)
