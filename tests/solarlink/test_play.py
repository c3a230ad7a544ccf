"""Random legal play and autoplay over seeds, with what must hold after every command."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fireteam.kernel.actions import Command
from fireteam.kernel.commands import command_from_json, legal, read_command
from fireteam.kernel.dice import Seeded
from fireteam.kernel.events import decode, encode
from fireteam.kernel.fight import Fight, autoplay, fold
from fireteam.kernel.rulebook import read_rulebook
from fireteam.kernel.scene import Phase, duplicate
from fireteam.kernel.scenefile import read_scene, write_scene
from fireteam.kernel.visibility import SPECTATOR, hidden_from, player, project, project_events
from fireteam.solarlink import RULESET
from fireteam.solarlink.insanity import MAY_ONLY
from fireteam.solarlink.state import Insanity, SolarScene, Status, VesselStatus
from fireteam.solarlink.turn_order import is_in_space, takes_part
from fireteam.solarlink.turns import can_act
from tests.solarlink.table import BUNDLED, bundled, scene, state

SEEDS = range(3)
MOST_STEPS = 150
SECRET = "zqxjkv"

every_scene = pytest.mark.parametrize("path", BUNDLED, ids=lambda path: path.stem)


class Chooser:
    """Random choices from a seed, answering questions too."""

    def __init__(self, seed: str) -> None:
        self.dice = Seeded(f"choice {seed}")

    def below(self, size: int) -> int:
        return (self.dice.faces([250])[0] * 250 + self.dice.faces([250])[0]) % size

    def decide(self, question: object, scene: object) -> str:
        answers: tuple[str, ...] = question.answers  # type: ignore[attr-defined]
        return answers[self.below(len(answers))]


def started(path: Path, seed: str) -> Fight:
    """A fight of a bundled scene, commanded by hand."""
    start = bundled(path)
    start.options.npcs = "manual"
    fight = Fight(RULESET, start, Seeded(seed), Chooser(seed))
    assert fight.do("start").is_done
    return fight


def check_invariants(scene: SolarScene) -> None:
    """What holds between two commands of a combat."""
    for fighter in scene.fighters.values():
        assert fighter.ap >= 0
        assert 0 <= fighter.idle <= 9
        assert fighter.dizzy >= -1
        assert fighter.hp <= fighter.hp_max
        assert 0 <= fighter.dhp <= fighter.dhp_max
        assert fighter.wounds >= 0
        assert fighter.status is not Status.UP or (fighter.hp > 0 or (not fighter.hp_max and fighter.dhp > 0))
        assert fighter.station is None or fighter.status is not Status.DEAD
        assert (fighter.id in scene.order) == takes_part(fighter)
    for vessel in scene.vehicles.values():
        assert 0 <= vessel.air <= 100
        assert (vessel.status is VesselStatus.WRECK) == (vessel.dhp == 0)
        if vessel.locked is not None:
            assert scene.vehicles[vessel.locked].locked == vessel.id
    lists = [is_in_space(scene, scene.fighters[id]) for id in scene.order]
    assert lists == sorted(lists, reverse=True)
    assert len(set(scene.order)) == len(scene.order)
    assert scene.acting in scene.order
    acting = scene.fighters[str(scene.acting)]
    assert can_act(acting)
    assert acting.acted


@every_scene
@pytest.mark.parametrize("seed", SEEDS)
def test_random_legal_play(path: Path, seed: int) -> None:
    """Every listed command applies and leaves the scene whole; events fold to the state, also through JSON.

    SL-2.3: no fighter has AP given twice in a Cycle. SL-1.5: a turn begins once in a Cycle for each.
    """
    name = f"{path.stem} {seed}"
    fight = started(path, name)
    chooser = Chooser(f"steps {name}")
    for _ in range(MOST_STEPS):
        scene = fight.scene
        assert isinstance(scene, SolarScene)
        if scene.phase is not Phase.COMBAT:
            break
        check_invariants(scene)
        offers = list(legal(RULESET, scene, str(scene.acting)))
        offer = offers[chooser.below(len(offers))]
        outcome = fight.do(Command(offer.command.action, offer.command.actor, dict(offer.command.args)))
        assert outcome.is_done, f"{offer.text}: {outcome.refusal}"
    once_a_cycle(fight)
    only_bookkeeping(fight)
    first = fight.entries[0].before
    facts = [fact for entry in fight.entries for fact in entry.events]
    assert state(fold(RULESET, first, facts)) == state(fight.scene)
    kinds: dict[str, type] = {kind.type: kind for kind in RULESET.events()}  # type: ignore[attr-defined]
    again = [decode(json.loads(json.dumps(encode(fact))), kinds) for fact in facts]
    assert state(fold(RULESET, first, again)) == state(fight.scene)


BOOKKEEPING = {
    "acted", "extra_turn", "busy", "moving", "followup", "followup_from", "idle", "air_clock",
    "paid_now", "insanity_left", "insanity_target", "prone", "blacked_out", "delay", "aim", "cover",
    "explains", "prepared", "auras", "raises", "ap", "station", "evading", "overcharge",
    "locked",
}  # fmt: skip
"""What may travel in `changes` by SL-23.1, besides items used up."""


def only_bookkeeping(fight: Fight) -> None:
    """SL-23.1: nothing but bookkeeping travels in `changes`; everything else has an event of its own."""
    for entry in fight.entries:
        for fact in entry.events:
            for path in getattr(fact, "changes", ()):
                assert path.rpartition(".")[2] in BOOKKEEPING or ".items." in path, (fact.type, path)


def once_a_cycle(fight: Fight) -> None:
    """SL-2.3 Once a Cycle: between two Cycles' beginnings nobody's turn begins twice."""
    seen: set[str] = set()
    for entry in fight.entries:
        for fact in entry.events:
            if fact.type == "round_began":
                seen.clear()
            elif fact.type == "turn_began":
                assert fact.who not in seen  # type: ignore[attr-defined]
                seen.add(fact.who)  # type: ignore[attr-defined]


@every_scene
def test_listed_commands_round_trip(path: Path) -> None:
    """Each listed command reads back from its text and its data, in a stable order, and listing changes nothing."""
    fight = started(path, "round trip")
    chooser = Chooser(path.stem)
    for _ in range(12):
        if fight.scene.phase is not Phase.COMBAT:
            break
        before = state(fight.scene)
        offers = list(legal(RULESET, fight.scene, str(fight.scene.acting)))
        again = list(legal(RULESET, fight.scene, str(fight.scene.acting)))
        assert [one.text for one in offers] == [one.text for one in again]
        assert state(fight.scene) == before
        for offer in offers:
            as_text = read_command(RULESET, fight.scene, offer.text)
            as_data = command_from_json(RULESET, fight.scene, json.loads(json.dumps(offer.command.to_json())))
            assert as_text == as_data
        offer = offers[chooser.below(len(offers))]
        assert fight.do(offer.text).is_done


@every_scene
@pytest.mark.parametrize("seed", SEEDS)
def test_autoplay(path: Path, seed: int) -> None:
    """SL-25.1: everyone by behaviour, to the end; logs on or off the same fight; events rebuild it and cite clauses."""
    book = {clause.id for clause in read_rulebook(RULESET.folder / "rulebook.md").clauses}
    first = bundled(path)
    loud, quiet = duplicate(first), duplicate(first)
    run = autoplay(RULESET, loud, Seeded(seed), logs=True)
    autoplay(RULESET, quiet, Seeded(seed))
    assert loud.phase is Phase.OVER
    assert state(loud) == state(quiet)
    assert state(fold(RULESET, first, run.events)) == state(loud)
    assert {fact.rule for fact in run.events} <= book  # type: ignore[attr-defined]


@every_scene
def test_a_fight_written_out_goes_on(path: Path) -> None:
    """The state in the middle of a fight reads back as a scene."""
    fight = started(path, "written out")
    for _ in range(10):
        fight.do("pass")
        written = json.loads(json.dumps(write_scene(RULESET, fight.scene)))
        assert write_scene(RULESET, read_scene(written)[1]) == written


@pytest.mark.parametrize("seed", SEEDS)
def test_damage_is_conserved(seed: int) -> None:
    """SL-3.2: what is lost never exceeds what came, and only the stated rest of a division by ten goes missing."""
    chooser = Chooser(f"damage {seed}")
    for _ in range(60):
        amount = chooser.below(60)
        fight = Fight(RULESET, scene("shells"), Seeded(seed))
        before = fight.scene.fighters["ox"]
        outcome = fight.do(f"damage ox {amount} light")
        fact = next(fact for fact in outcome.events if fact.type == "damaged")
        worth = 10 * fact.dhp_lost + fact.hp_lost  # type: ignore[attr-defined]
        assert amount - 9 <= worth <= amount
        after = fight.scene.fighters["ox"]
        assert (before.hp - after.hp, before.dhp - after.dhp) == (fact.hp_lost, fact.dhp_lost)  # type: ignore[attr-defined]


def test_no_secret_reaches_a_player() -> None:
    """SL-13.15: a hidden fighter's id is in no projection, event, list or refusal of a player."""
    plain = write_scene(RULESET, bundled(next(path for path in BUNDLED if path.stem == "kettle-station")))
    plain = json.loads(json.dumps(plain).replace('"gunhand-c"', f'"{SECRET}"'))
    plain["fighters"][SECRET].update(name=SECRET, hidden=True)
    plain["options"]["npcs"] = "manual"
    fight = Fight(RULESET, read_scene(plain)[1], Seeded("secret"), Chooser("secret"))
    viewers = [SPECTATOR, player("pell"), player("pell", "dov")]
    chooser = Chooser("secret steps")
    lines = ["start"]
    for _ in range(60):
        unseen = {viewer: hidden_from(fight.scene, viewer) for viewer in viewers}
        events = [fact for line in lines for fact in fight.do(line).events]
        if not fight.scene.fighters[SECRET].hidden or fight.scene.phase is not Phase.COMBAT:
            break
        for viewer in viewers:
            seen = json.dumps(project(RULESET, fight.scene, viewer))
            written = project_events(RULESET, fight.scene, unseen[viewer], events, viewer)
            seen += json.dumps(written) + " ".join(RULESET.sentence(fact, str) for fact in written)
            assert SECRET not in seen
        for verb in ("attack", "aim", "prepare", "treat", "use stim on", "move toward", "explain"):
            told = [str(fight.read(f"pell: {verb} {name}")).replace(name, "X") for name in (SECRET, "nosuch")]
            assert told[0] == told[1], verb
        acting = str(fight.scene.acting)
        offers = [one.text for one in legal(RULESET, fight.scene, acting) if one.command.action != "attack"]
        assert acting == SECRET or not any(SECRET in line for line in offers if fight.scene.fighters[acting].is_player)
        lines = [offers[chooser.below(len(offers))]] if acting != SECRET else ["pass"]
    assert len(fight.entries) > 20


