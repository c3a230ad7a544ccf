"""A scene being prepared: plain tables as in a scene file, and what a form may do to them. The server keeps nothing."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from fireteam.fronts.web import board, sheets
from fireteam.kernel.kinds import Fault, Whole
from fireteam.kernel.names import folded
from fireteam.kernel.ruleset import Ruleset
from fireteam.kernel.scene import Scene
from fireteam.kernel.scenefile import (
    MOST_COPIES,
    MOST_FIGHTERS,
    SceneFaults,
    at_path,
    merge,
    put_at_path,
    read_scene,
    write_scene,
)
from fireteam.kernel.sheet import Table

MOST_DRAFT = 400_000
"""The longest draft that a form carries, in characters."""
MOST_FOUND = 24
"""How many entries of the bestiary a search shows."""


@dataclass(slots=True)
class Draft:
    """A scene as its author wrote it, and as the rules read it, if they can."""

    ruleset: Ruleset
    plain: dict[str, Any]
    scene: Scene | None = None
    faults: list[Fault] = field(default_factory=list)
    open_sheet: str = ""

    @property
    def written(self) -> dict[str, Any]:
        """The whole scene with everything filled in; empty while it has faults."""
        return write_scene(self.ruleset, self.scene) if self.scene is not None else {}

    def text(self) -> str:
        """The draft as the form carries it."""
        return json.dumps(self.plain, ensure_ascii=False, separators=(",", ":"))

    def check(self) -> None:
        """Reads the draft by the rules."""
        self.scene, self.faults = None, []
        try:
            _, self.scene = read_scene({**self.plain, "ruleset": self.ruleset.id}, self.ruleset)
        except SceneFaults as found:
            self.faults = found.faults


def draft_from(ruleset: Ruleset, text: str) -> Draft:
    """The draft that a form carries; an empty one if it carries none."""
    plain: Any = {}
    if text and len(text) <= MOST_DRAFT:
        try:
            plain = json.loads(text)
        except (ValueError, RecursionError):
            plain = {}
    if not isinstance(plain, dict):
        plain = {}
    plain["ruleset"] = ruleset.id
    given = plain.get("fighters")
    fighters = {id: one for id, one in given.items() if isinstance(one, dict)} if isinstance(given, dict) else {}
    for one in fighters.values():
        if not isinstance(one.get("count", 1), int):
            del one["count"]
    plain["fighters"] = fighters
    return Draft(ruleset, plain)


def free_id(plain: Mapping[str, Any], start: str) -> str:
    """An id that no fighter of the draft has."""
    word = (
        "".join(ch if ch.isascii() and (ch.isalnum() or ch == "-") else "-" for ch in start.lower()).strip("-")
        or "fighter"
    )
    word, number = word[:40], 2
    found = word
    while found in plain["fighters"]:
        found, number = f"{word}-{number}", number + 1
    return found


def add(draft: Draft, template: str, side: str, name: str = "", is_player: bool = False) -> None:
    """Puts an entry of the bestiary into the scene; one more copy of one that stands there with the same side."""
    fighters = draft.plain["fighters"]
    if not is_player and not name:
        for entry in fighters.values():
            if (
                set(entry) <= {"template", "side", "count"}
                and entry.get("template") == template
                and entry.get("side") == side
            ):
                entry["count"] = min(MOST_COPIES, entry.get("count", 1) + 1)
                return
    if len(fighters) >= MOST_FIGHTERS:
        return
    made: dict[str, Any] = {"template": template, "side": side} if template else {"side": side}
    if name:
        made["name"] = name
    if is_player:
        made["controlled_by"] = "player"
    fighters[free_id(draft.plain, name or template)] = made


def change(draft: Draft, do: str, fields: Mapping[str, Sequence[str]]) -> None:
    """What a button of the page does to the draft: `add:ganger`, `more:ganger`, `save:kestrel` …"""
    word, _, what = do.partition(":")
    fighters = draft.plain["fighters"]
    entry = fighters.get(what)
    last = {key: values[-1] for key, values in fields.items() if values}
    _keep_scene_fields(draft, last)
    if word == "add":
        add(draft, what, last.get("side", "").strip()[:40] or "foes", is_player=last.get("as_player") == "true")
    elif entry is None:
        return
    elif word == "more":
        entry["count"] = min(MOST_COPIES, entry.get("count", 1) + 1)
    elif word == "fewer":
        entry["count"] = max(1, entry.get("count", 1) - 1)
    elif word == "remove":
        del fighters[what]
    elif word == "hide":
        entry["hidden"] = not entry.get("hidden", False)
    elif word == "player":
        entry["controlled_by"] = "gm" if entry.get("controlled_by") == "player" else "player"
    elif word == "edit":
        draft.open_sheet = what
    elif word == "save":
        draft.open_sheet = what
        _keep_sheet(draft, what, last)


def _keep_scene_fields(draft: Draft, last: Mapping[str, str]) -> None:
    """The title and the house rules, as far as they differ from what the rules would say by themselves."""
    if "title" in last:
        title = last["title"].strip()[:200]
        if title:
            draft.plain["title"] = title
        else:
            draft.plain.pop("title", None)
    options = draft.ruleset.scene.by_name.get("options")
    if options is None or not isinstance(options.kind, Table) or "has_options" not in last:
        return
    usual = options.kind.write(_fresh_options(options.kind, draft.ruleset))
    kept = {}
    for one in options.kind.fields:
        text = last.get(f"options.{one.name}")
        if text is not None:
            value = sheets.value_from(one.kind, text)
            if value != usual.get(one.name):
                kept[one.name] = value
    if kept:
        draft.plain["options"] = kept
    else:
        draft.plain.pop("options", None)


def _fresh_options(table: Table, ruleset: Ruleset) -> Any:
    return table.read({}, "options", [])


def _keep_sheet(draft: Draft, id: str, last: Mapping[str, str]) -> None:
    """Takes over what a sheet's form says otherwise than the sheet did."""
    before = entry_written(draft, id)
    for key, text in last.items():
        path = key.removeprefix(f"fighters.{id}.")
        kind = sheets.kind_at(draft.ruleset.fighter, path.split(".")) if path != key else None
        if kind is None or text.strip() == sheets.as_text(at_path(before, path)):
            continue
        value = sheets.value_from(kind, text)
        put_at_path(draft.plain["fighters"][id], path, value)
    if last.get("new_key", "").strip():
        _keep_new(draft, id, last)


