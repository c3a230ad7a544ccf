"""7 Vehicles: seats, Speed and Power, ramming, drive-bys, and how armour divides damage."""

from __future__ import annotations

from fireteam.kernel.actions import Command
from fireteam.kernel.events import Id
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.run import Run
from fireteam.wonderland import decisions, range_and_area, targets, turns
from fireteam.wonderland.events.moves import Boarded, Dismounted, Moved
from fireteam.wonderland.state import UNCONSCIOUS, UP, Fighter, Scene, Vehicle, VehicleArmor
from fireteam.wonderland.weapons import Weapon

NO_ARMOR, SOME_ARMOR, FULL_ARMOR = VehicleArmor

BOARD_REACH = 2
DISMOUNTED = 1
"""The distance of whoever dismounts from the vehicle (UW-7.13)."""


def is_working(vehicle: Vehicle) -> bool:
    """UW-7.1 Aboard. Working while its HP exceed 0."""
    return vehicle.hp > 0


def is_driven(scene: Scene, vehicle: Vehicle) -> bool:
    """UW-7.1 Aboard. Driven while it works and its driver is up."""
    return vehicle.hp > 0 and bool(vehicle.driver) and scene.fighters[vehicle.driver].status is UP


def is_protecting(vehicle: Vehicle) -> bool:
    """UW-7.1 Aboard. Protecting while it works, is not compromised and has some or full armour."""
    return vehicle.hp > 0 and not vehicle.compromised and vehicle.armor is not NO_ARMOR


def drives(scene: Scene, fighter: Fighter) -> bool:
    """Whether a fighter is the driver of a driven vehicle."""
    vehicle = scene.vehicles.get(fighter.aboard)
    return vehicle is not None and vehicle.driver == fighter.id and is_driven(scene, vehicle)


def speed_aboard(scene: Scene, fighter: Fighter) -> int:
    """UW-7.6 Speed and reach. What a driven vehicle adds to every weapon's range."""
    vehicle = scene.vehicles[fighter.aboard]
    return vehicle.speed if is_driven(scene, vehicle) else 0


def arms_of(scene: Scene, fighter: Fighter) -> tuple[Weapon, ...]:
    """UW-7.5 Weapons aboard. One's own, then those mounted on the working vehicle one is aboard; bare hands last."""
    if not fighter.aboard:
        return fighter.arms
    vehicle = scene.vehicles[fighter.aboard]
    if not vehicle.weapons or not is_working(vehicle):
        return fighter.arms
    own = fighter.arms
    mounted = [weapon for id, weapon in vehicle.weapons.items() if id not in fighter.weapons]
    if own and own[-1].is_bare:
        return (*own[:-1], *mounted, own[-1])
    return (*own, *mounted)


def holder_of(scene: Scene, fighter: Fighter, weapon: Weapon) -> Fighter | Vehicle:
    """Who carries a weapon that a fighter may use: itself, or the vehicle it is aboard."""
    if weapon.is_bare or weapon.id in fighter.weapons:
        return fighter
    return scene.vehicles[fighter.aboard]


def exposed_refusal(scene: Scene, actor: Fighter, body: str) -> Refusal | None:
    """UW-7.7 Drive-by. Until the shooter's next turn the vehicle cannot withdraw from its target."""
    vehicle = scene.vehicles.get(actor.aboard)
    if vehicle is not None and body in vehicle.exposed:
        until = targets.name_of(scene, vehicle.exposed[body].until)
        return Refusal(f"{vehicle.name} is exposed until {until}'s turn", "UW-7.7")
    return None


def drive_by(run: Run[Scene], shooter: Fighter, target: str, own_range: int) -> None:
    """UW-7.7 Drive-by. The vehicle closes in to the weapon's own range; the first former distance is remembered."""
    scene = run.scene
    vehicle = scene.vehicles[shooter.aboard]
    body = range_and_area.body_of(scene, target)
    distance = range_and_area.apart(scene, vehicle.id, body)
    if body == vehicle.id or distance <= own_range:
        return
    known = vehicle.exposed.get(body)
    former = known.distance if known is not None else distance
    run.happened(Moved(Id(vehicle.id), Id(body), own_range, "drive-by", former, Id(shooter.id), "UW-7.7"))


