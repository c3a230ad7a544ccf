"""Promises: trust in randomness and replays, and that nothing goes on without the one whose turn it is."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from fireteam.kernel.commands import legal
from fireteam.kernel.decisions import AskPeople
from fireteam.kernel.dice import Seeded
from fireteam.kernel.fight import Fight
from fireteam.kernel.library import Bundled
from fireteam.kernel.ruleset import Ruleset
from fireteam.kernel.scene import Phase, duplicate
from tests.contract.play import RULESETS, SCENES, Chooser, begin, choices, random_play, scene_ids

every_scene = pytest.mark.parametrize("pair", SCENES, ids=scene_ids)


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.id)
def test_a_seed_is_the_same_fight_in_another_process(ruleset: Ruleset) -> None:
    """Two processes that order their sets and dicts differently tell the same fight, event by event."""
    one = next(one for found, one in SCENES if found is ruleset)
    told = []
    for hashing in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-m", "fireteam", "fight", str(one.path), "--seed", "7", "--json"],
            capture_output=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": hashing},
            timeout=60,
        )
        told.append(json.loads(done.stdout))
    assert told[0] == told[1]
    assert len(told[0]["events"]) > 5


def asked_fight(ruleset: Ruleset, one: Bundled, seed: str) -> Fight:
    """A fight in which every question waits for somebody."""
    fight = begin(ruleset, one, seed)
    fight.decider = AskPeople([*fight.scene.fighters, "gm"], Chooser(seed))
    return fight


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.id)
def test_dice_for_a_choice_fall_after_the_choice(ruleset: Ruleset) -> None:
    """While a question waits, no face beyond those on record has been drawn; whatever the answer, the faces so far
    stay and the next come from there."""
    asked = 0
    for seed, one in enumerate(one for found, one in SCENES if found is ruleset for _ in range(2)):
        fight, chooser = asked_fight(ruleset, one, f"choice {seed}"), Chooser(f"choice {seed}")
        for _ in range(30):
            offers = choices(fight, chooser)
            if fight.scene.phase is not Phase.COMBAT or not offers:
                break
            assert isinstance(fight.dice, Seeded)
            drawn = fight.dice.drawn
            if chooser.below(3):  # blows raise questions
                offers = [offer for offer in offers if offer.action.verb in ("attack", "fight", "pass")] or offers
            outcome = fight.do(offers[chooser.below(len(offers))].command)
            if fight.pending is not None:
                asked += 1
                assert fight.pending.faces or fight.dice.drawn == drawn
                for answer in fight.pending.question.answers[:2]:
                    assert faces_after(fight, answer)[: len(fight.pending.faces)] == fight.pending.faces
            while fight.pending is not None:
                answers = fight.pending.question.answers
                outcome = fight.answer(answers[chooser.below(len(answers))])
            assert outcome.refusal is None, outcome.refusal
    assert asked, "nothing was ever asked"


def faces_after(fight: Fight, answer: str) -> list[int]:
    """The faces on record of the command that waits, once it is answered so, on a copy."""
    assert isinstance(fight.dice, Seeded)
    dice = Seeded(fight.dice.seed, fight.dice.drawn)
    trial = Fight(fight.ruleset, duplicate(fight.scene), dice, fight.decider, pending=fight.pending)
    told = trial.answer(answer)
    assert told.refusal is None
    return trial.pending.faces if trial.pending else told.entry.faces if told.entry else []


@every_scene
def test_what_others_do_never_ends_a_turn(pair: tuple[Ruleset, Bundled]) -> None:
    """As long as the one whose turn it is can act, no command of anybody else passes the turn on."""
    ruleset, one = pair
    fight = begin(ruleset, one, "others")
    tried = 0
    for number, _ in enumerate(random_play(fight, "others", 24)):
        acting = fight.scene.acting
        if number % 4 or acting is None:
            continue
        for id in fight.scene.fighters:
            offers = [offer for offer in legal(ruleset, fight.scene, id) if id != acting]
            for offer in offers[:3]:
                trial = Fight(ruleset, duplicate(fight.scene), Seeded("others"), Chooser("others"))
                assert trial.do(offer.command).is_done
                tried += 1
                able = acting in trial.scene.fighters and not ruleset.is_out(trial.scene.fighters[acting])
                if able and trial.scene.phase is Phase.COMBAT:
                    assert trial.scene.acting == acting, offer.text
    spoken = fight.do(f"{next(iter(fight.scene.fighters))}: note hello")
    assert spoken.is_done or fight.scene.phase is not Phase.COMBAT
    assert tried or ruleset.id in ("solarlink", "tunnelcore", "wonderland")  # there, nobody acts out of turn
