"""One suite over every ruleset: what any game must keep, whatever its rules."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from fireteam.kernel.actions import Command, schema
from fireteam.kernel.cases import run_file
from fireteam.kernel.changes import differences, scene_changes
from fireteam.kernel.commands import command_from_json, legal, legal_for, read_command
from fireteam.kernel.decisions import ScriptedAnswers
from fireteam.kernel.dice import Recorded, Seeded
from fireteam.kernel.events import decode, encode
from fireteam.kernel.fight import Fight, autoplay, fold
from fireteam.kernel.library import Bundled
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.rulebook import read_rulebook
from fireteam.kernel.ruleset import Ruleset
from fireteam.kernel.scene import Phase, duplicate
from fireteam.kernel.scenefile import load_scene, read_plain, read_scene, write_scene
from fireteam.kernel.visibility import GAME_MASTER, SPECTATOR, hidden_from, player, project, project_events, seen_events
from fireteam.table.records import write_events
from tests.contract.play import RULESETS, SCENES, SEEDS, Chooser, begin, random_play, scene_ids

CASES = Path(__file__).parents[2] / "cases"

every_scene = pytest.mark.parametrize("pair", SCENES, ids=scene_ids)
every_ruleset = pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.id)


def state(fight: Fight) -> dict[str, Any]:
    """The whole state but for the count of events."""
    return {**write_scene(fight.ruleset, fight.scene), "seq": 0}


@every_ruleset
def test_every_conformance_case_passes(ruleset: Ruleset) -> None:
    """All cases of the ruleset, through the same runner as `fireteam cases`; another distribution's lie beside it."""
    brought = ruleset.folder / "cases" / f"{ruleset.id}.toml"
    path = brought if brought.is_file() else CASES / f"{ruleset.id}.toml"
    failures = [str(failure) for _, found in run_file(path) for failure in found]
    assert failures == []


@every_scene
def test_every_listed_command_applies_and_round_trips(pair: tuple[Ruleset, Bundled]) -> None:
    """What is listed can be done, as text and as data; the list and the rules agree; listing changes nothing."""
    ruleset, one = pair
    fight = begin(ruleset, one, "listed")
    for number, _ in enumerate(random_play(fight, "listed", 40)):
        if number % 5:
            continue
        before = state(fight)
        offers = [offer for id in fight.scene.fighters for offer in legal(ruleset, fight.scene, id)]
        assert [offer.text for offer in offers] == [
            offer.text for id in fight.scene.fighters for offer in legal(ruleset, fight.scene, id)
        ]
        assert state(fight) == before
        for offer in offers:
            as_text = read_command(ruleset, fight.scene, offer.text)
            as_data = command_from_json(ruleset, fight.scene, json.loads(json.dumps(offer.command.to_json())))
            assert as_text == as_data == Command(offer.action.key, offer.command.actor, as_text.args), offer.text  # type: ignore[union-attr]
            trial = Fight(ruleset, duplicate(fight.scene), Seeded("trial"), Chooser("trial"))
            outcome = trial.do(offer.text)
            assert outcome.is_done, f"{offer.text}: {outcome.refusal}"


@every_scene
@pytest.mark.parametrize("seed", range(SEEDS))
def test_random_play_keeps_the_books(pair: tuple[Ruleset, Bundled], seed: int) -> None:
    """Through a whole random fight the events rebuild the state, the order holds each fighter once, and the one whose
    turn it is can act; replay on the recorded dice and answers equals play."""
    ruleset, one = pair
    name = f"{one.name} {seed}"
    fight = begin(ruleset, one, name)
    kinds: dict[str, type] = {kind.type: kind for kind in ruleset.events()}  # type: ignore[attr-defined]
    first = duplicate(fight.entries[0].before)
    for offer, outcome in random_play(fight, name):
        assert outcome.is_done, f"{offer and offer.text}: {outcome.refusal or outcome.question}"
        scene = fight.scene
        assert len(set(scene.order)) == len(scene.order)
        assert set(scene.order) <= {*scene.fighters, *scene.vehicles}
        if scene.phase is Phase.COMBAT and scene.acting is not None:
            assert scene.acting in scene.fighters
            assert any(True for _ in legal(ruleset, scene, scene.acting)), f"{scene.acting} cannot act"
    written = [json.loads(json.dumps(encode(fact))) for entry in fight.entries for fact in entry.events]
    assert write_scene(ruleset, fold(ruleset, first, [decode(fact, kinds) for fact in written])) == write_scene(
        ruleset, fight.scene
    )
    again = Fight(ruleset, duplicate(first))
    for entry in fight.entries:
        again.dice, again.decider = Recorded(entry.faces), ScriptedAnswers(entry.answers)
        outcome = again.do(entry.line)
        assert outcome.is_done, f"{entry.line}: {outcome.refusal or outcome.question}"
        assert [encode(fact) for fact in outcome.events] == [encode(fact) for fact in entry.events]
    assert state(again) == state(fight)


