"""5 Effect dice: clocks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fireteam.kernel.names import find, short
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.run import Run
from fireteam.tunnelcore.events.of_doom import ClockFilled, ClockTicked

if TYPE_CHECKING:
    from fireteam.kernel.actions import Command
    from fireteam.tunnelcore.state import Scene


def find_clock(scene: Scene, text: str) -> str | Refusal:
    """TC-5.7 Clocks: the clock that somebody named, or the beginning of one."""
    found = find(text, {name: () for name in scene.place.clocks}, "clock")
    if isinstance(found, Refusal) and not found.reason.startswith('"'):
        return Refusal(f"no clock {short(text)}", "TC-5.7")
    return found


def tick_clock(run: Run[Scene], name: str, by: int) -> None:
    """TC-5.7 Clocks. Moves one within 0 and its size; when it becomes full in combat, `wins` ends that."""
    from fireteam.tunnelcore.turns import end_combat

    clock = run.scene.place.clocks[name]
    filled = max(0, min(clock.size, clock.filled + by))
    becomes_full = filled == clock.size and clock.filled < clock.size
    run.happened(ClockTicked(name, filled - clock.filled, filled, clock.size))
    if becomes_full:
        run.happened(ClockFilled(name))
        if clock.wins is not None and run.scene.in_combat:
            end_combat(run, clock.wins, "clock", "TC-5.7")


def check_tick(scene: Scene, command: Command) -> Refusal | None:
    """TC-5.7 Clocks: `tick NAME [N]` by hand."""
    if "clock" not in command.args:
        return Refusal("name a clock", "TC-5.7", "tick NAME [N]")
    found = find_clock(scene, command.args["clock"])
    if isinstance(found, Refusal):
        return found
    command.args["clock"] = found
    return None


def tick(run: Run[Scene], command: Command) -> None:
    """TC-5.7 Clocks: moved by hand; N may be negative."""
    tick_clock(run, command.args["clock"], command.args.get("number", 1))
