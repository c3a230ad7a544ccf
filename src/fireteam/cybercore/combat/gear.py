"""CC-13.18 Gear and flight."""

from __future__ import annotations

from fireteam.cybercore import armour
from fireteam.cybercore.combat.factors import BESIDE
from fireteam.cybercore.content import ITEMS, MEDKIT, PATCH_KIT, SEDATIVE, STIM, weapons
from fireteam.cybercore.events import ItemUsed, Left
from fireteam.cybercore.hits import unmark
from fireteam.cybercore.sheet import CyberFighter, Status
from fireteam.cybercore.state import CyberScene
from fireteam.cybercore.wounds_and_conditions import gain_condition
from fireteam.kernel.events import Id
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.run import Run

STIM_BOXES = 5
REACH = 1


def refuse_item(one: CyberFighter, target: CyberFighter, item: int, damage: str | None) -> Refusal | None:
    """CC-13.18 Gear and flight. What `use` refuses."""
    name = ITEMS[item]
    if not one.items[item]:
        return Refusal(f"no {name} left", "CC-13.18")
    refusal = None
    if item == STIM:
        refusal = refuse_stim(target)
    elif item == SEDATIVE:
        if not target.conditions.unhinged:
            refusal = Refusal(f"{target.id} is not Unhinged", "CC-13.18")
    elif item == MEDKIT:
        refusal = Refusal("a medkit works by itself", "CC-13.18")
    elif name in weapons():
        refusal = Refusal("attack with it", "CC-13.18")
    elif item == PATCH_KIT:
        refusal = armour.refuse_patch(target, damage)
    distance = abs(one.at - target.at)
    if refusal is None and distance > REACH:
        refusal = Refusal(f"too far: {distance} away, reach {REACH}", "CC-13.18")
    return refusal


def refuse_stim(target: CyberFighter) -> Refusal | None:
    """CC-13.18 Gear and flight. A stim is for a standing fighter with marked boxes."""
    if target.status is Status.DOWN:
        return Refusal(f"{target.id} is down: triage", "CC-13.18")
    if not target.hits:
        return Refusal(f"{target.id} has no HITS marked", "CC-13.18")
    return None


def use_item(run: Run[CyberScene], one: CyberFighter, target: CyberFighter, item: int, damage: str | None) -> None:
    """CC-13.18 Gear and flight. A stim unmarks 5 boxes, a sedative quiets, a patch kit mends (CC-2.6)."""
    rule = "CC-2.6" if item == PATCH_KIT else "CC-13.18"
    run.happened(ItemUsed(Id(one.id), ITEMS[item], one.items[item] - 1, Id(target.id), rule))
    if item == STIM:
        unmark(run, target, STIM_BOXES, "CC-13.18")
    elif item == SEDATIVE:
        gain_condition(run, target, "sedated", 0, "CC-13.18")
    elif damage is not None:
        armour.patch(run, target, damage)


def refuse_flight(scene: CyberScene, one: CyberFighter) -> Refusal | None:
    """CC-13.18 Gear and flight. `flee` takes the whole turn, and no enemy in sight may stand within 1."""
    if one.actions_used or one.moves_used:
        return Refusal("fleeing takes the whole turn", "CC-13.18")
    for other in scene.fighters.values():
        if other.side != one.side and other.is_up and not other.hidden and abs(other.at - one.at) <= BESIDE:
            return Refusal("an enemy is too close", "CC-13.18")
    return None


def flee(run: Run[CyberScene], one: CyberFighter) -> None:
    """CC-13.18 Gear and flight. Out of the fight alive."""
    run.happened(Left(Id(one.id), "fled"))
