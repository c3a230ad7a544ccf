"""From a journal back to a fight, and the check that it tells the truth."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from fireteam.kernel.decisions import BadAnswer, Question, ScriptedAnswers, Undecided
from fireteam.kernel.dice import GENERATOR, DiceFault, Reading, Scripted, Seeded
from fireteam.kernel.events import decode, encode
from fireteam.kernel.fight import Entry, Fight
from fireteam.kernel.grammar import write_command
from fireteam.kernel.ruleset import NoRuleset, Ruleset, find_ruleset
from fireteam.kernel.scene import Scene
from fireteam.kernel.scenefile import SceneFaults, read_scene, write_scene
from fireteam.kernel.visibility import Role, Secrecy, Viewer
from fireteam.table.journal import JournalFault, Story, commitment, now
from fireteam.table.shelf import Journal

T = TypeVar("T")

TABLE_KINDS = frozenset({"left", "seat", "settings", "autopilot", "said", "noted", "revealed"})
"""Lines that tell of the table and change nothing in the fight (`table.records`)."""


def head(ruleset: Ruleset, scene: Scene, seed: str, version: str, name: str) -> dict[str, Any]:
    """The first line of a fight's journal."""
    return {
        "fireteam": version,
        "generator": GENERATOR,
        "ruleset": ruleset.id,
        "name": name,
        "seed": seed,
        "commitment": commitment(GENERATOR, seed),
        "scene": write_scene(ruleset, scene),
    }


def keep(journal: Journal, fight: Fight) -> None:
    """From now on every command that the fight takes is in the journal before anybody hears of it."""

    def on_entry(entry: Entry) -> None:
        journal.append("entry", **write_entry(entry), **_stands(fight))

    fight.on_entry = on_entry


def write_entry(entry: Entry) -> dict[str, Any]:
    """A command that was taken, as it stands in a journal."""
    return {
        "at": now(),
        "line": entry.line,
        "by": entry.by.written,
        "faces": entry.faces,
        "answers": entry.answers,
        "events": [encode(one) for one in entry.events],
        **({} if entry.secrecy is Secrecy.OPEN else {"secrecy": str(entry.secrecy)}),
    }


def keep_question(journal: Journal, fight: Fight) -> None:
    """Writes down the command that waits for an answer."""
    pending = fight.pending
    if pending is None:
        return
    line = write_command(fight.ruleset.actions().by_key[pending.command.action], pending.command)
    question = pending.question
    journal.append(
        "asked",
        at=now(),
        line=line,
        by=pending.by.written,
        faces=pending.faces,
        answers=pending.answers,
        question=write_question(question),
        **_stands(fight),
    )


def write_question(question: Question) -> dict[str, Any]:
    """A question as records and clients have it."""
    return {
        "key": question.key,
        "who": question.who,
        "asked": question.asked,
        "answers": list(question.answers),
        "default": question.default,
        "rule": question.rule,
        "facts": dict(question.facts),
    }


def keep_standing(journal: Journal, who: str, key: str, answer: str | None) -> None:
    """Writes down an answer given once and for all; None forgets it."""
    journal.append("standing", at=now(), who=who, key=key, answer=answer)


def keep_left(journal: Journal, fight: Fight) -> None:
    """Writes down that whoever played left in good order."""
    journal.append("left", at=now(), **_stands(fight))


def _stands(fight: Fight) -> dict[str, Any]:
    """Where the fight stands, for lists; and how far its seed has been drawn, to go on from there."""
    dice = fight.dice
    return {
        "drawn": dice.drawn if isinstance(dice, Seeded) else None,
        "stands": {"phase": str(fight.scene.phase), "round": fight.scene.round},
    }


def read_viewer(plain: Any) -> Viewer:
    """Who gave a command. Raises `KeyError`, `TypeError` or `ValueError` if that cannot be read."""
    return Viewer(Role(plain["role"]), frozenset(plain["fighters"]))


@dataclass(slots=True)
class Restored:
    """A fight as a journal leaves it: the fight, the standing answers, and the command that waits, if one does."""

    fight: Fight
    standing: dict[tuple[str, str], str] = field(default_factory=dict)
    waiting: dict[str, Any] | None = None


