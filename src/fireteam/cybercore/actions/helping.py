"""CC-19.1 Reading a command. Verbs for oneself and for comrades: triage, rally, use, repair, cope."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from fireteam.cybercore import armour, bonds, psych, triage
from fireteam.cybercore.actions.reading import (
    BECAUSE,
    ON_GRIND,
    ROLL_WORDS,
    TARGET,
    actor_of,
    by_actor,
    missing,
    name_target,
    refuse_fallen,
    refuse_turn,
    seen_by,
    target_of,
)
from fireteam.cybercore.active_stats import REPAIR, TRIAGE
from fireteam.cybercore.challenges import refuse_words
from fireteam.cybercore.combat import gear
from fireteam.cybercore.combat.arms import find_thing
from fireteam.cybercore.content import DAMAGE, ITEMS, PATCH_KIT
from fireteam.cybercore.energy import refuse_price, spend
from fireteam.cybercore.sheet import CyberFighter
from fireteam.cybercore.state import CyberScene
from fireteam.kernel.actions import Action, Command, Option, Reads, Slot
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.run import Run


def check_triage(scene: CyberScene, command: Command) -> Refusal | None:
    """CC-14.4 Triage. `triage [NAME]`: oneself, if nobody is named."""
    one = actor_of(scene, command)
    refusal = refuse_turn(scene, one, in_calm=True)
    if refusal is not None:
        return refusal
    command.args.setdefault("target", one.id)
    return (
        name_target(scene, command)
        or triage.refuse_triage(one, target_of(scene, command))
        or refuse_price(scene, one, command.args, actions=1)
        or refuse_words(scene, one, command.args, TRIAGE)
    )


def do_triage(run: Run[CyberScene], one: CyberFighter, args: dict[str, Any]) -> None:
    """CC-14.4 Triage."""
    spend(run, one, args, "triage", actions=1)
    triage.triage(run, one, run.scene.fighters[args["target"]], args)


def check_rally(scene: CyberScene, command: Command) -> Refusal | None:
    """CC-3.5 Rally Comrades. `rally NAME` takes an Action and a Bond."""
    one = actor_of(scene, command)
    return (
        refuse_turn(scene, one, in_calm=False)
        or name_target(scene, command)
        or bonds.refuse_rally(one, target_of(scene, command))
        or refuse_price(scene, one, command.args, actions=1)
    )


def do_rally(run: Run[CyberScene], one: CyberFighter, args: dict[str, Any]) -> None:
    """CC-3.5 Rally Comrades."""
    spend(run, one, args, "rally", actions=1)
    bonds.rally(run, one, run.scene.fighters[args["target"]])


def check_use(scene: CyberScene, command: Command) -> Refusal | None:
    """CC-13.18 Gear and flight. `use ITEM [on NAME [TYPE]]`: on oneself, if nobody is named."""
    one, args = actor_of(scene, command), command.args
    refusal = refuse_turn(scene, one, in_calm=True) or missing(command, item="an item")
    if refusal is not None:
        return refusal
    found = find_thing(args["item"], ITEMS, "item")
    if isinstance(found, Refusal):
        return found
    args["item"] = found
    args.setdefault("target", one.id)
    return (
        name_target(scene, command)
        or gear.refuse_item(one, target_of(scene, command), ITEMS.index(args["item"]), args.get("damage"))
        or refuse_price(scene, one, args, actions=1)
    )


def do_use(run: Run[CyberScene], one: CyberFighter, args: dict[str, Any]) -> None:
    """CC-13.18 Gear and flight."""
    spend(run, one, args, "use", actions=1)
    gear.use_item(run, one, run.scene.fighters[args["target"]], ITEMS.index(args["item"]), args.get("damage"))


def check_repair(scene: CyberScene, command: Command) -> Refusal | None:
    """CC-2.5 Repair. `repair NAME TYPE[, TYPE]`, only in a rest."""
    one = actor_of(scene, command)
    if scene.place.rest not in armour.REPAIRED_BY:
        return Refusal("only in a Stim Break or a Lockdown", "CC-2.5")
    return (
        refuse_fallen(one)
        or name_target(scene, command)
        or armour.refuse_repair(one, target_of(scene, command), command.args)
        or refuse_words(scene, one, command.args, REPAIR)
    )


def do_repair(run: Run[CyberScene], one: CyberFighter, args: dict[str, Any]) -> None:
    """CC-2.5 Repair."""
    armour.repair(run, one, run.scene.fighters[args["target"]], args)


def check_cope(scene: CyberScene, command: Command) -> Refusal | None:
    """CC-9.9 Field coping. `cope [METHOD]`, not in a fight."""
    one = actor_of(scene, command)
    refusal = psych.refuse_coping_in_fight(scene)
    return refusal or refuse_fallen(one) or psych.refuse_coping(one)


def do_cope(run: Run[CyberScene], one: CyberFighter, args: dict[str, Any]) -> None:
    """CC-9.9 Field coping."""
    psych.cope(run, one, args.get("method", ""))


def _words() -> list[dict[str, Any]]:
    return [{}, {"grind": "grind"}]


def _everybody(scene: CyberScene, actor: str) -> Iterable[dict[str, Any]]:
    return [{"target": other.id, **words} for other in seen_by(scene, actor) for words in _words()]


def _items(scene: CyberScene, actor: str) -> Iterable[dict[str, Any]]:
    one = scene.fighters[actor]
    for number, item in enumerate(ITEMS):
        if one.items[number]:
            for other in seen_by(scene, actor):
                for damage in DAMAGE if number == PATCH_KIT else ("",):
                    args = {"item": item, "target": other.id}
                    for words in _words():
                        yield {**args, "damage": damage, **words} if damage else {**args, **words}


def _repairs(scene: CyberScene, actor: str) -> Iterable[dict[str, Any]]:
    for other in seen_by(scene, actor):
        open_types = [kind for at, kind in enumerate(DAMAGE) if armour.room(other, at)]
        for kind in open_types:
            yield {"target": other.id, "types": [kind]}
        if len(open_types) > 1:
            yield {"target": other.id, "types": open_types}


HELPING = (
    Action(
        "triage",
        "triage",
        "CC-14.4",
        "Closes an open Wound.",
        by_actor(do_triage),
        check_triage,
        slots=(Slot("target", is_optional=True),),
        extras=(*ROLL_WORDS, ON_GRIND, BECAUSE),
        offers=_everybody,
        costs="Action",
    ),
    Action(
        "rally",
        "rally",
        "CC-3.5",
        "Spends a Bond to get a comrade, and oneself, going again.",
        by_actor(do_rally),
        check_rally,
        slots=(TARGET,),
        extras=(ON_GRIND, BECAUSE),
        offers=_everybody,
        costs="Action, Bond",
    ),
    Action(
        "use",
        "use",
        "CC-13.18",
        "Uses an item on oneself or somebody within 1.",
        by_actor(do_use),
        check_use,
        slots=(Slot("item"),),
        extras=(
            ON_GRIND,
            Option("on", ("on",), (TARGET, Slot("damage", Reads.CHOICE, DAMAGE, is_optional=True))),
            BECAUSE,
        ),
        offers=_items,
        costs="Action",
    ),
    Action(
        "repair",
        "repair",
        "CC-2.5",
        "Mends worn armour in a rest.",
        by_actor(do_repair),
        check_repair,
        slots=(TARGET, Slot("types", Reads.CHOICES, DAMAGE)),
        extras=(*ROLL_WORDS, BECAUSE),
        offers=_repairs,
        costs="one a rest",
    ),
    Action(
        "cope",
        "cope",
        "CC-9.9",
        "Takes 1 Psych off, for a bill.",
        by_actor(do_cope),
        check_cope,
        slots=(Slot("method", Reads.TEXT, is_optional=True),),
        offers=lambda scene, actor: [{}],
        costs="once until R&R",
    ),
)
"""CC-19.1 Reading a command: the verbs of care."""
