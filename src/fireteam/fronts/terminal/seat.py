"""Seats at one keyboard: what is shown, whose commands may be typed, whose questions are asked."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from fireteam.kernel.actions import Action, By, Command
from fireteam.kernel.fight import Fight
from fireteam.kernel.names import find, short
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.visibility import GAME_MASTER, Viewer, player


@dataclass(slots=True, frozen=True)
class Seat:
    """Who sits at the keyboard.

    By default the whole table does: it sees what players may see, commands every player fighter, and gives the game
    master's commands too. `is_gm` sees everything. `mine` is one player's seat: the other player fighters act by
    themselves.
    """

    is_gm: bool = False
    mine: frozenset[str] = frozenset()

    def plays(self, scene: Any) -> frozenset[str]:
        """The player fighters of this seat."""
        return self.mine or frozenset(id for id, one in scene.fighters.items() if one.is_player)

    def viewer(self, scene: Any) -> Viewer:
        """Whose eyes the screen shows the scene through."""
        return GAME_MASTER if self.is_gm else player(*self.plays(scene))

    def people(self, scene: Any) -> set[str]:
        """Whose questions a person answers: the fighters of this seat, and the game master's where nobody automates."""
        found = set(self.plays(scene))
        is_manual = getattr(scene.options, "npcs", "auto") == "manual"
        if is_manual:
            found |= {id for id, one in scene.fighters.items() if not one.is_player}
        if is_manual or self.is_gm:
            found.add("gm")
        return found

    def worded(self, fight: Fight, line: str) -> str:
        """The line with the fighter of this seat in front, where it plays one alone and nobody is named."""
        if len(self.mine) != 1 or ":" in line:
            return line
        verb, _, words = line.strip().partition(" ")
        action = fight.ruleset.actions().verb(verb, False, bool(words.strip()))
        is_ours = isinstance(action, Action) and action.by is By.ACTOR
        return f"{next(iter(self.mine))}: {line.strip()}" if is_ours else line

    def giver(self, fight: Fight, line: str) -> Viewer:
        """Who gives a typed command: the players if it is theirs, else the game master, who sits here as well.

        So what a player's command is told never names what players cannot see.
        """
        players = self.viewer(fight.scene)
        if self.is_gm or isinstance(fight.read(line, players), Command):
            return players
        actor, _, rest = line.rpartition(":")
        verb, _, words = rest.strip().partition(" ")
        action = fight.ruleset.actions().verb(verb, bool(actor.strip()), bool(words.strip()))
        if isinstance(action, Action) and action.by is By.GM:
            return GAME_MASTER
        seen = {id: (one.name,) for id, one in fight.scene.fighters.items() if not one.hidden}
        named = find(actor, seen) if actor.strip() else fight.scene.acting
        if isinstance(named, str) and named in seen and not fight.scene.fighters[named].is_player:
            return GAME_MASTER
        return players


def read_seat(text: str, scene: Any) -> Seat | Refusal:
    """The seat that `--as` names: table, gm, players, or fighters separated by commas."""
    word = text.strip().casefold()
    if word in ("table", "players", ""):
        return Seat()
    if word == "gm":
        return Seat(is_gm=True)
    names = {id: (one.name,) for id, one in scene.fighters.items() if one.is_player}
    found = []
    for part in _names(text):
        id = find(part, names, "player fighter")
        if isinstance(id, Refusal):
            known = ", ".join(names) or "none in this scene"
            return Refusal(f"{id} to sit for {short(part)}: use table, gm, or player fighters ({known})")
        found.append(id)
    return Seat(mine=frozenset(found))


def _names(text: str) -> Iterable[str]:
    return [part.removeprefix("player:").strip() for part in text.split(",") if part.strip()]
