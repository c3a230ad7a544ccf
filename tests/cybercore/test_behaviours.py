"""CC-25 Behaviours: each step of the procedure, one command at a time."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.cybercore import RULESET
from fireteam.cybercore.behaviours import best_weapon, command_for, next_command
from fireteam.cybercore.decisions import behaviour_answer
from fireteam.cybercore.state import CyberScene
from fireteam.kernel.actions import Command
from fireteam.kernel.dice import Seeded
from fireteam.kernel.fight import autoplay
from fireteam.kernel.grammar import write_command
from tests.cybercore.table import bundled, done, fight_of, scene_of

FOE: dict[str, Any] = {"side": "foes", "rank": 2, "weapons": ["pistol"]}


def table(me: dict[str, Any], **others: dict[str, Any]) -> CyberScene:
    """A fight in which `me` has the turn; the others stand where they say."""
    fighters = {"me": {"side": "us", "rank": 2, "at": 0, **me}, **{id: {**FOE, **one} for id, one in others.items()}}
    scene = scene_of({"options": {"npcs": "manual"}, "fighters": fighters})
    fight = fight_of(scene, [1] * 9)
    done(fight, "start me")
    found = fight.scene
    assert isinstance(found, CyberScene)
    found.acting = "me"
    return found


def says(scene: CyberScene) -> str:
    """The line that the one whose turn it is gives next."""
    command = command_for(scene, scene.fighters[str(scene.acting)])
    action = RULESET.actions().by_key[command.action]
    assert action.check(scene, command) is None
    return write_command(action, command).removeprefix("me: ")


def play_turn(scene: CyberScene, dice: list[int]) -> list[str]:
    """The lines of a whole turn on scripted dice."""
    fight = fight_of(scene, dice)
    said = []
    while fight.scene.acting == "me":
        assert isinstance(fight.scene, CyberScene)
        said.append(says(fight.scene))
        done(fight, f"me: {said[-1]}")
    return said


RIFLE = {"weapons": ["assault_carbine"], "skills": {"guns": 30}}

STEPS: list[tuple[str, dict[str, Any], dict[str, dict[str, Any]], str]] = [
    ("the nearest for a grunt", {**RIFLE, "behaviour": "grunt"}, {"a": {"at": 9}, "b": {"at": 5}}, "attack b"),
    ("fewest boxes left", {**RIFLE, "behaviour": "officer"}, {"a": {"at": 5}, "b": {"at": 9, "hits": 9}}, "attack b"),
    (
        "lowest AF",
        {"weapons": ["claws"], "behaviour": "stalker", "speed": 9},
        {"a": {"at": 5}, "b": {"at": 9, "rank": 1}},
        "move to b",
    ),
    (
        "most marks",
        {"weapons": ["claws"], "behaviour": "swarm", "speed": 9},
        {"a": {"at": 5}, "b": {"at": 9, "hits": 2}},
        "move to b",
    ),
    (
        "lowest Mental save",
        {"weapons": ["mind_spike"], "behaviour": "psi"},
        {"a": {"at": 5}, "b": {"at": 9, "attributes": {"tech": 1}}},
        "attack b",
    ),
    ("out of range it closes in", {"weapons": ["shotgun"], "behaviour": "grunt"}, {"a": {"at": 20}}, "move to a"),
    ("a sniper steps back", {**RIFLE, "behaviour": "sniper", "at": 3}, {"a": {"at": 5}}, "move from a"),
    ("unless the place ends", {**RIFLE, "behaviour": "sniper", "at": 0}, {"a": {"at": 2}}, "attack a"),
    ("a coward at half its boxes", {**RIFLE, "behaviour": "coward", "hits": 9}, {"a": {"at": 5}}, "flee"),
    ("not from beside a foe", {**RIFLE, "behaviour": "coward", "hits": 9}, {"a": {"at": 1}}, "attack a"),
    ("a stim at two thirds", {**RIFLE, "items": {"stim": 1}, "hits": 12}, {"a": {"at": 5}}, "use stim on me"),
    (
        "no stim for a turret",
        {**RIFLE, "items": {"stim": 1}, "hits": 12, "behaviour": "turret"},
        {"a": {"at": 5}},
        "attack a",
    ),
    (
        "a grenade on two",
        {**RIFLE, "items": {"frag_grenade": 1}},
        {"a": {"at": 9}, "b": {"at": 11}},
        "attack a with frag_grenade",
    ),
    ("not among friends", {**RIFLE, "items": {"frag_grenade": 1}}, {"a": {"at": 2}, "b": {"at": 3}}, "attack a"),
    ("reload when all is empty", {**RIFLE, "ammo": {"assault_carbine": 0}}, {"a": {"at": 9}}, "reload assault_carbine"),
    (
        "draw the knife in a melee",
        {"weapons": ["pistol", "vibro_blade"]},
        {"a": {"at": 1}},
        "attack a with vibro_blade",
    ),
    ("fists when nothing else", {}, {"a": {"at": 1}}, "attack a with unarmed"),
    ("a long shot from a turret", {**RIFLE, "behaviour": "turret", "speed": 0}, {"a": {"at": 30}}, "attack a"),
]


@pytest.mark.parametrize(("what", "me", "others", "line"), STEPS, ids=[step[0] for step in STEPS])
def test_a_step_of_the_procedure(what: str, me: dict[str, Any], others: dict[str, dict[str, Any]], line: str) -> None:
    """CC-25.2 The procedure, CC-25.3 Names and answers: the first command of a turn."""
    said = says(table(me, **others))
    assert said in (line, f"{line} with {me.get('weapons', ['unarmed'])[0]}")


def test_the_target_that_was_moved_to_stays_the_target() -> None:
    """CC-25.2 The procedure, steps 7 and 8: nobody was in reach, so it moves to the nearest and attacks that one,
    though a weaker foe has come into reach as well; then it takes no cover, for the Move is used."""
    me = {"weapons": ["shotgun"], "skills": {"guns": 40}, "behaviour": "standard"}
    scene = table(me, a={"at": 11}, b={"at": 12, "hits": 10})
    assert play_turn(scene, [10]) == ["move to a", "attack a with shotgun", "pass"]


def test_who_acts_twice() -> None:
    """CC-25.2 The procedure, step 4: an officer with 1 Energy does, a standard fighter only against a single foe."""
    officer = {**RIFLE, "behaviour": "officer"}
    line = "attack a with assault_carbine"
    assert play_turn(table(officer, a={"at": 5}, b={"at": 6}), [10, 10]) == [line, line, "cover", "pass"]
    standard = {**RIFLE, "behaviour": "standard"}
    assert play_turn(table(standard, a={"at": 5}, b={"at": 6}), [10]) == [line, "cover", "pass"]
    assert play_turn(table(standard, a={"at": 5}), [10, 10]) == [line, line, "cover", "pass"]
    assert play_turn(table({**RIFLE, "behaviour": "grunt"}, a={"at": 5}), [10]) == [line, "cover", "pass"]


def test_after_a_stim_or_triage_the_turn_winds_up() -> None:
    """CC-25.2 The procedure, steps 1 and 2: triage ends the turn, a stim leaves only cover."""
    hurt = {**RIFLE, "items": {"stim": 1}, "hits": 12, "behaviour": "boss"}
    assert play_turn(table(hurt, a={"at": 5}), []) == ["use stim on me", "cover", "pass"]
    fallen = {"side": "us", "status": "down", "hits": 18, "wounds": {"open": 1}, "at": 3}
    medic = {**RIFLE, "behaviour": "medic", "skills": {"medic": 60}}
    assert play_turn(table(medic, a={"at": 9}, friend=fallen), [90]) == ["move to friend", "triage friend", "pass"]


def test_the_best_weapon_prefers_what_is_in_hand() -> None:
    """CC-25.2 The procedure: the greatest sum of Hits in range; ties: the readied one, then the first listed."""
    scene = table({"weapons": ["pistol", "laser_pistol"], "readied": "laser_pistol"}, a={"at": 9})
    one = scene.fighters["me"]
    assert getattr(best_weapon(one, 9), "id", None) == "laser_pistol"
    one.jammed = ["laser_pistol"]
    assert getattr(best_weapon(one, 9), "id", None) == "pistol"
    one.moves_used = 1
    assert best_weapon(one, 9) is None
    assert getattr(best_weapon(one, 1), "id", None) == "unarmed"


def test_the_driver_allocates_against_a_players_turn() -> None:
    """CC-25.1 Who is run: min(Tension, `auto_tension`) at the start, when nothing is allocated yet."""
    scene = table({**RIFLE, "controlled_by": "player"}, a={"at": 9})
    scene.pools.tension = 3
    assert next_command(scene) == Command("allocate", None, {"amount": 1})
    scene.pools.tension_allocated = 1
    command = next_command(scene)
    assert command is not None
    assert command.action == "attack"


def test_answers() -> None:
    """CC-25.3 Names and answers: dodge from 3 Hits or what is left, burn and step in when it would be the end."""
    one = scene_of().fighters["kestrel"]
    dodges = ("take", "dodge", "dodge-grind")
    assert behaviour_answer("dodge", one, dodges, {"hits_through": 3, "boxes_left": 9}) == "dodge"
    assert behaviour_answer("dodge", one, dodges, {"hits_through": 2, "boxes_left": 9}) == "take"
    assert behaviour_answer("dodge", one, dodges, {"hits_through": 2, "boxes_left": 2}) == "dodge"
    assert behaviour_answer("dodge", one, ("take", "dodge-grind"), {"hits_through": 9, "boxes_left": 2}) == "take"
    assert behaviour_answer("grind_hit", one, ("take", "burn"), {"hits_through": 4, "boxes_left": 4}) == "burn"
    assert behaviour_answer("grind_hit", one, ("take", "burn"), {"hits_through": 3, "boxes_left": 4}) == "take"
    bullet = {"victim_stands": 1, "hits_through": 4, "boxes_left": 4, "own_hits_through": 3, "own_boxes_left": 4}
    assert behaviour_answer("bullet", one, ("stay", "step-in"), bullet) == "step-in"
    assert behaviour_answer("bullet", one, ("stay", "step-in"), {**bullet, "own_boxes_left": 3}) == "stay"
    assert behaviour_answer("bullet", one, ("stay", "step-in"), {**bullet, "victim_stands": 0}) == "stay"
    assert behaviour_answer("not_today", one, ("let-go", "hold-on"), {}) == "hold-on"
    assert behaviour_answer("fail_forward", one, ("no", "agility"), {}) == "agility"


@pytest.mark.parametrize("name", ["airlock-nine", "freight-deck", "ossuary-lamp"])
def test_behaviours_are_always_legal(name: str) -> None:
    """CC-25.1 Who is run: over many seeds and house rules no command of a behaviour is refused, and fights end."""
    for seed in range(60):
        scene = bundled(name)
        scene.options.dodge_timing = "instead" if seed % 3 == 0 else "after"
        scene.options.fail_forward = ("soften", "recover", "any")[seed % 3]
        scene.options.gm_initiative = "rolled" if seed % 2 else "fixed"
        scene.options.attribute_zero = "both"
        scene.place.cover = seed % 3
        autoplay(RULESET, scene, Seeded(f"{name}/{seed}"))
        assert scene.round <= scene.options.round_limit
