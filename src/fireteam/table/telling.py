"""What a table tells its seats: updates, views, offers, each worked out once for all who know the same."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import msgspec

from fireteam.kernel.commands import Offer, legal_for, legal_for_gm
from fireteam.kernel.visibility import Viewer, hidden_from
from fireteam.table import views
from fireteam.table.records import Asked, Seat, Took
from fireteam.table.state import Happening, TableState

MOST_TOLD = 500
"""How many records, as seats see them, are kept while they are told."""
MOST_AHEAD = 500
"""How many of the seqs that results gave ahead of the updates are remembered."""

_UNKNOWN: dict[str, Any] = {}


@dataclass
class Update:
    """What happened, for one seat or for all that are told the same. `json` is encoded once."""

    seq: str
    happened: list[Any]
    changes: list[Any]
    question: dict[str, Any] | None
    waiting: str | None

    @cached_property
    def json(self) -> bytes:
        return msgspec.json.encode(
            {
                "type": "update",
                "seq": self.seq,
                "happened": self.happened,
                "changes": self.changes,
                "question": self.question,
                "waiting": self.waiting,
            }
        )


@dataclass(slots=True)
class Seen:
    """The last position that a seat could see, found out up to `upto`."""

    position: int
    upto: int


class _Window:
    """Happenings that are told together, looked at once for all seats, and the updates made of them."""

    def __init__(self, happenings: list[Happening]) -> None:
        self.happenings = happenings
        self.updates: dict[Hashable, Update | None] = {}
        recorded = [one.record for one in happenings]
        self.is_commands = {Took, Asked}.issuperset(map(type, recorded))
        self.authors = {one.seat for one in recorded}
        self.asked = {one.question["asked"] for one in recorded if type(one) is Asked}
        self.scenes = [happenings[0].before, *(one.after for one in happenings)]

    def may_know_more(self, viewer: Viewer) -> bool:
        """Whether a player's fighters are anything that others may not know (`views.knowing`), at some moment."""
        for id in viewer.fighters:
            last = None
            for scene in self.scenes:
                one = scene.fighters.get(id)
                if one is not last and one is not None and (one.hidden or not one.is_player):
                    return True
                last = one
        return False


