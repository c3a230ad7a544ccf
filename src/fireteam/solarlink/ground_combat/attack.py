"""SL-13.2 to SL-13.5: attacks on fighters: what forbids them, what is rolled, and the damage of a hit."""

from __future__ import annotations

from fireteam.kernel.events import Revealed
from fireteam.kernel.names import short
from fireteam.kernel.refusals import Refusal
from fireteam.solarlink import content
from fireteam.solarlink.content import CELERITY, STRENGTH, Weapon, keyed
from fireteam.solarlink.damage_scales import stepped, take_damage
from fireteam.solarlink.damage_types import parts_of
from fireteam.solarlink.events.acts import Attacked
from fireteam.solarlink.events.body import Rolled
from fireteam.solarlink.events.changes import Changes, note, note_prepared, note_used
from fireteam.solarlink.ground_combat.falling import follow
from fireteam.solarlink.ground_combat.hits import consequences
from fireteam.solarlink.ground_combat.parry import asks_for_parry, parries
from fireteam.solarlink.ground_combat.place_and_reach import UNKNOWN, distance, reach_refusal
from fireteam.solarlink.maneuvers import explained
from fireteam.solarlink.rolls import (
    Between,
    Parts,
    against,
    arms,
    attribute,
    between,
    brawling_attribute,
    faces_of,
    severed_arms,
    shown_total,
    sight,
)
from fireteam.solarlink.state import (
    DEAD,
    GONE,
    HEAD,
    OUT,
    PARTS,
    Followup,
    Grade,
    Prepared,
    SolarFighter,
    SolarRun,
    SolarScene,
)
from fireteam.solarlink.verb import Args

DEFENCE = 10
DEFENCE_OUT = 5
"""The defence of a target who is out, whatever else."""
PRONE_CLOSE, AT_PRONE_CLOSE, AT_PRONE_FAR = -2, 2, -2
BEYOND_RANGE = -4
AIMED = 2
AT_PART, AT_HEAD = -4, -6
HARD_AP, BUTCHERY_AP = 4, 2
"""What a hard strike and Butchery cost more, in halves."""
HIGHEST = 20
"""The highest sum of 2d10."""


class Strike:
    """An attack about to be made: who, whom, with what, and how."""

    __slots__ = ("at", "butchery", "fighter", "hard", "prepared", "target", "weapon")

    def __init__(
        self,
        fighter: SolarFighter,
        target: SolarFighter,
        weapon: Weapon,
        at: int | None = None,
        hard: bool = False,
        butchery: bool = False,
        prepared: Prepared | None = None,
    ) -> None:
        self.fighter = fighter
        self.target = target
        self.weapon = weapon
        self.at = at
        self.hard = hard
        self.butchery = butchery
        self.prepared = prepared


def weapon_of(fighter: SolarFighter, typed: str | None) -> Weapon | Refusal:
    """SL-13.2 Attack. The weapon named, else the first on the sheet, else bare hands, which everyone has."""
    weapons = content.weapons()
    if typed is None:
        typed = fighter.weapons[0] if fighter.weapons else "unarmed"
    weapon = weapons.get(typed) or weapons.get(keyed(typed))
    if weapon is None or not has_weapon(fighter, weapon):
        return Refusal(f"{fighter.id} has no {short(keyed(typed))}", "SL-13.2")
    return weapon


def has_weapon(fighter: SolarFighter, weapon: Weapon) -> bool:
    """Whether a weapon is on the sheet, or among the items where it is thrown from there; bare hands always are."""
    if weapon.is_item:
        return fighter.items.get(weapon.key, 0) > 0
    return weapon.key in fighter.weapons or weapon.key == "unarmed"


def hands_refusal(fighter: SolarFighter, weapon: Weapon) -> Refusal | None:
    """SL-13.2 Attack. A weapon for two hands cannot be held with a severed arm."""
    if weapon.two_hands and severed_arms(fighter):
        return Refusal("needs two hands", "SL-13.2")
    return None


def target_refusal(fighter: SolarFighter, target: SolarFighter) -> Refusal | None:
    """SL-13.2 Attack. Nobody attacks oneself, the dead, the gone, or somebody in another place."""
    if target is fighter:
        return Refusal("cannot attack oneself", "SL-13.2")
    if target.status is DEAD or target.status is GONE:
        return Refusal(f"{target.id} is {target.status}", "SL-13.2")
    if target.aboard != fighter.aboard:
        return Refusal(f"{target.id} is not in the same place", "SL-13.2")
    return None


