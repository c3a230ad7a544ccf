"""Bundled scenes: the fights that come with each game, found by name."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from fireteam.kernel.kinds import Fault
from fireteam.kernel.names import find
from fireteam.kernel.ruleset import NoRuleset, Ruleset, find_ruleset, ruleset_ids
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
    """The scenes of all games. One that does not load has no scenes to play; `find_ruleset` says why."""
    found: list[Bundled] = []
    for id in ruleset_ids():
        try:
            found += bundled(find_ruleset(id))
        except NoRuleset:
            continue
    return found


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
    if isinstance(where, Path) or "/" in text or "." in text or "\\" in text or _is_file(path):
        return load_scene(path)
    scenes = {one.stem: one for one in reversed(quick_paths())}
    if text not in scenes:  # only then: looking into other distributions takes time
        scenes = scene_files()
    found = find(text, {name: () for name in scenes}, "scene")
    if isinstance(found, str):
        return load_scene(scenes[found])
    listed = f" (a path, or one of {', '.join(scenes)})" if scenes else ""
    raise SceneFaults([Fault("", f"{found.reason}{listed}")])


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # longer than any name may be, or no name at all
        return False


GAMES = Path(__file__).parent.parent
"""Where the games stand that come with this package."""


def quick_paths() -> list[Path]:
    """The files of the bundled scenes that stand beside this package, without loading a game."""
    return sorted(GAMES.glob("*/scenes/*.toml"))


def scene_files() -> dict[str, Path]:
    """Every bundled scene's file by its name, also those of games that other distributions bring.

    A name that two games use means the first one's. A game that does not load has no scenes to play.
    """
    found: dict[str, Path] = {}
    for path in quick_paths():
        found.setdefault(path.stem, path)
    if any(not (GAMES / id).is_dir() for id in ruleset_ids()):
        for one in all_bundled():
            found.setdefault(one.name, one.path)
    return found
