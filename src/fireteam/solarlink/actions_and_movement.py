"""Chapter 12: squares, walking, standing, footing, cover."""

from __future__ import annotations

from fireteam.kernel.actions import Option, Reads, Slot
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.scene import COMBAT
from fireteam.solarlink.action_points import pay, shown, stirred
from fireteam.solarlink.content import DEXTERITY
from fireteam.solarlink.events.acts import Dropped, Moved, Slipped, Stood, TookCover
from fireteam.solarlink.events.changes import Changes, note
from fireteam.solarlink.naming import find_fighter
from fireteam.solarlink.place import has_gravity, is_on_bad_footing
from fireteam.solarlink.rolls import attribute, holds
from fireteam.solarlink.sheet import FARTHEST
from fireteam.solarlink.state import (
    LEFT_LEG,
    OUT,
    RIGHT_LEG,
    UP,
    Grade,
    SolarFighter,
    SolarRun,
    SolarScene,
    Square,
)
from fireteam.solarlink.verb import Args, Verb, costs

STRAIGHT, DIAGONAL = 2, 3
"""SL-12.1 Squares. What a square costs, in halves of AP: 1 straight, 1.5 diagonally."""
FIRST_SQUARE = 2
HARDER = 2
"""What each hindrance adds to every square, in halves."""
STAND_AP, COVER_AP = 2, 2
MOST_AWAY_IN_CALM = 20
MOST_STEPS = 99
"""The largest N of a walk."""
MOST_SQUARES = 4 * FARTHEST
"""No walk has more squares."""


def severed_leg(fighter: SolarFighter) -> bool:
    """Whether a leg is severed."""
    return fighter.injuries[RIGHT_LEG] is Grade.SEVERED or fighter.injuries[LEFT_LEG] is Grade.SEVERED


def extra_per_square(fighter: SolarFighter) -> int:
    """SL-12.3 Harder going. 1 AP more for each square if dizzy, if prone, and for each injured leg."""
    injured = (fighter.injuries[RIGHT_LEG] is Grade.INJURED) + (fighter.injuries[LEFT_LEG] is Grade.INJURED)
    return HARDER * ((fighter.dizzy != 0) + fighter.prone + injured)


def walking_cost(fighter: SolarFighter, to: Square) -> int:
    """SL-12.2 Walking. Diagonal squares first, then straight ones; the first square of an unbroken run costs 1 more."""
    here = fighter.at or to
    dx, dy = abs(to[0] - here[0]), abs(to[1] - here[1])
    diagonal, squares = min(dx, dy), max(dx, dy)
    cost = diagonal * DIAGONAL + (squares - diagonal) * STRAIGHT + squares * extra_per_square(fighter)
    return cost if fighter.moving else cost + FIRST_SQUARE


def taken(scene: SolarScene, fighter: SolarFighter, square: Square) -> bool:
    """SL-12.2 Walking. A square is taken by anyone up or out in the same place; beyond the field nobody goes."""
    if max(abs(square[0]), abs(square[1])) > FARTHEST:
        return True
    for other in scene.fighters.values():
        if (
            other.at == square
            and other is not fighter
            and other.aboard == fighter.aboard
            and (other.status is UP or other.status is OUT)
        ):
            return True
    return False


def standing_refusal(fighter: SolarFighter) -> Refusal | None:
    """SL-12.2 Walking. Who has no square or is at a station does not walk."""
    if fighter.at is None:
        return Refusal(f"{fighter.id} has no position", "SL-12.2")
    if fighter.station is not None:
        return Refusal(f"{fighter.id} is at a station", "SL-12.2")
    return None


def walking_refusal(scene: SolarScene, fighter: SolarFighter, to: Square) -> Refusal | None:
    """SL-12.2 Walking. What forbids to go to a square, in the clause's order."""
    refusal = standing_refusal(fighter)
    if refusal is not None:
        return refusal
    if fighter.at == to:
        return Refusal("already there", "SL-12.2")
    if taken(scene, fighter, to):
        return Refusal("the square is taken", "SL-12.2")
    return crawling_refusal(scene, fighter)