def how_refusal(weapon: Weapon, target: SolarFighter, args: Args) -> Refusal | None:
    """SL-13.9 Targeted and hard strikes; SL-14.7 Butchery. What a part, a hard blow and Butchery ask for."""
    named = args.get("part")
    if named is not None:
        if weapon.blast:
            return Refusal("cannot be aimed at a part", "SL-13.9")
        part = keyed(named)
        if part not in PARTS or target.injuries[PARTS.index(part)] is Grade.SEVERED:
            return Refusal("no such body part", "SL-13.9")
        args["part"] = part
    if args.get("hard") and not weapon.is_close:
        return Refusal("only close attacks can be hard", "SL-13.9")
    if args.get("butchery") and named is None:
        return Refusal("butchery needs a targeted strike", "SL-14.7")
    return None


def plain_refusal(fighter: SolarFighter, target: SolarFighter, weapon: Weapon) -> Refusal | None:
    """SL-13.2 Attack. Whether a plain attack with a weapon is legal, AP aside."""
    return target_refusal(fighter, target) or hands_refusal(fighter, weapon) or reach_refusal(fighter, target, weapon)


def attack_modifier(fighter: SolarFighter, weapon: Weapon) -> int:
    """SL-13.2 Attack. Attribute and rank of the weapon's Trade, dizziness and arms."""
    which = weapon.attribute
    if weapon.trade == "brawler" and fighter.maneuvers:
        which = brawling_attribute(fighter)
    return attribute(fighter, which) + fighter.trades.get(weapon.trade, 0) + sight(fighter) + arms(fighter)


def situation(fighter: SolarFighter, target: SolarFighter, weapon: Weapon, at: int | None) -> int:
    """SL-13.2 Attack. Prone, distance, aim and the part aimed at."""
    found = 0
    if weapon.is_close:
        if fighter.prone:
            found += PRONE_CLOSE
        if target.prone:
            found += AT_PRONE_CLOSE
    else:
        squares = distance(fighter, target)
        if target.prone and squares > 1:
            found += AT_PRONE_FAR
        if squares > weapon.reaches:
            found += BEYOND_RANGE
        if fighter.aim == target.id:
            found += AIMED
    if at is not None:
        found += AT_HEAD if at == HEAD else AT_PART
    return found


def defence(scene: SolarScene, target: SolarFighter, attacker: SolarFighter, is_close: bool) -> int:
    """SL-13.3 Defence. 10 + Celerity + cover (SL-12.7) + what is explained (SL-14.4); 5 for one who is out."""
    if target.status is OUT:
        return DEFENCE_OUT
    found = DEFENCE + attribute(target, CELERITY) + explained(scene, target, attacker)
    if target.cover and not is_close:
        squares = distance(attacker, target) if attacker.aboard == target.aboard else UNKNOWN
        if squares > 1 or squares == UNKNOWN:
            found += target.cover
    return found


def reveal(run: SolarRun, fighter: SolarFighter) -> None:
    """SL-13.15 Hidden. Who is hidden is revealed when it attacks or fires."""
    if fighter.hidden:
        run.happened(Revealed(fighter.id, "SL-13.15"))


def strike(run: SolarRun, made: Strike) -> bool:
    """SL-13.2 Attack. The roll against the defence, the parry, the damage. Whether it hit."""
    scene, fighter, target, weapon = run.scene, made.fighter, made.target, made.weapon
    reveal(run, fighter)
    modifier = attack_modifier(fighter, weapon) + situation(fighter, target, weapon, made.at)
    needed = defence(scene, target, fighter, weapon.is_close)
    can_parry = weapon.is_close and asks_for_parry(scene, target)
    reading = between(needed - modifier - 1, HIGHEST) if can_parry else against(needed - modifier)
    read = run.roll(reading)
    is_hit = read + modifier >= needed
    total = read + modifier
    if run.logs:
        total = log_attack(run, made, reading, read, modifier, needed, is_hit)
    result = "miss"
    if is_hit:
        result = "parried" if can_parry and parries(run, target, fighter, weapon, total) else "hit"
    changes = aftermath(made, result == "hit")
    run.happened(Attacked(fighter.id, target.id, weapon.key, total, needed, result, changes))
    if result == "hit":
        damage(run, made)
        return True
    return False


