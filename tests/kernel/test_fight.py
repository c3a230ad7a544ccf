"""A fight from scene file to undo, on the smallest ruleset."""

from __future__ import annotations

import dataclasses
from fractions import Fraction
from typing import Any

import pytest

from fireteam.kernel.cases import run_case
from fireteam.kernel.chances import explore, gather
from fireteam.kernel.changes import differences, scene_changes
from fireteam.kernel.commands import legal_for, read_command
from fireteam.kernel.decisions import GM, TAKE_DEFAULT, Defaults
from fireteam.kernel.dice import Scripted, Seeded
from fireteam.kernel.events import decode, encode
from fireteam.kernel.fight import Fight, autoplay, carry_out, fold
from fireteam.kernel.run import Cut, Run
from fireteam.kernel.scene import Scene, duplicate
from fireteam.kernel.scenefile import SceneFaults, read_scene, write_scene
from fireteam.kernel.visibility import (
    GAME_MASTER,
    SPECTATOR,
    Secrecy,
    hidden_from,
    player,
    project,
    project_events,
)
from tests.kernel.duel import DUEL

PLAIN = {
    "title": "Two",
    "fighters": {
        "ann": {"side": "a", "controlled_by": "player"},
        "bob": {"side": "b", "template": "thug", "count": 2},
    },
}


@pytest.fixture(autouse=True)
def found_by_its_id(monkeypatch: pytest.MonkeyPatch) -> None:
    """`set` looks the ruleset up by the scene's id; the test's own is not installed."""
    for module in ("by_hand", "paths"):
        monkeypatch.setattr(f"fireteam.kernel.{module}.find_ruleset", lambda id: DUEL)


def duel(**fighters: object) -> Scene:
    return read_scene({**PLAIN, "fighters": {**PLAIN["fighters"], **fighters}}, DUEL)[1]  # type: ignore[dict-item]


def test_a_counted_template_makes_numbered_copies() -> None:
    """`count` expands to ID-1, ID-2 with numbered names, templates merged in."""
    written = write_scene(DUEL, duel())
    assert list(written["fighters"]) == ["ann", "bob-1", "bob-2"]
    assert written["fighters"]["bob-2"]["name"] == "Thug 2"
    assert written["fighters"]["ann"]["hearts"] == 3
    assert written["fighters"]["bob-1"]["hearts"] == 2


def test_every_fault_is_reported_at_once_by_path() -> None:
    """A scene is refused whole, with each fault by path, and a suggestion for a misspelt key."""
    with pytest.raises(SceneFaults) as caught:
        read_scene(
            {"titel": "x", "fighters": {"ann": {"hearts": 9}, "B!": {}, "cy": {"template": "thgu", "side": "s"}}}, DUEL
        )
    text = str(caught.value)
    assert 'titel: unknown key; did you mean "title"?' in text
    assert "fighters.ann.hearts: 9 is not a whole number from 0 to 3" in text
    assert "fighters.ann.side: is missing" in text
    assert "fighters.B!: an id has" in text
    assert 'fighters.cy.template: no template thgu; did you mean "thug"?' in text


def test_a_fight_is_played_refused_and_undone() -> None:
    """A refused command leaves no trace; undo restores the state before the last command, spent dice stay spent."""
    fight = Fight(DUEL, duel(), Scripted([4, 2]))
    assert fight.do("ann: hit bob-1").refusal.reason == "no fight is on"  # type: ignore[union-attr]
    assert fight.do("start").is_done
    before = write_scene(DUEL, fight.scene)
    assert str(fight.do("hit bob").refusal) == '"bob" could be bob-1, bob-2'
    assert write_scene(DUEL, fight.scene) == before
    assert fight.do("hit thug 1").is_done
    assert fight.scene.fighters["bob-1"].hearts == 1
    assert fight.do("undo").is_done
    undone = write_scene(DUEL, fight.scene)
    assert {**undone, "seq": 0} == {**before, "seq": 0}
    events = [one for entry in fight.entries for one in entry.events]
    assert write_scene(DUEL, fold(DUEL, duel(), events)) == undone
    kinds = {kind.type: kind for kind in DUEL.events()}  # type: ignore[attr-defined]
    again = [decode(encode(one), kinds) for one in events]
    assert write_scene(DUEL, fold(DUEL, duel(), again)) == undone


