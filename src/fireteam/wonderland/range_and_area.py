"""8 Range and area: bodies, distances, reach, moving, and who stands in a blast."""

from __future__ import annotations

from fireteam.kernel.actions import Command
from fireteam.kernel.events import Id
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.run import Run
from fireteam.kernel.scene import COMBAT
from fireteam.wonderland import decisions, targets, turns, vehicles
from fireteam.wonderland.events.moves import Moved
from fireteam.wonderland.place import FARTHEST, NEAREST
from fireteam.wonderland.state import Fighter, Scene, Trait, Vehicle, in_the_fight
from fireteam.wonderland.weapons import Weapon

SCALE = (
    "arm's length",
    "a step or two more",
    "across a street",
    "an acre",
    "a wide open field",
    "a sniper's shot",
    "an hour or two on foot",
    "a day on foot",
    "across states",
    "across the country and beyond",
)
"""UW-8.1 Scale. Range and distance run from 1 to 10."""

ABOARD = 1
"""Distance within one vehicle (UW-8.3)."""
TRANSCENDENT = Trait.TRANSCENDENT


def body_of(scene: Scene, id: str) -> str:
    """The body that a fighter or vehicle is or sits in: a vehicle with all aboard, or somebody on foot."""
    fighter = scene.fighters.get(id)
    return fighter.aboard or id if fighter is not None else id


def between(scene: Scene, one: Fighter, other: Fighter) -> int:
    """UW-8.3 Distances. A number per pair of bodies; pairs not listed have the place's distance or spacing."""
    a = one.aboard or one.id
    b = other.aboard or other.id
    if a == b:
        return ABOARD
    place = scene.place
    if place.distances:
        row = place.distances.get(a if a < b else b)
        if row is not None:
            number = row.get(b if a < b else a)
            if number is not None:
                return number
    if one.aboard or other.aboard:
        return default_between(scene, a, b)
    return place.spacing if one.side == other.side else place.distance


def apart(scene: Scene, a: str, b: str) -> int:
    """UW-8.3 Distances, between two fighters or vehicles by id."""
    a, b = body_of(scene, a), body_of(scene, b)
    if a == b:
        return ABOARD
    number = scene.place.distances.get(min(a, b), {}).get(max(a, b))
    return default_between(scene, a, b) if number is None else number


def default_between(scene: Scene, a: str, b: str) -> int:
    """The distance of two bodies whose pair is not listed."""
    is_one_side = side_of(scene, a) == side_of(scene, b)
    return scene.place.spacing if is_one_side else scene.place.distance


def side_of(scene: Scene, body: str) -> str:
    """The side of a body."""
    found: Fighter | Vehicle = scene.vehicles[body] if body in scene.vehicles else scene.fighters[body]
    return found.side


def reach(scene: Scene, actor: Fighter, weapon: Weapon) -> int:
    """UW-8.2 Reach. The weapon's range, without any penalty inside it; UW-7.6 adds Speed, UW-9.22 ignores distance."""
    if actor.traits and TRANSCENDENT in actor.traits:
        return FARTHEST
    if actor.aboard and not weapon.is_bare:
        return weapon.range + vehicles.speed_aboard(scene, actor)
    return weapon.range


def out_of_range(distance: int, limit: int, clause: str) -> Refusal:
    """The refusal of whatever is too far away."""
    return Refusal(f"out of range: distance {distance}, reach {limit}", clause)


def near_refusal(scene: Scene, actor: Fighter, target: str, limit: int) -> Refusal | None:
    """In combat a friend, an item or a machine must be within a step or two; in calm nobody measures."""
    if scene.phase is not COMBAT or target == actor.id:
        return None
    distance = apart(scene, actor.id, target)
    return out_of_range(distance, limit, "UW-2.4") if distance > limit else None


def bodies_in_area(scene: Scene, center: str, radius: int) -> list[str]:
    """UW-8.5 Area. Every body within the radius: the target's, then fighters on foot, then vehicles, as listed."""
    first = body_of(scene, center)
    found = [first]
    for id, fighter in scene.fighters.items():
        if id != first and not fighter.aboard and in_the_fight(fighter) and apart(scene, first, id) <= radius:
            found.append(id)
    for id, vehicle in scene.vehicles.items():
        if id != first and is_reachable(vehicle) and apart(scene, first, id) <= radius:
            found.append(id)
    return found


def is_reachable(vehicle: Vehicle) -> bool:
    """UW-7.12 A blast reaches a working vehicle, and a wreck with somebody aboard."""
    return not vehicle.gone and (vehicle.hp > 0 or bool(vehicle.driver or vehicle.riders))


def stride(scene: Scene, actor: Fighter) -> int:
    """UW-8.4 Moving. The fighter's stride; for the driver of a driven vehicle its Speed, at least 1."""
    return max(1, scene.vehicles[actor.aboard].speed) if actor.aboard else actor.stride


