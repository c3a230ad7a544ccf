"""Which orders come too late: what their sender saw is no longer so, in what the order rests on."""

from __future__ import annotations

from typing import Any

from fireteam.kernel.actions import Command
from fireteam.kernel.commands import command_from_json
from fireteam.kernel.refusals import Refusal
from fireteam.table import orders, records
from fireteam.table.records import Seat
from fireteam.table.state import Happening, TableState
from fireteam.table.views import changes_for, happening_for

ALL_OR_NOTHING = frozenset({"undo", "redo", "next", "end", "start", "break"})
"""Verbs that mean "what I see now": anything visible in between makes them stale."""

_COMMANDS = (records.Took, records.Asked)
_TURN = frozenset({"phase", "round", "acting"})


def stale(state: TableState, seat: Seat, order: orders.AnyOrder) -> list[Any] | None:
    """What changed since the order's seq, if that makes it stale; else None."""
    if not isinstance(order, orders.OnSeen) or not order.seq:
        return None
    seen = state.position_of(order.seq)
    if seen is None:
        return [["", "too long ago: look again"]]
    since = [one for one in state.recent if one.position > seen and isinstance(one.record, _COMMANDS)]
    if not since:
        return None
    if isinstance(order, orders.Answer):
        is_other = state.asked is not None and state.asked_at > seen
        return _changed(state, seat, since) if is_other else None
    changed = _changed(state, seat, since)
    if not isinstance(order, orders.Act) or _verb(order) in ALL_OR_NOTHING:
        is_shown = bool(changed) or any(happening_for(state, one, seat) is not None for one in since)
        return changed if is_shown else None
    named = _named(state, seat, order)
    for path, *_ in changed:
        parts = path.split(".")
        if parts[0] in _TURN or (parts[0] == "fighters" and parts[1:2] and parts[1] in named):
            return changed
    return None


def _changed(state: TableState, seat: Seat, since: list[Happening]) -> list[Any]:
    return changes_for(state, since[0].before, state.scene, seat.viewer)


def _verb(order: orders.Act) -> str:
    if order.command is not None:
        return str(order.command.get("action", ""))
    return order.line.rpartition(":")[2].strip().partition(" ")[0].casefold()


def _named(state: TableState, seat: Seat, order: orders.Act) -> set[str]:
    """The fighters that a command comes from and names."""
    viewer = seat.viewer
    if order.command is not None:
        command = command_from_json(state.ruleset, state.scene, order.command, viewer)
    else:
        command = state.fight.read(order.line, viewer)
    if isinstance(command, Refusal):
        return set()
    return _ids(state, command)


def _ids(state: TableState, command: Command) -> set[str]:
    words = [command.actor]
    for value in command.args.values():
        words += value if isinstance(value, list) else [value]
    return {word for word in words if isinstance(word, str) and word in state.scene.fighters}
