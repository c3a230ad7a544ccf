"""What is worth offering as a button: the args of each verb for an actor. Those that pass the check are legal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fireteam.wonderland import content, rest_and_time, skills, vehicles
from fireteam.wonderland.gm_moves import traps as gm_traps
from fireteam.wonderland.sheet import SKILLS
from fireteam.wonderland.state import AWAY, COVERED, PC, UNCONSCIOUS, UP, Fighter, Scene, are_enemies

Args = dict[str, Any]
MOST_REPEATS = 3
"""The most repetitions that a button offers; typed, a command may ask for nine."""


def once(scene: Scene, actor: str) -> Iterator[Args]:
    """The verb alone."""
    yield {}


def enemies_first(scene: Scene, me: Fighter) -> list[str]:
    """Fighters and vehicles, enemies first, then the others, without oneself."""
    foes = [id for id, one in scene.fighters.items() if are_enemies(one, me)]
    machines = list(scene.vehicles)
    others = [id for id in scene.fighters if id not in foes and id != me.id]
    return [*foes, *machines, *others]


def with_held(scene: Scene, actor: str, found: Iterator[Args]) -> Iterator[Args]:
    """Each offer, and where a critical is held also with it."""
    me = scene.fighters[actor]
    for args in found:
        yield args
        if me.held_combat or me.held_calm:
            yield {**args, "held": True}


def attacks(scene: Scene, actor: str) -> Iterator[Args]:
    """Every weapon on every target, repeated and spread where that is possible."""
    if scene.acting != actor:
        return
    yield from with_held(scene, actor, _attacks(scene, scene.fighters[actor]))


def _attacks(scene: Scene, me: Fighter) -> Iterator[Args]:
    for weapon in vehicles.arms_of(scene, me):
        if me.kind is PC and weapon.kp > me.kp:
            continue
        ids = enemies_first(scene, me)
        for id in ids:
            yield {"targets": [id], "with": weapon.id}
            yield from repeats(me, id, weapon.id, weapon.kp)
        if weapon.most > 1:
            yield from spreads(scene, me, weapon.id, weapon.most)


def repeats(me: Fighter, id: str, weapon: str, cost: int) -> Iterator[Args]:
    """The same attack as often as KP or attacks pay for."""
    times = me.kp // cost if me.kind is PC else me.attacks_left
    for count in range(2, min(times, MOST_REPEATS) + 1):
        yield {"targets": [id], "with": weapon, "times": count}
    if me.kind is PC and me.skills[skills.INDEX["luck"]] > 0:
        yield {"targets": [id], "with": weapon, "by": "luck"}


def spreads(scene: Scene, me: Fighter, weapon: str, most: int) -> Iterator[Args]:
    """A spread over pairs of enemies, and over as many as it reaches."""
    foes = [id for id, one in scene.fighters.items() if are_enemies(one, me) and one.status is UP]
    for at, first in enumerate(foes):
        for second in foes[at + 1 :]:
            yield {"targets": [first, second], "with": weapon}
    if most > 2 and len(foes) > 2:
        yield {"targets": foes[:most], "with": weapon}


def rams(scene: Scene, actor: str) -> Iterator[Args]:
    """Whatever stands before a driver's vehicle."""
    if vehicles.drives(scene, scene.fighters[actor]):
        yield from with_held(scene, actor, targets(scene, actor))


def targets(scene: Scene, actor: str) -> Iterator[Args]:
    """One target each."""
    for id in enemies_first(scene, scene.fighters[actor]):
        yield {"target": id}


def fallen(scene: Scene, actor: str) -> Iterator[Args]:
    """Whoever is unconscious."""
    for id, one in scene.fighters.items():
        if one.status is UNCONSCIOUS:
            yield {"target": id}


def analyses(scene: Scene, actor: str) -> Iterator[Args]:
    """The situation, and every fighter that is not one's own."""
    if scene.acting == actor:
        yield from with_held(scene, actor, _analyses(scene, scene.fighters[actor]))


def _analyses(scene: Scene, me: Fighter) -> Iterator[Args]:
    yield {}
    for id, one in scene.fighters.items():
        if one.side != me.side:
            yield {"target": id}


def pacifications(scene: Scene, actor: str) -> Iterator[Args]:
    """Every enemy, for oneself, for each friend, and for all that it does not spare yet."""
    if scene.acting == actor:
        yield from with_held(scene, actor, _pacifications(scene, scene.fighters[actor]))


