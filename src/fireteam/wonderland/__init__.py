"""The ruleset `wonderland`: Unnatural Wonderland, by the TeraCom Security lessons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from fireteam.kernel.decisions import Defaults
from fireteam.kernel.ruleset import OddsRule, Ruleset, Veil
from fireteam.wonderland import content, sheet
from fireteam.wonderland.state import DEAD, UP, Fighter


@cache
def _actions() -> Any:
    from fireteam.wonderland.actions import ACTIONS

    return ACTIONS


def _events() -> Sequence[type]:
    from fireteam.wonderland.events import EVENTS

    return EVENTS


def _actor_for(scene: Any, action: Any) -> Any:
    from fireteam.wonderland.turns import actor_for

    return actor_for(scene, action)


def _after(run: Any) -> None:
    from fireteam.wonderland.turns import go_on

    go_on(run)


def _next_command(scene: Any) -> Any:
    from fireteam.wonderland.behaviours import next_command

    return next_command(scene)


def _odds() -> OddsRule:
    from fireteam.wonderland.odds import ODDS

    return ODDS


def _sentence(event: Mapping[str, Any], name: Any) -> str:
    from fireteam.wonderland.words import sentence

    return sentence(event, name)


def _tracks(fighter: Mapping[str, Any]) -> Any:
    from fireteam.wonderland.showing import tracks

    return tracks(fighter)


def _badges(fighter: Mapping[str, Any]) -> Any:
    from fireteam.wonderland.showing import badges

    return badges(fighter)


def _gauges(scene: Mapping[str, Any]) -> Any:
    from fireteam.wonderland.showing import gauges

    return gauges(scene)


def _known(scene: Any, fighter: Any) -> frozenset[str] | None:
    from fireteam.wonderland.secrets import known

    return known(scene, fighter)


@cache
def _veils() -> Mapping[str, Veil]:
    from fireteam.wonderland.secrets import VEILS

    return VEILS


def _is_out(fighter: Fighter) -> bool:
    return fighter.status is not UP


def _is_dead(fighter: Fighter) -> bool:
    return fighter.status is DEAD


def _rank(scene: Any, id: str) -> Any:
    from fireteam.wonderland.npc_attacks import rank

    return rank(scene, scene.fighters[id])


RULESET = Ruleset(
    id="wonderland",
    title="Unnatural Wonderland",
    prefix="UW-",
    folder=Path(__file__).parent,
    scene=sheet.SCENE,
    fighter=sheet.FIGHTER,
    vehicle=sheet.VEHICLE,
    actions=_actions,
    events=_events,
    templates=content.bestiary,
    vehicle_templates=content.vehicles,
    settle=sheet.settle,
    mend=sheet.mend,
    faults=sheet.faults,
    default_side=sheet.default_side,
    is_numbered_alone=False,
    rank=_rank,
    actor_for=_actor_for,
    after=_after,
    next_command=_next_command,
    autopilot=lambda scene: Defaults(),
    odds=_odds,
    sentence=_sentence,
    tracks=_tracks,
    badges=_badges,
    gauges=_gauges,
    is_out=_is_out,
    is_dead=_is_dead,
    known=_known,
    veils=_veils,
    accent=65,
)
