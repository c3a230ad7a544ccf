"""Exact odds: the book's numbers, brute force over faces, and a hundred thousand rolls."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import pytest

from fireteam.kernel.chances import explore
from fireteam.kernel.commands import read_command
from fireteam.kernel.decisions import Defaults
from fireteam.kernel.dice import Scripted, Seeded, brute_weights
from fireteam.kernel.fight import Fight
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.run import Cut, Run
from fireteam.kernel.scene import duplicate
from fireteam.wonderland import RULESET
from fireteam.wonderland.basic_roll import D12, DIE, EVERY_FACE, die_for_bands
from fireteam.wonderland.state import Scene
from tests.wonderland.playing import bundled, scene_of

DUEL: dict[str, Any] = {
    "options": {"npcs": "manual"},
    "fighters": {
        "kestrel": {
            "controlled_by": "player",
            "weapons": {"pistol": {"kp": 4, "damage": 6, "range": 3}, "bomb": {"damage": 5, "range": 3, "aoe": 3}},
        },
        "rook": {"controlled_by": "player"},
        "brute": {"weapons": {"claw": {"damage": 5}}, "hp_max": 30},
        "rival": {"controlled_by": "player", "side": "others"},
    },
}


def odds(scene: Scene, line: str) -> tuple[dict[str, Fraction], dict[str, Fraction]]:
    """Labels with their exact chances, and the expected numbers."""
    rule = RULESET.odds()
    labels: dict[str, Fraction] = {}
    means: dict[str, Fraction] = {}

    def once(source: Any) -> tuple[str, dict[str, Any]]:
        return outcome(scene, line, source)

    for (label, numbers), chance in explore(once):
        labels[label] = labels.get(label, Fraction(0)) + chance
        for name, number in numbers.items():
            means[name] = means.get(name, Fraction(0)) + chance * number
    assert sum(labels.values()) == 1
    assert rule.until == "done"
    return labels, means


def outcome(scene: Scene, line: str, source: Any) -> tuple[str, dict[str, Any]]:
    """What came of a command this time, by label and numbers."""
    rule = RULESET.odds()
    trial = duplicate(scene)
    command = read_command(RULESET, trial, line)
    assert not isinstance(command, Refusal), command
    action = RULESET.actions().by_key[command.action]
    assert action.check(trial, command) is None
    run: Run[Any] = Run(trial, source, Defaults(), until=rule.until)
    try:
        action.resolve(run, command)
    except Cut:
        pass
    return rule.label(command, scene, trial, run.events), rule.expected(command, scene, trial, run.events)


def fought(plain: dict[str, Any], *lines: str) -> Scene:
    """A scene after some commands without dice."""
    fight = Fight(RULESET, scene_of(plain), Scripted([]))
    for line in ("start kestrel", *lines):
        assert fight.do(line).is_done, line
    scene: Any = fight.scene
    return scene  # type: ignore[no-any-return]


def with_skill(skill: str, value: int, who: str = "kestrel") -> dict[str, Any]:
    fighter = {**DUEL["fighters"][who], "skills": {skill: value}}
    return {**DUEL, "fighters": {**DUEL["fighters"], who: fighter}}


@pytest.mark.parametrize(("aim", "miss", "hit"), [(50, 6, 5), (60, 5, 6), (0, 11, 0)])
def test_one_attack_of_a_pc_is_as_the_book_says(aim: int, miss: int, hit: int) -> None:
    """UW-1.2, UW-3.6: miss 6/12, hit 5/12, critical 1/12 at modifier 0; at +1 5, 6, 1; at -5 11, 0, 1."""
    labels, means = odds(fought(with_skill("aim", aim)), "kestrel: fight brute with pistol")
    twelfth = Fraction(1, 12)
    assert labels == {label: ways * twelfth for label, ways in (("miss", miss), ("hit", hit), ("critical", 1)) if ways}
    assert means == {"damage": (hit * 6 + 8) * twelfth, "down": 0}


def test_an_npc_hits_half_the_time_and_scrambling_three_quarters() -> None:
    """UW-5.1, UW-5.5: NPC 6/12, with scramble 9/12."""
    scene = fought(DUEL, "next", "next")
    assert odds(scene, "brute: fight kestrel with claw")[0] == {"miss": Fraction(1, 2), "hit": Fraction(1, 2)}
    brute = {**DUEL["fighters"]["brute"], "traits": ["scramble"]}
    first = fought({**DUEL, "fighters": {**DUEL["fighters"], "brute": brute}})
    assert odds(first, "brute: fight kestrel with claw")[0] == {"miss": Fraction(1, 4), "hit": Fraction(3, 4)}


def test_between_players_the_book_s_pairs_of_faces_come_out() -> None:
    """UW-6.3: miss 72, full 40, halved 15, nothing 5, critical 12 of 144, by trying all pairs of faces too."""
    scene = fought(DUEL)
    labels, means = odds(scene, "kestrel: fight rival with pistol")
    ways = {"miss": 72, "full": 40, "halved": 15, "nothing": 5, "critical": 12}
    assert labels == {label: Fraction(count, 144) for label, count in ways.items()}
    assert means["damage"] == Fraction(40 * 6 + 15 * 3 + 12 * 6, 144)
    tally: dict[str, Fraction] = {}
    for attack in range(1, 13):
        for defence in range(1, 13):
            needs_defence = 7 <= attack < DIE
            faces = [attack, defence] if needs_defence else [attack]
            label = outcome(scene, "kestrel: fight rival with pistol", Scripted(faces))[0]
            tally[label] = tally.get(label, Fraction(0)) + Fraction(1, 144)
    assert tally == labels


@pytest.mark.parametrize("modifier", range(-7, 8))
def test_a_reading_of_bands_agrees_with_its_brute_force_twin(modifier: int) -> None:
    """Faces that the rules do not tell apart count together, with exactly as many ways as there are faces."""
    reading = die_for_bands(modifier)
    for reading_of_it in (reading, EVERY_FACE, D12((7, 12)), D12(())):
        grouped = reading_of_it.weights()
        brute: dict[int, int] = {}
        for face, ways in brute_weights(reading_of_it).items():
            stands_for_it = max(start for start in grouped if start <= face)
            brute[stands_for_it] = brute.get(stands_for_it, 0) + ways
        assert grouped == brute and sum(grouped.values()) == DIE


LINES = (
    "kestrel: fight brute with pistol x2",
    "kestrel: fight brute with unarmed x3",
    "kestrel: fight brute with bomb",
    "kestrel: fight rival with pistol x2",
    "kestrel: try brains",
    "kestrel: aid rook",
    "kestrel: analyze brute by luck",
    "kestrel: pacify brute for kestrel, rook",
    "kestrel: flee",
    "kestrel: pass",
    "trap spike-pit on kestrel, rook",
    "roll d12 +1",
)


@pytest.mark.parametrize("line", LINES)
def test_a_hundred_thousand_rolls_fall_as_the_exact_odds_say(line: str) -> None:
    """Each label's share of seeded rolls lies within five standard errors of its exact chance."""
    scene = fought(DUEL)
    labels, means = odds(scene, line)
    rolls = 100_000 // len(LINES)
    dice = Seeded(line)
    tally: dict[str, int] = {}
    sums: dict[str, float] = {}
    for _ in range(rolls):
        label, numbers = outcome(scene, line, dice)
        tally[label] = tally.get(label, 0) + 1
        for name, number in numbers.items():
            sums[name] = sums.get(name, 0.0) + float(number)
    assert set(tally) <= set(labels)
    for label, chance in labels.items():
        error = math.sqrt(float(chance * (1 - chance)) / rolls)
        assert abs(tally.get(label, 0) / rolls - float(chance)) <= 5 * error + 1e-12, label
    for name, mean in means.items():
        assert abs(sums[name] / rolls - float(mean)) <= 5 * 10 / math.sqrt(rolls), name


