"""Fireteam runs science-fiction tabletop fights by their own rules, and tells the odds.

    >>> import fireteam
    >>> fight = fireteam.load("sump-gate", seed=7)
    >>> fight.do("start").is_done
    True
    >>> odds = fireteam.odds(fight, "imre: attack sister")
    >>> sum(odds.outcomes.values()) == 1
    True

A handful of names is all there is: `scenes` and `load` find and open fights, `Fight.do` plays, `resolve` runs commands
on dice you give, `odds` and `forecast` tell what will happen, `play_out` lets everybody act by themselves, `cases`
checks the rules. `docs/guides/python.md` shows them at work.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from fireteam.kernel.fight import Fight
    from fireteam.lab.forecast import Forecast
    from fireteam.lab.odds import Odds

__version__ = "0.1.0"
__all__ = ["Refused", "cases", "forecast", "load", "odds", "play_out", "resolve", "scenes"]


class Refused(Exception):
    """A command that the rules do not allow now; the message is the reason."""


def scenes() -> dict[str, str]:
    """The bundled scenes: name to title, all games."""
    from fireteam.kernel.library import all_bundled
    from fireteam.kernel.scenefile import load_scene

    return {one.name: load_scene(one.path)[1].title for one in all_bundled()}


def load(scene: str | Path | dict[str, Any], seed: int | str | None = None) -> Fight:
    """A fight from a bundled scene's name, a file (TOML or JSON), or plain tables.

    `seed` makes the dice repeatable; without one they are unpredictable. Raises `SceneFaults` with every fault.
    """
    from fireteam.kernel.dice import Seeded, fresh_seed
    from fireteam.kernel.fight import Fight
    from fireteam.kernel.library import open_scene
    from fireteam.kernel.scenefile import read_scene

    ruleset, state = read_scene(scene) if isinstance(scene, dict) else open_scene(scene)
    return Fight(ruleset, state, Seeded(fresh_seed() if seed is None else seed))


def resolve(
    scene: str | Path | dict[str, Any],
    commands: Sequence[str],
    dice: Iterable[int] | None = None,
    choose: Iterable[str] = (),
    seed: int | str | None = None,
) -> dict[str, Any]:
    """Runs commands and returns `{"events": [...], "scene": {...}}` as plain data.

    `dice` are the faces in the order in which the rules roll them; without them `seed` (or chance) rolls. `choose`
    answers decisions in order. Raises `Refused` when a command is not legal, `DiceFault` when the dice do not fit.
    """
    from fireteam.kernel.decisions import ScriptedAnswers
    from fireteam.kernel.dice import Scripted
    from fireteam.kernel.events import encode
    from fireteam.kernel.scenefile import write_scene

    fight = load(scene, seed)
    fight.decider = ScriptedAnswers(choose)
    script = Scripted(dice) if dice is not None else None
    if script is not None:
        fight.dice = script
    for command in commands:
        outcome = fight.do(command)
        if outcome.refusal is not None:
            raise Refused(f"{command}: {outcome.refusal.reason}")
    if script is not None:
        script.finish()
    return {
        "events": [encode(one) for entry in fight.entries for one in entry.events],
        "scene": write_scene(fight.ruleset, fight.scene),
    }


def odds(fight: Fight, command: str) -> Odds:
    """The exact chances of what a command would do now. Raises `Refused` when it is not legal or has no odds."""
    from fireteam.kernel.refusals import Refusal
    from fireteam.lab.odds import odds as exact_odds

    found = exact_odds(fight.ruleset, fight.scene, command)
    if isinstance(found, Refusal):
        raise Refused(found.reason)
    return found


def forecast(
    scene: Fight | str | Path | dict[str, Any],
    fights: int = 1000,
    seed: int | str | None = None,
    workers: int | None = None,
) -> Forecast:
    """Who wins from here, how long it takes and at what price: from this many fights, everybody on their behaviours.

    The same seed gives the same forecast, however many `workers` (processes; default: one for each core) share it.
    """
    from fireteam.kernel.fight import Fight
    from fireteam.lab.forecast import forecast as run_fights

    fight = scene if isinstance(scene, Fight) else load(scene)
    return run_fights(fight.ruleset, fight.scene, fights=fights, seed=seed, workers=workers)


def play_out(fight: Fight) -> Fight:
    """Plays a fight to its end with everybody on their behaviours, in place; the same seed, the same fight."""
    fight.decider = fight.ruleset.autopilot(fight.scene)
    while (command := fight.ruleset.next_command(fight.scene)) is not None:
        outcome = fight.do(command)
        if outcome.refusal is not None:
            raise Refused(outcome.refusal.reason)
    return fight


def cases(path: str | Path) -> dict[str, list[str]]:
    """Runs a file of conformance cases: each case's id, and what failed in it (an empty list: it passed)."""
    from pathlib import Path

    from fireteam.kernel.cases import run_file

    return {name: [str(failure) for failure in failures] for name, failures in run_file(Path(path))}
