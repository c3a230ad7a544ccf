"""11 Sheet: the fields of fighters, vehicles and scenes, each declared once; what follows from them, and what is wrong.

Chapter 12 (State) and chapter 13 (Place and pools) add their fields to the same tables.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fireteam.kernel import fields as shared
from fireteam.kernel.kinds import Choice, Fault, Flag, ListOf, Map, Maybe, Named, Ref, Text, Whole
from fireteam.kernel.scene import COMBAT
from fireteam.kernel.sheet import GM_ONLY, KNOWN, Field, Table
from fireteam.wonderland import content
from fireteam.wonderland.options import OPTIONS, Options
from fireteam.wonderland.place import DEFAULT_DISTANCE, DEFAULT_SPACING, FARTHEST, NEAREST, Place
from fireteam.wonderland.state import (
    COMPANION,
    COVERED,
    DEAD,
    NEUTRAL,
    NPC,
    OBJECT,
    OPEN,
    PC,
    UP,
    Behaviour,
    Cover,
    Fighter,
    FighterKind,
    Impounded,
    Known,
    Lifeform,
    Pools,
    Scene,
    Status,
    Trait,
    Vehicle,
    VehicleArmor,
)
from fireteam.wonderland.weapons import bare_hands
from fireteam.wonderland.written import (
    CONDITIONS,
    EXPOSED,
    GEAR,
    HAZARDS,
    IMPOUNDED,
    ITEMS,
    POOLS,
    TRAP,
    Armoury,
    Seat,
    capital,
)

STATS = ("swift", "dexterity", "wisdom", "strength", "personality", "intelligence")
SWIFT, DEXTERITY, WISDOM, STRENGTH, PERSONALITY, INTELLIGENCE = range(6)

SKILLS = (
    "handling",
    "sneak",
    "reflex",
    "aim",
    "tinkering",
    "awareness",
    "first_aid",
    "toughness",
    "engineering",
    "hustle",
    "attraction",
    "brains",
    "luck",
)
"""UW-2.1 Skills and stats. The thirteen skills by the stat they hang on; Luck hangs on none."""

STAT_OF_SKILL = (
    SWIFT,
    SWIFT,
    SWIFT,
    DEXTERITY,
    DEXTERITY,
    WISDOM,
    WISDOM,
    STRENGTH,
    STRENGTH,
    PERSONALITY,
    PERSONALITY,
    INTELLIGENCE,
)
SKILL_PER_STAT = 10
DEFAULT_STAT = 5
DEFAULT_LUCK = 50
DEFAULT_HP = 20
DEFAULT_KP = 9
MOST_SKILL = 150
MOST_HP = 999


def default_side(id: str, is_player: bool) -> str:
    """The side of a fighter that joins without one, as far as its controller tells it."""
    return "crew" if is_player else "foes"


def _kind(one: Fighter, scene: Any) -> FighterKind:
    """UW-11.1 Kinds. Default: pc if a player controls it, else npc."""
    return PC if one.is_player else NPC


def _side(one: Fighter, scene: Any) -> str:
    if one.kind is OBJECT:
        return NEUTRAL
    return "crew" if one.kind in (PC, COMPANION) else "foes"


def _lifeform(one: Fighter, scene: Any) -> Lifeform:
    if one.kind is OBJECT:
        return Lifeform.THING
    return Lifeform.HUMAN if one.kind in (PC, COMPANION) else Lifeform.CREATURE


_TEXT = Text(400)
_IDS = ListOf(Text(60, 1), 100)
_COUNTER = Whole(0, 9999)

FIGHTER = Table(
    "fighter",
    Fighter,
    (
        Field("name", shared.NAME.kind, lambda one, scene: capital(one.id), shared.NAME.doc),
        Field("template", Maybe(Text(60, 1)), None, shared.TEMPLATE.doc, seen=KNOWN, by_hand=False),
        shared.CONTROLLED_BY,
        shared.HIDDEN,
        Field("kind", Choice(FighterKind), _kind, "What rules it follows (UW-11.1)."),
        Field("side", Text(40, 1), _side, "Who stands together."),
        Field("lifeform", Choice(Lifeform), _lifeform, "What it is immune to (UW-9.24).", seen=KNOWN),
        Field("trade", _TEXT, "", "Recorded only."),
        Field("origin", _TEXT, "", "Recorded only."),
        Field("description", _TEXT, "", "Recorded only."),
        Field(
            "stats",
            Named(STATS, Whole(1, 11), DEFAULT_STAT),
            lambda one, scene: [DEFAULT_STAT] * 6,
            "UW-2.1.",
            seen=KNOWN,
        ),
        Field(
            "skills", Named(SKILLS, Whole(0, MOST_SKILL), None), lambda one, scene: [None] * 13, "UW-2.1.", seen=KNOWN
        ),
        Field("hp_max", Whole(0, MOST_HP), DEFAULT_HP, "Maximum HP.", seen=KNOWN),
        Field("hp", Whole(0, MOST_HP), lambda one, scene: one.hp_max, "HP now.", seen=KNOWN),
        Field("kp_max", Whole(0, 99), lambda one, scene: DEFAULT_KP if one.kind is PC else 0, "PCs only.", seen=KNOWN),
        Field("kp", Whole(0, 99), lambda one, scene: one.kp_max, "Kill Points now.", seen=KNOWN),
        Field("gear", GEAR, (), "Worn things.", seen=KNOWN),
        Field("armor", Whole(0, 20), lambda one, scene: content.armor_of(one.gear), "Personal armour.", seen=KNOWN),
        Field("weapons", Armoury(), lambda one, scene: {}, "What it fights with.", seen=KNOWN, attribute="armoury"),
        Field("items", ITEMS, {}, "What it can use up.", seen=KNOWN),
        Field("concealed", _IDS, (), "What captors do not find.", seen=KNOWN),
        Field("attacks", Whole(1, 6), 1, "Attacks a turn; NPCs and companions.", seen=KNOWN),
        Field("crits", Flag(), False, "Adds the quarter on a 12 (UW-5.3).", seen=KNOWN),
        Field("stride", Whole(1, 9), 1, "How far it moves (UW-8.4).", seen=KNOWN),
        Field("traits", ListOf(Choice(Trait), 8), (), "What is special about it.", seen=KNOWN),
        Field(
            "behaviour",
            Choice(Behaviour),
            lambda one, scene: Behaviour.STANDARD if one.kind is PC else Behaviour.BRUTE,
            "How it acts by itself (chapter 20).",
            seen=KNOWN,
        ),
        Field("conditions", CONDITIONS, {}, "What ails it (UW-9.3).", seen=KNOWN),
        Field("cover", Choice(Cover), lambda one, scene: COVERED if one.hidden else OPEN, "UW-2.3."),
        Field("sheltered", Flag(), False, "Out of the weather (UW-10.9)."),
        Field("status", Choice(Status), lambda one, scene: UP if one.hp else DEAD, "UW-12.1.", is_state=True),
        Field("slept", _COUNTER, 0, "Own turns slept through.", is_state=True, seen=KNOWN),
        Field("attacks_left", Whole(0, 6), 0, "Attacks left this turn.", is_state=True, seen=KNOWN),
        Field("held_combat", _COUNTER, 0, "Held criticals for combat.", is_state=True, seen=KNOWN),
        Field("held_calm", _COUNTER, 0, "Held criticals for calm.", is_state=True, seen=KNOWN),
        Field("known", Choice(Known), Known.NONE, "How much players know of it.", is_state=True),
        Field("pacified", ListOf(Ref(), 100), (), "PCs that this NPC spares.", is_state=True),
        Field("exposure", _COUNTER, 0, "Turn ends in heat or cold.", is_state=True, seen=KNOWN),
        Field("rad_turns", _COUNTER, 0, "Turn ends in radiation.", is_state=True, seen=KNOWN),
        Field("radiation_lost", _COUNTER, 0, "HP lost to acute radiation.", is_state=True, seen=KNOWN),
        Field("lasting_lost", _COUNTER, 0, "Maximum lost to a toxic place.", is_state=True, seen=KNOWN),
        Field("victim", Maybe(Ref()), None, "Who is inside it.", is_state=True),
        Field("digest", Whole(0, 3), 0, "Turns of digestion.", is_state=True),
        Field("swallowed_by", Maybe(Ref()), None, "Whose inside it is in.", is_state=True),
        Field("impounded", IMPOUNDED, lambda one, scene: Impounded(), "What captors hold.", is_state=True, seen=KNOWN),
        Field("whereabouts", Text(200), "", "Where it is while away.", is_state=True),
    ),
)

VEHICLE = Table(
    "vehicle",
    lambda key: Vehicle(id=key),
    (
        Field("name", shared.NAME.kind, lambda one, scene: capital(one.id), shared.NAME.doc),
        shared.TEMPLATE,
        Field("side", Text(40, 1), NEUTRAL, "Who stands together."),
        shared.HIDDEN,
        Field("hp_max", Whole(1, MOST_HP), 40, "Maximum HP."),
        Field("hp", Whole(0, MOST_HP), lambda one, scene: one.hp_max, "HP now; disabled at 0."),
        Field("speed", Whole(0, 10), 1, "Replaces Reflex and Sneak, adds to reach (UW-7.2, UW-7.6)."),
        Field("power", Whole(0, 10), 1, "Replaces Toughness of the machine (UW-7.3)."),
        Field("armor", Choice(VehicleArmor), VehicleArmor.SOME, "UW-7.9 to UW-7.11."),
        Field("seats", Whole(1, 20), 4, "How many fit in."),
        Field("driver", Seat(), "", "Who drives."),
        Field("riders", ListOf(Ref(), 20), (), "Who rides along."),
        Field("weapons", Armoury(), lambda one, scene: {}, "Mounted weapons.", attribute="armoury"),
        Field("sealed", Flag(), False, "Keeps hazards out."),
        Field("compromised", Flag(), False, "Protects nobody (UW-7.12)."),
        Field("gone", Flag(), False, "Fled.", is_state=True),
        Field("exposed", Map(EXPOSED, 200), {}, "Drive-bys that wait for an answer (UW-7.7).", is_state=True),
    ),
)

PLACE = Table(
    "place",
    lambda key: Place(),
    (
        Field("name", Text(200), "", "Where it happens."),
        Field("distance", Whole(NEAREST, FARTHEST), DEFAULT_DISTANCE, "Between sides."),
        Field("spacing", Whole(NEAREST, FARTHEST), DEFAULT_SPACING, "Within a side."),
        Field("distances", Map(Map(Whole(NEAREST, FARTHEST), 200), 200), {}, "Between two bodies (UW-8.3)."),
        Field("exits", Flag(), True, "Whether there is a way out."),
        Field("pursuit", Flag(), False, "Whether the fled left tracks."),
        Field("hazards", HAZARDS, lambda one, scene: {}, "Hostile environments (UW-10.8)."),
        Field("traps", Map(TRAP, 40), {}, "Traps of this place.", seen=GM_ONLY),
    ),
)

MOVES = ("fight", "pacify")

SCENE = Table(
    "scene",
    lambda key: Scene(),
    (
        shared.TITLE,
        Field("options", OPTIONS, lambda one, scene: Options(), "House rules (chapter 17)."),
        Field("pools", POOLS, lambda one, scene: Pools(), "This game has none."),
        Field("place", PLACE, lambda one, scene: Place(), "Where it happens (chapter 13)."),
        shared.PHASE,
        shared.ROUND,
        shared.ORDER,
        shared.ACTING,
        shared.WINNER,
        shared.SEQ,
        Field("session", Whole(1, 9999), 1, "The session.", is_state=True),
        Field("move", Maybe(Choice(MOVES)), None, "The open move.", is_state=True),
        Field("move_target", Maybe(Ref()), None, "The enemy of an open Pacify.", is_state=True),
        Field("move_won", ListOf(Ref(), 100), (), "PCs spared by an open Pacify.", is_state=True),
    ),
)


def settle(scene: Scene, given: Mapping[str, set[str]]) -> None:
    """UW-11.2 Loading. Skills follow from stats, distances stand in one order, and each fighter knows its seat."""
    for fighter in scene.fighters.values():
        settle_skills(fighter)
    settle_distances(scene)
    derive(scene)


def settle_skills(fighter: Fighter) -> None:
    """UW-2.1 Skills and stats. A skill starts at ten times its stat, Luck at 50."""
    for at, value in enumerate(fighter.skills):
        if value is None:
            stat = fighter.stats[STAT_OF_SKILL[at]] * SKILL_PER_STAT if at < len(STAT_OF_SKILL) else DEFAULT_LUCK
            fighter.skills[at] = stat


def settle_distances(scene: Scene) -> None:
    """UW-8.3 Distances. Either order in the file, alphabetical in the state; a counted entry's key means its copies."""
    place = scene.place
    known = {**scene.fighters, **scene.vehicles}
    found: dict[str, dict[str, int]] = {}
    for one, row in place.distances.items():
        for other, number in row.items():
            for a in _copies(one, known):
                for b in _copies(other, known):
                    if a == b and (one != a or other != b):
                        continue
                    first, last = (a, b) if a < b else (b, a)
                    if found.setdefault(first, {}).setdefault(last, number) != number:
                        place.clashes.append(f"{first}.{last}")
    place.distances = found


