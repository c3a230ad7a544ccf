"""Exact odds: what a command would do now, and how likely each of it is.

The rule itself is run once for every combination of readings that it asks for (`kernel.chances`), each time on a copy
of the scene; the ruleset's Odds chapter (`OddsRule`) puts a label on what happened. Chances are integers and
fractions until somebody prints them, the labels are disjoint, and a sum other than 1 is an error, not a rounding.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from fireteam.kernel.actions import Action, Command
from fireteam.kernel.chances import MOST_BRANCHES, Enumerated, TooManyBranches
from fireteam.kernel.commands import Offer, addressed, legal_for, read_command
from fireteam.kernel.dice import Source
from fireteam.kernel.grammar import write_command
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.ruleset import OddsRule, Ruleset
from fireteam.kernel.run import Cut, Run
from fireteam.kernel.scene import Scene, duplicate
from fireteam.kernel.visibility import GAME_MASTER, Viewer
from fireteam.lab.percent import percent

MOST_ODDS_BRANCHES = MOST_BRANCHES
"""The largest number of runs that the odds of one command may take."""

STOPPED = Refusal("stopped before every way for the dice to fall was tried")

_LOOK_UP = 64
"""How many runs pass between two looks at whether the caller has left."""


@dataclass(slots=True, frozen=True)
class Odds:
    """What a command would do: each label with its exact chance, likeliest first, and the exact expected numbers.

    `command` is the line that gives the command; `runs` says in how many ways the dice can fall as far as the rule
    can tell. Chances are of the whole command as its Odds chapter defines it (`clause` is the command's own clause).
    """

    command: str
    outcomes: dict[str, Fraction]
    expected: dict[str, Fraction]
    runs: int
    clause: str

    def to_json(self) -> dict[str, Any]:
        """The odds as plain data; here the fractions become floats."""
        return {
            "command": self.command,
            "outcomes": {label: float(chance) for label, chance in self.outcomes.items()},
            "expected": {name: float(number) for name, number in self.expected.items()},
        }

    def lines(self) -> list[str]:
        """The odds for a person: the command, a line for each label, a line of expected numbers if there are any."""
        width = max(map(len, self.outcomes))
        found = [f"{self.command} ({self.clause}, exact)"]
        found += [f"  {label:<{width}}  {percent(chance):>8}" for label, chance in self.outcomes.items()]
        if self.expected:
            numbers = ", ".join(f"{name} {float(number):.3f}" for name, number in self.expected.items())
            found.append(f"  on average: {numbers}")
        return found


def odds(
    ruleset: Ruleset,
    scene: Scene,
    line: str | Command,
    viewer: Viewer = GAME_MASTER,
    *,
    most_runs: int = MOST_ODDS_BRANCHES,
    cancel: Callable[[], bool] | None = None,
) -> Odds | Refusal:
    """The exact odds of a command in a scene as it stands, which does not change.

    Refuses what is not legal now, what the game's Odds chapter does not cover, and what would take more than
    `most_runs` runs; also when `cancel` says that nobody waits any longer.
    """
    command = _checked(ruleset, scene, line, viewer)
    if isinstance(command, Refusal):
        return command
    action = ruleset.actions().by_key[command.action]
    return _tried(ruleset, scene, action, command, most_runs, cancel)


def odds_of_all(
    ruleset: Ruleset, scene: Scene, viewer: Viewer, cancel: Callable[[], bool] | None = None
) -> Iterator[tuple[Offer, Odds | Refusal]]:
    """Each legal command of a seat with its odds, in the order of the list, as soon as it is known.

    A command whose odds are refused is given with the refusal. Ends early when `cancel` says so.
    """
    for offer in legal_for(ruleset, scene, viewer):
        refusal = ruleset.odds().refuse(scene, offer.command)
        found = refusal or _tried(ruleset, scene, offer.action, offer.command, MOST_ODDS_BRANCHES, cancel)
        if found is STOPPED:
            return
        yield offer, found


def label_of_one_try(ruleset: Ruleset, scene: Scene, line: str | Command, dice: Source) -> str:
    """What one try of a command on some dice comes to, by the labels of its odds: for checking them against play.

    Raises `ValueError` for a command that has no odds.
    """
    command = _checked(ruleset, scene, line, GAME_MASTER)
    if isinstance(command, Refusal):
        raise ValueError(command.reason)
    label, _ = _one_run(ruleset.odds(), scene, ruleset.actions().by_key[command.action], command, dice)
    return label


def _checked(ruleset: Ruleset, scene: Scene, line: str | Command, viewer: Viewer) -> Command | Refusal:
    """The legal command that a line means now, or why there are no odds of it."""
    if isinstance(line, Command):
        command = addressed(ruleset, scene, duplicate(line), viewer)
    else:
        command = read_command(ruleset, scene, line, viewer)
    if isinstance(command, Refusal):
        return command
    action = ruleset.actions().by_key[command.action]
    if command.action == "undo":
        return Refusal("undo rolls nothing: odds are for commands that the rules carry out", action.clause)
    return action.check(scene, command) or ruleset.odds().refuse(scene, command) or command


def _tried(
    ruleset: Ruleset,
    scene: Scene,
    action: Action,
    command: Command,
    most_runs: int,
    cancel: Callable[[], bool] | None,
) -> Odds | Refusal:
    """The odds of a checked command: every way for the dice to fall, tried and counted."""
    rule = ruleset.odds()
    count = _Count()
    source = Enumerated()
    while True:
        if count.runs == most_runs:
            return Refusal(f"{action.verb} has {TooManyBranches(most_runs)}", action.clause)
        if cancel is not None and count.runs % _LOOK_UP == 0 and cancel():
            return STOPPED
        label, expected = _one_run(rule, scene, action, command, source)
        count.add(label, expected, *source.weigh())
        if not source.advance():
            break
    outcomes = count.outcomes()
    if sum(outcomes.values()) != 1:
        raise ArithmeticError(f"the chances of {command} sum to {sum(outcomes.values())}, not to 1")
    return Odds(write_command(action, command), outcomes, count.expected(), count.runs, action.clause)


def _one_run(
    rule: OddsRule, scene: Scene, action: Action, command: Command, source: Source
) -> tuple[str, Mapping[str, int | Fraction]]:
    """What one way for the dice to fall leads to: its label and its numbers."""
    trial = duplicate(scene)
    run: Run[Any] = Run(trial, source, rule.decider(trial), until=rule.until)
    try:
        action.resolve(run, command)
    except Cut:
        pass
    return rule.label(command, scene, trial, run.events), rule.expected(command, scene, trial, run.events)


class _Count:
    """Ways added up by label and by expected number; whole numbers for each size of the whole, fractions at the end."""

    __slots__ = ("_numbers", "_ways", "runs")

    def __init__(self) -> None:
        self.runs = 0
        self._ways: dict[int, dict[str, int]] = {}
        self._numbers: dict[int, dict[str, int | Fraction]] = {}

    def add(self, label: str, expected: Mapping[str, int | Fraction], ways: int, whole: int) -> None:
        """Counts one run that stands for `ways` out of `whole`."""
        self.runs += 1
        labels = self._ways.get(whole)
        if labels is None:
            labels = self._ways[whole] = {}
            self._numbers[whole] = {}
        labels[label] = labels.get(label, 0) + ways
        numbers = self._numbers[whole]
        for name, number in expected.items():
            numbers[name] = numbers.get(name, 0) + ways * number

    def outcomes(self) -> dict[str, Fraction]:
        """Each label with its chance, likeliest first."""
        found: dict[str, Fraction] = {}
        for whole, labels in self._ways.items():
            for label, ways in labels.items():
                found[label] = found.get(label, Fraction(0)) + Fraction(ways, whole)
        return dict(sorted(found.items(), key=lambda pair: (-pair[1], pair[0])))

    def expected(self) -> dict[str, Fraction]:
        """Each expected number, in the order in which the Odds chapter names them."""
        found: dict[str, Fraction] = {}
        for whole, numbers in self._numbers.items():
            for name, number in numbers.items():
                found[name] = found.get(name, Fraction(0)) + Fraction(number) / whole
        return found
