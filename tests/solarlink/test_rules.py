"""Rules that the conformance cases leave: orders of refusals, corners of clauses, and what the game master does."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.kernel.refusals import Refusal
from fireteam.solarlink.state import SolarScene, Status
from tests.solarlink.table import fight, refusal, scene, state


def carried(
    start: SolarScene, lines: list[str], dice: list[int] | None = None, answers: list[str] | None = None
) -> Any:
    """The scene after these lines; each must be carried out and all dice used."""
    table = fight(start, dice, answers)
    for line in lines:
        outcome = table.do(line)
        assert outcome.is_done, f"{line}: {outcome.refusal}"
    assert table.dice.left == []  # type: ignore[attr-defined]
    return table.scene


REFUSALS = [
    # SL-2.5 to SL-2.7
    ("ward", "continue", {}, "no long task is open"),
    ("ward", "abandon", {}, "no long task is open"),
    (
        "ward",
        "continue",
        {"fighters__doc__task": {"command": "treat pat", "cost": 60, "paid": 6}, "fighters__doc__ap": 0},
        "needs AP to continue, has 0",
    ),
    # SL-2.9, SL-11.5
    ("fight", "act 600.5 waits", {}, "AP in half points"),
    ("fight", "act -1 waits", {}, "AP in half points"),
    ("fight", "roll 101d6", {}, "from 1 to 100 dice"),
    ("fight", "roll strength vs ten", {}, "does not fit here"),
    # SL-7.2 to SL-7.4
    ("ward", "treat watch", {}, "watch has no open wounds"),
    (
        "ward",
        "treat pat",
        {"fighters__pat__aboard": "null", "fighters__doc__at": [0, 0], "fighters__pat__at": [5, 5]},
        "out of reach",
    ),
    # SL-12.2 to SL-12.5
    ("grid", "move 0 0", {}, "already there"),
    ("grid", "move toward ghost", {}, "nobody called ghost"),
    ("grid", "move toward kol 100", {}, "1 to 99"),
    ("grid", "move toward kol", {"fighters__kol__at": "null"}, "kol has no position"),
    ("grid", "move toward kol", {"fighters__ida__ap": 1}, "needs 2 AP, has 1"),
    ("grid", "drop", {"place__gravity": False}, "no gravity here"),
    (
        "grid",
        "stand",
        {"fighters__ida__prone": True, "fighters__ida__injuries__left_leg": "severed"},
        "cannot stand on a severed leg",
    ),
    ("grid", "cover", {"fighters__ida__cover": 2}, "already in cover"),
    # SL-13.2, in its order
    (
        "fight",
        "attack rook",
        {"fighters__rook__hp": -15, "fighters__rook__status": "dead", "order": ["vela"]},
        "rook is dead",
    ),
    (
        "fight",
        "attack rook with boarding axe",
        {"fighters__vela__weapons": ["boarding_axe"], "fighters__vela__injuries__left_arm": "severed"},
        "needs two hands",
    ),
    ("fight", "attack rook", {"fighters__vela__weapons": ["frag_charge"]}, "vela has no frag_charge"),
    (
        "fight",
        "attack rook with frag_charge at head",
        {"fighters__vela__items__frag_charge": 1},
        "cannot be aimed at a part",
    ),
    ("fight", "attack rook at head", {"fighters__rook__injuries__head": "severed"}, "no such body part"),
    ("fight", "attack rook at head butchery", {}, "vela has not learned butchery"),
    # SL-13.10, SL-13.11
    ("grid", "aim ida", {}, "no such target here"),
    ("fight", "aim rook", {"fighters__vela__weapons": ["vibroblade"]}, "no ranged weapon"),
    ("grid", "aim kol", {"fighters__ida__aim": "kol"}, "already aimed"),
    ("grid", "prepare kol hard", {}, "only a plain attack can be prepared"),
    ("grid", "prepare ida", {}, "no such target"),
    # SL-13.14
    ("fight", "use medkit", {}, "cannot be used"),
    ("fight", "use stim on rook", {"fighters__vela__items__stim": 0}, "vela has no stim"),
    ("fight", "use stim on rook", {"fighters__rook__breathes": False}, "a stim does nothing for rook"),
    ("fight", "use sealant", {}, "the suit is whole"),
    # SL-14.3 to SL-14.8
    ("ward", "aura of doom", {}, "no such aura"),
    ("ward", "aura calming aura", {}, "doc has not learned calming aura"),
    ("ward", "aura calming aura off", {"fighters__doc__maneuvers__calming_aura": 1}, "not active"),
    ("fight", "explain vela", {"fighters__vela__maneuvers__attack_pattern_explained": 1}, "vela cannot be seen"),
    ("grid", "blade-dance 5 5", {"fighters__ida__followup": "blade_dance"}, "one square only"),
    ("grid", "blast-back", {"fighters__ida__followup": "blast_back"}, "no direction"),
    ("queue", "jostle", {"order": ["di", "ann", "cy", "bo"]}, "already first"),
    # SL-15.2 to SL-15.13
    ("ships", "crew cook", {}, "pilot, gunner or engineer"),
    ("ships", "crew pilot", {}, "leave the gunner's station first"),
    (
        "yard",
        "board rover",
        {"acting": "sam", "fighters__sam__acted": True, "fighters__sam__ap": 3},
        "needs 4 AP, has 3",
    ),
    ("yard", "disembark", {}, "leave the gunner's station first"),
    ("yard", "evade", {}, "needs the pilot's station"),
    ("ships", "fire lark", {}, "that is the own vessel"),
    ("ships", "fire jay with rail gun", {}, "no such weapon"),
    ("ships", "fire jay", {"vehicles__lark__weapons": []}, "no weapon"),
    ("ships", "fire foe", {}, "foe is aboard a vessel"),
    ("yard", "fire sam at engine", {}, "people have no components"),
    ("ships", "aim lark", {}, "that is the own vessel"),
    # SL-19.1, SL-20.7
    ("duel", "attack rook", {}, "name who acts"),
    ("duel", "vela: attack rook", {"phase": "over"}, "the fight is over"),
    ("duel", "end", {}, "no combat to end"),
    ("duel", "turn vela", {}, "only in combat"),
    ("fight", "turn vela", {}, "it is already vela's turn"),
    ("fight", "damage rook 10000 physical", {}, "0 to 9999"),
    ("fight", "raise rook 100", {}, "1 to 99"),
    ("fight", "hide zebra", {}, "nobody called zebra"),
    ("fight", "add space_whale", {}, "no template called space_whale"),
    ("duel", "wait 101 minutes", {}, "1 to 1000"),
    ("duel", "rest 1001", {}, "1 to 1000"),
    ("fight", "set fighters.rook.hp 99", {}, "more than hp_max"),
    ("fight", "set fighters.rook.dizzy lots", {}, "is not a whole number"),
]


@pytest.mark.parametrize(("name", "line", "patch", "reason"), REFUSALS)
def test_refusals(name: str, line: str, patch: dict[str, Any], reason: str) -> None:
    """The refusals of SL-2.5 to SL-20.7 in the book's words; a refused command leaves no trace."""
    start = scene(name, **patch)
    before = state(start)
    assert reason in refusal(start, line)
    assert state(start) == before


