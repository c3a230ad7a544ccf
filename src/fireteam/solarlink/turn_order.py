"""Chapter 1: who acts when. The roll, ties, the two lists, raises, and places in an order that is under way."""

from __future__ import annotations

from collections.abc import Iterable

from fireteam.kernel.events import Id
from fireteam.kernel.turns import raised as raised_in
from fireteam.kernel.turns import topmost
from fireteam.solarlink.content import CELERITY, WISDOM
from fireteam.solarlink.events.body import Rolled
from fireteam.solarlink.events.changes import Changes, note
from fireteam.solarlink.events.turns import OrderChanged, OrderSet, Raised
from fireteam.solarlink.rolls import TWO_D10, attribute, faces_of
from fireteam.solarlink.state import (
    OUT,
    UP,
    SolarFighter,
    SolarRun,
    SolarScene,
)

SECONDS_A_CYCLE, CYCLES_A_MINUTE = 6, 10
"""SL-1.1 Cycle. Combat runs in Cycles of six seconds; ten Cycles are a minute wherever a rule speaks of minutes."""

MOST_TIE_ROLLS = 200
"""The most times that one tie is rolled again; after that the listing order decides."""


def takes_part(fighter: SolarFighter) -> bool:
    """SL-1.2 Turn Order Roll. The dead and the gone neither roll nor stand in the order."""
    return fighter.status is UP or fighter.status is OUT


def is_in_space(scene: SolarScene, fighter: SolarFighter) -> bool:
    """SL-1.4 Two lists. Fighters at a station of a vessel that has not landed form the Space list."""
    return fighter.station is not None and not scene.vehicles[str(fighter.aboard)].landed


def turn_order_roll(run: SolarRun, fighter: SolarFighter) -> int:
    """SL-1.2 Turn Order Roll. 2d10 + Wisdom + Celerity; higher totals act earlier."""
    modifier = attribute(fighter, WISDOM) + attribute(fighter, CELERITY)
    total = run.roll(TWO_D10) + modifier
    if run.logs:
        dice = faces_of(run, TWO_D10)
        run.happened(Rolled(fighter.id, "turn_order", dice, total, modifier, rule="SL-1.2"))
    return total


def _tie_roll(run: SolarRun, fighter: SolarFighter) -> int:
    total = run.roll(TWO_D10)
    if run.logs:
        dice = faces_of(run, TWO_D10)
        run.happened(Rolled(fighter.id, "tiebreak", dice, total, 0, rule="SL-1.3"))
    return total


def set_order(run: SolarRun) -> None:
    """SL-1.4 Two lists. All roll, ties are settled among all, the Space list stands before the Ground list."""
    scene = run.scene
    ranked = [fighter for fighter in scene.fighters.values() if takes_part(fighter)]
    totals = {fighter.id: turn_order_roll(run, fighter) for fighter in ranked}
    ties: dict[Id, list[int]] = {}
    scores = {
        fighter.id: (totals[fighter.id], attribute(fighter, WISDOM), attribute(fighter, CELERITY)) for fighter in ranked
    }
    ranked.sort(key=lambda fighter: scores[fighter.id], reverse=True)
    order: list[SolarFighter] = []
    while ranked:
        level = [fighter for fighter in ranked if scores[fighter.id] == scores[ranked[0].id]]
        ranked = ranked[len(level) :]
        order += settle_tie(run, level, ties, MOST_TIE_ROLLS)
    space = [fighter.id for fighter in order if is_in_space(scene, fighter)]
    ground = [fighter.id for fighter in order if not is_in_space(scene, fighter)]
    run.happened(OrderSet(space + ground, totals, ties))


def settle_tie(
    run: SolarRun, level: list[SolarFighter], ties: dict[Id, list[int]], rolls_left: int
) -> list[SolarFighter]:
    """SL-1.3 Ties. Those level after Wisdom and Celerity roll 2d10 with nothing added; those level again roll again."""
    if len(level) < 2 or not rolls_left:
        return level
    for fighter in level:
        ties.setdefault(fighter.id, []).append(_tie_roll(run, fighter))
    level = sorted(level, key=lambda fighter: ties[fighter.id][-1], reverse=True)
    settled: list[SolarFighter] = []
    while level:
        same = [fighter for fighter in level if ties[fighter.id][-1] == ties[level[0].id][-1]]
        level = level[len(same) :]
        settled += settle_tie(run, same, ties, rolls_left - 1)
    return settled