def crawling_refusal(scene: SolarScene, fighter: SolarFighter) -> Refusal | None:
    """SL-12.3 Harder going. With a severed leg under gravity one can only crawl."""
    if not fighter.prone and severed_leg(fighter) and has_gravity(scene, fighter):
        return Refusal("can only crawl", "SL-12.3")
    return None


def next_step(scene: SolarScene, fighter: SolarFighter, here: Square, other: Square, way: int) -> Square | None:
    """SL-12.4 Toward and away. The next square, `way` 1 toward or -1 away; None if all that would do are taken."""
    dx = way * ((other[0] > here[0]) - (other[0] < here[0]))
    dy = way * ((other[1] > here[1]) - (other[1] < here[1]))
    if not dx and not dy:
        dx = 1
    x, y = here
    if dx and dy:
        tries = ((x + dx, y + dy), (x + dx, y), (x, y + dy))
    elif dx:
        tries = ((x + dx, y), (x + dx, y + 1), (x + dx, y - 1))
    else:
        tries = ((x, y + dy), (x + 1, y + dy), (x - 1, y + dy))
    return next((square for square in tries if not taken(scene, fighter, square)), None)


def walk(
    scene: SolarScene, fighter: SolarFighter, other: SolarFighter, way: int, squares: int | None
) -> tuple[Square, int]:
    """SL-12.4 Toward and away. Square by square as far as AP and N allow; where it ends and what it costs."""
    here, there = fighter.at, other.at
    if here is None or there is None:
        raise ValueError("a walk needs two squares")
    in_combat = scene.phase is COMBAT
    if squares is None:
        squares = MOST_SQUARES if in_combat or way > 0 else MOST_AWAY_IN_CALM
    extra = extra_per_square(fighter)
    cost = 0 if fighter.moving else FIRST_SQUARE
    spent = 0
    for _ in range(squares):
        if way > 0 and max(abs(there[0] - here[0]), abs(there[1] - here[1])) <= 1:
            break
        step = next_step(scene, fighter, here, there, way)
        if step is None:
            break
        cost += extra + (DIAGONAL if step[0] != here[0] and step[1] != here[1] else STRAIGHT)
        if in_combat and cost > fighter.ap:
            break
        here, spent = step, cost
    return here, spent


def first_step_cost(scene: SolarScene, fighter: SolarFighter, other: SolarFighter, way: int) -> int | None:
    """What the first square of a walk costs; None if there is none to go to."""
    if fighter.at is None or other.at is None:
        return None
    step = next_step(scene, fighter, fighter.at, other.at, way)
    return None if step is None else walking_cost(fighter, step)


def _other(args: Args) -> tuple[str, int, int | None] | None:
    """Whom a move goes toward (1) or away from (-1), as typed, and how far."""
    if "toward" in args:
        return args["toward"], 1, args.get("steps")
    if "away" in args:
        return args["away"], -1, args.get("away_steps")
    return None


def refuse_move(scene: SolarScene, fighter: SolarFighter, args: Args) -> Refusal | None:
    """SL-12.2 Walking; SL-12.4 Toward and away. What forbids a move."""
    meant = _other(args)
    if meant is None:
        if "x" not in args or "y" not in args:
            return standing_refusal(fighter) or Refusal("needs a square", "SL-12.2", "move X Y")
        refusal = walking_refusal(scene, fighter, (args["x"], args["y"]))
        if refusal is None and scene.phase is COMBAT:
            refusal = _dear(fighter, walking_cost(fighter, (args["x"], args["y"])))
        return refusal
    typed, way, _ = meant
    refusal = standing_refusal(fighter)
    if refusal is not None:
        return refusal
    found = find_fighter(scene, typed, fighter)
    if isinstance(found, Refusal):
        return found
    args["toward" if way > 0 else "away"] = found
    if way < 0:
        args["from"] = "from"
    return _refuse_walk(scene, fighter, scene.fighters[found], way)