@every_scene
def test_undo_restores_the_exact_state(pair: tuple[Ruleset, Bundled]) -> None:
    """After any command, `undo` gives back the state before it to the last field."""
    ruleset, one = pair
    fight = begin(ruleset, one, "undo", npcs="auto")
    for number, _ in enumerate(random_play(fight, "undo", 60)):
        if number % 4 == 0:
            before = state(Fight(ruleset, fight.entries[-1].before))
            line = fight.entries[-1].line
            assert fight.do("undo").is_done
            assert state(fight) == before, line


@every_scene
def test_what_changed_is_what_two_views_differ_in(pair: tuple[Ruleset, Bundled]) -> None:
    """Whoever looks: comparing two scenes tells what comparing them written out would; veiling changes no event; a
    fighter that stays the same stands in both scenes itself."""
    ruleset, one = pair
    fight = begin(ruleset, one, "changes", npcs="auto")
    ids = list(fight.scene.fighters)
    viewers = [GAME_MASTER, SPECTATOR, player(ids[0]), player(ids[-1], ids[0])]
    number = shared = 0
    for number, _ in enumerate(random_play(fight, "changes", 60)):
        if number % 3 == 0:
            fight.do(f"{'hide' if number % 2 else 'reveal'} {ids[number % len(ids)]}")
        entry = fight.entries[-1]
        before, after = entry.before, fight.scene
        for viewer in viewers:
            written = differences(project(ruleset, before, viewer), project(ruleset, after, viewer))
            assert sorted(scene_changes(ruleset, before, after, viewer), key=str) == sorted(written, key=str), (
                entry.line
            )
            facts, unseen = [encode(fact) for fact in entry.events], hidden_from(before, viewer)
            told = seen_events(ruleset, after, unseen, entry.events, viewer, facts)
            assert told == project_events(ruleset, after, unseen, entry.events, viewer), entry.line
        assert [json.loads(bytes(one)) for one in write_events(entry.events)] == json.loads(json.dumps(facts))
        for id, fighter in after.fighters.items():
            shared += before.fighters.get(id) is fighter
    assert shared or number < 5, "every command changed every fighter"


@every_scene
def test_an_exported_fight_goes_on_as_a_scene(pair: tuple[Ruleset, Bundled]) -> None:
    """The state in the middle of a fight is a scene file that reads back to the same state."""
    ruleset, one = pair
    fight = begin(ruleset, one, "export")
    for number, _ in enumerate(random_play(fight, "export", 30)):
        if number % 6 == 0:
            written = json.loads(json.dumps(write_scene(ruleset, fight.scene)))
            assert write_scene(ruleset, read_scene(written)[1]) == written


SECRET = "zqxjkv"


@every_scene
def test_no_hidden_token_reaches_a_player(pair: tuple[Ruleset, Bundled]) -> None:
    """A hidden fighter's id and name are in no projection, event, legal list or refusal of a player or spectator."""
    ruleset, one = pair
    plain = read_plain(one.path)
    npc = next(id for id, fighter in reversed(plain["fighters"].items()) if fighter.get("controlled_by") != "player")
    plain = json.loads(json.dumps(plain).replace(f'"{npc}"', f'"{SECRET}-id"'))
    plain["fighters"][f"{SECRET}-id"].pop("count", None)
    plain["fighters"][f"{SECRET}-id"].update(name=f"{SECRET} name", hidden=True)
    _, scene = read_scene(plain)
    fight = Fight(ruleset, scene, Seeded("secret"), Chooser("secret"))
    people = [id for id, fighter in scene.fighters.items() if fighter.is_player]
    viewers = [SPECTATOR, player(people[0]), player(*people)]

    def look(unseen: dict[Any, set[str]], events: Any) -> None:
        for viewer in viewers:
            seen = json.dumps(project(ruleset, fight.scene, viewer))
            written = project_events(ruleset, fight.scene, unseen[viewer], events, viewer)
            seen += json.dumps(written) + " ".join(ruleset.sentence(fact, lambda id: id) for fact in written)
            seen += " ".join(offer.text for offer in legal_for(ruleset, fight.scene, viewer))
            assert SECRET not in seen
        for action in ruleset.actions():
            if any(slot.name == "target" for slot in action.slots):
                refusals = [
                    str(fight.read(f"{people[0]}: {action.verb} {name}", viewers[1])).replace(name, "X")
                    for name in (f"{SECRET}-id", "nosuch-id")
                ]
                assert refusals[0] == refusals[1]

    def unseen_now() -> dict[Any, set[str]]:
        return {viewer: hidden_from(fight.scene, viewer) for viewer in viewers}

    unseen = unseen_now()
    started = fight.do("start")
    if started.refusal is not None:
        pytest.skip(f"nobody is left to fight when {npc} is hidden: {started.refusal}")
    if not fight.scene.fighters[f"{SECRET}-id"].hidden:  # it acted at once and showed itself by that: by hand, then
        plain["options"] = {**plain.get("options", {}), "npcs": "manual"}
        fight = Fight(ruleset, read_scene(plain)[1], Seeded("secret"), Chooser("secret"))
        started = fight.do("start")
    look(unseen, started.events)
    for _ in range(40):
        if fight.scene.phase is not Phase.COMBAT or not fight.scene.fighters[f"{SECRET}-id"].hidden:
            break
        unseen = unseen_now()
        for _, outcome in random_play(fight, f"secret {len(fight.entries)}", 1):
            if fight.scene.fighters[f"{SECRET}-id"].hidden:
                look(unseen, outcome.events)
    assert len(fight.entries) > 1


