"""CC-14.4 Triage, of chapter 14: an open Wound closed in the field."""

from __future__ import annotations

from typing import Any

from fireteam.cybercore import grind
from fireteam.cybercore.active_stats import CALAMITY, CRITICAL, TRIAGE, mission_tl
from fireteam.cybercore.challenges import attempt
from fireteam.cybercore.content import FORTITUDE, MEDIC, MEDKIT
from fireteam.cybercore.events import Stood, Triaged
from fireteam.cybercore.hits import mark, unmark
from fireteam.cybercore.sheet import CyberFighter, Status
from fireteam.cybercore.state import CyberScene
from fireteam.cybercore.wounds_and_conditions import end_condition, fail_dying
from fireteam.kernel.events import Id
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.run import Run

REACH = 1
PER_WOUND = 10
"""CC-14.4 Triage: what each open Wound beyond the first adds to the TL."""


def refuse_triage(medic: CyberFighter, patient: CyberFighter) -> Refusal | None:
    """CC-14.4 Triage. Needs an open Wound within reach."""
    if not patient.wounds.open:
        return Refusal(f"{patient.id} has no open Wound", "CC-14.4")
    distance = abs(medic.at - patient.at)
    if distance > REACH:
        return Refusal(f"too far: {distance} away, reach {REACH}", "CC-14.4")
    return None


def triage(run: Run[CyberScene], medic: CyberFighter, patient: CyberFighter, args: dict[str, Any]) -> None:
    """CC-14.4 Triage. A medic roll, Boon(1) with a medkit, Bane(1) on oneself."""
    step = run.scene.options.boon_step
    base = medic.skills[MEDIC] + step * (int(medic.items[MEDKIT] > 0) - int(medic is patient))
    tl = mission_tl(run.scene, medic) + PER_WOUND * (patient.wounds.open - 1)
    result = attempt(run, medic, TRIAGE, base, tl, "CC-14.4", args)
    if result.succeeded:
        close_wound(run, medic, patient, 2 if result.outcome is CRITICAL else 1)
    elif result.outcome is CALAMITY:
        botch(run, patient)


def close_wound(run: Run[CyberScene], medic: CyberFighter, patient: CyberFighter, times: int) -> None:
    """CC-14.4 Triage. One open Wound is triaged, boxes are unmarked, 1 Grind is gained, and a DOWN patient stands."""
    if not patient.wounds.open:
        return
    boxes = times * max(1, patient.attributes[FORTITUDE])
    wounds = patient.wounds
    cleared = min(boxes, patient.hits)
    run.happened(Triaged(Id(medic.id), Id(patient.id), wounds.open - 1, wounds.triaged + 1, cleared))
    unmark(run, patient, boxes, "CC-14.4")
    grind.triaged(run, patient)
    if patient.status is Status.DOWN:
        run.happened(Stood(Id(patient.id), "triage", "CC-14.4"))


def botch(run: Run[CyberScene], patient: CyberFighter) -> None:
    """CC-14.4 Triage. A Calamity ends stability and is a failed dying save, or costs a standing patient 1 Hit."""
    if patient.is_up:
        mark(run, patient, 1, "botched triage", rule="CC-14.4")
    elif patient.is_here:
        end_condition(run, patient, "stable", "CC-14.4")
        fail_dying(run, patient)