def _copies(key: str, known: Mapping[str, Any]) -> list[str]:
    """The ids that a key of a pair stands for: itself, or the copies of a counted entry."""
    if key in known:
        return [key]
    start = f"{key}-"
    return [id for id in known if id.startswith(start) and id[len(start) :].isdecimal()] or [key]


def derive(scene: Scene) -> None:
    """Works out what fighters keep beside their fields: where they sit, and what they can attack with."""
    for fighter in scene.fighters.values():
        fighter.aboard = ""
        derive_arms(fighter)
    for vehicle in scene.vehicles.values():
        for who in vehicle.aboard:
            if who in scene.fighters:
                scene.fighters[who].aboard = vehicle.id


def derive_arms(fighter: Fighter) -> None:
    """What a fighter can attack with: its weapons in listing order, bare hands last where it has them (UW-3.8)."""
    arms = tuple(fighter.weapons.values())
    has_fists = fighter.kind is not OBJECT and (fighter.kind is PC or not arms)
    fighter.arms = (*arms, bare_hands(fighter.stats[STRENGTH])) if has_fists else arms


def mend(scene: Scene, path: str) -> None:
    """UW-10.12 After `set`: one value and nothing else; only what is kept beside the fields is worked out again."""
    derive(scene)


def is_in_order(scene: Scene) -> bool:
    """Whether order, acting and phase fit each other."""
    if scene.phase is COMBAT:
        return scene.acting in scene.order
    return scene.acting is None


def faults(scene: Scene) -> list[Fault]:
    """What fields alone cannot say about a scene."""
    from fireteam.wonderland.faults import faults_of

    return faults_of(scene)
