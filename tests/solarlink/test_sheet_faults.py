"""SL-16.1 to SL-18.1: what a scene may not hold, each fault by its path."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from fireteam.kernel.scenefile import SceneFaults, read_scene
from fireteam.solarlink import RULESET
from tests.solarlink.table import SCENES, fight, scene, state

TASK_PAID = {"command": "treat pat", "cost": 60, "paid": 60}

ROOK: list[tuple[str, Any]] = [
    ("name", ""),
    ("name", "x" * 81),
    ("count", 0),
    ("count", 21),
    ("template", "dragon"),
    ("controlled_by", "dm"),
    ("hidden", 1),
    ("class", "wizard"),
    ("attributes.strength", 11),
    ("attributes.strength", -11),
    ("attributes.luck", 1),
    ("trades.fencer", 6),
    ("trades.fencer", -1),
    ("maneuvers.flying", 1),
    ("maneuvers.butchery", 2),
    ("maneuvers.bonus_aura", 10),
    ("maneuvers.bonus_aura", 0),
    ("pattern_attribute", "willpower"),
    ("pattern_attribute", "charisma"),
    ("hp_max", 201),
    ("hp_max", -1),
    ("hp", 16),
    ("hp", 1.5),
    ("dhp_max", 51),
    ("dhp", 1),
    ("weapons", ["bazooka"]),
    ("weapons", "jaws"),
    ("clothing", "silk"),
    ("exoskeleton", "tank"),
    ("cybernetics", ["halo"]),
    ("items.beer", 1),
    ("items.stim", 100),
    ("breathes", "yes"),
    ("die_steps", 6),
    ("die_steps", -6),
    ("at", [1]),
    ("at", [1, 2, 3]),
    ("at", [1.5, 2]),
    ("aboard", "nowhere"),
    ("station", "pilot"),
    ("behaviour", "hero"),
    ("status", "sleepy"),
    ("ap", 0.25),
    ("ap", -1),
    ("raises", -1),
    ("aim", "zed"),
    ("explains", "zed"),
    ("followup", "bow"),
    ("prepared", [{"target": "zed", "weapon": "jaws"}]),
    ("auras", ["butchery"]),
    ("task", TASK_PAID),
    ("cover", 7),
    ("wounds", -1),
    ("delay", -1),
    ("idle", 10),
    ("dizzy", -2),
    ("insanity", "mad"),
    ("insanity_left", -1),
    ("tiredness", ["wisdom"]),
    ("air", 101),
    ("air_clock", -1),
    ("injuries.head", "broken"),
    ("injuries.tail", "injured"),
    ("nick", "Rooky"),
]
JAY: list[tuple[str, Any]] = [
    ("template", "ufo"),
    ("dhp_max", 0),
    ("dhp_max", 501),
    ("dhp", 13),
    ("handling", 11),
    ("weapons", ["jaws"]),
    ("solo", "yes"),
    ("components.engine", "broken"),
    ("components.wing", "ok"),
    ("air", -1),
    ("band", 10),
    ("locked", "nobody"),
    ("status", "lost"),
    ("evading", 3),
    ("overcharge", 2),
    ("colour", "red"),
]
ELSEWHERE: list[tuple[str, Any]] = [
    ("place.air", 101),
    ("place.cover", 7),
    ("place.footing", 31),
    ("place.gravity", 1),
    ("place.zone", "deck"),
    ("pools.doom", 1),
    ("options.round_limit", 0),
    ("options.npcs", "some"),
    ("options.creation", "yes"),
    ("options.foo", 1),
    ("phase", "war"),
    ("round", -1),
    ("session", 0),
    ("order", ["rook"]),
]
FAULTS = [
    *[("duel", f"fighters.rook.{path}", value) for path, value in ROOK],
    *[("ships", f"vehicles.jay.{path}", value) for path, value in JAY],
    *[("duel", path, value) for path, value in ELSEWHERE],
]


@pytest.mark.parametrize(("name", "path", "value"), FAULTS, ids=lambda value: str(value)[:40])
def test_a_scene_with_a_fault_is_refused_by_its_path(name: str, path: str, value: Any) -> None:
    """One value that its field does not allow, and the fault stands under its path."""
    with pytest.raises(SceneFaults) as caught:
        scene(name, **{path: value})
    assert any(fault.path.startswith(path) for fault in caught.value.faults), str(caught.value)


SETS = 80
"""How many values are tried in each scene."""
VALUES = [
    *("0", "1", "2", "4", "-5", "15", "50", "100", "3,4", "true", "null"),
    *("up", "out", "dead", "gone", "damaged", "severed", "pilot", "calm", "combat", "frozen", "jaws", "nowhere"),
]


def paths(plain: dict[str, Any], above: str = "") -> Iterator[str]:
    """Every path of a state at which a value stands."""
    for key, value in plain.items():
        path = f"{above}.{key}" if above else key
        if isinstance(value, dict) and value:
            yield from paths(value, path)
        else:
            yield path


@pytest.mark.parametrize("name", SCENES)
def test_a_value_set_by_hand_is_refused_or_leaves_a_scene(name: str) -> None:
    """Whatever is set wherever: a refusal, or a scene without a fault that reads back as it is written."""
    chance = random.Random(name)
    start = scene(name, options__npcs="manual")
    everywhere = list(paths(state(start)))
    carried_out = 0
    for _ in range(SETS):
        table = fight(start, dice=[5] * 40)
        if table.do(f"set {chance.choice(everywhere)} {chance.choice(VALUES)}").is_done:
            carried_out += 1
            assert RULESET.faults(table.scene) == []
            written = state(table.scene)
            assert state(read_scene(written, RULESET)[1]) == written
    assert carried_out > 0
