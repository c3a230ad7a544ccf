"""Chapters 16 to 18 and 22: what a scene file may say of fighters, vessels, place and house rules, field by field."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from fireteam.kernel import fields as shared
from fireteam.kernel.events import Id
from fireteam.kernel.kinds import Choice, Fault, Flag, Halves, Kind, ListOf, Map, Maybe, Named, Ref, Text, Whole, quoted
from fireteam.kernel.names import nearest
from fireteam.kernel.sheet import GM_ONLY, KNOWN, Field, Table
from fireteam.solarlink import content
from fireteam.solarlink.content import ATTRIBUTES, CONSTITUTION
from fireteam.solarlink.state import (
    COMPONENTS,
    OUT,
    PARTS,
    Behaviour,
    Class,
    Condition,
    Followup,
    Grade,
    Insanity,
    Options,
    Place,
    Pools,
    Prepared,
    SolarFighter,
    SolarScene,
    Station,
    Status,
    Task,
    Vessel,
    VesselStatus,
)

FARTHEST = 9999
"""The largest coordinate of a square."""

MOST = 1_000_000
"""The largest count of anything that has no end by the book."""

MOST_AP = 1000
HP_BASE, HP_PER_CONSTITUTION, HP_LEAST = 15, 3, 5

_TRADE = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*$")


@dataclass(slots=True, frozen=True)
class OneOf(Kind):
    """A key of a content table, which is read when the first value is."""

    known: Callable[[], Iterable[str]]
    what: str

    def read(self, plain: Any, path: str, faults: list[Fault]) -> Any:
        known = tuple(self.known())
        if isinstance(plain, str) and plain in known:
            return plain
        close = nearest(plain, known) if isinstance(plain, str) else None
        hint = f'; did you mean "{close}"?' if close else ""
        faults.append(Fault(path, f"{quoted(plain)} is not {self.says()}{hint}"))
        return None

    def schema(self) -> dict[str, Any]:
        return {"enum": list(self.known())}

    def says(self) -> str:
        return f"the key of {self.what}"


@dataclass(slots=True, frozen=True)
class SquareKind(Kind):
    """A square: two whole numbers."""

    def read(self, plain: Any, path: str, faults: list[Fault]) -> Any:
        if isinstance(plain, list) and len(plain) == 2 and all(self._fits(part) for part in plain):
            return (plain[0], plain[1])
        self._fault(plain, path, faults)
        return None

    @staticmethod
    def _fits(part: Any) -> bool:
        return isinstance(part, int) and not isinstance(part, bool) and -FARTHEST <= part <= FARTHEST

    def write(self, typed: Any) -> Any:
        return list(typed)

    def from_text(self, text: str) -> Any:
        try:
            return [int(word[:12]) for word in text.replace(",", " ").split()]
        except ValueError:
            return text

    def schema(self) -> dict[str, Any]:
        number = {"type": "integer", "minimum": -FARTHEST, "maximum": FARTHEST}
        return {"type": "array", "items": number, "minItems": 2, "maxItems": 2}

    def says(self) -> str:
        return f"a square [x, y] of whole numbers from {-FARTHEST} to {FARTHEST}"


class TradeMap(Map):
    """Ranks by Trade; a Trade is any snake_case name."""

    def check_name(self, name: str, path: str, faults: list[Fault]) -> bool:
        if not _TRADE.match(name) or len(name) > 60:
            faults.append(Fault(path, "a Trade is a snake_case name of at most 60 characters"))
            return False
        return True


def _side(fighter: SolarFighter, scene: SolarScene) -> str:
    return "crew" if fighter.is_player else "foes"


def _hp_max(fighter: SolarFighter, scene: SolarScene) -> int:
    """SL-16.1 Fighter. 15 + 3 × Constitution of the sheet, at least 5."""
    return max(HP_LEAST, HP_BASE + HP_PER_CONSTITUTION * fighter.attributes[CONSTITUTION])


def _dhp_max(fighter: SolarFighter, scene: SolarScene) -> int:
    """SL-16.1 Fighter. The DHP of exoskeleton and cybernetics together."""
    if fighter.exoskeleton == "none" and not fighter.cybernetics:
        return 0
    worn = content.exoskeletons()[fighter.exoskeleton].dhp
    return worn + sum(content.cybernetics()[key].dhp for key in fighter.cybernetics)


def _status(fighter: SolarFighter, scene: SolarScene) -> Status:
    """SL-17.1 Runtime fields. The status follows from HP, DHP and breath (SL-13.7)."""
    from fireteam.solarlink.ground_combat.falling import status_by_the_numbers

    return status_by_the_numbers(scene, fighter)


def _prone(fighter: SolarFighter, scene: SolarScene) -> bool:
    """SL-17.1 Runtime fields. Prone when out under gravity."""
    if fighter.status is not OUT:
        return False
    vessel = scene.vehicles.get(fighter.aboard) if fighter.aboard is not None else None
    return vessel.gravity if vessel is not None else scene.place.gravity


def _acted(fighter: SolarFighter, scene: SolarScene) -> bool:
    """SL-17.1 Runtime fields. True for the acting fighter and all above it in the order."""
    if scene.acting not in scene.order or fighter.id not in scene.order:
        return False
    return scene.order.index(fighter.id) <= scene.order.index(scene.acting)


def _vessel_status(vessel: Vessel, scene: SolarScene) -> VesselStatus:
    return VesselStatus.OK if vessel.dhp > 0 else VesselStatus.WRECK


TASK = Table(
    "task",
    lambda key: Task(),
    (
        Field("command", Text(500, 1), "", "The command, without its actor.", required=True),
        Field("cost", Halves(0, MOST_AP), 0, "What it costs, in AP.", required=True),
        Field("paid", Halves(0, MOST_AP), 0, "What has been paid."),
        Field("paid_now", Flag(), False, "Whether a payment was made this turn."),
    ),
)

PREPARED = Table(
    "prepared",
    lambda key: Prepared(),
    (
        Field("target", Ref(), "", "Whom the attack waits for.", required=True),
        Field("weapon", OneOf(content.weapons, "a weapon"), "", "The weapon.", required=True),
    ),
)

FIGHTER = Table(
    "fighter",
    lambda key: SolarFighter(Id(key)),
    (
        shared.NAME,
        shared.TEMPLATE,
        shared.CONTROLLED_BY,
        Field("side", Text(40, 1), _side, "Who stands together; default crew for a player's fighter, else foes."),
        shared.HIDDEN,
        Field("class", Choice(Class), Class.NONE, "The class of the character.", attribute="class_"),
        Field("attributes", Named(ATTRIBUTES, Whole(-10, 10), 0), (0,) * 8, "The attributes of the sheet."),
        Field("trades", TradeMap(Whole(0, 5), what="Trade"), {}, "Ranks by Trade."),
        Field("maneuvers", Map(Whole(1, 9), known=content.maneuvers, what="maneuver"), {}, "Learned maneuvers."),
        Field(
            "pattern_attribute",
            Choice(("intellect", "wisdom", "willpower")),
            "intellect",
            "The attribute of Attack Pattern Explained; Willpower only for a Willblade.",
        ),
        Field("hp_max", Whole(0, 200), _hp_max, "Maximum HP; 0 only with DHP."),
        Field("hp", Whole(-MOST, 200), lambda fighter, scene: fighter.hp_max, "HP now."),
        Field("dhp_max", Whole(0, 50), _dhp_max, "Maximum DHP; default: those of the gear."),
        Field("dhp", Whole(0, 50), lambda fighter, scene: fighter.dhp_max, "DHP now."),
        Field("weapons", ListOf(OneOf(content.weapons, "a weapon"), 20), (), "Weapons; the first is the usual one."),
        Field("clothing", OneOf(content.clothing, "clothing"), "plain", "Clothing."),
        Field("exoskeleton", OneOf(content.exoskeletons, "an exoskeleton"), "none", "Exoskeleton."),
        Field("cybernetics", ListOf(OneOf(content.cybernetics, "a cybernetic"), 10), (), "Cybernetics."),
        Field("items", Map(Whole(0, 99), known=content.items, what="item"), {}, "Items and how many of each."),
        Field("breathes", Flag(), True, "Whether it needs air."),
        Field("bleeds", Flag(), True, "Whether it can have Open Wounds."),
        Field("sealed", Flag(), False, "Whether its body withstands vacuum."),
        Field("die_steps", Whole(-5, 5), 0, "A standing change of the damage dice of its weapons."),
        Field("at", Maybe(SquareKind()), None, "The square it stands on."),
        Field("aboard", Maybe(Ref()), None, "The vessel it is aboard."),
        Field("station", Maybe(Choice(Station)), None, "Its station aboard."),
        Field("behaviour", Choice(Behaviour), Behaviour.STANDARD, "How it acts by itself.", seen=GM_ONLY),
        Field("status", Choice(Status), _status, "up, out, dead or gone.", is_state=True),
        Field("prone", Flag(), _prone, "Whether it lies on the floor.", is_state=True),
        Field("ap", Halves(0, MOST_AP), 0, "Action Points left.", is_state=True),
        Field("acted", Flag(), _acted, "Whether it had its turn this Cycle.", is_state=True),
        Field("turn_order", Whole(-MOST, MOST), 0, "The total of its Turn Order Roll.", is_state=True),
        Field("tiebreak", ListOf(Whole(2, 20), 1000), (), "The totals of its tie rolls.", is_state=True),
        Field("raises", Whole(0, MOST), 0, "Raises stored for the end of the Cycle.", is_state=True),
        Field("busy", Flag(), False, "Acted or reacted since the end of its last turn.", is_state=True),
        Field("moving", Flag(), False, "In an unbroken run of moves.", is_state=True),
        Field("aim", Maybe(Ref()), None, "Whom it aims at.", is_state=True),
        Field("explains", Maybe(Ref()), None, "Whose attack pattern it has explained.", is_state=True),
        Field("followup", Maybe(Choice(Followup)), None, "What may follow the last attack.", is_state=True),
        Field("followup_from", Maybe(Ref()), None, "The target just attacked.", is_state=True),
        Field("prepared", ListOf(PREPARED, 100), (), "Attacks that wait.", is_state=True),
        Field("auras", ListOf(OneOf(content.maneuvers, "an aura"), 12), (), "Auras in force.", is_state=True),
        Field("task", Maybe(TASK), None, "The long task under way.", is_state=True, seen=KNOWN),
        Field("cover", Whole(0, 6), 0, "Cover taken.", is_state=True),
        Field("wounds", Whole(0, MOST), 0, "Stacks of Open Wounds.", is_state=True),
        Field("delay", Whole(0, MOST), 0, "How much of the next bleeding is held back.", is_state=True),
        Field("idle", Whole(0, 9), 0, "Still turns towards a minute.", is_state=True),
        Field("dizzy", Whole(-1, MOST), 0, "Cycles of dizziness left; -1 without end.", is_state=True),
        Field("insanity", Choice(Insanity), Insanity.NONE, "The effect of the episode.", is_state=True),
        Field("insanity_left", Whole(0, MOST), 0, "Cycles of insanity left.", is_state=True),
        Field("insanity_target", Maybe(Ref()), None, "Whom a paranoid holds for an enemy.", is_state=True),
        Field("tiredness", ListOf(Choice(ATTRIBUTES[:4]), 100), (), "The attribute of each stack.", is_state=True),
        Field("air", Whole(0, 100), 100, "Its own breathable air.", is_state=True),
        Field("air_clock", Whole(0, MOST), 0, "Turns in bad air.", is_state=True),
        Field("blacked_out", Flag(), False, "Out for lack of air.", is_state=True),
        Field("exposed", Flag(), False, "Marked as exposed by the game master.", is_state=True),
        Field("torn", Flag(), False, "Whether its sealed clothing is torn.", is_state=True),
        Field("injuries", Named(PARTS, Choice(Grade), Grade.NONE), (Grade.NONE,) * 6, "Body parts.", is_state=True),
    ),
)
"""SL-16.1 Fighter. Every field with its type, range and default; those marked as state are SL-17.1."""

VESSEL = Table(
    "vessel",
    Vessel,
    (
        shared.NAME,
        Field("side", Text(40, 1), "foes", "Who stands together."),
        Field("template", Maybe(Text(60, 1)), None, "The entry of the vessel table.", by_hand=False),
        Field("dhp_max", Whole(1, 500), 6, "Maximum DHP."),
        Field("dhp", Whole(0, 500), lambda vessel, scene: vessel.dhp_max, "DHP now."),
        Field("handling", Whole(-10, 10), 0, "How well it evades."),
        Field("weapons", ListOf(OneOf(content.vessel_weapons, "a vessel weapon"), 20), (), "Its weapons."),
        Field("solo", Flag(), False, "Whether the pilot does all the work."),
        Field("landed", Flag(), False, "Whether it has landed."),
        Field("gravity", Flag(), True, "Whether there is gravity aboard."),
        Field("components", Named(COMPONENTS, Choice(Condition), Condition.OK), (Condition.OK,) * 3, "Its components."),
        Field("air", Whole(0, 100), 100, "Breathable air aboard."),
        Field("breached", Flag(), False, "Whether the hull is holed."),
        Field("band", Whole(0, 9), 0, "The band it stands in."),
        Field("locked", Maybe(Ref()), None, "The vessel it is locked to."),
        Field("status", Choice(VesselStatus), _vessel_status, "ok, wreck or gone.", is_state=True),
        Field("evading", Whole(0, 4), 0, "How hard it evades: 0, 2 or 4.", is_state=True),
        Field("overcharge", Whole(0, 1), 0, "Whether the next shot is overcharged.", is_state=True),
    ),
)
"""SL-16.2 Vessel. Every field with its type, range and default."""

OPTIONS = Table(
    "options",
    lambda key: Options(),
    (
        Field("npcs", Choice(("auto", "manual")), "auto", "Whether the game master's fighters act by themselves."),
        Field("round_limit", Whole(1, 1000), 100, "Cycles after which a fight ends undecided (SL-20.5)."),
        Field("insanity_length", Choice(("combat", "wisdom")), "combat", "How long insanity lasts (SL-6.4)."),
        Field("wound_base", Choice(("stacks", "stacks_plus_one")), "stacks", "Damage of Open Wounds (SL-7.1)."),
        Field("wound_delay", Choice(("next_tick", "lasting")), "next_tick", "How long a delay holds (SL-7.4)."),
        Field("minute_pace", Choice(("burst", "steady")), "burst", "How long tasks are paid for (SL-2.6)."),
        Field("exposure_harm", Choice(("start", "all")), "start", "What suffocating in vacuum does (SL-8.5)."),
        Field("first_breath", Choice(("minute", "at_once")), "minute", "When the first breath fails (SL-9.3)."),
        Field("death", Choice(("minus_max", "zero")), "minus_max", "When a fighter dies (SL-13.7)."),
        Field("parry", Choice(("on", "off")), "on", "Whether attacks can be parried (SL-13.4)."),
        Field("creation", Flag(), False, "Whether Trade Points are counted (SL-11.4)."),
    ),
)
"""SL-22.1 House rules. Each option with its values and default."""

PLACE = Table(
    "place",
    lambda key: Place(),
    (
        Field("name", Text(200), "", "What the place is called."),
        Field("gravity", Flag(), True, "Whether there is gravity."),
        Field("exposed", Flag(), False, "Whether it is vacuum."),
        Field("stressful", Flag(), False, "Whether nerves are tried outside combat."),
        Field("air", Whole(0, 100), 100, "Breathable air."),
        Field("cover", Whole(0, 6), 0, "The best cover to be had."),
        Field("footing", Whole(0, 30), 0, "Difficulty of walking; 0 for firm ground."),
    ),
)
"""SL-18.1 Place. The fields of `[place]`."""

POOLS = Table("pools", lambda key: Pools(), ())
"""SL-18.1 Place. There are no pools: any key is a fault."""

SCENE = Table(
    "scene",
    lambda key: SolarScene(),
    (
        shared.TITLE,
        Field("options", OPTIONS, lambda record, scene: Options(), "House rules."),
        Field("pools", POOLS, lambda record, scene: Pools(), "There are none in this game."),
        Field("place", PLACE, lambda record, scene: Place(), "Where it happens."),
        shared.PHASE,
        shared.ROUND,
        Field("session", Whole(1, MOST), 1, "The session, counted from 1.", is_state=True),
        shared.ORDER,
        shared.ACTING,
        Field("extra_turn", Flag(), False, "Whether the turn is an extra one.", is_state=True),
        shared.WINNER,
        shared.SEQ,
    ),
)
"""SL-17.1 Runtime fields. What a scene holds besides fighters and vessels."""
