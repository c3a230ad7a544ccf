"""Bundled scenes by name, also of games that another distribution brings."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from fireteam.kernel.library import all_bundled, open_scene, quick_paths, scene_files
from fireteam.kernel.ruleset import find_ruleset
from fireteam.kernel.scenefile import SceneFaults

GAME = """
from dataclasses import replace
from pathlib import Path

from tests.kernel.duel import DUEL

RULESET = replace(DUEL, id="brought", title="Brought", folder=Path(__file__).parent)
"""
SCENE = """# Two who never met.
ruleset = "brought"
title = "Far off"
fighters = { ann = { side = "a" }, bob = { side = "b" } }
"""
POINTS = "[fireteam.rulesets]\nbrought = brought_game:RULESET\nbroken = no_such_package:RULESET\n"


@pytest.fixture
def other_distribution(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A distribution with a game and a scene, as an installer lays it down, and a second game that does not load."""
    scenes = tmp_path / "brought_game" / "scenes"
    scenes.mkdir(parents=True)
    (tmp_path / "brought_game" / "__init__.py").write_text(GAME)
    (scenes / "far-off.toml").write_text(SCENE)
    about = tmp_path / "brought_game-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: brought-game\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(POINTS)
    monkeypatch.syspath_prepend(str(tmp_path))
    find_ruleset.cache_clear()
    yield scenes / "far-off.toml"
    find_ruleset.cache_clear()


def test_a_scene_of_another_distribution_is_found_by_its_name(other_distribution: Path) -> None:
    """Its whole name, the beginning of it, and in the list of what there is."""
    for name in ("far-off", "far"):
        ruleset, scene = open_scene(name)
        assert (ruleset.title, scene.title) == ("Brought", "Far off")
    assert scene_files()["far-off"] == other_distribution
    assert "far-off" in {one.name for one in all_bundled()}


@pytest.mark.usefixtures("other_distribution")
def test_a_game_that_does_not_load_takes_no_other_with_it() -> None:
    """Its scenes are not listed; everybody else's are."""
    assert {path.stem for path in quick_paths()} < set(scene_files())
    with pytest.raises(SceneFaults, match=r"no scene nowhere .*far-off"):
        open_scene("nowhere")


@pytest.mark.parametrize("name", ["x" * 5_000, "nul\0byte", ""])
def test_what_cannot_be_a_file_is_no_scene(name: str) -> None:
    """Refused in a line that can be read, whatever the system says of such a name."""
    with pytest.raises(SceneFaults, match=r"no scene |name a scene") as caught:
        open_scene(name)
    assert len(str(caught.value)) < 1_000


def test_a_misspelt_scene_gets_the_nearest_name() -> None:
    """And the list of all."""
    with pytest.raises(SceneFaults, match=r"no scene sump-gaet; did you mean sump-gate\? \(a path, or one of "):
        open_scene("sump-gaet")
