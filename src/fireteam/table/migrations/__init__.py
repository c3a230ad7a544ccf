"""Numbered migrations: `NNNN_what.sql`, one folder for each kind of store. A file that was released never changes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path


def migrations(store: str, done: int) -> Iterator[tuple[int, list[str]]]:
    """The migrations of a store that come after number `done`, each as its statements."""
    for path in sorted((Path(__file__).parent / store).glob("[0-9][0-9][0-9][0-9]_*.sql")):
        number = int(path.name[:4])
        if number > done:
            statements = [part.strip() for part in path.read_text(encoding="utf-8").split(";")]
            yield number, [part for part in statements if part]


def newest(store: str) -> int:
    """The number of a store's last migration."""
    return max((number for number, _ in migrations(store, 0)), default=0)
