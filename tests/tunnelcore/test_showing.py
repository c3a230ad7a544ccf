"""What is shown, and what players may not know."""

from __future__ import annotations

import json
from typing import Any

import pytest

from fireteam.kernel.dice import Scripted, Seeded
from fireteam.kernel.fight import Fight, autoplay
from fireteam.kernel.scenefile import write_scene
from fireteam.kernel.visibility import GAME_MASTER, SPECTATOR, hidden_from, player, project, project_events
from fireteam.tunnelcore import RULESET
from fireteam.tunnelcore.state import BOX_NAMES
from tests.tunnelcore.table import bundled, fight_of, scene_of

KESTREL = player("kestrel")
SHEET = ("attributes", "approaches", "assets", "items", "stress", "behavior")


def seen(fight: Fight, id: str, viewer: Any = KESTREL) -> dict[str, Any]:
    found: dict[str, Any] = project(RULESET, fight.scene, viewer)["fighters"][id]
    return found


def test_boxes_have_names() -> None:
    """TC-2.1 Tracks and boxes: people see the names of the boxes and how many are filled."""
    fight = fight_of("duel", {"fighters.kestrel.stress.mental": "d10", "fighters.kestrel.stress.signal": "out"})
    shown = RULESET.tracks(seen(fight, "kestrel"))
    assert [(track.label, track.filled, track.size, track.word) for track in shown] == [
        ("Physical", 0, 5, "Uninjured"),
        ("Mental", 3, 5, "Critical"),
        ("Signal", 5, 5, "Stressed Out"),
    ]
    assert len(BOX_NAMES) == 6


def test_what_stands_on_a_fighter_is_in_words() -> None:
    """Badges and gauges say positions, complications, doom, tower and clocks in words."""
    patch = {
        "fighters.kestrel.complications.setback": "d6",
        "fighters.rook.held": True,
        "place.complications.smoke": "d8",
        "place.clocks.breach": {"size": 4, "filled": 1},
    }
    fight = fight_of("duel", patch)
    assert RULESET.badges(seen(fight, "kestrel")) == ["risky", "setback d6", "1 plot point"]
    assert RULESET.badges(seen(fight, "rook"))[0] == "held"
    gauges = RULESET.gauges(project(RULESET, fight.scene, KESTREL))
    assert gauges[0] == "Doom: d6 d6"
    assert [gauge if isinstance(gauge, str) else gauge.word for gauge in gauges[1:]] == [
        "40 %",
        "Scene: smoke d8",
        "1 of 4",
    ]


def test_players_see_no_sheet_of_an_npc_that_was_not_scanned() -> None:
    """TC-7.21 scan: attributes, approaches, assets, items, stress and behaviour stay out of players' views."""
    fight = fight_of("duel", None, [6, 5, 4, 2], "start")
    assert not set(SHEET) & set(seen(fight, "rook"))
    assert not set(SHEET) & set(seen(fight, "rook", SPECTATOR))
    assert set(SHEET) <= set(seen(fight, "kestrel"))
    assert set(SHEET) <= set(seen(fight, "rook", GAME_MASTER))
    fight.do("kestrel: scan rook")
    assert {"attributes", "stress", "behavior"} == set(SHEET) & set(seen(fight, "rook"))
    assert RULESET.tracks(seen(fight, "rook"))


def test_a_failed_scan_tells_the_behaviour_alone() -> None:
    """TC-7.21 scan: otherwise only the behaviour."""
    fight = fight_of("duel", None, [2, 3, 4, 2], "kestrel: scan rook")
    assert set(SHEET) & set(seen(fight, "rook")) == {"behavior"}


def events_for(fight: Fight, line: str, viewer: Any) -> list[dict[str, Any]]:
    unseen = hidden_from(fight.scene, viewer)
    outcome = fight.do(line)
    assert outcome.is_done, outcome.refusal
    return project_events(RULESET, fight.scene, unseen, outcome.events, viewer)


def test_stress_of_an_npc_is_told_without_its_box() -> None:
    """TC-7.21 scan: players learn that an NPC is hit, not where its track stands; of players they see all."""
    fight = fight_of("duel", None, [7, 4, 6, 3, 5, 6, 2], "start")
    told = events_for(fight, "kestrel: attack rook", KESTREL)
    changed = next(fact for fact in told if fact["type"] == "stress_changed")
    assert "to" not in changed and "from" not in changed
    assert RULESET.sentence(changed, str) == "rook takes physical stress from kestrel."