def _pacifications(scene: Scene, me: Fighter) -> Iterator[Args]:
    friends = [id for id, one in scene.fighters.items() if one.kind is PC and one.side == me.side and one.status is UP]
    for id, one in scene.fighters.items():
        if are_enemies(one, me):
            yield {"target": id}
            unspared = [name for name in friends if name not in one.pacified]
            for name in unspared:
                if name != me.id:
                    yield {"target": id, "names": [name]}
            if len(unspared) > 1:
                yield {"target": id, "names": unspared}


def flights(scene: Scene, actor: str) -> Iterator[Args]:
    """With everybody, or alone."""
    if scene.acting == actor:
        yield from with_held(scene, actor, iter(({}, {"alone": "alone"})))


def patients(scene: Scene, actor: str) -> Iterator[Args]:
    """One's own side first, then everybody else who might be hurt."""
    me = scene.fighters[actor]
    own = [id for id, one in scene.fighters.items() if one.side == me.side]
    others = [id for id in scene.fighters if id not in own]
    yield from with_held(scene, actor, ({"target": id} for id in (*own, *others)))


def machines(scene: Scene, actor: str) -> Iterator[Args]:
    """Vehicles that are not whole."""
    hurt = [id for id, one in scene.vehicles.items() if one.hp < one.hp_max or one.compromised]
    yield from with_held(scene, actor, ({"target": id} for id in hurt))


def items(scene: Scene, actor: str) -> Iterator[Args]:
    """Each item one has, on oneself and on each friend."""
    me = scene.fighters[actor]
    for item, count in me.items.items():
        if count and item != content.MED_SUPPLIES:
            for id in (actor, *(id for id, one in scene.fighters.items() if one.side == me.side and id != actor)):
                yield {"item": item, "target": id}


def tasks(scene: Scene, actor: str) -> Iterator[Args]:
    """Every skill."""
    yield from with_held(scene, actor, ({"skill": skill} for skill in SKILLS))


def bodies(scene: Scene, actor: str) -> Iterator[Args]:
    """Whom one might come nearer to."""
    if scene.acting == actor:
        yield from targets(scene, actor)


def withdrawals(scene: Scene, actor: str) -> Iterator[Args]:
    """Each enemy, each vehicle, and all enemies at once."""
    if scene.acting != actor:
        return
    me = scene.fighters[actor]
    for id in enemies_first(scene, me):
        yield {"targets": [id]}
    foes = [id for id, one in scene.fighters.items() if are_enemies(one, me) and one.status is UP and not one.aboard]
    if len(foes) > 1:
        yield {"targets": foes}


def seats(scene: Scene, actor: str) -> Iterator[Args]:
    """Every vehicle, as a rider and as its driver."""
    for id in scene.vehicles:
        yield {"vehicle": id}
        yield {"vehicle": id, "role": "driver"}


def rests(scene: Scene, actor: str) -> Iterator[Args]:
    """The three ways to rest."""
    for kind in rest_and_time.RESTS:
        yield {"kind": kind}


def traps(scene: Scene, actor: str) -> Iterator[Args]:
    """Traps of the place, then those of the book."""
    known = gm_traps.traps_of(scene)
    for id in (*scene.place.traps, *(id for id in known if id not in scene.place.traps)):
        yield {"trap": id}


def hazards(scene: Scene, actor: str) -> Iterator[Args]:
    """Hazards that are here."""
    for hazard in scene.place.hazards:
        yield {"hazard": hazard}


def detained(scene: Scene, actor: str) -> Iterator[Args]:
    """Whoever is in custody."""
    for id, one in scene.fighters.items():
        if "detained" in one.conditions:
            yield {"target": id}


def away(scene: Scene, actor: str) -> Iterator[Args]:
    """Whoever is elsewhere."""
    for id, one in scene.fighters.items():
        if one.status is AWAY:
            yield {"target": id}


def peaceful(scene: Scene, actor: str) -> Iterator[Args]:
    """Enemies that spare somebody."""
    for id, one in scene.fighters.items():
        if one.pacified:
            yield {"target": id}


def hidden(scene: Scene, actor: str) -> Iterator[Args]:
    """Whoever is hidden."""
    for id, one in scene.fighters.items():
        if one.hidden or one.cover is COVERED:
            yield {"target": id}
    for id, vehicle in scene.vehicles.items():
        if vehicle.hidden:
            yield {"target": id}
