"""What the journal of a table holds: one kind of record for each kind of fact, in the shape of `journal`'s lines.

Records are only added; fields are only added, with defaults. A reader passes over fields that it does not know.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

import msgspec

from fireteam.kernel.events import JSON, Event, decode
from fireteam.kernel.visibility import Role, Viewer

MOST_RECORDS = 50_000
"""The most records that one table may have."""


class Seat(msgspec.Struct, omit_defaults=True, frozen=True, dict=True):
    """A place at the table: who sits there is whoever holds its link. `link` counts the links given out; 0: none."""

    id: str
    name: str
    role: str
    fighters: tuple[str, ...] = ()
    link: int = 1

    @cached_property
    def viewer(self) -> Viewer:
        """What the kernel takes whoever sits here for."""
        role = Role(self.role)
        return Viewer(role, frozenset(self.fighters if role is Role.PLAYER else ()))


class Settings(msgspec.Struct, omit_defaults=True, frozen=True):
    """What a game master may choose for a table.

    `answer_seconds`: after so long a question takes its default (null: never). `asks_gm`: questions to the game
    master and to their fighters wait for them; else the behaviours answer. `forecast_for` says who sees the chances
    to win, `odds_for` who may ask for exact odds.
    """

    is_paused: bool = False
    answer_seconds: int | None = None
    asks_gm: bool = False
    forecast_for: str = "gm"
    odds_for: str = "players"


class Record(msgspec.Struct, kw_only=True, omit_defaults=True, tag_field="kind", frozen=True):
    """A fact of a table. `at` is when, for the record only; `seat` who caused it ("" the table itself).

    `order` is the id that its sender gave, on the first record of what the order caused; it is unique for a seat.
    """

    at: str = ""
    seat: str = ""
    order: str = ""


class Took(Record, tag="entry", kw_only=True, omit_defaults=True, frozen=True):
    """A command was taken: as `fight.Entry`, and how far the seed was drawn by then.

    `events` are written once: whoever is told of one as it stands is given the same bytes.
    """

    line: str
    by: Mapping[str, Any]
    faces: list[int]
    answers: list[str]
    events: list[msgspec.Raw]
    drawn: int | None = None
    secrecy: str = "open"
    stands: dict[str, Any] = {}


class Asked(Record, tag="asked", kw_only=True, omit_defaults=True, frozen=True):
    """A command waits for an answer: what it rolled and was answered so far, and the question."""

    line: str
    by: Mapping[str, Any]
    faces: list[int]
    answers: list[str]
    question: dict[str, Any]
    drawn: int | None = None
    secrecy: str = "open"
    stands: dict[str, Any] = {}


class Stood(Record, tag="standing", kw_only=True, omit_defaults=True, frozen=True):
    """An answer was given once and for all (None: forgotten)."""

    who: str
    key: str
    answer: str | None


class Left(Record, tag="left", kw_only=True, omit_defaults=True, frozen=True):
    """Whoever played at the terminal left in good order."""


class Seated(Record, tag="seat", kw_only=True, omit_defaults=True, frozen=True):
    """A seat was made or changed: this is how it is now. `is_gone`: it was taken away."""

    place: Seat
    is_gone: bool = False


class Arranged(Record, tag="settings", kw_only=True, omit_defaults=True, frozen=True):
    """The table's settings are now these."""

    settings: Settings


class Piloted(Record, tag="autopilot", kw_only=True, omit_defaults=True, frozen=True):
    """A fighter acts by its behaviour from now on, or no longer."""

    fighter: str
    is_on: bool


class Said(Record, tag="said", kw_only=True, omit_defaults=True, frozen=True):
    """Somebody said something, to all or to some seats."""

    text: str
    to: tuple[str, ...] = ()


class Noted(Record, tag="noted", kw_only=True, omit_defaults=True, frozen=True):
    """The game master wrote a note for themselves (an empty text takes it away)."""

    note: str
    text: str
    on: str = ""


class Unsealed(Record, tag="revealed", kw_only=True, omit_defaults=True, frozen=True):
    """The seed was shown, and the table closed: no dice fall at it any more."""

    seed: str


AnyRecord = Took | Asked | Stood | Left | Seated | Arranged | Piloted | Said | Noted | Unsealed


class Head(msgspec.Struct, kw_only=True, omit_defaults=True, frozen=True):
    """The first line of a journal: the game, the first scene in full, the generator and the seed."""

    format: int
    created: str
    fireteam: str
    generator: str
    ruleset: str
    name: str
    seed: str
    commitment: str
    scene: dict[str, Any]


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(AnyRecord).decode
_decode_event = msgspec.json.Decoder(dict[str, Any]).decode


def write_events(events: Iterable[Event]) -> list[msgspec.Raw]:
    """Events as they stand in a record."""
    return [msgspec.Raw(_encode(JSON[one.__class__](one))) for one in events]


def read_event(written: msgspec.Raw, kinds: Mapping[str, type]) -> Event:
    """The event that a record holds. Raises `ValueError` for what is none."""
    found: Event = decode(_decode_event(written), kinds)
    return found


def write_record(record: AnyRecord) -> bytes:
    """The record as it stands in a store."""
    return _encode(record)


def read_record(body: bytes | str) -> AnyRecord:
    """The record that a store holds. Raises `msgspec.DecodeError` for what is none."""
    return _decode(body)