def test_what_an_npc_learns_is_not_told() -> None:
    """TC-7.21 scan: an NPC's scan of another NPC tells players nothing but that it happened."""
    patch = {"fighters.jay": {"side": "watch"}}
    fight = fight_of("duel", patch, [6, 5, 2, 1], "start", "next")
    told = events_for(fight, "rook: scan jay", KESTREL)
    scanned = next(fact for fact in told if fact["type"] == "scanned")
    assert not {"attributes", "stress", "behavior"} & set(scanned)
    assert RULESET.sentence(scanned, str)
    assert fight.scene.fighters["jay"].scanned is None


def test_reinforcements_and_responders_are_prepared_in_secret() -> None:
    """TC-6.7, TC-8.14: players do not see who may come; the templates of newcomers stay the Wire DM's."""
    fight = fight_of("duel", {"pools.doom": ["d10"]}, None, "start")
    assert not {"reinforcements", "responders"} & set(project(RULESET, fight.scene, KESTREL)["place"])
    told = events_for(fight, "doom d10", KESTREL)
    joined = next(fact for fact in told if fact["type"] == "joined")
    assert "template" not in joined


def test_a_hidden_fighter_leaves_no_word() -> None:
    """TC-7.2 Targets: through a whole fight no id, name or prefix of a hidden fighter reaches a player."""
    patch = {"fighters.sparrow": {"side": "gang", "hidden": True, "name": "Zyxwv"}, "options.npcs": "auto"}
    fight = Fight(RULESET, scene_of("mob", patch), Seeded("hidden"))
    said = ""
    for line in ("start sparrow", "kestrel: attack rook", "kestrel: attack rook", "kestrel: defend"):
        unseen = hidden_from(fight.scene, KESTREL)
        outcome = fight.do(line)
        told = project_events(RULESET, fight.scene, unseen, outcome.events, KESTREL)
        said += json.dumps(told) + " ".join(RULESET.sentence(fact, str) for fact in told)
        said += json.dumps(project(RULESET, fight.scene, KESTREL))
    assert "sparrow" not in said and "Zyxwv" not in said
    names = ("spar", "nobody", "Zyx")
    refusals = {str(fight.read(f"kestrel: scan {name}", KESTREL)).replace(name, "X") for name in names}
    assert refusals == {"no fighter X"}


def test_every_event_type_has_a_sentence_of_its_own() -> None:
    """17 Events: none falls back to its tag."""
    from fireteam.tunnelcore.words import SENTENCES

    assert set(SENTENCES) == {kind.type for kind in RULESET.events()}  # type: ignore[attr-defined]


@pytest.mark.parametrize("scene_name", ["closing-time", "thirty-third-floor"])
def test_sentences_of_whole_fights_for_every_seat(scene_name: str) -> None:
    """Every event of a fight reads as a sentence, for the game master and, veiled, for a player."""
    scene = bundled(scene_name)
    run = autoplay(RULESET, scene, Seeded("sentences"), logs=True)

    def name(id: str) -> str:
        return scene.fighters[id].name if id in scene.fighters else id

    for seat in (GAME_MASTER, player(next(iter(scene.fighters)))):
        for fact in project_events(RULESET, scene, set(), run.events, seat):
            text = RULESET.sentence(fact, name)
            assert text[0] == text[0].upper() and text[-1] in '.!"', fact
            assert "None" not in text and "{" not in text and "_" not in text, text


def test_numbers_are_named() -> None:
    """A game master reads the comparison aloud."""
    fight = fight_of("duel", None, [7, 4, 6, 3, 5, 6, 2], "start")
    told = events_for(fight, "kestrel: attack rook", GAME_MASTER)
    said = [RULESET.sentence(fact, str.capitalize) for fact in told]
    assert "Kestrel attacks Rook: 13 against 11, won by 2." in said
    assert "Kestrel rolls: d8 shows 7, d6 shows 4, d8 shows 6, d6 shows 3; keeps 7 + 6 = 13, effect d6." in said
    assert "Rook takes 1 box of physical stress from Kestrel: from Uninjured to Strained." in said


def test_out_and_lost() -> None:
    """TC-2.7, TC-3.6: `out` is not standing, `dead` is retired."""
    fight = Fight(
        RULESET,
        scene_of("duel", {"fighters.kestrel.stress": {"physical": "out", "mental": "out"}}),
        Scripted([]),
    )
    kestrel = fight.scene.fighters["kestrel"]
    assert RULESET.is_out(kestrel) and not RULESET.is_dead(kestrel)
    assert write_scene(RULESET, fight.scene)["fighters"]["kestrel"]["active"] is False
