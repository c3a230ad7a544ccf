"""Fights by hand, where several clauses meet and no single case can say it."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.cybercore import RULESET
from fireteam.cybercore.state import CyberScene
from fireteam.kernel.commands import legal
from fireteam.kernel.dice import Scripted
from fireteam.kernel.fight import Fight
from fireteam.kernel.scenefile import read_scene, write_scene
from fireteam.kernel.visibility import player
from tests.cybercore.table import done, fight_of, happenings, refused, scene_of

PACK: dict[str, Any] = {
    "options": {"npcs": "manual"},
    "fighters": {
        "kestrel": {
            "side": "squad",
            "controlled_by": "player",
            "rank": 2,
            "attributes": {"fortitude": 3, "agility": 3, "reflex": 3, "perception": 3},
            "skills": {"guns": 30},
            "weapons": ["assault_carbine"],
            "armour": "medium",
            "bonds": ["wren"],
        },
        "wren": {
            "side": "squad",
            "controlled_by": "player",
            "rank": 2,
            "core": "medic",
            "skills": {"guns": 20, "medic": 40},
            "weapons": ["pistol"],
            "armour": "light",
            "items": {"stim": 2},
            "bonds": ["kestrel"],
            "at": 1,
        },
        "thug": {
            "side": "gang",
            "rank": 2,
            "skills": {"guns": 25},
            "weapons": ["assault_carbine"],
            "armour": "light",
            "at": 10,
        },
    },
}


def fighter(fight: Fight, id: str) -> Any:
    return fight.scene.fighters[id]


def test_each_person_is_asked_in_the_books_order() -> None:
    """CC-21.1 Questions: dodge of the target, then the comrade's bullet, then the taker's Grind, each with what would
    get through; the same dice go on."""
    scene = scene_of(PACK, fighters={"wren": {"grind": 1}})
    fight = Fight(RULESET, scene, Scripted([1, 1, 50, 8]))
    fight.ask(["kestrel", "wren"])
    done(fight, "start gang")
    outcome = fight.do("thug: attack kestrel")
    asked = []
    for answer in ("dodge", "step-in", "burn"):
        assert outcome.question is not None
        question = outcome.question
        asked.append((question.key, question.who, question.asked, dict(question.facts)))
        outcome = fight.answer(answer)
    assert outcome.is_done
    assert asked == [
        ("dodge", "kestrel", "kestrel", {"hits_through": 3, "boxes_left": 19}),
        (
            "bullet",
            "kestrel",
            "wren",
            {"victim_stands": 1, "hits_through": 3, "boxes_left": 19, "own_hits_through": 4, "own_boxes_left": 16},
        ),
        ("grind_hit", "wren", "wren", {"hits_through": 4, "boxes_left": 16}),
    ]
    assert (fighter(fight, "wren").hits, fighter(fight, "wren").grind, fighter(fight, "kestrel").hits) == (0, 0, 0)
    assert fighter(fight, "kestrel").energy == 0


def test_the_game_master_answers_for_the_unhinged() -> None:
    """CC-9.6 Unhinged: the GM's question waits for the GM; lash moves into range first, then strikes friend or foe."""
    wren = {"weapons": ["knife"], "conditions": {"unhinged": True}, "at": 3, "skills": {"melee": 60}}
    scene = scene_of(PACK, fighters={"wren": wren})
    fight = Fight(RULESET, scene, Scripted([1, 10, 1, 60]))
    fight.ask(["gm"])
    outcome = fight.do("start wren")
    assert outcome.question is not None
    assert (outcome.question.key, outcome.question.asked) == ("unhinged", "gm")
    assert fight.answer("lash").is_done
    assert fighter(fight, "wren").at == 1
    assert fighter(fight, "kestrel").hits == 1
    assert fight.scene.acting == "thug"


def test_grind_pays_for_a_second_item_too() -> None:
    """CC-6.5 Burn: pay Energy: `on grind` and `on NAME` stand side by side on `use`."""
    scene = scene_of(PACK, fighters={"wren": {"grind": 1, "hits": 12, "exhaustion": 1}})
    fight = fight_of(scene, [1, 1])
    done(fight, "start wren", "use stim")
    assert "no Energy" in refused(fight, "use stim on wren")
    done(fight, "use stim on wren on grind")
    assert (fighter(fight, "wren").hits, fighter(fight, "wren").grind, fighter(fight, "wren").energy) == (2, 0, 1)


def test_dodging_instead_when_the_attacker_rolls() -> None:
    """CC-13.8 Dodge, option `instead`: DF and Boon(2) set the TL; a miss is the dodge's."""
    scene = scene_of(PACK, options={"npcs": "manual", "dodge_timing": "instead"})
    fight = fight_of(scene, [1, 1, 46], ["dodge"])
    done(fight, "start kestrel", "kestrel: attack thug")
    rolled = [fact for fact in happenings(fight) if fact["type"] == "rolled"][-1]
    assert (rolled["total"], rolled["tl"], rolled["outcome"]) == (76, 50 + 6 + 20, "failure")
    assert happenings(fight)[-1]["type"] == "dodged"
    assert fighter(fight, "thug").energy == 0


