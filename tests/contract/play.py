"""Random legal play: the way in which the contract suite drives every game."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

from fireteam.kernel.actions import By, Command
from fireteam.kernel.commands import Offer, legal
from fireteam.kernel.dice import Seeded
from fireteam.kernel.fight import Fight, Outcome
from fireteam.kernel.library import Bundled, bundled
from fireteam.kernel.ruleset import Ruleset, find_ruleset, ruleset_ids
from fireteam.kernel.scene import Phase
from fireteam.kernel.scenefile import load_scene

SEEDS = int(os.environ.get("FIRETEAM_SEEDS", "4"))
"""How many seeds each scene is played with; `make soak` asks for thousands."""

MOST_STEPS = 400
"""Where random play stops even if the fight goes on."""

RULESETS = [find_ruleset(id) for id in ruleset_ids()]
SCENES: list[tuple[Ruleset, Bundled]] = [(ruleset, one) for ruleset in RULESETS for one in bundled(ruleset)]


def scene_ids(pair: tuple[Ruleset, Bundled]) -> str:
    """How a scene is called in the list of tests."""
    return f"{pair[0].id}:{pair[1].name}"


class Chooser:
    """Random choices that depend on a seed alone, answering decisions too."""

    def __init__(self, seed: str) -> None:
        self.dice = Seeded(f"choices {seed}")

    def below(self, size: int) -> int:
        """A whole number from 0 to size - 1."""
        if size <= 200:
            return self.dice.faces([size])[0] - 1
        return (self.below(200) * 200 + self.below(200)) % size

    def decide(self, question: Any, scene: Any) -> str:
        answer: str = question.answers[self.below(len(question.answers))]
        return answer


def begin(ruleset: Ruleset, one: Bundled, seed: str, npcs: str = "manual") -> Fight:
    """A fight that has started, with everybody commanded by hand unless `npcs` says otherwise."""
    _, scene = load_scene(one.path)
    scene.options.npcs = type(scene.options.npcs)(npcs)
    fight = Fight(ruleset, scene, Seeded(seed), Chooser(seed))
    outcome = fight.do("start")
    assert outcome.is_done, outcome.refusal
    return fight


def choices(fight: Fight, chooser: Chooser) -> list[Offer]:
    """The legal commands of one fighter who may act now, chosen at random; empty if nobody may."""
    ids = list(fight.scene.fighters)
    turn = chooser.below(len(ids))
    if fight.scene.acting is not None:
        ids = [fight.scene.acting]
        turn = 0
    for id in [*ids[turn:], *ids[:turn]]:
        found = list(legal(fight.ruleset, fight.scene, id))
        if found:
            return found
    return []


def step(fight: Fight, chooser: Chooser) -> tuple[Offer | None, Outcome]:
    """One random legal command, or the game master's `next` when nobody has any."""
    offers = choices(fight, chooser)
    if not offers:
        return None, fight.do("next")
    offer = offers[chooser.below(len(offers))]
    return offer, fight.do(Command(offer.command.action, offer.command.actor, dict(offer.command.args)))


def random_play(fight: Fight, seed: str, most: int = MOST_STEPS) -> Iterator[tuple[Offer | None, Outcome]]:
    """Plays at random until the fight is over or has gone on long enough; gives each command and what came of it."""
    chooser = Chooser(f"steps {seed}")
    for _ in range(most):
        if fight.scene.phase is not Phase.COMBAT:
            return
        yield step(fight, chooser)


def actor_actions(ruleset: Ruleset) -> list[str]:
    """The keys of the actions that fighters take."""
    return [action.key for action in ruleset.actions() if action.by is not By.GM]
