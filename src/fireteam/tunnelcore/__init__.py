"""TUNNELCORE: opposed pools, three tracks of stress, a doom pool. The rules: `rulebook.md`, a module a chapter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fireteam.kernel.ruleset import OddsRule, Ruleset, Track, Veil
from fireteam.tunnelcore import content, sheet

if TYPE_CHECKING:
    from collections.abc import Callable

    from fireteam.kernel.actions import Action, Actions, Command
    from fireteam.kernel.decisions import Decider
    from fireteam.kernel.refusals import Refusal
    from fireteam.kernel.run import Run
    from fireteam.tunnelcore.state import Fighter, Scene


@cache
def _actions() -> Actions:
    from fireteam.tunnelcore.actions import ACTIONS

    return ACTIONS


def _events() -> Sequence[type]:
    from fireteam.tunnelcore.events import EVENTS

    return EVENTS


def _actor_for(scene: Scene, action: Action) -> str | Refusal:
    from fireteam.tunnelcore.actions import actor_for

    return actor_for(scene, action)


def _after(run: Run[Scene]) -> None:
    from fireteam.tunnelcore.turns import after

    after(run)


def _next_command(scene: Scene) -> Command | None:
    from fireteam.tunnelcore.behaviours import next_command

    return next_command(scene)


def _autopilot(scene: Scene) -> Decider:
    from fireteam.tunnelcore.behaviours import StandardDecider

    return StandardDecider()


def _odds() -> OddsRule:
    from fireteam.tunnelcore.odds import ODDS

    return ODDS


def _sentence(event: Mapping[str, Any], name: Callable[[str], str]) -> str:
    from fireteam.tunnelcore.words import sentence

    return sentence(event, name)


def _tracks(fighter: Mapping[str, Any]) -> Sequence[Track]:
    from fireteam.tunnelcore.showing import tracks

    return tracks(fighter)


def _badges(fighter: Mapping[str, Any]) -> Sequence[str]:
    from fireteam.tunnelcore.showing import badges

    return badges(fighter)


def _gauges(scene: Mapping[str, Any]) -> Sequence[Track | str]:
    from fireteam.tunnelcore.showing import gauges

    return gauges(scene)


def _known(scene: Scene, fighter: Fighter) -> frozenset[str]:
    from fireteam.tunnelcore.combat_commands.scan import known

    return known(fighter)


@cache
def _veils() -> Mapping[str, Veil]:
    from fireteam.tunnelcore.showing import VEILS

    return VEILS


def _is_out(fighter: Fighter) -> bool:
    from fireteam.tunnelcore.showing import is_out

    return is_out(fighter)


def _is_dead(fighter: Fighter) -> bool:
    from fireteam.tunnelcore.showing import is_dead

    return is_dead(fighter)


RULESET = Ruleset(
    id="tunnelcore",
    title="TUNNELCORE",
    prefix="TC-",
    folder=Path(__file__).parent,
    scene=sheet.SCENE,
    fighter=sheet.FIGHTER,
    actions=_actions,
    events=_events,
    templates=content.templates,
    settle=sheet.settle,
    faults=sheet.faults,
    mend=sheet.mend,
    actor_for=_actor_for,
    after=_after,
    next_command=_next_command,
    autopilot=_autopilot,
    odds=_odds,
    sentence=_sentence,
    tracks=_tracks,
    badges=_badges,
    gauges=_gauges,
    is_out=_is_out,
    is_dead=_is_dead,
    known=_known,
    veils=_veils,
    accent=165,
    no_vehicles="TUNNELCORE has no vehicles",
)
