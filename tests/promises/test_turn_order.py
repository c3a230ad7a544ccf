"""Promises: turn order and ties."""

from __future__ import annotations

import json
from typing import Any

import pytest

from fireteam.kernel.dice import Seeded
from fireteam.kernel.fight import Fight
from fireteam.kernel.library import Bundled
from fireteam.kernel.ruleset import Ruleset
from fireteam.kernel.scene import Phase, duplicate
from fireteam.kernel.scenefile import load_scene, read_scene, write_scene
from fireteam.kernel.visibility import GAME_MASTER, SPECTATOR, player, project
from tests.contract.play import SCENES, SEEDS, begin, random_play, scene_ids
from tests.promises.turns import meddled

every_scene = pytest.mark.parametrize("pair", SCENES, ids=scene_ids)


def state(fight: Fight) -> dict[str, Any]:
    """The whole state but for the count of events."""
    return {**write_scene(fight.ruleset, fight.scene), "seq": 0}


@every_scene
@pytest.mark.parametrize("npcs", ["manual", "auto"])
def test_nobody_is_passed_over_or_acts_twice(pair: tuple[Ruleset, Bundled], npcs: str) -> None:
    """Removing, bringing in, hiding, undoing and `next` at any moment cost nobody a turn and give nobody a second."""
    rounds = 0
    for seed in range(SEEDS):
        name = f"{pair[1].name} {npcs} {seed}"
        rounds += meddled(begin(*pair, name, npcs), name).rounds
    assert rounds >= SEEDS, "too few whole rounds to prove anything"


@every_scene
def test_next_ends_one_turn(pair: tuple[Ruleset, Bundled]) -> None:
    """With a fighter acting, one `next` ends that fighter's turn and no other that somebody could have used."""
    fight = begin(*pair, "next")
    for _ in range(30):
        acting = fight.scene.acting
        outcome = fight.do("next")
        if fight.scene.phase is not Phase.COMBAT:
            break
        ended = [fact.who for fact in outcome.events if fact.type == "turn_ended"]  # type: ignore[attr-defined]
        skipped = [fact.who for fact in outcome.events if fact.type in ("turn_skipped",)]  # type: ignore[attr-defined]
        out = [id for id in ended if id != acting and id not in skipped and not is_out(fight, id)]
        if acting is not None:
            assert ended[0] == acting
            assert out == [], f"next after {acting} swallowed the turn of {out}"


def is_out(fight: Fight, id: str) -> bool:
    """Whether a fighter cannot act now."""
    return fight.ruleset.is_out(fight.scene.fighters[id])


@every_scene
def test_stepping_back_goes_to_the_first_moment_and_no_further(pair: tuple[Ruleset, Bundled]) -> None:
    """Undone step by step the fight goes through the same states backwards, down to round 0; then there is nothing to
    undo, and no round is ever below 0."""
    ruleset, one = pair
    fight = begin(ruleset, one, "back", npcs="auto")
    list(random_play(fight, "back", 25))
    states = [{**write_scene(ruleset, entry.before), "seq": 0} for entry in fight.entries]
    while states:
        assert fight.do("undo").is_done
        assert state(fight) == states.pop()
        assert fight.scene.round >= 0
    assert fight.scene.phase is Phase.CALM and fight.scene.round == 0
    assert str(fight.do("undo").refusal) == "nothing to undo"


@every_scene
def test_back_and_forward_ticks_nothing_twice(pair: tuple[Ruleset, Bundled]) -> None:
    """Undo and redo, as often as one likes, lead to the same state: timers, resources and whose turn it is."""
    fight = begin(*pair, "forth", npcs="auto")
    for number, _ in enumerate(random_play(fight, "forth", 24)):
        if number % 3 == 0:
            before = state(fight)
            for _ in range(3):
                assert fight.do("undo").is_done
                assert fight.do("redo").is_done
            assert state(fight) == before


@every_scene
def test_one_order_for_all(pair: tuple[Ruleset, Bundled]) -> None:
    """The order depends on seed and scene alone, and every seat is shown the same, but for whom it cannot see."""
    ruleset, one = pair
    orders = []
    for _ in range(2):
        fight = begin(ruleset, one, "order")
        orders.append(list(fight.scene.order))
        people = [id for id, fighter in fight.scene.fighters.items() if fighter.is_player]
        for viewer in (GAME_MASTER, SPECTATOR, player(people[0]), player(*people)):
            shown = project(ruleset, fight.scene, viewer)["order"]
            assert shown == [id for id in fight.scene.order if viewer.sees(fight.scene, id)]
    assert orders[0] == orders[1] and len(set(orders[0])) == len(orders[0])


@every_scene
def test_nobody_is_in_the_scene_twice(pair: tuple[Ruleset, Bundled]) -> None:
    """A newcomer never takes the id of somebody who is there, and each stands in the order at most once."""
    ruleset, one = pair
    fight = begin(ruleset, one, "twice")
    id = next(iter(fight.scene.fighters))
    side = fight.scene.fighters[id].side
    template = sorted(ruleset.templates())[0]
    assert fight.do(f"add {template} as {id} on {side}").refusal is not None
    for _ in range(3):
        assert fight.do(f"add {template} on {side}").is_done
        assert len(set(fight.scene.order)) == len(fight.scene.order)


@every_scene
def test_a_fight_in_progress_survives_being_written_out(pair: tuple[Ruleset, Bundled]) -> None:
    """Order, resources, conditions, hidden flags, names and numbering come back from the file, and the fight goes on
    from there as it would have gone on without."""
    ruleset, one = pair
    fight = begin(ruleset, one, "survives", npcs="auto")
    fight.do(f"hide {list(fight.scene.fighters)[-1]}")
    list(random_play(fight, "survives", 12))
    written = json.loads(json.dumps(write_scene(ruleset, fight.scene)))
    again = Fight(ruleset, read_scene(written)[1], Seeded("on"))
    here = Fight(ruleset, duplicate(fight.scene), Seeded("on"))
    for _ in range(3):
        told = [one.do("next") for one in (here, again)]
        assert str(told[0].refusal) == str(told[1].refusal)
        assert state(here) == state(again)


def test_raising_after_acting_gives_no_second_turn() -> None:
    """Moving up the order gives neither a second turn nor a second refill of AP in this Cycle."""
    for ruleset, one in SCENES:
        if "raise" not in ruleset.actions().by_verb:
            continue
        fight = begin(ruleset, one, "raise")
        acted: list[str] = []
        while fight.scene.round == 1 and fight.scene.phase is Phase.COMBAT:
            who = str(fight.scene.acting)
            assert who not in acted
            acted.append(who)
            fight.do("next")
            if fight.scene.round == 1:
                ap = fight.scene.fighters[who].ap
                fight.do(f"raise {who} 9")
                assert fight.scene.fighters[who].ap == ap
        assert set(acted) == set(load_scene(one.path)[1].fighters)