def test_a_fight_shows_itself_in_a_line() -> None:
    """At the end of a notebook's cell: the game, the scene, how far it is; not the whole ruleset."""
    fight = Fight(DUEL, duel(ann={"side": "a"}, bob={"side": "b"}), Seeded(1))
    outcome = fight.do("start")
    assert repr(fight) == "<Fight: Duel, Two, combat, round 1, 1 commands>"
    assert "started" in repr(outcome) and len(repr(outcome)) < 200


def test_a_question_waits_and_the_rule_runs_again_with_the_same_dice() -> None:
    """The attempt is abandoned without trace; the answer goes on with the dice rolled so far."""
    fight = Fight(DUEL, duel(), Scripted([4, 1, 4, 6]))
    fight.ask(["ann"])
    fight.do("set fighters.ann.hearts 1")
    fight.do("start")
    fight.do("hit bob-1")
    fight.do("bob-1: hit ann")
    waiting = fight.do("bob-2: hit ann")
    assert waiting.question is not None
    assert waiting.question.answers == ("take", "dodge")
    assert fight.scene.acting == "bob-2"
    assert "must first answer" in str(fight.do("bob-2: hit ann").refusal)
    assert fight.answer("dodge").is_done
    assert fight.scene.fighters["ann"].hearts == 1


def test_whoever_answers_about_another_is_told_apart() -> None:
    """`decided` names who answered, and about whom if that is somebody else."""
    run: Run[Any] = Run(duel(), Scripted([]))
    run.choose("dodge", "ann", ("take", "dodge"), "take", "DU-1.2", "bob-1")
    run.choose("dodge", "ann", ("take", "dodge"), "take", "DU-1.2")
    run.choose("dodge", "ann", ("take", "dodge"), "take", "DU-1.2", GM)
    told = [encode(fact) for fact in run.events]
    assert [(fact["who"], fact["about"]) for fact in told] == [("bob-1", "ann"), ("ann", None), ("ann", None)]


def test_exact_chances_come_from_the_rule_itself() -> None:
    """Enumerated dice through the same rule give exact odds that sum to 1."""
    scene = duel()
    carry_out(DUEL, Run(scene, Seeded("x")), read_command(DUEL, scene, "start"))  # type: ignore[arg-type]

    def play(source: object) -> str:
        trial = duplicate(scene)
        run: Run[Scene] = Run(trial, source, Defaults(), until="hit")  # type: ignore[arg-type]
        try:
            carry_out(DUEL, run, read_command(DUEL, trial, "hit bob-1"))  # type: ignore[arg-type]
        except Cut:
            pass
        return "hit" if any(one.type == "hurt" for one in run.events) else "miss"

    chances = gather(explore(play))
    assert chances["hit"] == Fraction(1, 2)
    assert chances.total() == 1


def test_the_same_seed_is_the_same_fight() -> None:
    """Autoplay depends on the seed and nothing else, and its events rebuild the state."""
    one, two, first = duel(), duel(), duel()
    run = autoplay(DUEL, one, Seeded(7), logs=True)
    autoplay(DUEL, two, Seeded("7"))
    assert {**write_scene(DUEL, one), "seq": 0} == {**write_scene(DUEL, two), "seq": 0}
    assert write_scene(DUEL, fold(DUEL, first, run.events)) == write_scene(DUEL, one)