def who_is_next(scene: SolarScene) -> str | None:
    """SL-1.5 Who is next. The topmost in the order who is up or out and has not acted; None when the Cycle ends."""
    fighters = scene.fighters
    return topmost(scene.order, lambda id: not fighters[id].acted and takes_part(fighters[id]))


def list_head(scene: SolarScene, fighter: SolarFighter) -> int:
    """The index at which a fighter's own list begins in the order."""
    if is_in_space(scene, fighter):
        return 0
    return sum(1 for id in scene.order if is_in_space(scene, scene.fighters[id]))


def raise_by(scene: SolarScene, order: list[str], fighter: SolarFighter, places: int) -> list[str]:
    """SL-1.6 Raising a position. Swapped with the one directly above, N times, never out of its own list."""
    return raised_in(order, fighter.id, places, list_head(scene, fighter))


def as_ids(scene: SolarScene, order: Iterable[str]) -> list[Id]:
    """An order as ids."""
    return [scene.fighters[id].id for id in order]


def raise_position(run: SolarRun, fighter: SolarFighter, places: int) -> None:
    """SL-1.7 When a raise counts. In the own turn it is stored for the end of the Cycle, else it is carried out."""
    scene = run.scene
    if scene.acting == fighter.id:
        run.happened(Raised(fighter.id, fighter.raises + places))
        return
    order = raise_by(scene, scene.order, fighter, places)
    if order != scene.order:
        run.happened(OrderChanged(as_ids(scene, order), rule="SL-1.7"))


def carry_out_raises(run: SolarRun) -> None:
    """SL-1.7 When a raise counts. At the end of the Cycle stored raises are carried out from the top down."""
    scene = run.scene
    if not any(scene.fighters[id].raises for id in scene.order):
        return
    changes = Changes()
    order = list(scene.order)
    for id in scene.order:
        fighter = scene.fighters[id]
        if fighter.raises:
            order = raise_by(scene, order, fighter, fighter.raises)
            note(changes, fighter, "raises", 0)
    run.happened(OrderChanged(as_ids(scene, order), changes, rule="SL-1.7"))


def can_be_raised(scene: SolarScene, fighter: SolarFighter) -> bool:
    """SL-14.8 Jostling. Whether the raises stored leave a place above within its own list."""
    if fighter.id not in scene.order:
        return False
    return scene.order.index(fighter.id) - fighter.raises > list_head(scene, fighter)


def rank(fighter: SolarFighter) -> tuple[int, int, int, list[int]]:
    """SL-1.8 Changing lists. Total, Wisdom, Celerity, tiebreak."""
    return (fighter.turn_order, attribute(fighter, WISDOM), attribute(fighter, CELERITY), fighter.tiebreak)


def placed(scene: SolarScene, order: list[str], fighter: SolarFighter, total: int | None = None) -> list[str]:
    """SL-1.8 Changing lists. Above the first one of its list, from the top, who ranks lower; else at its end."""
    rest = [id for id in order if id != fighter.id]
    space = [id for id in rest if is_in_space(scene, scene.fighters[id])]
    ground = rest[len(space) :] if rest[: len(space)] == space else [id for id in rest if id not in space]
    own = space if is_in_space(scene, fighter) else ground
    mine = rank(fighter)
    if total is not None:
        mine = (total, *mine[1:])
    at = next((n for n, id in enumerate(own) if rank(scene.fighters[id]) < mine), len(own))
    own.insert(at, fighter.id)
    return space + ground


def change_lists(run: SolarRun, fighters: Iterable[SolarFighter], rule: str = "SL-1.8") -> None:
    """SL-1.8 Changing lists. Their `acted` and AP go with them: no second turn, no new AP."""
    scene = run.scene
    moving = [fighter for fighter in fighters if fighter.id in scene.order]
    changing = {fighter.id for fighter in moving}
    order = [id for id in scene.order if id not in changing]
    for fighter in moving:
        order = placed(scene, order, fighter)
    if order != scene.order:
        run.happened(OrderChanged(as_ids(scene, order), rule=rule))


def has_passed(scene: SolarScene, order: list[str], fighter: SolarFighter) -> bool:
    """SL-1.9 Late joiners. A place above the acting fighter has passed for this Cycle."""
    if scene.acting is None or scene.acting not in order:
        return False
    return order.index(fighter.id) < order.index(scene.acting)
