"""SL-13.14 and SL-8.6: stims and sealant."""

from __future__ import annotations

from fireteam.kernel.actions import Option, Slot
from fireteam.kernel.refusals import Refusal
from fireteam.solarlink import content
from fireteam.solarlink.content import keyed
from fireteam.solarlink.events.body import Healed, SuitMended
from fireteam.solarlink.events.changes import Changes, note_used
from fireteam.solarlink.ground_combat.falling import follow
from fireteam.solarlink.ground_combat.place_and_reach import in_reach
from fireteam.solarlink.naming import can_name, find_fighter
from fireteam.solarlink.rolls import D6, one_die
from fireteam.solarlink.state import (
    DEAD,
    GONE,
    SolarFighter,
    SolarRun,
    SolarScene,
)
from fireteam.solarlink.verb import Args, Verb, costs

USE_AP = 4
STIM_BONUS = 2
USABLE = ("stim", "sealant")


def _refuse(scene: SolarScene, fighter: SolarFighter, args: Args) -> Refusal | None:
    """SL-13.14 Items. Reach is needed, and something that the item can do."""
    item = keyed(args.get("item", ""))
    if item not in USABLE:
        return Refusal("cannot be used", "SL-13.14")
    args["item"] = item
    patient = fighter
    if "on" in args:
        found = find_fighter(scene, args["on"], fighter)
        if isinstance(found, Refusal):
            return found
        args["on"] = found
        patient = scene.fighters[found]
    if not fighter.items.get(item):
        return Refusal(f"{fighter.id} has no {item}", "SL-13.14")
    if patient.status is DEAD or patient.status is GONE:
        return Refusal(f"{patient.id} is {patient.status}", "SL-13.14")
    if not in_reach(fighter, patient):
        return Refusal("out of reach", "SL-13.1")
    return _pointless_stim(patient) if item == "stim" else _pointless_sealant(patient)


def _pointless_stim(patient: SolarFighter) -> Refusal | None:
    """SL-13.14 Items. A stim does nothing for who has no HP, does not breathe, or is unhurt."""
    if not patient.hp_max or not patient.breathes:
        return Refusal(f"a stim does nothing for {patient.id}", "SL-13.14")
    return Refusal(f"{patient.id} is unhurt", "SL-13.14") if patient.hp >= patient.hp_max else None


def _pointless_sealant(patient: SolarFighter) -> Refusal | None:
    """SL-8.6 Torn suits. Sealant mends what is torn."""
    return None if patient.torn else Refusal("the suit is whole", "SL-8.6")


def _use(run: SolarRun, fighter: SolarFighter, args: Args) -> None:
    """SL-13.14 Items. The item is used up."""
    patient = run.scene.fighters[args["on"]] if "on" in args else fighter
    changes = Changes()
    note_used(changes, fighter, args["item"])
    if args["item"] == "sealant":
        run.happened(SuitMended(patient.id, changes))
    else:
        stim(run, fighter, patient, changes)


def stim(run: SolarRun, fighter: SolarFighter, patient: SolarFighter, changes: Changes) -> None:
    """SL-13.14 Items. d6 + 2 HP back, up to the maximum; who is out and has HP again is up (SL-13.7)."""
    face = one_die(run, D6, fighter, "stim", "SL-13.14", target=patient)
    hp = min(patient.hp + face + STIM_BONUS, patient.hp_max)
    run.happened(Healed(patient.id, hp, hp - patient.hp, changes))
    follow(run, patient)


def _offers(scene: SolarScene, fighter: SolarFighter) -> list[Args]:
    held = [item for item in content.items() if item in USABLE and fighter.items.get(item)]
    found: list[Args] = [{"item": item} for item in held]
    others = [id for id, one in scene.fighters.items() if one is not fighter and can_name(fighter, one)]
    return found + [{"item": item, "on": id} for item in held for id in others]


USE = Verb(
    verb="use",
    clause="SL-13.14",
    summary="Uses a stim or sealant, on oneself or somebody in reach.",
    refuse=_refuse,
    cost=costs(USE_AP),
    shown_cost="4 AP",
    effect=_use,
    in_calm=True,
    has_odds=True,
    slots=(Slot("item"),),
    extras=(Option("on", ("on",), (Slot("on", shown="TARGET"),)),),
    offers=_offers,
)
