"""Forecasts: the same however they are made, stopped when asked, refused with a sentence."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from fireteam.kernel.ruleset import Ruleset, find_ruleset
from fireteam.kernel.scene import Scene
from fireteam.kernel.scenefile import write_scene
from fireteam.lab import forecast as forecasting
from fireteam.lab.crew import Crew, CrewLost, Stretch, play_stretch
from fireteam.lab.forecast import Cancelled, NoForecast, forecast
from fireteam.lab.tally import Tally
from tests.kernel.duel import DUEL
from tests.lab.scenes import calm_duel, five_errors


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Ruleset, Scene]]:
    """The duel as another distribution would bring it, so that other processes find its ruleset by its id."""
    about = tmp_path / "duel-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: duel\nVersion: 1\n")
    (about / "entry_points.txt").write_text("[fireteam.rulesets]\nduel = tests.kernel.duel:DUEL\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield DUEL, calm_duel()
    find_ruleset.cache_clear()


def test_the_chance_to_win_agrees_with_the_exact_one() -> None:
    """Two with one heart each strike in turn, 4 or more wins: the first wins 2 of 3 fights."""
    scene = calm_duel(ann={"hearts": 1}, bob={"hearts": 1, "count": 1})
    found = forecast(DUEL, scene, 20_000, seed=5)
    assert five_errors(found.win("crew").count, 20_000, 2 / 3)
    low, high = found.win("crew").interval
    assert low < 2 / 3 < high
    assert found.undecided.count == 0
    assert found.win("crew").count + found.win("row").count == 20_000
    # Each round decides 3/4 of what is left, and the duel turns the round over after its last blow.
    assert float(found.mean_rounds) == pytest.approx(1 + 4 / 3, abs=0.03)
    assert found.decided_by()[2].p == pytest.approx(3 / 4, abs=0.02)
    assert (found.rounds_at(forecasting.TYPICAL), found.rounds_at(forecasting.LONG)) == (2, 3)
    assert found.out("ann").count == found.win("row").count
    assert found.dead("ann").count == 0


def test_the_scene_is_not_changed() -> None:
    """Each fight is played on a copy."""
    scene = calm_duel()
    before = write_scene(DUEL, scene)
    forecast(DUEL, scene, 10, seed=1)
    assert write_scene(DUEL, scene) == before


def test_the_first_fights_of_many_are_the_forecast_of_few() -> None:
    """Fight i depends on the seed and i alone, so tallies of stretches merge to the whole."""
    scene = calm_duel()
    whole = forecast(DUEL, scene, 60, seed="s")
    merged = Tally()
    for start, stop in ((0, 7), (7, 8), (8, 60)):
        merged.merge(play_stretch(DUEL, scene, "s", Stretch(start, stop)))
    assert merged == whole.tally
    assert forecast(DUEL, scene, 7, seed="s").tally == play_stretch(DUEL, scene, "s", Stretch(0, 7))
    assert forecast(DUEL, scene, 60, seed="t").tally != whole.tally


def test_workers_and_stretches_do_not_matter(installed: tuple[Ruleset, Scene], monkeypatch: pytest.MonkeyPatch) -> None:
    """One process, two or three, long stretches or short: the same JSON to the last digit."""
    ruleset, scene = installed
    monkeypatch.setattr(forecasting, "_WARM_UP", 0.0)
    crews: list[Crew] = []
    start = Crew._start

    def started(self: Crew) -> None:
        start(self)
        crews.append(self)

    monkeypatch.setattr(Crew, "_start", started)
    alone = forecast(ruleset, scene, 24, seed=9, workers=1)
    assert forecast(ruleset, scene, 24, seed=9, workers=2).to_json() == alone.to_json()
    monkeypatch.setattr(forecasting, "_STRETCH", 0.0)
    assert forecast(ruleset, scene, 24, seed=9, workers=3).to_json() == alone.to_json()
    assert len(crews) == 2 + 3


def test_a_seed_that_nobody_gave_is_told() -> None:
    """So that any forecast can be made again."""
    found = forecast(DUEL, calm_duel(), 20)
    assert forecast(DUEL, calm_duel(), 20, seed=found.seed).to_json() == found.to_json()


def test_progress_is_told_to_the_end() -> None:
    """The caller hears how many fights are done, never fewer than before, last of all every one."""
    told: list[tuple[int, int]] = []
    forecast(DUEL, calm_duel(), 300, seed=1, progress=lambda done, asked: told.append((done, asked)))
    assert told == sorted(told)
    assert told[-1] == (300, 300)


def test_a_caller_who_leaves_stops_the_fights() -> None:
    """Cancelling here needs no more than a moment's fights."""
    with pytest.raises(Cancelled, match="of 1,000,000 fights"):
        forecast(DUEL, calm_duel(), 1_000_000, seed=1, workers=1, cancel=lambda: True)


def test_a_caller_who_leaves_stops_the_crew(installed: tuple[Ruleset, Scene], monkeypatch: pytest.MonkeyPatch) -> None:
    """No process and no thread of the crew is left behind."""
    monkeypatch.setattr(forecasting, "_WARM_UP", 0.0)
    crews: list[Crew] = []
    start = Crew._start

    def started(self: Crew) -> None:
        start(self)
        crews.append(self)

    monkeypatch.setattr(Crew, "_start", started)
    threads = threading.active_count()
    with pytest.raises(Cancelled):
        forecast(*installed, 1_000_000, seed=1, workers=2, cancel=lambda: len(crews) == 2)
    assert [process.returncode for process in crews[0]._processes] == [-9, -9]
    assert threading.active_count() == threads


