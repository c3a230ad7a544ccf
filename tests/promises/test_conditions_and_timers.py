"""Promises: conditions and timers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest

from fireteam.kernel.fight import Fight
from fireteam.kernel.library import Bundled
from fireteam.kernel.ruleset import Ruleset
from fireteam.kernel.scene import Phase
from fireteam.kernel.scenefile import write_scene
from fireteam.kernel.turns import Moment, counted, for_rounds, to_end_of_next_turn, to_start_of_next_turn
from tests.contract.play import SCENES, begin


class Timed(NamedTuple):
    """A condition with a number of turns: the command that puts it on for three, and how many are left."""

    ruleset: str
    put: str
    left: Callable[[dict[str, Any]], int]
    starts: int = 3
    in_own_turn: int = 3


TIMED = (
    Timed("cybercore", "afflict {who} slowed 3", lambda one: one["conditions"].get("slowed", 0), in_own_turn=4),
    Timed("solarlink", "dizzy {who} 3", lambda one: one["dizzy"]),
    Timed(
        "wonderland",
        "afflict {who} bleed turns 3",
        lambda one: one["conditions"].get("bleed", {}).get("turns", 0),
    ),
)

every_timer = pytest.mark.parametrize("timed", TIMED, ids=lambda timed: timed.ruleset)


def fights(timed: Timed) -> Iterator[Fight]:
    """A fight that has started of each bundled scene of the game."""
    for ruleset, one in SCENES:
        if ruleset.id == timed.ruleset:
            yield begin(ruleset, one, f"timer {one.name}")


def left(timed: Timed, fight: Fight, who: str) -> int:
    return timed.left(write_scene(fight.ruleset, fight.scene)["fighters"][who])


def bystander(fight: Fight, who: str) -> str | None:
    """Somebody else whom the game master can take out without ending the fight."""
    sides = [one.side for one in fight.scene.fighters.values() if not fight.ruleset.is_out(one)]
    for id in reversed(fight.scene.order):
        one = fight.scene.fighters[id]
        if id not in (who, fight.scene.acting) and not fight.ruleset.is_out(one) and sides.count(one.side) > 1:
            return id
    return None


@every_timer
@pytest.mark.parametrize("is_player", [True, False], ids=["player", "npc"])
def test_a_timer_hangs_on_its_fighters_turns(timed: Timed, is_player: bool) -> None:
    """It counts down at each end of that fighter's own turn and never else: not when others act, leave, are hidden or
    come, not by undo and redo. Players' fighters and NPCs alike; and once it has run out it stays out."""
    followed = 0
    for fight in fights(timed):
        ids = [id for id in fight.scene.order if fight.scene.fighters[id].is_player is is_player]
        for who in ids:
            if who != fight.scene.acting and fight.do(timed.put.format(who=who)).is_done and left(timed, fight, who):
                break
        else:
            continue
        expected = timed.starts
        assert left(timed, fight, who) == expected
        ended = 0
        for number in range(60):
            if ended == 5 or fight.scene.phase is not Phase.COMBAT or who not in fight.scene.fighters:
                break
            other = bystander(fight, who) if number % 4 == 3 else None
            outcome = fight.do(f"remove {other}" if other else "next")
            assert outcome.is_done
            if number % 3 == 0:
                assert fight.do("undo").is_done and fight.do("redo").is_done
            own = sum(fact.type == "turn_ended" and getattr(fact, "who", "") == who for fact in outcome.events)
            ended += own
            expected = max(0, expected - own)
            if who in fight.scene.fighters and fight.scene.phase is Phase.COMBAT:
                assert left(timed, fight, who) == expected
        followed += ended
    assert followed >= timed.starts, "no timer was followed to its end"


@every_timer
def test_what_begins_in_the_own_turn(timed: Timed) -> None:
    """Put on during the fighter's own turn it lasts as the book says: in Cybercore the end of this turn does not count,
    in SolarLink and Unnatural Wonderland it does."""
    for fight in fights(timed):
        who = str(fight.scene.acting)
        if not fight.do(timed.put.format(who=who)).is_done or not left(timed, fight, who):
            continue
        assert left(timed, fight, who) == timed.in_own_turn
        fight.do("next")
        assert left(timed, fight, who) == timed.in_own_turn - 1
        return
    pytest.fail("nobody took the condition")


def test_end_of_next_turn_start_of_next_turn_and_one_round_are_three_things() -> None:
    """Put on in one's own turn, `end of next turn` survives the end of this one; `start of next turn` ends when it
    begins, also before the first; `one round` ends with the round, whoever acts."""
    own = to_end_of_next_turn("ann", "ann")
    assert not counted(own, Moment.TURN_END, "ann").is_over
    assert counted(counted(own, Moment.TURN_END, "ann"), Moment.TURN_END, "ann").is_over
    assert counted(to_end_of_next_turn("ann", "bob"), Moment.TURN_END, "ann").is_over
    start = to_start_of_next_turn("ann")
    assert not counted(start, Moment.TURN_END, "ann").is_over
    assert not counted(start, Moment.TURN_START, "bob").is_over
    assert counted(start, Moment.TURN_START, "ann").is_over
    assert not counted(for_rounds(1), Moment.TURN_START, "ann").is_over
    assert counted(for_rounds(1), Moment.ROUND_END).is_over


BROKEN = {
    "tunnelcore": ["escalate"],
    "cybercore": ["afflict {who} slowed 3"],
    "solarlink": ["dizzy {who} 3"],
    "wonderland": ["afflict {who} drunk"],
}


@pytest.mark.parametrize("pair", SCENES, ids=lambda pair: f"{pair[0].id}:{pair[1].name}")
def test_break_clears_what_is_only_for_this_scene(pair: tuple[Ruleset, Bundled]) -> None:
    """`break` after a fight leaves no order, no acting fighter and round 0 or the round that was; a second `break`
    finds nothing left to clear."""
    ruleset, one = pair
    fight = begin(ruleset, one, "break")
    who = str(next(iter(fight.scene.fighters)))
    for line in BROKEN[ruleset.id]:
        fight.do(line.format(who=who))
    assert fight.do("end").is_done
    assert fight.do("break").is_done
    once = {**write_scene(ruleset, fight.scene), "seq": 0}
    assert once["order"] == [] and once["acting"] is None and once["phase"] == "calm"
    assert fight.do("break").is_done
    assert {**write_scene(ruleset, fight.scene), "seq": 0} == once
