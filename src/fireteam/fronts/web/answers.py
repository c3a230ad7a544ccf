"""What the JSON API takes and gives, as types: OpenAPI is made from them."""

from __future__ import annotations

from typing import Any

import msgspec


class NewTable(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """What a table is opened from: the name of a bundled scene, a scene as TOML or JSON text, or as an object."""

    scene: str | dict[str, Any]


class Door(msgspec.Struct, frozen=True):
    """A seat with its link, told once."""

    seat: str
    name: str
    role: str
    fighters: list[str]
    token: str
    link: str


class NewTableAnswer(msgspec.Struct, frozen=True):
    """A new table: its id, the commitment to its dice, and the links to its seats, the game master's first."""

    table: str
    commitment: str
    seats: list[Door]


class SeatAnswer(msgspec.Struct, frozen=True):
    """What a link opens."""

    table: str
    seat: str
    name: str
    role: str
    fighters: list[str]


class SceneListed(msgspec.Struct, frozen=True):
    """A scene that comes with a game."""

    name: str
    ruleset: str
    title: str
    blurb: str


class OfferListed(msgspec.Struct, frozen=True):
    """A legal command: the line that gives it, the command as data, its clause and what it costs."""

    text: str
    command: dict[str, Any]
    verb: str
    clause: str
    summary: str
    costs: str
    hostile: bool


class Health(msgspec.Struct, frozen=True):
    """Whether the server can serve."""

    status: str
    version: str
    tables: int
    sockets: int


class Fault(msgspec.Struct, frozen=True):
    """What is wrong with a part of a request."""

    path: str
    reason: str


class Failure(msgspec.Struct, omit_defaults=True, frozen=True):
    """An answer other than success: a sentence, and each fault of an uploaded scene."""

    error: str
    faults: list[Fault] = []
