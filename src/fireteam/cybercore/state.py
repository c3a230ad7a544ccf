"""CC-17 State: what a scene holds beyond the sheets, and what is worked out from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from fireteam.cybercore import content
from fireteam.cybercore.content import DAMAGE, FAMILIES, NONE
from fireteam.cybercore.options import OPTIONS, Options
from fireteam.cybercore.place_and_pools import PLACE, POOLS, Place, Pools
from fireteam.cybercore.sheet import SHEET, CyberFighter, Primed, Status
from fireteam.kernel import fields as shared
from fireteam.kernel.kinds import Flag, Kind, ListOf, Named, Ref, Text, Whole
from fireteam.kernel.scene import Scene
from fireteam.kernel.sheet import KNOWN, Field, Table


@dataclass(slots=True, eq=False, repr=False)
class CyberScene(Scene):
    """A scene of Cybercore: fighters, place, the two pools, house rules."""

    fighters: dict[str, CyberFighter] = field(default_factory=dict)
    options: Options = field(default_factory=Options)
    place: Place = field(default_factory=Place)
    pools: Pools = field(default_factory=Pools)


class Somebody(Ref):
    """The id of a fighter, or empty text for nobody."""

    def read(self, plain: Any, path: str, faults: list[Any]) -> Any:
        return "" if plain == "" else Ref.read(self, plain, path, faults)

    def from_text(self, text: str) -> Any:
        return "" if text == "null" else text


_RUNTIME = (
    Field("exhaustion_suppressed", Whole(0, 99), 0, "Exhaustion held off by Grind.", is_state=True),
    Field("dying", Whole(0, 9), 0, "Failed dying saves.", is_state=True),
    Field("dying_due", Flag(), False, "The running turn began dying.", is_state=True),
    Field("bonds_spent", ListOf(Ref(), 100), (), "Bonds spent in this fight.", is_state=True),
    Field(
        "primed",
        Table(
            "primed",
            lambda key: Primed(),
            (
                Field("luck", Whole(0, 99), 0, "Luck declared."),
                Field("push", Whole(0, 99), 0, "Push declared."),
                Field("wounds", Whole(0, 99), 0, "Wounds ignored."),
            ),
        ),
        lambda record, scene: Primed(),
        "Declared for the next fitting roll.",
        is_state=True,
    ),
    Field("initiative", Whole(-99, 99), 0, "Place in the order.", is_state=True),
    Field("actions_used", Whole(0, 2), 0, "Actions of the running turn.", is_state=True),
    Field("moves_used", Whole(0, 2), 0, "Moves of the running turn.", is_state=True),
    Field("acted", Text(20), "", "What its last Action of the running turn was.", is_state=True),
    Field("heading", Somebody(), "", "Whom it has moved to since its last Action of the turn.", is_state=True),
    Field("dodges", Whole(0, 99), 0, "Dodges of this round.", is_state=True),
    Field("evades", Whole(0, 99), 0, "Area attacks evaded this round.", is_state=True),
    Field("dodged", Flag(), False, "Has dodged since its last turn ended.", is_state=True),
    Field("guarded", Flag(), False, "On guard until its next turn.", is_state=True),
    Field("aim", Somebody(), "", "Whom it aims at.", is_state=True),
    Field("dreaded", Flag(), False, "Has made its dread save in this scene.", is_state=True),
    Field("repaired", Flag(), False, "Has used its repair in this rest.", is_state=True),
)
"""CC-17.1 Runtime fields."""


def _worked_out(name: str, kind: Kind, doc: str, seen: str = "always") -> Field:
    return Field(name, kind, doc=doc, is_state=True, seen=seen, worked_out=True)


_NUMBER = Whole(-99, 999)
_WORKED_OUT = (
    _worked_out("tier", _NUMBER, "From Rank."),
    _worked_out("hits_max", _NUMBER, "The size of the HITS track."),
    _worked_out("energy_max", _NUMBER, "Tier and bonus."),
    _worked_out("energy_free", _NUMBER, "What can be spent."),
    _worked_out("hindered", _NUMBER, "-5 a level on physical rolls."),
    _worked_out("exhausted", Flag(), "Counts as Staggered, Slowed and Distracted."),
    _worked_out("psych_max", _NUMBER, "Willpower + Harmony."),
    _worked_out("af", _NUMBER, "Against ordinary attacks.", KNOWN),
    _worked_out("df", _NUMBER, "For dodging.", KNOWN),
    _worked_out("ef", _NUMBER, "Against area attacks.", KNOWN),
    _worked_out("pace", _NUMBER, "Places a Move now."),
    _worked_out("saves", Named(FAMILIES, _NUMBER, 0), "Sums of four attributes.", KNOWN),
    _worked_out("dr_max", Named(DAMAGE, _NUMBER, 0), "The armour's full DR."),
)
"""CC-17.1 Runtime fields: those that are worked out."""

FIGHTER = Table("fighter", CyberFighter, (*SHEET, *_RUNTIME, *_WORKED_OUT))
"""CC-16.1 Fields of a fighter, and CC-17.1 Runtime fields."""


SCENE = Table(
    "scene",
    lambda key: CyberScene(),
    (
        shared.TITLE,
        Field("options", OPTIONS, lambda record, scene: Options(), "House rules by name."),
        Field("pools", POOLS, lambda record, scene: Pools(), "Tension and Luck."),
        Field("place", PLACE, lambda record, scene: Place(), "Where it happens."),
        shared.PHASE,
        shared.ROUND,
        shared.ORDER,
        shared.ACTING,
        shared.WINNER,
        shared.SEQ,
    ),
)
"""CC-17.1 Runtime fields. Runtime fields at scene level."""

BASE_HITS = 8
DEFAULT_ATTRIBUTE = 2
MOST_TIER = 3
RANKS_A_TIER = 3
BOTHER = 5
"""CC-1.6 Boon, Bane, Bother: what one Bother takes."""
OPEN_WOUND = 10
TRIAGED_WOUND = 5


def tier_of(rank: int) -> int:
    """CC-1.11 Rank and Tier. Ranks 1-3, 4-6, 7-10 are Tiers 1, 2, 3."""
    return min(MOST_TIER, (rank + 2) // RANKS_A_TIER)


def hits_maximum(one: CyberFighter) -> int:
    """CC-7.1 Maximum. 8 + Fortitude + mass + Rank x HITS per Rank of the Core (CC-7.2), at least 1, unless fixed."""
    if one.fixed.hits:
        return one.fixed.hits
    grown = one.rank * content.hits_per_rank()[one.core]
    return max(1, BASE_HITS + one.attributes[content.FORTITUDE] + one.mass + grown)


def size_up(one: CyberFighter) -> None:
    """CC-13.1 Factors, CC-10.1 Save values, CC-4.1 and CC-9.2 Maxima: what follows from attributes, Rank and armour."""
    armour = content.armours()[one.armour]
    agility, fortitude, _, reflex, _, willpower, _, _, perception, _, foresight, harmony = one.attributes
    one.tier = tier_of(one.rank)
    one.energy_max = 0 if one.extra else one.tier + one.energy_bonus
    one.psych_max = max(0, willpower + harmony)
    one.hits_max = hits_maximum(one)
    one.af = fortitude + one.mass + one.rank + armour.af
    one.ef = reflex + foresight + one.rank
    one.df = agility + perception + one.rank
    size = content.FAMILY_SIZE
    one.saves = [sum(one.attributes[size * family : size * (family + 1)]) for family in range(len(FAMILIES))]
    one.dr_max = armour.dr
    one.full_pace = max(0, one.speed + armour.speed)
    one.dodge_limit = min(reflex, armour.arc)
    one.is_airtight = one.sealed or armour.is_sealed


def take_stock(one: CyberFighter, by_current: bool) -> None:
    """CC-5.1 Negated Energy, CC-5.2 Hindered, CC-5.3 Exhausted, and the standing modifier of CC-1.7.

    What follows from Energy, Exhaustion, conditions, Wounds and Psych. `by_current`: option `exhausted_by`.
    """
    held = one.energy + one.energy_temp
    strain = max(0, one.exhaustion - one.exhaustion_suppressed)
    one.hindered = max(0, strain - held)
    one.energy_free = max(0, held - strain) if one.status is Status.UP else 0
    threshold = (held if by_current else one.energy_max) + one.attributes[content.FORTITUDE]
    one.exhausted = exhausted = strain >= 1 and strain >= threshold
    conditions = one.conditions
    hampered = exhausted or conditions.sedated
    one.is_staggered = exhausted or conditions.staggered > 0
    one.is_distracted = hampered or conditions.distracted > 0
    one.pace = (one.full_pace + 1) // 2 if hampered or conditions.slowed > 0 else one.full_pace
    one.standing = -BOTHER * (one.psych + conditions.hangover)
    if one.wounds.open or one.wounds.triaged:
        one.standing -= OPEN_WOUND * one.wounds.open + TRIAGED_WOUND * one.wounds.triaged


def feel(one: CyberFighter, scene: CyberScene) -> None:
    """`take_stock` under the scene's house rules."""
    take_stock(one, scene.options.exhausted_by == "current")


