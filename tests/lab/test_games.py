"""Odds and forecasts of the bundled fights of every game, against the slow ways to the same numbers."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from fireteam.kernel.chances import TooManyBranches
from fireteam.kernel.commands import Offer, legal
from fireteam.kernel.dice import Seeded
from fireteam.kernel.fight import Fight
from fireteam.kernel.library import quick_paths
from fireteam.kernel.ruleset import Ruleset
from fireteam.kernel.scene import Scene, duplicate
from fireteam.kernel.scenefile import load_scene, write_scene
from fireteam.lab import forecast as forecasting
from fireteam.lab.forecast import forecast
from fireteam.lab.odds import Odds, odds
from fireteam.lab.report import report
from tests.lab.scenes import brute_force, five_errors, labelled
from tests.lab.test_report import Page

MOST_FACES = 3_000
"""The most combinations of faces that a command is tried with by brute force."""
ROLLS = 3_000

every_scene = pytest.mark.parametrize("path", quick_paths(), ids=lambda path: f"{path.parent.parent.name}-{path.stem}")


def begun(path: Path) -> tuple[Ruleset, Scene]:
    """A bundled fight that has started, with everybody commanded by hand."""
    ruleset, scene = load_scene(path)
    scene.options.npcs = type(scene.options.npcs)("manual")
    fight = Fight(ruleset, scene, Seeded("lab"))
    outcome = fight.do("start")
    assert outcome.is_done, outcome.refusal
    return ruleset, fight.scene


def offers(ruleset: Ruleset, scene: Scene) -> list[Offer]:
    """The first legal command of each action that anybody may take now."""
    found: dict[str, Offer] = {}
    for id in [scene.acting] if scene.acting else list(scene.fighters):
        for offer in legal(ruleset, scene, id):
            found.setdefault(offer.action.key, offer)
    return list(found.values())


@every_scene
def test_every_legal_action_has_odds_that_agree_with_play(path: Path) -> None:
    """The chances sum to 1, nothing is changed, and seeded play agrees within five standard errors."""
    ruleset, scene = begun(path)
    before = write_scene(ruleset, scene)
    likeliest: tuple[int, Odds, Any] | None = None
    for offer in offers(ruleset, scene):
        found = odds(ruleset, scene, offer.text)
        if isinstance(found, Odds):
            assert sum(found.outcomes.values()) == 1
            assert min(found.outcomes.values()) > 0
            if likeliest is None or len(found.outcomes) > likeliest[0]:
                likeliest = len(found.outcomes), found, offer.command
        else:
            assert found.reason, offer.text
    assert write_scene(ruleset, scene) == before
    assert likeliest is not None
    _, told, command = likeliest
    dice = Seeded(f"play {path.stem}")
    counts = Counter(labelled(ruleset, scene, command, dice)[0] for _ in range(ROLLS))
    assert set(counts) <= set(told.outcomes)
    for label, chance in told.outcomes.items():
        assert five_errors(counts[label], ROLLS, chance), (told.command, label, counts[label], chance)


@every_scene
def test_readings_and_faces_give_the_same_odds(path: Path) -> None:
    """Where a command rolls few dice, every combination of their faces gives exactly the same outcomes and numbers."""
    ruleset, scene = begun(path)
    compared = []
    for offer in offers(ruleset, scene):
        found = odds(ruleset, scene, offer.text)
        if isinstance(found, Odds) and found.runs > 1:
            try:
                slow = brute_force(ruleset, scene, offer.command, MOST_FACES)
            except TooManyBranches:
                continue
            assert (found.outcomes, found.expected) == slow, offer.text
            compared.append(offer.text)
    if not compared:
        pytest.skip(f"no command of this scene rolls as few as {MOST_FACES:,} combinations of faces now")


@every_scene
def test_a_forecast_counts_every_fight(path: Path) -> None:
    """Every fight has one winner or none, every side a number standing, and the page shows them."""
    ruleset, scene = load_scene(path)
    found = forecast(ruleset, scene, 12, seed="games", workers=1)
    assert found.fights == 12
    assert sum(found.win(side).count for side in found.sides) + found.undecided.count == 12
    assert sum(found.tally.rounds.values()) == 12
    for side in found.sides:
        assert sum(found.tally.standing.get(side, {}).values()) in (0, 12)
    for one in found.cast:
        assert 0 <= found.dead(one.id).count <= found.out(one.id).count <= 12
    Page(report(found))


def test_a_game_gives_the_same_forecast_in_other_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """The state that reaches a crew is the state that was sent, in every game."""
    monkeypatch.setattr(forecasting, "_WARM_UP", 0.0)
    for path in {path.parent: path for path in quick_paths()}.values():
        ruleset, scene = load_scene(path)
        alone = forecast(ruleset, duplicate(scene), 8, seed=3, workers=1)
        assert forecast(ruleset, scene, 8, seed=3, workers=2).to_json() == alone.to_json()
