"""UW-3.14 to UW-3.19: Flee, pursuit, and those left behind."""

from __future__ import annotations

from fireteam.kernel.actions import Command
from fireteam.kernel.events import Id
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.run import Run
from fireteam.kernel.scene import COMBAT
from fireteam.wonderland import (
    basic_moves,
    basic_roll,
    critical_rolls,
    decisions,
    range_and_area,
    skills,
    targets,
    turns,
    vehicles,
)
from fireteam.wonderland.effects import conditions
from fireteam.wonderland.events.fighting import Rolled
from fireteam.wonderland.events.moves import Fled as FledEvent
from fireteam.wonderland.events.moves import Flight, Pursued
from fireteam.wonderland.gm_moves import custody
from fireteam.wonderland.place import FARTHEST
from fireteam.wonderland.state import (
    COMPANION,
    FLED,
    PC,
    UP,
    Condition,
    Fighter,
    Scene,
    are_enemies,
    in_the_fight,
    stands,
)

DRIVING = (basic_roll.SPEED, "handling")
ON_FOOT = ("reflex", "sneak")
UNSEEN_ONLY = ("reflex",)
VULNERABLE_TURNS = 2
PURSUIT_GAP = 2


def check_flee(scene: Scene, command: Command) -> Refusal | None:
    """UW-3.14 When Flee is allowed. A way out, not detained, and not a passenger of a driven vehicle."""
    actor = scene.fighters[str(command.actor)]
    if actor.kind is not PC:
        return Refusal("only player characters roll skills", "UW-1.1")
    refusal = turns.move_refusal(scene, actor, in_calm=False, clause="UW-3.14")
    if refusal is not None:
        return refusal
    if not scene.place.exits:
        return Refusal("no way out", "UW-3.14")
    if "detained" in actor.conditions:
        return Refusal(f"{actor.name} is detained", "UW-3.14")
    vehicle = scene.vehicles.get(actor.aboard)
    if vehicle is not None and vehicles.is_driven(scene, vehicle) and vehicle.driver != actor.id:
        return Refusal("the driver must roll", "UW-3.14")
    refusal = party_refusal(scene, actor, command)
    by = command.args.get("by")
    if refusal is None and by == "handling" and not vehicles.drives(scene, actor):
        refusal = Refusal("needs a vehicle or mount", "UW-3.15")
    if refusal is None:
        refusal = skills.by_refusal(offered_to(scene, actor), by)
    return refusal or critical_rolls.held_refusal(scene, actor, command)


def party_refusal(scene: Scene, actor: Fighter, command: Command) -> Refusal | None:
    """UW-3.14 `flee with NAME, ...` names PCs of the side that are in the fight and free."""
    refusal = targets.resolve_fighters(scene, command, "with", optional=True)
    if refusal is None and "with" in command.args and "alone" in command.args:
        refusal = Refusal("flee alone or with others, not both", "UW-3.14")
    if refusal is not None:
        return refusal
    for id in command.args.get("with", ()):
        if not is_member(actor, scene.fighters[id]):
            return Refusal(f"{scene.fighters[id].name} is not one of yours", "UW-3.14")
    return None


def is_member(actor: Fighter, one: Fighter) -> bool:
    """UW-3.14 Every PC of the side that is in the fight and not detained."""
    return one.kind is PC and one.side == actor.side and in_the_fight(one) and "detained" not in one.conditions


def party_of(scene: Scene, actor: Fighter, command: Command) -> list[Fighter]:
    """UW-3.14 The party, in listing order. A member aboard a driven vehicle brings all PCs aboard into it."""
    if "alone" in command.args:
        ids = {actor.id}
    elif "with" in command.args:
        ids = {actor.id, *command.args["with"]}
    else:
        ids = {one.id for one in scene.fighters.values() if is_member(actor, one)}
    for id in list(ids):
        vehicle = scene.vehicles.get(scene.fighters[id].aboard)
        if vehicle is not None and vehicles.is_driven(scene, vehicle):
            ids.update(who for who in vehicle.aboard if scene.fighters[who].kind is PC)
    return [one for one in scene.fighters.values() if one.id in ids]


