"""CC-2 Armour: two layers of DR for each damage type, and who mends them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from fireteam.cybercore.active_stats import CALAMITY, MOST_STEPS, mission_tl
from fireteam.cybercore.active_stats import REPAIR as REPAIR_ROLL
from fireteam.cybercore.challenges import attempt
from fireteam.cybercore.content import DAMAGE, ENGINEER, PSIONIC, UNTYPED
from fireteam.cybercore.events import Absorbed, DrChanged
from fireteam.cybercore.hits import mark
from fireteam.cybercore.sheet import CyberFighter
from fireteam.cybercore.state import CyberScene
from fireteam.kernel.events import Id
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.run import Run

REPAIRED_BY = {"stim": 1, "lockdown": 3}
"""CC-2.5 Repair: points that a success restores, by rest."""
PATCHED = 2
"""CC-2.6 Patch kit: worn DR of one type that it restores."""


def absorb(run: Run[CyberScene], one: CyberFighter, damage: int, hits: int) -> int:
    """CC-2.3 Absorb, then degrade. The Hits of one type that get past both layers; CC-2.2 Two layers wear in turn.

    CC-2.1 DR: untyped Hits meet none.
    """
    if damage == UNTYPED or hits <= 0:
        return max(0, hits)
    if damage == PSIONIC and one.machine:
        return shrug_off(run, one, hits)
    worn, natural = one.dr[damage], one.natural[damage]
    absorbed = min(hits, worn + natural)
    if absorbed:
        if worn:
            worn -= 1
        else:
            natural -= 1
        run.happened(Absorbed(Id(one.id), DAMAGE[damage], hits, absorbed, worn, natural))
    return hits - absorbed


def shrug_off(run: Run[CyberScene], one: CyberFighter, hits: int) -> int:
    """CC-13.17 Machines. A machine takes no psionic Hits, and they wear nothing."""
    if run.logs:
        worn, natural = one.dr[PSIONIC], one.natural[PSIONIC]
        run.happened(Absorbed(Id(one.id), DAMAGE[PSIONIC], hits, hits, worn, natural, "CC-13.17"))
    return 0


def take_hits(
    run: Run[CyberScene],
    one: CyberFighter,
    parts: Iterable[tuple[int, int]],
    why: str,
    *,
    is_critical: bool = False,
    rule: str = "CC-7.4",
) -> None:
    """CC-2.4 Separate events. Each part of a blow meets the DR of its type; what comes through is marked once."""
    past = 0
    for damage, hits in parts:
        past += absorb(run, one, damage, hits)
    mark(run, one, past, why, is_critical=is_critical, rule=rule)


def corrode(run: Run[CyberScene], one: CyberFighter, amount: int, damage: int) -> None:
    """CC-13.14 Riders. Acid takes worn DR."""
    worn = max(0, one.dr[damage] - amount)
    if worn != one.dr[damage]:
        run.happened(DrChanged(Id(one.id), DAMAGE[damage], worn, one.natural[damage], "corroded", "CC-13.14"))


def room(one: CyberFighter, damage: int) -> int:
    """CC-2.5 Repair. How much worn DR of a type can be restored."""
    return one.dr_max[damage] - one.dr[damage]


def refuse_repair(engineer: CyberFighter, patient: CyberFighter, args: dict[str, Any]) -> Refusal | None:
    """CC-2.5 Repair. For Engineers, once in each rest, on types that are not full."""
    if engineer.core != "engineer" and not engineer.skills[ENGINEER]:
        return Refusal(f"{engineer.id} is no Engineer", "CC-2.5")
    if engineer.repaired:
        return Refusal("one repair each rest", "CC-2.5")
    if not args.get("types"):
        return Refusal("which damage type?", "CC-2.5")
    if not any(room(patient, DAMAGE.index(kind)) for kind in args["types"]):
        return Refusal("nothing to repair", "CC-2.5")
    return None


def repair(run: Run[CyberScene], engineer: CyberFighter, patient: CyberFighter, args: dict[str, Any]) -> None:
    """CC-2.5 Repair. An engineer roll: points by the rest and by edge, dealt one at a time over the named types."""
    base, tl = engineer.skills[ENGINEER], mission_tl(run.scene, engineer)
    points = REPAIRED_BY[run.scene.place.rest]
    result = attempt(run, engineer, REPAIR_ROLL, base, tl, "CC-2.5", args, most=MOST_STEPS)
    types = list(dict.fromkeys(DAMAGE.index(kind) for kind in args["types"]))
    if result.succeeded:
        deal_points(run, patient, types, points + result.steps, "CC-2.5")
    elif result.outcome is CALAMITY and patient.dr[types[0]]:
        set_worn(run, patient, types[0], patient.dr[types[0]] - 1, "botched repair", "CC-2.5")


def deal_points(run: Run[CyberScene], one: CyberFighter, types: list[int], points: int, rule: str) -> None:
    """CC-2.5 Repair. One point at a time, in order, round and round; what finds no room is lost."""
    worn = {damage: one.dr[damage] for damage in types}
    while points and any(worn[damage] < one.dr_max[damage] for damage in types):
        for damage in types:
            if points and worn[damage] < one.dr_max[damage]:
                worn[damage] += 1
                points -= 1
    for damage, to in worn.items():
        if to != one.dr[damage]:
            set_worn(run, one, damage, to, "repaired", rule)


def set_worn(run: Run[CyberScene], one: CyberFighter, damage: int, worn: int, why: str, rule: str) -> None:
    """CC-2.2 Two layers. The worn layer of one type has a new value; the natural one stays."""
    run.happened(DrChanged(Id(one.id), DAMAGE[damage], worn, one.natural[damage], why, rule))


def refuse_patch(one: CyberFighter, kind: str | None) -> Refusal | None:
    """CC-2.6 Patch kit. Needs a type that is not full."""
    if kind is None:
        return Refusal("which damage type?", "CC-2.6")
    if not room(one, DAMAGE.index(kind)):
        return Refusal(f"nothing to patch against {kind}", "CC-2.6")
    return None


def patch(run: Run[CyberScene], one: CyberFighter, kind: str) -> None:
    """CC-2.6 Patch kit. Restores 2 worn DR of one type, up to the maximum."""
    damage = DAMAGE.index(kind)
    set_worn(run, one, damage, min(one.dr_max[damage], one.dr[damage] + PATCHED), "patched", "CC-2.6")