def restore(story: Story) -> Restored:
    """The fight that a journal tells of, from its first scene and its events. Raises `JournalFault`."""
    fight = first_fight(story)
    found = Restored(fight)
    kinds = {kind.type: kind for kind in fight.ruleset.events()}  # type: ignore[attr-defined]
    drawn = 0
    for number, line in enumerate(story.lines[1:], start=2):
        try:
            drawn = line.get("drawn", drawn) or 0
            if line["kind"] == "entry":
                _apply(fight, line, kinds)
                found.waiting = None
            elif line["kind"] == "asked":
                found.waiting = line
            elif line["kind"] == "standing":
                _stand(found.standing, line)
            elif line["kind"] not in TABLE_KINDS:
                raise JournalFault(number, f'is of a kind that this version does not know: "{line["kind"]}"')
        except (KeyError, ValueError, TypeError, AttributeError, IndexError) as error:
            raise JournalFault(number, f"does not fit what came before it: {error}") from None
    fight.dice = Seeded(story.head["seed"], drawn)
    return found


def first_fight(story: Story) -> Fight:
    """The fight before its first command."""
    try:
        ruleset = find_ruleset(story.head["ruleset"])
        _, scene = read_scene(story.head["scene"], ruleset)
    except NoRuleset as missing:
        raise JournalFault(1, f"names a game that is not installed: {missing}") from None
    except SceneFaults as faults:
        raise JournalFault(1, f"holds a scene that this version refuses: {faults.faults[0]}") from None
    if story.head["generator"] != GENERATOR:
        raise JournalFault(1, f"needs the generator {story.head['generator']}; this version has {GENERATOR}")
    return Fight(ruleset, scene, Seeded(story.head["seed"]))


def _apply(fight: Fight, line: dict[str, Any], kinds: dict[str, type]) -> None:
    """Takes one entry over as it was written: its events are the only change."""
    if not (isinstance(line["line"], str) and _all_are(line["faces"], int) and _all_are(line["answers"], str)):
        raise ValueError("a line is text, faces are whole numbers and answers words")
    events = [decode(written, kinds) for written in line["events"]]
    secrecy = Secrecy(line.get("secrecy", Secrecy.OPEN))
    fight.restore(line["line"], read_viewer(line["by"]), line["faces"], line["answers"], events, secrecy)


def _all_are(items: Any, kind: type) -> bool:
    return isinstance(items, list) and all(isinstance(item, kind) for item in items)


def _stand(standing: dict[tuple[str, str], str], line: dict[str, Any]) -> None:
    key = (line["who"], line["key"])
    if line["answer"] is None:
        standing.pop(key, None)
    else:
        standing[key] = line["answer"]


class _Audited:
    """The recorded faces, compared with those that the seed gives at this place."""

    def __init__(self, faces: Sequence[int], seeded: Seeded | None) -> None:
        self.script = Scripted(faces)
        self.seeded = seeded

    def answer(self, reading: Reading[T]) -> tuple[T, list[int]]:
        value, faces = self.script.answer(reading)
        if self.seeded is not None:
            drawn = self.seeded.faces(reading.sizes)
            if drawn != faces:
                raise DiceFault(f"the seed gives {_faces(drawn)}, the journal says {_faces(faces)}")
        return value, faces


def _faces(faces: Sequence[int]) -> str:
    return " ".join(map(str, faces))


class _NoMore:
    """Nobody answers beyond what was recorded."""

    def decide(self, question: Question, scene: Any) -> str:
        raise Undecided(question)


def verify(story: Story) -> int:
    """Runs every rule again on the recorded dice and answers; the number of commands that came out the same.

    Raises `JournalFault` at the first line that the seed, the rules or the scene contradict.
    """
    if story.torn:
        raise JournalFault(len(story.lines) + 1, "is cut off")
    fight = first_fight(story)
    if story.head.get("commitment") != commitment(GENERATOR, story.head["seed"]):
        raise JournalFault(1, "was edited: the seed does not fit the commitment")
    drawn = count = asked = 0
    waiting: dict[str, Any] | None = None
    for number, line in enumerate(story.lines[1:], start=2):
        if waiting is not None and line["kind"] in ("asked", "entry"):
            _verify_led_on(waiting, asked, line)
        if line["kind"] == "asked":
            waiting, asked = line, number
        elif line["kind"] == "entry":
            _verify_entry(fight, story.head["seed"], drawn, number, line, waiting)
            waiting, drawn = None, line.get("drawn") or 0
            count += 1
    if waiting is not None:
        _verify_waiting(fight, story.head["seed"], drawn, asked, waiting)
    return count


