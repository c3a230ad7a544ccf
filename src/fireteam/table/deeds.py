"""What each order does to a table: the records it causes, or why not. Nothing here waits, stores or publishes."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

import msgspec

from fireteam.kernel.commands import command_from_json
from fireteam.kernel.dice import Seeded
from fireteam.kernel.fight import Entry, Outcome
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.scene import COMBAT, Scene
from fireteam.kernel.turns import reordered
from fireteam.kernel.visibility import GAME_MASTER, Role, Secrecy
from fireteam.table import orders, records
from fireteam.table.journal import now
from fireteam.table.records import MOST_RECORDS, AnyRecord, Seat
from fireteam.table.replay import write_question
from fireteam.table.seats import MOST_SEATS, new_token
from fireteam.table.state import Happening, TableState

# Members by short names, and found by their values: Python 3.11 takes long to find a member of an enumeration.
GM, PLAYER, SPECTATOR = Role
_SECRECIES = {str(one): one for one in Secrecy}

MOST_PILOTED = 200
"""The most commands that fighters on autopilot give in a row."""

CLOSED = Refusal("the table is closed: its seed has been revealed")
PAUSED = Refusal("the table is paused")
NOT_PLAIN = Refusal("control characters are not allowed in text")
GM_ONLY = Refusal("only the game master can do that")


class Deed(msgspec.Struct, eq=False):
    """An order being carried out for a seat: what it caused so far. `key` marks its first record."""

    state: TableState
    seat: Seat
    key: str = ""
    caused: list[Happening] = []
    token: str | None = None
    place: Seat | None = None

    def record(self, kind: Callable[..., AnyRecord], **fields: Any) -> None:
        """Adds a record that is no command to the table."""
        self._add(kind(at=now(), seat=self.seat.id, order=self.key, **fields), None, self.state.scene)

    def _add(self, made: AnyRecord, entry: Entry | None, before: Scene) -> None:
        self.key = ""
        self.caused.append(self.state.happen(made, entry, before))

    def keep(self, outcome: Outcome) -> Refusal | None:
        """Writes down what came of a command."""
        if outcome.refusal is not None:
            return outcome.refusal
        state = self.state
        dice, scene = state.fight.dice, state.scene
        entry, pending = outcome.entry, state.fight.pending
        drawn = dice.drawn if isinstance(dice, Seeded) else None
        stands = {"phase": str(scene.phase), "round": scene.round}
        if entry is not None:
            took = records.Took(
                at=now(),
                seat=self.seat.id,
                order=self.key,
                line=entry.line,
                by=entry.by.written,
                faces=entry.faces,
                answers=entry.answers,
                events=records.write_events(entry.events),
                drawn=drawn,
                secrecy=str(entry.secrecy),
                stands=stands,
            )
            self._add(took, entry, entry.before)
        elif pending is not None:
            asked = records.Asked(
                at=now(),
                seat=self.seat.id,
                order=self.key,
                line=state.pending_line(),
                by=pending.by.written,
                faces=pending.faces,
                answers=pending.answers,
                question=write_question(pending.question),
                drawn=drawn,
                secrecy=str(pending.secrecy),
                stands=stands,
            )
            self._add(asked, None, scene)
        return None


def carry_out(deed: Deed, order: orders.AnyOrder) -> Refusal | None:
    """Does what an order says, and what follows from it by itself; or says why not."""
    state, seat = deed.state, deed.seat
    if state.position >= MOST_RECORDS:
        return Refusal(f"a table has at most {MOST_RECORDS:,} records: export it and open a new one")
    kind = order.__class__
    if state.is_revealed and kind not in _AFTER_THE_END:
        return CLOSED
    if seat.role != GM:
        if kind in _FOR_GM:
            return GM_ONLY
        if seat.role == SPECTATOR:
            return Refusal("spectators look on")
        if state.settings.is_paused and kind is not orders.Say:
            return PAUSED
    refusal = _DEEDS[kind](deed, order)
    if refusal is None and kind not in _TALK:
        go_on(deed)
    return refusal


def go_on(deed: Deed) -> None:
    """Lets the fighters on autopilot act, as long as it is theirs to act and nobody is asked."""
    state = deed.state
    for _ in range(MOST_PILOTED):
        if not state.piloted or state.settings.is_paused or state.fight.question is not None or state.is_revealed:
            return
        if state.scene.phase is not COMBAT:
            return
        command = state.ruleset.next_command(state.scene)
        if command is None or command.actor not in state.piloted:
            return
        if deed.keep(state.fight.do(command, GAME_MASTER)) is not None:
            return


def act(deed: Deed, order: orders.Act) -> Refusal | None:
    """Gives a command to the fight."""
    fight, viewer = deed.state.fight, deed.seat.viewer
    if fight.question is not None and not (viewer.is_gm and order.line == "undo"):
        return Refusal("the table waits for an answer", fight.question.rule)
    secrecy = _SECRECIES[order.secrecy]
    if order.command is None:
        return deed.keep(fight.do(order.line, viewer, secrecy))
    command = command_from_json(deed.state.ruleset, fight.scene, order.command, viewer)
    return command if isinstance(command, Refusal) else deed.keep(fight.do(command, viewer, secrecy))


def answer(deed: Deed, order: orders.Answer) -> Refusal | None:
    """Answers the question that waits; the command goes on with the same dice."""
    fight = deed.state.fight
    question = fight.question
    if question is None or not deed.state.may_answer(deed.seat, question):
        return Refusal("no question waits for you")
    if question.key != order.key:
        return Refusal("that question is closed")
    refusal = deed.keep(fight.answer(order.answer))
    if refusal is None and order.always:
        deed.record(records.Stood, who=question.asked, key=question.key, answer=order.answer)
    return refusal


def stand(deed: Deed, order: orders.Stand) -> Refusal | None:
    """Gives or takes back a standing answer; a question that it answers waits no longer."""
    if deed.seat.role != GM and order.who not in deed.seat.viewer.fighters:
        return Refusal(f"{order.who} is not yours to command")
    deed.record(records.Stood, who=order.who, key=order.key, answer=order.answer)
    return ask_again(deed)


def pilot(deed: Deed, order: orders.Pilot) -> Refusal | None:
    """Hands a fighter to its behaviour, or takes it back."""
    viewer = deed.seat.viewer
    scene = deed.state.scene
    if order.fighter not in scene.fighters or not viewer.sees(scene, order.fighter):
        return Refusal(f"no fighter {order.fighter}")
    if not viewer.commands(order.fighter):
        return Refusal(f"{order.fighter} is not yours to command")
    deed.record(records.Piloted, fighter=order.fighter, is_on=order.on)
    return ask_again(deed)


def ask_again(deed: Deed) -> Refusal | None:
    """Runs a command that waits once more with the same dice, when somebody else may now answer."""
    pending = deed.state.fight.pending
    if pending is None:
        return None
    fight, question = deed.state.fight, pending.question
    line, fight.pending = deed.state.pending_line(), None
    outcome = fight.go_on(line, pending.by, pending.faces, pending.answers, pending.secrecy)
    if outcome.question is not None and outcome.question == question:
        return None
    return deed.keep(outcome)


def say(deed: Deed, order: orders.Say) -> Refusal | None:
    """Says something."""
    if not order.text.strip():
        return Refusal("say something")
    if not _is_plain(order.text):
        return NOT_PLAIN
    for one in order.to:
        if one not in deed.state.seats:
            return Refusal("no such seat")
    deed.record(records.Said, text=order.text, to=order.to)
    return None


def _is_plain(text: str) -> bool:
    """Whether a text has no control characters but line ends and tabs."""
    return all(ch >= " " or ch in "\n\t" for ch in text) and "\x7f" not in text


def note(deed: Deed, order: orders.Note) -> Refusal | None:
    """Writes, changes or takes away a note."""
    if not _is_plain(order.text):
        return NOT_PLAIN
    if len(deed.state.notes) >= orders.MOST_NOTES and order.note not in deed.state.notes:
        return Refusal(f"a table has at most {orders.MOST_NOTES} notes")
    deed.record(records.Noted, note=order.note, text=order.text, on=order.on)
    return None


def reorder(deed: Deed, order: orders.Reorder) -> Refusal | None:
    """Moves fighters who are tied."""
    scene: Scene = deed.state.scene
    if deed.state.fight.question is not None:
        return Refusal("the table waits for an answer")
    found = reordered(scene.order, order.order, lambda id: deed.state.ruleset.rank(scene, id))
    if isinstance(found, Refusal):
        return found
    return deed.keep(deed.state.fight.do(f"set order {', '.join(found)}", GAME_MASTER))


def arrange(deed: Deed, order: orders.Arrange) -> Refusal | None:
    """Changes settings; who is asked may change with them."""
    deed.record(records.Arranged, settings=order.over(deed.state.settings))
    return ask_again(deed)


def place(deed: Deed, order: orders.Place) -> Refusal | None:
    """Makes or changes a seat. A new one gets a link."""
    state = deed.state
    old = state.seats.get(order.seat)
    if order.name is not msgspec.UNSET and not _is_plain(order.name):
        return NOT_PLAIN
    if order.seat and old is None:
        return Refusal("no such seat")
    if old is None and len(state.seats) >= MOST_SEATS:
        return Refusal(f"a table has at most {MOST_SEATS} seats")
    fighters = () if order.fighters is msgspec.UNSET else order.fighters
    for one in fighters:
        if one not in state.scene.fighters:
            return Refusal(f"no fighter {one}")
    if old is None:
        name = "Player" if order.name is msgspec.UNSET else order.name
        made = Seat(_free_id(state), name, order.role, fighters if order.role == "player" else ())
        deed.token = new_token()
    else:
        made = msgspec.structs.replace(
            old,
            name=old.name if order.name is msgspec.UNSET else order.name,
            fighters=old.fighters if order.fighters is msgspec.UNSET or old.role != PLAYER else fighters,
        )
    deed.place = made
    deed.record(records.Seated, place=made)
    return ask_again(deed)


def _free_id(state: TableState) -> str:
    """An id that no seat of this table has or had: a seat's private rolls must not pass to another."""
    return f"seat-{secrets.token_hex(4)}"


