"""A fight: a scene, its rules, its dice, and everything that has happened. Whoever plays holds one of these."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from fireteam.kernel.actions import By, Command
from fireteam.kernel.commands import addressed, read_command
from fireteam.kernel.decisions import AskPeople, Decider, Defaults, Question, ScriptedAnswers, Undecided
from fireteam.kernel.dice import Recorded, Seeded, Source, fresh_seed
from fireteam.kernel.draft import Draft
from fireteam.kernel.events import Event, Undone
from fireteam.kernel.grammar import write_command
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.ruleset import Ruleset
from fireteam.kernel.run import Run
from fireteam.kernel.scene import OVER, Scene, duplicate, renumbered
from fireteam.kernel.visibility import GAME_MASTER, Secrecy, Viewer

_OPEN = Secrecy.OPEN

MOST_COMMANDS = 100_000
"""The most commands that autoplay gives before it stops: far more than any round limit allows."""


@dataclass(slots=True)
class Entry:
    """One command that was taken: its line, who gave it, what it rolled, decided and caused, and the scene before.

    `is_undone` is set when it has been taken back; the entry stays, struck through. `secrecy` says who may see what
    it caused.
    """

    line: str
    by: Viewer
    faces: list[int]
    answers: list[str]
    events: list[Event]
    before: Scene
    is_undone: bool = False
    secrecy: Secrecy = Secrecy.OPEN


@dataclass(slots=True)
class Outcome:
    """What came of a command: its events, or a refusal, or a question that somebody has to answer first."""

    events: Sequence[Event] = ()
    refusal: Refusal | None = None
    question: Question | None = None
    entry: Entry | None = field(default=None, repr=False)

    @property
    def is_done(self) -> bool:
        return self.refusal is None and self.question is None


@dataclass(slots=True)
class Pending:
    """A command that waits for an answer: what it has rolled and been answered so far, and the question.

    `events` are what led up to the question, and `scene` how things would stand now: shown to whoever has to answer,
    and given up again, for the command starts anew when the answer comes.
    """

    command: Command
    by: Viewer
    faces: list[int]
    answers: list[str]
    question: Question
    secrecy: Secrecy = Secrecy.OPEN
    events: list[Event] = field(default_factory=list)
    scene: Scene | None = None


@dataclass(slots=True, repr=False)
class Fight:
    """A scene being played.

    `do` takes a line of text or a command; the scene changes whole or not at all. `dice` and `decider` may be changed
    between commands. `on_entry` is called with each entry as soon as it is taken (the journal hangs here).
    """

    ruleset: Ruleset
    scene: Scene
    dice: Source = field(default_factory=lambda: Seeded(fresh_seed()))
    decider: Decider = field(default_factory=Defaults)
    entries: list[Entry] = field(default_factory=list)
    on_entry: Callable[[Entry], None] | None = None
    pending: Pending | None = None
    undone: list[Entry] = field(default_factory=list)
    """What `redo` would bring back, the next one last; a new command empties it."""
    _draft: Draft[Any] = field(default_factory=Draft, compare=False)

    def __repr__(self) -> str:
        where = f"{self.scene.phase}, round {self.scene.round}, {len(self.entries)} commands"
        return f"<Fight: {self.ruleset.title}, {self.scene.title or 'untitled'}, {where}>"

    @property
    def question(self) -> Question | None:
        """The question that waits for an answer, if there is one."""
        return self.pending.question if self.pending else None

    def read(self, line: str | Command, by: Viewer = GAME_MASTER) -> Command | Refusal:
        """The checked command that a line means now, or why it cannot be taken. Changes nothing."""
        if isinstance(line, Command):
            command = addressed(self.ruleset, self.scene, line, by)
        else:
            command = read_command(self.ruleset, self.scene, line, by)
        if isinstance(command, Refusal):
            return command
        if command.action == "undo":
            return command
        refusal = self.ruleset.actions().by_key[command.action].check(self.scene, command)
        return refusal or command

    def do(self, line: str | Command, by: Viewer = GAME_MASTER, secrecy: Secrecy = Secrecy.OPEN) -> Outcome:
        """Takes a command: refuses it, asks a question, or changes the scene.

        What is said or rolled in secrecy changes no fighter: only the verbs that anybody may use at any time can be.
        """
        if self.pending is not None and not (by.is_gm and line == "undo"):
            question = self.pending.question
            return Outcome(
                refusal=Refusal(
                    f"{question.asked} must first answer {question.key}: {' or '.join(question.answers)}", question.rule
                )
            )
        if line == "redo" and "redo" not in self.ruleset.actions().by_verb:
            return self._redo(by)
        command = self.read(line, by)
        if isinstance(command, Refusal):
            return Outcome(refusal=command)
        if command.action == "undo":
            return self._undo(by)
        if secrecy is not _OPEN and self.ruleset.actions().by_key[command.action].by is not By.ANYONE:
            return Outcome(refusal=Refusal("only a bare roll or a note can be made in secret"))
        return self._resolve(command, by, [], [], secrecy)

    def answer(self, answer: str) -> Outcome:
        """Answers the question that waits, and goes on with the command: the same dice, one more answer."""
        pending = self.pending
        if pending is None:
            return Outcome(refusal=Refusal("no question is open"))
        if answer not in pending.question.answers:
            return Outcome(
                refusal=Refusal(f'"{answer[:40]}" is no answer: use {" or ".join(pending.question.answers)}')
            )
        self.pending = None
        return self._resolve(pending.command, pending.by, pending.faces, [*pending.answers, answer], pending.secrecy)

    def go_on(
        self,
        line: str,
        by: Viewer,
        faces: Sequence[int],
        answers: Sequence[str],
        secrecy: Secrecy = Secrecy.OPEN,
    ) -> Outcome:
        """Takes a command whose first dice and answers are already known: one that waited, or that is replayed."""
        if line == "redo" and "redo" not in self.ruleset.actions().by_verb:
            return self._redo(by)
        command = self.read(line, by)
        if isinstance(command, Refusal):
            return Outcome(refusal=command)
        if command.action == "undo":
            return self._undo(by)
        return self._resolve(command, by, list(faces), list(answers), secrecy)

    def restore(
        self,
        line: str,
        by: Viewer,
        faces: Sequence[int],
        answers: Sequence[str],
        events: Sequence[Event],
        secrecy: Secrecy = Secrecy.OPEN,
    ) -> Entry:
        """Takes an entry as a journal has it: its events change the scene; nothing is rolled, checked or asked."""
        entry = Entry(line, by, list(faces), list(answers), list(events), self.scene, secrecy=secrecy)
        self.pending = None
        fact = events[0] if events else None
        if isinstance(fact, Undone):
            last = next((one for one in reversed(self.entries) if self._is_undoable(one)), None)
            if fact.to != self.scene.seq and last is not None:
                self._take_back(last)
            else:  # a question was withdrawn: nothing had changed
                self.scene = renumbered(self.scene, self.scene.seq + 1)
        else:
            if line == "redo" and self.undone:
                self.undone.pop()
            else:
                self.undone.clear()
            self._happened(events)
        self.entries.append(entry)
        return entry

    def _resolve(
        self, command: Command, by: Viewer, faces: list[int], answers: list[str], secrecy: Secrecy = Secrecy.OPEN
    ) -> Outcome:
        dice = Recorded(faces, self.dice) if faces else self.dice
        run = self._draft.run(self.scene, dice, ScriptedAnswers(answers, self.decider) if answers else self.decider)
        action = self.ruleset.actions().by_key[command.action]
        line = write_command(action, command)
        before = self.dice
        drawn = before.drawn if isinstance(before, Seeded) else 0
        try:
            action.resolve(run, command)
            self.ruleset.after(run)
        except Undecided as waiting:
            scene = self._draft.settle()
            self.pending = Pending(command, by, run.faces, run.answers, waiting.question, secrecy, run.events, scene)
            return Outcome(question=waiting.question)
        except Exception:
            # A command that broke leaves no trace: the same dice fall for the next one.
            if isinstance(before, Seeded):
                self.dice = Seeded(before.seed, drawn)
            raise
        entry = Entry(line, by, run.faces, run.answers, run.events, self.scene, secrecy=secrecy)
        self.scene = self._draft.settle()
        self.undone.clear()
        return self._keep(entry)

    @staticmethod
    def _is_undoable(entry: Entry) -> bool:
        return not entry.is_undone and entry.line != "undo"

    def _undo(self, by: Viewer) -> Outcome:
        clause = self.ruleset.actions().by_key["undo"].clause
        pending = self.pending
        if pending is not None:
            # The question is withdrawn with its command. Dice that have fallen stay in the record, so that whoever
            # checks the seed finds every face in its place.
            line = write_command(self.ruleset.actions().by_key[pending.command.action], pending.command)
            fact = Undone(self.scene.seq, line, clause)
            entry = Entry("undo", by, pending.faces, pending.answers, [fact], self.scene, secrecy=pending.secrecy)
            self.pending = None
            self.scene = renumbered(self.scene, self.scene.seq + 1)
            return self._keep(entry)
        last = next((entry for entry in reversed(self.entries) if self._is_undoable(entry)), None)
        if last is None:
            return Outcome(refusal=Refusal("nothing to undo"))
        fact = Undone(last.before.seq, last.line, clause)
        entry = Entry("undo", by, [], [], [fact], self.scene, secrecy=last.secrecy)
        self._take_back(last)
        return self._keep(entry)

    def _take_back(self, last: Entry) -> None:
        self.scene = renumbered(last.before, self.scene.seq + 1)
        last.is_undone = True
        self.undone.append(last)

    def _happened(self, events: Sequence[Event]) -> None:
        """Takes over what happened before: the events change a copy of the scene."""
        scene = self._draft.begin(self.scene)
        for happened in events:
            happened.apply(scene)
        scene.seq += len(events)
        self.scene = self._draft.settle()

    def _redo(self, by: Viewer) -> Outcome:
        """The command that was undone last happens again as it did: the same dice, the same answers."""
        if not by.is_gm:
            return Outcome(refusal=Refusal("only the game master can do that"))
        if not self.undone:
            return Outcome(refusal=Refusal("nothing to redo"))
        again = self.undone.pop()
        entry = Entry("redo", by, [], [], again.events, self.scene, secrecy=again.secrecy)
        self._happened(again.events)
        return self._keep(entry)

    def _keep(self, entry: Entry) -> Outcome:
        self.entries.append(entry)
        if self.on_entry is not None:
            self.on_entry(entry)
        return Outcome(events=entry.events, entry=entry)

    def ask(self, people: Sequence[str]) -> AskPeople:
        """From now on questions to these fighters (and "gm") wait for `answer`; everybody else's are automatic."""
        decider = AskPeople(people, self.ruleset.autopilot(self.scene))
        self.decider = decider
        return decider


