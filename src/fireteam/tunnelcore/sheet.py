"""10 Sheet: every field of a fighter and a scene with its type, range and default, and what a scene may not hold."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from fireteam.kernel import fields as shared
from fireteam.kernel.kinds import Choice, DieSize, Fault, Flag, Kind, ListOf, Map, Maybe, Named, Ref, Steps, Text, Whole
from fireteam.kernel.scene import Control, duplicate
from fireteam.kernel.sheet import GM_ONLY, KNOWN, Field, Table
from fireteam.tunnelcore.content import ceilings, items, templates
from fireteam.tunnelcore.options import OPTIONS
from fireteam.tunnelcore.place_and_pools import PLACE, POOLS, Listed
from fireteam.tunnelcore.positions import RISKY, base_of, is_at_home, on_ground, shifted
from fireteam.tunnelcore.state import (
    APPROACHES,
    ASSETS,
    ATTRIBUTES,
    BOXES,
    POSITIONS,
    TRACKS,
    Behavior,
    Detention,
    Fighter,
    Guard,
    InterceptWith,
    Options,
    Place,
    Pools,
    Scene,
    Status,
)
from fireteam.tunnelcore.stress_tracks import is_active

FIRST_SPOT = "here"
"""TC-7.5: where all start unless the scene says otherwise."""
DISTINCTIONS = ("First", "Second", "Third")
SLOTS = len(DISTINCTIONS)
MOST_PLOT_POINTS = 5
MOST_ITEMS = 99
MOST_COUNTED = 1_000_000


def _behavior(fighter: Fighter, scene: Scene) -> Behavior | None:
    return None if fighter.is_player else Behavior.AGGRESSIVE


def _distinctions(fighter: Fighter, scene: Scene) -> list[str]:
    return [*DISTINCTIONS] if fighter.is_player else []


def _spot(fighter: Fighter, scene: Scene) -> str:
    return scene.place.spots[0] if scene.place.spots else FIRST_SPOT


def _state(name: str, kind: Kind, default: Any, doc: str, seen: str = "always", *, worked_out: bool = False) -> Field:
    return Field(name, kind, default, doc, is_state=True, seen=seen, worked_out=worked_out)


FIGHTER = Table(
    "fighter",
    Fighter,
    (
        shared.NAME,
        Field("template", Maybe(Text(60, 1)), None, "The template it was made from.", seen=GM_ONLY, by_hand=False),
        Field("side", Text(80, 1), None, "Who stands together.", required=True),
        shared.CONTROLLED_BY,
        shared.HIDDEN,
        Field("archetype", Maybe(Listed(ceilings)), None, "Sets the ceiling of chrome.", seen=KNOWN),
        Field("attributes", Named(ATTRIBUTES, DieSize(6, 12), 6), (6,) * 4, "The first die of a pool.", seen=KNOWN),
        Field("approaches", Named(APPROACHES, DieSize(), 6), (6,) * 5, "The second die of a pool.", seen=KNOWN),
        Field("chrome", DieSize(), 4, "The chrome die; d4 is unaugmented.", seen=KNOWN),
        Field("assets", Named(ASSETS, Maybe(DieSize(6, 12)), None), (None,) * 4, "Weapons, deck, armor.", seen=KNOWN),
        Field("gear", Named(ASSETS, Maybe(Text(60, 1)), None), (None,) * 4, "Their names, for show only."),
        Field("items", Map(Whole(0, MOST_ITEMS), 50, items, "item"), {}, "What it carries to use.", seen=KNOWN),
        Field("distinctions", ListOf(Text(80, 1), SLOTS), _distinctions, "Three for player fighters."),
        Field(
            "plot_points", Whole(0, MOST_PLOT_POINTS), lambda fighter, scene: int(fighter.is_player), "Absorb hitches."
        ),
        Field("behavior", Maybe(Choice(Behavior)), _behavior, "What an NPC does by itself.", seen=KNOWN),
        Field("tier", Whole(1, 3), 3, "1: a named NPC.", seen=GM_ONLY),
        Field("boss_die", DieSize(10, 12), 10, "What a boss adds to the doom pool.", seen=GM_ONLY),
        Field("facility", Text(80), "", "The facility of a Warden.", seen=GM_ONLY),
        Field("spot", Text(60, 1), _spot, "Where it stands."),
        Field("terrain", Flag(), False, "Whether it has ground that gives an advantage."),
        Field("engaged", Flag(), lambda one, scene: one.behavior is not Behavior.SHOPKEEPER, "Takes part in fights."),
        Field("stress", Named(TRACKS, Steps(BOXES), 0), (0, 0, 0), "The three tracks.", seen=KNOWN),
        Field("traumas", Whole(0, SLOTS), 0, "How many traumas."),
        Field("lost_slots", ListOf(Whole(1, SLOTS), SLOTS), (), "The distinctions that traumas overwrote."),
        Field("shift", Whole(-2, 2), 0, "How far the position stands from its base."),
        Field("complications", Map(DieSize(6, 12), 50, what="complication"), {}, "What stands in its way."),
        Field("concealed", Flag(), False, "Whether no hostile action finds it."),
        _state("position", Steps(POSITIONS), 1, "What a failure costs: base plus shift."),
        _state("failures", Whole(0, 9), 0, "Failures in a row."),
        _state("held", Flag(), False, "Held by a grapple until the scene break."),
        _state("guard", Maybe(Choice(Guard)), None, "The guard die."),
        _state("acted", Flag(), False, "Whether it has had its turn this round."),
        _state("active", Flag(), True, "Able to do something in this scene.", worked_out=True),
        _state("status", Choice(Status), Status.IN, "In the scene, or how it left."),
        _state("detention", Maybe(Choice(Detention)), None, "How it is detained."),
        _state("intercepting", Maybe(Ref()), None, "Whose next action it will interrupt."),
        _state("intercept_with", Maybe(Choice(InterceptWith)), None, "With body or deck."),
        _state("last_attacker", Maybe(Ref()), None, "Who was hostile to it last."),
        _state("recovered", ListOf(Steps(TRACKS), 50), (), "Tracks that recovered this scene.", KNOWN),
        _state("scanned", Maybe(Choice(("behavior", "full"))), None, "What players know of it."),
        _state("interrupts", Whole(0, MOST_COUNTED), 0, "How often it acted out of turn."),
        _state("boss_doom", Flag(), False, "Whether its die has entered the doom pool.", GM_ONLY),
        _state("scared", Flag(), False, "Whether it flees next."),
        _state("chrome_down", Whole(0, shared.MOST_ROUNDS + 1), 0, "The last round without chrome; 0 for none."),
    ),
)

SCENE = Table(
    "scene",
    lambda key: Scene(),
    (
        shared.TITLE,
        Field("options", OPTIONS, lambda record, scene: _filled(OPTIONS, Options()), "House rules."),
        Field("pools", POOLS, lambda record, scene: _filled(POOLS, Pools()), "What the whole table shares."),
        Field("place", PLACE, lambda record, scene: _filled(PLACE, Place()), "Where it happens."),
        shared.PHASE,
        shared.ROUND,
        shared.ORDER,
        shared.ACTING,
        shared.WINNER,
        shared.SEQ,
    ),
)


def _filled(table: Table, record: Any) -> Any:
    table.fill(record, set(), None)
    return record


def settle(scene: Scene, given: Mapping[str, set[str]]) -> None:
    """TC-4.2 Base is worked out at load, with what else follows from several fields.

    A position that the file gives stands, and its shift follows unless that is given too; a Warden at home is
    Controlled whatever is given (TC-4.3). A combat that is given without a round is in its first.
    """
    for fighter in scene.fighters.values():
        tidy(scene, fighter)
    scene.known_muster = None
    if scene.in_combat and "order" not in given[""]:
        scene.order = listing(scene)
    if scene.in_combat and "round" not in given[""]:
        scene.round = 1
    for id, fighter in scene.fighters.items():
        fields = given.get(f"fighters.{id}", set())
        base = base_of(scene, fighter)
        if is_at_home(scene, fighter):
            fighter.position = base
        elif "position" not in fields:
            fighter.position = shifted(base, fighter.shift)
        elif "shift" not in fields:
            fighter.shift = fighter.position - base


def tidy(scene: Scene, fighter: Fighter) -> None:
    """What follows from other fields: no behaviour for players, one for everybody else, and whether it is active."""
    if fighter.is_player:
        fighter.behavior = None
    elif fighter.behavior is None:
        fighter.behavior = Behavior.AGGRESSIVE
    fighter.active = is_active(scene, fighter)
    fighter.pools = None


def mend(scene: Scene, path: str) -> None:
    """What follows from a value that was set by hand; whether a fighter is active follows by an event of its own."""
    parts = path.split(".")
    if parts[0] == "fighters":
        fighter = scene.fighters[parts[1]]
        active = fighter.active
        if parts[2] == "controlled_by" and fighter.is_player and not fighter.distinctions:
            fighter.distinctions = [*DISTINCTIONS]
        tidy(scene, fighter)
        fighter.active = active
    scene.known_muster = None


def listing(scene: Scene) -> list[str]:
    """11 State: `order` is all player fighters in listing order, then all NPCs."""
    fighters = scene.fighters.values()
    return [one.id for one in fighters if one.is_player] + [one.id for one in fighters if not one.is_player]


def faults(scene: Scene) -> list[Fault]:
    """TC-10.1 Faults. What the fields alone cannot say is wrong with a scene."""
    found: list[Fault] = []
    for id, fighter in scene.fighters.items():
        found += _fighter_faults(scene, f"fighters.{id}", fighter)
    for name, clock in scene.place.clocks.items():
        if clock.filled > clock.size:
            found.append(Fault(f"place.clocks.{name}.filled", f"{clock.filled} is more than its size, {clock.size}"))
    found += _unknown(scene, "order", scene.order)
    if len(set(scene.order)) < len(scene.order):
        found.append(Fault("order", "names a fighter twice"))
    if scene.in_combat:
        missing = [id for id in scene.fighters if id not in scene.order]
        if missing:
            found.append(Fault("order", f"does not name {missing[0]}"))
        if scene.round < 1:
            found.append(Fault("round", "is at least 1 in combat"))
    if scene.acting is not None:
        found += _unknown(scene, "acting", [scene.acting])
        if not scene.in_combat:
            found.append(Fault("acting", "names somebody outside combat"))
        elif scene.acting in scene.fighters and scene.fighters[scene.acting].is_player:
            found.append(Fault("acting", f"{scene.acting} is no NPC: players choose who goes"))
    return found


def _unknown(scene: Scene, path: str, ids: Iterable[str]) -> list[Fault]:
    return [Fault(path, f"no fighter {id}") for id in ids if id not in scene.fighters]


def _fighter_faults(scene: Scene, path: str, fighter: Fighter) -> list[Fault]:
    found = chrome_faults(path, fighter)
    slots = len(fighter.distinctions)
    if slots != SLOTS and (fighter.is_player or slots):
        wanted = "three" if fighter.is_player else "none or three"
        found.append(Fault(f"{path}.distinctions", f"has {slots} entries, must have {wanted}"))
    if len(fighter.lost_slots) != fighter.traumas or len(set(fighter.lost_slots)) != len(fighter.lost_slots):
        found.append(
            Fault(f"{path}.lost_slots", f"names {len(set(fighter.lost_slots))} slots for {fighter.traumas} traumas")
        )
    spots = scene.place.spots
    if spots and fighter.spot not in spots:
        found.append(Fault(f"{path}.spot", f'"{fighter.spot}" is not one of place.spots: {", ".join(spots)}'))
    if scene.options.fail_streak and fighter.failures >= scene.options.fail_streak:
        found.append(Fault(f"{path}.failures", f"{fighter.failures} is not below fail_streak"))
    if (fighter.intercepting is None) != (fighter.intercept_with is None):
        found.append(Fault(f"{path}.intercept_with", "goes together with intercepting"))
    for name in ("intercepting", "last_attacker"):
        id = getattr(fighter, name)
        if id is not None:
            found += _unknown(scene, f"{path}.{name}", [id])
    return found


def chrome_faults(path: str, fighter: Fighter) -> list[Fault]:
    """TC-1.3 Sizes. An archetype sets a ceiling for chrome."""
    if fighter.archetype is None:
        return []
    ceiling = ceilings()[fighter.archetype]
    if fighter.chrome <= ceiling:
        return []
    return [Fault(f"{path}.chrome", f"d{fighter.chrome} is above the d{ceiling} ceiling of {fighter.archetype}")]


@cache
def _made(template: str) -> Fighter:
    """A fighter as its template has it, to be copied."""
    plain = {key: value for key, value in templates()[template].items() if key != "count"}
    found: list[Fault] = []
    record, given = FIGHTER.read_given(template, {**plain, "side": "-"}, template, found)
    if found:
        raise ValueError("; ".join(map(str, found)))
    given.add("spot")
    FIGHTER.fill(record, given, None)
    fighter: Fighter = record
    fighter.template = template
    fighter.controlled_by = Control.GM
    return fighter


def newcomer(scene: Scene, id: str, template: str, side: str) -> Fighter:
    """TC-21.5 By hand: a newcomer is GM-controlled and stands at the spot that a sheet has by default."""
    fighter = duplicate(_made(template))
    fighter.id, fighter.side = id, side
    number = id.removeprefix(f"{template}-")
    if number.isdecimal():
        fighter.name = f"{fighter.name} {number}"
    fighter.spot = _spot(fighter, scene)
    tidy(scene, fighter)
    fighter.position = on_ground(scene, fighter, RISKY)
    return fighter
