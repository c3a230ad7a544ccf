"""Scenes that the laboratory's tests look at: a duel with one die, and the bundled fights of every game."""

from __future__ import annotations

from math import prod, sqrt
from typing import Any

from fireteam.kernel.chances import Enumerated, TooManyBranches, explore
from fireteam.kernel.dice import Faces, Reading, Seeded
from fireteam.kernel.fight import Fight
from fireteam.kernel.ruleset import Ruleset
from fireteam.kernel.run import Cut, Run
from fireteam.kernel.scene import Scene, duplicate
from fireteam.kernel.scenefile import read_scene
from tests.kernel.duel import DUEL

FIGHTERS: dict[str, dict[str, Any]] = {
    "ann": {"side": "crew", "controlled_by": "player", "name": "Ann"},
    "bob": {"side": "row", "template": "thug", "count": 2},
}


def calm_duel(**fighters: dict[str, Any]) -> Scene:
    """One against two, before the fight. `fighters` join them or override one of them."""
    merged = {**FIGHTERS, **{id: {**FIGHTERS.get(id, {}), **more} for id, more in fighters.items()}}
    return read_scene({"title": "One against two", "fighters": merged}, DUEL)[1]


def duel(**fighters: dict[str, Any]) -> Scene:
    """The same fight, begun: it is Ann's turn."""
    fight = Fight(DUEL, calm_duel(**fighters), Seeded("duel"))
    assert fight.do("start").is_done
    return fight.scene


class ByFaces:
    """Enumeration the slow way: every combination of faces, which the rule's own reading then reads."""

    def __init__(self, source: Enumerated, most: int) -> None:
        self.source = source
        self.most = most

    def answer(self, reading: Reading[Any]) -> tuple[Any, None]:
        if prod(reading.sizes) > self.most:
            raise TooManyBranches(self.most)
        faces, _ = self.source.answer(Faces(reading.sizes))
        return reading.read(faces), None


def labelled(ruleset: Ruleset, scene: Scene, command: Any, dice: Any) -> tuple[str, dict[str, Any]]:
    """One run of a checked command on some dice: its label and its numbers."""
    rule = ruleset.odds()
    trial = duplicate(scene)
    run: Run[Any] = Run(trial, dice, rule.decider(trial), until=rule.until)
    try:
        ruleset.actions().by_key[command.action].resolve(run, command)
    except Cut:
        pass
    return rule.label(command, scene, trial, run.events), rule.expected(command, scene, trial, run.events)


def brute_force(ruleset: Ruleset, scene: Scene, command: Any, most: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """The outcomes and expected numbers of a command from every combination of faces, at most so many."""
    outcomes: dict[str, Any] = {}
    expected: dict[str, Any] = {}
    runs = explore(lambda source: labelled(ruleset, scene, command, ByFaces(source, most)), most)
    for (label, numbers), chance in runs:
        outcomes[label] = outcomes.get(label, 0) + chance
        for name, number in numbers.items():
            expected[name] = expected.get(name, 0) + chance * number
    return outcomes, expected


def five_errors(count: int, rolls: int, chance: Any) -> bool:
    """Whether a count lies within five standard errors of its chance."""
    p = float(chance)
    error = sqrt(rolls * p * (1 - p))
    return abs(count - rolls * p) <= 5 * max(1.0, error)
