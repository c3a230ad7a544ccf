"""What every game master can do by hand: set a value, hide and reveal, note. Shared by the rulesets' verbs."""

from __future__ import annotations

from typing import Any

from fireteam.kernel.actions import Action, By, Command, Reads, Slot
from fireteam.kernel.commands import find_fighter
from fireteam.kernel.events import Hidden, Id, Noted, Revealed, SetByHand
from fireteam.kernel.kinds import Fault, Map
from fireteam.kernel.paths import place_of
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.ruleset import find_ruleset
from fireteam.kernel.run import Run
from fireteam.kernel.scene import duplicate


def set_refusal(scene: Any, path: str, words: str) -> Refusal | Any:
    """Why a value cannot be set, or the plain value that will stand. Tries it on a copy of the scene."""
    ruleset = find_ruleset(scene.ruleset)
    trial = duplicate(scene)
    place = place_of(ruleset, trial, path)
    if isinstance(place, Refusal):
        return place
    plain = place.kind.from_text(words)
    if isinstance(place.holder_kind, Map):
        named: list[Fault] = []
        if not place.holder_kind.check_name(place.last, path, named):
            return Refusal(named[0].reason)
    faults: list[Fault] = []
    typed = place.kind.read(plain, path, faults)
    if not faults:
        place.put(typed)
        ruleset.mend(trial, path)
        faults = ruleset.faults(trial)
        stands = place.value()
        if typed.__class__ is int and stands.__class__ is int and stands != typed:
            plain = place.kind.write(stands)  # cut to what the rules allow: the log says what now stands
    if faults:
        return Refusal(faults[0].reason if faults[0].path == path else str(faults[0]))
    return _Plain(plain)


class _Plain:
    """A plain value that passed, wrapped so that it is never taken for a refusal."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value


def set_action(clause: str) -> Action:
    """`set PATH VALUE`: overrides one value by hand. Lists: words separated by commas; `null` takes a value out."""

    def check(scene: Any, command: Command) -> Refusal | None:
        path, words = command.args.get("path"), command.args.get("value")
        if path is None or words is None:
            return Refusal("needs a path and a value", clause, "set PATH VALUE")
        found = set_refusal(scene, path, words)
        return Refusal(found.reason, clause) if isinstance(found, Refusal) else None

    def resolve(run: Run[Any], command: Command) -> None:
        path = command.args["path"]
        found = set_refusal(run.scene, path, command.args["value"])
        place = place_of(find_ruleset(run.scene.ruleset), run.scene, path)
        if isinstance(found, Refusal) or isinstance(place, Refusal):
            raise ValueError(str(found))
        old = place.value()
        run.happened(SetByHand(path, None if old is None else place.kind.write(old), found.value, clause))

    return Action(
        key="set",
        verb="set",
        clause=clause,
        summary="Overrides one value by hand.",
        by=By.GM,
        slots=(Slot("path", Reads.WORD), Slot("value", Reads.TEXT)),
        check=check,
        resolve=resolve,
    )


def _sight_action(verb: str, summary: str, clause: str, fact: type[Hidden | Revealed]) -> Action:
    """A verb that changes whether players see a fighter, to what it is not yet."""

    def check(scene: Any, command: Command) -> Refusal | None:
        found = find_fighter(scene, command.args.get("target", ""), None)
        if isinstance(found, Refusal):
            return found
        command.args["target"] = found
        is_hidden = scene.fighters[found].hidden
        if is_hidden == (fact is Hidden):
            return Refusal(f"{found} is {'already hidden' if is_hidden else 'not hidden'}", clause)
        return None

    def resolve(run: Run[Any], command: Command) -> None:
        run.happened(fact(Id(command.args["target"]), clause))

    return Action(
        key=f"{verb}_fighter",
        verb=verb,
        clause=clause,
        summary=summary,
        by=By.GM,
        slots=(Slot("target"),),
        check=check,
        resolve=resolve,
    )


def hide_action(clause: str) -> Action:
    """`hide ID`: players no longer see a fighter."""
    return _sight_action("hide", "Takes a fighter out of the players' sight.", clause, Hidden)


def reveal_action(clause: str) -> Action:
    """`reveal ID`: players see a fighter again."""
    return _sight_action("reveal", "Shows a hidden fighter to the players.", clause, Revealed)


def undo_action(clause: str) -> Action:
    """`undo`: the last command and all its consequences are taken back. The fight keeps what is needed for it."""

    def resolve(run: Run[Any], command: Command) -> None:
        raise ValueError("undo is done by the fight, which knows what came before")

    return Action(
        key="undo",
        verb="undo",
        clause=clause,
        summary="Takes back the last command with all its consequences.",
        by=By.GM,
        resolve=resolve,
    )


def note_action(clause: str) -> Action:
    """`note TEXT`: words for the record."""

    def check(scene: Any, command: Command) -> Refusal | None:
        return None if command.args.get("text") else Refusal("needs words to note", clause, "note TEXT")

    def resolve(run: Run[Any], command: Command) -> None:
        who = command.actor
        run.happened(Noted(None if who is None else Id(who), command.args["text"], clause))

    return Action(
        key="note",
        verb="note",
        clause=clause,
        summary="Records words, without effect.",
        by=By.ANYONE,
        slots=(Slot("text", Reads.TEXT),),
        check=check,
        resolve=resolve,
    )
