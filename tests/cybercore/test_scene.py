"""CC-16 Sheet and CC-17 State: scene files, their faults, and what the game master sets."""

from __future__ import annotations

import json
from typing import Any

import pytest

from fireteam.cybercore import RULESET
from fireteam.kernel.scenefile import SceneFaults, merge, read_scene, write_scene
from tests.cybercore.table import DUEL, done, fight_of, refused, scene_of


def faults_of(**over: Any) -> list[str]:
    with pytest.raises(SceneFaults) as caught:
        read_scene(merge(DUEL, over), RULESET)
    return [str(fault) for fault in caught.value.faults]


FAULTS = [
    ({"fighters": {"brute": {"extra": True, "controlled_by": "player"}}}, "an extra cannot be player-controlled"),
    ({"fighters": {"brute": {"machine": True}}}, "a machine must be an extra"),
    ({"fighters": {"kestrel": {"bonds": ["kestrel"]}}}, "a bond to oneself"),
    ({"fighters": {"kestrel": {"bonds": ["nobody"]}}}, "no fighter nobody"),
    ({"fighters": {"kestrel": {"bonds": ["brute"]}}}, "brute is not on its side"),
    ({"fighters": {"brute": {"extra": True, "grind": 1}}}, "fighters.brute.grind: extras have none"),
    ({"fighters": {"brute": {"extra": True, "energy": 1}}}, "fighters.brute.energy: 1 is more than 0"),
    ({"fighters": {"kestrel": {"rank": 11}}}, "11 is not a whole number from 1 to 10"),
    ({"fighters": {"kestrel": {"hits": 20}}}, "fighters.kestrel.hits: 20 is more than 19"),
    ({"fighters": {"kestrel": {"exhaustion": 21}}}, "fighters.kestrel.exhaustion: 21 is more than 20"),
    ({"fighters": {"kestrel": {"dr": {"kinetic": 4}}}}, "fighters.kestrel.dr.kinetic: 4 is more than 3"),
    ({"fighters": {"kestrel": {"attributes": {"might": -1}}}}, "-1 is not a whole number from 0 to 12"),
    ({"fighters": {"kestrel": {"weapons": ["unarmed"]}}}, '"unarmed" is not one of'),
    ({"fighters": {"kestrel": {"weapons": ["pistl"]}}}, 'did you mean "pistol"?'),
    ({"fighters": {"kestrel": {"readied": "pistol"}}}, '"pistol" is none of its weapons'),
    ({"fighters": {"kestrel": {"ammo": {"assault_carbine": 7}}}}, "7 is more than 6"),
    ({"fighters": {"kestrel": {"sidee": "x"}}}, 'unknown key; did you mean "side"?'),
    ({"place": {"distance": 41}}, "place.distance: 41 is beyond the length of 40"),
    ({"fighters": {"kestrel": {"at": 41}}}, "fighters.kestrel.at: 41 is beyond the length of 40"),
    ({"pools": {"tension_allocated": 1}}, "pools.tension_allocated: 1 is more than 0"),
    ({"vehicles": {"rover": {}}}, "cybercore has no vehicles"),
    ({"phase": "combat"}, "it is the turn of somebody in the order"),
    ({"acting": "nobody"}, "acting: no fighter nobody"),
]


@pytest.mark.parametrize(("over", "words"), FAULTS, ids=[words for _, words in FAULTS])
def test_a_fault_is_named_by_path_and_reason(over: dict[str, Any], words: str) -> None:
    """CC-16.2 Faults."""
    assert any(words in fault for fault in faults_of(**over))


def test_a_scene_needs_a_fighter_and_every_fighter_a_side() -> None:
    """CC-16.2 Faults: fewer than one fighter; a missing side."""
    with pytest.raises(SceneFaults, match="at least one fighter"):
        read_scene({"fighters": {}}, RULESET)
    with pytest.raises(SceneFaults, match=r"fighters\.a\.side: is missing"):
        read_scene({"fighters": {"a": {}}}, RULESET)