def sit(deed: Deed, order: orders.Sit) -> Refusal | None:
    """Takes one's seat: a name, and player fighters that nobody else plays."""
    state, seat = deed.state, deed.seat
    viewer = seat.viewer
    if not _is_plain(order.name):
        return NOT_PLAIN
    taken = {id for one in state.seats.values() if one.id != seat.id for id in one.fighters}
    for id in order.fighters:
        fighter = state.scene.fighters.get(id)
        if fighter is None or not viewer.sees(state.scene, id):
            return Refusal(f"no fighter {id}")
        if id not in seat.fighters and (id in taken or not fighter.is_player):
            return Refusal(f"{id} is not free to be played")
    fighters = order.fighters if seat.role == PLAYER else seat.fighters
    made = msgspec.structs.replace(seat, name=order.name, fighters=fighters)
    if made != seat:
        deed.record(records.Seated, place=made)
    return ask_again(deed)


def unseat(deed: Deed, order: orders.Unseat) -> Refusal | None:
    """Takes a seat and its link away."""
    old = deed.state.seats.get(order.seat)
    if old is None:
        return Refusal("no such seat")
    if old.role == GM and len(deed.state.gm_seats()) == 1:
        return Refusal("the last game master cannot leave the table")
    deed.place = msgspec.structs.replace(old, link=0)
    deed.record(records.Seated, place=deed.place, is_gone=True)
    return ask_again(deed)