def test_checks_come_in_the_books_order() -> None:
    """CC-19.1 Reading a command: phase, turn, actor, target, weapon, reach, Action, lean or burn, Luck, push."""
    scene = scene_of(PACK, fighters={"thug": {"at": 40}})
    fight = fight_of(scene, [9, 8])
    line = "kestrel: attack nobody with laser_pistol lean might burn might luck 9 push 9"
    assert refused(fight, line) == "no fight: start one first"
    done(fight, "start kestrel")
    assert refused(fight, line.replace("kestrel", "wren")) == "it is kestrel's turn"
    assert refused(fight, line) == "no fighter nobody"
    line = line.replace("nobody", "thug")
    assert refused(fight, line) == "kestrel has no laser_pistol"
    line = line.replace(" with laser_pistol", "")
    done(fight, "set fighters.thug.at 20", "set fighters.kestrel.at 20", "set fighters.kestrel.actions_used 2")
    assert refused(fight, line) == "two Actions a turn at most"
    done(fight, "set fighters.kestrel.actions_used 0")
    assert refused(fight, line) == "lean or burn, not both"
    assert refused(fight, line.replace(" burn might", "")) == "only 0 Luck in the pool"
    assert refused(fight, line.replace(" burn might luck 9", "")) == "a push is at most 4"
    assert refused(fight, "attack thug on grind") == "nothing to pay"


def test_a_state_beyond_the_sheets_limits_still_reads() -> None:
    """CC-5.4 Exhaustion check: there is no upper limit in play, so an exported state may pass the sheet's."""
    fight = fight_of(scene_of(PACK, fighters={"kestrel": {"exhaustion": 20}}), [10])
    done(fight, "exhaust kestrel")
    assert fighter(fight, "kestrel").exhaustion == 21
    written = write_scene(RULESET, fight.scene)
    assert write_scene(RULESET, read_scene(written)[1]) == written


def test_a_hidden_player_fighter_still_acts() -> None:
    """CC-13.16 Ambush: its own player and its own side may name a hidden fighter; others may not."""
    scene = scene_of(PACK, fighters={"wren": {"hidden": True, "hits": 3}})
    fight = fight_of(scene, [9, 8, 50])
    done(fight, "start kestrel")
    assert refused(fight, "kestrel: attack thug with nothing") == "no weapon nothing"
    done(fight, "kestrel: move 1", "kestrel: pass")
    mine = player("wren", "kestrel")
    assert fight.do("wren: use stim on wren", mine).is_done
    done(fight, "wren: pass")
    assert refused(fight, "thug: attack wren") == "no fighter wren"


def test_the_list_names_every_verb_that_can_be_given() -> None:
    """CC-19.1 Reading a command: in a fight the list holds attacks, moves, stances, care and declarations."""
    kestrel = {"grind": 1, "wounds": {"open": 1}, "exhaustion": 1}
    scene = scene_of(PACK, pools={"luck": 2}, fighters={"kestrel": kestrel})
    fight = fight_of(scene, [9, 8])
    done(fight, "start kestrel")
    offers = [offer.text for offer in legal(RULESET, fight.scene, "kestrel")]
    for line in (
        "kestrel: attack thug",
        "kestrel: attack thug lean agility",
        "kestrel: aim thug",
        "kestrel: guard",
        "kestrel: move to thug",
        "kestrel: move 5",
        "kestrel: cover",
        "kestrel: stow",
        "kestrel: triage kestrel",
        "kestrel: rally wren",
        "kestrel: flee",
        "kestrel: pass",
        "kestrel: save mental",
        "kestrel: check guns",
        "kestrel: luck 1",
        "kestrel: push 2",
        "kestrel: grind wound",
        "kestrel: grind exhaustion",
    ):
        assert line in offers, line
    assert len(set(offers)) == len(offers)


@pytest.mark.parametrize("seed", range(3))
def test_an_attack_on_two_sides_of_a_line_is_the_same(seed: int) -> None:
    """CC-13.10 Range, crowding, cover: distance alone counts, not the direction."""
    totals = []
    for kestrel, thug in ((0, 26), (40, 14)):
        scene = scene_of(PACK, fighters={"kestrel": {"at": kestrel}, "thug": {"at": thug}, "wren": {"at": 20}})
        fight = fight_of(scene, [9, 8, 50 + seed])
        done(fight, "start kestrel", "kestrel: attack thug")
        totals.append([fact["total"] for fact in happenings(fight) if fact["type"] == "rolled"][-1])
        assert isinstance(fight.scene, CyberScene)
    assert totals[0] == totals[1] == 50 + seed + 30 - 20
