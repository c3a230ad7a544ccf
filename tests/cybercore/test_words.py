"""CC-23 Events in words, and the meters as people see them."""

from __future__ import annotations

from fireteam.cybercore import RULESET
from fireteam.cybercore.words import _SENTENCES, sentence
from fireteam.kernel.dice import Seeded
from fireteam.kernel.events import encode
from fireteam.kernel.fight import autoplay
from fireteam.kernel.ruleset import Track
from fireteam.kernel.scenefile import write_scene
from tests.cybercore.table import bundled, done, fight_of, happenings, scene_of


def name(id: str) -> str:
    return id.capitalize()


def test_every_event_type_has_a_sentence() -> None:
    """CC-23.1 Types: no type is without words, and no words are without a type."""
    assert set(_SENTENCES) == {kind.type for kind in RULESET.events()}  # type: ignore[attr-defined]


def test_whatever_happens_reads_as_a_sentence() -> None:
    """CC-23.1 Types: over many fights every sentence is whole: a capital, a full stop, no raw values."""
    seen = set()
    for number in range(12):
        scene = bundled("ossuary-lamp" if number % 2 else "freight-deck")
        for fact in autoplay(RULESET, scene, Seeded(number), logs=True).events:
            text = sentence(encode(fact), name)
            assert text[0].isupper() or text[0].isdigit(), text
            assert text.endswith("."), text
            assert not {"None", "True", "False", "{", "_"} & {*text.split(), *text}, text
            seen.add(fact.type)
    assert len(seen) > 30


def test_a_roll_names_its_dice_the_modifier_and_the_tl() -> None:
    """CC-1.2 The d100 roll: the worked total of the book, in words."""
    scene = scene_of(fighters={"kestrel": {"psych": 2}}, pools={"luck": 2, "tension": 1, "tension_allocated": 1})
    fight = fight_of(scene, [61, 4, 9, 7])
    done(fight, "kestrel: check guns vs 86 luck 2")
    rolled = next(fact for fact in happenings(fight) if fact["type"] == "rolled")
    assert sentence(rolled, name) == (
        "Kestrel makes a check (guns): 61 + Luck 4 and 9 - Tension 7 + 20 = 87 against TL 86: success."
    )


def test_rare_events_have_words_too() -> None:
    """CC-23.1 Types: gifts, Bonds, rests, coping, sessions, hand-set values, a certain success, a bare roll."""
    scene = scene_of(
        fighters={"kestrel": {"psych": 3, "hits": 4}, "wren": {"side": "squad", "controlled_by": "player"}}
    )
    fight = fight_of(scene, [5, 50, 4, 9])
    done(
        fight,
        "grant luck 2",
        "grant energy kestrel 2",
        "bond kestrel, wren because the airlock",
        "kestrel: cope port bar",
        "kestrel: check guns vs 40",
        "kestrel: check scout burn might",
        "rest rr",
        "roll 2d10 vs 12",
        "set place.tier 2",
        "break",
        "session",
        "hide brute",
        "reveal brute",
        "add dock_ganger as rat",
        "remove rat",
        "undo",
    )
    said = [sentence(fact, name) for fact in happenings(fight)]
    for text in (
        "Luck rises by 2 to 2: the GM's hand.",
        "Kestrel holds 2 extra Energy (+2).",
        "Kestrel is bonded to Wren.",
        "“the airlock”",
        "Kestrel copes (port bar); the bill: a hangover.",
        "Kestrel makes a check (scout): as if 100 - 7 = 93 against TL 55: Critical Success.",
        "Kestrel loses a point of might for good: 1 left.",
        "Kestrel and Wren took R&R: clips full, jams cleared.",
        "A bare roll of 2d10: 4 + 9 = 13 against TL 12: success.",
        "The GM sets place.tier to 2.",
        "The scene is over.",
        "Brute is out of sight.",
        "Rat joins.",
        "Rat is out of the fight (removed).",
        "Taken back: remove rat.",
    ):
        assert text in said, (text, said)


def test_meters_stand_in_boxes_and_words() -> None:
    """CC-1.1 Active Stats, CC-7.9 Recovery: tracks, badges and gauges say in words what they show."""
    fight = fight_of(scene_of(fighters={"kestrel": {"hits": 7, "psych": 5, "exhaustion": 1, "wounds": {"open": 1}}}))
    done(fight, "grant tension 3", "allocate 2", "afflict kestrel slowed 2", "kestrel: use stim")
    state = write_scene(RULESET, fight.scene)
    tracks = {track.label: track for track in RULESET.tracks(state["fighters"]["kestrel"])}
    assert (tracks["HITS"].filled, tracks["HITS"].size, tracks["HITS"].word) == (2, 19, "2 of 19 marked, standing")
    assert tracks["Psych"].word == "5 of 4, 1 past the Breaking Point"
    assert tracks["Energy"].word == "1 of 1, 0 free"
    badges = RULESET.badges(state["fighters"]["kestrel"])
    assert {"1 open Wound", "Slowed (2 turn ends left)", "assault carbine (6 shots)", "at 0"} <= {*badges}
    gauges = RULESET.gauges(state)
    assert Track("Tension", 2, 3, "3, 2 against the next player roll") in gauges
    assert "Mission TL 55" in gauges
    for track in tracks.values():
        assert 0 <= track.filled <= track.size
