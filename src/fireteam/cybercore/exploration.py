"""CC-15 Exploration: Sweeps."""

from __future__ import annotations

from fireteam.cybercore.active_stats import mission_tl
from fireteam.cybercore.events import Swept
from fireteam.cybercore.exhaustion import exhaustion_check, sweep_strain, sweeps_after
from fireteam.cybercore.sheet import CyberFighter
from fireteam.cybercore.state import CyberScene
from fireteam.cybercore.wounds_and_conditions import dying_save, end_condition
from fireteam.kernel.events import Id
from fireteam.kernel.run import Run


def squad(scene: CyberScene) -> list[CyberFighter]:
    """The squad side of the book's opening: every fighter of a side that has a player-controlled one."""
    sides = {one.side for one in scene.fighters.values() if one.is_player}
    return [one for one in scene.fighters.values() if one.side in sides]


def sweep(run: Run[CyberScene], text: str) -> None:
    """CC-15.1 Sweep. The dying roll their saves, the standing count their weapons and make one check where called for;
    afterwards held-off Exhaustion returns, hangovers end and a rest closes."""
    scene = run.scene
    counts: dict[Id, int] = {}
    for one in squad(scene):
        if one.is_dying:
            dying_save(run, one)
        elif one.is_up:
            counts[Id(one.id)] = sweeps = sweeps_after(one)
            strain = sweep_strain(scene, one, sweeps)
            if strain:
                rule = "CC-5.6" if scene.place.strain else "CC-5.5"
                exhaustion_check(run, one, mission_tl(scene, one), strain, rule)
    for one in scene.fighters.values():
        end_condition(run, one, "hangover", "CC-15.1")
    run.happened(Swept(text, counts))
