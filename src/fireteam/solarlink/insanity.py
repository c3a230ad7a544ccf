"""Chapter 6: losing one's mind, what one then does, and for how long."""

from __future__ import annotations

from collections.abc import Iterable

from fireteam.kernel.refusals import Refusal
from fireteam.kernel.scene import COMBAT
from fireteam.solarlink.content import WISDOM
from fireteam.solarlink.events.changes import Changes
from fireteam.solarlink.events.turns import CameToReason, WentInsane
from fireteam.solarlink.ground_combat.place_and_reach import distance
from fireteam.solarlink.naming import can_name, find_anybody
from fireteam.solarlink.rolls import PERCENTILE, attribute, one_die, percent
from fireteam.solarlink.state import (
    UP,
    Insanity,
    SolarFighter,
    SolarRun,
    SolarScene,
)
from fireteam.solarlink.verb import Args

NERVES_FAIL_AT = -3
"""At this Wisdom or less insanity threatens."""
PERCENT_PER_POINT = 20

CHART = (
    (20, Insanity.FROZEN),
    (40, Insanity.FLEEING),
    (60, Insanity.RAGING),
    (75, Insanity.PARANOID),
    (90, Insanity.BABBLING),
    (100, Insanity.LUCID),
)
"""SL-6.2 Effect. The chart: up to each number, its effect."""

MAY_ONLY = {
    Insanity.FROZEN: "may do nothing",
    Insanity.FLEEING: "may only stand and move away from the nearest enemy",
    Insanity.RAGING: "may only attack the nearest",
    Insanity.PARANOID: "may only attack the ally held for an enemy",
    Insanity.BABBLING: "may only stand and move",
}


def chance(fighter: SolarFighter) -> int:
    """SL-6.1 Chance and moment. clamp(20 × (-Wisdom - 2), 0, 100), with the Wisdom of that moment."""
    return min(max(PERCENT_PER_POINT * (-attribute(fighter, WISDOM) - 2), 0), 100)


def try_nerves(run: SolarRun, fighters: Iterable[SolarFighter]) -> None:
    """SL-6.1 Chance and moment. Who is up, not yet insane and of Wisdom -3 or lower rolls d100."""
    for fighter in fighters:
        if fighter.status is not UP or fighter.insanity is not Insanity.NONE:
            continue
        if attribute(fighter, WISDOM) > NERVES_FAIL_AT:
            continue
        if percent(run, fighter, "insanity", chance(fighter), "SL-6.1"):
            go_insane(run, fighter)


def go_insane(run: SolarRun, fighter: SolarFighter) -> None:
    """SL-6.2 Effect. d100 on the chart, kept for the whole episode; a paranoid without an ally is lucid (SL-6.3)."""
    scene = run.scene
    face = one_die(run, PERCENTILE, fighter, "insanity_effect", "SL-6.2")
    effect = next(effect for most, effect in CHART if face <= most)
    changes = Changes()
    if effect is Insanity.PARANOID:
        ally = nearest(scene, fighter, allies_only=True)
        if ally is None:
            effect = Insanity.LUCID
        else:
            changes[f"fighters.{fighter.id}.insanity_target"] = ally.id
    if scene.phase is not COMBAT or scene.options.insanity_length == "wisdom":
        changes[f"fighters.{fighter.id}.insanity_left"] = length(fighter)
    run.happened(WentInsane(fighter.id, effect.value, changes))


def length(fighter: SolarFighter) -> int:
    """SL-6.4 How long. max(1, -Wisdom) Cycles."""
    return max(1, -attribute(fighter, WISDOM))


def begin_counting(scene: SolarScene, changes: Changes) -> None:
    """SL-6.4 How long. At the end of combat the number is set, unless it was at the onset."""
    if scene.options.insanity_length == "wisdom":
        return
    for fighter in scene.fighters.values():
        if fighter.insanity is not Insanity.NONE:
            changes[f"fighters.{fighter.id}.insanity_left"] = length(fighter)


