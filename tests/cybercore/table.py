"""A small table for tests: scenes in few words, fights on scripted dice."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from fireteam.cybercore import RULESET
from fireteam.cybercore.state import CyberScene
from fireteam.kernel.decisions import ScriptedAnswers
from fireteam.kernel.dice import Scripted
from fireteam.kernel.events import encode
from fireteam.kernel.fight import Fight, Outcome
from fireteam.kernel.scenefile import load_scene, merge, read_scene

BUNDLED = sorted((Path(RULESET.folder) / "scenes").glob("*.toml"))

DUEL: dict[str, Any] = {
    "options": {"npcs": "manual"},
    "fighters": {
        "kestrel": {
            "side": "squad",
            "controlled_by": "player",
            "rank": 2,
            "attributes": {"fortitude": 3, "agility": 3, "reflex": 3, "perception": 3},
            "skills": {"guns": 30, "melee": 20},
            "weapons": ["assault_carbine", "knife"],
            "armour": "medium",
            "items": {"stim": 1, "frag_grenade": 1},
        },
        "brute": {
            "side": "gang",
            "rank": 2,
            "skills": {"guns": 20, "melee": 20},
            "weapons": ["pistol", "knife"],
            "armour": "light",
        },
    },
}
"""The duel of the conformance cases."""


def bundled(name: str) -> CyberScene:
    """A bundled scene."""
    scene = load_scene(RULESET.folder / "scenes" / f"{name}.toml")[1]
    assert isinstance(scene, CyberScene)
    return scene


def scene_of(plain: dict[str, Any] | None = None, **over: Any) -> CyberScene:
    """The duel, or other plain tables, with some of them overridden."""
    scene = read_scene(merge(DUEL if plain is None else plain, over), RULESET)[1]
    assert isinstance(scene, CyberScene)
    return scene


def fight_of(scene: CyberScene, dice: Sequence[int] = (), answers: Sequence[str] = ()) -> Fight:
    """A fight on scripted dice and answers."""
    return Fight(RULESET, scene, Scripted(dice), ScriptedAnswers(answers))


def done(fight: Fight, *lines: str) -> Outcome:
    """The outcome of the last of these commands, all of which are taken."""
    outcome = Outcome()
    for line in lines:
        outcome = fight.do(line)
        assert outcome.is_done, f"{line}: {outcome.refusal or outcome.question}"
    return outcome


def refused(fight: Fight, line: str) -> str:
    """Why a command is refused."""
    outcome = fight.do(line)
    assert outcome.refusal is not None, line
    return str(outcome.refusal)


def happenings(fight: Fight) -> list[dict[str, Any]]:
    """Everything that has happened, written."""
    return [encode(fact) for entry in fight.entries for fact in entry.events]