def log_attack(run: SolarRun, made: Strike, reading: Between, read: int, modifier: int, needed: int, hit: bool) -> int:
    """Logs the attack roll; gives its total as the dice show it."""
    dice = faces_of(run, reading)
    total = shown_total(dice, read) + modifier
    who, whom = made.fighter.id, made.target.id
    run.happened(
        Rolled(who, "attack", dice, total, modifier, needed, hit, whom, made.weapon.key, rule="SL-13.2"),
    )
    return total


def after_attack(fighter: SolarFighter, weapon: Weapon, target: str, is_hit: bool) -> Changes:
    """What an attack ends and opens: aim (SL-13.10), cover (SL-12.7), Blade Dance and Blast Back (SL-14.5, SL-14.6)."""
    changes = what_it_ends(fighter, weapon)
    if weapon.is_close:
        followup = Followup.BLADE_DANCE if is_hit else None
    else:
        followup = Followup.BLAST_BACK if weapon.kind == "heavy" else None
    if followup is not None:
        changes[f"fighters.{fighter.id}.followup"] = followup.value
        changes[f"fighters.{fighter.id}.followup_from"] = target
    return changes


def after_prepared(fighter: SolarFighter, weapon: Weapon, made: Prepared) -> Changes:
    """What a prepared attack ends: itself, and lying still (SL-7.5); nothing may follow it (SL-14.5)."""
    changes = what_it_ends(fighter, weapon)
    note_prepared(changes, fighter, [one for one in fighter.prepared if one is not made])
    note(changes, fighter, "busy", True)
    return changes


def what_it_ends(fighter: SolarFighter, weapon: Weapon) -> Changes:
    """What any attack ends: aim, cover where it is a close one, and the item thrown."""
    changes = Changes()
    if fighter.aim is not None:
        changes[f"fighters.{fighter.id}.aim"] = None
    if weapon.is_close and fighter.cover:
        changes[f"fighters.{fighter.id}.cover"] = 0
    if weapon.is_item:
        note_used(changes, fighter, weapon.key)
    return changes


def aftermath(made: Strike, is_hit: bool) -> Changes:
    """The changes that the event of an attack carries."""
    if made.prepared is not None:
        return after_prepared(made.fighter, made.weapon, made.prepared)
    return after_attack(made.fighter, made.weapon, made.target.id, is_hit)


def roll_damage(run: SolarRun, made: Strike) -> list[tuple[int, int]]:
    """SL-13.5 Damage of a hit, order of dice. The weapon's dice after SL-3.6, with Strength in close attacks."""
    fighter, weapon = made.fighter, made.weapon
    pool, reading = stepped(weapon.pool, fighter.die_steps + made.hard)
    sums = run.roll(reading)
    bonus = attribute(fighter, STRENGTH) if weapon.is_close else 0
    amounts = parts_of(pool, sums, bonus)
    if run.logs:
        log_damage(run, fighter, weapon.key, reading, sum(sums), amounts, made.target)
    return amounts


def log_damage(
    run: SolarRun,
    fighter: SolarFighter,
    weapon: str,
    reading: Parts,
    total: int,
    amounts: list[tuple[int, int]],
    target: SolarFighter | None = None,
) -> None:
    """Logs damage dice with the amount of each part, bonuses included."""
    parts = {content.DAMAGE_TYPES[type_]: amount for type_, amount in amounts}
    whom = None if target is None else target.id
    dice = faces_of(run, reading)
    run.happened(
        Rolled(fighter.id, "damage", dice, total, target=whom, weapon=weapon, parts=parts, rule="SL-13.5"),
    )


def damage(run: SolarRun, made: Strike) -> None:
    """SL-13.5 Damage of a hit, order of dice. Damage by chapters 3 and 4, then what a hit does besides."""
    suffer(run, made, made.target, roll_damage(run, made))


def suffer(run: SolarRun, made: Strike, target: SolarFighter, amounts: list[tuple[int, int]]) -> None:
    """SL-13.5 Damage of a hit, order of dice. Status first; if the target lives: bleeding, suit, injury, dazing."""
    fact = take_damage(run, target, amounts, "dmg", "attack", "SL-13.5")
    follow(run, target)
    if fact.hp_lost and target.status is not DEAD:
        consequences(run, made.weapon, target, fact, made.at, made.butchery)