def reckon(one: CyberFighter, scene: CyberScene) -> None:
    """Works out everything that follows from a fighter's own fields."""
    size_up(one)
    feel(one, scene)


def fill_clips(one: CyberFighter) -> dict[str, int]:
    """CC-13.12 Ammunition and jams: a full clip for each weapon that has one."""
    arms = content.weapons()
    return {id: arms[id].clip for id in one.weapons if arms[id].clip}


def settle(scene: CyberScene, given: Mapping[str, set[str]]) -> None:
    """CC-16.1 Fields of a fighter: the defaults that come from origin, armour and weapons."""
    for id, one in scene.fighters.items():
        settle_fighter(scene, one, "energy" in given.get(f"fighters.{id}", ()))


def settle_fighter(scene: CyberScene, one: CyberFighter, has_energy: bool) -> None:
    """CC-7.3 Origins. Fills what the sheet left open: Fortitude, mass, speed, natural DR, worn DR, clips, Energy."""
    origin, armour = content.origins()[one.origin], content.armours()[one.armour]
    blank: list[Any] = list(one.attributes)
    one.attributes = [DEFAULT_ATTRIBUTE if value is None else value for value in blank]
    if blank[content.FORTITUDE] is None:
        one.attributes[content.FORTITUDE] = origin.fortitude
    one.mass = origin.mass if one.mass < 0 else one.mass
    one.speed = origin.speed if one.speed < 0 else one.speed
    one.dr = _filled(one.dr, armour.dr)
    one.natural_max = _filled(one.natural_max, origin.natural)
    one.natural = _filled(one.natural, one.natural_max)
    one.stock = _filled(one.stock, one.items)
    one.ammo = {**fill_clips(one), **one.ammo}
    size_up(one)
    if not has_energy:
        one.energy = one.energy_max
    reckon(one, scene)


