"""What a seat may do now, as buttons: one group for each verb, one row for each target, its odds beside it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from markupsafe import Markup

from fireteam.fronts.web.texts import Texts
from fireteam.fronts.web.words import bdi, plain_words
from fireteam.kernel.actions import Action, Extra, Option, Reads, Slot, Times
from fireteam.kernel.commands import Offer
from fireteam.kernel.ruleset import Ruleset
from fireteam.lab.percent import percent

ROWS_SHOWN = 60
"""How many rows of one verb are drawn; more are found by target, or by typing."""
OUTCOMES_SHOWN = 4
"""How many outcomes stand beside a button; the rest are one tap away."""
COLOURS = 6
"""How many colours the style sheet has for outcomes."""
ROWS_OPEN = 8
"""Beyond so many rows, only the first way to act on each target stands open; the others fold up below it."""
GAP = 3
"""What lies between two outcomes on a bar of 1,000."""


@dataclass(slots=True)
class Chance:
    """One outcome of a command: its label, its chance in words and in thousandths of a bar."""

    label: str
    words: str
    start: int
    length: int
    colour: int
    share: float


@dataclass(slots=True)
class Row:
    """A legal command: the line that gives it, what its button says, whom it names, and what it would do."""

    line: str
    label: Markup
    names: list[str]
    chances: list[Chance] = field(default_factory=list)
    outcomes: int = 0
    may_ask: bool = True

    @property
    def likeliest(self) -> list[Chance]:
        """The chances that there is room for, as they lie on the bar."""
        least = sorted((one.share for one in self.chances), reverse=True)[:OUTCOMES_SHOWN][-1:]
        return [one for one in self.chances if one.share >= least[0]][:OUTCOMES_SHOWN] if least else []


@dataclass(slots=True)
class VerbGroup:
    """All that one verb may do now."""

    key: str
    verb: str
    summary: str
    clause: str
    costs: str
    form: str
    is_hostile: bool
    rows: list[Row] = field(default_factory=list)
    more: int = 0
    is_open: bool = False

    @property
    def is_single(self) -> bool:
        """Whether it is one button that names nobody."""
        return len(self.rows) == 1 and not self.rows[0].names

    @property
    def is_plain(self) -> bool:
        """Whether no row has odds, so that buttons can stand side by side."""
        return not any(row.chances for row in self.rows)

    @property
    def ways(self) -> list[tuple[Row, list[Row]]]:
        """The rows, each with those that fold up below it: other ways to act on the same target, if there are many."""
        if len(self.rows) <= ROWS_OPEN or self.is_plain:
            return [(row, []) for row in self.rows]
        found: dict[tuple[str, ...], tuple[Row, list[Row]]] = {}
        for row in self.rows:
            first = found.setdefault(tuple(row.names), (row, []))
            if first[0] is not row:
                first[1].append(row)
        return list(found.values())


@dataclass(slots=True)
class Actor:
    """A fighter (or the game master: no id) with what may be done."""

    id: str
    name: str
    groups: list[VerbGroup] = field(default_factory=list)
    is_open: bool = False


def actors(
    offers: Sequence[Offer],
    scene: Mapping[str, Any],
    odds: Mapping[str, Mapping[str, Any]],
    target: str,
    t: Texts,
    shades: Mapping[str, int],
) -> list[Actor]:
    """Offers by fighter and verb, in the order of the declarations. With `target`, only those that name it."""
    found: dict[str, Actor] = {}
    groups: dict[tuple[str, str], VerbGroup] = {}
    for offer in offers:
        action, actor = offer.action, offer.command.actor or ""
        row = Row(offer.text, label(action, offer.command.args, scene, t), sorted(named(offer, scene)))
        if target and target not in row.names:
            continue
        if actor not in found:
            found[actor] = Actor(actor, call(actor, scene) if actor else "")
        group = groups.get((actor, action.key))
        if group is None:
            group = groups[actor, action.key] = VerbGroup(
                action.key,
                action.verb,
                action.summary,
                action.clause,
                action.costs,
                action.form(),
                action.hostile,
            )
            found[actor].groups.append(group)
        if len(group.rows) >= ROWS_SHOWN:
            group.more += 1
            continue
        put_odds(row, odds.get(offer.text), shades, is_hostile=action.hostile)
        group.rows.append(row)
    return list(found.values())


def open_up(found: list[Actor], acting: str | None, mine: frozenset[str]) -> list[Actor]:
    """Whoever acts first stands first and open, with the first way to strike; alone or nobody's turn, one's own."""
    found.sort(key=lambda one: one.id != acting)
    ready = [one for one in found if one.id == acting] or (
        [one for one in found if one.id in mine] if acting is None else []
    )
    for actor in ready or (found if len(found) == 1 else []):
        actor.is_open = True
        wide = [group for group in actor.groups if not group.is_single]
        hostile = [group for group in wide if group.is_hostile]
        for group in (hostile or wide)[:1]:
            group.is_open = True
    return found


def call(id: str, scene: Mapping[str, Any]) -> str:
    """What a written scene calls an id."""
    for group in ("fighters", "vehicles"):
        one = scene.get(group, {}).get(id)
        if one is not None:
            return str(one.get("name") or id)
    return id


def named(offer: Offer, scene: Mapping[str, Any]) -> set[str]:
    """The fighters and vehicles that a command names."""
    known = {*scene.get("fighters", {}), *(scene.get("vehicles") or {})}
    words: set[str] = set()
    for value in offer.command.args.values():
        words |= {str(item) for item in value} if isinstance(value, list) else {str(value)}
    return words & known


def label(action: Action, args: Mapping[str, Any], scene: Mapping[str, Any], t: Texts) -> Markup:
    """What stands on a command's button besides its verb: names of fighters, choices, options."""
    parts = _slot_words(action.slots, args, scene)
    for extra in action.extras:
        parts += _extra_words(extra, args, scene)
    return Markup(" ").join(parts) if parts else t("act.just", verb=action.verb)


