"""Whole fights: behaviours and random legal commands, to the end, with the books kept."""

from __future__ import annotations

import json
from typing import Any

import pytest

from fireteam.kernel.actions import Command
from fireteam.kernel.commands import command_from_json, legal, legal_for_gm, read_command
from fireteam.kernel.dice import Seeded
from fireteam.kernel.events import decode, encode
from fireteam.kernel.fight import Fight, autoplay, fold
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.scene import Phase, duplicate
from fireteam.kernel.scenefile import read_scene, write_scene
from fireteam.tunnelcore import RULESET
from fireteam.tunnelcore.positions import base_of, shifted
from fireteam.tunnelcore.sheet import faults
from fireteam.tunnelcore.state import Scene, Status
from fireteam.tunnelcore.stress_tracks import is_active
from tests.contract.play import Chooser, random_play
from tests.tunnelcore.table import SCENES, bundled

KINDS: dict[str, type] = {kind.type: kind for kind in RULESET.events()}  # type: ignore[attr-defined]

HARSH: dict[str, Any] = {
    "npc_out": "axis",
    "stress_feeds_opposition": True,
    "ties": "lost",
    "hitches_set_aside": True,
    "after_trauma": "leave",
    "fail_streak": 1,
    "failures_in_a_row": False,
    "stress_table": "s2",
    "escalation": "players",
    "ambush_controlled": True,
    "quickhack_weaker": False,
    "intercept_approach": "forceful",
    "free_flight": False,
    "signal_bars_decks": False,
    "outnumber_ratio": 2,
    "doom_consolidate": 2,
}
"""Every house rule turned from its default."""


def keeps_the_books(scene: Scene) -> None:
    """What holds after every command."""
    assert faults(scene) == []
    assert scene.pools.doom == sorted(scene.pools.doom)
    assert set(scene.pools.doom) <= {6, 8, 10, 12}
    assert 0 <= scene.pools.tower <= 100
    if scene.order:
        assert sorted(scene.order) == sorted(scene.fighters)
    for one in scene.fighters.values():
        assert all(0 <= box <= 5 for box in one.stress)
        assert 0 <= one.position <= 2
        assert -2 <= one.shift <= 2
        assert one.active == is_active(scene, one)
        assert set(one.complications.values()) <= {6, 8, 10, 12}
        assert one.traumas == len(one.lost_slots) <= 3
        assert (one.detention is None) == (one.status is not Status.DETAINED)
        assert one.active or one.guard is None
    if scene.acting is not None:
        assert any(True for _ in legal(RULESET, scene, scene.acting))
    if scene.phase is Phase.COMBAT:
        assert len(scene.muster.of_side) >= 2


def state(scene: Scene) -> dict[str, Any]:
    return {**write_scene(RULESET, scene), "seq": 0}


@pytest.mark.parametrize("name", SCENES)
@pytest.mark.parametrize("seed", range(12))
def test_random_play(name: str, seed: int) -> None:
    """TC-14.3 and all others: random legal commands, NPCs by hand or not, house rules as they are or turned."""
    scene = bundled(name)
    scene.options.npcs = "manual" if seed % 2 else "auto"
    if seed % 4 >= 2:
        for key, value in HARSH.items():
            setattr(scene.options, key, value)
    fight = Fight(RULESET, scene, Seeded(f"{name} {seed}"), Chooser(f"{name} {seed}"))
    first = duplicate(scene)
    assert fight.do("start").is_done
    for offer, outcome in random_play(fight, f"{name} {seed}", 150):
        assert outcome.is_done, f"{offer and offer.text}: {outcome.refusal}"
        keeps_the_books(fight.scene)  # type: ignore[arg-type]
    written = [json.loads(json.dumps(encode(fact))) for entry in fight.entries for fact in entry.events]
    rebuilt = fold(RULESET, first, [decode(fact, KINDS) for fact in written])
    assert write_scene(RULESET, rebuilt) == write_scene(RULESET, fight.scene)
    plain = json.loads(json.dumps(write_scene(RULESET, fight.scene)))
    assert write_scene(RULESET, read_scene(plain)[1]) == plain


