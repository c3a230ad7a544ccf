"""Scenes and fights for the tests of SolarLink."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any

from fireteam.kernel.chances import explore
from fireteam.kernel.commands import read_command
from fireteam.kernel.decisions import Decider, Defaults, ScriptedAnswers
from fireteam.kernel.dice import Scripted, Source
from fireteam.kernel.fight import Fight
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.run import Cut, Run
from fireteam.kernel.scene import Scene, duplicate
from fireteam.kernel.scenefile import load_scene, merge, put_at_path, read_scene, write_scene
from fireteam.solarlink import RULESET
from fireteam.solarlink.state import SolarScene

CASES = Path(__file__).parents[2] / "cases" / "solarlink.toml"
BUNDLED = sorted((RULESET.folder / "scenes").glob("*.toml"))

_PLAIN = tomllib.loads(CASES.read_text(encoding="utf-8"))
SCENES = sorted(_PLAIN["scenes"])
"""The names of the scenes of the conformance cases."""


def scene(name: str, **patch: Any) -> SolarScene:
    """A scene of the conformance cases by name, with values set by path (`__` for a dot, `_dash_` for a hyphen)."""
    plain = merge(_PLAIN["scenes"][name], {})
    for path, value in patch.items():
        put_at_path(plain, path.replace("__", "."), value)
    found = read_scene(plain, RULESET)[1]
    assert isinstance(found, SolarScene)
    return found


def bundled(path: Path) -> SolarScene:
    """A bundled scene."""
    found = load_scene(path)[1]
    assert isinstance(found, SolarScene)
    return found


def fight(start: SolarScene, dice: list[int] | None = None, answers: list[str] | None = None) -> Fight:
    """A fight on scripted dice and answers."""
    return Fight(RULESET, start, Scripted(dice or []), ScriptedAnswers(answers or []))


def refusal(started: Fight | SolarScene, line: str) -> str:
    """Why a line is refused; fails if it is not."""
    table = started if isinstance(started, Fight) else fight(started)
    outcome = table.do(line)
    assert outcome.refusal is not None, f"{line} was carried out"
    return outcome.refusal.reason


def state(start: Scene) -> dict[str, Any]:
    """The whole state but for the count of events."""
    return {**write_scene(RULESET, start), "seq": 0}


def one_run(start: SolarScene, line: str, source: Source, decider: Decider | None = None) -> tuple[str, Any]:
    """The label and the expected numbers of one way for the dice to fall."""
    rule = RULESET.odds()
    trial = duplicate(start)
    command = read_command(RULESET, trial, line)
    assert not isinstance(command, Refusal), command
    action = RULESET.actions().by_key[command.action]
    refused = action.check(trial, command)
    assert refused is None, refused
    run: Run[Any] = Run(trial, source, decider or Defaults(), until=rule.until)
    try:
        action.resolve(run, command)
    except Cut:
        pass
    return rule.label(command, start, trial, run.events), rule.expected(command, start, trial, run.events)


def exact(start: SolarScene, line: str) -> tuple[dict[str, Fraction], dict[str, Fraction]]:
    """The exact chances of the labels of a command, and its expected numbers."""
    chances: dict[str, Fraction] = {}
    numbers: dict[str, Fraction] = {}
    for (label, found), chance in explore(lambda source: one_run(start, line, source)):
        chances[label] = chances.get(label, Fraction(0)) + chance
        for name, value in found.items():
            numbers[name] = numbers.get(name, Fraction(0)) + chance * value
    return chances, numbers
