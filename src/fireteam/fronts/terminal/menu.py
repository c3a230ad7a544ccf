"""What may be done now: the legal commands, grouped by verb, with numbers that can be typed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from fireteam.fronts.terminal.screen import Screen
from fireteam.fronts.terminal.seat import Seat
from fireteam.fronts.terminal.telling import Name
from fireteam.kernel.commands import Offer, legal_for, legal_for_gm
from fireteam.kernel.fight import Fight
from fireteam.kernel.visibility import hidden_from, player

FEW = 12
"""Up to this many commands are listed one by one; more are grouped by verb."""
MOST_LISTED = 150
"""The most commands that one list shows."""


@dataclass(slots=True)
class Menu:
    """The commands offered last. A number means the command that was shown with it, until something happens."""

    lines: list[str] = field(default_factory=list)

    def pick(self, number: int) -> str | None:
        """The line behind a number; None if no command was shown with it."""
        return self.lines[number - 1] if 1 <= number <= len(self.lines) else None

    def forget(self) -> None:
        """Something has happened: what was offered before may not be legal any more."""
        self.lines = []

    def show_short(self, screen: Screen, fight: Fight, seat: Seat, name: Name) -> None:
        """What whoever acts may do: every command if they are few, else the verbs; others only by name."""
        self.forget()
        actors = _by_actor(offered(fight, seat))
        acting = fight.scene.acting
        others = [actor for actor in actors if acting in actors and actor != acting]
        is_grouped = False
        for actor, offers in actors.items():
            if actor in others:
                continue
            if len(offers) <= FEW:
                screen.say(f"{name(actor)} may:")
                self._number(screen, offers)
            else:
                screen.say(f"{name(actor)} may: {_verbs_words(offers)}", hang=2)
                is_grouped = True
        if others:
            screen.say(f"With a name in front, now as well: {', '.join(map(name, others))}", hang=2)
        masters = offered_to_gm(fight, seat)
        if masters:
            few = "; ".join(dict.fromkeys(offer.text for offer in masters))
            screen.say(f"Game master: {few if len(masters) <= FEW else _verbs_words(masters)}", hang=2)
        if is_grouped or others:
            screen.say("(list shows them all with numbers, list VERB or list NAME some)", hang=2)

    def show_all(self, screen: Screen, fight: Fight, seat: Seat, name: Name, word: str = "") -> bool:
        """Every legal command with a number, or those whose verb or actor begins with a word; whether there is one."""
        self.forget()
        wanted = word.casefold()
        shown = 0
        for actor, offers in _by_actor(offered(fight, seat)).items():
            meant = [
                one
                for one in offers
                if one.action.verb.startswith(wanted) or actor.startswith(wanted) or name(actor).casefold() == wanted
            ][: MOST_LISTED - shown]
            if meant:
                shown += len(meant)
                screen.say(f"{name(actor)} may:")
                self._number(screen, meant)
        masters = [one for one in offered_to_gm(fight, seat) if one.action.verb.startswith(wanted)]
        if masters:
            shown += len(masters)
            screen.say("The game master may:")
            self._number(screen, masters)
        if shown >= MOST_LISTED:
            screen.say(f"(the first {MOST_LISTED}; list VERB shows those of one verb)")
        return shown > 0

    def _number(self, screen: Screen, offers: Sequence[Offer]) -> None:
        for offer in offers:
            self.lines.append(offer.text)
            costs = f" [{offer.action.costs}]" if offer.action.costs else ""
            shown = offer.text.partition(": ")[2] or offer.text
            screen.say(f"{len(self.lines)}. {shown}{costs}", indent=2, hang=4)


def offered(fight: Fight, seat: Seat) -> list[Offer]:
    """The legal commands of this seat's fighters, and of others whom nobody automates and whose turn it is."""
    scene = fight.scene
    found = legal_for(fight.ruleset, scene, player(*seat.plays(scene)))
    acting = scene.fighters.get(scene.acting or "")
    if acting is not None and not acting.is_player and (seat.is_gm or not acting.hidden):
        found += legal_for(fight.ruleset, scene, player(acting.id))
    return found


def offered_to_gm(fight: Fight, seat: Seat) -> list[Offer]:
    """The game master's commands; where players look at the screen, without those that name a hidden fighter."""
    offers = legal_for_gm(fight.ruleset, fight.scene)
    if seat.is_gm:
        return offers
    unseen = hidden_from(fight.scene, seat.viewer(fight.scene))
    return [one for one in offers if not unseen.intersection(_named(one))]


def _named(offer: Offer) -> set[str]:
    found: set[str] = set()
    for value in offer.command.args.values():
        found.update(map(str, value) if isinstance(value, list) else (str(value),))
    return found


def _by_actor(offers: Sequence[Offer]) -> dict[str, list[Offer]]:
    found: dict[str, list[Offer]] = {}
    for offer in offers:
        found.setdefault(str(offer.command.actor), []).append(offer)
    return found


def _by_verb(offers: Sequence[Offer]) -> dict[str, list[Offer]]:
    found: dict[str, list[Offer]] = {}
    for offer in offers:
        found.setdefault(offer.action.verb, []).append(offer)
    return found


def _verbs_words(offers: Sequence[Offer]) -> str:
    """Each verb with its one command, or with how many there are."""
    found = []
    for verb, ways in _by_verb(offers).items():
        found.append(f"{verb} ({len(ways)} ways)" if len(ways) > 1 else ways[0].text.partition(": ")[2] or ways[0].text)
    return "; ".join(found)
