"""What differs between two scenes as a viewer may know them, without writing down what is the same."""

from __future__ import annotations

from typing import Any

from fireteam.kernel.ruleset import Ruleset
from fireteam.kernel.scene import Scene
from fireteam.kernel.sheet import Table
from fireteam.kernel.visibility import Viewer, hidden_from, known_of, shown_fields, written_record, written_value

Change = list[Any]
"""`[path, value]`, or `[path]` for what is gone."""


def scene_changes(ruleset: Ruleset, before: Scene, after: Scene, viewer: Viewer) -> list[Change]:
    """What a viewer's copy of the scene needs to become the later one: as comparing two `project`ions would tell.

    Fighters and vehicles that both scenes hold themselves (`draft.Draft`) are passed over at once, and so are groups.
    """
    look = _Look(viewer, hidden_from(before, viewer), hidden_from(after, viewer))
    look.compare(ruleset.scene, before, after, None, None, "")
    look.compare_group("fighters", ruleset, ruleset.fighter, before, after)
    if ruleset.vehicle is not None:
        look.compare_group("vehicles", ruleset, ruleset.vehicle, before, after)
    return look.found


class _Look:
    """Two scenes looked at by one viewer."""

    __slots__ = ("found", "is_gm", "is_same_sight", "unseen", "unseen_before", "viewer")

    def __init__(self, viewer: Viewer, unseen_before: set[str], unseen: set[str]) -> None:
        self.viewer = viewer
        self.is_gm = viewer.is_gm
        self.unseen_before = unseen_before
        self.unseen = unseen
        self.is_same_sight = unseen_before == unseen
        self.found: list[Change] = []

    def compare_group(self, group: str, ruleset: Ruleset, table: Table, before: Scene, after: Scene) -> None:
        olds, news = getattr(before, group), getattr(after, group)
        if olds is news and self.is_same_sight:
            return
        viewer, unseen, unseen_before = self.viewer, self.unseen, self.unseen_before
        is_limited = group == "fighters" and not self.is_gm
        for id, new in news.items():
            if id in unseen:
                continue
            known = known_of(ruleset, after, viewer, new) if is_limited else None
            old = None if id in unseen_before else olds.get(id)
            if old is None:
                self.found.append([f"{group}.{id}", written_record(table, new, viewer, unseen, known)])
                continue
            known_before = known_of(ruleset, before, viewer, old) if is_limited else None
            if old is not new or known != known_before or not self.is_same_sight:
                self.compare(table, old, new, known_before, known, f"{group}.{id}.")
        for id in olds:
            if id not in unseen_before and (id in unseen or id not in news):
                self.found.append([f"{group}.{id}"])

    def compare(
        self,
        table: Table,
        old: Any,
        new: Any,
        known_before: frozenset[str] | None,
        known: frozenset[str] | None,
        path: str,
    ) -> None:
        fields, values = shown_fields(table, self.is_gm)
        is_same_sight = self.is_same_sight
        for (name, _, kind, is_limited, is_plain), was, now in zip(fields, values(old), values(new), strict=True):
            if is_limited:
                was_known = known_before is None or name in known_before
                if known is not None and name not in known:
                    if was_known:
                        self.found.append([path + name])
                    continue
                if not was_known:
                    self.found.append([path + name, written_value(kind, now, self.viewer, self.unseen)])
                    continue
            if (is_same_sight or is_plain) and (was is now or was == now):
                continue
            if is_plain:
                self.found.append([path + name, now])
            elif isinstance(kind, Table):
                self.compare(kind, was, now, None, None, f"{path}{name}.")
            else:
                self.found += differences(
                    written_value(kind, was, self.viewer, self.unseen_before),
                    written_value(kind, now, self.viewer, self.unseen),
                    path + name,
                )


def differences(before: Any, after: Any, path: str = "") -> list[Change]:
    """What differs between two written values."""
    if before == after:
        return []
    if not (isinstance(before, dict) and isinstance(after, dict)):
        return [[path, after]]
    found: list[Change] = []
    start = f"{path}." if path else ""
    for key, value in after.items():
        if key not in before:
            found.append([f"{start}{key}", value])
        elif before[key] != value:
            found += differences(before[key], value, f"{start}{key}")
    found += [[f"{start}{key}"] for key in before if key not in after]
    return found
