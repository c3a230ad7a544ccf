"""Promises: damage and number rules."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.kernel.dice import Scripted, Seeded
from fireteam.kernel.fight import Fight
from fireteam.kernel.library import Bundled
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.ruleset import Ruleset, find_ruleset
from fireteam.kernel.scenefile import load_scene, read_scene, write_scene
from tests.contract.play import SCENES, SEEDS, begin, random_play, scene_ids

every_scene = pytest.mark.parametrize("pair", SCENES, ids=scene_ids)

BOUNDS = {
    "cybercore": (("hits", "hits_max"), ("energy", "energy_max")),
    "solarlink": (("hp", "hp_max"), ("dhp", "dhp_max")),
    "tunnelcore": (),
    "wonderland": (("hp", "hp_max"), ("kp", "kp_max")),
}
"""What never stands above what, in each game that has such numbers; stress of TUNNELCORE is a track of boxes."""


def too_high(fight: Fight) -> list[str]:
    """Every value that stands above its maximum."""
    written = write_scene(fight.ruleset, fight.scene)
    return [
        f"{id}.{now}: {one[now]} above {one[most]}"
        for group in ("fighters", "vehicles")
        for id, one in written.get(group, {}).items()
        for now, most in BOUNDS[fight.ruleset.id]
        if now in one and most in one and one[now] > one[most]
    ]


@every_scene
@pytest.mark.parametrize("seed", range(SEEDS))
def test_nothing_stands_above_its_maximum(pair: tuple[Ruleset, Bundled], seed: int) -> None:
    """Through random fights, healing and refilling stop at the current maximum."""
    ruleset, one = pair
    name = f"most {one.name} {seed}"
    fight = begin(ruleset, one, name, npcs="auto")
    for offer, _ in random_play(fight, name, 60):
        assert too_high(fight) == [], offer and offer.text


@every_scene
def test_lowering_a_maximum_is_never_silent(pair: tuple[Ruleset, Bundled]) -> None:
    """`set` of a maximum below what stands is refused by name, or cuts it; `set` above the maximum is refused, or the
    log tells the value that stands."""
    ruleset, one = pair
    for now, most in BOUNDS[ruleset.id]:
        fight = begin(ruleset, one, "maximum")
        id = next(iter(fight.scene.fighters))
        here = f"fighters.{id}"
        limit = value(fight, id, most)
        refusal = fight.do(f"set {here}.{now} {limit}").refusal
        assert refusal is None or limit == value(fight, id, now)
        lowered = fight.do(f"set {here}.{most} {max(0, limit - 1)}")
        assert too_high(fight) == []
        if lowered.refusal is not None and limit:
            assert most in str(lowered.refusal)
        raised = fight.do(f"set {here}.{now} {value(fight, id, most) + 1}")
        assert too_high(fight) == []
        if raised.is_done:
            told = next(fact.value for fact in raised.events if fact.type == "set_by_hand")  # type: ignore[attr-defined]
            assert told == value(fight, id, now)


def value(fight: Fight, id: str, name: str) -> int:
    """One number of a fighter as the state writes it."""
    found = write_scene(fight.ruleset, fight.scene)["fighters"][id][name]
    assert isinstance(found, int)
    return found


def test_what_is_labelled_heal_heals() -> None:
    """`heal` adds what is missing and no more, and never takes; a negative amount is refused."""
    ruleset, one = next(pair for pair in SCENES if pair[0].id == "wonderland")
    fight = begin(ruleset, one, "heal")
    id = next(iter(fight.scene.fighters))
    most = fight.scene.fighters[id].hp_max
    assert fight.do(f"harm {id} 5").is_done
    hurt = fight.scene.fighters[id].hp
    assert hurt < most
    assert fight.do(f"heal {id} 2").is_done
    assert fight.scene.fighters[id].hp == hurt + 2
    assert fight.do(f"heal {id} 99").is_done
    assert fight.scene.fighters[id].hp == most
    assert fight.do(f"heal {id} -3").refusal is not None


@pytest.mark.parametrize("pair", [pair for pair in SCENES if pair[0].id == "solarlink"], ids=scene_ids)
def test_ap_are_set_and_never_added(pair: tuple[Ruleset, Bundled]) -> None:
    """A turn begins with 12 + Celerity AP whatever was left; with a thousand left as with none."""
    for left in (0, 3, 500):
        fight = begin(*pair, "ap")
        first = str(fight.scene.acting)
        due = fight.scene.fighters[first].ap
        assert fight.do(f"set fighters.{first}.ap {left}").is_done
        for _ in range(2 * len(fight.scene.order)):
            assert fight.do("next").is_done
            if fight.scene.acting == first:
                break
        assert fight.scene.acting == first
        assert fight.scene.fighters[first].ap == due


def bare(ruleset: Ruleset, line: str, faces: list[int]) -> Any:
    """The event of a bare roll on given faces."""
    one = next(one for found, one in SCENES if found is ruleset)
    fight = Fight(ruleset, load_scene(one.path)[1], Scripted(faces))
    outcome = fight.do(line)
    assert outcome.is_done, outcome.refusal
    return outcome.events[0]


@pytest.mark.parametrize("face", [1, 2, 99, 100])
@pytest.mark.parametrize("id", ["cybercore", "solarlink"])
def test_a_percentile_die_is_one_number_from_1_to_100(id: str, face: int) -> None:
    """d100 and d% are one die with faces 1 to 100: 00 is 100, in every game that rolls one, and nothing is above it."""
    ruleset = find_ruleset(id)
    for words in ("d100", "d%", "1d100"):
        rolled = bare(ruleset, f"roll {words}", [face])
        assert rolled.total == face
        assert [list(die) for die in rolled.dice] == [[100, face]]
    seeded = Seeded("percent").faces([100] * 20_000)
    assert min(seeded) == 1 and max(seeded) == 100


DUEL = {
    "ruleset": "tunnelcore",
    "options": {"npcs": "manual"},
    "fighters": {
        "ann": {"side": "a", "controlled_by": "player"},
        "bob": {"side": "b"},
    },
}


def test_a_pool_that_lost_more_than_it_has_is_defined() -> None:
    """A bare roll without dice is refused; with one die it keeps that one, and the effect is the smallest die."""
    fight = Fight(find_ruleset("tunnelcore"), read_scene(DUEL)[1], Scripted([3]))
    refused = fight.do("roll")
    assert isinstance(refused.refusal, Refusal) and refused.refusal.form
    rolled = fight.do("roll d6").events[0]
    assert rolled.total == 3 and rolled.effect == 4  # type: ignore[attr-defined]
