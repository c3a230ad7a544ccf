"""13 Actions: every verb, declared once, and who may act when."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fireteam.kernel import by_hand
from fireteam.kernel.actions import Action, Actions, By, Check, Command, Option, Pick, Reads, Resolve, Slot, Tail
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.run import Run
from fireteam.tunnelcore import offers, positions, rest_and_time, trauma, turns
from fireteam.tunnelcore.action_mapping_reference import interference
from fireteam.tunnelcore.checks import check_call_command, check_deed, check_pass
from fireteam.tunnelcore.dice_pool_basics.attempt import attempt_of
from fireteam.tunnelcore.dice_pool_basics.order_of_an_action import perform
from fireteam.tunnelcore.doom_pool import by_hand as doom_by_hand
from fireteam.tunnelcore.effect_dice import clocks
from fireteam.tunnelcore.npc_behaviors import call, check_release, release
from fireteam.tunnelcore.state import TRACKS

if TYPE_CHECKING:
    from fireteam.tunnelcore.state import Scene


def actor_for(scene: Scene, action: Action) -> str | Refusal:
    """TC-13.1 Who may act when: without a name the acting NPC, else the only player fighter left to act (outside
    combat: the only active one)."""
    if scene.acting is not None:
        return scene.acting
    left = [
        one.id
        for one in scene.fighters.values()
        if one.is_player and one.active and (not scene.in_combat or (one.engaged and not one.acted))
    ]
    return left[0] if len(left) == 1 else Refusal("name the fighter who acts", "TC-13.1")


def resolve_deed(run: Run[Scene], command: Command) -> None:
    """TC-13.1 Who may act when: an action that was checked, as its actor's turn; an NPC's turn passes on (TC-14.3)."""
    scene = run.scene
    was_acting = scene.acting == command.actor
    perform(run, attempt_of(scene, command), takes_turn=True)
    if was_acting and scene.in_combat and scene.acting is None:
        turns.go_round(run)


def resolve_pass(run: Run[Scene], command: Command) -> None:
    """TC-14.2 Player phase: ends the turn without an action."""
    scene = run.scene
    was_acting = scene.acting == command.actor
    turns.pass_turn(run, scene.fighters[str(command.actor)])
    run.passed("effect")
    if was_acting and scene.in_combat and scene.acting is None:
        turns.go_round(run)


def resolve_call(run: Run[Scene], command: Command) -> None:
    """TC-8.14 Calling for help, by hand."""
    call(run, run.scene.fighters[str(command.actor)])


USING = Option("using", ("using",), (Slot("using", Reads.TEXT),))
TARGET = Slot("target")
TRACK = Pick("track", TRACKS)
MOST_AWARDED = 100
"""The largest number that `award` takes; what goes beyond five is lost (TC-3.7)."""


def _deed(key: str, clause: str, summary: str, **more: Any) -> Action:
    """An action of a fighter: checked by TC-13.1, resolved by TC-1.14."""
    more.setdefault("extras", (USING,))
    return Action(
        key=key,
        verb=key,
        clause=clause,
        summary=summary,
        check=check_deed,
        resolve=resolve_deed,
        costs="turn",
        **more,
    )


FIGHTERS_ACTIONS = (
    _deed(
        "attack",
        "TC-7.3",
        "Strikes or shoots a foe: melee, ranged, or reckless.",
        slots=(TARGET,),
        extras=(Pick("how", ("melee", "ranged", "reckless")), USING),
        offers=offers.attacks,
        hostile=True,
    ),
    _deed(
        "ambush",
        "TC-7.6",
        "Strikes from where nobody looks; a win puts you in control.",
        slots=(TARGET,),
        offers=offers.foes,
        hostile=True,
    ),
    _deed("hack", "TC-7.8", "Attacks a signal with a deck.", slots=(TARGET,), offers=offers.foes, hostile=True),
    _deed(
        "quickhack",
        "TC-7.9",
        "A hack with Quick, one step weaker.",
        slots=(TARGET,),
        offers=offers.foes,
        hostile=True,
    ),
    _deed(
        "taunt",
        "TC-7.10",
        "Gets under a foe's skin; drags a controlled one to risky.",
        slots=(TARGET,),
        offers=offers.foes,
        hostile=True,
    ),
    _deed(
        "intimidate",
        "TC-9.4",
        "Frightens a foe; the timid may run.",
        slots=(TARGET,),
        offers=offers.foes,
        hostile=True,
    ),
    _deed("grapple", "TC-7.12", "Holds a foe without harm.", slots=(TARGET,), offers=offers.foes, hostile=True),
    _deed("flee", "TC-7.11", "Leaves the scene if no pursuer holds you.", offers=offers.bare),
    _deed("move", "TC-7.5", "Goes to another spot.", slots=(Slot("spot"),), extras=(), offers=offers.spots),
    _deed(
        "intercept",
        "TC-7.13",
        "Waits for somebody's next action to cancel it, by body or quickhack.",
        slots=(TARGET,),
        extras=(Pick("how", ("quickhack",)), USING),
        offers=offers.intercepts,
    ),
    _deed("defend", "TC-9.2", "Braces: a guard die in defence.", extras=(), offers=offers.bare),
    _deed(
        "resist",
        "TC-9.2",
        "Braces against hacks: a guard die on signal.",
        extras=(Pick("against", ("signal",)),),
        offers=offers.bare,
    ),
    _deed("hide", "TC-9.3", "Slips out of sight.", aliases=("sneak",), offers=offers.bare),
    _deed("scan", "TC-7.21", "Reads another fighter, or finds a concealed one.", slots=(TARGET,), offers=offers.others),
    _deed(
        "persuade", "TC-9.5", "Talks somebody round; the timid may stand down.", slots=(TARGET,), offers=offers.others
    ),
    _deed("deceive", "TC-9.6", "Misleads somebody: a setback.", slots=(TARGET,), offers=offers.others),
    _deed(
        "perceive",
        "TC-9.7",
        "Senses the substrate.",
        extras=(Pick("what", ("substrate",)), USING),
        offers=offers.bare,
    ),
    _deed("work", "TC-5.7", "Works on a clock.", slots=(Slot("clock"),), offers=offers.clocks),
    _deed(
        "use",
        "TC-7.16",
        "Uses an item: treats a track, or throws EMP or smoke.",
        slots=(Slot("item"),),
        extras=(Option("on", ("on",), (Slot("target"),)), TRACK, USING),
        offers=offers.items,
    ),
    _deed("yield", "TC-3.8", "Gives up: out of the scene, unharmed.", extras=(), offers=offers.bare),
    Action(
        "pass",
        "pass",
        "TC-14.2",
        "Ends the turn without an action.",
        resolve_pass,
        check_pass,
        offers=offers.bare,
        costs="turn",
    ),
    Action(
        "call",
        "call",
        "TC-8.14",
        "An NPC calls for help.",
        resolve_call,
        check_call_command,
        offers=offers.bare,
        costs="free",
    ),
)


def _gm(verb: str, clause: str, summary: str, resolve: Resolve, check: Check, **more: Any) -> Action:
    return Action(verb, verb, clause, summary, resolve, check, by=By.GM, **more)


GAME_MASTERS_ACTIONS = (
    _gm(
        "start",
        "TC-14.1",
        "Begins combat.",
        turns.start,
        turns.check_start,
        slots=(Slot("initiator", is_optional=True),),
        offers=offers.once,
    ),
    _gm("next", "TC-14.2", "Passes for whoever is left to act.", turns.next_turn, turns.check_next, offers=offers.once),
    _gm("end", "TC-14.5", "Stops the combat.", turns.end, turns.check_end, offers=offers.once),
    _gm(
        "break",
        "TC-21.1",
        "Ends the scene: marks of the scene go, stress stays.",
        rest_and_time.break_,
        rest_and_time.check_calm,
        offers=offers.once,
    ),
    _gm(
        "session",
        "TC-21.2",
        "Begins a new session.",
        rest_and_time.session,
        rest_and_time.check_calm,
        offers=offers.once,
    ),
    _gm(
        "rest",
        "TC-21.3",
        "Rests in a safe place.",
        rest_and_time.rest,
        rest_and_time.check_rest,
        slots=(Slot("fighters", Reads.NAMES, is_optional=True),),
        offers=offers.once,
    ),
    _gm(
        "treat",
        "TC-21.4",
        "Treats one track without a roll.",
        rest_and_time.treat,
        rest_and_time.check_treat,
        slots=(TARGET,),
        extras=(TRACK,),
        offers=offers.patients,
    ),
    _gm(
        "doom",
        "TC-6.9",
        "Spends a die of the doom pool.",
        doom_by_hand.doom,
        doom_by_hand.check_doom,
        slots=(Slot("die", Reads.DIE, is_optional=True),),
        extras=(Tail("words"),),
        offers=offers.doom,
    ),
    _gm(
        "consolidate",
        "TC-6.10",
        "Merges two equal doom dice.",
        doom_by_hand.consolidate,
        doom_by_hand.check_consolidate,
        slots=(Slot("die", Reads.DIE),),
        offers=offers.pairs,
    ),
    _gm(
        "escalate",
        "TC-4.12",
        "Worsens every position one step.",
        positions.escalate,
        positions.check_escalate,
        offers=offers.once,
    ),
    _gm(
        "tick",
        "TC-5.7",
        "Moves a clock by hand.",
        clocks.tick,
        clocks.check_tick,
        slots=(Slot("clock"), Slot("number", Reads.NUMBER, is_optional=True, least=-100, most=100)),
        offers=offers.ticks,
    ),
    _gm(
        "interfere",
        "TC-9.8",
        "Ghost interference against a fighter.",
        interference.interfere,
        interference.check_interfere,
        slots=(TARGET, Slot("die", Reads.DIE, is_optional=True)),
    ),
    _gm(
        "award",
        "TC-3.7",
        "Gives a player fighter plot points.",
        trauma.award,
        trauma.check_award,
        slots=(Slot("fighter"), Slot("number", Reads.NUMBER, is_optional=True, least=1, most=MOST_AWARDED)),
        offers=offers.players,
    ),
    _gm(
        "release",
        "TC-8.13",
        "Brings a detained fighter back.",
        release,
        check_release,
        slots=(TARGET,),
        offers=offers.detained,
    ),
    _gm(
        "add",
        "TC-21.5",
        "Brings a newcomer from a template.",
        rest_and_time.add,
        rest_and_time.check_add,
        slots=(Slot("template", Reads.WORD),),
        extras=(Option("as", ("as",), (Slot("id", Reads.WORD),)), Option("on", ("on",), (Slot("side"),))),
    ),
    _gm(
        "remove",
        "TC-21.5",
        "Takes a fighter out of the scene.",
        rest_and_time.remove,
        rest_and_time.check_remove,
        slots=(TARGET,),
    ),
)


def _by_hand() -> tuple[Action, ...]:
    """TC-21.5 By hand: the verbs of the kernel, with what follows from them in this game."""
    from dataclasses import replace

    return (
        replace(rest_and_time.KERNEL_SET, check=rest_and_time.check_set, resolve=rest_and_time.set_),
        replace(by_hand.hide_action("TC-21.5"), resolve=rest_and_time.hide_by_hand),
        replace(by_hand.reveal_action("TC-21.5"), resolve=rest_and_time.reveal_by_hand),
        by_hand.undo_action("TC-21.5"),
        by_hand.note_action("TC-21.5"),
        Action(
            "roll",
            "roll",
            "TC-21.5",
            "A bare roll, which feeds nothing.",
            rest_and_time.roll,
            rest_and_time.check_roll,
            by=By.ANYONE,
            slots=(Slot("dice", Reads.TEXT),),
        ),
    )


ACTIONS = Actions((*FIGHTERS_ACTIONS, *GAME_MASTERS_ACTIONS, *_by_hand()))
