"""Bundled scenes: the fights that come with each game, found by name."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fireteam.kernel.kinds import Fault
from fireteam.kernel.names import find, nearest, short
from fireteam.kernel.ruleset import Ruleset, find_ruleset, ruleset_ids
from fireteam.kernel.scene import Scene
from fireteam.kernel.scenefile import SceneFaults, load_scene


@dataclass(slots=True, frozen=True)
class Bundled:
    """A scene that comes with a game: its name (`sump-gate`), its file, and the comment at its head as a blurb."""

    name: str
    ruleset: str
    path: Path
    blurb: str


def bundled(ruleset: Ruleset) -> list[Bundled]:
    """The scenes of one game, in order of their names."""
    return [
        Bundled(path.stem, ruleset.id, path, _blurb(path))
        for path in sorted((ruleset.folder / "scenes").glob("*.toml"))
    ]


def all_bundled() -> list[Bundled]:
    """The scenes of all games."""
    return [one for id in ruleset_ids() for one in bundled(find_ruleset(id))]


def _blurb(path: Path) -> str:
    """The comment lines at the head of a scene file, as one line."""
    lines = []
    with path.open(encoding="utf-8") as file:
        for line in file:
            if not line.startswith("#"):
                break
            lines.append(line[1:].strip())
    return " ".join(lines)


def open_scene(where: str | Path) -> tuple[Ruleset, Scene]:
    """The scene in a file, or the bundled one of this name. Raises `SceneFaults` with what to change.

    A text with a slash, a dot or a file behind it is a path; anything else is a name or the beginning of one.
    """
    path = Path(where)
    text = str(where)
    if isinstance(where, Path) or "/" in text or "." in text or "\\" in text or path.is_file():
        return load_scene(path)
    scenes: dict[str, Any] = {}
    for one in quick_paths():
        scenes.setdefault(one.stem, one)
    found = find(text, {name: () for name in scenes}, "scene")
    if isinstance(found, str):
        return load_scene(scenes[found])
    close = nearest(text, scenes)
    hint = f"; did you mean {close}?" if close and found.reason.startswith("no ") else ""
    raise SceneFaults(
        [
            Fault(
                "",
                f"{found.reason}{hint} (a path, or one of {', '.join(scenes)})"
                if scenes
                else f"no scene {short(text)}",
            )
        ]
    )


def quick_paths() -> list[Path]:
    """The files of the bundled scenes that stand beside this package, without loading a game."""
    return sorted(Path(__file__).parent.parent.glob("*/scenes/*.toml"))