def move_refusal(scene: Scene, actor: Fighter, clause: str = "UW-8.4") -> Refusal | None:
    """UW-8.4 Moving. Riders who do not drive cannot, nor can the detained; by option distances are the GM's."""
    refusal = turns.actor_refusal(actor) or turns.move_refusal(scene, actor, in_calm=False, clause=clause)
    refusal = refusal or turns.custody_refusal(actor)
    if refusal is not None:
        return refusal
    if scene.options.movement == "gm":
        return Refusal("distances are the GM's to set", clause)
    if actor.aboard and not vehicles.drives(scene, actor):
        return Refusal(f"{actor.name} cannot move freely", clause)
    return None


def present_refusal(scene: Scene, target: str) -> Refusal | None:
    """Nobody moves toward or away from who is not here."""
    fighter = scene.fighters.get(target)
    if fighter is not None and not in_the_fight(fighter):
        return Refusal(targets.absence(scene, fighter), "UW-3.10")
    vehicle = scene.vehicles.get(target)
    if vehicle is not None and vehicle.gone:
        return Refusal(f"{vehicle.name} has fled", "UW-3.10")
    return None


def check_approach(scene: Scene, command: Command) -> Refusal | None:
    """UW-8.4 Moving. `approach TARGET`, not below 1."""
    actor = scene.fighters[str(command.actor)]
    refusal = move_refusal(scene, actor) or targets.resolve(scene, command, "target")
    if refusal is not None:
        return refusal
    target = command.args["target"]
    refusal = present_refusal(scene, target)
    if refusal is None and body_of(scene, target) == body_of(scene, actor.id):
        refusal = Refusal(f"{actor.name} cannot approach itself", "UW-8.4")
    if refusal is None and apart(scene, actor.id, target) <= NEAREST:
        refusal = Refusal(f"{targets.name_of(scene, target)} is at arm's length already", "UW-8.4")
    return refusal


def resolve_approach(run: Run[Scene], command: Command) -> None:
    """UW-8.4 Moving. `approach TARGET` lowers the distance of that pair by the stride; the turn ends."""
    actor = run.scene.fighters[str(command.actor)]
    approach(run, actor, command.args["target"])
    run.passed(decisions.DONE)
    turns.finish_move(run, actor)


def approach(run: Run[Scene], actor: Fighter, target: str) -> None:
    """The approach itself, as a move or as an enraged enemy's extra action."""
    distance = max(NEAREST, apart(run.scene, actor.id, target) - stride(run.scene, actor))
    a, b = body_of(run.scene, actor.id), body_of(run.scene, target)
    run.happened(Moved(Id(a), Id(b), distance, "approach"))


def check_withdraw(scene: Scene, command: Command) -> Refusal | None:
    """UW-8.4 Moving. `withdraw TARGET[, ...]`, not above 10, and not from somebody owed an answer (UW-7.7)."""
    actor = scene.fighters[str(command.actor)]
    refusal = move_refusal(scene, actor) or targets.resolve_all(scene, command, "targets")
    if refusal is not None:
        return refusal
    bodies = [body_of(scene, target) for target in command.args["targets"]]
    for target, body in zip(command.args["targets"], bodies, strict=True):
        refusal = present_refusal(scene, target)
        if refusal is not None:
            return refusal
        if bodies.count(body) > 1:
            return Refusal("name each target once", "UW-8.4")
        if body == body_of(scene, actor.id):
            return Refusal(f"{actor.name} cannot withdraw from itself", "UW-8.4")
        if apart(scene, actor.id, target) >= FARTHEST:
            return Refusal(f"{targets.name_of(scene, target)} cannot be farther", "UW-8.4")
        refusal = vehicles.exposed_refusal(scene, actor, body)
        if refusal is not None:
            return refusal
    return None


def resolve_withdraw(run: Run[Scene], command: Command) -> None:
    """UW-8.4 Moving. `withdraw TARGET[, ...]` raises each named pair by the stride; the turn ends."""
    scene = run.scene
    actor = scene.fighters[str(command.actor)]
    a = body_of(scene, actor.id)
    for target in command.args["targets"]:
        distance = min(FARTHEST, apart(scene, a, target) + stride(scene, actor))
        run.happened(Moved(Id(a), Id(body_of(scene, target)), distance, "withdraw"))
    run.passed(decisions.DONE)
    turns.finish_move(run, actor)


def check_distance(scene: Scene, command: Command) -> Refusal | None:
    """UW-8.3 Distances. The GM sets one with `distance A, B N`."""
    refusal = targets.resolve_all(scene, command, "pair")
    if refusal is not None:
        return refusal
    pair = command.args["pair"]
    if len(pair) != 2 or "number" not in command.args:
        return Refusal("name two bodies and a number from 1 to 10", "UW-8.3", "distance A, B N")
    if body_of(scene, pair[0]) == body_of(scene, pair[1]):
        return Refusal("within one vehicle the distance is 1", "UW-8.3")
    return None


def resolve_distance(run: Run[Scene], command: Command) -> None:
    """UW-8.3 Distances. The GM sets one with `distance A, B N`."""
    a, b = (body_of(run.scene, id) for id in command.args["pair"])
    run.happened(Moved(Id(min(a, b)), Id(max(a, b)), command.args["number"], "gm", rule="UW-8.3"))