def count_down(run: SolarRun, fighter: SolarFighter, changes: Changes) -> None:
    """SL-6.4 How long. One Cycle less at the end of a turn; at 0 it is over."""
    if fighter.insanity is Insanity.NONE or fighter.insanity_left < 1:
        return
    if fighter.insanity_left == 1:
        come_to_reason(run, fighter, "SL-6.4")
    else:
        changes[f"fighters.{fighter.id}.insanity_left"] = fighter.insanity_left - 1


def come_to_reason(run: SolarRun, fighter: SolarFighter, rule: str) -> None:
    """SL-6.4 How long. The episode is over."""
    if fighter.insanity is Insanity.NONE:
        return
    changes = Changes()
    if fighter.insanity_left:
        changes[f"fighters.{fighter.id}.insanity_left"] = 0
    if fighter.insanity_target is not None:
        changes[f"fighters.{fighter.id}.insanity_target"] = None
    run.happened(CameToReason(fighter.id, fighter.insanity.value, changes, rule))


def nearest(
    scene: SolarScene, fighter: SolarFighter, *, allies_only: bool = False, enemies_only: bool = False
) -> SolarFighter | None:
    """SL-6.3 Acting insane. The nearest of those up in the same place whom one can name; unknown distance is 0."""
    best = None
    least = 0
    for other in scene.fighters.values():
        if other is fighter or other.status is not UP or other.aboard != fighter.aboard:
            continue
        if (allies_only and other.side != fighter.side) or (enemies_only and other.side == fighter.side):
            continue
        if not can_name(fighter, other):
            continue
        squares = max(0, distance(fighter, other))
        if best is None or squares < least:
            best, least = other, squares
    return best


def may(scene: SolarScene, fighter: SolarFighter, verb: str, args: Args) -> bool:
    """SL-6.3 Acting insane. Whether the effect allows a verb with these targets."""
    effect = fighter.insanity
    if effect is Insanity.LUCID:
        return True
    if fighter.station is not None and not scene.vehicles[str(fighter.aboard)].landed:
        return verb == "leave"
    if effect is Insanity.FROZEN:
        return False
    if effect is Insanity.PARANOID:
        return verb not in ("attack", "prepare") or _may_strike(scene, fighter, args)
    if verb == "stand":
        return True
    if verb == "move":
        return effect is not Insanity.FLEEING or _flees(scene, fighter, args)
    return verb == "attack" and effect is Insanity.RAGING and _may_strike(scene, fighter, args)


def _may_strike(scene: SolarScene, fighter: SolarFighter, args: Args) -> bool:
    """SL-6.3 Acting insane. The raging strike the nearest, the paranoid the ally held for an enemy while it is up."""
    if fighter.insanity is Insanity.PARANOID:
        ally = scene.fighters.get(fighter.insanity_target or "")
        if ally is None or ally.status is not UP:
            return True
        meant: SolarFighter | None = ally
    else:
        meant = nearest(scene, fighter)
    found = find_anybody(scene, str(args.get("target", "")), fighter)
    return meant is not None and found == meant.id


def _flees(scene: SolarScene, fighter: SolarFighter, args: Args) -> bool:
    """SL-6.2 Effect. Fleeing: a move that ends farther from the enemy nearest before it; with no enemy any move."""
    enemy = nearest(scene, fighter, enemies_only=True)
    if enemy is None:
        return True
    from fireteam.solarlink.actions_and_movement import where_it_ends

    end = where_it_ends(scene, fighter, dict(args))
    if end is None or fighter.at is None or enemy.at is None:
        return False
    now = distance(fighter, enemy)
    return max(abs(end[0] - enemy.at[0]), abs(end[1] - enemy.at[1])) > now


def refusal(scene: SolarScene, fighter: SolarFighter, verb: str, args: Args) -> Refusal | None:
    """SL-6.3 Acting insane. Whoever controls the fighter gives its commands; those not allowed are refused."""
    if may(scene, fighter, verb, args):
        return None
    what = MAY_ONLY[fighter.insanity]
    if fighter.station is not None and not scene.vehicles[str(fighter.aboard)].landed:
        what = "may only leave the station"
    return Refusal(f"insane ({fighter.insanity}): {what}", "SL-6.3")
