"""UW-10.2, UW-10.5 to UW-10.7: parting the party, capture, custody, release."""

from __future__ import annotations

from fireteam.kernel.actions import Command
from fireteam.kernel.events import Id
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.run import Run
from fireteam.kernel.scene import COMBAT
from fireteam.wonderland import content, skills, targets, vehicles
from fireteam.wonderland.effects import conditions
from fireteam.wonderland.events.gm import Captured, Rejoined, Released, Separated
from fireteam.wonderland.state import AWAY, COMPANION, PC, Fighter, Scene, are_enemies, in_the_fight, stands

THE_LAW = "the law"
ELSEWHERE = "elsewhere"
MOST_WORDS = 80


def captor_of(scene: Scene, who: Fighter) -> str:
    """UW-10.5 Capture. The first listed enemy side that stands, else "the law"."""
    for one in scene.fighters.values():
        if are_enemies(one, who) and stands(scene, one):
            return one.side
    return THE_LAW


def check_capture(scene: Scene, command: Command) -> Refusal | None:
    """UW-10.5 Capture. PCs or companions that are in the fight, once."""
    refusal = targets.resolve_fighters(scene, command, "names")
    if refusal is not None:
        return refusal
    for id in command.args["names"]:
        who = scene.fighters[id]
        if "detained" in who.conditions:
            return Refusal(f"{who.name} is already detained", "UW-10.5")
        if who.kind not in (PC, COMPANION) or not in_the_fight(who):
            return Refusal(f"{who.name} cannot be captured", "UW-10.5")
    if len(command.args.get("side", "")) > MOST_WORDS:
        return Refusal(f"a side has at most {MOST_WORDS} characters", "UW-10.5")
    return None


def resolve_capture(run: Run[Scene], command: Command) -> None:
    """UW-10.5 Capture. `capture NAME[, NAME...] [by SIDE]`."""
    for id in command.args["names"]:
        who = run.scene.fighters[id]
        capture(run, who, command.args.get("side") or captor_of(run.scene, who))


def capture(run: Run[Scene], who: Fighter, by: str) -> None:
    """UW-10.5 Capture. Out of the vehicle; weapons, gear and items are impounded, except for what is concealed."""
    if who.aboard:
        vehicles.get_off(run, who, "UW-10.5")
    gear = [id for id in who.gear if id not in who.concealed]
    run.happened(
        Captured(
            Id(who.id),
            by,
            {
                "weapons": [id for id in who.weapons if id not in who.concealed],
                "gear": gear,
                "items": {id: count for id, count in who.items.items() if id not in who.concealed},
                "armor": armor_lost(who, gear),
            },
        )
    )


def armor_lost(who: Fighter, taken: list[str]) -> int:
    """UW-10.5 `armor` that came from gear falls to that of the gear left; a body's own stays."""
    best = content.armor_of(who.gear)
    if who.armor > best:
        return 0
    left = content.armor_of([id for id in who.gear if id not in taken])
    return max(0, who.armor - left)


def check_release(scene: Scene, command: Command) -> Refusal | None:
    """UW-10.7 Release. Only the detained can be released."""
    refusal = targets.resolve_fighter(scene, command)
    if refusal is None and "detained" not in scene.fighters[command.args["target"]].conditions:
        refusal = Refusal(f"{scene.fighters[command.args['target']].name} is not detained", "UW-10.7")
    return refusal


def resolve_release(run: Run[Scene], command: Command) -> None:
    """UW-10.7 Release. It ends custody and returns what is impounded."""
    who = run.scene.fighters[command.args["target"]]
    held = who.impounded
    returned = {"weapons": list(held.weapons), "gear": held.gear, "items": dict(held.items), "armor": held.armor}
    run.happened(Released(Id(who.id), who.conditions["detained"].by, returned))


def check_separate(scene: Scene, command: Command) -> Refusal | None:
    """UW-10.2 Separate. For calm; the fighters must be in the fight."""
    if scene.phase is COMBAT:
        return Refusal("not during a fight", "UW-10.2")
    refusal = targets.resolve_fighters(scene, command, "names")
    if refusal is not None:
        return refusal
    for id in command.args["names"]:
        if not in_the_fight(scene.fighters[id]):
            return Refusal(targets.idleness(scene, scene.fighters[id]), "UW-10.2")
    if len(command.args.get("place", "")) > MOST_WORDS:
        return Refusal(f"a place has at most {MOST_WORDS} characters", "UW-10.2")
    return None


def resolve_separate(run: Run[Scene], command: Command) -> None:
    """UW-10.2 Separate. Status `away`, out of the vehicle; WORDS become the whereabouts."""
    for id in command.args["names"]:
        who = run.scene.fighters[id]
        if who.aboard:
            vehicles.get_off(run, who, "UW-10.2")
        run.happened(Separated(Id(id), command.args.get("place") or ELSEWHERE))


def check_rejoin(scene: Scene, command: Command) -> Refusal | None:
    """UW-10.2 Separate. "is not away"."""
    refusal = targets.resolve_fighter(scene, command)
    if refusal is None and scene.fighters[command.args["target"]].status is not AWAY:
        refusal = Refusal(f"{scene.fighters[command.args['target']].name} is not away", "UW-10.2")
    return refusal


def resolve_rejoin(run: Run[Scene], command: Command) -> None:
    """UW-10.2 Separate. `rejoin NAME` makes it up, in combat at the end of the order.

    Then its cover is blown (UW-2.3), and a drunk PC gains its bonus (UW-9.19).
    """
    who = run.scene.fighters[command.args["target"]]
    run.happened(Rejoined(Id(who.id)))
    if run.scene.phase is COMBAT:
        skills.open_to_blown(run, who)
        conditions.raise_bonus(run, who)