@pytest.mark.skipif(os.name != "posix", reason="sends an interrupt as a terminal does, which is POSIX")
def test_an_interrupt_leaves_no_process_behind(installed: tuple[Ruleset, Scene], tmp_path: Path) -> None:
    """Ctrl-C in the middle: the parent ends at once, and so does every process that it started."""
    script = tmp_path / "asks.py"  # no main guard: a crew does not run its parent's script again
    script.write_text(
        f"import sys; sys.path[:] = {sys.path!r}\n"
        "from fireteam.lab import forecast as forecasting\n"
        "from tests.lab.scenes import DUEL, calm_duel\n"
        "from fireteam.lab.crew import Crew\n"
        "start = Crew._start\n"
        "def started(crew):\n"
        "    start(crew)\n"
        "    print(crew._processes[-1].pid, flush=True)\n"
        "Crew._start = started\n"
        "forecasting._WARM_UP = 0.0\n"
        "forecasting.forecast(DUEL, calm_duel(), 1_000_000, seed=1, workers=2)\n"
    )
    parent = subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    pids = [int(parent.stdout.readline()) for _ in range(2)]
    parent.send_signal(2)
    _, said = parent.communicate(timeout=20)
    assert "KeyboardInterrupt" in said
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def test_a_crew_that_fails_says_why(installed: tuple[Ruleset, Scene]) -> None:
    """The last words of a process that failed reach the caller, and the others are ended."""
    ruleset, scene = installed
    with Crew(ruleset, scene, "s", 2) as crew, pytest.raises(CrewLost, match="TypeError"):
        list(crew.play(iter([Stretch(0, None)]), 0.1))  # type: ignore[arg-type]


def test_time_that_is_up_leaves_the_fights_so_far() -> None:
    """What was played counts, in order: it is the forecast of that many fights."""
    found = forecast(DUEL, calm_duel(), 1_000_000, seed=1, workers=1, seconds=0.1)
    assert 1 <= found.fights < found.asked == 1_000_000
    assert found.tally == play_stretch(DUEL, calm_duel(), "1", Stretch(0, found.fights))
    assert any("before the 1,000,000 asked for" in line for line in found.lines())


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"fights": 0}, "the number of fights must be from 1 to 1,000,000, not 0"),
        ({"fights": 1_000_001}, "the number of fights must be from 1 to 1,000,000, not 1,000,001"),
        ({"workers": 0}, "the number of workers must be from 1 to 64, not 0"),
        ({"seconds": 0.0}, "the time for a forecast must be more than 0 seconds, not 0"),
    ],
)
def test_limits_refuse_with_a_sentence(options: dict[str, int], sentence: str) -> None:
    """Before anything is played."""
    with pytest.raises(NoForecast) as caught:
        forecast(DUEL, calm_duel(), seed=1, **options)  # type: ignore[arg-type]
    assert str(caught.value) == sentence


def test_a_scene_without_fighters_has_no_forecast() -> None:
    """There is nobody who could win."""
    scene = calm_duel()
    scene.fighters.clear()
    with pytest.raises(NoForecast, match="nobody stands in this scene"):
        forecast(DUEL, scene, 10)


def test_a_scene_in_which_nobody_acts_has_no_forecast() -> None:
    """A calm scene that behaviours do not begin: one side alone."""
    alone = replace(DUEL, next_command=lambda scene: None)
    with pytest.raises(NoForecast, match="a fight needs two sides"):
        forecast(alone, calm_duel(), 10)


def test_json_is_the_contracts_shape() -> None:
    """Wins with their intervals, undecided, rounds, and each fighter's out and dead; nothing but plain data."""
    found = json.loads(json.dumps(forecast(DUEL, calm_duel(), 50, seed=2).to_json()))
    assert found["fights"] == 50 and found["exact"] is False
    assert list(found["win"]) == ["crew", "row"]
    assert set(found["win"]["crew"]) == {"p", "low", "high"}
    assert found["win"]["crew"]["p"] + found["win"]["row"]["p"] + found["undecided"] == pytest.approx(1)
    assert {"mean", "p50", "p90"} <= set(found["rounds"])
    assert sum(found["rounds"]["histogram"].values()) == 50
    assert list(found["fighters"]) == ["ann", "bob-1", "bob-2"]
    assert set(found["fighters"]["ann"]) == {"out", "dead"}
    for side in ("crew", "row"):
        standing = found["sides"][side]["standing"]
        assert sum(standing.values()) == 50
        size = {"crew": 1, "row": 2}[side]
        stood = sum(int(number) * count for number, count in standing.items()) / 50
        assert found["sides"][side]["out"] == pytest.approx(size - stood)
    assert found["sides"]["crew"]["out_when_won"] == 0


def test_lines_name_everybody() -> None:
    """A person reads wins with intervals, length, price, and what becomes of each fighter."""
    text = "\n".join(forecast(DUEL, calm_duel(), 200, seed=2).lines())
    assert "200 fights, seed 2" in text
    for name in ("crew", "row", "Ann", "Thug 1", "Thug 2", "rounds:"):
        assert name in text
    assert "undecided" not in text
