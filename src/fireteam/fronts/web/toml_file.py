"""Plain tables as TOML: what `tomllib` reads, written. The standard library only reads it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

_BARE = re.compile(r"[A-Za-z0-9_-]+$")


def write_toml(plain: Mapping[str, Any]) -> str:
    """The text of a TOML file. Values that are None are left out, as TOML has no null."""
    lines: list[str] = []
    _table(plain, "", lines)
    return "\n".join(lines).strip() + "\n"


def _table(plain: Mapping[str, Any], path: str, lines: list[str]) -> None:
    # If one inner table needs a heading, all get one: so they stay in their order.
    needs = any(_needs_heading(value) for value in plain.values())
    inner = [(key, value) for key, value in plain.items() if needs and isinstance(value, Mapping)]
    flat = [(key, value) for key, value in plain.items() if value is not None and (key, value) not in inner]
    if path and (flat or not inner):
        lines += ["", f"[{path}]"]
    lines += [f"{_key(key)} = {_value(value)}" for key, value in flat]
    for key, value in inner:
        _table(value, f"{path}.{_key(key)}" if path else _key(key), lines)


def _needs_heading(value: Any) -> bool:
    """Whether a value is a table that reads badly on one line."""
    if not isinstance(value, Mapping):
        return False
    return len(value) > 3 or any(isinstance(item, Mapping) for item in value.values())


def _key(key: str) -> str:
    return key if _BARE.match(key) else _value(key)


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007F")
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_value(item) for item in value if item is not None) + "]"
    if isinstance(value, Mapping):
        parts = ", ".join(f"{_key(key)} = {_value(item)}" for key, item in value.items() if item is not None)
        return f"{{ {parts} }}" if parts else "{}"
    return repr(value)
