"""What players are shown: no hidden fighter, no sheet that nobody analyzed."""

from __future__ import annotations

import json
from typing import Any

import pytest

from fireteam.kernel.commands import legal_for
from fireteam.kernel.dice import Scripted
from fireteam.kernel.fight import Fight
from fireteam.kernel.scene import Phase
from fireteam.kernel.visibility import SPECTATOR, hidden_from, player, project, project_events
from fireteam.wonderland import RULESET
from fireteam.wonderland.state import Behaviour
from tests.wonderland.playing import menagerie, play, scene_of

CREW = player("kestrel", "rook", "turncoat")
SECRETS = ("gunner", "zorbo")


def seen_by(fight: Fight, viewer: Any) -> str:
    """Everything that a viewer ever got, as text: the state, the events as they came, and the sentences."""
    parts = [json.dumps(project(RULESET, fight.scene, viewer))]
    for at, entry in enumerate(fight.entries):
        after = fight.entries[at + 1].before if at + 1 < len(fight.entries) else fight.scene
        events = project_events(RULESET, after, hidden_from(entry.before, viewer), entry.events, viewer)
        parts += [json.dumps(one) + RULESET.sentence(one, lambda id: id) for one in events]
    return "\n".join(parts).casefold()


@pytest.mark.parametrize("seed", range(4))
def test_a_hidden_fighter_is_in_nothing_that_players_get(seed: int) -> None:
    """UW-2.3: as long as the gunner never comes into sight, no token of it reaches players or spectators."""
    unseen = 0
    for part in range(3):
        scene = menagerie()
        scene.options.npcs = "auto"
        scene.fighters["gunner"].behaviour = Behaviour.PASSIVE
        fight = play(scene, f"secrets/{seed}/{part}", 30, lambda fight: None, by_gm=1000)
        if any(event.type == "revealed" for entry in fight.entries for event in entry.events):
            continue
        unseen += 1
        for viewer in (CREW, SPECTATOR):
            text = seen_by(fight, viewer)
            assert not any(secret in text for secret in SECRETS)
        offered = " ".join(offer.text for offer in legal_for(RULESET, fight.scene, CREW))
        assert not any(secret in offered for secret in SECRETS)
    assert unseen


def test_a_refusal_does_not_betray_who_is_hidden() -> None:
    """UW-3.10: naming somebody hidden and naming nobody sound the same, for every verb that takes a target."""
    for verb in (
        "fight",
        "analyze",
        "pacify",
        "aid",
        "approach",
        "withdraw",
        "ram",
        "repair",
        "board",
        "use iodine on",
    ):
        fight = Fight(RULESET, menagerie(), Scripted([1] * 9))
        fight.do("hazard heat onset 99")
        fight.do("start kestrel")
        while fight.scene.acting != "kestrel" and fight.scene.phase is Phase.COMBAT:
            fight.do("next")
        # A suggestion behind the semicolon is made from what was typed and from names in sight alone.
        refusals = [str(fight.do(f"kestrel: {verb} {name}", CREW).refusal) for name in ("gunner", "nobody")]
        answers = [reason.partition(";")[0] for reason in refusals]
        assert answers[0].replace("gunner", "X") == answers[1].replace("nobody", "X"), verb
        assert "Zorbo" not in refusals[0]


DUEL: dict[str, Any] = {
    "options": {"npcs": "manual"},
    "fighters": {
        "kestrel": {"controlled_by": "player", "weapons": {"pistol": {"damage": 6, "range": 3}}},
        "brute": {"hp_max": 37, "weapons": {"claw": {"damage": 5}}, "traits": ["scramble"], "armor": 1},
    },
}


@pytest.mark.parametrize(
    ("face", "fields"), [(1, set()), (7, {"hp", "traits"}), (10, {"hp", "traits", "weapons", "armor"})]
)
def test_an_analysis_shows_so_much_and_no_more(face: int, fields: set[str]) -> None:
    """UW-3.2: nothing, then traits and how hurt it is, then the whole sheet."""
    fight = Fight(RULESET, scene_of(DUEL), Scripted([face, 8]))
    fight.do("start kestrel")
    fight.do("next")
    assert fight.do("kestrel: analyze brute").is_done
    shown = project(RULESET, fight.scene, player("kestrel"))["fighters"]["brute"]
    assert {name for name in ("hp", "traits", "weapons", "armor") if name in shown} == fields
    assert "hp" in project(RULESET, fight.scene, player("kestrel"))["fighters"]["kestrel"]


def test_events_do_not_tell_the_hp_that_the_sheet_hides() -> None:
    """UW-3.2: damage is seen, what is left of an enemy that nobody analyzed is not."""
    fight = Fight(RULESET, scene_of(DUEL), Scripted([8]))
    fight.do("start kestrel")
    fight.do("next")
    events = fight.do("kestrel: fight brute with pistol").events
    told = project_events(RULESET, fight.scene, set(), events, player("kestrel"))
    damaged = next(one for one in told if one["type"] == "damaged")
    assert damaged["amount"] == 5 and "hp" not in damaged
    attacked = next(one for one in told if one["type"] == "attacked")
    assert attacked["kp"] == 6, "one's own sheet is known"


def test_a_hidden_vehicle_is_in_nothing_that_players_get() -> None:
    """UW-11.2: until it is revealed, what is done to a hidden vehicle is not told to players."""
    fight = Fight(RULESET, scene_of({**DUEL, "vehicles": {"zorbomobile": {"hidden": True, "side": "foes"}}}))
    for line in ("distance zorbomobile, kestrel 4", "harm zorbomobile 3"):
        assert fight.do(line).is_done
    assert fight.scene.vehicles["zorbomobile"].hp == 37
    assert "zorbomobile" not in seen_by(fight, player("kestrel"))
    assert fight.do("reveal zorbomobile").is_done
    assert "zorbomobile" in seen_by(fight, player("kestrel"))