def offered_to(scene: Scene, who: Fighter) -> tuple[str, ...]:
    """UW-3.15 Flee rolls. On foot Reflex or Sneak (by option only unseen), the driver Speed or Handling."""
    if vehicles.drives(scene, who):
        return DRIVING
    return UNSEEN_ONLY if scene.options.flee_sneak == "unseen" and who.cover == "blown" else ON_FOOT


class Escape:
    """How one member, or one vehicle with all aboard, fared."""

    __slots__ = ("is_clean", "succeeds")

    def __init__(self, *, succeeds: bool, is_clean: bool) -> None:
        self.succeeds = succeeds
        self.is_clean = is_clean


FAILED = Escape(succeeds=False, is_clean=False)


def resolve_flee(run: Run[Scene], command: Command) -> None:
    """UW-3.15 Flee rolls. All of the party roll at once; then the majority decides (UW-3.16)."""
    actor = run.scene.fighters[str(command.actor)]
    party = party_of(run.scene, actor, command)
    fates = rolls(run, actor, party, command)
    succeeded = [one for one in party if fates[one.id].succeeds]
    escaped = 2 * len(succeeded) > len(party)
    pursuit = escaped and any(not fates[one.id].is_clean for one in succeeded)
    run.happened(Flight([Id(one.id) for one in party], escaped, pursuit, "UW-3.17" if pursuit else "UW-3.16"))
    if escaped:
        get_away(run, actor, party, succeeded)
    else:
        fail(run, actor, party)
    run.passed(decisions.DONE)
    turns.finish_move(run, actor)


def rolls(run: Run[Scene], actor: Fighter, party: list[Fighter], command: Command) -> dict[str, Escape]:
    """UW-3.15 Flee rolls. One d12 each in listing order; a driven vehicle once for all aboard."""
    scene = run.scene
    fates: dict[str, Escape] = {}
    by_vehicle: dict[str, Escape] = {}
    for one in party:
        vehicle = scene.vehicles.get(one.aboard)
        if vehicle is not None and vehicles.is_driven(scene, vehicle):
            if vehicle.id not in by_vehicle:
                by_vehicle[vehicle.id] = roll_once(run, actor, scene.fighters[vehicle.driver], command)
            fates[one.id] = by_vehicle[vehicle.id]
        elif one.status is not UP or conditions.is_idle(one):
            fates[one.id] = FAILED
        else:
            fates[one.id] = roll_once(run, actor, one, command)
    return fates


def roll_once(run: Run[Scene], actor: Fighter, who: Fighter, command: Command) -> Escape:
    """UW-3.15 `by SKILL` and `held` concern the actor's roll; a driver who is no PC rolls with Speed."""
    scene = run.scene
    if who.kind is not PC:
        modifier = skills.modifier_of(scene, who, basic_roll.SPEED)
        face = run.roll(basic_roll.die_for_bands(modifier))
        found = basic_moves.Roll(basic_roll.SPEED, face, face + modifier)
        if run.logs:
            run.happened(
                Rolled(
                    who=Id(who.id),
                    purpose="flee",
                    skill=basic_roll.SPEED,
                    dice=[[basic_roll.DIE, face]],
                    modifier=modifier,
                    total=found.total,
                    band=found.band,
                    natural=found.is_natural,
                    complication=found.band is basic_roll.UNFORTUNATE,
                    rule="UW-3.15",
                )
            )
    else:
        if who is actor:
            skill = command.args.get("by")
            held = "held" in command.args
        else:
            skill = None
            held = critical_rolls.spends_unasked(run, who)
        skill = skill or skills.best_of(scene, who, offered_to(scene, who))
        found = basic_moves.roll_skill(run, who, "flee", skill, held=held, rule="UW-3.15")
        critical_rolls.other_critical(run, who, found)
    return Escape(succeeds=found.succeeds, is_clean=found.band is basic_roll.TOTAL)


