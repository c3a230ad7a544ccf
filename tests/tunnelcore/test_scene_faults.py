"""10 Sheet and 12 Place and pools: what a scene may not hold, and the tables of chapter 20."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest

from fireteam.kernel.scenefile import SceneFaults, read_scene, write_scene
from fireteam.tunnelcore import RULESET, content
from tests.tunnelcore.table import fight_of, plain_of, scene_of

BOOK = (RULESET.folder / "rulebook.md").read_text(encoding="utf-8")


def faults_of(patch: dict[str, Any]) -> list[str]:
    with pytest.raises(SceneFaults) as caught:
        read_scene(plain_of("duel", patch), RULESET)
    return [str(fault) for fault in caught.value.faults]


FAULTS = [
    ({"fighters.kestrel.attributes.physical": "d20"}, 'attributes.physical: "d20" is not a die from d6 to d12'),
    ({"fighters.kestrel.approaches.quick": "d2"}, "approaches.quick"),
    ({"fighters.kestrel.strength": 3}, "fighters.kestrel.strength: unknown key"),
    ({"fighters.kestrel.stress.phsyical": "d6"}, 'did you mean "physical"?'),
    ({"fighters.rook.template": "dragon"}, "fighters.rook.template: no template dragon"),
    ({"fighters.rook.behavior": "agressive"}, 'did you mean "aggressive"?'),
    ({"place.zone": "stret"}, 'did you mean "street"?'),
    ({"place.reinforcements": ["dragon"]}, 'place.reinforcements.0: no template "dragon"'),
    ({"fighters.kestrel.items.rope": 1}, 'no item is called "rope"'),
    ({"fighters.kestrel.archetype": "robot"}, "fighters.kestrel.archetype"),
    ({"fighters.jay": {}}, "fighters.jay.side: is missing"),
    (
        {"fighters.kestrel.distinctions": ["One", "Two"]},
        "fighters.kestrel.distinctions: has 2 entries, must have three",
    ),
    ({"fighters.rook.distinctions": ["One"]}, "fighters.rook.distinctions: has 1 entries, must have none or three"),
    ({"fighters.kestrel.traumas": 1}, "fighters.kestrel.lost_slots: names 0 slots for 1 traumas"),
    (
        {"fighters.kestrel.archetype": "grafted", "fighters.kestrel.chrome": "d10"},
        "fighters.kestrel.chrome: d10 is above the d8 ceiling of grafted",
    ),
    ({"place.spots": ["yard"], "fighters.rook.spot": "roof"}, "fighters.rook.spot"),
    ({"place.clocks.c": {"size": 4, "filled": 5}}, "place.clocks.c.filled: 5 is more than its size, 4"),
    ({"vehicles": {"rover": {}}}, "TUNNELCORE has no vehicles"),
    ({"pools.doom": ["d4"]}, "pools.doom.0"),
    ({"pools.tower": 101}, "pools.tower"),
    ({"options.ties": "win"}, "options.ties"),
    ({"options.round_limit": 0}, "options.round_limit"),
    ({"fighters.kestrel.last_attacker": "ghost"}, "fighters.kestrel.last_attacker: no fighter ghost"),
    ({"fighters.kestrel.intercepting": "rook"}, "fighters.kestrel.intercept_with"),
    ({"acting": "rook"}, "acting: names somebody outside combat"),
    ({"order": ["rook", "rook"]}, "order: names a fighter twice"),
    ({"fighters.kestrel.failures": 2}, "fighters.kestrel.failures"),
    ({"fighters.kestrel.name": "x" * 200}, "fighters.kestrel.name"),
    ({"fighters.kestrel.plot_points": 10**9}, "fighters.kestrel.plot_points"),
]


@pytest.mark.parametrize(("patch", "wanted"), FAULTS, ids=[wanted[:40] for _, wanted in FAULTS])
def test_a_fault_is_named_by_its_path(patch: dict[str, Any], wanted: str) -> None:
    """TC-10.1 Faults, with path and what to change."""
    assert any(wanted in fault for fault in faults_of(patch))


def test_every_fault_at_once() -> None:
    """TC-10.1 Faults: a scene is refused with all of them."""
    found = faults_of({"fighters.kestrel.chrome": "d3", "fighters.rook.tier": 9, "place.zone": "moon"})
    assert len(found) == 3


def test_the_state_of_a_fight_is_a_scene() -> None:
    """TC-10.1 Faults: an exported scene also carries the fields of chapter 11."""
    fight = fight_of("mob", {"fighters.kestrel.shift": 1}, None, "start", "kestrel: intercept rook")
    plain = write_scene(RULESET, fight.scene)
    assert write_scene(RULESET, read_scene(plain)[1]) == plain


def test_zones_set_what_the_scene_does_not() -> None:
    """TC-12.1 Zone defaults: when the scene is loaded; a later `set` of the zone changes nothing else."""
    for zone, row in content.zones().items():
        place = scene_of("duel", {"place.zone": zone}).place
        assert (place.surveilled, place.safe) == (row["surveilled"], row["safe"])
        assert (place.hazards, place.reinforcements) == (row["hazards"], row["reinforcements"])
    fight = fight_of("duel", None, None, "set place.zone directorate")
    assert write_scene(RULESET, fight.scene)["place"]["surveilled"] is False


def book_table(heading: str) -> list[list[str]]:
    """The rows of the first table after a heading of the rulebook, without marks."""
    rows: list[list[str]] = []
    for line in BOOK[BOOK.index(heading) :].splitlines()[1:]:
        if line.startswith("|"):
            rows.append([cell.strip().replace("`", "") for cell in line.strip("|").split("|")])
        elif rows:
            break
    return rows[2:]


def dice_of(row: Mapping[str, Any], key: str) -> str:
    return " ".join(row[key].values())


def assets_of(row: Mapping[str, Any]) -> str:
    parts = [f"{kind} {row['gear'][kind]} {die}" for kind, die in row.get("assets", {}).items()]
    return ", ".join(parts) or "–"


def test_npc_templates_are_those_of_the_book() -> None:
    """Chapter 20: every column of the bestiary, and that each makes a fighter."""
    rows = book_table("**NPC templates**")
    assert [row[0] for row in rows] == list(content.table("npcs"))
    for id, name, behavior, attributes, approaches, chrome, assets, more in rows:
        found = content.templates()[id]
        assert (found["name"], found["behavior"], found["chrome"]) == (name, behavior, chrome)
        assert (dice_of(found, "attributes"), dice_of(found, "approaches")) == (attributes, approaches)
        assert assets_of(found) == assets
        for part in [] if more == "–" else more.split(", "):
            key, value = part.split()
            assert str(found[key]).lower() == value
        scene_of("duel", {"fighters.extra": {"template": id, "side": "extra"}})


def test_ready_characters_are_those_of_the_book() -> None:
    """Chapter 20: every column of the ready characters; chrome is within the ceiling."""
    rows = book_table("**Ready characters**")
    assert [row[0] for row in rows] == list(content.table("characters"))
    for id, name, archetype, attributes, approaches, chrome, assets, items in rows:
        found = content.templates()[id]
        assert (found["name"], found["archetype"], found["chrome"]) == (name, archetype, chrome)
        assert (dice_of(found, "attributes"), dice_of(found, "approaches")) == (attributes, approaches)
        assert assets_of(found) == assets
        assert ", ".join(f"{item} {count}" for item, count in found["items"].items()) == items
        scene_of("duel", {"fighters.extra": {"template": id, "side": "crew", "controlled_by": "player"}})


def test_items_zones_and_complications_are_those_of_the_book() -> None:
    """Chapter 20: items, zones, scene complications, archetypes."""
    assert {row[0]: (row[1], f"d{content.items()[row[0]].die}") for row in book_table("**Items.**")} == {
        item.id: (item.tag, f"d{item.die}") for item in content.items().values()
    }
    for row in book_table("**Items.**"):
        assert content.table("items")[row[0]]["die"] == row[2]
    for name, watched, safe, reinforcements, hazards in book_table("**Zones**"):
        zone = content.zones()[name]
        assert (zone["surveilled"], zone["safe"]) == (watched == "yes", safe == "yes")
        assert (", ".join(zone["reinforcements"]), ", ".join(zone["hazards"])) == (reinforcements, hazards)
    for name, hindered in book_table("**Scene complications**"):
        assert content.hindered_by(name) == frozenset(hindered.split(", "))
    line = BOOK[BOOK.index("**Archetypes") :].split("\n\n")[0]
    assert content.ceilings() == {name: int(die) for name, die in re.findall(r"`(\w+)` d(\d+)", line)}
    for kind, *cells in book_table("**Weapons, decks and armor**"):
        assert list(content.table("gear")[kind].values()) == [cell.split(", ") for cell in cells]
