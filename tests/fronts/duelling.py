"""The kernel's test ruleset dressed for the fronts: with a rulebook, sentences and a scene, found under its id.

Run as a module (`python -m tests.fronts.duelling ARGS`) it is the command line with that game installed, so that real
processes can be tested on a game of one die.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

from fireteam.kernel.actions import Command
from tests.kernel.duel import DUEL

FOLDER = Path(__file__).parent / "duel"
ALLEY = FOLDER / "scenes" / "alley.toml"


def sentence(event: Mapping[str, Any], name: Callable[[str], str]) -> str:
    """DU-1.1 What happened, in words."""
    kind = event["type"]
    if kind == "rolled":
        return f"{name(event['who'])} rolls d6: {event['total']}"
    if kind == "hurt":
        return f"{name(event['by'])} hurts {name(event['who'])}, who has {event['hearts']} hearts left"
    if kind == "turn_began":
        return f"{name(event['who'])}'s turn"
    if kind == "noted":
        return f"Note: {event['text']}"
    if kind == "decided":
        return f"{name(event['who'])} chooses to {event['answer']}"
    return str(kind)


def next_command(scene: Any) -> Command | None:
    """The duel's policy, for scenes in which somebody hides: whoever is left over steps out first."""
    command = DUEL.next_command(scene)
    if command is None or command.actor is None:
        return command
    me = scene.fighters[command.actor]
    foes = [one for one in scene.fighters.values() if one.side != me.side and one.hearts]
    seen = [one for one in foes if not (one.hidden and me.is_player)]
    return (
        Command("hit", me.id, {"target": seen[0].id})
        if seen
        else Command("reveal_fighter", None, {"target": foes[0].id})
    )


RULESET = replace(
    DUEL, folder=FOLDER, sentence=sentence, gauges=lambda scene: [f"round {scene['round']}"], next_command=next_command
)


def install() -> None:
    """Makes `find_ruleset("duel")` find it in this process."""
    module = ModuleType("fireteam.duel")
    setattr(module, "RULESET", RULESET)
    sys.modules["fireteam.duel"] = module


if __name__ == "__main__":
    install()
    from fireteam.fronts.cli import main

    sys.exit(main())