def _refuse_walk(scene: SolarScene, fighter: SolarFighter, other: SolarFighter, way: int) -> Refusal | None:
    if other.aboard != fighter.aboard:
        return Refusal(f"{other.id} is not in the same place", "SL-12.4")
    if other.at is None or fighter.at is None:
        return Refusal(f"{other.id} has no position", "SL-12.4")
    if way > 0 and max(abs(other.at[0] - fighter.at[0]), abs(other.at[1] - fighter.at[1])) <= 1:
        return Refusal("already adjacent", "SL-12.4")
    refusal = crawling_refusal(scene, fighter)
    if refusal is not None:
        return refusal
    cost = first_step_cost(scene, fighter, other, way)
    if cost is None:
        return Refusal("cannot get any closer" if way > 0 else "cannot get any farther", "SL-12.4")
    return _dear(fighter, cost) if scene.phase is COMBAT else None


def _dear(fighter: SolarFighter, cost: int) -> Refusal | None:
    """SL-2.5 Too dear. Moving never becomes a long task: a walk can be split."""
    if cost > fighter.ap:
        return Refusal(f"needs {shown(cost)} AP, has {shown(fighter.ap)}", "SL-2.5")
    return None


def plan(scene: SolarScene, fighter: SolarFighter, args: Args) -> tuple[Square, int]:
    """Where a legal move ends and what it costs."""
    meant = _other(args)
    if meant is None:
        to = (args["x"], args["y"])
        return to, walking_cost(fighter, to)
    other, way, squares = meant
    return walk(scene, fighter, scene.fighters[other], way, squares)


def where_it_ends(scene: SolarScene, fighter: SolarFighter, args: Args) -> Square | None:
    """Where a move would end; None if it is not legal."""
    if refuse_move(scene, fighter, args) is not None:
        return None
    return plan(scene, fighter, args)[0]


def _move(run: SolarRun, fighter: SolarFighter, args: Args) -> None:
    """SL-12.2 Walking. Paid, then walked; on bad ground a roll comes between (SL-12.6)."""
    scene = run.scene
    to, cost = plan(scene, fighter, args)
    if not pay(run, fighter, cost, "move", is_move=True, keeps_followup=False):
        return
    if not keeps_footing(run, fighter):
        slip(run, fighter)
        return
    here = fighter.at or to
    changes = broken_off(fighter)
    if scene.phase is COMBAT:
        note(changes, fighter, "moving", True)
    run.happened(Moved(fighter.id, [here[0], here[1]], [to[0], to[1]], cost, changes))


def broken_off(fighter: SolarFighter) -> Changes:
    """SL-12.7 Cover; SL-13.10 Aim. Any move ends both."""
    changes = Changes()
    if fighter.aim is not None:
        changes[f"fighters.{fighter.id}.aim"] = None
    if fighter.cover:
        changes[f"fighters.{fighter.id}.cover"] = 0
    return changes


def keeps_footing(run: SolarRun, fighter: SolarFighter) -> bool:
    """SL-12.6 Footing. On ground like ice a walker not prone, under gravity, rolls Dexterity against it."""
    scene = run.scene
    if not is_on_bad_footing(scene, fighter) or fighter.prone or not has_gravity(scene, fighter):
        return True
    return holds(run, fighter, "footing", attribute(fighter, DEXTERITY), scene.place.footing, "SL-12.6")


def slip(run: SolarRun, fighter: SolarFighter) -> None:
    """SL-12.6 Footing. No movement; prone; run, aim and cover are lost."""
    changes = broken_off(fighter)
    note(changes, fighter, "prone", True)
    note(changes, fighter, "moving", False)
    run.happened(Slipped(fighter.id, changes))


