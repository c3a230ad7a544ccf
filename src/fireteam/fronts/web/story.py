"""The log as a story: each command a passage of sentences, with its dice, and why it came out so."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from markupsafe import Markup

from fireteam.fronts.web.texts import Texts
from fireteam.fronts.web.words import Name, bdi, heading_of, plain_words, sentence_html, value_words
from fireteam.kernel.rulebook import Rulebook
from fireteam.kernel.ruleset import Ruleset
from fireteam.kernel.visibility import Secrecy
from fireteam.table import records, views
from fireteam.table.records import Seat
from fireteam.table.state import Happening, TableState

SHOWN_AT_FIRST = 12
"""How many passages the first view of a table shows; the whole log is a page of its own."""
MOST_DICE = 40
"""How many dice of one roll are drawn; a sentence tells the rest."""

HEADINGS = frozenset({"started", "ended", "round_began", "turn_began", "session_began", "scene_broke"})
_TOLD = frozenset({"type", "rule", "dice"})


@dataclass(slots=True)
class Beat:
    """One event as people read it: its sentence, its dice as (sides, face), and what it rests on."""

    html: Markup
    kind: str
    dice: list[tuple[int, int]] = field(default_factory=list)
    more_dice: int = 0
    rule: str = ""
    rule_title: str = ""
    numbers: list[tuple[str, Markup]] = field(default_factory=list)

    @property
    def is_heading(self) -> bool:
        return self.kind in HEADINGS


@dataclass(slots=True)
class Passage:
    """A record of the log as one seat may read it. `key` tells it from others and says nothing about its place."""

    key: str
    beats: list[Beat]
    line: str = ""
    by: Markup | str = ""
    secrecy: str = ""
    undone_by: Markup | str = ""
    is_undone: bool = False
    what: str = ""

    @property
    def has_why(self) -> bool:
        return any(beat.rule or beat.numbers for beat in self.beats)


def passages(state: TableState, seat: Seat, name: Name, book: Rulebook, t: Texts) -> list[Passage]:
    """What this seat may read of the records at hand, oldest first."""
    takers = {
        id(one.taken_back): one.record.seat
        for one in state.recent
        if one.taken_back is not None and isinstance(one.record, records.Took)
    }
    found = []
    for happening in state.recent:
        shown = views.happening_for(state, happening, seat)
        if shown is not None:
            passage = passage_of(state, happening, shown, name, book, t)
            if passage is not None:
                taken = happening.entry is not None and happening.entry.is_undone
                passage.is_undone = taken
                if taken and id(happening.entry) in takers:
                    passage.undone_by = seat_name(state, takers[id(happening.entry)], t)
                found.append(passage)
    return found


def passage_of(
    state: TableState, happening: Happening, shown: Mapping[str, Any], name: Name, book: Rulebook, t: Texts
) -> Passage | None:
    """One record that a seat may see, as a passage; None for what belongs elsewhere (talk, notes, seats)."""
    key = state.mark(happening.position)
    kind = shown["kind"]
    if kind == "entry":
        beats = beats_of(state.ruleset, shown["events"], name, book, t)
        if not beats and not shown.get("line"):
            return None
        secrecy = shown.get("secrecy", "")
        return Passage(
            key,
            beats,
            line=shown.get("line", ""),
            by=seat_name(state, shown.get("seat", ""), t),
            secrecy=secrecy if secrecy != Secrecy.OPEN else "",
            what=shown.get("what", ""),
        )
    said = _table_words(kind, shown, name, t)
    return Passage(key, [Beat(said, kind)]) if said is not None else None


def _table_words(kind: str, shown: Mapping[str, Any], name: Name, t: Texts) -> Markup | None:
    """What the table itself says of a record that is no command."""
    if kind == "autopilot":
        who = sentence_html(name(shown["fighter"]))
        return t("log.autopilot_on" if shown["is_on"] else "log.autopilot_off", who=who)
    if kind == "revealed":
        return t("log.revealed", seed=Markup("<code>{}</code>").format(shown["seed"]))
    return None


def seat_name(state: TableState, id: str, t: Texts) -> Markup | str:
    """What to call the seat that did something."""
    seat = state.seats.get(id)
    return bdi(seat.name) if seat is not None else t("log.the_table")


def beats_of(ruleset: Ruleset, events: Iterable[Mapping[str, Any]], name: Name, book: Rulebook, t: Texts) -> list[Beat]:
    """Written events as beats; those that a ruleset has no words for are left out, unless dice fell."""
    found = []
    for one in events:
        sentence = ruleset.sentence(one, name)
        dice = _dice(one.get("dice"))
        if not sentence and not dice:
            continue
        rule = str(one.get("rule", ""))
        clause = book.clause(rule) if rule else None
        found.append(
            Beat(
                sentence_html(sentence),
                str(one["type"]),
                dice[:MOST_DICE],
                max(0, len(dice) - MOST_DICE),
                rule,
                heading_of(clause.title) if clause else "",
                _numbers(one, name, t),
            )
        )
    return found


def _dice(written: Any) -> list[tuple[int, int]]:
    """The dice of an event: pairs of sides and face."""
    if not isinstance(written, Sequence) or isinstance(written, str):
        return []
    found = []
    for pair in written:
        if isinstance(pair, Sequence) and len(pair) == 2 and all(isinstance(part, int) for part in pair):
            found.append((pair[0], pair[1]))
    return found


def _numbers(event: Mapping[str, Any], name: Name, t: Texts) -> list[tuple[str, Markup]]:
    """What an event holds besides its dice: the numbers that were compared, by name."""
    found = []
    for key, value in event.items():
        if key in _TOLD or value is None or value in ("", [], {}):
            continue
        words = sentence_html(name(value)) if isinstance(value, str) else sentence_html(value_words(value, t))
        found.append((plain_words(key), words))
    return found
