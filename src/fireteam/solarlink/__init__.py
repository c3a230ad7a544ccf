"""SolarLink: 2d10 against a difficulty, Action Points, people and vessels. `rulebook.md` is the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fireteam.kernel.ruleset import OddsRule, Ruleset, Track, Veil
from fireteam.solarlink import sheet
from fireteam.solarlink.state import (
    DEAD,
    UP,
    SolarFighter,
    SolarRun,
    SolarScene,
)

if TYPE_CHECKING:
    from fireteam.kernel.actions import Action, Actions, Command
    from fireteam.kernel.decisions import Decider
    from fireteam.kernel.kinds import Fault
    from fireteam.kernel.refusals import Refusal


# What a call needs is imported when it comes: reading a scene needs no words, a rule no behaviours.


@cache
def _actions() -> Actions:
    from fireteam.solarlink.actions import actions

    return actions()


def _actor_for(scene: SolarScene, action: Action) -> str | Refusal:
    from fireteam.solarlink.actions import actor_for

    return actor_for(scene, action)


def _events() -> Sequence[type]:
    from fireteam.solarlink.events import event_types

    return event_types()


def _templates() -> Mapping[str, Mapping[str, Any]]:
    from fireteam.solarlink.content import bestiary

    return bestiary()


def _vessels() -> Mapping[str, Mapping[str, Any]]:
    from fireteam.solarlink.content import vessels

    return vessels()


def _faults(scene: SolarScene) -> list[Fault]:
    from fireteam.solarlink.faults import faults

    return faults(scene)


def _mend(scene: SolarScene, path: str) -> None:
    from fireteam.solarlink.gm_and_order import mend

    mend(scene, path)


def _after(run: SolarRun) -> None:
    from fireteam.solarlink.behaviours import after

    after(run)


def _next_command(scene: SolarScene) -> Command | None:
    from fireteam.solarlink.behaviours import next_command

    return next_command(scene)


def _autopilot(scene: SolarScene) -> Decider:
    from fireteam.solarlink.behaviours import autopilot

    return autopilot(scene)


def _odds() -> OddsRule:
    from fireteam.solarlink.odds import ODDS

    return ODDS


def _sentence(event: Mapping[str, Any], name: Any) -> str:
    from fireteam.solarlink.words import sentence

    return sentence(event, name)


@cache
def _veils() -> Mapping[str, Veil]:
    from fireteam.solarlink.secrets import VEILS

    return VEILS


def _tracks(fighter: Mapping[str, Any]) -> Sequence[Track]:
    from fireteam.solarlink.shown import tracks

    return tracks(fighter)


def _badges(fighter: Mapping[str, Any]) -> Sequence[str]:
    from fireteam.solarlink.shown import badges

    return badges(fighter)


def _gauges(scene: Mapping[str, Any]) -> Sequence[Track | str]:
    from fireteam.solarlink.shown import gauges

    return gauges(scene)


def _known(scene: SolarScene, fighter: SolarFighter) -> frozenset[str]:
    return frozenset()  # of what is marked so, the long task under way


def _rank(scene: Any, id: str) -> Any:
    from fireteam.solarlink.turn_order import is_in_space

    fighter = scene.fighters[id]
    return is_in_space(scene, fighter), fighter.turn_order


RULESET = Ruleset(
    id="solarlink",
    title="SolarLink",
    prefix="SL-",
    folder=Path(__file__).parent,
    scene=sheet.SCENE,
    fighter=sheet.FIGHTER,
    vehicle=sheet.VESSEL,
    actions=_actions,
    events=_events,
    templates=_templates,
    vehicle_templates=_vessels,
    settle=lambda scene, given: None,
    faults=_faults,
    mend=_mend,
    actor_for=_actor_for,
    after=_after,
    next_command=_next_command,
    autopilot=_autopilot,
    odds=_odds,
    sentence=_sentence,
    tracks=_tracks,
    badges=_badges,
    gauges=_gauges,
    is_out=lambda fighter: fighter.status is not UP,
    is_dead=lambda fighter: fighter.status is DEAD,
    known=_known,
    veils=_veils,
    accent=270,
    default_side=lambda id, is_player: "crew" if is_player else "foes",
    is_numbered_alone=False,
    rank=_rank,
)
