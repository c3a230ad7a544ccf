"""From a line of text to a command that can be taken: actor, verb, args, check. And the list of legal commands."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from fireteam.kernel.actions import ACTOR, GM, MOST_COMMAND, Action, Command
from fireteam.kernel.grammar import read_args, write_command
from fireteam.kernel.names import find, has_control_characters, short
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.ruleset import Ruleset
from fireteam.kernel.scene import Scene
from fireteam.kernel.visibility import GAME_MASTER, Viewer

TOO_LONG = Refusal(f"a command has at most {MOST_COMMAND} characters")


def visible_names(
    scene: Any, *, with_hidden: bool, group: str = "fighters", own: Container[str] = ()
) -> dict[str, tuple[str, ...]]:
    """Ids and names that a command may use: for a player's command the hidden ones do not exist, but for its own."""
    return {
        key: (one.name,)
        for key, one in getattr(scene, group).items()
        if with_hidden or not getattr(one, "hidden", False) or key in own
    }


def find_fighter(scene: Any, text: str, actor: str | None, what: str = "fighter") -> str | Refusal:
    """The fighter that an actor's command names; hidden ones do not exist for a player fighter."""
    if text in scene.fighters and (actor is None or text == actor or not scene.fighters[text].hidden):
        return text
    sees_all = actor is None or not scene.fighters[actor].is_player
    return find(text, visible_names(scene, with_hidden=sees_all, own=(str(actor),)), what)


def read_command(ruleset: Ruleset, scene: Scene, text: str, viewer: Viewer = GAME_MASTER) -> Command | Refusal:
    """The command that a line of text means, with its actor resolved; not yet checked."""
    parts = TOO_LONG if len(text) > MOST_COMMAND else _parts(text)
    if isinstance(parts, Refusal):
        return parts
    before, text, rest = parts
    actor: str | None = None
    if before is not None:
        found = _find_actor(scene, before, viewer)
        if isinstance(found, str):
            actor, text = found, rest
        elif before.split()[0].casefold() not in ruleset.actions().by_verb if before.split() else True:
            return found
    meant = _meant(ruleset, text, actor is not None)
    if isinstance(meant, Refusal):
        return meant
    action, words = meant
    args = read_args(action, words)
    if isinstance(args, Refusal):
        return args
    return addressed(ruleset, scene, Command(action.key, actor, args), viewer)


@lru_cache(maxsize=1024)  # people say the same things again and again
def _parts(text: str) -> tuple[str | None, str, str] | Refusal:
    """A line as it stands before its colon (None if it has none), whole, and behind the colon."""
    text = text.replace("\t", " ").strip()
    if unfit := _unfit(text):
        return unfit
    if not text:
        return Refusal("type a command; help lists them")
    before, colon, rest = text.partition(":")
    return (before if colon else None), text, rest.strip()


@lru_cache(maxsize=1024)
def _meant(ruleset: Ruleset, text: str, has_actor: bool) -> tuple[Action, str] | Refusal:
    """The action that a line without its actor means, and the words behind its verb."""
    if not text:
        return Refusal("name a verb after the colon; help lists them")
    verb, _, words = text.partition(" ")
    action = ruleset.actions().verb(verb, has_actor, bool(words.strip()))
    return action if isinstance(action, Refusal) else (action, words)


def _find_actor(scene: Scene, text: str, viewer: Viewer) -> str | Refusal:
    if text in scene.fighters and viewer.sees(scene, text):
        return text
    return find(text, visible_names(scene, with_hidden=viewer.is_gm, own=viewer.fighters))


def _unfit(text: str) -> Refusal | None:
    """Why a text cannot be a command, whatever it says: what a command leaves in a state must be read back."""
    if len(text) > MOST_COMMAND:
        return TOO_LONG
    return Refusal("control characters are not allowed in a command") if has_control_characters(text) else None


