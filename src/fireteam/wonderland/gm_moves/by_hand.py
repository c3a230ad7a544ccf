"""UW-10.10, UW-10.12: bosses, calamities and care, and what players can see (`hide`, `reveal`)."""

from __future__ import annotations

from fireteam.kernel.actions import Command
from fireteam.kernel.events import Hidden, Id, Revealed
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.run import Run
from fireteam.wonderland import care, skills, targets
from fireteam.wonderland.combat_moves import damage
from fireteam.wonderland.effects import conditions, lifeforms, unconscious
from fireteam.wonderland.events.conditions import RadiationCleared
from fireteam.wonderland.events.fighting import CoverChanged
from fireteam.wonderland.events.gm import BossMade
from fireteam.wonderland.state import (
    COVERED,
    DEAD,
    NPC,
    UNCONSCIOUS,
    Condition,
    Fighter,
    Scene,
    Trait,
)
from fireteam.wonderland.weapons import PHYSICAL, DamageType
from fireteam.wonderland.written import CONDITION_FIELDS

BOSS_TIMES = 3
MOST_ATTACKS = 6
MOST_HP = 999
GIVEN = tuple(name for name in CONDITION_FIELDS if name not in ("spent", "detained"))
"""Conditions that `afflict` gives."""
ENDED = (*GIVEN, "unconscious", "radiation", "toxic")
"""What `relieve` ends."""
AFFLICT_FIELDS = {"loss": ("burn", "frost"), "penalty": ("stoned",), "extreme": ("drunk",)}


def check_boss(scene: Scene, command: Command) -> Refusal | None:
    """UW-10.10 Boss. Any NPC, once."""
    refusal = targets.resolve_fighter(scene, command)
    if refusal is not None:
        return refusal
    who = scene.fighters[command.args["target"]]
    if Trait.BOSS in who.traits:
        return Refusal(f"{who.name} is a boss already", "UW-10.10")
    if who.kind is not NPC:
        return Refusal(f"{who.name} is no NPC", "UW-10.10")
    return Refusal(f"{who.name} is dead", "UW-10.10") if who.status is DEAD else None


def resolve_boss(run: Run[Scene], command: Command) -> None:
    """UW-10.10 Boss. Trait boss, `hp_max` and HP times 3, `attacks` + 1, `crits`."""
    who = run.scene.fighters[command.args["target"]]
    run.happened(BossMade(Id(who.id), min(MOST_ATTACKS, who.attacks + 1)))
    maximum = min(MOST_HP, who.hp_max * BOSS_TIMES)
    hp = min(maximum, who.hp * BOSS_TIMES)
    conditions.change_maximum(run, who, maximum - who.hp_max, "boss", hp=hp, rule="UW-10.10")


def living_refusal(scene: Scene, command: Command, clause: str) -> Refusal | None:
    """The target must be a fighter that is not dead."""
    refusal = targets.resolve_fighter(scene, command)
    if refusal is None and scene.fighters[command.args["target"]].status is DEAD:
        refusal = Refusal(f"{scene.fighters[command.args['target']].name} is dead", clause)
    return refusal


def check_harm(scene: Scene, command: Command) -> Refusal | None:
    """UW-10.12 Calamities and care. `harm NAME N [TYPE]`, a fighter or a vehicle."""
    refusal = targets.resolve(scene, command, "target")
    if refusal is not None:
        return refusal
    if "amount" not in command.args:
        return Refusal("name an amount", "UW-10.12", "harm NAME N [TYPE]")
    vehicle = scene.vehicles.get(command.args["target"])
    if vehicle is not None:
        return None if vehicle.hp else Refusal(f"{vehicle.name} is already wrecked", "UW-7.12")
    return living_refusal(scene, command, "UW-10.12")


def resolve_harm(run: Run[Scene], command: Command) -> None:
    """UW-10.12 Calamities and care. One amount of damage through step 5 of UW-3.11 without deflection."""
    kind = DamageType(command.args.get("type", PHYSICAL))
    blow = damage.Blow(None, kind)
    target = run.scene.fighters.get(command.args["target"])
    amount = command.args["amount"]
    if target is None:
        damage.strike_vehicle(run, blow, run.scene.vehicles[command.args["target"]], amount, is_area=False)
    else:
        damage.strike(run, blow, target, amount)


def check_heal(scene: Scene, command: Command) -> Refusal | None:
    """UW-10.12 Calamities and care. `heal NAME N`; vehicles need repair, the dead are dead."""
    refusal = living_refusal(scene, command, "UW-10.12")
    if refusal is None and "amount" not in command.args:
        refusal = Refusal("name an amount", "UW-10.12", "heal NAME N")
    return refusal


