"""CC-24 Odds: exact answers from the rules themselves, against brute force, seeded play and the book's samples."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from fireteam.cybercore import RULESET
from fireteam.cybercore.actions.rolling import Bare
from fireteam.cybercore.active_stats import Throw
from fireteam.cybercore.state import CyberScene
from fireteam.kernel.actions import Command
from fireteam.kernel.chances import explore
from fireteam.kernel.commands import read_command
from fireteam.kernel.dice import Seeded, brute_weights
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.run import Run
from fireteam.kernel.scene import duplicate
from tests.cybercore.table import DUEL, done, fight_of, scene_of

TRIES = 100_000


def checked(scene: CyberScene, line: str) -> Command:
    command = read_command(RULESET, scene, line)
    assert isinstance(command, Command), command
    assert RULESET.actions().by_key[command.action].check(scene, command) is None, line
    return command


def one_try(scene: CyberScene, command: Command, dice: Any) -> tuple[str, dict[str, int | Fraction]]:
    """The label and the numbers of a command on some dice."""
    trial, rule = duplicate(scene), RULESET.odds()
    run: Run[Any] = Run(trial, dice, rule.decider(trial))
    RULESET.actions().by_key[command.action].resolve(run, command)
    return rule.label(command, scene, trial, run.events), rule.expected(command, scene, trial, run.events)


def odds(scene: CyberScene, line: str) -> tuple[dict[str, Fraction], dict[str, Fraction]]:
    """The exact chances of a command's labels, and its expected numbers, by a loop of the test's own."""
    command = checked(scene, line)
    labels: dict[str, Fraction] = {}
    means: dict[str, Fraction] = {}
    for (label, numbers), chance in explore(lambda source: one_try(scene, command, source)):
        labels[label] = labels.get(label, Fraction(0)) + chance
        for name, number in numbers.items():
            means[name] = means.get(name, Fraction(0)) + chance * number
    assert sum(labels.values()) == 1
    return labels, means


def started(scene: CyberScene, dice: list[int]) -> CyberScene:
    fight = fight_of(scene, dice)
    done(fight, "start")
    found = fight.scene
    assert isinstance(found, CyberScene)
    return found


def duel(**over: Any) -> CyberScene:
    return started(scene_of(**over), [6])


def test_the_sample_of_the_book() -> None:
    """CC-24.1 Labels: skill 35 against defence TL 61: 0.74 land, 0.21 missed, 0.05 backfire."""
    labels, _ = odds(duel(fighters={"kestrel": {"skills": {"guns": 35}}}), "kestrel: attack brute")
    assert labels["missed"] == Fraction(21, 100)
    assert labels["backfire"] == Fraction(5, 100)
    assert labels["marked"] + labels.get("down", 0) == Fraction(74, 100)


def test_who_rolls_does_not_matter() -> None:
    """CC-13.4 Who rolls: attack total 22 against defence total 17 lands on 55 faces, whoever holds the die."""
    kestrel = {**DUEL["fighters"]["kestrel"], "skills": {"guns": 22}}
    brute = {**DUEL["fighters"]["brute"], "skills": {"guns": 22}}
    plain = {"options": {"npcs": "manual"}, "fighters": {"kestrel": kestrel, "brute": brute}}
    for line, mover in (("brute: attack kestrel", "gang"), ("kestrel: attack brute", "squad")):
        scene = scene_of(plain)
        fight = fight_of(scene, [1])
        done(fight, f"start {mover}")
        labels, _ = odds(fight.scene, line)  # type: ignore[arg-type]
        af = 17 if mover == "gang" else 11
        lands = 1 - labels["missed"] - labels["backfire"]
        assert lands == Fraction(50 + 22 - af, 100)


def test_the_breaking_point_of_the_book() -> None:
    """CC-9.4 Breaking Point: Willpower 2, Psych 5, TL 55: a natural 73 or more holds, 28 faces."""
    scene = scene_of(fighters={"kestrel": {"psych": 5}})
    fight = fight_of(scene)
    throw = Throw(0, 0, 4 * 2 - 5 * 5, 55)
    assert sum(ways for cast, ways in throw.weights().items() if cast.succeeded) == 28
    assert fight.scene.fighters["kestrel"].standing == -25


def test_expected_totals_are_exact() -> None:
    """CC-24.1 Labels: the mean total of a check with Luck and Tension dice is 50.5 + 30 + 5.5 - 5.5."""
    scene = scene_of(pools={"luck": 1, "tension": 1, "tension_allocated": 1})
    labels, means = odds(scene, "kestrel: check guns vs 80 luck 1")
    assert means["total"] == Fraction(101, 2) + 30
    assert means["luck"] == -1 + Fraction(5, 100)
    assert means["tension"] == -1 + Fraction(5, 100)
    assert labels["critical"] == labels["calamity"] == Fraction(5, 100)


@pytest.mark.parametrize("luck", range(3))
@pytest.mark.parametrize("tension", range(2))
@pytest.mark.parametrize("mirrored", [False, True])
def test_a_throw_agrees_with_its_brute_twin(luck: int, tension: int, mirrored: bool) -> None:
    """CC-1.2 The d100 roll: the distribution by classes is the one that every combination of faces gives."""
    throw = Throw(luck, tension, 17, 61, 2, mirrored, (55, 61, 70))
    brute: dict[tuple[Any, ...], list[int]] = {}
    for cast, ways in brute_weights(throw).items():
        entry = brute.setdefault((cast.outcome, cast.steps, cast.beats), [0, 0])
        entry[0] += ways
        entry[1] += ways * int(cast.total)
    fast = {(cast.outcome, cast.steps, cast.beats): [ways, cast.total * ways] for cast, ways in throw.weights().items()}
    assert fast == brute


@pytest.mark.parametrize(("sizes", "tl"), [((100,), 50), ((10, 10), 12), ((6, 8, 4), None), ((1, 3), 3)])
def test_a_bare_roll_agrees_with_its_brute_twin(sizes: tuple[int, ...], tl: int | None) -> None:
    """CC-1.9 Player rolls and GM rolls: a bare roll's chances and mean total are exact."""
    bare = Bare(sizes, 3, tl)
    brute: dict[str, list[int]] = {}
    for (outcome, total, _), ways in brute_weights(bare).items():
        entry = brute.setdefault(outcome, [0, 0])
        entry[0] += ways
        entry[1] += ways * int(total)
    assert {o: [ways, mean * ways] for (o, mean, _), ways in bare.weights().items()} == brute