def get_away(run: Run[Scene], actor: Fighter, party: list[Fighter], succeeded: list[Fighter]) -> None:
    """UW-3.16 Majority. All who succeeded flee, with their vehicles and companions; the others face UW-3.18."""
    scene = run.scene
    who = [one.id for one in succeeded]
    gone = []
    for one in succeeded:
        vehicle = scene.vehicles.get(one.aboard)
        if vehicle is not None and vehicles.is_driven(scene, vehicle) and vehicle.id not in gone:
            gone.append(vehicle.id)
            who += [id for id in vehicle.aboard if id not in who]
    who += [one.id for one in companions_along(scene, actor, party) if one.id not in who]
    failed = [one for one in party if one not in succeeded]
    run.happened(FledEvent([Id(id) for id in who], [Id(id) for id in gone]))
    for one in failed:
        left_behind(run, one)


def companions_along(scene: Scene, actor: Fighter, party: list[Fighter]) -> list[Fighter]:
    """UW-3.16 Companions that are up and on foot, unless a PC of the side that is up and free was left out."""
    for one in scene.fighters.values():
        if one.status is UP and is_member(actor, one) and one not in party:
            return []
    return [
        one
        for one in scene.fighters.values()
        if one.kind is COMPANION
        and one.side == actor.side
        and one.status is UP
        and not one.aboard
        and "detained" not in one.conditions
    ]


def left_behind(run: Run[Scene], who: Fighter) -> None:
    """UW-3.18 Left behind. The GM decides: captured by the first enemy side that stands, or escapes at a price."""
    answer = run.choose("fate", "gm", ("captured", "escapes"), "captured", "UW-3.18", asked="gm")
    if answer == "escapes":
        run.happened(FledEvent([Id(who.id)], [], consequence=True, rule="UW-3.18"))
    else:
        custody.capture(run, who, custody.captor_of(run.scene, who))


def fail(run: Run[Scene], actor: Fighter, party: list[Fighter]) -> None:
    """UW-3.19 A failed flight. Every member that is up is vulnerable for 2 turn ends; all but the actor are spent."""
    for one in party:
        if one.status is UP:
            conditions.give(run, one, "vulnerable", Condition(turns=VULNERABLE_TURNS), rule="UW-3.19")
            if one is not actor:
                conditions.give(run, one, "spent", rule="UW-3.19")


def check_pursue(scene: Scene, command: Command) -> Refusal | None:
    """UW-3.17 Pursuit. Legal while tracks are left and no combat is on."""
    fled = [one for one in scene.fighters.values() if one.status is FLED]
    if not scene.place.pursuit or not fled:
        return Refusal("nobody to pursue", "UW-3.17")
    if scene.phase is COMBAT:
        return Refusal("the fight here is still on", "UW-3.17")
    if not hunters(scene, fled):
        return Refusal("nobody to fight", "UW-3.17")
    return None


def hunters(scene: Scene, fled: list[Fighter]) -> list[Fighter]:
    """The standing enemies of the fled."""
    return [
        one for one in scene.fighters.values() if stands(scene, one) and any(are_enemies(one, prey) for prey in fled)
    ]


def resolve_pursue(run: Run[Scene], command: Command) -> None:
    """UW-3.17 Pursuit. The fled are up again, at the place's distance + 2 from their enemies, who start the fight."""
    scene = run.scene
    fled = [one for one in scene.fighters.values() if one.status is FLED]
    side = hunters(scene, fled)[0].side
    gap = min(FARTHEST, scene.place.distance + PURSUIT_GAP)
    pairs: dict[tuple[str, str], None] = {}
    for prey in fled:
        a = range_and_area.body_of(scene, prey.id)
        for one in scene.fighters.values():
            b = range_and_area.body_of(scene, one.id)
            if in_the_fight(one) and are_enemies(one, prey) and a != b:
                pairs[min(a, b), max(a, b)] = None
    back = [id for id, vehicle in scene.vehicles.items() if vehicle.gone]
    run.happened(Pursued([Id(one.id) for one in fled], [Id(id) for id in back], [[a, b, gap] for a, b in pairs]))
    turns.start(run, side)