def relink(deed: Deed, order: orders.Relink) -> Refusal | None:
    """Gives a seat a new link, or none."""
    old = deed.state.seats.get(order.seat)
    if old is None:
        return Refusal("no such seat")
    if order.revoke and order.seat == deed.seat.id:
        return Refusal("you cannot revoke the link that you sit on: make a new one instead")
    # A number that was never used: sockets on an older link are shut by it, whatever happened in between.
    number = 0 if order.revoke else secrets.randbits(31) | 1
    deed.place = msgspec.structs.replace(old, link=number)
    deed.token = None if order.revoke else new_token()
    deed.record(records.Seated, place=deed.place)
    return None


def reveal(deed: Deed, order: orders.Reveal) -> Refusal | None:
    """Shows the seed and closes the table."""
    if deed.state.fight.question is not None:
        return Refusal("the table waits for an answer")
    deed.record(records.Unsealed, seed=deed.state.head.seed)
    return None


_DEEDS: dict[type, Callable[[Deed, Any], Refusal | None]] = {
    orders.Act: act,
    orders.Answer: answer,
    orders.Stand: stand,
    orders.Pilot: pilot,
    orders.Say: say,
    orders.Note: note,
    orders.Reorder: reorder,
    orders.Arrange: arrange,
    orders.Place: place,
    orders.Sit: sit,
    orders.Unseat: unseat,
    orders.Relink: relink,
    orders.Reveal: reveal,
}

_TALK = frozenset((orders.Say, orders.Note))
_AFTER_THE_END = _TALK | {orders.Relink}
_FOR_GM = frozenset(
    (orders.Note, orders.Reorder, orders.Arrange, orders.Place, orders.Unseat, orders.Relink, orders.Reveal)
)