LINES = [
    ("kestrel: attack brute", {}),
    ("kestrel: attack brute with frag_grenade", {"fighters": {"brute": {"at": 4}}}),
    ("kestrel: pin brute", {"fighters": {"brute": {"grind": 1}}}),
    ("kestrel: attack brute", {"options": {"npcs": "auto"}, "fighters": {"brute": {"energy_bonus": 2}}}),
    ("kestrel: check guns", {}),
    ("kestrel: save mental", {}),
    ("exhaust kestrel, brute", {}),
    ("roll 3d10 vs 17", {}),
]


@pytest.mark.parametrize(("line", "over"), LINES, ids=[f"{at} {line}" for at, (line, _) in enumerate(LINES)])
def test_seeded_play_agrees_with_exact_odds(line: str, over: dict[str, Any]) -> None:
    """CC-24.1 Labels: seeded rolls of the same rule give each label within five standard errors, and the same means."""
    tries = TRIES if line == "kestrel: check guns" else TRIES // 5
    scene = duel(**over)
    if line.startswith(("kestrel: attack", "kestrel: pin")):
        scene.acting = "kestrel"
    labels, means = odds(scene, line)
    command = checked(scene, line)
    dice = Seeded(line)
    found: dict[str, int] = {}
    sums: dict[str, Fraction | int] = {}
    for _ in range(tries):
        label, numbers = one_try(scene, command, dice)
        found[label] = found.get(label, 0) + 1
        for name, number in numbers.items():
            sums[name] = sums.get(name, 0) + number
    assert set(found) <= set(labels)
    for label, chance in labels.items():
        error = float(chance * (1 - chance) / tries) ** 0.5
        assert abs(found.get(label, 0) / tries - chance) <= 5 * error + 1e-9, label
    for name, mean in means.items():
        assert abs(sums[name] / tries - mean) < 60 / tries**0.5, name


def test_every_label_of_the_chapter_can_come_up() -> None:
    """CC-24.1 Labels: dodged, absorbed, pinned, ignored, a bill of coping, done, and what odds do not cover."""
    agile: dict[str, Any] = {
        "options": {"npcs": "auto"},
        "fighters": {"brute": {"energy_bonus": 2, "behaviour": "officer"}},
    }
    assert "dodged" in odds(duel(**agile), "kestrel: attack brute")[0]
    armoured: dict[str, Any] = {"fighters": {"brute": {"natural_max": {"kinetic": 9}}}}
    assert "absorbed" in odds(duel(**armoured), "kestrel: attack brute")[0]
    nearly: dict[str, Any] = {"fighters": {"brute": {"hits": 17}}}
    assert "down" in odds(duel(**nearly), "kestrel: attack brute")[0]
    gritty: dict[str, Any] = {
        "options": {"npcs": "auto"},
        "fighters": {"brute": {"grind": 1, "hits": 18, "status": "up"}},
    }
    assert "ignored" in odds(duel(**gritty), "kestrel: pin brute")[0]
    assert "pinned" in odds(duel(), "kestrel: pin brute")[0]
    assert odds(duel(), "kestrel: guard")[0] == {"done": 1}
    bills, means = odds(scene_of(fighters={"kestrel": {"psych": 1}}), "kestrel: cope")
    assert set(bills) == {"debt", "brawl", "secret", "favour", "hangover", "none"}
    assert not means
    refusal = RULESET.odds().refuse(duel(), Command("pass", "kestrel"))
    assert isinstance(refusal, Refusal)
    assert refusal.reason == "odds are for one action"
