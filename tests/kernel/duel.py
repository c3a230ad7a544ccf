"""The smallest whole ruleset: a duel with one die. It shows what the contract asks for, and the kernel is tested on it.

DU-1.1 hit: `hit TARGET` rolls d6; 4 or more takes 1 of the target's 3 hearts. DU-1.2 dodge: at the last heart its
player may `dodge` or `take` (default). DU-1.3: the fight ends when one side is left.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fireteam.kernel import fields as shared
from fireteam.kernel.actions import Action, Actions, By, Command, Slot
from fireteam.kernel.by_hand import hide_action, note_action, reveal_action, set_action, undo_action
from fireteam.kernel.commands import find_fighter
from fireteam.kernel.decisions import Defaults
from fireteam.kernel.dice import Face
from fireteam.kernel.events import Decided, Event, Hidden, Id, Noted, Revealed, SetByHand, Undone, event
from fireteam.kernel.kinds import Choice, Fault, Maybe, Ref, Text, Whole
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.ruleset import OddsRule, Ruleset, Track
from fireteam.kernel.run import Run
from fireteam.kernel.scene import Fighter, Phase, Scene
from fireteam.kernel.sheet import Field, Table
from fireteam.kernel.turns import after as next_after


@dataclass(slots=True, eq=False)
class DuelFighter(Fighter):
    template: str | None = None
    hearts: int = 3
    rival: str | None = None


@dataclass(slots=True, eq=False)
class DuelOptions:
    npcs: str = "auto"


@dataclass(slots=True, eq=False)
class DuelScene(Scene):
    fighters: dict[str, DuelFighter] = field(default_factory=dict)


@event("started")
class Started(Event):
    order: list[Id]
    rule: str = "DU-1.3"

    def apply(self, scene: DuelScene) -> None:
        scene.phase, scene.round, scene.order, scene.acting = Phase.COMBAT, 1, list(self.order), self.order[0]


@event("rolled")
class Rolled(Event):
    who: Id
    dice: list[list[int]]
    total: int
    rule: str = "DU-1.1"


@event("hurt")
class Hurt(Event):
    who: Id
    hearts: int
    by: Id
    rule: str = "DU-1.1"

    def apply(self, scene: DuelScene) -> None:
        scene.fighters[self.who].hearts = self.hearts
        scene.fighters[self.who].rival = self.by


@event("turn_began")
class TurnBegan(Event):
    who: Id
    round: int
    rule: str = "DU-1.1"

    def apply(self, scene: DuelScene) -> None:
        scene.acting, scene.round = self.who, self.round


@event("ended")
class Ended(Event):
    winner: str | None
    rule: str = "DU-1.3"

    def apply(self, scene: DuelScene) -> None:
        scene.phase, scene.acting, scene.winner = Phase.OVER, None, self.winner


def check_hit(scene: DuelScene, command: Command) -> Refusal | None:
    if scene.phase is not Phase.COMBAT:
        return Refusal("no fight is on", "DU-1.1")
    if command.actor != scene.acting:
        return Refusal(f"it is {scene.acting}'s turn", "DU-1.1")
    if "target" not in command.args:
        return Refusal("needs a target", "DU-1.1")
    found = find_fighter(scene, command.args["target"], command.actor)
    if isinstance(found, Refusal):
        return found
    command.args["target"] = found
    if scene.fighters[found].side == scene.fighters[str(command.actor)].side:
        return Refusal(f"{found} is on the same side", "DU-1.1")
    return None if scene.fighters[found].hearts else Refusal(f"{found} is down", "DU-1.1")


def hit(run: Run[DuelScene], command: Command) -> None:
    """DU-1.1 A hit takes a heart on 4 or more."""
    actor, target = str(command.actor), run.scene.fighters[command.args["target"]]
    face = run.roll(Face(6))
    run.happened(Rolled(Id(actor), [[6, face]], face))
    if face >= 4 and not (target.hearts == 1 and dodges(run, target)):
        run.happened(Hurt(Id(target.id), target.hearts - 1, Id(actor)))
    run.passed("hit")
    turn = next_after(run.scene.order, actor, lambda who: run.scene.fighters[who].hearts > 0)
    if turn.who:
        run.happened(TurnBegan(Id(turn.who), run.scene.round + turn.wraps))


def dodges(run: Run[DuelScene], target: DuelFighter) -> bool:
    """DU-1.2 At the last heart one may dodge on a 6."""
    answer = run.choose("dodge", target.id, ("take", "dodge"), "take", "DU-1.2")
    return answer == "dodge" and run.roll(Face(6)) == 6


def start(run: Run[DuelScene], command: Command) -> None:
    """DU-1.3 Everybody acts in listing order."""
    run.happened(Started([Id(id) for id in run.scene.fighters]))


def after(run: Run[DuelScene]) -> None:
    """DU-1.3 One side left: the fight is over."""
    sides = {one.side for one in run.scene.fighters.values() if one.hearts}
    if run.scene.phase is Phase.COMBAT and len(sides) < 2:
        run.happened(Ended(next(iter(sides), None)))


def offers(scene: DuelScene, actor: str) -> list[dict[str, Any]]:
    return [{"target": id} for id in scene.fighters]


ACTIONS = Actions(
    (
        Action("hit", "hit", "DU-1.1", "Strikes a foe.", hit, check_hit, slots=(Slot("target"),), offers=offers),
        Action("start", "start", "DU-1.3", "Begins.", start, by=By.GM, offers=lambda scene, actor: [{}]),
        set_action("DU-1.3"),
        hide_action("DU-1.3"),
        reveal_action("DU-1.3"),
        undo_action("DU-1.3"),
        note_action("DU-1.3"),
    )
)


def next_command(scene: DuelScene) -> Command | None:
    if scene.phase is Phase.OVER:
        return None
    if scene.phase is Phase.CALM:
        return Command("start")
    me = scene.fighters[str(scene.acting)]
    foe = next(one for one in scene.fighters.values() if one.side != me.side and one.hearts)
    return Command("hit", me.id, {"target": foe.id})


def label(command: Command, before: DuelScene, now: DuelScene, events: Any) -> str:
    return "hit" if any(one.type == "hurt" for one in events) else "miss"


def faults(scene: DuelScene) -> list[Fault]:
    if scene.acting is not None and scene.acting not in scene.fighters:
        return [Fault("acting", f"no fighter is called {scene.acting}")]
    return []


def settle(scene: DuelScene, given: Any) -> None:
    return None


DUEL = Ruleset(
    id="duel",
    title="Duel",
    prefix="DU-",
    folder=Path(__file__).parent,
    scene=Table(
        "scene",
        lambda key: DuelScene(),
        (
            shared.TITLE,
            Field(
                "options",
                Table(
                    "options",
                    lambda key: DuelOptions(),
                    (Field("npcs", Choice(("auto", "manual")), "auto", "Who plays the others."),),
                ),
                lambda r, s: DuelOptions(),
            ),
            shared.PHASE,
            shared.ROUND,
            shared.ORDER,
            shared.ACTING,
            shared.WINNER,
            shared.SEQ,
        ),
    ),
    fighter=Table(
        "fighter",
        DuelFighter,
        (
            shared.NAME,
            shared.TEMPLATE,
            Field("side", Text(40, 1), doc="Who stands together.", required=True),
            shared.CONTROLLED_BY,
            shared.HIDDEN,
            Field("hearts", Whole(0, 3), 3, "What a hit takes.", seen="known"),
            Field("rival", Maybe(Ref()), None, "Who struck last.", is_state=True),
        ),
    ),
    actions=lambda: ACTIONS,
    events=lambda: (Started, Rolled, Hurt, TurnBegan, Ended, Decided, Hidden, Revealed, Noted, SetByHand, Undone),
    templates=lambda: {"thug": {"name": "Thug", "hearts": 2}},
    settle=settle,
    faults=faults,
    actor_for=lambda scene, action: scene.acting or Refusal("name the fighter who acts"),
    after=after,
    next_command=next_command,
    autopilot=lambda scene: Defaults(),
    odds=lambda: OddsRule(
        label, lambda command, before, now, events: {"hearts": sum(one.type == "hurt" for one in events)}, "hit"
    ),
    sentence=lambda event, name: str(event["type"]),
    tracks=lambda fighter: [Track("Hearts", fighter["hearts"], 3, str(fighter["hearts"]))],
    badges=lambda fighter: [],
    gauges=lambda scene: [],
    is_out=lambda fighter: fighter.hearts == 0,
    is_dead=lambda fighter: False,
    known=lambda scene, fighter: frozenset(),
)
