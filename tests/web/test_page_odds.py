"""How odds are drawn beside buttons: one colour a label, one order, few words."""

from __future__ import annotations

import pytest
from markupsafe import Markup

from fireteam.fronts.web.acting import COLOURS, Row, chances, shades_of, together
from fireteam.kernel.commands import legal
from fireteam.kernel.dice import Seeded
from fireteam.kernel.fight import Fight
from fireteam.kernel.library import open_scene
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.ruleset import find_ruleset
from fireteam.kernel.visibility import GAME_MASTER, project
from fireteam.lab.odds import odds

DUELS = {
    "tunnelcore": "sump-gate",
    "wonderland": "flamingo-noon",
    "cybercore": "airlock-nine",
    "solarlink": "brine-lock-duel",
}


@pytest.mark.parametrize("scene", DUELS.values(), ids=list(DUELS))
def test_every_label_has_a_colour_of_its_own_beside_the_others(scene: str) -> None:
    """Each label that a duel's commands can have is listed by its game, and no two of one command share a colour."""
    ruleset, plain = open_scene(scene)
    fight = Fight(ruleset, plain, Seeded("1"))
    fight.do("start")
    shades = shades_of(ruleset)
    seen = 0
    for id in fight.scene.fighters:
        for offer in list(legal(ruleset, fight.scene, id))[:25]:
            found = odds(ruleset, fight.scene, offer.text)
            if isinstance(found, Refusal) or len(found.outcomes) < 2:
                continue
            words = {label.partition(" ")[0] for label in found.outcomes}
            assert words <= set(shades), offer.text
            assert len({shades[word] for word in words}) == len(words), offer.text
            seen += 1
    assert seen


@pytest.mark.parametrize("game", DUELS)
def test_there_is_a_colour_for_every_row(game: str) -> None:
    """No two rows of labels have the same colour, and no label stands in two rows."""
    rows = find_ruleset(game).odds().labels
    assert 0 < len(rows) <= COLOURS
    assert len({word for row in rows for word in row}) == sum(map(len, rows))


def test_a_label_keeps_colour_and_place_whatever_is_likeliest() -> None:
    """Where losing is likelier than winning, winning still lies first and in its own colour."""
    shades = {"win": 0, "tie": 1, "lose": 2}
    bad = chances({"lose": 0.61, "win": 0.3, "tie": 0.09}, shades)
    good = chances({"win": 0.7, "lose": 0.25, "tie": 0.05}, shades)
    assert [(one.label, one.colour) for one in bad] == [("win", 0), ("tie", 1), ("lose", 2)]
    assert [(one.label, one.colour) for one in good] == [(one.label, one.colour) for one in bad]
    assert [one.start for one in bad] == [0, 300, 390]
    assert bad[-1].start + bad[-1].length <= 1000


def test_degrees_of_one_outcome_are_told_as_one() -> None:
    """Beside a button all ways to win are added up; what stands alone keeps its whole name."""
    found = together({"win d6": 0.3, "lose setback": 0.25, "win d8": 0.25, "tie": 0.2})
    assert list(found) == ["win", "lose setback", "tie"]
    assert found["win"] == pytest.approx(0.55)


def test_only_the_likeliest_outcomes_stand_beside_a_button() -> None:
    """Those that are shown keep their order on the bar."""
    shades = {"a": 0, "b": 1, "c": 2, "d": 3, "e": 4}
    row = Row("x", Markup("x"), [], chances({"a": 0.05, "b": 0.4, "c": 0.1, "d": 0.3, "e": 0.15}, shades))
    assert [one.label for one in row.likeliest] == ["b", "c", "d", "e"]


def test_badges_say_what_ends_a_condition() -> None:
    """CC-14.2, SL-5.2: how many turn ends or Cycles are left stands beside the condition, or that it needs a cure."""
    for scene, who, lines, words in (
        ("airlock-nine", "sable", ["afflict sable slowed 2"], "Slowed (2 turn ends left)"),
        ("airlock-nine", "sable", ["afflict sable slowed 99"], "Slowed (until cured)"),
        ("brine-lock-duel", "", ["dizzy ID 1"], "dizzy (1 Cycle left)"),
        ("brine-lock-duel", "", ["dizzy ID open"], "dizzy until cleared"),
    ):
        ruleset, plain = open_scene(scene)
        fight = Fight(ruleset, plain, Seeded("1"))
        id = who or next(iter(fight.scene.fighters))
        for line in lines:
            done = fight.do(line.replace("ID", id))
            assert done.refusal is None, done.refusal
        seen = project(ruleset, fight.scene, GAME_MASTER)["fighters"][id]
        assert words in ruleset.badges(seen)
