"""CC-19.1 Reading a command: the words that follow verbs, and the checks in the book's order."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from fireteam.cybercore.active_stats import STEPS
from fireteam.cybercore.content import ATTRIBUTES
from fireteam.cybercore.sheet import CyberFighter, Status
from fireteam.cybercore.state import CyberScene
from fireteam.cybercore.tension_and_luck import MOST_DICE
from fireteam.kernel.actions import Command, Extra, Option, Reads, Slot
from fireteam.kernel.commands import find_fighter
from fireteam.kernel.events import Id, Noted
from fireteam.kernel.names import find
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.run import Run
from fireteam.kernel.scene import COMBAT

MOST_TL = 999
MOST_WORDS = 999

TARGET = Slot("target")
VS = Option(
    "vs",
    ("vs",),
    (
        Slot("tl", Reads.NUMBER, is_optional=True, least=-MOST_TL, most=MOST_TL),
        Slot("step", Reads.CHOICE, tuple(STEPS), is_optional=True),
    ),
)
"""CC-1.10 TL. `vs N` or `vs` a step relative to the Mission TL."""
LUCK = Option("luck", ("luck",), (Slot("luck", Reads.NUMBER, least=-MOST_WORDS, most=MOST_WORDS),))
PUSH = Option("push", ("push",), (Slot("push", Reads.NUMBER, least=-MOST_WORDS, most=MOST_WORDS),))
LEAN = Option("lean", ("lean",), (Slot("lean", Reads.CHOICE, ATTRIBUTES),))
BURN = Option("burn", ("burn",), (Slot("burn", Reads.CHOICE, ATTRIBUTES),))
ON_GRIND = Option(
    "on_grind",
    ("on",),
    (
        Slot("grind", Reads.CHOICE, ("grind",)),
        Slot("grind_points", Reads.NUMBER, is_optional=True, least=1, most=MOST_DICE),
    ),
)
"""CC-6.5 Burn: pay Energy."""
WITH = Option("with", ("with",), (Slot("weapon"),))
BECAUSE = Option("because", ("because",), (Slot("because", Reads.TEXT),))
"""CC-28.1 Recorded only."""
ROLL_WORDS: tuple[Extra, ...] = (LUCK, PUSH, LEAN, BURN)

Rule = Callable[[Run[CyberScene], CyberFighter, dict[str, Any]], None]


def actor_of(scene: CyberScene, command: Command) -> CyberFighter:
    """The fighter who acts, known to be there."""
    return scene.fighters[str(command.actor)]


def target_of(scene: CyberScene, command: Command) -> CyberFighter:
    """The fighter that a checked command names."""
    return scene.fighters[command.args["target"]]


def by_actor(rule: Rule) -> Callable[[Run[CyberScene], Command], None]:
    """A resolve function for a rule about an actor and the words of its command; CC-28.1: words are recorded."""

    def resolve(run: Run[CyberScene], command: Command) -> None:
        rule(run, run.scene.fighters[str(command.actor)], command.args)
        if "because" in command.args:
            record(run, command)

    return resolve


def record(run: Run[CyberScene], command: Command) -> None:
    """CC-28.1 Recorded only. Words after `because`, without effect."""
    text = command.args.get("because")
    if text and run.logs:
        who = command.actor or command.args.get("target")
        run.happened(Noted(Id(who) if isinstance(who, str) else None, text, "CC-28.1"))


def refuse_turn(scene: CyberScene, one: CyberFighter, *, in_calm: bool) -> Refusal | None:
    """CC-19.1 Reading a command. Phase, whose turn, the actor stands. `in_calm`: it also works outside a fight."""
    if scene.phase is COMBAT:
        if scene.acting != one.id:
            acting = scene.fighters.get(scene.acting or "")
            if acting is None or (acting.hidden and one.side != acting.side):
                return Refusal(f"it is not {one.id}'s turn", "CC-19.1")
            return Refusal(f"it is {acting.id}'s turn", "CC-19.1")
    elif not in_calm:
        return Refusal("no fight: start one first", "CC-19.1")
    return None if one.status is Status.UP else refuse_fallen(one)


def refuse_fallen(one: CyberFighter, *, may_be_down: bool = False) -> Refusal | None:
    """CC-19.1 Reading a command. The actor must stand; some verbs a DOWN fighter may give too."""
    if one.status is Status.UP or (may_be_down and one.status is Status.DOWN):
        return None
    if one.status is Status.DOWN:
        return Refusal(f"{one.id} is down", "CC-19.1")
    return Refusal(f"{one.id} is out of the fight", "CC-19.1")


def may_name(one: CyberFighter, other: CyberFighter) -> bool:
    """CC-13.16 Ambush. Other sides cannot name a hidden fighter; nor do players know of the game master's."""
    return not other.hidden or (other.side == one.side and (other.is_player or not one.is_player))


def name_target(
    scene: CyberScene, command: Command, slot: str = "target", *, must_be_here: bool = True
) -> Refusal | None:
    """CC-19.1 Reading a command. Puts the id of the fighter that a slot names into the command; it must be here."""
    text = command.args.get(slot)
    if text is None:
        return Refusal("needs the name of a fighter", "CC-19.1")
    fighters = scene.fighters
    if command.actor is None:
        found = find_fighter(scene, text, None)
    else:
        one = fighters[command.actor]
        other = fighters.get(text)
        if other is not None and may_name(one, other):
            found = text
        else:
            known = {id: (other.name,) for id, other in fighters.items() if may_name(one, other)}
            found = find(text, known, "fighter")
    if isinstance(found, Refusal):
        return found
    command.args[slot] = found
    if must_be_here and not fighters[found].is_here:
        return Refusal(f"{found} is out of the fight", "CC-19.1")
    return None


def refuse_friend(one: CyberFighter, target: CyberFighter) -> Refusal | None:
    """CC-19.1 Reading a command. Attacks and `aim` are for fighters of another side."""
    return Refusal(f"{target.id} is on your side", "CC-19.1") if target.side == one.side else None


def refuse_fight(scene: CyberScene) -> Refusal | None:
    """CC-19.2 GM commands. What is refused in a fight."""
    return Refusal("not in a fight", "CC-19.2") if scene.phase is COMBAT else None


def missing(command: Command, **needed: str) -> Refusal | None:
    """What a command lacks, by slot and the words for it."""
    for slot, what in needed.items():
        if slot not in command.args:
            return Refusal(f"needs {what}", "CC-19.1")
    return None


def seen_by(scene: CyberScene, actor: str) -> Iterable[CyberFighter]:
    """The fighters that an actor may name, in listing order."""
    one = scene.fighters[actor]
    return [other for other in scene.fighters.values() if may_name(one, other) and other.is_here]


def foes_of(scene: CyberScene, actor: str) -> list[CyberFighter]:
    """Those of other sides that an actor may name."""
    side = scene.fighters[actor].side
    return [other for other in seen_by(scene, actor) if other.side != side]