def _filled(values: Any, defaults: Any) -> list[int]:
    return [default if value is None else value for value, default in zip(values, defaults, strict=True)]


def mend(scene: CyberScene, path: str) -> None:
    """CC-19.2 GM commands. After `set`: Grind, Energy, hits, DR and the allocation are cut to their maxima."""
    pools = scene.pools
    pools.tension_allocated = min(pools.tension_allocated, pools.tension)
    scene.place.distance = min(scene.place.distance, scene.place.length)
    for one in scene.fighters.values():
        reckon(one, scene)
        one.grind = min(one.grind, 0 if one.extra else one.rank)
        one.energy = min(one.energy, one.energy_max)
        one.hits = min(one.hits, one.hits_max)
        one.dr = list(map(min, one.dr, one.dr_max))
        one.natural = list(map(min, one.natural, one.natural_max))
        one.cover = min(one.cover, scene.place.cover)
        one.at = min(one.at, scene.place.length)
        _mend_arms(one)
        feel(one, scene)


def _mend_arms(one: CyberFighter) -> None:
    full = fill_clips(one)
    one.ammo = {id: min(one.ammo.get(id, clip), clip) for id, clip in full.items()}
    one.jammed = [id for id in one.jammed if id in one.weapons]
    if one.readied not in one.weapons:
        one.readied = NONE


def clear_fight(one: CyberFighter) -> None:
    """CC-20.5 Rounds and the end: what the end of a fight, a scene or a rest clears of a fighter."""
    one.exhaustion_suppressed = one.energy_temp = one.cover = 0
    one.aim = one.heading = one.acted = ""
    one.guarded = False
    one.conditions.sedated = False
    one.bonds_spent = []
    one.primed = Primed()
