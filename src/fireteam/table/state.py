"""A table as its records make it: the fight, seats, settings, notes, talk. Applying a record rolls and asks nothing."""

from __future__ import annotations

import hashlib
from collections import deque
from dataclasses import dataclass, field
from typing import Any

import msgspec

from fireteam.kernel.actions import Command
from fireteam.kernel.decisions import GM, Question
from fireteam.kernel.dice import GENERATOR, Seeded
from fireteam.kernel.events import Undone
from fireteam.kernel.fight import Entry, Fight, Pending
from fireteam.kernel.grammar import write_command
from fireteam.kernel.ruleset import Ruleset, find_ruleset
from fireteam.kernel.scene import Scene
from fireteam.kernel.scenefile import read_scene
from fireteam.kernel.visibility import SPECTATOR, Role, Secrecy, Viewer, hidden_from
from fireteam.table import records
from fireteam.table.records import AnyRecord, Head, Seat, Settings
from fireteam.table.replay import read_viewer
from fireteam.table.rows import Row, Shelved
from fireteam.table.store import StoreFault

KEPT_ENTRIES = 100
"""How many commands back a table can undo. Older ones stay in the journal."""
KEPT_RECENT = 64
"""How many records back a client that comes back is told what it missed, before it gets the whole view anew."""
MARK_DIGITS = 16
"""How many hexadecimal digits a `seq` has: 64 bits that nobody can guess."""
MARKS_AT_ONCE = 128 // MARK_DIGITS
NOBODY: frozenset[str] = frozenset()
KEPT_TALK = 200
"""How many chat messages a view shows."""


class Happening(msgspec.Struct, frozen=True, eq=False):
    """A record in its place, with the scenes before and after it, and the entry that it took back if it did."""

    position: int
    record: AnyRecord
    before: Scene
    after: Scene
    entry: Entry | None = None
    taken_back: Entry | None = None


