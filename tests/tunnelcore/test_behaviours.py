"""19 Behaviours: the policy for player fighters line by line, and agents."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.kernel.decisions import Question
from fireteam.kernel.grammar import write_command
from fireteam.tunnelcore import RULESET
from fireteam.tunnelcore.behaviours import standard_command
from tests.tunnelcore.table import fight_of, types

LINES: list[tuple[str, str, dict[str, Any], str]] = [
    (
        "1 medical item for the worst",
        "crew",
        {"fighters.wren.stress.signal": "out", "fighters.kestrel.stress.physical": "d12"},
        "kestrel: use medkit on wren signal",
    ),
    (
        "1 not for whoever has recovered",
        "crew",
        {"fighters.wren.stress.signal": "out", "fighters.wren.recovered": ["signal"]},
        "kestrel: attack rook",
    ),
    (
        "1 not at another spot",
        "crew",
        {"fighters.wren.stress.signal": "out", "fighters.wren.spot": "roof"},
        "kestrel: attack rook",
    ),
    (
        "2 stim",
        "duel",
        {"fighters.kestrel.items": {"stim": 1}, "fighters.kestrel.stress.mental": "d10"},
        "kestrel: use stim on kestrel mental",
    ),
    (
        "3 yield",
        "mob",
        {"fighters.kestrel.stress.physical": "out"},
        "kestrel: yield",
    ),
    (
        "3 not while it can hack",
        "duel",
        {"fighters.kestrel.items": {}, "fighters.kestrel.stress.physical": "out"},
        "kestrel: hack rook",
    ),
    (
        "4 a deck against no signal",
        "crew",
        {"fighters.kestrel.stress.signal": "out", "fighters.kestrel.items": {}, "fighters.rook.assets.deck": "d6"},
        "kestrel: flee",
    ),
    ("5 outnumbered at d12", "mob", {"fighters.kestrel.stress.physical": "d12"}, "kestrel: flee"),
    (
        "5 not while restrained",
        "mob",
        {"fighters.kestrel.stress.physical": "d12", "fighters.kestrel.complications.restrained": "d6"},
        "kestrel: attack rook",
    ),
    ("6 the hurt foe", "mob", {"fighters.jay.stress.physical": "d6"}, "kestrel: attack jay"),
    ("6 moving up", "mob", {"fighters.kestrel.spot": "roof", "fighters.rook.spot": "yard"}, "kestrel: move yard"),
    (
        "6 a shot while restrained",
        "mob",
        {
            "fighters.kestrel.spot": "roof",
            "fighters.kestrel.assets.ranged": "d6",
            "fighters.kestrel.complications.restrained": "d6",
        },
        "kestrel: attack rook ranged",
    ),
    (
        "6 no Coward and no Psychiatrist",
        "mob",
        {"fighters.rook.behavior": "coward", "fighters.sparrow.behavior": "psychiatrist"},
        "kestrel: attack jay",
    ),
    ("7 looking for the concealed", "duel", {"fighters.rook.concealed": True}, "kestrel: scan rook"),
    ("8 nothing left", "clinic", {"fighters.rook.behavior": "coward"}, "kestrel: pass"),
]


@pytest.mark.parametrize(("scene", "patch", "line"), [pytest.param(*rest, id=name) for name, *rest in LINES])
def test_the_standard_policy(scene: str, patch: dict[str, Any], line: str) -> None:
    """TC-19.4 `standard`, each line of the policy; what it says is legal."""
    fight = fight_of(scene, patch, None, "start")
    command = standard_command(fight.scene, fight.scene.fighters["kestrel"])  # type: ignore[arg-type]
    action = RULESET.actions().by_key[command.action]
    assert write_command(action, command) == line
    assert action.check(fight.scene, command) is None


def test_it_absorbs_all_it_can() -> None:
    """TC-19.4 `standard`: every hitch it can, and other defaults."""
    decider = RULESET.autopilot(None)
    absorb = Question("absorb", "kestrel", "kestrel", ("0", "1", "2"), "0", "TC-3.7")
    assert decider.decide(absorb, None) == "2"
    slot = Question("overwrite", "kestrel", "kestrel", ("1", "3"), "3", "TC-3.2")
    assert decider.decide(slot, None) == "3"


def test_autoplay_says_next_when_nobody_is_left() -> None:
    """TC-19.5 Autoplay: `start`, the players by `standard` in listing order, the NPC whose turn it is, `next`."""
    fight = fight_of("crew")

    def given() -> str:
        command = RULESET.next_command(fight.scene)
        assert command is not None
        return write_command(RULESET.actions().by_key[command.action], command)

    assert given() == "start"
    fight.do("start")
    assert given().startswith("kestrel: ")
    fight.do("kestrel: defend")
    assert given().startswith("wren: ")
    fight.do("wren: defend")
    assert given().startswith("rook: attack ")
    fight.do("set fighters.kestrel.engaged false")
    fight.do("set fighters.wren.engaged false")
    assert RULESET.next_command(fight.scene) is None


def test_an_agent_is_checked_like_anyone() -> None:
    """TC-8.2 Tier 1: commands for a named NPC come from outside and are refused like anyone's; without one, the hint
    acts."""
    fight = fight_of("boss", None, [6, 4, 3, 5], "start", "next")
    assert str(fight.do("morrow: hack kestrel").refusal) == "needs a deck"
    assert "declared" in types(fight.do("morrow: taunt kestrel"))
    auto = fight_of("boss", {"options.npcs": "auto"}, None, "start")
    assert "declared" in types(auto.do("next"))


def test_favourites_decide_whom_it_spares() -> None:
    """TC-19.1 Whom an NPC goes for: the track of the favourite attack decides who counts as fallen."""
    patch = {
        "options.npcs": "auto",
        "fighters.rook.assets.deck": "d12",
        "fighters.rook.attributes.mental": "d12",
        "fighters.kestrel.stress.signal": "out",
    }
    fight = fight_of("crew", patch, None, "start", "wren: defend")
    outcome = fight.do("kestrel: defend")
    hacked = [fact.target for fact in outcome.events if fact.type == "declared" and fact.who == "rook"]  # type: ignore[attr-defined]
    assert hacked == ["wren"]
