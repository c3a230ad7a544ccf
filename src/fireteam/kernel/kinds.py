"""Kinds of value: how each is checked, converted, described, and reached by a path.

A kind converts between the *plain* value (what TOML and JSON hold: "d8") and the *typed* one (8).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from fireteam.kernel.names import did_you_mean, has_control_characters, short

Plain = Any


@dataclass(slots=True, frozen=True)
class Fault:
    """One thing that is wrong with a scene: where, and what to change."""

    path: str
    reason: str

    def __str__(self) -> str:
        return f"{self.path}: {self.reason}" if self.path else self.reason


class Kind:
    """How a value is checked, converted and described. `read` reports faults and then gives None."""

    def read(self, plain: Plain, path: str, faults: list[Fault]) -> Any:
        raise NotImplementedError

    def write(self, typed: Any) -> Plain:
        return typed

    def from_text(self, text: str) -> Plain:
        """The plain value that `set PATH VALUE` means by its words."""
        return text

    def schema(self) -> dict[str, Any]:
        """JSON Schema of the plain value."""
        return {}

    def says(self) -> str:
        """The type and range in words, for faults, forms and docs."""
        raise NotImplementedError

    def inner(self, name: str) -> Kind | None:
        """The kind of the part called `name`, or None if there is none."""
        return None

    def names(self) -> Sequence[str]:
        """The parts that a path may go on with, where they are fixed."""
        return ()

    def get(self, typed: Any, name: str) -> Any:
        """The part of a value called `name`; KeyError if it is absent."""
        raise KeyError(name)

    def put(self, typed: Any, name: str, part: Any) -> None:
        """Sets the part called `name`; None takes it out where the kind allows that."""
        raise KeyError(name)

    def _fault(self, plain: Plain, path: str, faults: list[Fault]) -> None:
        faults.append(Fault(path, f"{quoted(plain)} is not {self.says()}"))


def quoted(plain: Plain) -> str:
    """A plain value as an error line shows it."""
    if isinstance(plain, str):
        return f'"{short(plain)}"'
    if isinstance(plain, bool):
        return "true" if plain else "false"
    if isinstance(plain, dict):
        return "a table"
    if isinstance(plain, list):
        return "a list"
    return short(str(plain))


# Declarations are made at start and told apart by identity: freezing and comparing would cost every process that
# starts half a millisecond a class.
@dataclass(slots=True, eq=False, repr=False)
class Text(Kind):
    """Words: from `least` to `most` characters, no control characters."""

    most: int = 80
    least: int = 0

    def read(self, plain: Plain, path: str, faults: list[Fault]) -> Any:
        if not isinstance(plain, str) or not self.least <= len(plain) <= self.most:
            self._fault(plain, path, faults)
        elif has_control_characters(plain):
            faults.append(Fault(path, "control characters are not allowed in text"))
        else:
            return plain
        return None

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "minLength": self.least, "maxLength": self.most}

    def says(self) -> str:
        return f"text of {self.least} to {self.most} characters"


@dataclass(slots=True, eq=False, repr=False)
class Flag(Kind):
    """True or false."""

    def read(self, plain: Plain, path: str, faults: list[Fault]) -> Any:
        if isinstance(plain, bool):
            return plain
        self._fault(plain, path, faults)
        return None

    def from_text(self, text: str) -> Plain:
        return {"true": True, "false": False, "yes": True, "no": False}.get(text.lower(), text)

    def schema(self) -> dict[str, Any]:
        return {"type": "boolean"}

    def says(self) -> str:
        return "true or false"


@dataclass(slots=True, eq=False, repr=False)
class Whole(Kind):
    """A whole number from `low` to `high`."""

    low: int
    high: int

    def read(self, plain: Plain, path: str, faults: list[Fault]) -> Any:
        if isinstance(plain, int) and not isinstance(plain, bool) and self.low <= plain <= self.high:
            return plain
        self._fault(plain, path, faults)
        return None

    def from_text(self, text: str) -> Plain:
        return number(text)

    def schema(self) -> dict[str, Any]:
        return {"type": "integer", "minimum": self.low, "maximum": self.high}

    def says(self) -> str:
        return f"a whole number from {self.low} to {self.high}"


@dataclass(slots=True, eq=False, repr=False)
class Halves(Kind):
    """A number in steps of a half, from `low` to `high`; held as the whole number of halves."""

    low: int
    high: int

    def read(self, plain: Plain, path: str, faults: list[Fault]) -> Any:
        is_number = isinstance(plain, int | float) and not isinstance(plain, bool)
        if is_number and self.low <= plain <= self.high and plain * 2 == int(plain * 2):  # range first: inf is no int
            return int(plain * 2)
        self._fault(plain, path, faults)
        return None

    def write(self, typed: Any) -> Plain:
        return typed // 2 if typed % 2 == 0 else typed / 2

    def from_text(self, text: str) -> Plain:
        return number(text)

    def schema(self) -> dict[str, Any]:
        return {"type": "number", "minimum": self.low, "maximum": self.high, "multipleOf": 0.5}

    def says(self) -> str:
        return f"a number from {self.low} to {self.high} in halves"


_NUMBER = re.compile(r"[+-]?\d{1,12}(\.\d{1,6})?$", re.ASCII)


def number(text: str) -> Plain:
    """The number that a text writes, or the text itself."""
    if not _NUMBER.match(text):
        return text
    return float(text) if "." in text else int(text)


DICE = (4, 6, 8, 10, 12)


@dataclass(slots=True, eq=False, repr=False)
class DieSize(Kind):
    """A die from d`low` to d`high` along d4, d6, d8, d10, d12; held as its number of sides."""

    low: int = 4
    high: int = 12

    def read(self, plain: Plain, path: str, faults: list[Fault]) -> Any:
        if isinstance(plain, str) and plain[:1] == "d" and plain[1:].isdecimal() and len(plain) < 4:
            sides = int(plain[1:])
            if sides in DICE and self.low <= sides <= self.high:
                return sides
        self._fault(plain, path, faults)
        return None

    def write(self, typed: Any) -> Plain:
        return f"d{typed}"

    def schema(self) -> dict[str, Any]:
        return {"enum": [f"d{sides}" for sides in DICE if self.low <= sides <= self.high]}

    def says(self) -> str:
        return f"a die from d{self.low} to d{self.high}"


class Choice(Kind):
    """One of a closed set of words; with an enumeration the typed value is its member."""

    __slots__ = ("enumeration", "values")

    def __init__(self, values: type[StrEnum] | Iterable[str]) -> None:
        self.enumeration = values if isinstance(values, type) else None
        self.values: tuple[str, ...] = tuple(str(value) for value in values)

    def read(self, plain: Plain, path: str, faults: list[Fault]) -> Any:
        if isinstance(plain, str) and plain in self.values:
            return self.enumeration(plain) if self.enumeration else plain
        faults.append(Fault(path, f"{quoted(plain)} is not {self.says()}{did_you_mean(plain, self.values)}"))
        return None

    def write(self, typed: Any) -> Plain:
        return str(typed)

    def schema(self) -> dict[str, Any]:
        return {"enum": list(self.values)}

    def says(self) -> str:
        return "one of " + ", ".join(self.values)


@dataclass(slots=True, eq=False, repr=False)
class Steps(Kind):
    """One of a scale of words, held as its index: `words[2]` is 2. For tracks whose boxes have names."""

    words: tuple[str, ...]

    def read(self, plain: Plain, path: str, faults: list[Fault]) -> Any:
        if isinstance(plain, str) and plain in self.words:
            return self.words.index(plain)
        self._fault(plain, path, faults)
        return None

    def write(self, typed: Any) -> Plain:
        return self.words[typed]

    def schema(self) -> dict[str, Any]:
        return {"enum": list(self.words)}

    def says(self) -> str:
        return "one of " + ", ".join(self.words)


@dataclass(slots=True, eq=False, repr=False)
class Maybe(Kind):
    """A value of another kind, or none (JSON null; the word `null` in `set`)."""

    kind: Kind

    def read(self, plain: Plain, path: str, faults: list[Fault]) -> Any:
        return None if plain is None or plain == "null" else self.kind.read(plain, path, faults)

    def write(self, typed: Any) -> Plain:
        return None if typed is None else self.kind.write(typed)

    def from_text(self, text: str) -> Plain:
        return None if text == "null" else self.kind.from_text(text)

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [self.kind.schema(), {"type": "null"}]}

    def says(self) -> str:
        return self.kind.says() + ", or null"


@dataclass(slots=True, eq=False, repr=False)
class Ref(Kind):
    """The id of a fighter or vehicle. Written as null for a viewer who cannot see that fighter."""

    def read(self, plain: Plain, path: str, faults: list[Fault]) -> Any:
        if isinstance(plain, str) and 0 < len(plain) <= 80:
            return plain
        self._fault(plain, path, faults)
        return None

    def schema(self) -> dict[str, Any]:
        return {"type": "string"}

    def says(self) -> str:
        return "the id of a fighter"


@dataclass(slots=True, eq=False, repr=False)
class ListOf(Kind):
    """A list of values of one kind, from `least` to `most` long. In `set` the words stand between commas."""

    kind: Kind
    most: int = 100
    least: int = 0

    def read(self, plain: Plain, path: str, faults: list[Fault]) -> Any:
        if not isinstance(plain, list):
            self._fault(plain, path, faults)
            return None
        if not self.least <= len(plain) <= self.most:
            faults.append(Fault(path, f"has {len(plain)} entries, may have {self._sizes()}"))
            return None
        before = len(faults)
        found = [self.kind.read(item, f"{path}.{at}", faults) for at, item in enumerate(plain)]
        return found if len(faults) == before else None

    def _sizes(self) -> str:
        return str(self.most) if self.least == self.most else f"{self.least} to {self.most}"

    def write(self, typed: Any) -> Plain:
        return [self.kind.write(item) for item in typed]

    def from_text(self, text: str) -> Plain:
        words = [word.strip() for word in text.split(",")] if "," in text else text.split()
        return [self.kind.from_text(word) for word in words if word]

    def schema(self) -> dict[str, Any]:
        return {"type": "array", "items": self.kind.schema(), "minItems": self.least, "maxItems": self.most}

    def says(self) -> str:
        return f"a list of {self._sizes()} ({self.kind.says()})"


@dataclass(slots=True, eq=False, repr=False)
class Named(Kind):
    """A table with fixed names, all of one kind, held as a list in the order of the names. Absent ones take `default`.

    `attributes.physical` is `Named(("physical", ...), DieSize(6, 12), 6)` and index 0 of the list.
    """

    keys: tuple[str, ...]
    kind: Kind
    default: Any

    def read(self, plain: Plain, path: str, faults: list[Fault]) -> Any:
        if not isinstance(plain, dict):
            faults.append(Fault(path, f"{quoted(plain)} is not a table of {', '.join(self.keys)}"))
            return None
        unknown_keys(plain, self.keys, path, faults)
        return [
            self.kind.read(plain[key], f"{path}.{key}", faults) if key in plain else self.default for key in self.keys
        ]

    def write(self, typed: Any) -> Plain:
        return {key: self.kind.write(item) for key, item in zip(self.keys, typed, strict=True) if item is not None}

    def inner(self, name: str) -> Kind | None:
        return self.kind if name in self.keys else None

    def names(self) -> Sequence[str]:
        return self.keys

    def get(self, typed: Any, name: str) -> Any:
        return typed[self.keys.index(name)]

    def put(self, typed: Any, name: str, part: Any) -> None:
        typed[self.keys.index(name)] = part

    def schema(self) -> dict[str, Any]:
        inner = self.kind.schema()
        return {"type": "object", "properties": dict.fromkeys(self.keys, inner), "additionalProperties": False}

    def says(self) -> str:
        return f"a table of {', '.join(self.keys)}, each {self.kind.says()}"


@dataclass(slots=True, eq=False, repr=False)
class Map(Kind):
    """A table with free names, all of one kind, held as a dict. `known` limits the names; `set` to null removes one."""

    kind: Kind
    most: int = 100
    known: Callable[[], Iterable[str]] | None = None
    what: str = "name"

    def read(self, plain: Plain, path: str, faults: list[Fault]) -> Any:
        if not isinstance(plain, dict):
            faults.append(Fault(path, f"{quoted(plain)} is not a table"))
            return None
        if len(plain) > self.most:
            faults.append(Fault(path, f"has {len(plain)} entries, may have {self.most}"))
            return None
        found = {}
        for key, item in plain.items():
            if self.check_name(key, f"{path}.{short(key)}", faults):
                value = self.kind.read(item, f"{path}.{short(key)}", faults)
                if value is not None:
                    found[key] = value
        return found

    def check_name(self, name: str, path: str, faults: list[Fault]) -> bool:
        """Whether a name may stand in this table; reports why not."""
        if not 0 < len(name) <= 80 or not name.isprintable() or "." in name:
            faults.append(Fault(path, f"a {self.what} has 1 to 80 printable characters and no dot"))
            return False
        if self.known is not None:
            known = tuple(self.known())
            if name not in known:
                faults.append(Fault(path, f'no {self.what} is called "{short(name)}"{did_you_mean(name, known)}'))
                return False
        return True

    def write(self, typed: Any) -> Plain:
        return {key: self.kind.write(item) for key, item in typed.items()}

    def inner(self, name: str) -> Kind | None:
        return Maybe(self.kind)

    def get(self, typed: Any, name: str) -> Any:
        return typed.get(name)

    def put(self, typed: Any, name: str, part: Any) -> None:
        if part is None:
            typed.pop(name, None)
        else:
            typed[name] = part

    def schema(self) -> dict[str, Any]:
        return {"type": "object", "additionalProperties": self.kind.schema(), "maxProperties": self.most}

    def says(self) -> str:
        return f"a table of {self.kind.says()} by {self.what}"


def unknown_keys(plain: Mapping[str, Any], known: Iterable[str], path: str, faults: list[Fault]) -> None:
    """Reports every key that is not known, with the nearest known one."""
    names = set(known)
    for key in plain:
        if key not in names:
            where = f"{path}.{short(str(key))}" if path else short(str(key))
            faults.append(Fault(where, f"unknown key{did_you_mean(str(key), names)}"))