def addressed(ruleset: Ruleset, scene: Scene, command: Command, viewer: Viewer = GAME_MASTER) -> Command | Refusal:
    """The command with the actor it goes to, if this viewer may give it."""
    action = ruleset.actions().by_key.get(command.action)
    if action is None:
        return Refusal(f"unknown action: {short(command.action)}")
    if action.by is GM:
        if not viewer.is_gm:
            return Refusal("only the game master can do that")
        if command.actor is not None:
            return Refusal(f"{action.verb} takes no actor in front", action.clause, action.form())
        return command
    if command.actor is None and action.by is ACTOR:
        actor = ruleset.actor_for(scene, action)
        if isinstance(actor, Refusal):
            return actor
        if not viewer.sees(scene, actor):
            return Refusal("name the fighter who acts")
        command.actor = actor
    if command.actor is not None and not viewer.commands(command.actor):
        if command.actor not in scene.fighters or not viewer.sees(scene, command.actor):
            return Refusal(f"no fighter {short(command.actor)}")
        return Refusal(f"{command.actor} is not yours to command")
    return command


def command_from_json(ruleset: Ruleset, scene: Scene, plain: Any, viewer: Viewer = GAME_MASTER) -> Command | Refusal:
    """The command that a JSON object describes (`Command.to_json`), addressed like a typed one."""
    if not isinstance(plain, Mapping) or not isinstance(plain.get("action"), str):
        return Refusal('a command is an object with "action", "actor" and "args"')
    args = plain.get("args", {})
    actor = plain.get("actor")
    if not isinstance(args, dict) or not (actor is None or actor in scene.fighters):
        return Refusal("args must be an object and actor the id of a fighter")
    action = ruleset.actions().by_key.get(plain["action"])
    if action is None:
        return Refusal(f"unknown action: {short(plain['action'])}")
    # Written out and read again, so that data from a client passes the same reader as typed words.
    line = write_command(action, Command(action.key, None, {key: _words(value) for key, value in args.items()}))
    words = line.removeprefix(action.verb)
    if unfit := _unfit(words):
        return unfit
    read = read_args(action, words)
    if isinstance(read, Refusal):
        return read
    return addressed(ruleset, scene, Command(action.key, actor, read), viewer)


def _words(value: Any) -> Any:
    return [str(item) for item in value] if isinstance(value, list) else value if isinstance(value, int) else str(value)


@dataclass(slots=True, frozen=True)
class Offer:
    """A legal command: the line that gives it, the command, and its action."""

    text: str
    command: Command
    action: Action


def legal(ruleset: Ruleset, scene: Scene, actor: str) -> Iterator[Offer]:
    """Every command that the rules let this fighter give now, in the order of the declarations."""
    for action in ruleset.actions():
        if action.by is GM:
            continue
        for args in action.offers(scene, actor):
            command = Command(action.key, actor, args)
            if action.check(scene, command) is None:
                yield Offer(write_command(action, command), command, action)


def legal_for(ruleset: Ruleset, scene: Scene, viewer: Viewer) -> list[Offer]:
    """What a seat may do now: the legal commands of all fighters it commands, in listing order."""
    found: list[Offer] = []
    for id in scene.fighters:
        if viewer.commands(id):
            found += legal(ruleset, scene, id)
    return found


def legal_for_gm(ruleset: Ruleset, scene: Scene) -> list[Offer]:
    """The game master's own verbs that need nothing else said and are legal now."""
    found = []
    for action in ruleset.actions():
        if action.by is GM:
            for args in action.offers(scene, ""):
                command = Command(action.key, None, args)
                if action.check(scene, command) is None:
                    found.append(Offer(write_command(action, command), command, action))
    return found


def completions(ruleset: Ruleset, scene: Scene, typed: str, viewer: Viewer = GAME_MASTER) -> list[str]:
    """Words that can stand next: whole lines that go on from what is typed, verbs, and names."""
    last = typed.rpartition(" ")[2]
    start = typed[: len(typed) - len(last)]
    found: dict[str, None] = {}
    actions = ruleset.actions()
    if not start or start.rstrip().endswith(":"):
        for action in actions:
            if viewer.is_gm or action.by is not GM:
                found[action.verb] = None
        if not start:
            for id in scene.fighters:
                if viewer.commands(id):
                    found[f"{id}:"] = None
    else:
        for offer in legal_for(ruleset, scene, viewer):
            for line in (offer.text, offer.text.partition(": ")[2]):
                if line.startswith(start) and len(line) > len(start):
                    found[line[len(start) :].partition(" ")[0]] = None
        for id in visible_names(scene, with_hidden=viewer.is_gm, own=viewer.fighters):
            found[id] = None
    folded = last.casefold()
    return [word for word in found if word.casefold().startswith(folded) and word != last]
