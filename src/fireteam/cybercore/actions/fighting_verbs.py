"""CC-19.1 Reading a command. The verbs of the fight, declared: what they read, what they offer, what they cost."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from fireteam.cybercore.actions import fighting as does
from fireteam.cybercore.actions.reading import BECAUSE, ON_GRIND, ROLL_WORDS, TARGET, WITH, by_actor, foes_of, seen_by
from fireteam.cybercore.combat import arms, stances
from fireteam.cybercore.content import ATTRIBUTES, ITEMS, weapons
from fireteam.cybercore.energy import price
from fireteam.cybercore.state import CyberScene
from fireteam.kernel.actions import Action, Option, Reads, Slot


def _once() -> list[dict[str, Any]]:
    return [{}, {"grind": "grind"}]


def _attacks(scene: CyberScene, actor: str) -> Iterable[dict[str, Any]]:
    """Every foe with every weapon carried; on Grind where there is a price, leaning on the best attribute."""
    one = scene.fighters[actor]
    thrown = [item for number, item in enumerate(ITEMS) if one.items[number] and item in weapons()]
    default = arms.default_weapon(one)
    others = [id for id in (*one.weapons, *thrown, "unarmed") if id != default.id]
    is_dear = price(one, 1, 0, 0) > 0
    best = ATTRIBUTES[one.attributes.index(max(one.attributes))]
    for foe in foes_of(scene, actor):
        choices: list[dict[str, Any]] = [{"target": foe.id}, *({"target": foe.id, "weapon": id} for id in others)]
        for args in choices:
            yield args
            if is_dear:
                yield {**args, "grind": "grind"}
        yield {"target": foe.id, "lean": best}
        yield {"target": foe.id, "burn": best}


def _strikes(scene: CyberScene, actor: str) -> Iterable[dict[str, Any]]:
    one = scene.fighters[actor]
    for foe in foes_of(scene, actor):
        for id in (None, *one.weapons):
            args = {"target": foe.id} if id is None else {"target": foe.id, "weapon": id}
            if id is None or id != arms.default_weapon(one).id:
                yield args
                yield {**args, "grind": "grind"}


def _aims(scene: CyberScene, actor: str) -> Iterable[dict[str, Any]]:
    return [{"target": foe.id, **words} for foe in foes_of(scene, actor) for words in _once()]


def _moves(scene: CyberScene, actor: str) -> Iterable[dict[str, Any]]:
    one = scene.fighters[actor]
    step = stances.step_of(scene, one)
    moves: list[dict[str, Any]] = [
        {way: other.id} for other in seen_by(scene, actor) if other is not one for way in ("to", "from")
    ]
    moves += [{"place": at} for at in range(max(0, one.at - step), min(scene.place.length, one.at + step) + 1)]
    return [{**args, **words} for args in moves for words in _once()]


def _own_weapons(scene: CyberScene, actor: str) -> Iterable[dict[str, Any]]:
    return [{"weapon": id, **words} for id in scene.fighters[actor].weapons for words in _once()]


FIGHTING = (
    Action(
        "attack",
        "attack",
        "CC-13.7",
        "Attacks a fighter of another side.",
        by_actor(does.do_attack),
        does.check_attack,
        slots=(TARGET,),
        extras=(WITH, *ROLL_WORDS, ON_GRIND, BECAUSE),
        aliases=("shoot", "strike"),
        offers=_attacks,
        costs="Action (+ Move to ready)",
        hostile=True,
    ),
    Action(
        "pin",
        "pin",
        "CC-13.15",
        "Fires bursts that deal no Hits, but slow, distract and drive out of cover.",
        by_actor(does.do_pin),
        does.check_pin,
        slots=(TARGET,),
        extras=(WITH, *ROLL_WORDS, ON_GRIND, BECAUSE),
        offers=_strikes,
        costs="Action, 1 Energy",
        hostile=True,
    ),
    Action(
        "charge",
        "charge",
        "CC-13.15",
        "Runs up to twice the pace and strikes with a melee weapon.",
        by_actor(does.do_charge),
        does.check_charge,
        slots=(TARGET,),
        extras=(WITH, *ROLL_WORDS, ON_GRIND, BECAUSE),
        offers=_strikes,
        costs="Action, Move, 1 Energy",
        hostile=True,
    ),
    Action(
        "aim",
        "aim",
        "CC-13.15",
        "Makes the next attack on that target better.",
        by_actor(does.do_aim),
        does.check_aim,
        slots=(TARGET,),
        extras=(ON_GRIND, BECAUSE),
        offers=_aims,
        costs="Action",
        hostile=True,
    ),
    Action(
        "guard",
        "guard",
        "CC-13.15",
        "Makes one's own AF and EF better until the next turn.",
        by_actor(does.do_guard),
        does.check_guard,
        extras=(ON_GRIND, BECAUSE),
        offers=lambda scene, actor: _once(),
        costs="Action",
    ),
    Action(
        "move",
        "move",
        "CC-20.3",
        "Goes to a place, towards somebody or away from somebody.",
        by_actor(does.do_move),
        does.check_move,
        slots=(Slot("place", Reads.NUMBER, is_optional=True, least=0),),
        extras=(
            Option("to", ("to",), (Slot("to"),)),
            Option("from", ("from",), (Slot("from"),)),
            ON_GRIND,
            BECAUSE,
        ),
        offers=_moves,
        costs="Move",
    ),
    Action(
        "cover",
        "cover",
        "CC-13.10",
        "Takes the best cover of the place.",
        by_actor(does.do_cover),
        does.check_cover,
        extras=(ON_GRIND, BECAUSE),
        offers=lambda scene, actor: _once(),
        costs="Move",
    ),
    Action(
        "ready",
        "ready",
        "CC-13.13",
        "Takes a weapon in hand.",
        by_actor(does.do_ready),
        does.check_ready,
        slots=(Slot("weapon"),),
        extras=(ON_GRIND, BECAUSE),
        offers=_own_weapons,
        costs="Move",
    ),
    Action(
        "stow",
        "stow",
        "CC-13.13",
        "Puts the weapon in hand away.",
        by_actor(does.do_stow),
        does.check_stow,
        extras=(BECAUSE,),
        offers=lambda scene, actor: [{}],
    ),
    Action(
        "reload",
        "reload",
        "CC-13.12",
        "Fills the clip and clears a jam.",
        by_actor(does.do_reload),
        does.check_reload,
        slots=(Slot("weapon", is_optional=True),),
        extras=(ON_GRIND, BECAUSE),
        offers=_own_weapons,
        costs="Action",
    ),
    Action(
        "flee",
        "flee",
        "CC-13.18",
        "Leaves the fight.",
        by_actor(does.do_flee),
        does.check_flee,
        extras=(BECAUSE,),
        offers=lambda scene, actor: [{}],
        costs="whole turn",
    ),
    Action(
        "pass",
        "pass",
        "CC-4.3",
        "Ends the turn; an idle turn gives Energy back.",
        by_actor(does.do_pass),
        does.check_pass,
        extras=(BECAUSE,),
        offers=lambda scene, actor: [{}],
        costs="rest of the turn",
    ),
)
"""CC-19.1 Reading a command: the verbs of the fight."""
