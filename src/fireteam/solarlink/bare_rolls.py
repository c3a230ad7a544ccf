"""SL-11.5 and SL-2.9: rolls for anything the book has no verb for."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from fireteam.kernel.actions import Action, By, Command, Reads, Slot
from fireteam.kernel.dice import Faces
from fireteam.kernel.events import Id
from fireteam.kernel.expressions import Dice, names_dice, read_dice
from fireteam.kernel.names import nearest, short
from fireteam.kernel.refusals import Refusal
from fireteam.solarlink import content
from fireteam.solarlink.action_points import stirred
from fireteam.solarlink.content import ATTRIBUTES, keyed
from fireteam.solarlink.events.body import Rolled
from fireteam.solarlink.events.turns import Acted, Said
from fireteam.solarlink.rolls import DIZZY, TWO_D10, attribute, check, faces_of, trade_modifier
from fireteam.solarlink.state import SolarFighter, SolarRun, SolarScene
from fireteam.solarlink.verb import Args, Verb

MOST_SIDES = 100
MOST_MODIFIER = 1000
MOST_ACT = 1200
"""The largest cost of an unlisted action: 600 AP, in halves."""

PLAIN_FORM = "3d6+1"
ROLL_FORM = "[3d6+1 or [ATTRIBUTE or TRADE [ATTRIBUTE]] [+N] [vs D] [blind]]"
ACT_FORM = "[NAME [ATTRIBUTE] DIFFICULTY [blind]] [words]"

_SIGNED = re.compile(r"[+-]\d{1,4}$", re.ASCII)
_NUMBER = re.compile(r"-?\d{1,4}$", re.ASCII)
_AP = re.compile(r"\d{1,4}(\.\d{1,4})?$", re.ASCII)


@dataclass(slots=True)
class Asked:
    """A roll as somebody asked for it: an attribute or a Trade, what is added, against what, and whether blind."""

    name: str = ""
    attribute: int | None = None
    is_trade: bool = False
    modifier: int = 0
    difficulty: int | None = None
    is_blind: bool = False


def attribute_named(word: str) -> int | None:
    """The attribute that a word names."""
    key = keyed(word)
    return ATTRIBUTES.index(key) if key in ATTRIBUTES else None


def known_trade(fighter: SolarFighter | None, word: str) -> str | None:
    """The Trade of the book or of the sheet that a word names."""
    key = keyed(word)
    if key in content.trades() or (fighter is not None and key in fighter.trades):
        return key
    return None


def read_roll(fighter: SolarFighter | None, words: Sequence[str]) -> Asked | Refusal:
    """SL-11.5 Bare roll. `[ATTRIBUTE or TRADE [ATTRIBUTE]] [+N] [vs D] [blind]`."""
    asked = Asked()
    left = list(words)
    if left and not _SIGNED.match(left[0]) and left[0].casefold() not in ("vs", "blind"):
        refusal = _read_name(asked, left)
        if refusal is not None:
            return refusal
    while left:
        word = left.pop(0).casefold()
        if _SIGNED.match(word):
            asked.modifier += int(word)
        elif word == "vs" and left and _NUMBER.match(left[0]):
            asked.difficulty = int(left.pop(0))
        elif word == "blind":
            asked.is_blind = True
        else:
            form = "roll [ATTRIBUTE or TRADE [ATTRIBUTE]] [+N] [vs D] [blind]"
            return Refusal(f'"{word[:40]}" does not fit here', "SL-11.5", form)
    if abs(asked.modifier) > MOST_MODIFIER:
        return Refusal(f"a modifier from -{MOST_MODIFIER} to {MOST_MODIFIER}", "SL-11.5")
    return asked


def _read_name(asked: Asked, left: list[str]) -> Refusal | None:
    word = left.pop(0)
    if left and keyed(f"{word} {left[0]}") in content.trades():
        word = f"{word} {left.pop(0)}"
    which = attribute_named(word)
    asked.name = keyed(word)[:60]
    if which is not None:
        asked.attribute = which
        return None
    asked.is_trade = True
    if left and attribute_named(left[0]) is not None:
        asked.attribute = attribute_named(left.pop(0))
    elif asked.name not in content.trades():
        close = nearest(asked.name, [*ATTRIBUTES, *content.trades()])
        hint = f"; did you mean {close}?" if close else ""
        return Refusal(f"name an attribute for {short(word)}{hint}", "SL-11.5", f"roll {ROLL_FORM}")
    return None


def modifier_of(scene: SolarScene, fighter: SolarFighter, asked: Asked) -> int:
    """SL-11.3 Trade Roll. What applies to this fighter; a blind roll needs no sight (SL-5.1)."""
    if asked.is_trade:
        found = trade_modifier(scene, fighter, asked.name, asked.attribute)
        return found - DIZZY if asked.is_blind and fighter.dizzy else found
    return 0 if asked.attribute is None else attribute(fighter, asked.attribute)


def _roller(scene: SolarScene, command: Command) -> SolarFighter | None:
    id = command.actor or scene.acting
    return None if id is None else scene.fighters[id]


def _check_roll(scene: SolarScene, command: Command) -> Refusal | None:
    words = str(command.args.get("what", ""))
    if names_dice(words):
        plain = read_dice(words, "SL-11.5", PLAIN_FORM, MOST_SIDES)
        return plain if isinstance(plain, Refusal) else None
    asked = read_roll(_roller(scene, command), words.split())
    if isinstance(asked, Refusal):
        return asked
    if asked.name and _roller(scene, command) is None:
        return Refusal("name who acts", "SL-19.1")
    return None


def _roll(run: SolarRun, command: Command) -> None:
    """SL-11.5 Bare roll. Rolls with what applies to the fighter and changes nothing."""
    words = str(command.args.get("what", ""))
    fighter = _roller(run.scene, command)
    if names_dice(words):
        plain = read_dice(words, "SL-11.5", PLAIN_FORM, MOST_SIDES)
        if isinstance(plain, Refusal):
            raise ValueError(str(plain))
        roll_plain(run, fighter.id if command.actor is not None and fighter is not None else None, plain)
        return
    asked = read_roll(fighter, words.split())
    if isinstance(asked, Refusal):
        raise ValueError(str(asked))
    modifier = asked.modifier + (modifier_of(run.scene, fighter, asked) if fighter is not None else 0)
    if asked.difficulty is None:
        run.passed("resolved")
    total = run.roll(TWO_D10) + modifier
    if run.logs:
        success = None if asked.difficulty is None else total >= asked.difficulty
        run.happened(
            Rolled(
                None if fighter is None else fighter.id,
                asked.name or "bare",
                faces_of(run, TWO_D10),
                total,
                modifier,
                asked.difficulty,
                success,
                rule="SL-11.5",
            )
        )


def roll_plain(run: SolarRun, who: Id | None, plain: Dice) -> None:
    """SL-11.5 Bare roll. Plain dice."""
    run.passed("resolved")
    reading = Faces(plain.sizes)
    faces: tuple[int, ...] = run.roll(reading)
    total = sum(faces) + plain.added
    if run.logs:
        run.happened(Rolled(who, "bare", faces_of(run, reading), total, plain.added, rule="SL-11.5"))


def _check_say(scene: SolarScene, command: Command) -> Refusal | None:
    return None if command.args.get("text") else Refusal("needs words to say", "SL-19.1", "say TEXT")


def _say(run: SolarRun, command: Command) -> None:
    """SL-19.1 Verbs. Talk, at any time, at no cost."""
    fighter = None if command.actor is None else run.scene.fighters[command.actor]
    run.happened(Said(None if fighter is None else fighter.id, command.args["text"]))


ROLL = Action(
    key="roll",
    verb="roll",
    clause="SL-11.5",
    summary="A bare roll, which changes no fighter.",
    by=By.ANYONE,
    slots=(Slot("what", Reads.TEXT, is_optional=True, shown=ROLL_FORM),),
    check=_check_roll,
    resolve=_roll,
)

SAY = Action(
    key="say",
    verb="say",
    clause="SL-19.1",
    summary="Says something.",
    by=By.ANYONE,
    slots=(Slot("text", Reads.TEXT),),
    check=_check_say,
    resolve=_say,
)


@dataclass(slots=True)
class Unlisted:
    """An unlisted action as read: its cost in halves, the roll if it has one, and the words."""

    ap: int
    asked: Asked | None
    text: str


def read_act(fighter: SolarFighter, args: Args) -> Unlisted | Refusal:
    """SL-2.9 Unlisted actions. `act AP [NAME [ATTRIBUTE] DIFFICULTY [blind]] [words]`; any other word begins these."""
    typed = str(args.get("ap", ""))
    halves = float(typed) * 2 if _AP.match(typed) else -1
    if halves != int(halves) or not 0 <= halves <= MOST_ACT:
        return Refusal("AP in half points", "SL-2.9", "act AP [NAME [ATTRIBUTE] DIFFICULTY [blind]] [words]")
    text = str(args.get("what", ""))
    words = text.split()
    found = Unlisted(int(halves), None, text)
    if not words:
        return found
    name, at = words[0], 1
    if len(words) > 1 and known_trade(fighter, f"{name} {words[1]}") is not None:
        name, at = f"{name} {words[1]}", 2
    trade = None if attribute_named(name) is not None else known_trade(fighter, name)
    if attribute_named(name) is None and trade is None:
        return found
    named = attribute_named(name)
    if trade is not None and at < len(words) and attribute_named(words[at]) is not None:
        named = attribute_named(words[at])
        at += 1
    if at >= len(words) or not _NUMBER.match(words[at]):
        return found
    if trade is not None and named is None and trade not in content.trades():
        return Refusal(f"name an attribute for {trade}", "SL-2.9")
    asked = Asked(keyed(name), named, trade is not None, 0, int(words[at]))
    at += 1
    if at < len(words) and words[at].casefold() == "blind":
        asked.is_blind = True
        at += 1
    return Unlisted(int(halves), asked, " ".join(words[at:]))


def _refuse_act(scene: SolarScene, fighter: SolarFighter, args: Args) -> Refusal | None:
    found = read_act(fighter, args)
    return found if isinstance(found, Refusal) else None


def _cost_of_act(scene: SolarScene, fighter: SolarFighter, args: Args) -> int:
    found = read_act(fighter, args)
    return 0 if isinstance(found, Refusal) else found.ap


def _act(run: SolarRun, fighter: SolarFighter, args: Args) -> None:
    """SL-2.9 Unlisted actions. Trivial without a difficulty; with one the Attribute or Trade Roll is made."""
    found = read_act(fighter, args)
    if isinstance(found, Refusal):
        raise ValueError(str(found))
    run.happened(Acted(fighter.id, found.ap, found.text, stirred(run.scene, fighter)))
    asked = found.asked
    if asked is not None and asked.difficulty is not None:
        check(run, fighter, asked.name, modifier_of(run.scene, fighter, asked), asked.difficulty, "SL-2.9")


ACT = Verb(
    verb="act",
    clause="SL-2.9",
    summary="Pays for anything without a verb, with a roll where it has a difficulty.",
    refuse=_refuse_act,
    cost=_cost_of_act,
    shown_cost="as said",
    effect=_act,
    in_calm=True,
    has_odds=True,
    slots=(Slot("ap", Reads.WORD), Slot("what", Reads.TEXT, is_optional=True, shown=ACT_FORM)),
    offers=lambda scene, fighter: (),
)