def test_a_hidden_fighter_does_not_exist_for_players() -> None:
    """No listing, refusal, order or event betrays a hidden fighter."""
    fight = Fight(DUEL, duel(sneak={"side": "b", "hidden": True, "name": "Zorbo"}), Scripted([4]))
    ann = player("ann")
    unseen = hidden_from(fight.scene, ann)
    events = [*fight.do("reveal sneak").events, *fight.do("hide sneak").events, *fight.do("start").events]
    assert len(project_events(DUEL, fight.scene, unseen, events[2:], ann)) == 1
    events = events[2:]
    text = str(project(DUEL, fight.scene, ann)) + str(project_events(DUEL, fight.scene, unseen, events, ann))
    assert "sneak" not in text and "Zorbo" not in text
    fight.do("note x")
    offered = [offer.text for offer in legal_for(DUEL, fight.scene, ann)]
    assert offered == ["ann: hit bob-1", "ann: hit bob-2"]
    unknown, hidden = (
        str(Fight(DUEL, fight.scene).do(f"ann: hit {name}", ann).refusal) for name in ("nobody", "sneak")
    )
    assert unknown.replace("nobody", "X") == hidden.replace("sneak", "X")


def test_the_case_runner_tells_expected_and_actual() -> None:
    """A case fails with path, expected and actual; a refused last command is an error case."""
    case = {
        "id": "DU-1.1/a",
        "scene": "s",
        "do": ["start", "hit bob-1"],
        "dice": [4],
        "expect": {"fighters.bob-1.hearts": 0},
    }
    (failure,) = run_case(DUEL, {"s": PLAIN}, case)
    assert str(failure) == "DU-1.1/a: fighters.bob-1.hearts: expected 0, got 1"
    error = {"id": "DU-1.1/b", "scene": "s", "do": ["start", "dance"], "error": "Unknown verb: dance"}
    assert run_case(DUEL, {"s": PLAIN}, error) == []


def test_a_command_goes_on_from_dice_and_answers_that_are_known() -> None:
    """A command that waits for an answer waits again in a fight that is told its dice; a standing default answers."""
    plain = {"ann": {"side": "a", "controlled_by": "player", "hearts": 1}, "bob": {"side": "b"}}
    scene = read_scene({"fighters": plain}, DUEL)[1]
    fight = Fight(DUEL, scene, Scripted([1, 4]))
    decider = fight.ask(["ann"])
    fight.do("start")
    fight.do("hit bob")
    assert fight.do("bob: hit ann").question is not None
    waiting = fight.pending
    assert waiting is not None and waiting.faces == [4]
    assert [one.type for one in waiting.events] == ["rolled"]
    again = Fight(DUEL, fight.scene, Scripted([6]))
    again.ask(["ann"])
    assert again.go_on("bob: hit ann", waiting.by, waiting.faces, waiting.answers).question == waiting.question
    assert again.answer("dodge").is_done and again.scene.fighters["ann"].hearts == 1
    fight.do("undo")
    decider.standing["ann", "dodge"] = TAKE_DEFAULT
    assert fight.go_on("bob: hit ann", waiting.by, [4], []).is_done
    assert fight.scene.fighters["ann"].hearts == 0


def test_redo_brings_back_what_was_undone_with_the_same_dice() -> None:
    """Redo repeats the events, rolls nothing, and is gone once somebody does something else."""
    fight = Fight(DUEL, duel(), Scripted([4, 5, 1]))
    first = duplicate(fight.scene)
    fight.do("start")
    fight.do("hit bob-1")
    after = {**write_scene(DUEL, fight.scene), "seq": 0}
    fight.do("undo")
    assert str(fight.do("redo", player("ann")).refusal) == "only the game master can do that"
    assert fight.do("redo").is_done
    assert {**write_scene(DUEL, fight.scene), "seq": 0} == after
    assert str(fight.do("redo").refusal) == "nothing to redo"
    fight.do("undo")
    fight.do("hit bob-2")
    assert str(fight.do("redo").refusal) == "nothing to redo"
    events = [one for entry in fight.entries for one in entry.events]
    assert write_scene(DUEL, fold(DUEL, first, events)) == write_scene(DUEL, fight.scene)
    again = Fight(DUEL, first)
    for entry in fight.entries:
        again.restore(entry.line, entry.by, entry.faces, entry.answers, entry.events)
    assert write_scene(DUEL, again.scene) == write_scene(DUEL, fight.scene)
    assert [entry.is_undone for entry in again.entries] == [entry.is_undone for entry in fight.entries]