def carry_out(ruleset: Ruleset, run: Run[Any], command: Command) -> Refusal | None:
    """Checks and resolves a command straight on the run's scene: no copy, so nothing is kept if it stops half-way."""
    action = ruleset.actions().by_key[command.action]
    refusal = action.check(run.scene, command)
    if refusal is None:
        action.resolve(run, command)
        ruleset.after(run)
    return refusal


def autoplay(ruleset: Ruleset, scene: Scene, dice: Source, *, logs: bool = False) -> Run[Any]:
    """Plays a scene to its end with everybody on their behaviours, changing the scene given.

    The same scene and seed give the same fight. Raises `RuntimeError` if a behaviour gives a command that is refused:
    that is a programmer's mistake.
    """
    run: Run[Any] = Run(scene, dice, ruleset.autopilot(scene), logs=logs)
    for _ in range(MOST_COMMANDS):
        command = ruleset.next_command(scene)
        if command is None:
            return run
        refusal = carry_out(ruleset, run, command)
        if refusal is not None:
            raise RuntimeError(f"autoplay gave {command} and was refused: {refusal}")
    raise RuntimeError(f"autoplay did not end within {MOST_COMMANDS} commands (phase {scene.phase}, not {OVER})")


def fold(ruleset: Ruleset, scene: Scene, events: Sequence[Event]) -> Scene:
    """The scene that a list of events leads to from a first scene: the journal's truth. Undone commands fall away."""
    first = scene.seq
    kept: list[Event] = []
    spans: list[int] = []
    for happened in events:
        spans.append(len(kept))
        if isinstance(happened, Undone):
            at = happened.to - first
            del kept[spans[at] :]
        else:
            kept.append(happened)
    found = duplicate(scene)
    for happened in kept:
        happened.apply(found)
    found.seq = first + len(events)
    return found