def _verify_led_on(waiting: dict[str, Any], number: int, line: dict[str, Any]) -> None:
    """A command goes on from its question with the dice and answers it had, or is withdrawn with them."""
    if line.get("line") in (waiting.get("line"), "undo"):
        for key, what in (("faces", "dice"), ("answers", "answers")):
            before, after = waiting.get(key), line.get(key)
            if isinstance(before, list) and isinstance(after, list) and after[: len(before)] == before:
                continue
            raise JournalFault(number, f"has {what} that do not fit: its command goes on with {after}, not {before}")


def _verify_waiting(fight: Fight, seed: str, drawn: int, number: int, line: dict[str, Any]) -> None:
    """Runs the command again that still waits for an answer: the same question, by the same dice."""
    try:
        audited = _Audited(line["faces"], None if line.get("drawn") is None else Seeded(seed, drawn))
        fight.dice, fight.decider = audited, ScriptedAnswers(line["answers"], _NoMore())
        question = fight.go_on(line["line"], read_viewer(line["by"]), [], []).question
        audited.script.finish()
        is_same = question is not None and question.key == line["question"]["key"]
    except (DiceFault, BadAnswer) as fault:
        raise JournalFault(number, f"does not fit: {fault}") from None
    except (KeyError, ValueError, TypeError, AttributeError) as error:
        raise JournalFault(number, f"is not a question of a journal: {error}") from None
    if not is_same:
        raise JournalFault(number, "asks what the rules do not ask here")


def _verify_entry(
    fight: Fight, seed: str, drawn: int, number: int, line: dict[str, Any], waiting: dict[str, Any] | None
) -> None:
    """Runs one command again; `drawn` is the place in the seed before it, `waiting` the question it withdrew."""
    told = line.get("events")
    try:
        audited = _Audited(line["faces"], None if line.get("drawn") is None else Seeded(seed, drawn))
        answers = ScriptedAnswers(line["answers"], _NoMore())
        fight.dice, fight.decider = audited, answers
        by, secrecy = read_viewer(line["by"]), Secrecy(line.get("secrecy", Secrecy.OPEN))
        if line["line"] == "undo" and waiting is not None:
            fight.go_on(waiting["line"], read_viewer(waiting["by"]), [], [], secrecy)
        outcome = fight.go_on(line["line"], by, [], [], secrecy)
        if outcome.is_done:
            audited.script.finish()
    except DiceFault as fault:
        raise JournalFault(number, f"has dice that do not fit: {fault}") from None
    except BadAnswer as fault:
        raise JournalFault(number, f"has an answer that does not fit: {fault}") from None
    except (KeyError, ValueError, TypeError, AttributeError) as error:
        raise JournalFault(number, f"is not an entry of a journal: {error}") from None
    if outcome.refusal is not None:
        raise JournalFault(number, f"is refused by the rules: {outcome.refusal}")
    if outcome.question is not None:
        raise JournalFault(number, f"lacks an answer to {outcome.question.key}")
    if answers.left:
        raise JournalFault(number, f"has an answer that nothing asked for: {answers.left[0]}")
    if audited.seeded is not None and audited.seeded.drawn != line["drawn"]:
        raise JournalFault(number, "says another place in the seed than its dice lead to")
    again = json.loads(json.dumps([encode(one) for one in outcome.events]))
    if again != told:
        raise JournalFault(number, _difference(told if isinstance(told, list) else [], again))


def _difference(told: list[Any], again: list[dict[str, Any]]) -> str:
    """The first event that came out otherwise, in words."""
    for at, one in enumerate(again, start=1):
        if at > len(told):
            return f"lacks an event that the rules give: {one['type']}"
        if told[at - 1] != one:
            wrong = told[at - 1] if isinstance(told[at - 1], dict) else {}
            for key in (*one, *wrong):
                if one.get(key) != wrong.get(key):
                    return (
                        f"says {key} {wrong.get(key)!r} in event {at} ({one['type']}); the rules give {one.get(key)!r}"
                    )
    return "tells of more events than the rules give"
