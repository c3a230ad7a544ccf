"""Golden playthroughs: whole sessions as text, with what was offered and what each seat saw.

A change in play shows here as a difference that a reader can judge. For a change that is meant,
`FIRETEAM_WRITE_GOLDEN=1 pytest tests/golden` writes the files anew.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from fireteam.kernel.commands import legal_for
from fireteam.kernel.dice import Seeded
from fireteam.kernel.fight import Fight
from fireteam.kernel.library import Bundled
from fireteam.kernel.ruleset import Ruleset
from fireteam.kernel.scenefile import load_scene
from fireteam.kernel.visibility import GAME_MASTER, SPECTATOR, Viewer, hidden_from, player, project_events
from tests.contract.play import SCENES, scene_ids

HERE = Path(__file__).parent
MOST_COMMANDS = 25
MOST_LINES = 200
"""How long a recorded session is: long enough for every phase of a round, short enough to read."""


def session(ruleset: Ruleset, one: Bundled) -> Iterator[str]:
    """A session of a bundled scene on a fixed seed, everybody acting by the ruleset's policy, as text."""
    _, scene = load_scene(one.path)
    fight = Fight(ruleset, scene, Seeded(f"golden {one.name}"))
    fight.decider = ruleset.autopilot(scene)
    people = [id for id, fighter in scene.fighters.items() if fighter.is_player]
    seats: dict[str, Viewer] = {"gm": GAME_MASTER, people[0]: player(people[0]), "spectator": SPECTATOR}
    yield f"{ruleset.title}: {scene.title}"
    for _ in range(MOST_COMMANDS):
        command = ruleset.next_command(fight.scene)
        if command is None:
            break
        yield ""
        offered = [offer.text for offer in legal_for(ruleset, fight.scene, seats[people[0]])]
        yield f"offered to {people[0]}: {'; '.join(offered) or 'nothing'}"
        unseen = {name: hidden_from(fight.scene, viewer) for name, viewer in seats.items()}
        outcome = fight.do(command)
        assert outcome.is_done and outcome.entry is not None, outcome
        yield f"> {outcome.entry.line}"
        yield f"dice: {' '.join(map(str, outcome.entry.faces)) or 'none'}"
        told = {}
        for name, viewer in seats.items():
            events = project_events(ruleset, fight.scene, unseen[name], outcome.events, viewer)
            told[name] = [f"  {ruleset.sentence(fact, lambda id: id)} ({fact['rule']})" for fact in events]
        yield "gm sees:"
        yield from told["gm"]
        for name in (people[0], "spectator"):
            yield f"{name} sees the same" if told[name] == told["gm"] else f"{name} sees:"
            if told[name] != told["gm"]:
                yield from told[name]
    yield ""
    yield f"phase {fight.scene.phase}, round {fight.scene.round}, winner {fight.scene.winner or 'nobody'}"


@pytest.mark.parametrize("pair", SCENES, ids=scene_ids)
def test_a_session_goes_as_it_went(pair: tuple[Ruleset, Bundled]) -> None:
    """The same seed gives the same session, to the word, at every seat."""
    ruleset, one = pair
    path = HERE / f"{ruleset.id}-{one.name}.txt"
    text = "\n".join(islice(session(ruleset, one), MOST_LINES)) + "\n"
    if os.environ.get("FIRETEAM_WRITE_GOLDEN"):
        path.write_text(text, encoding="utf-8")
    assert path.exists(), f"{path.name} is missing: write it with FIRETEAM_WRITE_GOLDEN=1"
    assert text.splitlines() == path.read_text(encoding="utf-8").splitlines()
