"""Sheets as forms: a field is declared once, and from its kind come its control, its limits and its words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from fireteam.fronts.web.words import plain_words
from fireteam.kernel.kinds import Choice, DieSize, Flag, Halves, Kind, ListOf, Map, Maybe, Named, Steps, Text, Whole
from fireteam.kernel.sheet import Field, Table

NOTHING = "null"
"""How a form says that an optional value is absent."""
LONG_TEXT = 100
"""Texts that may be longer get a larger box."""


@dataclass(slots=True)
class Control:
    """One value of a sheet: where it is, what it says now, and how it may be changed."""

    path: str
    label: str
    control: str
    text: str
    says: str = ""
    doc: str = ""
    options: list[str] = field(default_factory=list)
    least: int | None = None
    most: int | None = None
    step: str = "1"
    is_open: bool = True
    fault: str = ""


@dataclass(slots=True)
class Group:
    """Values that belong together: a table of the sheet, or what stands alone."""

    title: str
    doc: str
    controls: list[Control] = field(default_factory=list)
    may_add: str = ""
    known: list[str] = field(default_factory=list)


def groups(table: Table, plain: Mapping[str, Any], path: str, faults: Mapping[str, str] | None = None) -> list[Group]:
    """The fields of a written record, in groups. Fields that are absent from `plain` are not this viewer's to see."""
    alone = Group("", "")
    found = [alone]
    for one in table.fields:
        if one.name not in plain:
            continue
        inner = _inner(one.kind)
        if isinstance(inner, Table | Named | Map) and isinstance(plain[one.name], Mapping):
            group = Group(plain_words(one.name), one.doc)
            group.controls = list(_parts(one, inner, plain[one.name], f"{path}.{one.name}"))
            if isinstance(inner, Map) and one.by_hand:
                group.may_add = f"{path}.{one.name}"
                group.known = sorted(inner.known()) if inner.known is not None else []
            found.append(group)
        else:
            alone.controls.append(control(one.kind, f"{path}.{one.name}", plain[one.name], one))
    for group in found:
        for made in group.controls:
            made.fault = (faults or {}).get(made.path, "")
    return [group for group in found if group.controls or group.may_add]


def _inner(kind: Kind) -> Kind:
    return kind.kind if isinstance(kind, Maybe) else kind


def _parts(owner: Field, kind: Kind, plain: Mapping[str, Any], path: str) -> Iterator[Control]:
    """The values inside a table, level by level."""
    for key, value in plain.items():
        inner = kind.inner(str(key))
        if inner is None:
            continue
        inside = _inner(inner)
        label = plain_words(str(key))
        if isinstance(inside, Table | Named | Map) and isinstance(value, Mapping):
            for part in _parts(owner, inside, value, f"{path}.{key}"):
                part.label = f"{label}: {part.label}"
                yield part
        else:
            part_of = inside_field(kind, str(key)) or owner
            yield control(inner, f"{path}.{key}", value, part_of, label)


def inside_field(kind: Kind, name: str) -> Field | None:
    """The declaration of a part, where a table has one."""
    return kind.by_name.get(name) if isinstance(kind, Table) else None


def control(kind: Kind, path: str, value: Any, owner: Field, label: str = "") -> Control:
    """The control of one value."""
    is_optional = isinstance(kind, Maybe)
    inner = _inner(kind)
    made = Control(
        path,
        label or plain_words(owner.name),
        "text",
        as_text(value),
        says=inner.says(),
        doc=owner.doc,
        is_open=owner.by_hand and not owner.worked_out,
    )
    if isinstance(inner, Whole | Halves):
        made.control = "number"
        made.least, made.most = inner.low, inner.high
        made.step = "0.5" if isinstance(inner, Halves) else "1"
    elif isinstance(inner, Flag):
        made.control, made.options = "select", ["true", "false"]
    elif isinstance(inner, Choice):
        made.control, made.options = "select", list(inner.values)
    elif isinstance(inner, Steps):
        made.control, made.options = "select", list(inner.words)
    elif isinstance(inner, DieSize):
        made.control, made.options = "select", list(inner.schema()["enum"])
    elif isinstance(inner, Text) and inner.most > LONG_TEXT:
        made.control = "area"
    if is_optional and made.control == "select":
        made.options = [NOTHING, *made.options]
    if isinstance(inner, Text):
        made.most = inner.most
    return made


def as_text(value: Any) -> str:
    """A plain value as `set PATH VALUE` would write it."""
    if value is None:
        return NOTHING
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return ", ".join(as_text(item) for item in value)
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {as_text(item)}" for key, item in value.items())
    return str(value)


def kind_at(table: Table, parts: list[str]) -> Kind | None:
    """The kind of the value at a path inside a record; None if there is none, or it is worked out."""
    kind: Kind = table
    for part in parts:
        if isinstance(kind, Table) and part in kind.by_name and kind.by_name[part].worked_out:
            return None
        inner = _inner(kind).inner(part)
        if inner is None:
            return None
        kind = inner
    return kind


def value_from(kind: Kind, text: str) -> Any:
    """The plain value that a form's text means for a kind."""
    if isinstance(_inner(kind), ListOf) and not text.strip():
        return []
    return kind.from_text(text.strip())
