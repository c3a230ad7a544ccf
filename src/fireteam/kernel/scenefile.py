"""Scene files: TOML or JSON in, a scene with every default filled in, or every fault by path at once; and out again."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from fireteam.kernel.kinds import Fault, quoted, unknown_keys
from fireteam.kernel.names import did_you_mean, short
from fireteam.kernel.ruleset import NoRuleset, Ruleset, find_ruleset
from fireteam.kernel.scene import Scene
from fireteam.kernel.sheet import Table

MOST_BYTES = 1_000_000
"""The largest scene file."""
MOST_FIGHTERS = 100
"""The most fighters, and the most vehicles, in a scene."""
MOST_COPIES = 20
"""The largest `count`."""
MOST_DEPTH = 12
"""How deep tables and lists may lie in each other."""

_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,59}$")


class SceneFaults(Exception):
    """A scene that is refused whole, with everything that is wrong with it."""

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__("\n".join(map(str, faults)))
        self.faults = faults


def load_scene(path: Path | str) -> tuple[Ruleset, Scene]:
    """The scene in a file. Raises `SceneFaults`, also for a file that cannot be read."""
    return read_scene(read_plain(Path(path)))


def read_plain(path: Path) -> dict[str, Any]:
    """The plain tables of a TOML or JSON file. Raises `SceneFaults` with what is wrong and where."""
    where = short(str(path), 200)
    try:
        with path.open("rb") as file:
            raw = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise SceneFaults([Fault(where, f"cannot be read: {error.strerror or error}")]) from None
    except ValueError:
        raise SceneFaults([Fault(where, "is not a path")]) from None
    if len(raw) > MOST_BYTES:
        raise SceneFaults([Fault(where, f"is larger than {MOST_BYTES:,} bytes")])
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise SceneFaults([Fault(where, f"is not UTF-8 text (byte {error.start + 1})")]) from None
    try:
        if text.lstrip()[:1] == "{":
            import json

            plain = json.loads(text, parse_constant=lambda word: word)
        else:
            import tomllib

            plain = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise SceneFaults(
            [Fault(where, f"is neither TOML nor JSON that can be read: {short(str(error), 160)}")]
        ) from None
    if not isinstance(plain, dict):
        raise SceneFaults([Fault(where, "does not hold a table")])
    return plain


def _too_deep(value: Any, left: int = MOST_DEPTH) -> bool:
    if isinstance(value, dict):
        return left == 0 or any(_too_deep(item, left - 1) for item in value.values())
    if isinstance(value, list):
        return left == 0 or any(_too_deep(item, left - 1) for item in value)
    return False


def read_scene(plain: Mapping[str, Any], ruleset: Ruleset | None = None) -> tuple[Ruleset, Scene]:
    """The scene that plain tables describe. Raises `SceneFaults` with every fault."""
    if _too_deep(plain):
        raise SceneFaults([Fault("", f"tables lie deeper than {MOST_DEPTH} in each other")])
    if ruleset is None:
        named = plain.get("ruleset")
        if not isinstance(named, str):
            raise SceneFaults(
                [
                    Fault(
                        "ruleset",
                        'is missing: give the id of a game, as in ruleset = "tunnelcore"'
                        if named is None
                        else f"{quoted(named)} is not the id of a game",
                    )
                ]
            )
        try:
            ruleset = find_ruleset(named)
        except NoRuleset as missing:
            raise SceneFaults([Fault("ruleset", str(missing))]) from None
    faults: list[Fault] = []
    top = {key: value for key, value in plain.items() if key not in ("ruleset", "fighters", "vehicles")}
    unknown_keys(top, [*ruleset.scene.by_name, "ruleset", "fighters", "vehicles"], "", faults)
    known = {key: value for key, value in top.items() if key in ruleset.scene.by_name}
    scene, given = ruleset.scene.read_given("", known, "", faults)
    scene.ruleset = ruleset.id
    ruleset.scene.fill(scene, given, scene)
    all_given: dict[str, set[str]] = {"": given}
    for group, table, templates in (
        ("vehicles", ruleset.vehicle, ruleset.vehicle_templates),
        ("fighters", ruleset.fighter, ruleset.templates),
    ):
        if table is None:
            if plain.get(group):
                faults.append(Fault(group, ruleset.no_vehicles))
            continue
        entries = expand(
            group, plain.get(group, {}), templates(), faults, table.by_name, is_numbered_alone=ruleset.is_numbered_alone
        )
        records: dict[str, Any] = {}
        for key, entry in entries.items():
            path = f"{group}.{key}"
            record, all_given[path] = table.read_given(key, entry, path, faults)
            records[key] = record
        setattr(scene, group, records)
    if not faults:
        for group, table in (("vehicles", ruleset.vehicle), ("fighters", ruleset.fighter)):
            if table is not None:
                for key, record in getattr(scene, group).items():
                    table.fill(record, all_given[f"{group}.{key}"], scene)
        ruleset.settle(scene, all_given)
        faults = ruleset.faults(scene)
    if faults:
        raise SceneFaults(faults)
    return ruleset, scene


def expand(
    group: str,
    entries: Any,
    templates: Mapping[str, Any],
    faults: list[Fault],
    whole: Iterable[str] = (),
    *,
    is_numbered_alone: bool = True,
) -> dict[str, dict[str, Any]]:
    """The entries of `fighters` or `vehicles` with templates merged in and counted ones copied, in listing order.

    An entry with every field of `whole` is a state that was written out, not laid over its template again: what has
    been used up since would come back. With `is_numbered_alone` off, a count of 1 keeps the id as it is.
    """
    fields = set(whole)
    if not isinstance(entries, dict):
        faults.append(Fault(group, f"{quoted(entries)} is not a table"))
        return {}
    if len(entries) > MOST_FIGHTERS:
        faults.append(Fault(group, f"has {len(entries):,} entries, may have {MOST_FIGHTERS}"))
        return {}
    found: dict[str, dict[str, Any]] = {}
    for key, entry in entries.items():
        path = f"{group}.{short(key)}"
        if not _ID.match(key):
            faults.append(Fault(path, "an id has 1 to 60 lower-case letters, digits and hyphens"))
            continue
        if not isinstance(entry, dict):
            faults.append(Fault(path, f"{quoted(entry)} is not a table"))
            continue
        is_whole = bool(fields) and fields <= entry.keys()
        merged = merge(entry, {}) if is_whole else from_template(entry, templates, path, faults)
        copies = merged.pop("count", None)
        if copies is None:
            named = [(key, merged)]
        elif isinstance(copies, bool) or not isinstance(copies, int) or not 1 <= copies <= MOST_COPIES:
            faults.append(Fault(f"{path}.count", f"{quoted(copies)} is not a whole number from 1 to {MOST_COPIES}"))
            continue
        elif copies == 1 and not is_numbered_alone:
            named = [(key, merged)]
        else:
            named = [(f"{key}-{number}", _numbered(merged, number)) for number in range(1, copies + 1)]
        for id, one in named:
            if id in found:
                faults.append(Fault(f"{group}.{id}", "stands twice (a count makes the same id)"))
            found[id] = one
    if len(found) > MOST_FIGHTERS:
        faults.append(Fault(group, f"has {len(found):,} entries, may have {MOST_FIGHTERS}"))
        return {}
    return found


def _numbered(entry: dict[str, Any], number: int) -> dict[str, Any]:
    copy: dict[str, Any] = merge(entry, {})
    if isinstance(copy.get("name"), str):
        copy["name"] = f"{copy['name']} {number}"
    return copy


def from_template(
    entry: dict[str, Any], templates: Mapping[str, Any], path: str, faults: list[Fault]
) -> dict[str, Any]:
    """The entry laid over its template, key by key, also inside tables; lists are replaced."""
    name = entry.get("template")
    if name is None:
        return merge(entry, {})
    if not isinstance(name, str) or name not in templates:
        faults.append(Fault(f"{path}.template", f"no template {short(str(name))}{did_you_mean(name, templates)}"))
        return {key: value for key, value in entry.items() if key != "template"}
    return merge(templates[name], entry)


def merge(under: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """Two tables as one: keys of `over` win, tables are merged key by key. Neither is changed."""
    found = {key: merge(value, {}) if isinstance(value, dict) else value for key, value in under.items()}
    for key, value in over.items():
        below = found.get(key)
        if isinstance(value, dict) and isinstance(below, dict):
            found[key] = merge(below, value)
        else:
            found[key] = merge(value, {}) if isinstance(value, dict) else value
    return found


def write_scene(ruleset: Ruleset, scene: Scene) -> dict[str, Any]:
    """The whole state as plain tables, in the shape of a scene file with everything filled in."""
    found: dict[str, Any] = {"ruleset": ruleset.id, **ruleset.scene.write(scene)}
    groups: list[tuple[str, Table | None]] = [("fighters", ruleset.fighter), ("vehicles", ruleset.vehicle)]
    for group, table in groups:
        if table is not None:
            found[group] = {key: table.write(record) for key, record in getattr(scene, group).items()}
    return found


def at_path(plain: Any, path: str) -> Any:
    """The value at a dotted path of plain tables; None where there is nothing."""
    for part in path.split("."):
        if isinstance(plain, dict):
            plain = plain.get(part)
        elif isinstance(plain, list) and part.isdecimal() and int(part) < len(plain):
            plain = plain[int(part)]
        else:
            return None
    return plain


def put_at_path(plain: dict[str, Any], path: str, value: Any) -> None:
    """Sets the value at a dotted path, making tables on the way."""
    *way, last = path.split(".")
    for part in way:
        inner = plain.get(part)
        if not isinstance(inner, dict):
            inner = plain[part] = {}
        plain = inner
    plain[last] = value
