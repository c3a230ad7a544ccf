"""SL-25.3 to SL-25.6: what the behaviours choose, one situation each."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.kernel.grammar import write_command
from fireteam.solarlink import RULESET
from fireteam.solarlink.behaviours import choose, legal_choice, next_command
from tests.solarlink.table import scene

LEARNED = {"attack_pattern_explained": 1}
OUT = {"status": "out", "prone": True}

GROUND: list[tuple[str, str, dict[str, Any], str]] = [
    # SL-25.3
    ("void", "ben", {"fighters__ben__torn": True}, "use sealant"),
    ("void", "ben", {"fighters__ben__torn": True, "fighters__ben__ap": 3}, "pass"),
    ("fight", "vela", {"fighters__vela__hp": 6}, "use stim"),
    ("fight", "vela", {"fighters__vela__hp": 7}, "attack rook with vibroblade"),
    (
        "fight",
        "vela",
        {"fighters__tam": {"side": "crew", "hp": -7, **OUT}, "order": ["vela", "rook", "tam"]},
        "use stim on tam",
    ),
    (
        "fight",
        "vela",
        {"fighters__tam": {"side": "crew", "hp": -8, **OUT}, "order": ["vela", "rook", "tam"]},
        "attack rook with vibroblade",
    ),
    ("fight", "vela", {"fighters__vela__prone": True}, "stand"),
    ("fight", "vela", {"fighters__vela__dizzy": 3}, "focus"),
    ("fight", "vela", {"fighters__vela__dizzy": 2}, "attack rook with vibroblade"),
    ("fight", "vela", {"fighters__vela__dizzy": -1}, "focus"),
    ("ward", "doc", {"fighters__pat__hp": -1, "fighters__pat__status": "out", "fighters__pat__delay": 2}, "delay pat"),
    ("ward", "doc", {"fighters__pat__hp": -1, "fighters__pat__status": "out", "fighters__pat__delay": 3}, "pass"),
    ("ward", "doc", {"fighters__doc__maneuvers": {"calming_aura": 1, "aura_of_confidence": 1}}, "aura calming_aura"),
    (
        "ward",
        "doc",
        {
            "fighters__doc__maneuvers": {"calming_aura": 1, "bonus_aura": 1, "aura_of_confidence": 1},
            "fighters__doc__auras": ["calming_aura"],
        },
        "aura aura_of_confidence",
    ),
    # SL-25.4
    ("fight", "vela", {"fighters__vela__behaviour": "idle"}, "pass"),
    ("grid", "ida", {"fighters__ida__insanity": "babbling"}, "pass"),
    ("grid", "ida", {"fighters__ida__insanity": "fleeing"}, "move away from kol"),
    (
        "nerves",
        "milo",
        {
            "phase": "combat",
            "round": 1,
            "order": ["milo", "tess", "gil"],
            "acting": "milo",
            "fighters__milo__ap": 12,
            "fighters__milo__insanity": "raging",
        },
        "attack tess with combat_knife",
    ),
    ("grid", "ida", {"fighters__ida__behaviour": "coward", "fighters__ida__hp": 8}, "attack kol with frag_charge"),
    ("grid", "ida", {"fighters__ida__behaviour": "coward", "fighters__ida__hp": 7}, "move away from kol"),
    ("grid", "ida", {"fighters__kol__at": [13, 0], "fighters__mags__at": [40, 0]}, "move toward kol"),
    (
        "grid",
        "ida",
        {
            "fighters__kol__at": [13, 0],
            "fighters__mags__at": [40, 0],
            "fighters__ida__behaviour": "guard",
            "place__cover": 0,
        },
        "attack kol with slug_pistol",
    ),
    (
        "grid",
        "ida",
        {
            "fighters__kol__at": [40, 0],
            "fighters__mags__at": [70, 0],
            "fighters__ida__behaviour": "guard",
            "fighters__ida__weapons": ["slug_pistol"],
        },
        "pass",
    ),
    (
        "grid",
        "ida",
        {"fighters__ida__weapons": ["vibroblade", "slug_pistol"], "fighters__ida__behaviour": "brute"},
        "move toward kol",
    ),
    (
        "grid",
        "ida",
        {
            "fighters__ida__weapons": ["vibroblade", "slug_pistol"],
            "fighters__ida__behaviour": "brute",
            "fighters__ida__ap": 7,
            "fighters__ida__items": {},
        },
        "aim kol",
    ),
    ("grid", "ida", {"fighters__ida__maneuvers": LEARNED, "fighters__ida__attributes__intellect": 1}, "explain kol"),
    (
        "grid",
        "ida",
        {"fighters__ida__maneuvers": LEARNED, "fighters__ida__attributes__intellect": 1, "fighters__ida__ap": 11},
        "attack kol with frag_charge",
    ),
    ("grid", "ida", {"fighters__mags__at": [8, 8]}, "cover"),
    ("grid", "ida", {"fighters__mags__at": [8, 8], "fighters__ida__behaviour": "brute"}, "attack kol with slug_pistol"),
    ("grid", "ida", {"fighters__mags__at": [8, 8], "fighters__ida__cover": 2, "fighters__ida__ap": 7}, "aim kol"),
    (
        "grid",
        "ida",
        {"fighters__mags__at": [8, 8], "fighters__ida__cover": 2, "fighters__ida__ap": 7, "fighters__ida__aim": "kol"},
        "attack kol with slug_pistol",
    ),
    ("fight", "vela", {"fighters__vela__ap": 5}, "pass"),
    ("fight", "vela", {"fighters__vela__ap": 5, "fighters__rook__weapons": []}, "attack rook with vibroblade"),
    ("fight", "vela", {"fighters__vela__ap": 8}, "attack rook with vibroblade hard"),
    ("fight", "vela", {"fighters__vela__ap": 8, "fighters__vela__behaviour": "brute"}, "attack rook with vibroblade"),
    (
        "fight",
        "vela",
        {"fighters__vela__ap": 7, "fighters__vela__behaviour": "brute", "fighters__rook__dhp_max": 1},
        "attack rook with vibroblade hard",
    ),
    (
        "fight",
        "vela",
        {"fighters__vela__weapons": ["slug_pistol", "vibroblade"], "fighters__rook__dhp_max": 1},
        "attack rook with vibroblade hard",
    ),
    # SL-25.5
    ("ward", "doc", {"fighters__doc__behaviour": "medic"}, "treat pat"),
    ("ward", "doc", {}, "pass"),
    ("yard", "ray", {}, "fire sam"),
    ("yard", "ray", {"fighters__sam__hidden": True}, "pass"),
    (
        "ships",
        "hand",
        {
            "vehicles__lark__band": 5,
            "vehicles__lark__locked": "jay",
            "vehicles__jay__locked": "lark",
            "acting": "hand",
            "fighters__hand__ap": 12,
        },
        "board jay",
    ),
    ("ships", "hand", {"acting": "hand", "fighters__hand__ap": 12}, "crew engineer"),
]

LOCKED = {"vehicles__lark__band": 5, "vehicles__lark__locked": "jay", "vehicles__jay__locked": "lark"}
PILOT = {"acting": "pil", "fighters__pil__ap": 13}
ENGINEER = {"acting": "eng", "fighters__eng__ap": 12}
BRUTE = {"fighters__hand__behaviour": "brute"}

SPACE: list[tuple[str, dict[str, Any], str]] = [
    ("gun", {}, "aim jay"),
    ("gun", {"fighters__gun__aim": "jay"}, "fire jay with twin_laser"),
    ("gun", {"fighters__gun__insanity": "raging"}, "pass"),
    (
        "gun",
        {"vehicles__lark__weapons": ["twin_laser", "rail_gun"], "vehicles__jay__band": 6},
        "fire jay with rail_gun",
    ),
    (
        "gun",
        {
            "fighters__foe__aboard": "lark",
            "fighters__foe__station": "null",
            "order": ["gun", "pil", "eng", "foe", "hand"],
        },
        "attack foe with unarmed",
    ),
    ("gun", {"vehicles__lark__components__guns": "damaged"}, "pass"),
    ("eng", {**ENGINEER, "vehicles__lark__breached": True}, "repair breach"),
    (
        "eng",
        {**ENGINEER, "vehicles__lark__components": {"engine": "damaged", "life_support": "damaged"}},
        "repair life support",
    ),
    ("eng", ENGINEER, "overcharge"),
    ("eng", {**ENGINEER, "vehicles__lark__overcharge": 1, "vehicles__lark__dhp": 11}, "repair hull"),
    ("eng", {**ENGINEER, **LOCKED}, "pass"),
    ("pil", PILOT, "evade"),
    ("pil", {**PILOT, "vehicles__lark__evading": 2}, "pass"),
    ("pil", {**PILOT, "vehicles__jay__band": 7}, "burn toward jay"),
    ("pil", {**PILOT, **LOCKED}, "free"),
    ("pil", {**PILOT, **LOCKED, **BRUTE}, "pass"),
    ("pil", {**PILOT, **BRUTE, "vehicles__lark__band": 5, "vehicles__lark__evading": 2}, "grapple jay"),
    ("pil", {**PILOT, "vehicles__lark__weapons": []}, "evade"),
    ("pil", {**PILOT, "vehicles__lark__weapons": [], "vehicles__lark__evading": 2}, "burn away from jay"),
    ("pil", {**PILOT, "vehicles__lark__weapons": [], "vehicles__jay__band": 7}, "escape"),
    ("pil", {**PILOT, "vehicles__lark__components__engine": "damaged"}, "pass"),
]


def chosen(name: str, who: str, patch: dict[str, Any]) -> str:
    """What the behaviour of a fighter chooses, without the actor in front."""
    start = scene(name, **patch)
    fighter = start.fighters[who]
    command = choose(start, fighter)
    assert legal_choice(start, fighter).action in (command.action, "pass")
    return write_command(RULESET.actions().by_key[command.action], command).partition(": ")[2]


@pytest.mark.parametrize(("name", "who", "patch", "line"), GROUND)
def test_on_foot(name: str, who: str, patch: dict[str, Any], line: str) -> None:
    """SL-25.3, SL-25.4 and SL-25.5: the first that applies."""
    assert chosen(name, who, patch) == line


@pytest.mark.parametrize(("who", "patch", "line"), SPACE)
def test_crews(who: str, patch: dict[str, Any], line: str) -> None:
    """SL-25.6: the first that applies to the crew of a flying vessel."""
    assert chosen("ships", who, patch) == line


def test_the_thirty_first_command_is_a_pass() -> None:
    """SL-25.1: so it goes on for thirty commands and no longer; a refused command counts as pass."""
    start = scene("fight", fighters__vela__ap=400)
    start.payments = 30
    assert choose(start, start.fighters["vela"]).action == "pass"
    blocked = scene("grid", fighters__ida__insanity="fleeing", fighters__ida__ap=1)
    assert choose(blocked, blocked.fighters["ida"]).action == "move"
    assert legal_choice(blocked, blocked.fighters["ida"]).action == "pass"


def test_an_open_task_is_continued_then_passed() -> None:
    """SL-25.1: continued, and then passed."""
    task = {"command": "treat pat", "cost": 60, "paid": 12, "paid_now": False}
    assert chosen("ward", "doc", {"fighters__doc__task": task}) == "continue"
    assert chosen("ward", "doc", {"fighters__doc__task": {**task, "paid_now": True}}) == "pass"


def test_autoplay_begins_and_ends() -> None:
    """SL-25.1: in calm it starts; after the end there is nothing to give."""
    begins = next_command(scene("duel"))
    assert begins is not None
    assert begins.action == "start"
    assert next_command(scene("duel", phase="over")) is None
