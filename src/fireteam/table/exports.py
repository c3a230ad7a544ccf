"""A table as one file and back: the journal's lines, each sealed over the one before; the same file that a terminal's
fight has and `fireteam replay` reads.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import msgspec

from fireteam.kernel.scenefile import write_scene
from fireteam.kernel.visibility import Role
from fireteam.table import records
from fireteam.table.journal import JournalFault, Story, seal
from fireteam.table.records import AnyRecord, Head, Seat
from fireteam.table.rows import Shelved
from fireteam.table.seats import GM_SEAT, first_seats
from fireteam.table.state import TableState
from fireteam.table.store import Store
from fireteam.table.views import happening_for, scene_for


async def whole_file(store: Store, shelved: Shelved) -> AsyncIterator[bytes]:
    """The whole table, secrets and seed included, line by line."""
    head = msgspec.json.decode(shelved.head)
    line, last = seal({"n": 1, "kind": "fight", **head}, "")
    yield line.encode() + b"\n"
    number, position = 1, 0
    while rows := await store.read(shelved.id, position):
        for row in rows:
            number += 1
            line, last = seal({"n": number, **msgspec.json.decode(row.body)}, last)
            yield line.encode() + b"\n"
        position = rows[-1].position


async def file_for(store: Store, shelved: Shelved, seat: Seat) -> AsyncIterator[bytes]:
    """What a seat could see of the table from its first moment on, line by line: a log, not a journal."""
    state = TableState.begin(shelved)
    state.recent = type(state.recent)(maxlen=2)
    viewer = seat.viewer
    head = {
        "kind": "log",
        "format": state.head.format,
        "created": state.head.created,
        "generator": state.head.generator,
        "commitment": state.head.commitment,
        "ruleset": state.ruleset.id,
        "scene": scene_for(state, state.scene, viewer),
    }
    yield msgspec.json.encode(head) + b"\n"
    position = 0
    while rows := await store.read(shelved.id, position):
        for row in rows:
            await asyncio.sleep(0)  # a long table is read beside others, not before them
            shown = happening_for(state, state.apply(row), seat)
            if shown is not None:
                yield msgspec.json.encode(shown) + b"\n"
        position = rows[-1].position


def read_story(story: Story) -> tuple[Head, list[AnyRecord]]:
    """The head and records of an exported table or a terminal's fight. Raises `JournalFault`.

    The records are played through once, so that what does not fit is found before it is a table. A file without
    seats (a terminal's) gets the first ones.
    """
    found: list[AnyRecord] = []
    at = 1
    try:
        head = msgspec.convert(story.head, type=Head)
        for body in story.lines[1:]:
            at += 1
            if body.get("kind") != "dropped":
                found.append(records.read_record(msgspec.json.encode(body)))
    except msgspec.ValidationError as error:
        raise JournalFault(at, f"is not of a table: {error}") from None
    shelved = Shelved("import", msgspec.json.encode(head), b"k" * 32)
    try:
        state = TableState.begin(shelved)
    except Exception as error:
        raise JournalFault(1, f"cannot be played here: {error}") from None
    if not any(isinstance(one, records.Seated) for one in found):
        found = [*(records.Seated(at=head.created, place=seat) for seat in first_seats(state.scene)), *found]
    _play_through(state, found)
    if not any(seat.role == Role.GM for seat in state.seats.values()):
        found.append(records.Seated(at=head.created, place=Seat(GM_SEAT, "Game master", Role.GM)))
    return head, found


def _play_through(state: TableState, found: list[AnyRecord]) -> None:
    from fireteam.table.records import write_record
    from fireteam.table.rows import Row

    for number, record in enumerate(found, start=1):
        try:
            state.apply(Row(number, record.order or None, write_record(record)))
        except Exception as error:
            raise JournalFault(number + 1, f"does not fit what came before it: {error}") from None


def scene_file(state: TableState) -> dict[str, Any]:
    """The scene as it stands, as a scene file in JSON: to be saved, changed and opened anew."""
    return write_scene(state.ruleset, state.scene)
