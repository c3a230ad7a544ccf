"""Cybercore: d100 against a TL, two pools that the table shares, and meters that change with every round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from fireteam.cybercore.faults import faults
from fireteam.cybercore.sheet import Status
from fireteam.cybercore.state import FIGHTER, SCENE, CyberScene, mend, settle
from fireteam.kernel.actions import Action, Actions, Command
from fireteam.kernel.decisions import Decider
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.ruleset import OddsRule, Ruleset, Track
from fireteam.kernel.run import Run


@cache
def _actions() -> Actions:
    from fireteam.cybercore.actions import all_actions

    return all_actions()


def _events() -> Sequence[type]:
    from fireteam.cybercore.events import EVENTS

    return EVENTS


def _templates() -> Mapping[str, Mapping[str, Any]]:
    from fireteam.cybercore.content import bestiary

    return bestiary()


def _actor_for(scene: CyberScene, action: Action) -> str | Refusal:
    """CC-19.1 Reading a command. Without a name the acting fighter acts."""
    if scene.acting is None:
        return Refusal("name the fighter who acts, as in NAME: VERB", "CC-19.1")
    return scene.acting


def _after(run: Run[CyberScene]) -> None:
    from fireteam.cybercore.behaviours import run_the_rest

    run_the_rest(run)


def _next_command(scene: CyberScene) -> Command | None:
    from fireteam.cybercore.behaviours import next_command

    return next_command(scene)


def _autopilot(scene: CyberScene) -> Decider:
    from fireteam.cybercore.decisions import Behaviours

    return Behaviours()


def _odds() -> OddsRule:
    from fireteam.cybercore.odds import ODDS

    return ODDS


def _sentence(event: Mapping[str, Any], name: Any) -> str:
    from fireteam.cybercore.words import sentence

    return sentence(event, name)


def _tracks(fighter: Mapping[str, Any]) -> Sequence[Track]:
    from fireteam.cybercore.showing import tracks

    return tracks(fighter)


def _badges(fighter: Mapping[str, Any]) -> Sequence[str]:
    from fireteam.cybercore.showing import badges

    return badges(fighter)


def _gauges(scene: Mapping[str, Any]) -> Sequence[Track | str]:
    from fireteam.cybercore.showing import gauges

    return gauges(scene)


def _rank(scene: CyberScene, id: str) -> Any:
    from fireteam.cybercore.turns import score

    one = scene.fighters[id]
    return score(one, one.initiative)


RULESET = Ruleset(
    id="cybercore",
    title="Cybercore",
    prefix="CC-",
    folder=Path(__file__).parent,
    scene=SCENE,
    fighter=FIGHTER,
    actions=_actions,
    events=_events,
    templates=_templates,
    settle=settle,
    faults=faults,
    mend=mend,
    actor_for=_actor_for,
    after=_after,
    next_command=_next_command,
    autopilot=_autopilot,
    odds=_odds,
    sentence=_sentence,
    tracks=_tracks,
    badges=_badges,
    gauges=_gauges,
    is_out=lambda fighter: fighter.status is not Status.UP,
    is_dead=lambda fighter: fighter.status is Status.DEAD,
    known=lambda scene, fighter: frozenset(),
    no_vehicles="cybercore has no vehicles",
    rank=_rank,
    accent=330,
)