def resolve_heal(run: Run[Scene], command: Command) -> None:
    """UW-10.12 Calamities and care. HP up to the maximum."""
    who = run.scene.fighters[command.args["target"]]
    care.heal(run, who, command.args["amount"], None, rule="UW-10.12")


def check_afflict(scene: Scene, command: Command) -> Refusal | None:
    """UW-10.12 Calamities and care. Conditions but spent and detained; the immune are refused (UW-9.3)."""
    refusal = living_refusal(scene, command, "UW-10.12")
    if refusal is not None:
        return refusal
    who = scene.fighters[command.args["target"]]
    name = command.args.get("condition")
    if name is None:
        return Refusal(f"name a condition: {', '.join(GIVEN)}", "UW-10.12")
    for field, names in AFFLICT_FIELDS.items():
        if field in command.args and name not in names:
            return Refusal(f"{name} has no {field}", "UW-9.3")
    if lifeforms.is_immune(who, name):
        return Refusal(f"{who.name} is immune to {name}", "UW-9.3")
    return None


def resolve_afflict(run: Run[Scene], command: Command) -> None:
    """UW-10.12 Calamities and care. `afflict NAME CONDITION [loss N] [turns N] [penalty N] [extreme]`."""
    args = command.args
    given = Condition(
        turns=args.get("turns", 0),
        loss=args.get("loss", 0),
        penalty=args.get("penalty", 1),
        extreme="extreme" in args,
    )
    conditions.give(run, run.scene.fighters[args["target"]], args["condition"], given)


def check_relieve(scene: Scene, command: Command) -> Refusal | None:
    """UW-10.12 Calamities and care. "has no such condition"; `relieve` also takes unconscious, radiation and toxic."""
    refusal = living_refusal(scene, command, "UW-10.12")
    if refusal is not None:
        return refusal
    who = scene.fighters[command.args["target"]]
    name = command.args.get("condition")
    if name is None:
        return Refusal(f"name a condition: {', '.join(ENDED)}", "UW-10.12")
    if not has(who, name):
        return Refusal(f"{who.name} has no such condition", "UW-10.12")
    return None


def has(who: Fighter, name: str) -> bool:
    """Whether there is anything to relieve."""
    if name == "unconscious":
        return who.status is UNCONSCIOUS
    if name == "radiation":
        return who.radiation_lost > 0
    if name == "toxic":
        return who.lasting_lost > 0
    return name in who.conditions


def resolve_relieve(run: Run[Scene], command: Command) -> None:
    """UW-10.12 Calamities and care. Ends a condition, with what its own clause says of its end."""
    who = run.scene.fighters[command.args["target"]]
    name = command.args["condition"]
    if name == "unconscious":
        unconscious.wake(run, who, "gm")
    elif name == "radiation":
        run.happened(RadiationCleared(Id(who.id), 0, who.rad_turns, "UW-10.12"))
    elif name == "toxic":
        conditions.change_maximum(run, who, who.lasting_lost, "treated", lasting_lost=0, rule="UW-9.18")
    else:
        conditions.end(run, who, name, "gm", "UW-10.12")


def check_hide(scene: Scene, command: Command) -> Refusal | None:
    """UW-2.3 `hide` takes a fighter out of the players' sight, with hidden cover; UW-11.2: a vehicle has none."""
    refusal = targets.resolve(scene, command, "target")
    if refusal is None and targets.named(scene, command.args["target"]).hidden:
        refusal = Refusal(f"{targets.name_of(scene, command.args['target'])} is already hidden", "UW-2.3")
    return refusal


def resolve_hide(run: Run[Scene], command: Command) -> None:
    """UW-2.3 Sneak and cover. `hide` gives hidden cover."""
    id = command.args["target"]
    run.happened(Hidden(Id(id), "UW-2.3"))
    who = run.scene.fighters.get(id)
    if who is not None and who.cover is not COVERED:
        run.happened(CoverChanged(Id(who.id), COVERED, True))


def check_reveal(scene: Scene, command: Command) -> Refusal | None:
    """UW-2.3 `reveal` needs somebody hidden, from the players or from enemies."""
    refusal = targets.resolve(scene, command, "target")
    if refusal is None:
        one = targets.named(scene, command.args["target"])
        if not one.hidden and not (isinstance(one, Fighter) and one.cover is COVERED):
            refusal = Refusal(f"{one.name} is not hidden", "UW-2.3")
    return refusal


def resolve_reveal(run: Run[Scene], command: Command) -> None:
    """UW-2.3 Sneak and cover. Revealed, a hidden fighter becomes blown and players see it."""
    one = targets.named(run.scene, command.args["target"])
    if isinstance(one, Fighter) and one.cover is COVERED:
        skills.blow_cover(run, one)
    else:
        run.happened(Revealed(Id(one.id), "UW-2.3"))