def test_the_insane_always_may_pass() -> None:
    """SL-6.3: whatever the effect, the list is never empty, and every refusal names the effect."""
    for effect in MAY_ONLY:
        start = scene("grid", fighters__ida__insanity=effect.value)
        lines = [one.text for one in legal(RULESET, start, "ida")]
        assert "ida: pass" in lines
        assert all(line.partition(": ")[2] in ("pass",) for line in lines) == (effect is Insanity.FROZEN)


CALM = [
    ("stale", ["wait 1 minutes", "wait 25", "air 100", "tire nor", "rest 9", "session"], {}),
    ("camp", ["wait 12", "doc: treat pat", "wait 2 minutes", "break"], {"fighters__pat__wounds": 2}),
    ("nerves", ["start", "pass", "end", "wait 20"], {"fighters__milo__attributes__wisdom": -6}),
    ("void", ["pass", "pass", "end", "wait 6"], {}),
    ("shells", ["damage ox 37 physical", "add ice crawler as cub", "remove cub", "set fighters.ox.dhp 1", "undo"], {}),
]


@pytest.mark.parametrize(("name", "lines", "patch"), CALM, ids=lambda value: str(value)[:12])
def test_calm_time_folds_too(name: str, lines: list[str], patch: dict[str, object]) -> None:
    """SL-27.1: the bookkeeping of quiet time travels in few events, and they rebuild the state, also through JSON."""
    fight = Fight(RULESET, scene(name, **patch), Seeded(name))
    first = duplicate(fight.scene)
    for line in lines:
        outcome = fight.do(line)
        assert outcome.is_done, f"{line}: {outcome.refusal}"
    facts = [fact for entry in fight.entries for fact in entry.events]
    kinds: dict[str, type] = {kind.type: kind for kind in RULESET.events()}  # type: ignore[attr-defined]
    again = [decode(json.loads(json.dumps(encode(fact))), kinds) for fact in facts]
    assert state(fold(RULESET, first, again)) == state(fight.scene)
    assert sum(fact.type == "time_passed" for fact in facts) < 20
