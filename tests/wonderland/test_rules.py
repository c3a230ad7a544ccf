"""Claims of the book that no case makes yet."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.kernel.decisions import ScriptedAnswers
from fireteam.kernel.dice import Scripted
from fireteam.kernel.fight import Fight
from fireteam.kernel.scene import Phase
from fireteam.wonderland import RULESET
from fireteam.wonderland.effects.spread import shares as spread_shares
from fireteam.wonderland.npc_attacks import turn_order
from fireteam.wonderland.state import Fighter, Scene, Status
from fireteam.wonderland.vehicles import parts
from tests.wonderland.playing import scene_of

PISTOL = {"pistol": {"kp": 4, "damage": 6, "range": 3}}
DUEL: dict[str, Any] = {
    "options": {"npcs": "manual"},
    "fighters": {
        "kestrel": {"controlled_by": "player", "weapons": PISTOL},
        "rook": {"controlled_by": "player", "weapons": PISTOL},
        "brute": {"weapons": {"claw": {"damage": 5}}, "hp_max": 40},
    },
}


def fight_of(dice: list[int], *answers: str, **fighters: dict[str, Any]) -> Fight:
    """The duel with changes to its fighters, dice and answers given."""
    plain = {**DUEL, "fighters": {**DUEL["fighters"]}}
    for id, changes in fighters.items():
        plain["fighters"][id] = {**plain["fighters"].get(id, {}), **changes}
    return Fight(RULESET, scene_of(plain), Scripted(dice), ScriptedAnswers(answers))


def done(fight: Fight, *lines: str) -> Scene:
    for line in lines:
        outcome = fight.do(line)
        assert outcome.is_done, f"{line}: {outcome.refusal}"
    scene: Any = fight.scene
    return scene  # type: ignore[no-any-return]


def refused(fight: Fight, line: str) -> str:
    return str(fight.do(line).refusal)


def test_a_mounted_weapon_is_fired_with_aim() -> None:
    """UW-7.5: Aim for mounted weapons, even one that reaches no farther than an arm."""
    plain = {
        **DUEL,
        "vehicles": {"car": {"side": "crew", "driver": "kestrel", "weapons": {"saw": {"damage": 9}}, "speed": 0}},
    }
    fight = Fight(RULESET, scene_of(plain), Scripted([7]))
    done(fight, "start", "kestrel: fight brute with saw")
    rolled = next(one for one in fight.entries[-1].events if one.type == "rolled")
    assert rolled.skill == "aim"  # type: ignore[attr-defined]


def test_riders_of_a_wreck_are_hit_one_by_one_in_an_area() -> None:
    """UW-7.12, UW-6.2: an area reaches all aboard a wreck, each of whom deflects for itself."""
    plain = {
        **DUEL,
        "fighters": {
            **DUEL["fighters"],
            "kestrel": {"controlled_by": "player", "weapons": {"bomb": {"damage": 8, "range": 3, "aoe": 1}}},
            "vesper": {"controlled_by": "player", "side": "others"},
            "wren": {"controlled_by": "player", "side": "others"},
        },
        "vehicles": {"hulk": {"side": "others", "hp": 0, "driver": "vesper", "riders": ["wren"]}},
        "place": {"distance": 3, "spacing": 3},
    }
    fight = Fight(RULESET, scene_of(plain), Scripted([9, 9, 12]))
    scene = done(fight, "start kestrel", "kestrel: fight vesper with bomb")
    assert (scene.fighters["vesper"].hp, scene.fighters["wren"].hp) == (16, 20)


def test_questions_wait_in_the_book_s_order() -> None:
    """UW-6.2, UW-4.4: the defender is asked for a skill, then about a held critical; the dice stay the same."""
    rival = {"controlled_by": "player", "side": "others", "held_combat": 1}
    fight = fight_of([10, 9], rival=rival)
    fight.ask(["rival", "gm", "kestrel"])
    done(fight, "start kestrel")
    first = fight.do("kestrel: fight rival with pistol").question
    assert first is not None and (first.key, first.asked, first.default) == ("deflect", "rival", "reflex")
    second = fight.answer("reflex").question
    assert second is not None and (second.key, second.answers, second.default) == ("held", ("keep", "spend"), "keep")
    assert fight.answer("spend").is_done
    scene: Any = fight.scene
    assert scene.fighters["rival"].hp == 17 and scene.fighters["rival"].held_combat == 0


def test_the_gm_is_asked_for_the_fate_of_those_left_behind() -> None:
    """UW-3.18: the question goes to the GM, once for each, with custody as its default."""
    fight = fight_of([10, 11, 5], wren={"controlled_by": "player"})
    fight.ask(["gm"])
    done(fight, "start")
    question = fight.do("kestrel: flee").question
    assert question is not None and (question.key, question.asked, question.default) == ("fate", "gm", "captured")
    assert fight.answer("captured").is_done
    scene: Any = fight.scene
    assert scene.fighters["wren"].conditions["detained"].by == "foes" and scene.winner == "foes"


def test_the_order_survives_the_death_of_whoever_acts() -> None:
    """UW-15.4: who dies in its own turn leaves the order, and the next one of it is on, whoever else died before."""
    thugs = {"weapons": {"claw": {"damage": 5}}}
    fight = fight_of([], ann=thugs, bob=thugs)
    scene = done(fight, "start", "next", "harm kestrel 20", "harm rook 20")
    assert scene.phase is Phase.OVER
    fight = fight_of([], ann=thugs, bob=thugs)
    scene = done(fight, "start", "next", "next", "harm ann 40", "harm brute 40")
    assert (scene.order, scene.acting, scene.round) == (["kestrel", "rook", "bob"], "bob", 1)
    scene = done(fight, "next")
    assert (scene.acting, scene.round) == ("kestrel", 2)


def test_removing_a_vehicle_leaves_those_aboard_on_foot() -> None:
    """UW-11.2: `remove` of a vehicle; and of a creature, whose victim is free (UW-5.7)."""
    plain = {
        **DUEL,
        "fighters": {
            **DUEL["fighters"],
            "gulper": {"traits": ["full_consumption"], "hp_max": 40},
            "rook": {"controlled_by": "player", "status": "unconscious", "hp": 9},
        },
        "vehicles": {"car": {"side": "crew", "driver": "kestrel"}},
    }
    fight = Fight(RULESET, scene_of(plain), Scripted([]))
    scene = done(fight, "start gulper", "gulper: swallow rook", "remove car", "remove gulper")
    assert scene.fighters["kestrel"].aboard == "" and "car" not in scene.vehicles
    assert scene.fighters["rook"].status is Status.UNCONSCIOUS and scene.fighters["rook"].swallowed_by is None


@pytest.mark.parametrize(
    ("initiator", "order"),
    [
        ("crew", ["rook", "hound", "kestrel", "brute", "wren"]),
        ("brute", ["rook", "hound", "brute", "kestrel", "wren"]),
        ("others", ["hound", "wren", "rook", "kestrel", "brute"]),
        ("wren", ["hound", "wren", "rook", "kestrel", "brute"]),
    ],
)
def test_four_tiers_make_the_order(initiator: str, order: list[str]) -> None:
    """UW-5.8, UW-5.9: quick PCs, scramble, the initiator and its side, the rest; quick PCs yield to players."""
    fight = fight_of(
        [],
        rook={"skills": {"reflex": 80}},
        hound={"template": "rust-hound"},
        wren={"controlled_by": "player", "side": "others"},
    )
    scene: Any = fight.scene
    assert turn_order(scene, initiator) == order


def test_a_rest_counts_those_who_had_fled() -> None:
    """UW-22.3: a rest is a break first, which brings the fled back."""
    fight = fight_of([12], rook={"hp": 9})
    scene = done(fight, "start kestrel", "kestrel: flee alone", "end", "rest camp kestrel, rook")
    assert scene.fighters["kestrel"].status is Status.UP and scene.fighters["rook"].hp == 20


def test_a_spread_of_two_asks_for_its_minimum() -> None:
    """UW-20.1: with spread a behaviour declares as many candidates as the spread's minimum asks for."""
    fight = fight_of([8, 8, 8], brute={"weapons": {"storm": {"damage": 8, "range": 3, "spr": [2, 3]}}})
    fight.scene.options.npcs = "auto"
    scene = done(fight, "start brute")
    assert (scene.fighters["kestrel"].hp, scene.fighters["rook"].hp) == (16, 16)


