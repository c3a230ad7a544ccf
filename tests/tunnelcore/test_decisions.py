"""15 Decisions: who is asked what, in which order, and that an answer goes on with the same dice."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.kernel.decisions import Question
from fireteam.kernel.fight import Fight
from fireteam.kernel.scenefile import write_scene
from fireteam.tunnelcore import RULESET
from tests.tunnelcore.table import fight_of

STRONG = {
    "fighters.kestrel.attributes.physical": "d12",
    "fighters.kestrel.approaches.forceful": "d12",
    "fighters.kestrel.assets.melee": "d12",
}


def questions(fight: Fight, line: str, answers: list[str], people: list[str]) -> list[Question]:
    """What is asked on the way of one command, answered in turn; the scene does not move until the last answer."""
    fight.ask(people)
    before = write_scene(RULESET, fight.scene)
    asked = []
    outcome = fight.do(line)
    for answer in answers:
        assert outcome.question is not None, outcome.refusal or "nothing was asked"
        assert write_scene(RULESET, fight.scene) == before
        asked.append(outcome.question)
        outcome = fight.answer(answer)
    assert outcome.is_done, outcome.question or outcome.refusal
    return asked


ASKED: list[tuple[str, dict[str, Any], list[int], list[str], str, list[str], list[tuple[str, str, str]]]] = [
    (
        "absorb, actor first",
        {"fighters.rook.controlled_by": "player"},
        [7, 1, 6, 3, 5, 6, 1],
        ["start"],
        "kestrel: attack rook",
        ["1", "0"],
        [("absorb", "kestrel", "0"), ("absorb", "rook", "0")],
    ),
    (
        "glancing",
        {"fighters.kestrel.chrome": "d4"},
        [6, 4, 3, 2],
        ["start"],
        "kestrel: taunt rook",
        ["setback"],
        [("glancing", "kestrel", "stress")],
    ),
    (
        "devastating",
        {},
        [5, 5, 3, 2, 4, 3, 2],
        ["start"],
        "kestrel: attack rook",
        ["complication"],
        [("devastating", "kestrel", "stress")],
    ),
    (
        "complication of a blow",
        STRONG,
        [9, 8, 2, 3, 5, 6, 2],
        ["start"],
        "kestrel: attack rook",
        ["smoke"],
        [("complication", "kestrel", "bystanders")],
    ),
    (
        "overwrite and exit",
        {
            "fighters.kestrel.stress.physical": "out",
            "fighters.kestrel.traumas": 2,
            "fighters.kestrel.lost_slots": [3, 2],
        },
        [8, 5, 2, 4, 3],
        ["start", "kestrel: pass"],
        "rook: attack kestrel",
        ["npc"],
        [("exit", "gm", "vanish")],
    ),
    (
        "overwrite",
        {"fighters.kestrel.stress.physical": "out"},
        [8, 5, 2, 4, 3],
        ["start", "kestrel: pass"],
        "rook: attack kestrel",
        ["2"],
        [("overwrite", "kestrel", "3")],
    ),
    (
        "reinforcement",
        {"pools.doom": ["d10"]},
        [],
        ["start"],
        "doom d10",
        ["lookout"],
        [("reinforcement", "gm", "ganger")],
    ),
    (
        "complication of doom",
        {"pools.doom": ["d8"]},
        [],
        ["start"],
        "doom d8",
        ["alarms"],
        [("complication", "gm", "bystanders")],
    ),
    (
        "world event",
        {"pools.tower": 99, "fighters.kestrel.plot_points": 0},
        [7, 1, 6, 3, 5, 6, 2],
        ["start"],
        "kestrel: attack rook",
        ["blackout"],
        [("world_event", "gm", "story")],
    ),
]


@pytest.mark.parametrize(
    ("patch", "dice", "before", "line", "answers", "wanted"), [pytest.param(*rest, id=name) for name, *rest in ASKED]
)
def test_who_is_asked(
    patch: dict[str, Any],
    dice: list[int],
    before: list[str],
    line: str,
    answers: list[str],
    wanted: list[tuple[str, str, str]],
) -> None:
    """TC-1.14, TC-3.2, TC-3.6, TC-3.7, TC-5.3 to TC-5.5, TC-6.6, TC-6.7, TC-6.12: key, who answers, default."""
    fight = fight_of("duel", patch, dice, *before)
    asked = questions(fight, line, answers, ["kestrel", "rook", "gm"])
    assert [(one.key, one.asked, one.default) for one in asked] == wanted


def test_an_interrupt_is_the_wire_dms_to_pick() -> None:
    """TC-6.5 d6: NPC interrupt: the default is the one with the fewest interrupts, then `order`."""
    fight = fight_of("mob", {"fighters.rook.interrupts": 1, "options.doom_spend": "every_action"}, None, "start")
    asked = questions(fight, "kestrel: defend", ["jay"], ["gm"])
    assert [(one.key, one.answers, one.default) for one in asked] == [
        ("interrupt", ("rook", "sparrow", "jay"), "sparrow")
    ]
    assert fight.scene.fighters["jay"].interrupts == 1


def test_npcs_that_act_by_themselves_are_not_asked() -> None:
    """TC-19.2 How it attacks: NPCs take the default decisions; by hand the Wire DM decides for them."""
    patch = {"fighters.rook.assets": {"armor": "d6"}}
    dice = [8, 5, 4, 3, 2]
    auto = fight_of("duel", {**patch, "options.npcs": "auto"}, dice, "start")
    assert questions(auto, "kestrel: pass", [], ["kestrel", "gm"]) == []
    manual = fight_of("duel", patch, dice, "start", "kestrel: pass")
    asked = questions(manual, "rook: attack kestrel", ["stress"], ["kestrel", "gm"])
    assert [(one.key, one.asked) for one in asked] == [("glancing", "gm")]


def test_one_answer_is_no_question() -> None:
    """15 Decisions: asked only if at least two answers exist."""
    fight = fight_of("duel", {"pools.doom": ["d8"], "place.hazards": ["smoke"]}, None, "start")
    assert questions(fight, "doom d8", [], ["gm", "kestrel"]) == []
    assert write_scene(RULESET, fight.scene)["place"]["complications"] == {"smoke": "d6"}
