"""CC-1 Active Stats and the d100: how every roll is built, read and answered for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any

from fireteam.cybercore.content import ATTRIBUTES, FAMILY_SIZE, PHYSICAL_SKILLS, SKILLS
from fireteam.cybercore.events import Rolled
from fireteam.cybercore.sheet import CyberFighter
from fireteam.cybercore.state import BOTHER, OPEN_WOUND, TRIAGED_WOUND, CyberScene
from fireteam.cybercore.tension_and_luck import after_natural
from fireteam.kernel.dice import Reading
from fireteam.kernel.events import Id
from fireteam.kernel.run import Run

D100 = 100
D10 = 10
CRITICAL_FROM = 96
CALAMITY_TO = 5
BASE_TL = 50
TL_PER_TIER = 5
EDGE_STEP = 20
"""CC-13.11 Bursts, CC-2.5 Repair: full 20s of edge count."""
MOST_STEPS = 99
"""Edge steps without a limit of their own."""
ATTRIBUTE_STEP = 4
"""CC-10.3 Attribute and skill checks: one attribute counts four times."""

STEPS = {"trivial": -20, "easy": -10, "standard": 0, "hard": 10, "severe": 20, "extreme": 30}
"""CC-1.10 TL. Names of TLs relative to the Mission TL."""


class Outcome(StrEnum):
    """CC-1.3 Natural results. What a d100 roll came to."""

    CRITICAL = "critical"
    SUCCESS = "success"
    FAILURE = "failure"
    CALAMITY = "calamity"


CRITICAL, SUCCESS, FAILURE, CALAMITY = Outcome


class Cast:
    """A d100 roll as the rules see it: its outcome, the full 20s of edge, and how many of the TLs it beats.

    `natural`, `total` and `faces` are for the log; in exact odds the natural is 0 and the total a mean.
    """

    __slots__ = ("beats", "faces", "natural", "outcome", "steps", "total")

    def __init__(
        self, outcome: Outcome, steps: int, beats: int, natural: int, total: int | Fraction, faces: Sequence[int]
    ) -> None:
        self.outcome = outcome
        self.steps = steps
        self.beats = beats
        self.natural = natural
        self.total = total
        self.faces = faces

    @property
    def succeeded(self) -> bool:
        return self.outcome is SUCCESS or self.outcome is CRITICAL


class Throw(Reading[Cast]):
    """CC-1.2 The d100 roll, CC-1.4 Order of dice: d100, Luck d10s, Tension d10s against a TL.

    `tls` are the TLs of everybody whom the roll is compared with, in rising order (CC-13.9); `most` is the largest
    number of edge steps that matters; a `is_mirrored` edge counts how far the total stays behind (CC-13.5).
    """

    __slots__ = ("is_mirrored", "luck", "modifier", "most", "tension", "tl", "tls")

    def __init__(
        self,
        luck: int,
        tension: int,
        modifier: int,
        tl: int,
        most: int = 0,
        is_mirrored: bool = False,
        tls: tuple[int, ...] = (),
    ) -> None:
        self.sizes = (D100,) if luck + tension == 0 else (D100, *[D10] * (luck + tension))
        self.luck = luck
        self.tension = tension
        self.modifier = modifier
        self.tl = tl
        self.most = most
        self.is_mirrored = is_mirrored
        self.tls = tls

    def read(self, faces: Sequence[int]) -> Cast:
        natural = faces[0]
        total = natural + self.modifier
        if self.luck or self.tension:
            extra = self.luck + 1
            total += sum(faces[1:extra]) - sum(faces[extra:])
        outcome, steps, beats = self.classify(natural, total)
        return Cast(outcome, steps, beats, natural, total, faces)

    def classify(self, natural: int, total: int) -> tuple[Outcome, int, int]:
        """CC-1.3 Natural results, CC-13.5 Edge: outcome, edge steps and TLs beaten of one natural and total."""
        if natural >= CRITICAL_FROM:
            outcome = CRITICAL
        elif natural <= CALAMITY_TO:
            outcome = CALAMITY
        else:
            outcome = SUCCESS if total > self.tl else FAILURE
        steps = beats = 0
        if self.most:
            edge = self.tl - total if self.is_mirrored else total - self.tl - 1
            if edge >= EDGE_STEP:
                steps = min(edge // EDGE_STEP, self.most)
        for tl in self.tls:
            beats += total > tl
        return outcome, steps, beats

    def weights(self) -> dict[Cast, int]:
        """Every class of results with its ways and its mean total: d100 against the sum of the d10s."""
        sums = {0: 1}
        for number in range(self.luck + self.tension):
            sign = 1 if number < self.luck else -1
            wider: dict[int, int] = {}
            for so_far, ways in sums.items():
                for face in range(1, D10 + 1):
                    wider[so_far + sign * face] = wider.get(so_far + sign * face, 0) + ways
            sums = wider
        found: dict[tuple[Outcome, int, int], list[int]] = {}
        for natural in range(1, D100 + 1):
            for extra, ways in sums.items():
                total = natural + self.modifier + extra
                entry = found.setdefault(self.classify(natural, total), [0, 0])
                entry[0] += ways
                entry[1] += ways * total
        return {
            Cast(outcome, steps, beats, 0, Fraction(summed, ways), ()): ways
            for (outcome, steps, beats), (ways, summed) in found.items()
        }


@dataclass(slots=True, frozen=True, eq=False, repr=False)
class Kind:
    """CC-1.8 Kinds of roll. A row: what the purpose decides besides the base; `of` names what is rolled."""

    purpose: str
    of: str = ""
    is_physical: bool = False
    is_distractible: bool = False
    is_skill: bool = False
    can_be_pushed: bool = False


def _skill_roll(purpose: str, of: str, is_physical: bool) -> Kind:
    return Kind(purpose, of, is_physical, is_distractible=True, is_skill=True, can_be_pushed=True)


ATTACK = _skill_roll("attack", "", True)
PSI_ATTACK = _skill_roll("attack", "psi", False)
SKILL_CHECKS = tuple(_skill_roll("check", name, at < PHYSICAL_SKILLS) for at, name in enumerate(SKILLS))
TRIAGE = _skill_roll("triage", "medic", False)
REPAIR = _skill_roll("repair", "engineer", False)
SAVES = (
    Kind("save", "physical", is_physical=True, can_be_pushed=True),
    Kind("save", "mental", is_distractible=True, can_be_pushed=True),
    Kind("save", "meta", is_distractible=True, can_be_pushed=True),
)
"""CC-1.8 Kinds of roll: the saves by family."""
EXHAUSTION = Kind("exhaustion", "physical", is_physical=True, can_be_pushed=True)
DYING = Kind("dying", "physical", is_physical=True, can_be_pushed=True)
DEFENCE = Kind("defence", is_physical=True)
MENTAL_DEFENCE = Kind("defence", "mental", is_distractible=True, can_be_pushed=True)
DODGE = Kind("dodge", is_physical=True)
ATTRIBUTE_CHECKS = tuple(Kind("check", name, at < FAMILY_SIZE) for at, name in enumerate(ATTRIBUTES))
FAIL_FORWARDS = tuple(Kind("fail_forward", name, at < FAMILY_SIZE) for at, name in enumerate(ATTRIBUTES))
"""CC-1.8 Kinds of roll: of attributes, the Physical family is physical."""
BREAKING = Kind("breaking", "willpower")
UNHINGED = Kind("unhinged", "willpower")


def mission_tl(scene: CyberScene, roller: CyberFighter) -> int:
    """CC-1.10 TL. The Mission TL: `place.tl`, else 50 + 5 a Tier of the place or, off a mission, of the roller."""
    place = scene.place
    return place.tl or BASE_TL + TL_PER_TIER * (place.tier or roller.tier)


def named_tl(scene: CyberScene, roller: CyberFighter, args: dict[str, Any]) -> int:
    """CC-1.10 TL. The TL that a command names with `vs`, else the Mission TL."""
    if "tl" in args:
        return int(args["tl"])
    return mission_tl(scene, roller) + STEPS[args.get("step", "standard")]


def standing(one: CyberFighter, kind: Kind, boon_step: int) -> int:
    """CC-1.7 Standing modifier. Psych, Wounds and hangover, and what hampers this kind of roll."""
    found = one.standing
    if kind.is_physical and one.hindered:
        found -= BOTHER * one.hindered
    if kind.is_distractible and one.is_distracted:
        found -= boon_step
    return found


def relief(one: CyberFighter) -> int:
    """CC-6.4 Burn: ignore a Wound. What the Wounds that Grind ignores on the next roll would have cost, worst first."""
    is_open = min(one.primed.wounds, one.wounds.open)
    return OPEN_WOUND * is_open + TRIAGED_WOUND * min(one.primed.wounds - is_open, one.wounds.triaged)


def cast(
    run: Run[CyberScene],
    one: CyberFighter,
    kind: Kind,
    base: int,
    tl: int,
    rule: str,
    *,
    most: int = 0,
    is_mirrored: bool = False,
    tls: tuple[int, ...] = (),
    why: str = "",
    of: str = "",
) -> Cast:
    """CC-1.2 The d100 roll, CC-1.5 After the dice: rolls, uses up what was declared for it, and moves the pools.

    `base` holds Boons and Banes of the situation; those of a push, and the standing modifier, are added here.
    """
    scene = run.scene
    step = scene.options.boon_step
    primed = one.primed
    luck = primed.luck if kind.is_skill or scene.options.luck_any_roll else 0
    push = primed.push if kind.can_be_pushed else 0
    wounds = primed.wounds
    modifier = base + standing(one, kind, step)
    if push or wounds:
        modifier += step * push + relief(one)
    tension = scene.pools.tension_allocated if one.is_player else 0
    result = run.roll(Throw(luck, tension, modifier, tl, most, is_mirrored, tls))
    if run.logs or luck or push or wounds or why or kind is REPAIR:
        record(run, one, kind, result, modifier, tl, (luck, push, wounds), why, of or kind.of, rule)
    if tension or result.outcome is CRITICAL or result.outcome is CALAMITY:
        after_natural(run, one, tension, result.outcome is CRITICAL, result.outcome is CALAMITY)
    return result


def record(
    run: Run[CyberScene],
    one: CyberFighter,
    kind: Kind,
    result: Cast,
    modifier: int,
    tl: int,
    declared: tuple[int, int, int],
    why: str,
    of: str,
    rule: str,
) -> None:
    """CC-1.2 The d100 roll, as an event: its dice in order, the modifier, the total, and what it used up."""
    luck, push, wounds = declared
    sizes = (D100, *[D10] * (len(result.faces) - 1))
    dice = [[size, face] for size, face in zip(sizes, result.faces, strict=False)]
    total: Any = result.total
    run.happened(
        Rolled(
            Id(one.id),
            kind.purpose,
            dice,
            total,
            result.natural,
            modifier,
            tl,
            str(result.outcome),
            luck,
            push,
            wounds,
            why,
            of,
            rule,
        )
    )
