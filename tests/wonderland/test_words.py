"""Sentences, boxes and badges."""

from __future__ import annotations

from typing import Any

from fireteam.kernel.dice import Scripted
from fireteam.kernel.events import encode
from fireteam.kernel.fight import Fight
from fireteam.kernel.scenefile import write_scene
from fireteam.kernel.visibility import hidden_from, player, project, project_events
from fireteam.wonderland import RULESET
from fireteam.wonderland.words import SENTENCES
from tests.wonderland.playing import KINDS, bundled, menagerie, play


def named(id: str) -> str:
    return f"<{id}>"


def test_every_event_type_has_a_sentence() -> None:
    """The words know every type of the Events chapter, and no other."""
    assert set(SENTENCES) == set(KINDS)


def test_sentences_of_whole_games_read_as_sentences() -> None:
    """Every event of random games, for the GM and for players, gives one line that ends in a full stop."""
    crew = player("kestrel", "rook", "turncoat")
    for seed in range(6):
        fight = play(menagerie(), f"words/{seed}", 80, lambda fight: None)
        for at, entry in enumerate(fight.entries):
            after = fight.entries[at + 1].before if at + 1 < len(fight.entries) else fight.scene
            written = [encode(one) for one in entry.events]
            written += project_events(RULESET, after, hidden_from(entry.before, crew), entry.events, crew)
            for one in written:
                said = RULESET.sentence(one, named)
                assert said[:1].isupper() or said[:1] == "<", said
                assert said.endswith(".") or one["type"] == "noted", said
                assert "None" not in said and "_" not in said.replace("<", "") and "UW-" not in said, said


def test_an_attack_is_told_with_its_numbers() -> None:
    """The roll with what it is compared with, what it cost, what it did."""
    plain = bundled("flamingo-noon", npcs="manual")
    fight = Fight(RULESET, plain, Scripted([8, 6]))
    fight.do("start juniper")
    events = fight.do("juniper: fight augustin with sidearm").events
    said = [RULESET.sentence(encode(one), lambda id: fight.scene.fighters[id].name) for one in events]
    assert said == [
        "Juniper Vale fights this turn.",
        "Juniper Vale rolls Aim to hit: 8 + 1 = 9 against 7.",
        "Juniper Vale hits Augustin Brine with sidearm for 7; 4 KP, 5 left.",
        "Augustin Brine tries to deflect with reflex.",
        "Augustin Brine rolls Reflex to deflect: 6 against 9.",
        "Augustin Brine does not deflect it.",
        "Augustin Brine takes 6 physical damage, 22 HP left.",
    ]


def test_tracks_and_badges_are_boxes_and_words() -> None:
    """HP as boxes with a word for how hurt somebody is; conditions with their numbers; for vehicles their armour."""
    fight = Fight(RULESET, menagerie())
    for line in ("harm kestrel 20", "afflict kestrel burn loss 2 turns 3", "afflict rook stoned penalty 2"):
        assert fight.do(line).is_done
    state: Any = write_scene(RULESET, fight.scene)
    kestrel, rook = state["fighters"]["kestrel"], state["fighters"]["rook"]
    assert [(one.label, one.filled, one.size, one.word) for one in RULESET.tracks(kestrel)] == [
        ("HP", 51, 70, "51 of 70, hurt"),
        ("KP", 9, 9, "9 of 9"),
    ]
    assert RULESET.badges(kestrel) == ["burn 2 (3 turns)"]
    assert RULESET.badges(rook) == ["stoned -2"]
    assert RULESET.badges(state["vehicles"]["truck"])[:2] == ["some armour", "Speed 2, Power 3"]
    assert "Hazard: toxic (1 HP a turn, -1 on rolls, lasting)" in RULESET.gauges(state)


def test_what_players_see_can_be_shown() -> None:
    """Boxes and badges are made from any projection, with less in it."""
    scene = menagerie()
    shown = project(RULESET, scene, player("kestrel"))
    for one in [*shown["fighters"].values(), *shown["vehicles"].values()]:
        RULESET.tracks(one)
        RULESET.badges(one)
    assert RULESET.tracks(shown["fighters"]["gulper"]) == []
    assert RULESET.gauges(shown)[0] == "Session 1"
