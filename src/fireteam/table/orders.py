"""What a seat may ask of a table, as wire messages: the same on the socket, in the JSON API and behind the page.

Every order has an `id` of its sender's making, so that a repeat acts once, and those that can be overtaken by what
others do carry the `seq` that their sender had seen.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from fireteam.kernel.actions import MOST_COMMAND
from fireteam.table.records import Settings

MOST_TEXT = 2_000
"""The longest chat message or note, in characters."""
MOST_NOTES = 200
"""The most notes at a table."""

OrderId = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_.:-]+$")]
Seq = Annotated[str, Meta(max_length=32, pattern=r"^[0-9a-f]*$")]
Name = Annotated[str, Meta(min_length=1, max_length=60)]
Id = Annotated[str, Meta(min_length=1, max_length=80)]
Words = Annotated[str, Meta(min_length=1, max_length=MOST_TEXT)]
Line = Annotated[str, Meta(max_length=MOST_COMMAND)]


class Order(msgspec.Struct, kw_only=True, tag_field="do", forbid_unknown_fields=True, frozen=True):
    """An order with the id that its sender gave it."""

    id: OrderId


class OnSeen(Order, kw_only=True, frozen=True):
    """An order that rests on what its sender had seen: `seq` says up to where."""

    seq: Seq = ""


class Act(OnSeen, tag="act", kw_only=True, frozen=True):
    """Gives a command: a `line` of text, or a `command` as data. `secrecy` is for bare rolls and notes."""

    line: Line = ""
    command: dict[str, Any] | None = None
    secrecy: Literal["open", "private", "blind"] = "open"


class Answer(OnSeen, tag="answer", kw_only=True, frozen=True):
    """Answers the question that waits. With `always` the answer stands from now on."""

    key: Id
    answer: Id
    always: bool = False


class Stand(Order, tag="stand", kw_only=True, frozen=True):
    """Gives a standing answer for a fighter (or "gm"): an answer's name, "default", or null to be asked again."""

    who: Id
    key: Id
    answer: Id | None


class Pilot(Order, tag="autopilot", kw_only=True, frozen=True):
    """Lets a fighter act by its behaviour, or takes it back."""

    fighter: Id
    on: bool


class Say(Order, tag="say", kw_only=True, frozen=True):
    """Says something to everybody, or to some seats (the game master reads along)."""

    text: Words
    to: Annotated[tuple[Id, ...], Meta(max_length=40)] = ()


class Note(Order, tag="note", kw_only=True, frozen=True):
    """Writes or changes one of the game master's notes; an empty text takes it away."""

    note: OrderId
    text: Annotated[str, Meta(max_length=MOST_TEXT)]
    on: Annotated[str, Meta(max_length=80)] = ""


class Reorder(OnSeen, tag="reorder", kw_only=True, frozen=True):
    """Puts fighters who are tied in another order: the whole turn order as it shall be."""

    order: Annotated[tuple[Id, ...], Meta(max_length=200)]


class Arrange(Order, tag="arrange", kw_only=True, frozen=True):
    """Changes the table's settings; what is left out stays."""

    is_paused: bool | msgspec.UnsetType = msgspec.UNSET
    answer_seconds: Annotated[int, Meta(ge=5, le=86400)] | msgspec.UnsetType | None = msgspec.UNSET
    asks_gm: bool | msgspec.UnsetType = msgspec.UNSET
    forecast_for: Literal["gm", "players", "all"] | msgspec.UnsetType = msgspec.UNSET
    odds_for: Literal["gm", "players"] | msgspec.UnsetType = msgspec.UNSET

    def over(self, settings: Settings) -> Settings:
        """The settings with what this order changes."""
        names = ("is_paused", "answer_seconds", "asks_gm", "forecast_for", "odds_for")
        given = {name: getattr(self, name) for name in names if getattr(self, name) is not msgspec.UNSET}
        return msgspec.structs.replace(settings, **given)


class Place(Order, tag="seat", kw_only=True, frozen=True):
    """Makes a seat (no `seat`), or changes one: its name and the fighters it plays."""

    seat: Annotated[str, Meta(max_length=40)] = ""
    name: Name | msgspec.UnsetType = msgspec.UNSET
    role: Literal["gm", "player", "spectator"] = "player"
    fighters: Annotated[tuple[Id, ...], Meta(max_length=100)] | msgspec.UnsetType = msgspec.UNSET


class Sit(Order, tag="sit", kw_only=True, frozen=True):
    """Takes one's own seat: under this name, with these player fighters that nobody else plays."""

    name: Name
    fighters: Annotated[tuple[Id, ...], Meta(max_length=100)] = ()


class Unseat(Order, tag="unseat", kw_only=True, frozen=True):
    """Takes a seat away, with its link."""

    seat: Id


class Relink(Order, tag="link", kw_only=True, frozen=True):
    """Gives a seat a new link; the old one opens nothing any more. With `revoke` it gets none."""

    seat: Id
    revoke: bool = False


class Reveal(Order, tag="reveal", kw_only=True, frozen=True):
    """Shows the seed and closes the table: every roll can be checked, and no dice fall any more."""


AnyOrder = Act | Answer | Stand | Pilot | Say | Note | Reorder | Arrange | Place | Sit | Unseat | Relink | Reveal


class Refused(msgspec.Struct, omit_defaults=True, frozen=True):
    """Why an order was not carried out: a sentence, and the clause and the legal form where there are."""

    reason: str
    rule: str = ""
    form: str = ""


class Result(msgspec.Struct, omit_defaults=True):
    """What came of an order.

    `ok` and `seq` always; `refused` if not ok; `stale` with the `changes` since the sender's seq if it came too late;
    `happened` what it caused, as its sender may see it; `question` if it now waits for somebody; `repeat` if the same
    order had been carried out before; `token` the secret of a new link, told this once.
    """

    id: str
    ok: bool
    seq: str
    refused: Refused | None = None
    stale: bool = False
    changes: list[Any] = []
    happened: list[Any] = []
    waiting: str | None = None
    repeat: bool = False
    token: str | None = None
    seat: str | None = None