def test_checks_come_in_the_books_order() -> None:
    """SL-19.1: turn, then status, then combat, insanity, task, the verb's own, AP."""
    start = scene("nerves", fighters__milo__insanity="babbling", fighters__milo__status="out", fighters__milo__hp=-1)
    assert refusal(start, "milo: attack zebra") == "milo is out"
    start = scene("nerves", fighters__milo__insanity="babbling")
    assert refusal(start, "milo: attack zebra") == "only in combat"
    task = {"command": "treat pat", "cost": 60, "paid": 6}
    mad = scene("ward", fighters__doc__insanity="babbling", fighters__doc__task=task)
    assert "insane (babbling)" in refusal(mad, "treat zebra")
    assert "busy with a long task" in refusal(scene("ward", fighters__doc__task=task), "treat zebra")
    assert refusal(scene("ward", fighters__doc__ap=0), "delay zebra") == "nobody called zebra"


def test_an_ambiguous_name_is_refused_with_the_candidates() -> None:
    """SL-19.1 with the contract: what could be two is refused, and either works when typed back."""
    start = scene("auto", fighters__npc__count=2, order=["vela", "npc-1", "npc-2", "mate"], options__npcs="manual")
    assert refusal(start, "damage npc 1 light") == '"npc" could be npc-1, npc-2'
    assert carried(start, ["damage npc-2 1 light"]).fighters["npc-2"].hp == 14


