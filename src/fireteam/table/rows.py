"""What a store keeps: tables, records in their places, links."""

from __future__ import annotations

import msgspec


class Row(msgspec.Struct, frozen=True, array_like=True):
    """A record in a store: its place in the table's journal (from 1), `seat:id` of its order or None, and its body."""

    position: int
    order: str | None
    body: bytes


class Shelved(msgspec.Struct, frozen=True, array_like=True):
    """A table as a store keeps it: its head, and the key that hides positions."""

    id: str
    head: bytes
    key: bytes


class Link(msgspec.Struct, frozen=True, array_like=True):
    """What a link's hash leads to: a table, a seat, and which of the seat's links it is."""

    hash: str
    table: str
    seat: str
    number: int