class Telling:
    """What is told of one state of a table, and what had been told. A table that is read anew gets a new one."""

    def __init__(self, state: TableState, seen: dict[str, Seen] | None = None) -> None:
        self.state = state
        self.seen = {seat: one for seat, one in (seen or {}).items() if one.upto <= state.position}
        self._changed: dict[Hashable, tuple[Any, Any, list[Any]]] = {}
        self._window: _Window | None = None
        self._ahead: OrderedDict[str, int] = OrderedDict()
        self._told: dict[tuple[int, str], dict[str, Any] | None] = {}
        self._offers: dict[str, tuple[int, list[Offer]]] = {}
        self.stand()

    def stand(self) -> None:
        """Takes note of where the table stands for sure: what it does next is not told before it is durable."""
        self._question, self._asked, self._scene = self.state.fight.question, self.state.asked, self.state.scene
        self._durable = self.state.position

    def update(self, seat: Seat, happenings: list[Happening]) -> Update | None:
        """What these happenings are for a seat; None if it can see nothing of them. Equals share one update."""
        last = happenings[-1].position
        equals = self._equals(seat, happenings)
        if equals is None or self._window is None:
            found = self._update(seat, happenings)
        else:
            updates = self._window.updates
            if equals not in updates:
                updates[equals] = self._update(seat, happenings)
            found = updates[equals]
        if found is not None:
            self.seen[seat.id] = Seen(last, last)
        return found

    def forget(self) -> None:
        """Lets go of what was worked out to tell the last happenings: few will ask for it again."""
        self._window = None
        self._told.clear()
        self._changed.clear()

    def _equals(self, seat: Seat, happenings: list[Happening]) -> Hashable | None:
        """The same for all seats that are told the same of these happenings; None where a seat is told its own.

        A player's own are their commands (they read the lines), what they are asked, and all that is no command.
        """
        viewer, question = seat.viewer, self._question
        if question is not None and question.asked in viewer.fighters:
            return None
        if self._window is None or self._window.happenings is not happenings:
            self._window = _Window(happenings)
        window = self._window
        if not window.is_commands or (seat.id in window.authors and not viewer.is_gm):
            return None
        if window.asked & viewer.fighters:
            return None
        if not window.may_know_more(viewer):
            return viewer.is_gm
        return tuple((views.knowing(one.before, viewer), views.knowing(one.after, viewer)) for one in happenings)

    def _update(self, seat: Seat, happenings: list[Happening]) -> Update | None:
        viewer = seat.viewer
        found = [shown for one in happenings if (shown := self.shown_to(one, seat)) is not None]
        before, after = happenings[0].before, happenings[-1].after
        changed = [] if before is after else self._changes(before, after, viewer)
        if not found and not changed:
            return None
        question, waiting = self.question(viewer)
        return Update(self.state.mark(happenings[-1].position), found, changed, question, waiting)

    def question(self, viewer: Viewer) -> tuple[dict[str, Any] | None, str | None]:
        question, asked, scene = self._question, self._asked, self._scene
        if question is None or asked is None:
            return None, None
        is_mine = viewer.is_gm or question.asked in viewer.fighters
        shown = views.question_for(scene, asked.question, viewer) if is_mine else None
        return shown, views.waiting_for(scene, question.asked, viewer)

    def shown_to(self, happening: Happening, seat: Seat) -> dict[str, Any] | None:
        """A record as a seat may see it, worked out once while it is being told."""
        told, key = self._told, (happening.position, seat.id)
        found = told.get(key, _UNKNOWN)
        if found is _UNKNOWN:
            if len(told) > MOST_TOLD:
                told.clear()
            found = told[key] = views.happening_for(self.state, happening, seat, as_json=True)
        return found

    def _changes(self, before: Any, after: Any, viewer: Viewer) -> list[Any]:
        """What differs between two scenes for a viewer; worked out once for all who know the same."""
        key = (views.knowing(before, viewer), views.knowing(after, viewer))
        known = self._changed.get(key)
        if known is None or known[0] is not before or known[1] is not after:
            found = views.changes_for(self.state, before, after, viewer)
            known = self._changed[key] = (before, after, found)
        return known[2]

    def resume(self, seat: Seat, seq: str) -> Update | None:
        """Everything a seat has not been told since a seq, as one update; None when it needs the whole view."""
        position = self._ahead.get(seq)
        if position is None:
            position = self.state.position_of(seq, is_told=True)
        if position is None or position < self.state.position - len(self.state.recent):
            return None
        missed = [one for one in self.state.recent if position < one.position <= self._durable]
        found = self.update(seat, missed) if missed else None
        if found is not None:
            return found
        question, waiting = self.question(seat.viewer)
        return Update(seq, [], [], question, waiting)

    def seq(self, seat: Seat) -> str:
        """The opaque position of the last thing that a seat could see."""
        return self.state.mark(self._last_seen(seat))

    def seq_ahead(self, seat: Seat, seen: int, told: int) -> str:
        """The same for a result that comes before its update: `seen` is the last position that it shows itself (0: it
        shows none), `told` the last that updates have told of.

        Orders may rest on it as on any; who comes back with it is told everything from there.
        """
        position = seen or self._last_seen(seat)
        if position <= told:
            return self.state.mark(position)
        seq = self.state.mark(position, is_told=False)
        self._ahead[seq] = told
        if len(self._ahead) > MOST_AHEAD:
            self._ahead.popitem(last=False)
        return seq

    def _last_seen(self, seat: Seat) -> int:
        seen = self.seen.get(seat.id)
        upto = seen.upto if seen is not None else 0
        position = seen.position if seen is not None else self.state.position - len(self.state.recent)
        for happening in reversed(self.state.recent):
            if happening.position <= upto:
                break
            if self._sees(seat, happening):
                position = happening.position
                break
        self.seen[seat.id] = Seen(position, self.state.position)
        return position

    def _sees(self, seat: Seat, happening: Happening) -> bool:
        if self.shown_to(happening, seat) is not None:
            return True
        before, after = happening.before, happening.after
        return before is not after and bool(self._changes(before, after, seat.viewer))

    def offers(self, seat: Seat) -> list[Offer]:
        """The legal commands of a seat, in the order of the declarations. None while a question waits."""
        known = self._offers.get(seat.id)
        if known is not None and known[0] == self.state.position:
            return known[1]
        state, viewer = self.state, seat.viewer
        found: list[Offer] = []
        if state.fight.question is None and not state.is_revealed:
            found = legal_for(state.ruleset, state.scene, viewer)
            if viewer.is_gm:
                found += legal_for_gm(state.ruleset, state.scene)
            unseen = hidden_from(state.scene, viewer)
            found = [one for one in found if not unseen.intersection(_words(one))]
        self._offers[seat.id] = (state.position, found)
        return found


def _words(offer: Offer) -> set[str]:
    words = set()
    for value in offer.command.args.values():
        words |= {str(item) for item in value} if isinstance(value, list) else {str(value)}
    return words
