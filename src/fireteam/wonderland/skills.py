"""2 Skills: modifiers and penalties, which skill is rolled, cover, and Luck. First Aid and repair are in `care`."""

from __future__ import annotations

from fireteam.kernel.events import Id, Revealed
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.run import Run
from fireteam.kernel.scene import COMBAT
from fireteam.wonderland import vehicles
from fireteam.wonderland.basic_roll import DIE, LUCK, POWER, SPEED
from fireteam.wonderland.effects import conditions, lifeforms
from fireteam.wonderland.events.fighting import CoverChanged, CoversChanged
from fireteam.wonderland.gm_moves import environment
from fireteam.wonderland.place import TOXIC
from fireteam.wonderland.sheet import SKILLS
from fireteam.wonderland.state import BLOWN, COVERED, OPEN, Cover, Fighter, Scene

INDEX = {skill: at for at, skill in enumerate(SKILLS)}
REFLEX = INDEX["reflex"]
AIM = INDEX["aim"]

TEN = 10
EVEN = 5
"""Tens of a skill that give a modifier of 0 (UW-1.3)."""
QUICK = 70
"""Reflex above this acts before NPCs (UW-2.7)."""
LUCK_FAILS = 6

USES: dict[str, str] = {
    "handling": "slick or fast manoeuvres with a vehicle or mount",
    "aim": "a shot, toss or throw that must be exact",
    "awareness": "taking in surroundings, guessing, noticing what goes on unseen",
    "toughness": "lifting, wrestling, frightening people by strength",
    "sneak": "hiding oneself or one's doings",
    "tinkering": "mending or studying small, delicate devices",
    "hustle": "deals, favours, secrets",
    "first_aid": "examining wounds, naming illnesses",
    "engineering": "building and mending big machines",
    "brains": "knowledge, research",
    "attraction": "being believed because one is liked",
    "reflex": "dodging, deflecting, reacting in an instant",
    "luck": "instead of any other",
}
"""UW-2.2 What each skill is for. Advice to the table on which skill to `try`."""

THERMAL = frozenset((REFLEX, AIM, INDEX["tinkering"], INDEX["brains"]))
"""Skills that hyper- and hypothermia touch (UW-9.12)."""
CLOUDED = frozenset((INDEX["awareness"], INDEX["brains"], REFLEX))
"""Skills that being stoned touches (UW-9.20)."""
THERMAL_PENALTY = 1


def modifier(fighter: Fighter, skill: int) -> int:
    """UW-1.3 Skill modifier. floor(skill / 10) - 5."""
    return fighter.skills[skill] // TEN - EVEN


def modifier_with_penalties(scene: Scene, fighter: Fighter, skill: int) -> int:
    """UW-1.4 Total. The modifier less hyper- or hypothermia, being stoned and toxic surroundings, by skill."""
    found = fighter.skills[skill] // TEN - EVEN
    if fighter.conditions:
        found -= condition_penalty(fighter, skill)
    if scene.place.hazards:
        toxic = scene.place.hazards.get(TOXIC)
        if toxic is not None and environment.is_exposed(scene, fighter, TOXIC):
            found -= toxic.penalty
    return found


def condition_penalty(fighter: Fighter, skill: int) -> int:
    """UW-9.12, UW-9.20: what conditions take off rolls with a skill."""
    found = 0
    if skill in THERMAL and (suffers(fighter, "hyperthermia") or suffers(fighter, "hypothermia")):
        found = THERMAL_PENALTY
    if skill in CLOUDED and suffers(fighter, "stoned"):
        found += fighter.conditions["stoned"].penalty
    return found


def suffers(fighter: Fighter, condition: str) -> bool:
    """UW-9.24 Lifeforms. A condition that was set by hand on somebody immune gives no roll penalty."""
    return condition in fighter.conditions and not lifeforms.is_immune(fighter, condition)


def modifier_of(scene: Scene, fighter: Fighter, skill: str) -> int:
    """The number added to a roll with a skill by name, or with the Speed or Power of the vehicle one is aboard."""
    if skill == SPEED:
        return scene.vehicles[fighter.aboard].speed
    if skill == POWER:
        return scene.vehicles[fighter.aboard].power
    return modifier_with_penalties(scene, fighter, INDEX[skill])


