"""What each answer to a question costs, told before it is given."""

from __future__ import annotations

from typing import Any

from fireteam.fronts.web.costs import costs_of
from fireteam.fronts.web.forms import BadForm, form_id, order_of
from fireteam.fronts.web.texts import texts
from fireteam.kernel.dice import Seeded
from fireteam.kernel.fight import Fight
from fireteam.kernel.library import open_scene
from fireteam.kernel.visibility import player, project
from fireteam.table import orders


def asked(scene: str, who: str, lines: list[str], key: str) -> Fight:
    """A fight in which somebody is asked that question."""
    for seed in range(200):
        ruleset, plain = open_scene(scene)
        fight = Fight(ruleset, plain, Seeded(str(seed)))
        fight.ask([who])
        for line in lines:
            fight.do(line)
            if fight.question is not None and fight.question.key == key:
                return fight
            while fight.question is not None:
                fight.answer(fight.question.default)
    raise AssertionError(f"nobody was asked for {key}")


def test_absorbing_a_hitch_costs_a_plot_point_for_certain() -> None:
    """TC-3.7: the answer that absorbs spends the plot point in every case; the other feeds the doom pool."""
    fight = asked("sump-gate", "imre", ["start", "imre: attack sister"], "absorb")
    assert fight.pending is not None
    costs = costs_of(fight.ruleset, fight.scene, fight.pending, player("imre"), texts())
    assert "Imre Vale: 1 plot point → 0 plot points" in costs["1"]
    assert "Imre Vale: 1 plot point → 0 plot points" not in costs["0"]


def test_costs_agree_with_what_the_answer_then_does() -> None:
    """CC: whatever happens after an answer was among what had been told, unless it was told in part."""
    fight = asked("airlock-nine", "sable", ["start", *["sable: pass"] * 6], "dodge")
    assert fight.pending is not None
    costs = costs_of(fight.ruleset, fight.scene, fight.pending, player("sable"), texts())
    assert any("Energy" in line and "%" not in line for line in costs["dodge"])
    before = {track.label: track.word for track in fight.ruleset.tracks(_sable(fight))}
    fight.answer("dodge")
    after = {track.label: track.word for track in fight.ruleset.tracks(_sable(fight))}
    certain = next(line for line in costs["dodge"] if "Energy" in line)
    assert before["Energy"] in certain and before["Energy"] != after["Energy"]


def _sable(fight: Fight) -> dict[str, Any]:
    """Sable as players see her."""
    found: dict[str, Any] = project(fight.ruleset, fight.scene, player("sable"))["fighters"]["sable"]
    return found


def test_costs_change_nothing() -> None:
    """Telling costs leaves scene, dice and question as they were."""
    fight = asked("sump-gate", "imre", ["start", "imre: attack sister"], "absorb")
    pending, scene, dice = fight.pending, fight.scene, fight.dice
    assert pending is not None
    faces, answers, seq = list(pending.faces), list(pending.answers), scene.seq
    costs_of(fight.ruleset, scene, pending, player("imre"), texts())
    assert (fight.pending, fight.scene, fight.dice) == (pending, scene, dice)
    assert (pending.faces, pending.answers, scene.seq) == (faces, answers, seq)


def test_forms_become_orders() -> None:
    """Fields of a form are an order with the right types; the same fields have the same id."""
    act = order_of({"do": ["act"], "part": ["add", "ganger", "on", "gang"], "seq": ["0a"], "secrecy": [""]})
    assert isinstance(act, orders.Act) and act.line == "add ganger on gang" and act.seq == "0a"
    arrange = order_of({"do": ["arrange"], "answer_seconds": [""], "is_paused": ["true"]})
    assert isinstance(arrange, orders.Arrange) and arrange.answer_seconds is None and arrange.is_paused is True
    reorder = order_of({"do": ["reorder"], "order": ["a b c"], "seq": [""]})
    assert isinstance(reorder, orders.Reorder) and reorder.order == ("a", "b", "c")
    forget = order_of({"do": ["stand"], "who": ["a"], "key": ["k"], "answer": [""]})
    assert isinstance(forget, orders.Stand) and forget.answer is None
    fields = {"do": ["say"], "text": ["x"], "seq": ["1"]}
    assert order_of(fields).id == order_of(dict(fields)).id == form_id(fields)
    assert order_of({**fields, "seq": ["2"]}).id != form_id(fields)


def test_what_no_form_sends_is_refused() -> None:
    """Anything else is a bad form, never a broken server."""
    for fields in (
        {},
        {"do": ["fly"]},
        {"do": ["act"], "evil": ["1"]},
        {"do": ["answer"]},
        {"do": ["say"], "text": [""]},
    ):
        try:
            order_of(fields)
        except BadForm:
            continue
        raise AssertionError(fields)