@pytest.mark.parametrize("seed", range(8))
def test_the_wire_dm_meddles(seed: int) -> None:
    """TC-6.9, TC-21.5: the game master's own verbs at random, between random actions of everybody."""
    scene = bundled("thirty-third-floor")
    scene.options.npcs = "manual"
    scene.options.round_limit = 8
    fight = Fight(RULESET, scene, Seeded(f"gm {seed}"), Chooser(f"gm {seed}"))
    chooser = Chooser(f"meddling {seed}")
    first = duplicate(scene)
    by_hand = (
        "interfere nadi d8",
        "add hound on choir",
        "add drone on crew",
        "hide cantor",
        "reveal cantor",
        "escalate",
        "tick uplink 1",
        "award nadi 2",
        "remove hound-1",
        "set fighters.nadi.stress.signal d10",
        "set fighters.corvin.position desperate",
        "set fighters.osk.engaged true",
        "doom d6 osk taunt nadi",
        "hollis: call",
        "release brant",
        "roll d8 d6 vs d6 d6",
        "note the lights flicker",
        "rest",
        "break",
        "start",
    )
    for _ in range(70):
        lines = [*by_hand, *(offer.text for offer in legal_for_gm(RULESET, fight.scene))]
        fight.do(lines[chooser.below(len(lines))])
        keeps_the_books(fight.scene)  # type: ignore[arg-type]
        for _, outcome in random_play(fight, f"{seed} {len(fight.entries)}", 2):
            assert outcome.is_done
            keeps_the_books(fight.scene)  # type: ignore[arg-type]
    facts = [fact for entry in fight.entries for fact in entry.events]
    assert write_scene(RULESET, fold(RULESET, first, facts)) == write_scene(RULESET, fight.scene)


@pytest.mark.parametrize("name", SCENES)
def test_behaviours_play_to_the_end(name: str) -> None:
    """TC-19.5 Autoplay: always legal, to the end, the same with logs on and off, and rebuilt by its events."""
    for seed in range(6):
        loud, quiet, first = bundled(name), bundled(name), bundled(name)
        run = autoplay(RULESET, loud, Seeded(f"{name} {seed}"), logs=True)
        autoplay(RULESET, quiet, Seeded(f"{name} {seed}"))
        assert loud.phase is Phase.OVER
        keeps_the_books(loud)
        assert state(loud) == state(quiet)
        assert write_scene(RULESET, fold(RULESET, first, run.events)) == write_scene(RULESET, loud)


@pytest.mark.parametrize("name", SCENES)
def test_autoplay_is_a_fight_of_commands(name: str) -> None:
    """TC-19.5 Autoplay: the same commands given one by one through a fight lead to the same state, and what NPCs choose
    passes the same checks."""
    scene = bundled(name)
    scene.options.npcs = "manual"
    fast = duplicate(scene)
    fight = Fight(RULESET, scene, Seeded("one by one"), RULESET.autopilot(scene))
    for _ in range(500):
        command = RULESET.next_command(fight.scene)
        if command is None:
            break
        outcome = fight.do(Command(command.action, command.actor, dict(command.args)))
        assert outcome.is_done, f"{command}: {outcome.refusal}"
    assert fight.scene.phase is Phase.OVER
    autoplay(RULESET, fast, Seeded("one by one"))
    assert state(fast) == state(fight.scene)  # type: ignore[arg-type]


def test_commands_survive_text_and_data() -> None:
    """TC-13.1: every listed command of a crowded scene reads back from its line and from JSON."""
    scene = bundled("thirty-third-floor")
    scene.options.npcs = "manual"
    fight = Fight(RULESET, scene)
    fight.do("start")
    count = 0
    for id in fight.scene.fighters:
        for offer in legal(RULESET, fight.scene, id):
            as_text = read_command(RULESET, fight.scene, offer.text)
            as_data = command_from_json(RULESET, fight.scene, json.loads(json.dumps(offer.command.to_json())))
            assert not isinstance(as_text, Refusal)
            assert as_text == as_data == offer.command
            count += 1
    assert count > 100


def test_positions_follow_base_and_shift() -> None:
    """TC-4.1 Three positions: at the end of every round of a fight each position in it is base plus shift."""
    scene = bundled("closing-time")
    fight = Fight(RULESET, scene, Seeded("positions"), RULESET.autopilot(scene))
    for _ in range(200):
        command = RULESET.next_command(fight.scene)
        if command is None:
            break
        fight.do(command)
        now: Scene = fight.scene  # type: ignore[assignment]
        if now.phase is Phase.COMBAT and now.acting is None:
            for one in now.muster.fighters:
                assert one.position == shifted(base_of(now, one), one.shift), one.id