def test_all_faults_come_at_once() -> None:
    """CC-16.2 Faults: a scene is refused whole, with everything that is wrong with it."""
    found = faults_of(fighters={"kestrel": {"hits": 99, "bonds": ["kestrel"]}, "brute": {"machine": True}})
    assert len(found) == 3


def test_the_state_reads_back() -> None:
    """CC-17.1 Runtime fields: the written state is a scene file of the same state, worked-out fields and all."""
    fight = fight_of(scene_of(), [6, 52])
    done(fight, "start", "attack brute")
    written = json.loads(json.dumps(write_scene(RULESET, fight.scene)))
    assert write_scene(RULESET, read_scene(written)[1]) == written


def test_active_stats_belong_to_fighters_and_pools_to_the_table() -> None:
    """CC-1.1 Active Stats: each fighter owns its meters, Tension and Luck are nobody's."""
    written = write_scene(RULESET, scene_of())
    for meters in written["fighters"].values():
        assert {"dr", "bonds", "energy", "exhaustion", "grind", "hits", "psych"} <= meters.keys()
        assert not {"tension", "luck"} & meters.keys()
    assert {"tension", "luck"} <= written["pools"].keys()


def test_every_skill_has_its_kind() -> None:
    """CC-26.1 Skills: Hindered counts on guns, heavy, melee, thrown, stealth and pilot, on no other."""
    scene = scene_of(fighters={"kestrel": {"exhaustion": 3}})
    physical = {"guns", "heavy", "melee", "thrown", "stealth", "pilot"}
    for skill, value in write_scene(RULESET, scene)["fighters"]["kestrel"]["skills"].items():
        fight = fight_of(scene, [50])
        done(fight, f"kestrel: check {skill}")
        rolled = fight.entries[-1].events[0]
        assert rolled.modifier == value - (10 if skill in physical else 0), skill  # type: ignore[attr-defined]


def test_every_house_rule_has_its_default() -> None:
    """CC-22.1 House rules: keys and defaults are the book's."""
    book = (RULESET.folder / "rulebook.md").read_text(encoding="utf-8")
    table = book[book.index("**CC-22.1") : book.index("## 23")]
    rows = [
        [cell.strip(" `") for cell in line.strip("|").split("|")] for line in table.splitlines() if line[:3] == "| `"
    ]
    options = write_scene(RULESET, scene_of({**DUEL, "options": {}}))["options"]
    assert {key: default for key, _, default, _ in rows} == {
        key: str(value).lower() if isinstance(value, bool) else str(value) for key, value in options.items()
    }


def test_set_cuts_what_is_above_its_maximum() -> None:
    """CC-19.2 GM commands: Grind, Energy, hits, DR and the allocation are cut; what is worked out follows."""
    scene = scene_of(fighters={"kestrel": {"hits": 18}}, pools={"tension": 3, "tension_allocated": 3})
    fight = fight_of(scene)
    done(
        fight, "set fighters.kestrel.attributes.fortitude 1", "set pools.tension 1", "set fighters.kestrel.armour light"
    )
    one = fight.scene.fighters["kestrel"]
    assert (one.hits_max, one.hits, one.af, one.dr[0]) == (17, 17, 10, 2)
    assert fight.scene.pools.tension_allocated == 1  # type: ignore[attr-defined]
    assert "is worked out" in refused(fight, "set fighters.kestrel.saves.mental 9")


def test_a_newcomer_is_whole_and_its_event_rebuilds_it() -> None:
    """CC-19.2 GM commands: `add` takes template, id, side and place; the id must be free."""
    fight = fight_of(scene_of())
    done(fight, "add corp sergeant", "add corp_sergeant as quill on squad")
    first, second = fight.scene.fighters["corp-sergeant"], fight.scene.fighters["quill"]
    assert (first.side, first.at, first.energy, first.hits_max) == ("gang", 12, 1, 22)
    assert (second.side, second.at) == ("squad", 0)
    assert "quill is taken" in refused(fight, "add corp_sergeant as quill")
    done(fight, "add corp sergeant")
    assert "corp-sergeant-2" in fight.scene.fighters
