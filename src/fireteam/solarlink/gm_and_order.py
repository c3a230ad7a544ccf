"""SL-20.7, SL-1.9: what the game master does to the order, to who is in the scene, and to single values."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from fireteam.kernel.actions import Action, By, Check, Command, Option, Reads, Resolve, Slot
from fireteam.kernel.by_hand import hide_action, note_action, reveal_action, set_action, undo_action
from fireteam.kernel.kinds import Fault
from fireteam.kernel.names import near_miss, short
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.scene import COMBAT
from fireteam.kernel.scenefile import MOST_FIGHTERS, expand
from fireteam.solarlink import content, turns
from fireteam.solarlink.content import keyed
from fireteam.solarlink.events.changes import Changes, apply_changes, note, note_prepared
from fireteam.solarlink.events.turns import Joined, OrderChanged, Removed
from fireteam.solarlink.faults import is_nowhere
from fireteam.solarlink.ground_combat.falling import follow
from fireteam.solarlink.naming import find_anybody, find_fighter
from fireteam.solarlink.sheet import FIGHTER
from fireteam.solarlink.space_combat.vessels import wreck
from fireteam.solarlink.state import (
    DEAD,
    UP,
    SolarFighter,
    SolarRun,
    SolarScene,
    VesselStatus,
)
from fireteam.solarlink.suffocation import end_of_blackout, woken
from fireteam.solarlink.turn_order import (
    as_ids,
    has_passed,
    is_in_space,
    placed,
    raise_position,
    takes_part,
    turn_order_roll,
)

MOST_PLACES = 99
JOINS_SIDE = "foes"
"""SL-1.9 Late joiners. The side of `add` without `on`."""


def _check_start(scene: SolarScene, command: Command) -> Refusal | None:
    refusal = turns.start_refusal(scene)
    if refusal is not None or "who" not in command.args:
        return refusal
    typed = command.args["who"]
    if any(one.side.casefold() == typed.casefold() for one in scene.fighters.values()):
        return None
    found = find_anybody(scene, typed, None)
    return found if isinstance(found, Refusal) else None


def _check_end(scene: SolarScene, command: Command) -> Refusal | None:
    return None if scene.phase is COMBAT else Refusal("no combat to end", "SL-20.6")


def _check_next(scene: SolarScene, command: Command) -> Refusal | None:
    return None if scene.phase is COMBAT else Refusal("only in combat", "SL-20.7")


def _named(scene: SolarScene, command: Command, clause: str) -> SolarFighter | Refusal:
    if "target" not in command.args:
        return Refusal("needs a fighter", clause)
    found = find_fighter(scene, command.args["target"], None)
    if isinstance(found, Refusal):
        return found
    command.args["target"] = found
    return scene.fighters[found]


def _check_turn(scene: SolarScene, command: Command) -> Refusal | None:
    """SL-20.7 The GM and the order. A turn goes to somebody who is up, in combat, whose turn it is not already."""
    if scene.phase is not COMBAT:
        return Refusal("only in combat", "SL-20.7")
    fighter = _named(scene, command, "SL-20.7")
    if isinstance(fighter, Refusal):
        return fighter
    if fighter.status is not UP:
        return Refusal(f"{fighter.id} is {fighter.status}", "SL-20.7")
    return Refusal(f"it is already {fighter.id}'s turn", "SL-20.7") if scene.acting == fighter.id else None


def _check_raise(scene: SolarScene, command: Command) -> Refusal | None:
    """SL-20.7 The GM and the order. Only the dead and the gone cannot be raised."""
    if scene.phase is not COMBAT:
        return Refusal("only in combat", "SL-20.7")
    fighter = _named(scene, command, "SL-20.7")
    if isinstance(fighter, Refusal):
        return fighter
    return None if takes_part(fighter) else Refusal(f"{fighter.id} is {fighter.status}", "SL-20.7")


def template_named(text: str) -> str | None:
    """The template that somebody named."""
    key = keyed(text)
    return key if key in content.bestiary() else None


def new_id(scene: SolarScene, template: str) -> str:
    """SL-1.9 Late joiners. The template's key with - for _, with -2, -3 and so on if taken."""
    base = template.replace("_", "-")
    taken = scene.fighters.keys() | scene.vehicles.keys()
    found, number = base, 1
    while found in taken:
        number += 1
        found = f"{base}-{number}"
    return found


