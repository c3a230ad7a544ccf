"""Whole fights over seeds: what must hold after every command, whatever the dice and answers."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fireteam.cybercore import RULESET
from fireteam.cybercore.sheet import TIMED, Status
from fireteam.cybercore.state import CyberScene, reckon
from fireteam.kernel.commands import Offer, legal, legal_for_gm
from fireteam.kernel.dice import Seeded
from fireteam.kernel.events import decode, encode
from fireteam.kernel.fight import Fight, autoplay, fold
from fireteam.kernel.scene import Phase, duplicate
from fireteam.kernel.scenefile import write_scene
from fireteam.kernel.visibility import SPECTATOR, hidden_from, player, project, project_events
from tests.cybercore.table import BUNDLED, bundled, done, scene_of

KINDS = {kind.type: kind for kind in RULESET.events()}  # type: ignore[attr-defined]
MOST_STEPS = 160
scenes = pytest.mark.parametrize("path", BUNDLED, ids=lambda path: path.stem)


class Whims:
    """Random answers and choices from a seed."""

    def __init__(self, seed: str) -> None:
        self.dice = Seeded(seed)
        self.asked: list[tuple[str, str, str]] = []

    def below(self, size: int) -> int:
        high, low = self.dice.faces([200, 200])
        return ((high - 1) * 200 + low - 1) % size

    def decide(self, question: Any, scene: Any) -> str:
        self.asked.append((question.key, question.who, question.asked))
        answer: str = question.answers[self.below(len(question.answers))]
        assert len(set(question.answers)) == len(question.answers) >= 2
        assert question.default in question.answers
        return answer


def check_books(scene: CyberScene) -> None:
    """CC-2.3, CC-4.1, CC-6.3, CC-7.4, CC-8.1, CC-8.3 and CC-20.2: nothing leaves its bounds; what is worked out is
    what its parts say."""
    pools = scene.pools
    assert 0 <= pools.tension_allocated <= pools.tension
    assert pools.luck >= 0
    assert len(set(scene.order)) == len(scene.order)
    assert (scene.phase is Phase.COMBAT) == (scene.acting is not None)
    if scene.acting is not None:
        assert scene.fighters[scene.acting].is_up
    for one in scene.fighters.values():
        assert 0 <= one.hits <= one.hits_max
        assert 0 <= one.energy <= one.energy_max
        assert 0 <= one.grind <= (0 if one.extra else one.rank)
        assert all(0 <= now <= most for now, most in zip(one.dr, one.dr_max, strict=True))
        assert all(0 <= now <= most for now, most in zip(one.natural, one.natural_max, strict=True))
        assert all(left >= 0 for left in (*one.ammo.values(), *one.items, one.psych, one.exhaustion, one.dying))
        assert all(0 <= getattr(one.conditions, name) <= 99 for name in TIMED)
        assert 0 <= one.at <= scene.place.length
        assert 0 <= one.cover <= scene.place.cover
        assert one.dodges <= max(0, one.dodge_limit)
        assert not (one.extra and (one.wounds.open or one.psych or one.bonds))
        assert len(set(one.bonds)) == len(one.bonds)
        assert not set(one.bonds) & set(one.bonds_spent)
        if one.status is not Status.UP:
            assert one.energy_free == 0
            assert one.cover == 0
        afresh = duplicate(one)
        reckon(afresh, scene)
        assert RULESET.fighter.write(afresh) == RULESET.fighter.write(one)
        assert (afresh.standing, afresh.full_pace, afresh.dodge_limit) == (one.standing, one.full_pace, one.dodge_limit)


def steps(fight: Fight, whims: Whims) -> Iterator[Offer]:
    """Random legal commands of whoever may act, with a word of the game master's now and then."""
    for number in range(MOST_STEPS):
        scene = fight.scene
        if scene.phase is not Phase.COMBAT:
            return
        offers = list(legal(RULESET, scene, str(scene.acting)))
        assert offers, f"{scene.acting} can do nothing"
        if number % 9 == 0:
            offers = [offer for offer in legal_for_gm(RULESET, scene) if offer.action.key in ("allocate", "next")]
        offer = offers[whims.below(len(offers))]
        whims.asked.clear()
        outcome = fight.do(offer.text)
        assert outcome.is_done, f"{offer.text}: {outcome.refusal}"
        yield offer