def test_a_series_is_labelled_by_its_hits() -> None:
    """UW-3.9: with xN the labels are 0 hits to N hits, criticals included, by the binomial."""
    labels, means = odds(fought(DUEL), "kestrel: fight brute with pistol x2")
    assert labels == {"0 hits": Fraction(1, 4), "1 hits": Fraction(1, 2), "2 hits": Fraction(1, 4)}
    assert means["damage"] == 2 * Fraction(5 * 6 + 8, 12)


def test_swallowing_and_moves_without_dice_are_done() -> None:
    """Moves without dice have one label."""
    scene = fought({**DUEL, "place": {"distance": 4}})
    assert odds(scene, "kestrel: approach brute") == ({"done": Fraction(1)}, {})


def test_odds_of_a_ram_and_a_repair_on_the_slagway() -> None:
    """UW-7.4: a ram with Power 3 misses on 3 faces; a repair's mean is that of its d12, by success."""
    fight = Fight(RULESET, bundled("slagway-toll", npcs="manual"), Seeded("slag"))
    fight.do("distance mercy-wagon, rattler 2")
    fight.do("set vehicles.mercy-wagon.hp 50")
    fight.do("start hollis")
    while fight.scene.acting != "hollis":
        fight.do("next")
    scene: Any = fight.scene
    labels, means = odds(scene, "hollis: ram rattler")
    assert labels == {"miss": Fraction(3, 12), "hit": Fraction(8, 12), "critical": Fraction(1, 12)}
    assert means["damage"] > 0
    labels, means = odds(scene, "hollis: repair mercy-wagon")
    assert means["healed"] == (1 - labels["fail"]) * Fraction(13, 2)