def test_a_hidden_fighter_whose_turn_it_is_is_not_named_to_players() -> None:
    """SL-13.15: not even the refusal `it is …'s turn` names it."""
    start = scene("fight", acting="rook", fighters__rook__hidden=True, fighters__rook__acted=True)
    assert refusal(start, "vela: attack rook") == "it is another's turn"


def test_moving_keeps_a_run_and_pays_half_points() -> None:
    """SL-12.2 and SL-2.1: two diagonal moves are one run; a stand between breaks it."""
    assert carried(scene("grid"), ["move 1 1", "move 2 2"]).fighters["ida"].ap == 2 * 8
    ida = carried(scene("grid"), ["move 1 1", "drop", "stand", "move 2 2"]).fighters["ida"]
    assert ida.ap == 24 - 5 - 4 - 5


def test_walking_away_from_the_same_square_and_round_others() -> None:
    """SL-12.4: away from the same square goes to x + 1; a taken square is gone round on the + side first."""
    start = scene("grid", fighters__mags__at=[-1, 0], fighters__kol__at=[1, 0])
    assert carried(start, ["move away from kol 1"]).fighters["ida"].at == (-1, 1)
    calm = scene("camp", fighters__doc__at=[0, 0], fighters__pat__at=[3, 0])
    assert carried(calm, ["doc: move away from pat"]).fighters["doc"].at == (-20, 0)


def test_an_injured_leg_and_no_gravity() -> None:
    """SL-12.3 and SL-12.5: each injured leg costs 1 more a square; a severed one hinders only under gravity."""
    ida = carried(scene("grid", fighters__ida__injuries={"left_leg": "injured", "right_leg": "injured"}), ["move 0 1"])
    assert ida.fighters["ida"].ap == 24 - 2 * 4
    floating = scene("grid", fighters__ida__injuries__left_leg="severed", place__gravity=False)
    assert carried(floating, ["move 0 1"]).fighters["ida"].ap == 24 - 2 * 2


def test_raises_stack_and_are_carried_out_from_the_top() -> None:
    """SL-1.7: several stored raises, from the top of the order down."""
    start = scene("queue", fighters__ann__acted=True, fighters__cy__raises=1, fighters__bo__raises=3)
    end = carried(start, ["pass", "pass", "pass"])
    assert end.order == ["bo", "ann", "cy", "di"]
    assert all(not one.raises for one in end.fighters.values())


def test_prepared_attacks_go_in_order_and_stop_when_the_payer_falls() -> None:
    """SL-13.11: several in `order`; one who falls loses the action, and what is left goes on waiting."""
    waits = [{"target": "ida", "weapon": "unarmed"}]
    start = scene(
        "grid",
        fighters__bob={"side": "crew"},
        order=["ida", "kol", "mags", "bob"],
        fighters__ida__hp=1,
        fighters__ida__at=[3, 0],
        fighters__kol__prepared=waits,
        fighters__mags__prepared=waits,
    )
    end = carried(start, ["attack mags"], [10, 10, 2], ["strike", "hold"])
    assert end.fighters["ida"].status is Status.OUT
    assert end.acting == "kol"
    assert len(end.fighters["mags"].prepared) == 1


def test_questions_go_to_the_right_person() -> None:
    """SL-21.1: the target's controller is asked about the parry, the preparer's about the prepared attack."""
    table = fight(scene("fight", fighters__rook__ap=2), [5, 5, 8, 8])
    table.ask(["vela", "gm"])
    waiting = table.do("attack rook")
    assert waiting.question is not None
    assert (waiting.question.key, waiting.question.asked, waiting.question.who) == ("parry", "gm", "rook")
    assert waiting.question.default == "parry"
    assert waiting.question.facts == {"attack": 14, "modifier": 2}
    assert table.answer("parry").is_done
    assert table.scene.fighters["rook"].hp == 15


