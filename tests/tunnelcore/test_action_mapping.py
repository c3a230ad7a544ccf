"""9 Action mapping reference: the tables of the code are the tables of the book."""

from __future__ import annotations

import pytest

from fireteam.tunnelcore.action_mapping_reference.table import DEEDS, DEFENCES, Deed
from fireteam.tunnelcore.dice_pool_basics.pools import defence_pool, own_pool
from fireteam.tunnelcore.state import APPROACHES, ASSETS, ATTRIBUTES, TRACKS, Asset, Guard
from tests.tunnelcore.table import scene_of
from tests.tunnelcore.test_scene_faults import book_table

ROWS = [
    (key, *cells)
    for names, *cells in book_table("**TC-9.1 The mapping.**")
    for key in names.split(", ")
    if len(cells) == 6
]


def asset_word(deed: Deed) -> str:
    if deed.asset < 0:
        return "–"
    return "item" if deed.asset == Asset.ITEM else ASSETS[deed.asset]


@pytest.mark.parametrize("row", ROWS, ids=[row[0] for row in ROWS])
def test_an_action_is_as_the_book_maps_it(row: tuple[str, ...]) -> None:
    """TC-9.1 The mapping: attribute, approach, asset, chrome, track and marks of every action."""
    key, pool, asset, chrome, opposed_by, track, marks = row
    if "no roll" in pool:
        assert not DEEDS[key].rolls
        return
    deed = DEEDS[key]
    words = f"{ATTRIBUTES[deed.attribute].capitalize()} + {APPROACHES[deed.approach].capitalize()}"
    assert words == pool
    assert asset_word(deed) == asset
    assert deed.adds_chrome == (chrome == "yes")
    assert (TRACKS[deed.track] if deed.track >= 0 else "–") == track or key == "grapple"
    assert deed.is_hostile == ("hostile" in marks)
    assert deed.has_price == ("price" in marks)
    assert deed.needs_adjacent == ("adj." in marks)
    if deed.opposed_by is not None:
        assert deed.opposed_by.name in opposed_by


@pytest.mark.parametrize("name", [defence.name for defence in DEFENCES])
def test_a_defence_is_as_the_book_lists_it(name: str) -> None:
    """TC-9.9 The defences: attribute, approach, armor and guard of each."""
    defence = next(one for one in DEFENCES if one.name == name)
    pool = next(row[1] for row in book_table("**TC-9.9 The defences.**") if row[0] == name)
    words = f"{ATTRIBUTES[defence.attribute].capitalize()} + {APPROACHES[defence.approach].capitalize()}"
    assert pool == words + (" + armor" if defence.adds_armor else "") + (" (+ guard)" if defence.guard else "")


def test_the_pools_of_the_cases() -> None:
    """TC-1.2 What is in a pool: those that the head of the conformance cases lists for kestrel and rook."""
    scene = scene_of("duel")
    kestrel, rook = scene.fighters["kestrel"], scene.fighters["rook"]
    pools = {
        "attack": (8, 6, 8, 6),
        "ranged": (8, 6, 6),
        "ambush": (8, 8, 8),
        "reckless": (8, 10, 8, 6),
        "hack": (8, 8, 8),
        "quickhack": (8, 6, 8),
        "taunt": (6, 6, 6),
        "flee": (8, 6),
        "hide": (8, 8),
        "scan": (8, 8),
        "persuade": (6, 8),
        "perceive": (6, 8),
    }
    assert {key: own_pool(scene, kestrel, DEEDS[key]) for key in pools} == pools
    assert own_pool(scene, rook, DEEDS["attack"]) == (8, 6, 6)
    assert [defence_pool(kestrel, one) for one in DEFENCES] == [(8, 8, 6), (6, 6), (8, 8), (8, 8), (8, 6)]
    kestrel.guard = Guard.SIGNAL
    assert defence_pool(kestrel, DEFENCES[1]) == (6, 6, 6)
    assert defence_pool(kestrel, DEFENCES[0]) == (8, 8, 6)