def test_refusals_are_in_the_book_s_words() -> None:
    """UW-3.10, UW-7.13, UW-9.3: one refusal after the other."""
    fight = fight_of([1, 1, 1, 1])
    assert refused(fight, "try brains") == "who acts?"
    assert refused(fight, "kestrel: fight brute") == "no fight is on"
    done(fight, "start")
    assert refused(fight, "rook: fight brute") == "not Rook's turn"
    assert refused(fight, "kestrel: dismount") == "Kestrel is on foot"
    assert refused(fight, "kestrel: fight brute, brute with pistol") == "name each target once"
    assert refused(fight, "kestrel: fight brute, rook with pistol") == "hits one target only"
    assert refused(fight, "kestrel: fight brute with pistol by toughness") == "use aim"
    assert refused(fight, "brute: aid kestrel") == "only player characters roll skills"
    assert refused(fight, "kestrel: swallow brute") == "Kestrel swallows nobody"
    assert refused(fight, "afflict brute stoned loss 2") == "stoned has no loss"
    done(fight, "kestrel: fight brute with pistol")
    assert refused(fight, "kestrel: fight brute with pistol held") == "no held critical"
    assert refused(fight, "kestrel: approach brute") == "Kestrel has already made a move"


@pytest.mark.parametrize("armor", ["none", "some", "full"])
@pytest.mark.parametrize("split", ["half", "shares"])
def test_damage_is_conserved_through_splits(armor: str, split: str) -> None:
    """UW-7.9 to UW-7.11, UW-9.1: what vehicle and riders take adds up; shares differ by one at most, the first more."""
    plain = {
        "options": {"vehicle_split": split, "armor_overflow": True},
        "vehicles": {"car": {"armor": armor, "hp": 7}},
    }
    scene = scene_of(plain)
    car = scene.vehicles["car"]
    for persons in range(1, 7):
        riders = [Fighter(str(number)) for number in range(persons)]
        for amount in range(40):
            own, shares = parts(scene, car, amount, riders)
            assert len(shares) == persons and min(shares) >= 0 and max(shares) - min(shares) <= 1
            assert shares == sorted(shares, reverse=True)
            if armor == "none":
                assert own == amount and shares == [amount] * persons
            else:
                assert own + sum(shares) == amount
            for least in range(1, 5):
                dealt = spread_shares(amount, least, persons)
                assert sum(dealt) <= amount and (persons < least or sum(dealt) == amount)