def _check_add(scene: SolarScene, command: Command) -> Refusal | None:
    """SL-1.9 Late joiners. Refused without such a template, or if the id is taken."""
    typed = command.args.get("template", "")
    key = template_named(typed)
    if not typed:
        return Refusal("name a template", "SL-1.9", "add TEMPLATE [as ID] [on SIDE]")
    if key is None:
        hint = near_miss(typed, dict.fromkeys(content.bestiary(), ()))
        return Refusal(f"no template called {short(typed)}{hint}", "SL-1.9", "add TEMPLATE [as ID] [on SIDE]")
    command.args["template"] = key
    if len(scene.fighters) >= MOST_FIGHTERS:
        return Refusal(f"a scene has at most {MOST_FIGHTERS} fighters", "SL-1.9")
    id = command.args.get("id")
    if id is None:
        return None
    if id in scene.fighters or id in scene.vehicles:
        return Refusal(f"{id} is taken", "SL-1.9")
    faults = newcomer(scene, command)[1]
    return Refusal(faults[0].reason, "SL-1.9") if faults else None


def newcomer(scene: SolarScene, command: Command) -> tuple[SolarFighter | None, list[Fault]]:
    """The fighter that `add` brings, with its defaults filled in; or what is wrong with its id or side."""
    key = command.args["template"]
    id = command.args.get("id") or new_id(scene, key)
    plain = {"template": key, "side": command.args.get("side", JOINS_SIDE)}
    faults: list[Fault] = []
    entries = expand("fighters", {id: plain}, content.bestiary(), faults)
    if faults:
        return None, faults
    fighter, given = FIGHTER.read_given(id, entries[id], f"fighters.{id}", faults)
    if faults:
        return None, faults
    FIGHTER.fill(fighter, given, scene)
    return fighter, []


def _add(run: SolarRun, command: Command) -> None:
    """SL-1.9 Late joiners. In combat the Turn Order Roll is made at once; 0 AP; no tie roll."""
    scene = run.scene
    fighter, faults = newcomer(scene, command)
    if fighter is None:
        raise ValueError(str(faults[0]))
    run.happened(Joined(fighter.id, fighter.name, fighter.side, FIGHTER.write(fighter)))
    if scene.phase is not COMBAT:
        return
    joined = scene.fighters[fighter.id]
    total = turn_order_roll(run, joined)
    order = placed(scene, list(scene.order), joined, total)
    changes = Changes()
    note(changes, joined, "acted", has_passed(scene, order, joined))
    run.happened(OrderChanged(as_ids(scene, order), changes, {joined.id: total}, "SL-1.9"))


def _check_remove(scene: SolarScene, command: Command) -> Refusal | None:
    fighter = _named(scene, command, "SL-20.7")
    return fighter if isinstance(fighter, Refusal) else None


def _remove(run: SolarRun, command: Command) -> None:
    """SL-20.7 The GM and the order. Whatever pointed at one removed is cleared."""
    gone = run.scene.fighters[command.args["target"]]
    changes = Changes()
    for fighter in run.scene.fighters.values():
        if fighter is gone:
            continue
        for name in ("aim", "explains", "followup_from", "insanity_target"):
            if getattr(fighter, name) == gone.id:
                note(changes, fighter, name, None)
        if fighter.followup_from == gone.id:
            note(changes, fighter, "followup", None)
        note_prepared(changes, fighter, [one for one in fighter.prepared if one.target != gone.id])
    if run.scene.acting == gone.id and run.scene.extra_turn:
        changes["extra_turn"] = False
    run.happened(Removed(gone.id, changes))


def mend(scene: SolarScene, path: str) -> None:
    """SL-20.7 The GM and the order. After a value was set by hand: who stands in the order, whose air is good.

    A fighter set up or out again joins the order by its old total, without a roll; the dead and the gone leave it.
    """
    if any(is_nowhere(scene, fighter) for fighter in scene.fighters.values()):
        return  # a fault that is reported where the value is checked
    for fighter in scene.fighters.values():
        if fighter.status is DEAD:
            fighter.station = None
    if scene.phase is COMBAT:
        for fighter in scene.fighters.values():
            if takes_part(fighter) and fighter.id not in scene.order and path == f"fighters.{fighter.id}.status":
                scene.order = placed(scene, scene.order, fighter)
                fighter.acted = fighter.acted or has_passed(scene, scene.order, fighter)
            elif not takes_part(fighter) and fighter.id in scene.order and path != "order":
                scene.order = [id for id in scene.order if id != fighter.id]
            if scene.acting == fighter.id and fighter.status is not UP:
                scene.acting = None  # its turn is over, without end steps
        if path.rpartition(".")[2] in ("station", "aboard", "landed", "status"):
            _regroup(scene)
    for fighter in scene.fighters.values():
        if (fighter.air_clock or fighter.blacked_out) and not path.endswith((".air_clock", ".blacked_out")):
            changes = Changes()
            end_of_blackout(scene, fighter, changes)
            apply_changes(scene, changes)