def drive_on(run: Run[Scene], vehicle: Vehicle, body: str) -> None:
    """UW-7.7 Drive-by. Once the target had its answer the former distance returns, if the vehicle is driven."""
    scene = run.scene
    distance = range_and_area.apart(scene, vehicle.id, body)
    if is_driven(scene, vehicle):
        distance = vehicle.exposed[body].distance
    run.happened(Moved(Id(vehicle.id), Id(body), distance, "drove on", rule="UW-7.7"))


def end_drive_bys(run: Run[Scene], who: str) -> None:
    """UW-7.7 Drive-bys that wait for this fighter's turn end."""
    for vehicle in run.scene.vehicles.values():
        for body in [body for body, exposed in vehicle.exposed.items() if exposed.until == who]:
            drive_on(run, vehicle, body)


def end_stale_drive_bys(run: Run[Scene]) -> None:
    """UW-7.7 If the shooter has left the order, a drive-by ends with the round."""
    order = run.scene.order
    for vehicle in run.scene.vehicles.values():
        for body in [body for body, exposed in vehicle.exposed.items() if exposed.until not in order]:
            drive_on(run, vehicle, body)


def parts(scene: Scene, vehicle: Vehicle, amount: int, riders: list[Fighter]) -> tuple[int, list[int]]:
    """UW-7.9 to UW-7.11: what the vehicle takes of an amount, and what each rider takes, in the order of UW-7.8."""
    if not riders:
        return amount, []
    if not is_protecting(vehicle):
        return no_armor(amount, len(riders))
    if vehicle.armor is FULL_ARMOR:
        return full_armor(scene, vehicle, amount, len(riders))
    return some_armor(scene, amount, len(riders))


def rule_of_armor(vehicle: Vehicle) -> str:
    """The clause by which a vehicle divides damage now."""
    if not is_protecting(vehicle):
        return "UW-7.10"
    return "UW-7.11" if vehicle.armor is FULL_ARMOR else "UW-7.9"


def no_armor(amount: int, persons: int) -> tuple[int, list[int]]:
    """UW-7.10 No armour. The vehicle and every person aboard each take the full damage."""
    return amount, [amount] * persons


def some_armor(scene: Scene, amount: int, persons: int) -> tuple[int, list[int]]:
    """UW-7.9 Some armour. The vehicle takes ceil(half), the riders together floor(half) in equal shares."""
    if scene.options.vehicle_split == "shares":
        each = amount // (persons + 1)
        return amount - each * persons, [each] * persons
    return amount - amount // 2, equal_shares(amount // 2, persons)


def full_armor(scene: Scene, vehicle: Vehicle, amount: int, persons: int) -> tuple[int, list[int]]:
    """UW-7.11 Full armour. The vehicle takes all; by option what exceeds its HP is shared by the riders."""
    if scene.options.armor_overflow and amount > vehicle.hp:
        return vehicle.hp, equal_shares(amount - vehicle.hp, persons)
    return amount, [0] * persons


def equal_shares(amount: int, persons: int) -> list[int]:
    """Equal shares, left-over points one each from the first on."""
    each, over = divmod(amount, persons)
    return [each + (at < over) for at in range(persons)]


def riders_in_order(scene: Scene, vehicle: Vehicle, declared: str = "") -> list[Fighter]:
    """UW-7.8 One target. Riders in the order: the declared one, the driver, the riders as listed."""
    ids = vehicle.aboard
    if declared in ids:
        ids = [declared, *[id for id in ids if id != declared]]
    return [scene.fighters[id] for id in ids]


def check_board(scene: Scene, command: Command) -> Refusal | None:
    """UW-7.13 Boarding. Distance 1 or 2 in combat, a free seat, one's own side's vehicle or an empty one."""
    actor = scene.fighters[str(command.actor)]
    refusal = turns.actor_refusal(actor) or turns.move_refusal(scene, actor, in_calm=True, clause="UW-7.13")
    refusal = refusal or turns.custody_refusal(actor)
    if refusal is None:
        refusal = targets.resolve(scene, command, "vehicle")
    if refusal is not None:
        return refusal
    vehicle = scene.vehicles.get(command.args["vehicle"])
    if vehicle is None:
        return Refusal(f"{targets.name_of(scene, command.args['vehicle'])} is no vehicle", "UW-7.13")
    if vehicle.gone:
        return Refusal(f"{vehicle.name} has fled", "UW-7.13")
    if actor.aboard == vehicle.id:
        return seat_refusal(scene, actor, vehicle, command)
    if actor.aboard:
        return Refusal(f"{actor.name} is aboard {scene.vehicles[actor.aboard].name}: dismount first", "UW-7.13")
    return range_and_area.near_refusal(scene, actor, vehicle.id, BOARD_REACH) or room_refusal(actor, vehicle, command)


