"""Promises: secrets between game master, players and spectators."""

from __future__ import annotations

import json
from typing import Any

import pytest

from fireteam.kernel.dice import Seeded
from fireteam.kernel.fight import Fight
from fireteam.kernel.library import Bundled
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.ruleset import Ruleset
from fireteam.kernel.scenefile import load_scene
from fireteam.kernel.visibility import SPECTATOR, Secrecy, hidden_from, player, project, project_events
from tests.contract.play import SCENES, Chooser, begin, scene_ids

every_scene = pytest.mark.parametrize("pair", SCENES, ids=scene_ids)


def with_a_hidden_one(pair: tuple[Ruleset, Bundled]) -> tuple[Fight, str, str]:
    """A scene in which the last fighter of the game master's is hidden: the fight, its id, and a player's fighter."""
    ruleset, one = pair
    _, scene = load_scene(one.path)
    scene.options.npcs = type(scene.options.npcs)("manual")
    fight = Fight(ruleset, scene, Seeded("hidden"), Chooser("hidden"))
    who = next(id for id, fighter in reversed(scene.fighters.items()) if not fighter.is_player)
    if not scene.fighters[who].hidden:
        assert fight.do(f"hide {who}").is_done
    return fight, who, next(id for id, fighter in scene.fighters.items() if fighter.is_player)


@every_scene
def test_a_hidden_fighters_initiative_is_hidden(pair: tuple[Ruleset, Bundled]) -> None:
    """Neither the roll for the order, nor its place, nor the beginning of its turn reaches a player."""
    fight, who, person = with_a_hidden_one(pair)
    ruleset = fight.ruleset
    others = {one.side for id, one in fight.scene.fighters.items() if id != who}
    started = fight.do("start")
    if started.refusal is not None:
        assert len(others) < 2, started.refusal  # nobody is left to fight when it is hidden
        return
    for viewer in (player(person), SPECTATOR):
        told = project_events(ruleset, fight.scene, hidden_from(fight.scene, viewer), started.events, viewer)
        assert who not in json.dumps(told)
        assert who not in json.dumps(project(ruleset, fight.scene, viewer))
        assert "seq" not in project(ruleset, fight.scene, viewer)


@every_scene
def test_forbidden_and_unknown_look_the_same(pair: tuple[Ruleset, Bundled]) -> None:
    """As actor and as target of every verb, a hidden fighter is refused in the words for one that does not exist."""
    fight, who, person = with_a_hidden_one(pair)
    viewer = player(person)
    fight.do(f"set fighters.{who}.name Zyzzyva")
    for line in (f"{{}}: {fight.ruleset.actions().by_key['note'].verb} x", "{}: pass", "{}: attack " + person):
        assert same(fight, viewer, line, who) and same(fight, viewer, line, "Zyzzyva")
    for action in fight.ruleset.actions():
        if any(slot.name.startswith("target") for slot in action.slots):
            line = f"{person}: {action.verb} {{}}"
            assert same(fight, viewer, line, who) and same(fight, viewer, line, "Zyzzyva")


def same(fight: Fight, viewer: Any, line: str, secret: str) -> bool:
    """Whether a line is refused alike with a secret name in it and with one as near to it that nobody bears."""
    told = []
    for name in (secret, f"{secret[:-1]}§"):
        refusal = fight.read(line.format(name), viewer)
        assert isinstance(refusal, Refusal)
        told.append(str(refusal).replace(name, "X"))
    assert told[0] == told[1], told
    return True


@every_scene
def test_private_and_blind_are_two_things(pair: tuple[Ruleset, Bundled]) -> None:
    """A bare roll or a note is open, private or blind, and the entry keeps which; what changes a fighter cannot be
    made in secret."""
    ruleset, one = pair
    fight = begin(ruleset, one, "private")
    person = next(id for id, fighter in fight.scene.fighters.items() if fighter.is_player)
    for secrecy in Secrecy:
        entry = fight.do(f"{person}: note a hunch", player(person), secrecy).entry
        assert entry is not None and entry.secrecy is secrecy
    refused = fight.do(f"{fight.scene.acting or person}: pass", secrecy=Secrecy.PRIVATE)
    assert refused.refusal is not None and "in secret" in str(refused.refusal)


@every_scene
def test_the_game_masters_verbs_are_the_game_masters(pair: tuple[Ruleset, Bundled]) -> None:
    """Every verb of the game master's is refused to players and spectators before anything else is looked at."""
    ruleset, one = pair
    fight = begin(ruleset, one, "verbs")
    person = next(id for id, fighter in fight.scene.fighters.items() if fighter.is_player)
    for action in ruleset.actions():
        verbs = ruleset.actions().by_verb[action.verb]
        if action.by == "gm" and len(verbs) == 1:
            for viewer in (player(person), SPECTATOR):
                found = fight.do(f"{action.verb} {person} 1", viewer).refusal
                found = fight.do(action.verb, viewer).refusal if found is not None and found.form else found
                assert str(found) == "only the game master can do that", action.verb


@every_scene
def test_somebody_elses_fighter_is_not_yours(pair: tuple[Ruleset, Bundled]) -> None:
    """A player commands the own fighters only, and is told so."""
    ruleset, one = pair
    fight = begin(ruleset, one, "yours")
    ids = [id for id, fighter in fight.scene.fighters.items() if not fighter.hidden]
    for other in ids[1:]:
        assert str(fight.do(f"{other}: pass", player(ids[0])).refusal) == f"{other} is not yours to command"
    assert str(fight.do(f"{ids[0]}: pass", SPECTATOR).refusal) == f"{ids[0]} is not yours to command"
