"""20 Content: the book's tables, read from `content/*.toml` the first time they are needed."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

FOLDER = Path(__file__).parent / "content"


@cache
def table(name: str) -> dict[str, Any]:
    """One file of the content folder as plain tables."""
    import tomllib

    with (FOLDER / f"{name}.toml").open("rb") as file:
        return tomllib.load(file)


@cache
def templates() -> Mapping[str, Mapping[str, Any]]:
    """NPC templates and ready characters by id, in the shape of a fighter in a scene file."""
    return {**table("npcs"), **table("characters")}


def is_template(name: str) -> bool:
    """Whether chapter 20 has a template of this name."""
    return name in templates()


class Item(NamedTuple):
    """TC-7.16: what an item does (its tag) and its die, which is the asset of the roll."""

    id: str
    tag: str
    die: int


@cache
def items() -> dict[str, Item]:
    """The items by id."""
    return {id: Item(id, row["tag"], int(row["die"][1:])) for id, row in table("items").items()}


@cache
def ceilings() -> dict[str, int]:
    """TC-1.3 Sizes: the largest chrome of each archetype."""
    return {name: int(die[1:]) for name, die in table("archetypes").items()}


def zones() -> Mapping[str, Mapping[str, Any]]:
    """TC-12.1 Zone defaults: what each zone sets."""
    return table("zones")


@cache
def hindered_by(name: str) -> frozenset[str] | None:
    """TC-5.11: the actions that a scene complication hinders; None for a name that the table does not list."""
    listed = table("complications").get(name)
    return None if listed is None else frozenset(listed)