def test_set_brings_status_and_order_in_line() -> None:
    """SL-20.7: hp, dhp and blacked_out bring the status in line; one set up again joins the order without a roll."""
    dead = carried(scene("queue"), ["set fighters.cy.hp -15"])
    assert dead.fighters["cy"].status is Status.DEAD
    assert dead.order == ["ann", "di", "bo"]
    out = carried(scene("queue"), ["set fighters.cy.blacked_out true", "set fighters.cy.blacked_out false"])
    assert out.fighters["cy"].status is Status.UP
    shell = carried(scene("shells"), ["set fighters.hulk.dhp 0"])
    assert shell.fighters["hulk"].status is Status.DEAD
    removed = carried(scene("grid", fighters__kol__aim="ida", fighters__mags__explains="ida"), ["remove ida"])
    assert (removed.fighters["kol"].aim, removed.fighters["mags"].explains, removed.acting) == (None, None, "kol")


def test_good_air_by_hand_wakes() -> None:
    """SL-9.5: `air`, `shelter` and `set` bring round at once; the clock is 0."""
    out = {"fighters__nor__blacked_out": True, "fighters__nor__air_clock": 12}
    for lines in (["air 95"], ["set place.air 100"], ["set fighters.nor.items.rebreather 1"]):
        nor = carried(scene("stale", **out), lines).fighters["nor"]
        assert (nor.status, nor.blacked_out, nor.air_clock) == (Status.UP, False, 0), lines
    marked = scene("camp", fighters__doc__exposed=True, fighters__doc__blacked_out=True)
    assert carried(marked, ["shelter doc"]).fighters["doc"].status is Status.UP


def test_a_task_in_calm_takes_time_and_may_be_lost() -> None:
    """SL-2.8: at a maximum of 0 each AP takes a Cycle; who falls meanwhile loses the task."""
    start = scene("camp", fighters__pat__wounds=1, fighters__doc__wounds=4)
    end = carried(start, ["doc: treat pat"])
    assert end.fighters["doc"].status is Status.OUT
    assert end.fighters["pat"].wounds == 1
    slow = scene(
        "camp", fighters__pat__wounds=1, fighters__doc__attributes__celerity=-10, options__minute_pace="steady"
    )
    table = fight(slow, [8, 8])
    outcome = table.do("doc: treat pat")
    assert [fact.cycles for fact in outcome.events if fact.type == "time_passed" and fact.cycles] == [10]  # type: ignore[attr-defined]


def test_leaving_the_last_station_of_a_wreck_and_landed_lists() -> None:
    """SL-1.4 and SL-1.8: at a station of a landed vessel one stands in the Ground list."""
    start = scene("yard", order=["ray", "sam"])
    end = carried(start, ["leave", "crew pilot"])
    assert end.order == ["ray", "sam"]
    assert end.fighters["ray"].station == "pilot"


def test_explanations_do_not_add_up() -> None:
    """SL-14.4: of two explanations the higher counts, for defence and parry."""
    learned = {"attack_pattern_explained": 1}
    start = scene(
        "auto",
        options__npcs="manual",
        acting="npc",
        fighters__npc__acted=True,
        fighters__npc__ap=12,
        fighters__vela__explains="npc",
        fighters__vela__maneuvers=learned,
        fighters__vela__attributes__intellect=2,
        fighters__mate__explains="npc",
        fighters__mate__maneuvers=learned,
        fighters__mate__attributes__intellect=3,
    )
    table = fight(start, [1, 1])
    made = next(fact for fact in table.do("attack vela").events if fact.type == "attacked")
    assert made.defence == 13  # type: ignore[attr-defined]


def test_the_round_limit_and_nobody_left() -> None:
    """SL-20.5 and SL-20.6: the limit leaves no winner; with one side in the scene it ends when nobody stands."""
    end = carried(scene("queue", options__round_limit=3), ["pass", "pass", "pass"])
    assert (end.phase, end.winner, end.round) == ("over", None, 3)
    alone = carried(scene("void", fighters__ben__hp=1, fighters__zoe__hp=1), ["damage ben 1 light"], [10, 10])
    assert (alone.phase, alone.winner) == ("over", None)


def test_refusals_are_values_with_their_clause() -> None:
    """Each refusal says on which clause it rests."""
    found = fight(scene("fight", fighters__vela__ap=1)).read("attack rook")
    assert isinstance(found, Refusal)
    assert found.rule == "SL-2.5"