def seat_refusal(scene: Scene, actor: Fighter, vehicle: Vehicle, command: Command) -> Refusal | None:
    """UW-7.13 `board` of one's own vehicle `as driver` takes an empty or unconscious driver's place."""
    if "role" not in command.args or vehicle.driver == actor.id:
        return Refusal(f"{actor.name} is aboard already", "UW-7.13", "board VEHICLE as driver")
    if vehicle.driver and scene.fighters[vehicle.driver].status is not UNCONSCIOUS:
        return Refusal(f"{vehicle.name} has a driver", "UW-7.13")
    return None


def room_refusal(actor: Fighter, vehicle: Vehicle, command: Command) -> Refusal | None:
    """UW-7.13 A free seat, a vehicle of one's own side or with nobody aboard, and an empty driver's place."""
    if len(vehicle.aboard) >= vehicle.seats:
        return Refusal(f"{vehicle.name} is full", "UW-7.13")
    if vehicle.side != actor.side and vehicle.aboard:
        return Refusal(f"{vehicle.name} is not yours", "UW-7.13")
    if "role" in command.args and vehicle.driver:
        return Refusal(f"{vehicle.name} has a driver", "UW-7.13")
    return None


def resolve_board(run: Run[Scene], command: Command) -> None:
    """UW-7.13 Boarding. Who boards a vehicle without a driver drives; an empty one changes side."""
    actor = run.scene.fighters[str(command.actor)]
    vehicle = run.scene.vehicles[command.args["vehicle"]]
    is_driver = "role" in command.args or not vehicle.driver
    side = vehicle.side if vehicle.aboard else actor.side
    run.happened(Boarded(Id(actor.id), Id(vehicle.id), is_driver, side))
    run.passed(decisions.DONE)
    turns.finish_move(run, actor)


def check_dismount(scene: Scene, command: Command) -> Refusal | None:
    """UW-7.13 Boarding. Who is on foot cannot dismount."""
    actor = scene.fighters[str(command.actor)]
    refusal = turns.actor_refusal(actor) or turns.move_refusal(scene, actor, in_calm=True, clause="UW-7.13")
    refusal = refusal or turns.custody_refusal(actor)
    if refusal is None and not actor.aboard:
        refusal = Refusal(f"{actor.name} is on foot", "UW-7.13")
    return refusal


def resolve_dismount(run: Run[Scene], command: Command) -> None:
    """UW-7.13 Boarding. Who dismounts stands at distance 1 and keeps its distances to everybody else."""
    actor = run.scene.fighters[str(command.actor)]
    get_off(run, actor)
    run.passed(decisions.DONE)
    turns.finish_move(run, actor)


def get_off(run: Run[Scene], who: Fighter, rule: str = "UW-7.13") -> None:
    """A fighter leaves its seat, on its own feet."""
    scene = run.scene
    vehicle = scene.vehicles[who.aboard]
    distances = {Id(vehicle.id): DISMOUNTED}
    bodies = [*(id for id, one in scene.fighters.items() if not one.aboard), *scene.vehicles]
    for body in bodies:
        if body not in (vehicle.id, who.id):
            number = range_and_area.apart(scene, vehicle.id, body)
            listed = scene.place.distances.get(min(who.id, body), {}).get(max(who.id, body))
            if number != (range_and_area.default_between(scene, who.id, body) if listed is None else listed):
                distances[Id(body)] = number
    run.happened(Dismounted(Id(who.id), Id(vehicle.id), vehicle.driver == who.id, distances, rule))


def can_take_wheel(scene: Scene, who: Fighter) -> bool:
    """Whether somebody aboard a vehicle that is not driven may take its wheel."""
    vehicle = scene.vehicles[who.aboard]
    if not is_working(vehicle) or vehicle.driver == who.id:
        return False
    return not vehicle.driver or scene.fighters[vehicle.driver].status is UNCONSCIOUS