def in_place_of(scene: Scene, fighter: Fighter, skill: str, *, is_task: bool = False) -> str:
    """UW-7.2 Speed. Aboard a driven vehicle Reflex and Sneak become Speed; UW-7.3: the driver's Toughness Power."""
    if fighter.aboard:
        vehicle = scene.vehicles[fighter.aboard]
        if vehicles.is_driven(scene, vehicle):
            if skill in ("reflex", "sneak"):
                return SPEED
            is_tool = vehicle.driver == fighter.id or scene.options.power_for_all
            if skill == "toughness" and is_task and is_tool:
                return POWER
    return skill


def best_of(scene: Scene, fighter: Fighter, offered: tuple[str, ...]) -> str:
    """UW-2.10 Which skill. The one with the highest modifier after penalties, ties by listing; never Luck unasked."""
    return max(offered, key=lambda skill: modifier_of(scene, fighter, skill))


def by_refusal(offered: tuple[str, ...], by: str | None) -> Refusal | None:
    """UW-2.8 Luck instead, but not of Speed or Power. UW-2.10: a skill that is not offered is refused with the list."""
    if by is None or by in offered:
        return None
    if by == LUCK and any(skill not in (SPEED, POWER) for skill in offered):
        return None
    return Refusal(f"use {' or '.join(offered)}", "UW-2.8" if by == LUCK else "UW-2.10")


def is_severe(skill: str, face: int, total: int) -> bool:
    """UW-2.9 Luck bites: a failed Luck roll or a natural 12 with Luck is flagged severe."""
    return skill == LUCK and (face == DIE or total <= LUCK_FAILS)


def luck_bites(run: Run[Scene], who: Fighter, skill: str, face: int, total: int) -> None:
    """UW-2.9 Luck bites. In combat a Luck roll of 6 or less (face not 12) also stuns."""
    scene = run.scene
    fails = skill == LUCK and total <= LUCK_FAILS and face != DIE
    if fails and scene.phase is COMBAT and scene.options.luck_severity:
        conditions.give(run, who, "stunned", rule="UW-2.9")


def luck_factor(scene: Scene, skill: str) -> int:
    """UW-2.9 A natural 12 with Luck counts double in combat."""
    return 2 if skill == LUCK and scene.options.luck_severity else 1


def is_quick(scene: Scene, fighter: Fighter) -> bool:
    """UW-2.7 Quick reflexes. Reflex above 70; by option the rounded skill must exceed it (UW-1.3)."""
    reflex = fighter.skills[REFLEX]
    if scene.options.threshold_uses_rounded:
        reflex = reflex // TEN * TEN
    return reflex > QUICK


def sneak(run: Run[Scene], who: Fighter, succeeds: bool) -> None:
    """UW-2.3 Sneak and cover. Success hides, failure blows cover."""
    set_cover(run, who, COVERED if succeeds else BLOWN)


def set_cover(run: Run[Scene], who: Fighter, cover: Cover) -> None:
    """UW-2.3 Once cover is blown, a fighter hidden from the players is so no longer."""
    if who.cover is cover and not (who.hidden and cover is not COVERED):
        return
    if who.hidden and cover is not COVERED:
        run.happened(Revealed(Id(who.id), "UW-2.3"))
    run.happened(CoverChanged(Id(who.id), cover, who.hidden))


def blow_cover(run: Run[Scene], who: Fighter) -> None:
    """UW-2.3 Whoever declares an attack, swallows, loses HP to damage or is revealed is hidden no more."""
    if who.cover is COVERED:
        set_cover(run, who, BLOWN)


def change_all(run: Run[Scene], former: Cover, cover: Cover) -> None:
    """UW-2.3 When combat starts every open fighter becomes blown, at its end blown becomes open; one event for all."""
    who = [Id(one.id) for one in run.scene.fighters.values() if one.cover is former]
    if who:
        run.happened(CoversChanged(who, cover))


def open_to_blown(run: Run[Scene], who: Fighter) -> None:
    """UW-2.3 Who joins a fight while it is on has its open cover blown too."""
    if who.cover is OPEN:
        set_cover(run, who, BLOWN)
