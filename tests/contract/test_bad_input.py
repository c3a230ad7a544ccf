"""What no rulebook foresees, in every game: scene files and command lines that went wrong get sentences, never crashes.

A seed breaks a bundled scene or makes up lines; a seed that failed can be given to `broken` and `line_from` again.
"""

from __future__ import annotations

import re
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from fireteam.kernel.dice import Seeded
from fireteam.kernel.fight import Fight, autoplay
from fireteam.kernel.library import Bundled
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.ruleset import Ruleset
from fireteam.kernel.scenefile import SceneFaults, merge, read_plain, read_scene, write_scene
from fireteam.lab.odds import odds
from tests.contract.play import begin
from tests.contract.test_contract import every_scene, state

EXAMPLES = 40
LINES = 12
ROUNDS = 4
LONGEST = 700
"""The longest sentence that may answer a line or a fault, in characters."""

VALUES: tuple[Any, ...] = (
    *(float("inf"), float("nan"), -1, 0, 1, 0.5, 20, 9_999, 10**30, True, False, None),
    *("", "x" * 10_000, "null", "d8", "d20", "d٨", "\ud800", "\u202eabc", "<b>", "[bold]x[/bold]", "over", "combat"),
    *([], {}, [[]], [1], ["a", "b"], ["d6"] * 200, {"": 1}, {"a.b": 2}),
)
WORDS = (
    *("x3", "x999", "-1", "0", "99999999999", "d4", "d20", "2d6+3", "200d6", "null", "true", "all", ",", '"', "''"),
    *(
        "\u202e",
        "名",
        "[b]",
        "%s",
        "{0}",
        "a" * 90,
        ":",
        ";",
        "roll",
        "1.5",
        "1e9",
        "fighters.",
        "\x00",
        "\t",
        "\x1b[2J",
    ),
)


def broken(plain: dict[str, Any], seed: int) -> dict[str, Any]:
    """A scene with one to three of its values replaced, taken out, or put where they do not belong."""
    random = Random(seed)
    found = merge(plain, {})
    for _ in range(random.choice((1, 1, 2, 3))):
        tables = [found]
        while (
            inner := [one for one in tables[-1].values() if isinstance(one, dict) and one]
        ) and random.random() < 0.8:
            tables.append(random.choice(inner))
        table = tables[-1]
        key = random.choice(list(table)) if table else "name"
        how = random.random()
        if how < 0.15:
            table.pop(key, None)
        elif how < 0.3:
            table[random.choice(("zz", "", "a.b", "count", "template", "__class__"))] = random.choice(VALUES)
        elif how < 0.45:
            table[key] = random.choice(list(random.choice(tables).values()) or [0])
        else:
            table[key] = random.choice(VALUES)
    return found


@every_scene
def test_a_broken_scene_is_refused_by_path_or_plays(pair: tuple[Ruleset, Bundled]) -> None:
    """Either faults that can be read, or a scene that reads back as it was written and can be fought."""
    ruleset, one = pair
    plain = read_plain(one.path)
    begun = write_scene(ruleset, begin(ruleset, one, "broken").scene)

    @settings(max_examples=EXAMPLES, deadline=None)
    @given(st.sampled_from((plain, begun)), st.integers(0, 2**32))
    def check(whole: dict[str, Any], seed: int) -> None:
        try:
            found, scene = read_scene(broken(whole, seed))
        except SceneFaults as faults:
            assert all(len(str(fault)) < LONGEST and "\n" not in str(fault) for fault in faults.faults)
            return
        written = write_scene(found, scene)
        assert write_scene(found, read_scene(written)[1]) == written
        if hasattr(scene.options, "round_limit"):
            scene.options.round_limit = min(scene.options.round_limit, max(scene.round, 0) + ROUNDS)
        autoplay(found, scene, Seeded(seed))
        write_scene(found, scene)

    check()


def paths_of(plain: dict[str, Any], before: str = "") -> list[str]:
    """Every dotted path of a written scene."""
    found = []
    for key, value in plain.items():
        found.append(f"{before}{key}")
        if isinstance(value, dict):
            found += paths_of(value, f"{before}{key}.")
    return found


def line_from(fight: Fight, random: Random) -> str:
    """A line out of the game's own words, names and paths, and of what has no place in any."""
    actions = list(fight.ruleset.actions())
    names = [*fight.scene.fighters, *(one.name for one in fight.scene.fighters.values()), *fight.scene.vehicles]
    forms = [word for action in actions for word in re.findall(r"[\w%+-]+", action.form())]
    if random.random() < 0.2:
        path = random.choice(paths_of(write_scene(fight.ruleset, fight.scene)))
        return f"set {path} {random.choice((*WORDS, *forms, '1', 'd8'))}"
    parts = [random.choice(actions).verb]
    for _ in range(random.choice((0, 1, 1, 2, 3, 5))):
        parts.append(random.choice((random.choice(names), random.choice(forms), random.choice(WORDS))))
    return " ".join([f"{random.choice(names)}:", *parts] if random.random() < 0.6 else parts)


@every_scene
def test_a_made_up_line_is_taken_or_refused_without_a_trace(pair: tuple[Ruleset, Bundled]) -> None:
    """What is refused or waits has changed nothing; what is taken leaves a state that reads back; its odds sum to 1."""
    ruleset, one = pair

    @settings(max_examples=EXAMPLES, deadline=None)
    @given(st.integers(0, 2**32))
    def check(seed: int) -> None:
        random = Random(seed)
        fight = begin(ruleset, one, str(seed))
        fight.ask(random.choice(([], ["gm"], [*fight.scene.fighters, "gm"])))
        for _ in range(LINES):
            line, before = line_from(fight, random), state(fight)
            if random.random() < 0.1:
                told = odds(ruleset, fight.scene, line)
                assert isinstance(told, Refusal) or sum(told.outcomes.values()) == 1
            outcome = fight.do(line)
            while outcome.question is not None:
                assert state(fight) == before
                outcome = fight.answer(random.choice(outcome.question.answers))
            if outcome.refusal is not None:
                assert len(outcome.refusal.reason) < LONGEST and "\n" not in outcome.refusal.reason
                assert state(fight) == before
            else:
                assert write_scene(*read_scene(written := write_scene(ruleset, fight.scene))) == written, line

    check()
