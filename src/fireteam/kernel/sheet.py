"""Sheets: what fields a record of a scene has, and everything that follows from saying so once.

A `Table` lists the fields of a record class, each with a *kind*. From that come: reading a scene file with every
fault named by path, writing the state in the same shape, `set PATH VALUE`, the JSON Schema, forms, docs, and what a
viewer may see. Kinds convert between the *plain* value (what TOML and JSON hold: "d8") and the *typed* one (8).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from fireteam.kernel.kinds import Fault, Kind, Plain, quoted, unknown_keys

ALWAYS = "always"
"""Visible to everybody who sees the record."""
GM_ONLY = "gm"
"""Visible to the game master alone."""
KNOWN = "known"
"""Visible to players for their own side's fighters, for others as far as the ruleset's `known` says."""


@dataclass(slots=True, eq=False, repr=False)
class Field:
    """One field of a record.

    `default` is the typed value when the file gives none, or a function of (record, scene) that works it out after
    every given value of the scene has been read, field by field. `doc` is a sentence. `is_state` marks what a scene
    file seldom gives (the rulebook's State chapter). `seen` is ALWAYS, KNOWN or GM_ONLY. `attribute` is the Python
    name where it differs from the key. `by_hand` says whether `set` may change it. A `worked_out` field follows from
    others: it is written with the state, passed over when a state is read, and never set.
    """

    name: str
    kind: Kind
    default: Any = None
    doc: str = ""
    is_state: bool = False
    seen: str = ALWAYS
    attribute: str = ""
    by_hand: bool = True
    required: bool = False
    worked_out: bool = False

    @property
    def attr(self) -> str:
        return self.attribute or self.name


class Table(Kind):
    """The fields of a record class. The class is made without arguments or with its id, then filled field by field."""

    __slots__ = ("_writers", "by_name", "fields", "make", "title")

    def __init__(self, title: str, make: Callable[[str], Any], fields: Iterable[Field]) -> None:
        self.title = title
        self.make = make
        self.fields: tuple[Field, ...] = tuple(fields)
        self.by_name: dict[str, Field] = {field.name: field for field in self.fields}
        self._writers: tuple[tuple[str, str, Callable[[Any], Plain] | None], ...] = ()

    @property
    def writers(self) -> tuple[tuple[str, str, Callable[[Any], Plain] | None], ...]:
        """Each field's name and attribute, and what writes its value (None where the value is written as it is)."""
        if not self._writers:
            self._writers = tuple(
                (field.name, field.attr, None if type(field.kind).write is Kind.write else field.kind.write)
                for field in self.fields
            )
        return self._writers

    def read_given(self, key: str, plain: Plain, path: str, faults: list[Fault]) -> tuple[Any, set[str]]:
        """A record with the given values in it, and the names of the fields that were given."""
        record = self.make(key)
        if not isinstance(plain, dict):
            faults.append(Fault(path, f"{quoted(plain)} is not a table"))
            return record, set()
        unknown_keys(plain, self.by_name, path, faults)
        given = set()
        for field in self.fields:
            if field.worked_out:
                continue
            if field.name in plain:
                value = field.kind.read(plain[field.name], f"{path}.{field.name}" if path else field.name, faults)
                setattr(record, field.attr, value)
                given.add(field.name)
            elif field.required:
                faults.append(
                    Fault(f"{path}.{field.name}" if path else field.name, f"is missing: give {field.kind.says()}")
                )
        return record, given

    def fill(self, record: Any, given: set[str], scene: Any) -> None:
        """Puts the defaults where nothing was given."""
        for field in self.fields:
            if field.name not in given and not field.worked_out:
                value = field.default
                setattr(record, field.attr, value(record, scene) if callable(value) else _fresh(value))

    def read(self, plain: Plain, path: str, faults: list[Fault]) -> Any:
        record, given = self.read_given(path.rpartition(".")[2], plain, path, faults)
        self.fill(record, given, None)
        return record

    def write(self, typed: Any) -> Plain:
        return {
            name: getattr(typed, attribute) if write is None else write(getattr(typed, attribute))
            for name, attribute, write in self.writers
        }

    def inner(self, name: str) -> Kind | None:
        field = self.by_name.get(name)
        return field.kind if field else None

    def names(self) -> Sequence[str]:
        return tuple(self.by_name)

    def get(self, typed: Any, name: str) -> Any:
        return getattr(typed, self.by_name[name].attr)

    def put(self, typed: Any, name: str, part: Any) -> None:
        setattr(typed, self.by_name[name].attr, part)

    def schema(self) -> dict[str, Any]:
        return {
            "type": "object",
            "title": self.title,
            "properties": {
                field.name: {**field.kind.schema(), **({"description": field.doc} if field.doc else {})}
                for field in self.fields
            },
            "required": [field.name for field in self.fields if field.required],
            "additionalProperties": False,
        }

    def says(self) -> str:
        return f"a table ({self.title})"


def _fresh(value: Any) -> Any:
    return list(value) if isinstance(value, list | tuple) else dict(value) if isinstance(value, dict) else value