def _extra_words(extra: Extra, args: Mapping[str, Any], scene: Mapping[str, Any]) -> list[Markup]:
    if isinstance(extra, Option) and extra.slots:
        inner = _slot_words(extra.slots, args, scene)
        return [Markup("<small>{}</small>").format(extra.words[0]), *inner] if inner else []
    if extra.name not in args:
        return []
    if isinstance(extra, Option):
        return [Markup("{}").format(extra.words[0])]
    if isinstance(extra, Times):
        return [Markup("×{}").format(args[extra.name])]
    return [Markup("{}").format(plain_words(str(args[extra.name])))]


def _slot_words(slots: Iterable[Slot], args: Mapping[str, Any], scene: Mapping[str, Any]) -> list[Markup]:
    found = []
    for slot in slots:
        if slot.name not in args:
            continue
        value = args[slot.name]
        if slot.reads is Reads.DIE:
            found.append(Markup("d{}").format(value))
        else:
            items = value if isinstance(value, list) else [value]
            found.append(Markup(", ").join(_word(str(item), slot, scene) for item in items))
    return found


def _word(item: str, slot: Slot, scene: Mapping[str, Any]) -> Markup:
    if slot.reads in (Reads.NAME, Reads.NAMES):
        called = call(item, scene)
        return bdi(called if called != item else plain_words(item))
    return Markup("{}").format(plain_words(item))


def put_odds(row: Row, odds: Mapping[str, Any] | None, shades: Mapping[str, int], *, is_hostile: bool) -> None:
    """Puts exact odds beside a row, in the shape of `Odds.to_json`."""
    if odds is None:
        return
    # What is refused needs no odds, and what is certain only where somebody is struck.
    row.may_ask = False
    if len(odds.get("outcomes", ())) < (1 if is_hostile else 2):
        return
    row.outcomes = len(odds["outcomes"])
    row.chances = chances(together(odds["outcomes"]), shades)


def shades_of(ruleset: Ruleset) -> dict[str, int]:
    """Which colour each label of a ruleset's Odds chapter has, by its first word: the same in every picture."""
    return {word: at % COLOURS for at, words in enumerate(ruleset.odds().labels) for word in words}


def together(outcomes: Mapping[str, float]) -> dict[str, float]:
    """Outcomes with the same first word ("win d6", "win d8") as one ("win"), the likeliest first."""
    words: dict[str, list[str]] = {}
    for name in outcomes:
        words.setdefault(name.partition(" ")[0], []).append(name)
    found = {
        word if len(names) > 1 else names[0]: sum(float(outcomes[name]) for name in names)
        for word, names in words.items()
    }
    return dict(sorted(found.items(), key=lambda one: -one[1]))


def chances(outcomes: Mapping[str, float], shades: Mapping[str, int]) -> list[Chance]:
    """Outcomes in the order in which they lie on a bar of 1,000: by colour, and the likeliest first within one."""
    found = []
    at = 0.0
    for name in sorted(outcomes, key=lambda one: (shade(one, shades), -outcomes[one])):
        chance, start = float(outcomes[name]), round(at * 1000)
        at += chance
        length = max(0, round(at * 1000) - start - GAP)
        places = 0 if 0.01 <= chance <= 0.99 else 1
        found.append(Chance(plain_words(name), percent(chance, places), start, length, shade(name, shades), chance))
    return found


def shade(label: str, shades: Mapping[str, int]) -> int:
    """The colour of a label; the last, which is grey, for one that its chapter does not list."""
    return shades.get(label.partition(" ")[0], COLOURS - 1)