def _regroup(scene: SolarScene) -> None:
    """SL-1.4 Two lists. The Space list before the Ground list, each as it stood."""
    order = [id for id in scene.order if is_in_space(scene, scene.fighters[id])]
    scene.order = order + [id for id in scene.order if id not in order]


def _set(run: SolarRun, command: Command) -> None:
    """SL-20.7 The GM and the order. `set` of `hp`, `dhp` or `blacked_out` brings `status` in line (SL-13.7).

    A vessel set to 0 DHP is a wreck (SL-15.10).
    """
    set_action("SL-20.7").resolve(run, command)
    path = command.args["path"].split(".")
    scene: SolarScene = run.scene
    if path[0] == "fighters" and path[2] in ("hp", "dhp", "hp_max", "dhp_max", "blacked_out"):
        follow(run, scene.fighters[path[1]])
    if path[0] == "vehicles" and path[2] == "dhp":
        vessel = scene.vehicles[path[1]]
        if not vessel.dhp and vessel.status is VesselStatus.OK:
            wreck(run, vessel)
    for fighter in list(scene.fighters.values()):
        if fighter.blacked_out and path[-1] != "blacked_out" and end_of_blackout(scene, fighter, Changes()):
            woken(run, fighter)


def _action(verb: str, clause: str, summary: str, resolve: Resolve, check: Check, **more: Any) -> Action:
    return Action(verb, verb, clause, summary, resolve, check, By.GM, **more)


def _by_name(action: Action) -> Action:
    """SL-19.1 Verbs. The kernel's verb with this book's words for a name that fits nobody."""
    check = action.check

    def named(scene: SolarScene, command: Command) -> Refusal | None:
        fighter = _named(scene, command, action.clause)
        return fighter if isinstance(fighter, Refusal) else check(scene, command)

    return replace(action, check=named)


def _alone(scene: SolarScene, actor: str) -> list[dict[str, Any]]:
    return [{}]


_ID = Slot("target", shown="ID")

ACTIONS = (
    _action(
        "start",
        "SL-20.1",
        "Begins combat.",
        lambda run, command: turns.start(run),
        _check_start,
        slots=(Slot("who", is_optional=True, shown="[SIDE or ID]"),),
        offers=_alone,
    ),
    _action(
        "end",
        "SL-20.6",
        "Ends combat.",
        lambda run, command: turns.end_by_hand(run),
        _check_end,
        offers=_alone,
    ),
    _action(
        "next",
        "SL-20.3",
        "Ends the acting fighter's turn.",
        lambda run, command: turns.finish_turn(run),
        _check_next,
        offers=_alone,
    ),
    _action(
        "turn",
        "SL-20.7",
        "Gives the turn to a fighter.",
        lambda run, command: turns.give_turn(run, run.scene.fighters[command.args["target"]]),
        _check_turn,
        slots=(_ID,),
        offers=lambda scene, actor: [{"target": id} for id in scene.order],
    ),
    _action(
        "raise",
        "SL-1.7",
        "Raises a fighter in the order.",
        lambda run, command: raise_position(
            run, run.scene.fighters[command.args["target"]], command.args.get("places", 1)
        ),
        _check_raise,
        slots=(_ID, Slot("places", Reads.NUMBER, is_optional=True, least=1, most=MOST_PLACES, shown="[N]")),
    ),
    _action(
        "add",
        "SL-1.9",
        "Brings a fighter from the bestiary into the scene.",
        _add,
        _check_add,
        slots=(Slot("template"),),
        extras=(Option("id", ("as",), (Slot("id", Reads.WORD),)), Option("side", ("on",), (Slot("side"),))),
    ),
    _action(
        "remove",
        "SL-20.7",
        "Takes a fighter out of the scene.",
        _remove,
        _check_remove,
        slots=(_ID,),
    ),
    replace(set_action("SL-20.7"), resolve=_set),
    _by_name(hide_action("SL-13.15")),
    _by_name(reveal_action("SL-13.15")),
    undo_action("SL-19.1"),
    note_action("SL-19.1"),
)
