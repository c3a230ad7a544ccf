"""The contract of a ruleset, on one page.

A ruleset is a package with `RULESET = Ruleset(...)` in its `__init__`, found by its id: as `fireteam.ID`, or through
the entry-point group `fireteam.rulesets` when another distribution brings it. Everything else in Fireteam (play,
tests, replays, odds, forecasts, pages) works from this value and knows no game. `docs/guides/add-a-ruleset.md` builds
one step by step.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from fireteam.kernel.actions import Action, Actions, Command
from fireteam.kernel.decisions import Decider, Defaults
from fireteam.kernel.kinds import Fault
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.sheet import Table


@dataclass(slots=True, frozen=True)
class Track:
    """A row of boxes to show: `filled` of `size`, each box's name in `words`, and the word for where it stands."""

    label: str
    filled: int
    size: int
    word: str


Veil = Callable[[dict[str, Any], Any, Any], dict[str, Any] | None]
"""`veil(event, scene, viewer)`: a written event as players may know it; None withholds it.

It never changes the event that it is given and gives no other fields than that has. It may look at who the viewer sees
and at those of their fighters that are hidden or the game master's: whoever knows the same is told the same.
"""


@dataclass(slots=True, frozen=True)
class OddsRule:
    """How a ruleset labels what a command did (its Odds chapter).

    `label` and `expected` look at the command, the scene before, the scene after, and the events between; `until` is
    the milestone at which an exact run stops; `refuse` names commands that odds do not cover; `decider(scene)` answers
    the decisions on the way, with their defaults unless the chapter says otherwise. Only the command itself is run:
    what the ruleset does `after` a command is not part of its odds.

    `labels` holds the chapter's labels by their first word, in rows: two of one row never stand beside each other for
    one command. Pictures of odds draw the rows in this order, each in a colour of its own wherever it appears.
    """

    label: Callable[[Command, Any, Any, Sequence[Any]], str]
    expected: Callable[[Command, Any, Any, Sequence[Any]], dict[str, int | Fraction]]
    until: str = ""
    refuse: Callable[[Any, Command], Refusal | None] = lambda scene, command: None
    decider: Callable[[Any], Decider] = lambda scene: Defaults()
    labels: tuple[tuple[str, ...], ...] = ()


@dataclass(slots=True, frozen=True, eq=False, repr=False)
class Ruleset:
    """A game, as values and functions. Times are in rounds unless a field says otherwise.

    Scene: `scene`, `fighter` and `vehicle` say what a scene holds (`sheet.Table`; `scene` has the fields `options`,
    `pools` and `place` as tables). `templates()` gives the bestiary as plain tables by id, `vehicle_templates()` the
    vessels. `settle(scene, given)` works out what depends on several fields after a scene is read; `given` maps
    "fighters.ID" to the names of the fields that the file gave. `faults(scene)` says what fields alone cannot.
    `mend(scene, path)` works out again what follows from a value that was set by hand, and cuts what is now too large.

    `rank(scene, id)` is what the turn order goes by: fighters of equal rank are tied, and the game master may put them
    in another order by hand. A game whose order is free leaves it out.

    With `is_numbered_alone` off, a single copy (`count = 1`) keeps its id.

    Acting: `actions()` are the verbs. `actor_for(scene, action)` is who acts when nobody was named. `after(run)` runs
    after every command: phases that close, game-master fighters that act, the end of a fight. `next_command(scene)`
    is what autoplay gives next (None when the fight is over), `autopilot(scene)` answers decisions in autoplay and
    for fighters that nobody plays.

    Showing: `known(scene, fighter)` names the fields marked KNOWN that players may see of a fighter that is not a
    player's (None: all of them); it goes by the fighters alone, not by what else the scene holds. `veils()` gives, by
    type of event, what takes from an event what players may not know.
    `sentence(event, name)` puts a written, veiled event into words; `tracks`, `badges` and `gauges` say what to show
    of a written fighter and scene. `accent` is the hue, in degrees of the colour circle, that pages give the game.
    """

    id: str
    title: str
    prefix: str
    folder: Path
    scene: Table
    fighter: Table
    actions: Callable[[], Actions]
    events: Callable[[], Sequence[type]]
    templates: Callable[[], Mapping[str, Mapping[str, Any]]]
    settle: Callable[[Any, Mapping[str, set[str]]], None]
    faults: Callable[[Any], list[Fault]]
    actor_for: Callable[[Any, Action], str | Refusal]
    after: Callable[[Any], None]
    next_command: Callable[[Any], Command | None]
    autopilot: Callable[[Any], Decider]
    odds: Callable[[], OddsRule]
    sentence: Callable[[Mapping[str, Any], Callable[[str], str]], str]
    tracks: Callable[[Mapping[str, Any]], Sequence[Track]]
    badges: Callable[[Mapping[str, Any]], Sequence[str]]
    gauges: Callable[[Mapping[str, Any]], Sequence[Track | str]]
    is_out: Callable[[Any], bool]
    is_dead: Callable[[Any], bool]
    known: Callable[[Any, Any], frozenset[str] | None] = lambda scene, fighter: None
    veils: Callable[[], Mapping[str, Veil]] = lambda: {}
    vehicle: Table | None = None
    vehicle_templates: Callable[[], Mapping[str, Mapping[str, Any]]] = field(default=lambda: {})
    no_vehicles: str = "this game has no vehicles"
    mend: Callable[[Any, str], None] = lambda scene, path: None
    default_side: Callable[[str, bool], str | None] = lambda id, is_player: None
    is_numbered_alone: bool = True
    rank: Callable[[Any, str], Any] = lambda scene, id: 0
    accent: int = 215


class NoRuleset(Exception):
    """No ruleset has this id."""


@cache
def find_ruleset(id: str) -> Ruleset:
    """The ruleset with this id. Raises `NoRuleset` with a sentence that names those there are."""
    from importlib import import_module

    if id.isidentifier():
        try:
            found = getattr(import_module(f"fireteam.{id}"), "RULESET", None)
        except ModuleNotFoundError as missing:
            if missing.name != f"fireteam.{id}":
                raise
            found = None
        if isinstance(found, Ruleset):
            return found
    from importlib.metadata import entry_points

    for entry in entry_points(group="fireteam.rulesets"):
        if entry.name == id:
            try:
                loaded = entry.load()
            except (ImportError, AttributeError) as error:
                raise NoRuleset(f"{id} is installed but does not load: {error}") from None
            if isinstance(loaded, Ruleset):
                return loaded
    raise NoRuleset(f'no ruleset is called "{id[:40]}": use {", ".join(ruleset_ids()) or "none is installed"}')


def ruleset_ids() -> list[str]:
    """The ids of all rulesets, in alphabetical order."""
    from importlib.metadata import entry_points

    return sorted({entry.name for entry in entry_points(group="fireteam.rulesets")})