def _move_offers(scene: SolarScene, fighter: SolarFighter) -> list[Args]:
    if fighter.at is None:
        return []
    others = [id for id, one in scene.fighters.items() if one is not fighter and one.aboard == fighter.aboard]
    x, y = fighter.at
    found: list[Args] = [{"toward": id} for id in others]
    found += [{"from": "from", "away": id} for id in others]
    found += [{"x": x + dx, "y": y + dy} for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
    return found


FROM = Slot("from", Reads.CHOICE, ("from",), is_optional=True, shown="from")
"""The second word of `away from`."""


def _squares(name: str) -> Slot:
    return Slot(name, Reads.NUMBER, is_optional=True, least=1, most=MOST_STEPS, shown="[N]")


MOVE = Verb(
    verb="move",
    clause="SL-12.2",
    summary="Walks to a square, or toward or away from somebody.",
    refuse=refuse_move,
    shown_cost="by squares",
    effect=_move,
    in_calm=True,
    has_odds=True,
    can_be_long=False,
    pays_itself=True,
    slots=(
        Slot("x", Reads.NUMBER, is_optional=True, least=-FARTHEST, most=FARTHEST),
        Slot("y", Reads.NUMBER, is_optional=True, least=-FARTHEST, most=FARTHEST),
    ),
    extras=(
        Option("toward", ("toward",), (Slot("toward", shown="ID"), _squares("steps"))),
        Option("away", ("away",), (FROM, Slot("away", shown="ID"), _squares("away_steps"))),
    ),
    offers=_move_offers,
)


def _refuse_stand(scene: SolarScene, fighter: SolarFighter, args: Args) -> Refusal | None:
    if not fighter.prone:
        return Refusal("not prone", "SL-12.5")
    if severed_leg(fighter) and has_gravity(scene, fighter):
        return Refusal("cannot stand on a severed leg", "SL-12.5")
    return None


def _stand(run: SolarRun, fighter: SolarFighter, args: Args) -> None:
    """SL-12.5 Prone. Standing up costs 2 AP."""
    run.happened(Stood(fighter.id, Changes({f"fighters.{fighter.id}.prone": False})))


STAND = Verb(
    verb="stand",
    clause="SL-12.5",
    summary="Stands up.",
    refuse=_refuse_stand,
    cost=costs(STAND_AP),
    shown_cost="2 AP",
    effect=_stand,
    in_calm=True,
)


def _refuse_drop(scene: SolarScene, fighter: SolarFighter, args: Args) -> Refusal | None:
    if not has_gravity(scene, fighter):
        return Refusal("no gravity here", "SL-12.5")
    return Refusal("already prone", "SL-12.5") if fighter.prone else None


def _drop(run: SolarRun, fighter: SolarFighter, args: Args) -> None:
    """SL-12.5 Prone. Dropping costs nothing."""
    changes = stirred(run.scene, fighter)
    note(changes, fighter, "prone", True)
    run.happened(Dropped(fighter.id, changes))


DROP = Verb(
    verb="drop",
    clause="SL-12.5",
    summary="Drops to the floor.",
    refuse=_refuse_drop,
    shown_cost="0 AP",
    effect=_drop,
    in_calm=True,
)


def _refuse_cover(scene: SolarScene, fighter: SolarFighter, args: Args) -> Refusal | None:
    if not scene.place.cover:
        return Refusal("no cover here", "SL-12.7")
    return Refusal("already in cover", "SL-12.7") if fighter.cover >= scene.place.cover else None


def _cover(run: SolarRun, fighter: SolarFighter, args: Args) -> None:
    """SL-12.7 Cover. The place's cover is added to the defence against shots and throws from farther off."""
    run.happened(TookCover(fighter.id, run.scene.place.cover))


COVER = Verb(
    verb="cover",
    clause="SL-12.7",
    summary="Takes the best cover of the place.",
    refuse=_refuse_cover,
    cost=costs(COVER_AP),
    shown_cost="2 AP",
    effect=_cover,
)
