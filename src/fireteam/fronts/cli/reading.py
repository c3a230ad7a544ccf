"""What the subcommands read from their arguments, and how they print."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from typing import Any

import click

from fireteam.fronts.cli import Unusable
from fireteam.kernel.library import open_scene
from fireteam.kernel.names import short
from fireteam.kernel.ruleset import Ruleset
from fireteam.kernel.scene import Scene
from fireteam.kernel.scenefile import SceneFaults

MOST_SEED = 80
"""The longest seed, in characters."""


def scene_at(where: str) -> tuple[Ruleset, Scene]:
    """The scene that SCENE names. Refuses it with every fault, one a line."""
    try:
        return open_scene(where)
    except SceneFaults as faults:
        raise Unusable("\n".join(map(str, faults.faults))) from None


def read_seed(seed: str | None) -> str:
    """The seed given, or a fresh one that nobody can guess."""
    if seed is None:
        from fireteam.kernel.dice import fresh_seed

        return fresh_seed()
    if not 0 < len(seed) <= MOST_SEED or not seed.isprintable():
        raise Unusable(f"--seed: a seed has 1 to {MOST_SEED} printable characters.")
    return seed


def written_seed(seed: str) -> int | str:
    """The seed as JSON shows it: a number if it is written like one."""
    return int(seed) if seed.isascii() and seed.isdecimal() and str(int(seed)) == seed else seed


def print_json(value: Mapping[str, Any], *, pretty: bool = False) -> None:
    """JSON on standard output."""
    has_unicode = "utf" in (getattr(sys.stdout, "encoding", None) or "utf-8").lower()
    click.echo(json.dumps(value, ensure_ascii=not has_unicode, indent=2 if pretty else None))


def in_quotes(text: str) -> str:
    """What somebody typed, as an error line can carry it."""
    return f'"{short(text, 60)}"'
