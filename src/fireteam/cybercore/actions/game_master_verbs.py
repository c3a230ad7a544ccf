"""CC-19.2 GM commands, declared."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from fireteam.cybercore.actions import game_master as does
from fireteam.cybercore.actions.reading import BECAUSE, TARGET, VS
from fireteam.cybercore.content import ATTRIBUTES, DAMAGE
from fireteam.cybercore.rest_and_time import RESTS
from fireteam.cybercore.sheet import FLAGS, MOST_TURNS, TIMED
from fireteam.cybercore.state import CyberScene
from fireteam.kernel.actions import Action, By, Check, Command, Extra, Offers, Option, Pick, Reads, Resolve, Slot
from fireteam.kernel.by_hand import hide_action, note_action, reveal_action, set_action, undo_action
from fireteam.kernel.run import Run

MOST_GIFT = 999
_N = Slot("n", Reads.NUMBER, least=-MOST_GIFT, most=MOST_GIFT)


def _nothing(scene: CyberScene, actor: str) -> Iterable[dict[str, Any]]:
    return [{}]


def _no_offers(scene: CyberScene, actor: str) -> Iterable[dict[str, Any]]:
    return ()


def _allocations(scene: CyberScene, actor: str) -> Iterable[dict[str, Any]]:
    return [{"amount": amount} for amount in range(min(scene.pools.tension, 9) + 1)]


def _gm(
    verb: str,
    clause: str,
    summary: str,
    resolve: Resolve,
    check: Check,
    slots: tuple[Slot, ...] = (),
    extras: tuple[Extra, ...] = (),
    offers: Offers = _no_offers,
) -> Action:
    return Action(verb, verb, clause, summary, resolve, check, By.GM, slots, extras, offers=offers)


def _reveal() -> Action:
    """CC-9.8 Psych that comes by itself: `reveal` shows a fighter, and its dread is looked at."""
    shown = reveal_action("CC-19.2")

    def resolve(run: Run[CyberScene], command: Command) -> None:
        shown.resolve(run, command)
        does.do_reveal(run, command)

    return replace(shown, resolve=resolve)


def _condition() -> Slot:
    return Slot("condition", Reads.CHOICE, (*TIMED, *FLAGS))


GAME_MASTER = (
    _gm(
        "start",
        "CC-20.1",
        "Begins a fight; the named side or fighter is quicker.",
        does.do_start,
        does.check_start,
        (Slot("who", is_optional=True),),
        offers=_nothing,
    ),
    _gm("end", "CC-20.5", "Stops a fight by hand.", does.do_end, does.check_fighting, offers=_nothing),
    _gm("next", "CC-20.3", "Ends the acting fighter's turn.", does.do_next, does.check_fighting, offers=_nothing),
    _gm(
        "allocate",
        "CC-8.5",
        "Lays Tension against the next player roll.",
        does.do_allocate,
        does.check_allocate,
        (Slot("amount", Reads.NUMBER),),
        offers=_allocations,
    ),
    _gm(
        "grant",
        "CC-8.3",
        "Adds to or takes from a pool, or gives somebody extra Energy.",
        does.do_grant,
        does.check_grant,
        extras=(
            Option("tension", ("tension",), (Slot("tension", Reads.NUMBER, least=-MOST_GIFT, most=MOST_GIFT),)),
            Option("luck", ("luck",), (Slot("luck", Reads.NUMBER, least=-MOST_GIFT, most=MOST_GIFT),)),
            Option("energy", ("energy",), (TARGET, Slot("energy", Reads.NUMBER, least=-9, most=9))),
            BECAUSE,
        ),
    ),
    _gm(
        "clear",
        "CC-8.8",
        "Lets every player earn Luck again in this session.",
        does.do_clear,
        does.check_clear,
        (Slot("what", Reads.CHOICE, ("earners",)),),
        offers=lambda scene, actor: [{"what": "earners"}],
    ),
    _gm(
        "exhaust",
        "CC-5.4",
        "Calls for Exhaustion checks.",
        does.do_exhaust,
        does.check_exhaust,
        (Slot("targets", Reads.NAMES),),
        (VS, BECAUSE),
    ),
    _gm("psych", "CC-9.1", "Gives Psych, or takes it away.", does.do_psych, does.check_psych, (TARGET, _N), (BECAUSE,)),
    _gm(
        "bond",
        "CC-3.1",
        "Records a meaningful moment between two comrades.",
        does.do_bond,
        does.check_bond,
        (Slot("targets", Reads.NAMES),),
        (BECAUSE,),
    ),
    _gm(
        "harm",
        "CC-19.2",
        "Deals Hits without a roll.",
        does.do_harm,
        does.check_harm,
        (
            TARGET,
            Slot("n", Reads.NUMBER, least=0, most=MOST_GIFT),
            Slot("damage", Reads.CHOICE, (*DAMAGE, does.UNTYPED_WORD)),
        ),
        (BECAUSE,),
    ),
    _gm(
        "afflict",
        "CC-14.1",
        "Puts a condition on somebody.",
        does.do_afflict,
        does.check_afflict,
        (TARGET, _condition(), Slot("n", Reads.NUMBER, is_optional=True, least=1, most=MOST_TURNS)),
        (BECAUSE,),
    ),
    _gm(
        "cure",
        "CC-14.1",
        "Takes a condition off somebody.",
        does.do_cure,
        does.check_cure,
        (TARGET, _condition()),
        (BECAUSE,),
    ),
    _gm(
        "drain",
        "CC-19.2",
        "Takes an attribute point, until R&R or for good.",
        does.do_drain,
        does.check_drain,
        (TARGET, Slot("attribute", Reads.CHOICE, ATTRIBUTES)),
        (Pick("permanent", ("permanent",)), BECAUSE),
    ),
    _gm(
        "sweep",
        "CC-15.1",
        "Explores: one Sweep for the squad side.",
        does.do_sweep,
        does.check_calm,
        (Slot("text", Reads.TEXT, is_optional=True),),
        offers=_nothing,
    ),
    _gm(
        "rest",
        "CC-27.1",
        "Rests: breather, stim (Stim Break), lockdown or rr (R&R).",
        does.do_rest,
        does.check_rest,
        (Slot("kind", Reads.CHOICE, tuple(RESTS)),),
        offers=lambda scene, actor: [{"kind": kind} for kind in RESTS],
    ),
    _gm("break", "CC-27.3", "Ends the scene.", does.do_break, does.check_calm, offers=_nothing),
    _gm("session", "CC-27.3", "Begins a new session.", does.do_session, does.check_calm, offers=_nothing),
    _gm(
        "add",
        "CC-19.2",
        "Brings in somebody from the bestiary.",
        does.do_add,
        does.check_add,
        (Slot("template"),),
        (Option("as", ("as",), (Slot("id", Reads.WORD),)), Option("on", ("on",), (Slot("side"),))),
    ),
    _gm("remove", "CC-19.2", "Takes somebody out of play.", does.do_remove, does.check_remove, (TARGET,)),
    set_action("CC-19.2"),
    hide_action("CC-19.2"),
    _reveal(),
    undo_action("CC-19.2"),
    note_action("CC-28.1"),
)
"""CC-19.2 GM commands."""
