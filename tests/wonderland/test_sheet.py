"""Scene files: defaults, faults by path, and states that are scenes again."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.kernel.fight import Fight
from fireteam.kernel.scenefile import SceneFaults, read_scene, write_scene
from fireteam.wonderland import RULESET
from fireteam.wonderland.range_and_area import SCALE
from fireteam.wonderland.sheet import SKILLS
from fireteam.wonderland.skills import USES
from tests.wonderland.playing import BUNDLED, bundled, menagerie, scene_of

ANN: dict[str, Any] = {"controlled_by": "player"}


def faults_of(plain: dict[str, Any]) -> str:
    with pytest.raises(SceneFaults) as caught:
        read_scene(plain, RULESET)
    return str(caught.value)


def test_every_fault_is_named_at_once() -> None:
    """UW-11.2: values out of range, unknown keys and ids, all with their path and a hint."""
    text = faults_of(
        {
            "options": {"crit_rounding": "sideways"},
            "fighters": {
                "ann": {
                    "stats": {"swift": 12},
                    "skills": {"aimm": 3},
                    "weapons": {"blunder": {}},
                    "gear": ["flakvest"],
                },
                "bob": {"template": "raidr", "items": {"rashun": 1}, "conditions": {"burnt": {}}, "traits": ["bos"]},
                "cy": {"weapons": {"x": {"damage": 3, "spr": [2, 1], "aoe": 2, "left": 4, "uses": 2}}},
            },
        }
    )
    for part in (
        "options.crit_rounding",
        "fighters.ann.stats.swift: 12 is not a whole number from 1 to 11",
        'fighters.ann.skills.aimm: unknown key; did you mean "aim"?',
        "fighters.ann.weapons.blunder.damage: is missing",
        'fighters.ann.gear.0: no gear is called "flakvest"; did you mean "flak-vest"?',
        'fighters.bob.template: no template raidr; did you mean "raider"?',
        'no item is called "rashun"',
        'fighters.bob.conditions.burnt: unknown key; did you mean "burn"?',
        "fighters.bob.traits.0",
        "fighters.cy.weapons.x: a weapon with spread and area",
        "fighters.cy.weapons.x.spr: 2 is above 1",
        "fighters.cy.weapons.x.left: 4 is above uses 2",
    ):
        assert part in text, part


def test_what_no_field_alone_can_tell() -> None:
    """UW-11.2: a rider in two vehicles, too many aboard, two numbers for one pair, numbers that exceed each other."""
    text = faults_of(
        {
            "fighters": {"ann": ANN | {"hp": 30, "kp": 12}, "bob": {"kp_max": 3}, "cy": ANN, "thug": {"count": 2}},
            "place": {"distances": {"ann": {"thug": 3}, "thug-1": {"ann": 4}, "bob": {"nobody": 2}, "cy": {"cy": 2}}},
            "vehicles": {
                "car": {"driver": "ann", "riders": ["cy", "bob"], "seats": 2},
                "van": {"driver": "cy", "riders": ["ghost"], "hp": 90},
                "bob": {},
            },
            "phase": "combat",
        }
    )
    for part in (
        "fighters.ann.hp: 30 is above hp_max 20",
        "fighters.ann.kp: 12 is above kp_max 9",
        "fighters.bob.kp_max: only player characters have Kill Points",
        "place.distances.ann.thug-1: two different numbers for one pair",
        "place.distances.bob.nobody: no fighter or vehicle nobody",
        "place.distances.cy.cy: a pair is two bodies",
        "vehicles.car.riders: too many aboard: 3 for 2 seats",
        "a rider in two vehicles: cy sits in car too",
        "vehicles.van.riders: no fighter ghost",
        "vehicles.van.hp: 90 is above hp_max 40",
        "vehicles.bob: a fighter has the same id",
        "acting: in combat somebody of the order acts",
    ):
        assert part in text, part


@pytest.mark.parametrize("name", BUNDLED)
def test_a_written_state_is_a_scene(name: str) -> None:
    """UW-11.2: an exported state reads back to itself."""
    state = write_scene(RULESET, bundled(name))
    assert write_scene(RULESET, read_scene(state, RULESET)[1]) == state


def test_what_was_captured_does_not_come_back_with_the_template() -> None:
    """UW-10.5: a state whose weapons were impounded keeps them impounded when it is read again."""
    fight = Fight(RULESET, menagerie())
    assert fight.do("capture hand, kestrel").is_done
    state = write_scene(RULESET, fight.scene)
    again: Any = read_scene(state, RULESET)[1]
    assert write_scene(RULESET, again) == state
    assert list(again.fighters["kestrel"].weapons) == ["shiv"]
    assert [weapon.id for weapon in again.fighters["kestrel"].arms] == ["shiv", "unarmed"]
    assert [weapon.id for weapon in again.fighters["hand"].arms] == ["unarmed"]


def test_a_counted_key_stands_for_all_copies() -> None:
    """UW-8.3: `place.distances.thug` holds for thug-1 and thug-2, in alphabetical order in the state."""
    scene = scene_of(
        {
            "fighters": {"zoe": ANN, "thug": {"count": 2}, "bob": {"count": 1}},
            "place": {"distances": {"zoe": {"thug": 4}, "bob": {"zoe": 2}}},
        }
    )
    assert scene.place.distances == {"thug-1": {"zoe": 4}, "thug-2": {"zoe": 4}, "bob": {"zoe": 2}}
    assert scene.fighters["thug-2"].name == "Thug 2" and "bob" in scene.fighters


def test_set_writes_one_value_and_what_follows_from_it() -> None:
    """UW-10.12: `set` changes a weapon, a stat, a seat; what is kept beside the fields follows."""
    fight = Fight(RULESET, menagerie())
    before: Any = fight.scene
    for line in (
        "set fighters.kestrel.weapons.sidearm.damage 9",
        "set fighters.kestrel.stats.strength 8",
        "set vehicles.crawler.driver kestrel",
        "set fighters.kestrel.weapons.pipe-bomb.left 1",
        "set fighters.singer.traits boss, translucent",
        "set place.hazards.toxic.penalty 3",
    ):
        assert fight.do(line).is_done, line
    scene: Any = fight.scene
    kestrel = scene.fighters["kestrel"]
    assert {weapon.id: weapon.damage for weapon in kestrel.arms}["sidearm"] == 9
    assert kestrel.arms[-1].damage == 8 and kestrel.aboard == "crawler" and kestrel.left["pipe-bomb"] == 1
    assert before.fighters["kestrel"].weapons["sidearm"].damage == 7, "the scene before is untouched"
    assert (
        str(fight.do("set vehicles.crawler.riders rook").refusal) == "a rider in two vehicles: rook sits in buggy too"
    )
    assert "is above hp_max" in str(fight.do("set fighters.rook.hp 90").refusal)
    assert "no such path" in str(fight.do("set fighters.rook.conditions.burn.loss 2").refusal)


def test_the_tables_that_advise() -> None:
    """UW-2.2, UW-8.1: each skill has its uses, each step of the scale its words."""
    assert set(USES) == set(SKILLS) and len(SCALE) == 10
    assert SCALE[0] == "arm's length" and "flee" not in USES["luck"]