def test_dice_of_a_withdrawn_question_stay_on_record() -> None:
    """Undo of a command that waits for an answer keeps its faces, so that no roll can be tried twice unseen."""
    fight = Fight(DUEL, duel(), Scripted([4, 1, 4, 6, 5]))
    fight.ask(["ann"])
    for line in ("set fighters.ann.hearts 1", "start", "hit bob-1", "bob-1: hit ann", "bob-2: hit ann"):
        outcome = fight.do(line)
    assert outcome.question is not None
    before = {**write_scene(DUEL, fight.scene), "seq": 0}
    entry = fight.do("undo").entry
    assert entry is not None and entry.faces == [4]
    assert {**write_scene(DUEL, fight.scene), "seq": 0} == before
    again = Fight(DUEL, duel())
    for one in fight.entries:
        again.restore(one.line, one.by, one.faces, one.answers, one.events)
    assert write_scene(DUEL, again.scene) == write_scene(DUEL, fight.scene)


def test_a_command_that_breaks_leaves_the_dice_where_they_were() -> None:
    """A programmer's mistake in a rule costs no face of the seed."""
    fight = Fight(DUEL, duel(), Seeded("s"))
    fight.do("start")

    def broken(run: Run[Scene]) -> None:
        raise RuntimeError("a bug")

    fight.ruleset = dataclasses.replace(DUEL, after=broken)
    with pytest.raises(RuntimeError):
        fight.do("hit bob-1")
    assert isinstance(fight.dice, Seeded)
    assert fight.dice.drawn == 0


def test_only_what_changes_no_fighter_is_done_in_secret() -> None:
    """A note can be private or blind; a blow cannot."""
    fight = Fight(DUEL, duel(), Scripted([4]))
    fight.do("start")
    assert "in secret" in str(fight.do("hit bob-1", secrecy=Secrecy.BLIND).refusal)
    entry = fight.do("note the door is trapped", secrecy=Secrecy.BLIND).entry
    assert entry is not None and entry.secrecy is Secrecy.BLIND


def test_a_command_without_a_name_does_not_betray_who_acts_unseen() -> None:
    """When a hidden fighter acts, a player's command without a name in front learns no name."""
    fight = Fight(DUEL, duel(sneak={"side": "b", "hidden": True}))
    fight.do("start")
    fight.scene.acting = "sneak"
    assert str(fight.do("hit ann", player("ann")).refusal) == "name the fighter who acts"


def test_a_hidden_fighter_is_addressed_by_its_own_player_alone() -> None:
    """Whoever plays a hidden fighter may command it; for another player it does not exist."""
    fight = Fight(DUEL, duel(cat={"side": "a", "controlled_by": "player", "hidden": True}), Scripted([4]))
    fight.do("start")
    assert str(fight.do("cat: hit bob-1", player("cat")).refusal) == "it is ann's turn"
    assert str(fight.do("cat: hit bob-1", player("ann")).refusal) == "no fighter cat"


def test_changes_are_what_two_projections_differ_in() -> None:
    """Comparing two scenes tells what comparing them written out would tell, for whoever looks."""
    for viewer in (GAME_MASTER, player("ann"), SPECTATOR):
        fight = Fight(DUEL, duel(sneak={"side": "b", "hidden": True}), Seeded("s"))
        for line in ("start", "hit bob-1", "set fighters.bob-2.hearts 1", "reveal sneak", "undo", "hide bob-1", "undo"):
            before = fight.scene
            fight.do(line)
            written = differences(project(DUEL, before, viewer), project(DUEL, fight.scene, viewer))
            assert sorted(scene_changes(DUEL, before, fight.scene, viewer)) == sorted(written)
            assert scene_changes(DUEL, fight.scene, fight.scene, viewer) == []