@scenes
@pytest.mark.parametrize("seed", range(4))
def test_random_play_keeps_within_bounds(path: Path, seed: int) -> None:
    """Random legal play: the books stay in order after every command, the events fold to the state, also as JSON."""
    scene = bundled(path.stem)
    scene.options.npcs = "manual" if seed % 2 else "auto"
    scene.pools.luck, scene.pools.tension = 6, 4
    for one in scene.fighters.values():
        if not one.extra:
            one.grind = one.rank
    if seed == 2:
        scene.options.dodge_timing, scene.options.fail_forward, scene.options.gm_rolls = "instead", "any", "gms"
    first = duplicate(scene)
    whims = Whims(f"{path.stem} {seed}")
    fight = Fight(RULESET, scene, Seeded(f"dice {seed}"), whims)
    done(fight, "start")
    for _ in steps(fight, whims):
        assert isinstance(fight.scene, CyberScene)
        check_books(fight.scene)
    written = [json.loads(json.dumps(encode(fact))) for entry in fight.entries for fact in entry.events]
    folded = fold(RULESET, first, [decode(fact, KINDS) for fact in written])
    assert write_scene(RULESET, folded) == write_scene(RULESET, fight.scene)


def test_no_decision_is_asked_twice_for_one_landing() -> None:
    """CC-6.7 Burn: ignore a hit, CC-3.4 Take a Bullet: each landing asks each comrade and the victim at most once."""
    for seed in range(6):
        scene = bundled("ossuary-lamp")
        scene.options.npcs = "manual"
        for one in scene.fighters.values():
            one.grind = 0 if one.extra else one.rank
        whims = Whims(f"twice {seed}")
        fight = Fight(RULESET, scene, Seeded(f"twice {seed}"), whims)
        done(fight, "start")
        for offer in steps(fight, whims):
            if offer.action.key not in ("attack", "charge"):
                continue
            landings = sum(
                fact.landings  # type: ignore[attr-defined]
                for fact in fight.entries[-1].events
                if fact.type == "landed"
            )
            for asked in {*whims.asked}:
                if asked[0] in ("bullet", "grind_hit"):
                    assert whims.asked.count(asked) <= landings, (offer.text, asked)
                elif asked[0] == "dodge":
                    assert whims.asked.count(asked) == 1


@scenes
@pytest.mark.parametrize("seed", range(3))
def test_autoplay_ends_and_its_events_are_the_fight(path: Path, seed: int) -> None:
    """CC-25.1 Who is run: behaviours play to the end; logs on or off is the same fight; the events fold to it."""
    loud, quiet = bundled(path.stem), bundled(path.stem)
    first = duplicate(loud)
    run = autoplay(RULESET, loud, Seeded(f"auto/{seed}"), logs=True)
    autoplay(RULESET, quiet, Seeded(f"auto/{seed}"))
    assert loud.phase is Phase.OVER
    check_books(loud)
    assert {**write_scene(RULESET, loud), "seq": 0} == {**write_scene(RULESET, quiet), "seq": 0}
    assert write_scene(RULESET, fold(RULESET, first, run.events)) == write_scene(RULESET, loud)


def test_the_hidden_hunter_stays_hidden() -> None:
    """CC-13.16 Ambush: until it strikes, no projection, event, sentence or refusal shows a player the Vent walker."""
    scene = bundled("ossuary-lamp")
    people = [id for id, one in scene.fighters.items() if one.is_player]
    viewers = [SPECTATOR, player(people[0]), player(*people)]
    whims = Whims("hidden")
    fight = Fight(RULESET, scene, Seeded("hidden"), whims)
    seen_it = False
    unseen = {viewer: hidden_from(fight.scene, viewer) for viewer in viewers}
    events = done(fight, "start").events
    for _ in range(30):
        is_hidden = fight.scene.fighters["stalker"].hidden
        for viewer in viewers if is_hidden else ():
            written = project_events(RULESET, fight.scene, unseen[viewer], events, viewer)
            text = json.dumps([project(RULESET, fight.scene, viewer), written]).casefold()
            text += " ".join(RULESET.sentence(fact, lambda id: fight.scene.fighters[id].name) for fact in written)
            assert "stalker" not in text.replace("hull_stalker", "")
            assert "vent walker" not in text.casefold()
        if is_hidden:
            refusals = {
                str(fight.read(f"kestrel: {verb} {name}", viewers[2])).replace(name, "X")
                for verb in ("attack", "aim")
                for name in ("stalker", "nobody")
            }
            assert len({text for text in refusals if "turn" not in text}) <= 1
        seen_it = seen_it or not is_hidden
        if fight.scene.phase is not Phase.COMBAT:
            break
        unseen = {viewer: hidden_from(fight.scene, viewer) for viewer in viewers}
        events = done(fight, "next").events
    assert seen_it


def test_players_do_not_see_the_numbers_behind_a_foe() -> None:
    """CC-17.1 Runtime fields: skills, items, behaviour and factors of the GM's fighters are the GM's; marks are not."""
    shown = project(RULESET, scene_of(), player("kestrel"))["fighters"]
    assert "skills" in shown["kestrel"]
    assert not {"skills", "items", "behaviour", "af", "attributes", "fixed", "dread"} & shown["brute"].keys()
    assert {"hits", "hits_max", "conditions", "readied"} <= shown["brute"].keys()
