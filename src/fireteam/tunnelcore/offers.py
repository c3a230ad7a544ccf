"""13 Actions: the words worth listing for each verb, in a stable order. What the checks let through is legal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from fireteam.tunnelcore.combat_commands.items import TREATS
from fireteam.tunnelcore.combat_commands.moving import spots_of
from fireteam.tunnelcore.content import items as known_items
from fireteam.tunnelcore.doom_pool.growth import LARGEST
from fireteam.tunnelcore.doom_pool.spending import FROM_THE_TOP, interrupters
from fireteam.tunnelcore.effect_dice.complications import hazards_left
from fireteam.tunnelcore.state import TRACKS, Status

if TYPE_CHECKING:
    from fireteam.tunnelcore.state import Fighter, Scene

Args = dict[str, Any]


def _seen(scene: Scene, actor: str) -> Iterator[Fighter]:
    """TC-7.2 Targets: the other fighters in the scene that this one can name."""
    for one in scene.fighters.values():
        if one.id != actor and one.status is Status.IN and not one.hidden:
            yield one


def bare(scene: Scene, actor: str) -> Iterator[Args]:
    """A verb without words."""
    yield {}


def once(scene: Scene, actor: str) -> Iterator[Args]:
    """A verb of the Wire DM without words."""
    yield {}


def others(scene: Scene, actor: str) -> Iterator[Args]:
    """Every other fighter in the scene."""
    for one in _seen(scene, actor):
        yield {"target": one.id}


def foes(scene: Scene, actor: str) -> Iterator[Args]:
    """Every fighter of another side."""
    side = scene.fighters[actor].side
    for one in _seen(scene, actor):
        if one.side != side:
            yield {"target": one.id}


def attacks(scene: Scene, actor: str) -> Iterator[Args]:
    """Every foe: in melee, from afar, recklessly."""
    for args in foes(scene, actor):
        yield args
        yield {**args, "how": "ranged"}
        yield {**args, "how": "reckless"}


def intercepts(scene: Scene, actor: str) -> Iterator[Args]:
    """Every other fighter, by body or by quickhack."""
    for args in others(scene, actor):
        yield args
        yield {**args, "how": "quickhack"}


def spots(scene: Scene, actor: str) -> Iterator[Args]:
    """Every spot one can go to."""
    for spot in spots_of(scene, scene.fighters[actor]):
        yield {"spot": spot}


def clocks(scene: Scene, actor: str) -> Iterator[Args]:
    """Every clock."""
    for name in scene.place.clocks:
        yield {"clock": name}


def items(scene: Scene, actor: str) -> Iterator[Args]:
    """Every item that is carried: on each patient and track, on each foe, or by itself."""
    fighter = scene.fighters[actor]
    for id in fighter.items:
        tag = known_items()[id].tag
        if tag in TREATS:
            for patient in (fighter, *_seen(scene, actor)):
                for track in TREATS[tag]:
                    yield {"item": id, "target": patient.id, "track": TRACKS[track]}
        elif tag == "smoke":
            yield {"item": id}
        else:
            for args in foes(scene, actor):
                yield {"item": id, **args}


def doom(scene: Scene, actor: str) -> Iterator[Args]:
    """Every die of the pool, with whom or what it may bring."""
    pool = scene.pools.doom
    for size in FROM_THE_TOP:
        if size not in pool:
            continue
        yield {"die": size}
        if size == 6:
            yield from ({"die": size, "words": npc.id} for npc in interrupters(scene, None))
        elif size == 8:
            yield from ({"die": size, "words": name} for name in hazards_left(scene))
        elif size == 10:
            yield from ({"die": size, "words": name} for name in dict.fromkeys(scene.place.reinforcements))


def pairs(scene: Scene, actor: str) -> Iterator[Args]:
    """Every size of which two dice may merge."""
    for size in sorted(set(scene.pools.doom)):
        if size < LARGEST and scene.pools.doom.count(size) > 1:
            yield {"die": size}


def ticks(scene: Scene, actor: str) -> Iterator[Args]:
    """Every clock, one segment on or back."""
    for name in scene.place.clocks:
        yield {"clock": name}
        yield {"clock": name, "number": -1}


def detained(scene: Scene, actor: str) -> Iterator[Args]:
    """Everybody who is detained."""
    yield from ({"target": one.id} for one in scene.fighters.values() if one.status is Status.DETAINED)


def players(scene: Scene, actor: str) -> Iterator[Args]:
    """Every player fighter."""
    yield from ({"fighter": one.id} for one in scene.fighters.values() if one.is_player)


def patients(scene: Scene, actor: str) -> Iterator[Args]:
    """Every player fighter, by the track that is worst."""
    yield from ({"target": one.id} for one in scene.fighters.values() if one.is_player)