def _keep_new(draft: Draft, id: str, last: Mapping[str, str]) -> None:
    """A new entry of one of a sheet's free tables."""
    path = last.get("new_in", "").removeprefix(f"fighters.{id}.")
    key = last["new_key"].strip()[:80]
    kind = sheets.kind_at(draft.ruleset.fighter, [*path.split("."), key])
    if kind is not None and "." not in key:
        put_at_path(draft.plain["fighters"][id], f"{path}.{key}", sheets.value_from(kind, last.get("new_value", "")))


def entry_written(draft: Draft, id: str) -> dict[str, Any]:
    """A fighter of the draft with everything filled in: what the rules read, or its template with what was written."""
    if draft.scene is None:
        draft.check()
    count = draft.plain["fighters"].get(id, {}).get("count")
    key = f"{id}-1" if count is not None and f"{id}-1" in draft.written.get("fighters", {}) else id
    found = draft.written.get("fighters", {}).get(key)
    if found is not None:
        return dict(found)
    entry = draft.plain["fighters"].get(id, {})
    template = draft.ruleset.templates().get(str(entry.get("template")), {})
    return merge(template, {key: value for key, value in entry.items() if key != "count"})


@dataclass(slots=True)
class Beast:
    """An entry of the bestiary: its id, its name, what it shows."""

    id: str
    name: str
    card: board.Card


def bestiary(ruleset: Ruleset, words: str) -> list[Beast]:
    """The entries whose id, name or words hold all of what is sought."""
    wanted = folded(words).split()[:8]
    found = []
    for id, plain in ruleset.templates().items():
        text = folded(f"{id} {plain.get('name', '')} {json.dumps(plain, ensure_ascii=False)}")
        if all(word in text for word in wanted):
            written = _template_written(ruleset, id)
            found.append(
                (
                    0 if not wanted or wanted[0] in folded(id) else 1,
                    Beast(id, str(plain.get("name") or id), board.card(ruleset, id, written)),
                )
            )
    found.sort(key=lambda pair: pair[0])
    return [one for _, one in found[:MOST_FOUND]]


_TEMPLATES: dict[tuple[str, str], dict[str, Any]] = {}


def _template_written(ruleset: Ruleset, id: str) -> dict[str, Any]:
    """A template as a fighter with everything filled in; as it stands where it is no fighter by itself."""
    known = _TEMPLATES.get((ruleset.id, id))
    if known is None:
        known = dict(ruleset.templates()[id])
        try:
            _, scene = read_scene({"ruleset": ruleset.id, "fighters": {id: {"template": id, "side": "x"}}}, ruleset)
            known = next(iter(write_scene(ruleset, scene)["fighters"].values()))
        except SceneFaults:
            pass
        _TEMPLATES[ruleset.id, id] = known
    return known


@dataclass(slots=True)
class Switch:
    """A house rule: what it is called, how it stands, its clause."""

    key: str
    doc: str
    clause: str
    control: sheets.Control
    is_default: bool


def switches(draft: Draft, clauses: Mapping[str, str]) -> list[Switch]:
    """The house rules of the game as they stand in the draft."""
    options = draft.ruleset.scene.by_name.get("options")
    if options is None or not isinstance(options.kind, Table):
        return []
    usual = options.kind.write(_fresh_options(options.kind, draft.ruleset))
    chosen = draft.plain.get("options") if isinstance(draft.plain.get("options"), dict) else {}
    found = []
    for one in options.kind.fields:
        value = (chosen or {}).get(one.name, usual.get(one.name))
        made = sheets.control(one.kind, f"options.{one.name}", value, one)
        if isinstance(one.kind, Whole):
            made.control = "number"
        found.append(Switch(one.name, one.doc, clauses.get(one.name, ""), made, value == usual.get(one.name)))
    return found