@every_scene
def test_autoplay_ends_and_depends_on_the_seed_alone(pair: tuple[Ruleset, Bundled]) -> None:
    """Everybody on their behaviours plays to the end; logs on or off, the same seed is the same fight."""
    ruleset, one = pair
    _, scene = load_scene(one.path)
    loud, quiet, first = duplicate(scene), duplicate(scene), duplicate(scene)
    run = autoplay(ruleset, loud, Seeded("auto"), logs=True)
    autoplay(ruleset, quiet, Seeded("auto"))
    assert loud.phase is Phase.OVER
    assert {**write_scene(ruleset, loud), "seq": 0} == {**write_scene(ruleset, quiet), "seq": 0}
    assert write_scene(ruleset, fold(ruleset, first, run.events)) == write_scene(ruleset, loud)


@every_scene
def test_exact_odds_sum_to_one_and_agree_with_play(pair: tuple[Ruleset, Bundled]) -> None:
    """For one legal command of each action the labels sum to exactly 1 and agree with seeded play within five standard
    errors."""
    from fireteam.lab.odds import odds

    ruleset, one = pair
    fight = begin(ruleset, one, "odds")
    actor = fight.scene.acting or next(id for id in fight.scene.fighters if any(legal(ruleset, fight.scene, id)))
    seen: dict[str, str] = {}
    for offer in legal(ruleset, fight.scene, actor):
        seen.setdefault(offer.action.key, offer.text)
    told = 0
    for line in seen.values():
        exact = odds(ruleset, fight.scene, line)
        if isinstance(exact, Refusal):
            continue
        told += 1
        assert sum(exact.outcomes.values(), Fraction(0)) == 1, line
        if len(exact.outcomes) > 1:
            agrees_with_play(fight, line, exact.outcomes)
    assert told


def agrees_with_play(fight: Fight, line: str, outcomes: dict[str, Fraction], tries: int = 400) -> None:
    """The command tried on copies with seeded dice gives each label about as often as its exact chance says."""
    from fireteam.lab.odds import label_of_one_try

    found: dict[str, int] = {}
    for number in range(tries):
        label = label_of_one_try(fight.ruleset, fight.scene, line, Seeded(f"{line} {number}"))
        found[label] = found.get(label, 0) + 1
    assert set(found) <= set(outcomes), line
    for label, chance in outcomes.items():
        error = float(chance * (1 - chance) / tries) ** 0.5
        assert abs(found.get(label, 0) / tries - chance) <= 5 * error + 1e-9, f"{line}: {label}"


@every_ruleset
def test_everything_is_explained(ruleset: Ruleset) -> None:
    """Every verb has help, a form, a schema and a clause of the book; every field of a sheet and every option is
    described; every event type has an own tag and a last field `rule`."""
    book = {clause.id for clause in read_rulebook(ruleset.folder / "rulebook.md").clauses}
    for action in ruleset.actions():
        assert action.summary.endswith("."), action.key
        assert action.form().startswith(action.verb)
        assert schema(action)["title"] == action.form()
        assert action.clause in book, f"{action.key} cites {action.clause}"
    options = ruleset.scene.by_name["options"].kind
    for field in [*ruleset.fighter.fields, *ruleset.scene.fields, *getattr(options, "fields", ())]:
        assert field.doc, f"{ruleset.id}: {field.name} has no description"
    tags = [kind.type for kind in ruleset.events()]  # type: ignore[attr-defined]
    assert len(tags) == len(set(tags))


@every_scene
def test_every_event_reads_as_a_sentence_and_cites_a_clause(pair: tuple[Ruleset, Bundled]) -> None:
    """Whatever happens in a fight is said in words, with a clause that the book has."""
    ruleset, one = pair
    book = {clause.id for clause in read_rulebook(ruleset.folder / "rulebook.md").clauses}
    _, scene = load_scene(one.path)
    run = autoplay(ruleset, scene, Seeded("words"), logs=True)
    for fact in run.events:
        written = encode(fact)
        sentence = ruleset.sentence(written, lambda id: id)
        assert sentence and "None" not in sentence and "{" not in sentence, written
        assert written["rule"] in book, written
