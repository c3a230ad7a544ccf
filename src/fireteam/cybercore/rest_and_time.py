"""CC-27 Rest and time: rests, breaks and sessions."""

from __future__ import annotations

from dataclasses import dataclass

from fireteam.cybercore.content import ATTRIBUTES, DAMAGE, FORTITUDE, HARMONY
from fireteam.cybercore.energy import regain
from fireteam.cybercore.events import AttributeRestored, DrChanged, Rested, SceneBroke, Stood
from fireteam.cybercore.exhaustion import recover
from fireteam.cybercore.exploration import squad
from fireteam.cybercore.hits import unmark
from fireteam.cybercore.psych import lose_psych
from fireteam.cybercore.sheet import FLAGS, MOST_TURNS, TIMED, CyberFighter
from fireteam.cybercore.state import CyberScene
from fireteam.cybercore.wounds_and_conditions import end_condition, heal_wound
from fireteam.kernel.events import Id
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.run import Run

ALL = 999


@dataclass(slots=True, frozen=True, eq=False, repr=False)
class Rest:
    """CC-27.2 What a rest gives. A row of the table; `boxes` -1 stands for max(1, Fortitude + Rank)."""

    boxes: int = 0
    exhaustion: int = 0
    triaged: int = 0
    stands: bool = True
    natural: bool = False
    ends_conditions: bool = False
    is_rr: bool = False


RESTS = {
    "breather": Rest(stands=False),
    "stim": Rest(boxes=-1, exhaustion=1),
    "lockdown": Rest(boxes=ALL, exhaustion=3, triaged=1, natural=True, ends_conditions=True),
    "rr": Rest(boxes=ALL, exhaustion=ALL, triaged=ALL, natural=True, ends_conditions=True, is_rr=True),
}
"""CC-27.2 What a rest gives."""


def refuse_rest(scene: CyberScene, kind: str) -> Refusal | None:
    """CC-27.1 Resting. No rest but a breather beside a dying comrade."""
    if RESTS[kind].stands:
        for one in squad(scene):
            if one.is_dying:
                return Refusal(f"{one.id} is dying: triage first", "CC-27.1")
    return None


def rest(run: Run[CyberScene], kind: str) -> None:
    """CC-27.1 Resting. Gives its benefits at once to everybody of the squad side who is up or DOWN."""
    resting = [one for one in squad(run.scene) if one.is_here]
    for one in resting:
        rest_one(run, one, RESTS[kind])
    run.happened(Rested(kind, [Id(one.id) for one in resting]))


def rest_one(run: Run[CyberScene], one: CyberFighter, gives: Rest) -> None:
    """CC-27.2 What a rest gives. Energy first, then the columns of the table from left to right."""
    if gives.is_rr:
        give_back(run, one)
    regain(run, one, one.energy_max, "rest", "CC-27.2")
    boxes = max(1, one.attributes[FORTITUDE] + one.rank) if gives.boxes < 0 else gives.boxes
    unmark(run, one, boxes, "CC-27.2")
    recover(run, one, gives.exhaustion)
    for _ in range(min(gives.triaged, one.wounds.triaged)):
        heal_wound(run, one, is_open=False)
    for _ in range(one.wounds.open if gives.is_rr else 0):
        heal_wound(run, one, is_open=True)
    if gives.natural:
        mend_armour(run, one, is_worn=gives.is_rr)
    if gives.stands and not one.is_up:
        run.happened(Stood(Id(one.id), "rest", "CC-27.2"))
    if gives.ends_conditions:
        shake_off(run, one, is_rr=gives.is_rr)
    if gives.is_rr:
        lose_psych(run, one, max(1, one.attributes[HARMONY]), "R&R", "CC-27.2")


def give_back(run: Run[CyberScene], one: CyberFighter) -> None:
    """CC-12.2 Lean: until R&R. `lost` points return."""
    for at, lost in enumerate(one.lost):
        if lost:
            to = one.attributes[at] + lost
            run.happened(AttributeRestored(Id(one.id), ATTRIBUTES[at], False, to))


def mend_armour(run: Run[CyberScene], one: CyberFighter, *, is_worn: bool) -> None:
    """CC-27.2 What a rest gives. A Lockdown fills natural DR, R&R worn DR too."""
    for at, kind in enumerate(DAMAGE):
        worn = one.dr_max[at] if is_worn else one.dr[at]
        if worn != one.dr[at] or one.natural[at] != one.natural_max[at]:
            run.happened(DrChanged(Id(one.id), kind, worn, one.natural_max[at], "rest", "CC-27.2"))


def shake_off(run: Run[CyberScene], one: CyberFighter, *, is_rr: bool) -> None:
    """CC-27.2 What a rest gives. Timed conditions end but those at 99; after R&R the flags too."""
    for name in TIMED:
        if 0 < getattr(one.conditions, name) < MOST_TURNS:
            end_condition(run, one, name, "CC-27.2")
    for name in FLAGS if is_rr else ():
        end_condition(run, one, name, "CC-27.2")


def break_scene(run: Run[CyberScene]) -> None:
    """CC-27.3 Breaks and sessions. Ends a scene: calm, round 0, dread due again, a rest closed."""
    run.happened(SceneBroke())
