"""Promises: undo and corrections."""

from __future__ import annotations

import json

import pytest

from fireteam.kernel.dice import Seeded
from fireteam.kernel.events import encode
from fireteam.kernel.fight import Fight
from fireteam.kernel.library import Bundled
from fireteam.kernel.ruleset import Ruleset
from fireteam.kernel.scene import Phase
from fireteam.kernel.scenefile import load_scene
from fireteam.kernel.visibility import GAME_MASTER, SPECTATOR, player, project_events
from tests.contract.play import SCENES, begin, random_play, scene_ids
from tests.promises.turns import FALLEN

every_scene = pytest.mark.parametrize("pair", SCENES, ids=scene_ids)


@every_scene
def test_the_log_tells_what_was_applied_and_stays(pair: tuple[Ruleset, Bundled]) -> None:
    """What the log says of a command never changes afterwards, whatever happens and whatever is undone; an undone
    entry stays, marked, and the undo behind it says who took back what."""
    ruleset, one = pair
    fight = begin(ruleset, one, "log", npcs="auto")
    told: list[str] = []
    for number, _ in enumerate(random_play(fight, "log", 20)):
        told += [json.dumps([encode(fact) for fact in entry.events]) for entry in fight.entries[len(told) :]]
        if number % 5 == 4:
            last = next(entry for entry in reversed(fight.entries) if not entry.is_undone and entry.line != "undo")
            assert fight.do("undo").is_done
            assert last.is_undone and last in fight.entries
            undo = fight.entries[-1]
            assert undo.line == "undo" and undo.by is GAME_MASTER and undo.faces == []
            assert undo.events[0].command == last.line  # type: ignore[attr-defined]
    now = [json.dumps([encode(fact) for fact in entry.events]) for entry in fight.entries]
    assert now[: len(told)] == told


@every_scene
def test_undo_is_the_game_masters_and_rolls_nothing(pair: tuple[Ruleset, Bundled]) -> None:
    """Players and spectators are refused; undo and redo draw no dice, so no roll is tried twice unseen."""
    ruleset, one = pair
    fight = begin(ruleset, one, "rights")
    list(random_play(fight, "rights", 3))
    person = next(id for id, fighter in fight.scene.fighters.items() if fighter.is_player)
    for viewer in (player(person), SPECTATOR):
        for word in ("undo", "redo"):
            assert str(fight.do(word, viewer).refusal) == "only the game master can do that"
    assert isinstance(fight.dice, Seeded)
    drawn = fight.dice.drawn
    faces = fight.entries[-1].faces
    assert fight.do("undo").is_done and fight.do("redo").is_done
    assert fight.dice.drawn == drawn
    assert fight.entries[-1].events == fight.entries[-3].events and fight.entries[-3].faces == faces


@every_scene
def test_away_is_not_dead_and_both_can_be_brought_back(pair: tuple[Ruleset, Bundled]) -> None:
    """Whoever got away is out and not dead, whoever died is both; the game master brings either back, and in a fight
    that is still on the returned have turns again."""
    ruleset, one = pair
    dead, away, back = FALLEN[ruleset.id]
    for word in (dead, away):
        fight = begin(ruleset, one, "back")
        sides = [other.side for other in fight.scene.fighters.values()]
        id = next(id for id in fight.scene.order if sides.count(fight.scene.fighters[id].side) > 1 or len(sides) == 2)
        assert fight.do(f"set fighters.{id}.status {word}").is_done
        fighter = fight.scene.fighters[id]
        assert ruleset.is_out(fighter)
        assert ruleset.is_dead(fighter) is (word == dead)
        assert fight.do(f"set fighters.{id}.status {back}").is_done
        fighter = fight.scene.fighters[id]
        assert not ruleset.is_out(fighter) and not ruleset.is_dead(fighter)
        if fight.scene.phase is Phase.COMBAT:
            began: list[str] = []
            for _ in range(3 * len(fight.scene.order)):
                began += [fact.who for fact in fight.do("next").events if fact.type == "turn_began"]  # type: ignore[attr-defined]
            assert id in began


@every_scene
def test_a_value_set_by_hand_is_on_record(pair: tuple[Ruleset, Bundled]) -> None:
    """Fudging leaves a trace that only the game master sees: the path, the value before, the value after."""
    ruleset, one = pair
    fight = Fight(ruleset, load_scene(one.path)[1], Seeded("hand"))
    id = next(iter(fight.scene.fighters))
    name = fight.scene.fighters[id].name
    events = fight.do(f"set fighters.{id}.name Somebody Else").events
    facts = [encode(fact) for fact in events if fact.type == "set_by_hand"]
    assert [(fact["path"], fact["from"], fact["value"]) for fact in facts] == [
        (f"fighters.{id}.name", name, "Somebody Else")
    ]
    assert not any(
        fact["type"] == "set_by_hand" for fact in project_events(ruleset, fight.scene, (), events, player(id))
    )
