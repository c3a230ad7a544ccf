"""What these tests share: the scenes of the conformance cases, and fights set up from them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from fireteam.kernel.cases import read_cases
from fireteam.kernel.decisions import Defaults
from fireteam.kernel.dice import Scripted, Seeded
from fireteam.kernel.events import encode
from fireteam.kernel.fight import Fight, Outcome
from fireteam.kernel.scene import duplicate
from fireteam.kernel.scenefile import load_scene, merge, put_at_path, read_scene
from fireteam.tunnelcore import RULESET
from fireteam.tunnelcore.state import Scene

CASES = Path(__file__).parents[2] / "cases" / "tunnelcore.toml"
SCENES = ("sump-gate", "closing-time", "thirty-third-floor")


@cache
def _plain_scenes() -> dict[str, Any]:
    return read_cases(CASES)[1]


def plain_of(name: str, patch: dict[str, Any] | None = None) -> dict[str, Any]:
    """A scene of the cases as plain tables, with values set by path."""
    plain = merge(_plain_scenes()[name], {})
    for path, value in (patch or {}).items():
        put_at_path(plain, path, value)
    return plain


def scene_of(name: str, patch: dict[str, Any] | None = None) -> Scene:
    """A scene of the cases, with values set by path."""
    scene: Scene = read_scene(plain_of(name, patch), RULESET)[1]  # type: ignore[assignment]
    return scene


def fight_of(name: str, patch: dict[str, Any] | None = None, dice: list[int] | None = None, *do: str) -> Fight:
    """A fight in a scene of the cases, with scripted dice (else seeded ones), after some commands."""
    fight = Fight(RULESET, scene_of(name, patch), Seeded("test") if dice is None else Scripted(dice), Defaults())
    for line in do:
        outcome = fight.do(line)
        assert outcome.is_done, f"{line}: {outcome.refusal or outcome.question}"
    return fight


@cache
def _bundled(name: str) -> Scene:
    scene: Scene = load_scene(RULESET.folder / "scenes" / f"{name}.toml")[1]  # type: ignore[assignment]
    return scene


def bundled(name: str) -> Scene:
    """A bundled scene, fresh."""
    return duplicate(_bundled(name))


def told(outcome: Outcome) -> list[dict[str, Any]]:
    """The events of a command as they are written."""
    return [encode(fact) for fact in outcome.events]


def types(outcome: Outcome) -> list[str]:
    """The tags of a command's events."""
    return [str(fact["type"]) for fact in told(outcome)]
