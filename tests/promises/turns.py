"""A ledger of turns: what a distrustful player at the table keeps on paper while the game master meddles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from fireteam.kernel.dice import Seeded
from fireteam.kernel.fight import Fight
from fireteam.kernel.ruleset import Ruleset
from fireteam.kernel.scene import Phase, duplicate
from tests.contract.play import Chooser, step

FALLEN = {
    "tunnelcore": ("retired", "fled", "in"),
    "cybercore": ("dead", "gone", "up"),
    "solarlink": ("dead", "gone", "up"),
    "wonderland": ("dead", "fled", "up"),
}
"""Each game's words for lost for good, for away, and for back again: values of a fighter's `status`."""

MOST_FIGHTERS = 12
"""Newcomers are brought in up to this many, so that fights neither run dry nor grow for ever."""


@dataclass(slots=True)
class Page:
    """One round on paper: who stood in the order when it began, who has had a turn, and who is excused.

    Excused is whoever was out of the fight, gone or not yet there at any moment of the round.
    """

    round: int = 0
    present: set[str] = field(default_factory=set)
    turns: dict[str, int] = field(default_factory=dict)
    excused: set[str] = field(default_factory=set)


@dataclass(slots=True)
class Ledger:
    """Follows a fight event by event. `rounds` counts the rounds that were checked to their end."""

    ruleset: Ruleset
    shadow: Any
    page: Page = field(default_factory=Page)
    rounds: int = 0
    moments: list[tuple[Any, Page]] = field(default_factory=list)

    def in_the_fight(self, id: str) -> bool:
        one = self.shadow.fighters.get(id)
        return one is not None and not self.ruleset.is_out(one) and getattr(one, "engaged", True)

    def write(self, events: Sequence[Any]) -> None:
        """Writes down what one command did, and complains about a turn too many or too few."""
        self.moments.append((duplicate(self.shadow), duplicate(self.page)))
        for fact in events:
            if fact.type == "round_began" and self.page.round:
                self.close()
            fact.apply(self.shadow)
            if fact.type in ("started", "round_began"):
                self.page = Page(self.shadow.round, set(self.shadow.order))
            elif fact.type == "turn_began":
                self.page.turns[fact.who] = self.page.turns.get(fact.who, 0) + 1
                assert self.page.turns[fact.who] == 1, f"{fact.who} has a second turn in round {self.page.round}"
            elif fact.type == "removed":  # a newcomer may be given the same id
                self.page.turns.pop(fact.who, None)
            self.page.excused |= {id for id in self.page.present if not self.in_the_fight(id)}
            assert self.shadow.round >= 0

    def close(self) -> None:
        """At the end of a round everybody who was in it all along has had one turn."""
        due = self.page.present - self.page.excused
        missed = {id for id in due if self.page.turns.get(id, 0) != 1}
        assert not missed, f"{sorted(missed)} had no turn in round {self.page.round}: {self.page.turns}"
        self.rounds += 1

    def take_back(self) -> None:
        """The last command was undone: so is what was written about it."""
        self.shadow, self.page = self.moments.pop()


class Meddler:
    """A game master with butterfingers: removes, brings in, kills, raises, hides, shows, undoes, says `next`."""

    def __init__(self, seed: str) -> None:
        self.chooser = Chooser(f"meddler {seed}")
        self.done: dict[str, int] = {}

    def pick(self, items: Sequence[str]) -> str:
        return items[self.chooser.below(len(items))]

    def victim(self, fight: Fight) -> str:
        """The one who acts, the first, the last, or anybody: where trackers go wrong most often."""
        scene = fight.scene
        order = [id for id in scene.order if id in scene.fighters] or list(scene.fighters)
        return self.pick([scene.acting or order[0], order[0], order[-1], self.pick(order)])

    def line(self, fight: Fight) -> str:
        scene = fight.scene
        who = self.victim(fight)
        side = scene.fighters[who].side
        left = sum(1 for one in scene.fighters.values() if one.side == side and not fight.ruleset.is_out(one))
        choices = ["hide", "undo", "next"]
        if left > 1:
            choices += ["remove"] * 3
        if len(scene.fighters) < MOST_FIGHTERS:
            choices += ["add"] * 3
            choices += ["fell"] * 2
        gone = [id for id, one in scene.fighters.items() if one.status in FALLEN[fight.ruleset.id][:2]]
        choices += ["raise"] * (2 * bool(gone))
        verb = self.pick(choices)
        if verb == "fell":
            return f"set fighters.{who}.status {self.pick(FALLEN[fight.ruleset.id][:2])}"
        if verb == "raise":
            return f"set fighters.{self.pick(gone)}.status {FALLEN[fight.ruleset.id][2]}"
        if verb == "add":
            return f"add {self.pick(sorted(fight.ruleset.templates()))} on {side}"
        if verb == "hide":
            return f"{'reveal' if scene.fighters[who].hidden else 'hide'} {who}"
        return f"remove {who}" if verb == "remove" else verb


def meddled(fight: Fight, seed: str, most: int = 120) -> Ledger:
    """Random play with a meddling game master, every turn written down."""
    ledger = Ledger(fight.ruleset, duplicate(fight.entries[0].before))
    ledger.write(fight.entries[0].events)
    meddler, chooser = Meddler(seed), Chooser(f"meddled {seed}")
    for _ in range(most):
        if fight.scene.phase is not Phase.COMBAT:
            break
        line = meddler.line(fight) if chooser.below(3) == 0 else ""
        if line == "undo" and len(ledger.moments) < 2:
            continue
        if not line and chooser.below(2):
            line = f"{fight.scene.acting}: pass" if fight.scene.acting else "next"
        outcome = fight.do(line) if line else step(fight, chooser)[1]
        if outcome.refusal is not None and line:
            continue
        assert outcome.is_done, outcome
        if line == "undo":
            ledger.take_back()
        else:
            ledger.write(outcome.events)
    return ledger


def fresh(fight: Fight, seed: str) -> Fight:
    """The same fight before anything was done, on other dice."""
    return Fight(fight.ruleset, duplicate(fight.entries[0].before), Seeded(seed), Chooser(seed))