@dataclass(slots=True)
class TableState:
    """One table, folded from its journal up to `position`."""

    id: str
    head: Head
    key: bytes
    ruleset: Ruleset
    fight: Fight
    position: int = 0
    seats: dict[str, Seat] = field(default_factory=dict)
    settings: Settings = field(default_factory=Settings)
    piloted: set[str] = field(default_factory=set)
    standing: dict[tuple[str, str], str] = field(default_factory=dict)
    notes: dict[str, records.Noted] = field(default_factory=dict)
    talk: deque[records.Said] = field(default_factory=lambda: deque(maxlen=KEPT_TALK))
    recent: deque[Happening] = field(default_factory=lambda: deque(maxlen=KEPT_RECENT))
    asked: records.Asked | None = None
    asked_at: int = 0
    is_revealed: bool = False
    kinds: dict[str, type] = field(default_factory=dict)
    orders: dict[str, int] = field(default_factory=dict)
    """Where each order's first record stands, by `seat:id`."""
    _marks: dict[tuple[int, bool], str] = field(default_factory=dict)
    _hidden: dict[tuple[int, int], tuple[Scene, frozenset[str]]] = field(default_factory=dict)

    @classmethod
    def begin(cls, shelved: Shelved) -> TableState:
        """The table before its first record. Raises `StoreFault` when this version cannot play it."""
        head = msgspec.json.decode(shelved.head, type=Head)
        if head.generator != GENERATOR:
            raise StoreFault(f"table {shelved.id} needs the generator {head.generator}; this version has {GENERATOR}")
        ruleset = find_ruleset(head.ruleset)
        _, scene = read_scene(head.scene, ruleset)
        scene.seq = head.scene.get("seq", 0)
        kinds = {kind.type: kind for kind in ruleset.events()}  # type: ignore[attr-defined]
        state = cls(shelved.id, head, shelved.key, ruleset, Fight(ruleset, scene, Seeded(head.seed)), kinds=kinds)
        state.ask()
        return state

    @property
    def scene(self) -> Scene:
        return self.fight.scene

    # Positions, as clients see them

    def mark(self, position: int, *, is_told: bool = True) -> str:
        """The opaque `seq` of a position: it tells nothing of how many records lie between two of them.

        A result's, which comes before its update has been told, is another than the update's.
        """
        block, at = divmod(position, MARKS_AT_ONCE)
        marks = self._marks.get((block, is_told))
        if marks is None:
            marks = self._marks_of(block, is_told)
        return marks[at * MARK_DIGITS : (at + 1) * MARK_DIGITS]

    def _marks_of(self, block: int, is_told: bool) -> str:
        """The marks of some positions that follow each other, worked out together."""
        if len(self._marks) >= KEPT_RECENT:
            self._marks.clear()
        person = b"" if is_told else b"ahead"
        found = hashlib.blake2b(block.to_bytes(8, "big"), key=self.key, person=person).hexdigest()
        self._marks[block, is_told] = found
        return found

    def position_of(self, mark: str, *, is_told: bool = False) -> int | None:
        """The position of a `seq`, if it is recent enough to be answered from memory; with `is_told` not a result's."""
        first = self.recent[0].position - 1 if self.recent else self.position
        for position in range(self.position, first - 1, -1):
            if self.mark(position) == mark or (not is_told and self.mark(position, is_told=False) == mark):
                return position
        return None

    def unseen(self, scene: Scene, viewer: Viewer) -> frozenset[str]:
        """`hidden_from` for a scene that stands or stood here: worked out once for all with the same groups."""
        if viewer.is_gm:
            return NOBODY
        groups = (id(scene.fighters), id(scene.vehicles))
        known = self._hidden.get(groups)
        if known is None:
            if len(self._hidden) >= KEPT_RECENT:
                self._hidden.clear()
            known = self._hidden[groups] = scene, frozenset(hidden_from(scene, SPECTATOR))
        hidden = known[1]
        return hidden - viewer.fighters if hidden else hidden

    # Records

    def happen(self, record: AnyRecord, entry: Entry | None, before: Scene) -> Happening:
        """Counts a record whose entry the fight has taken already, and does the rest of what it says."""
        self.position += 1
        taken_back = None
        if entry is not None and entry.events and isinstance(entry.events[0], Undone) and self.fight.undone:
            taken_back = self.fight.undone[-1] if entry.events[0].to != before.seq else None
        self._note(record)
        if record.order:
            self.orders[record.order] = self.position
        if len(self.fight.entries) > KEPT_ENTRIES:
            del self.fight.entries[: len(self.fight.entries) - KEPT_ENTRIES]
        found = Happening(self.position, record, before, self.fight.scene, entry, taken_back)
        self.recent.append(found)
        return found

    def apply(self, row: Row) -> Happening:
        """Takes over a record from the store, as it was written."""
        record = records.read_record(row.body)
        before = self.fight.scene
        entry = None
        if isinstance(record, records.Took):
            events = [records.read_event(one, self.kinds) for one in record.events]
            entry = self.fight.restore(
                record.line,
                read_viewer(record.by),
                record.faces,
                record.answers,
                events,
                Secrecy(record.secrecy),
            )
        if isinstance(record, records.Took | records.Asked) and record.drawn is not None:
            self.fight.dice = Seeded(self.head.seed, record.drawn)
        if isinstance(record, records.Asked):
            self._wait(record)
        return self.happen(record, entry, before)

    def _note(self, record: AnyRecord) -> None:
        if type(record) is records.Took:
            self.asked = None
        elif isinstance(record, records.Asked):
            self.asked, self.asked_at = record, self.position
        elif isinstance(record, records.Seated):
            if record.is_gone:
                self.seats.pop(record.place.id, None)
            else:
                self.seats[record.place.id] = record.place
        elif isinstance(record, records.Arranged):
            self.settings = record.settings
        elif isinstance(record, records.Piloted):
            (self.piloted.add if record.is_on else self.piloted.discard)(record.fighter)
        elif isinstance(record, records.Stood):
            if record.answer is None:
                self.standing.pop((record.who, record.key), None)
            else:
                self.standing[record.who, record.key] = record.answer
        elif isinstance(record, records.Said):
            self.talk.append(record)
        elif isinstance(record, records.Noted):
            if record.text:
                self.notes[record.note] = record
            else:
                self.notes.pop(record.note, None)
        elif isinstance(record, records.Unsealed):
            self.is_revealed = True
        if type(record) in _WHO_IS_ASKED:
            self.ask()

    def ask(self) -> None:
        """Says whose questions wait for a person: seated fighters that are not on autopilot, and the game master's."""
        people = {one for seat in self.seats.values() if seat.role == Role.PLAYER for one in seat.fighters}
        if self.settings.asks_gm:
            people |= {GM, *(id for id, one in self.scene.fighters.items() if not one.is_player)}
        decider = self.fight.ask(sorted(people - self.piloted))
        decider.standing = self.standing

    def _wait(self, record: records.Asked) -> None:
        """Puts the fight where it waited. The rule is not run: the record holds all there is."""
        self.fight.pending = None
        command = self.fight.read(record.line, read_viewer(record.by))
        if isinstance(command, Command):
            pending = Pending(
                command,
                read_viewer(record.by),
                list(record.faces),
                list(record.answers),
                read_question(record.question),
                Secrecy(record.secrecy),
            )
            self.fight.pending = pending

    def pending_line(self) -> str:
        """The command that waits, as a line."""
        pending = self.fight.pending
        if pending is None:
            return ""
        return write_command(self.ruleset.actions().by_key[pending.command.action], pending.command)

    # Seats

    def gm_seats(self) -> list[Seat]:
        return [seat for seat in self.seats.values() if seat.role == Role.GM]

    def may_answer(self, seat: Seat, question: Question) -> bool:
        """Whether this seat answers for whoever is asked; the game master answers for anyone."""
        return seat.role == Role.GM or question.asked in seat.viewer.fighters


_WHO_IS_ASKED = frozenset((records.Seated, records.Arranged, records.Piloted, records.Stood))
"""Records after which questions may go to others."""


def read_question(plain: dict[str, Any]) -> Question:
    """A question from its record."""
    return Question(
        plain["key"],
        plain["who"],
        plain["asked"],
        tuple(plain["answers"]),
        plain.get("default", plain["answers"][0]),
        plain.get("rule", ""),
        plain.get("facts", {}),
    )
