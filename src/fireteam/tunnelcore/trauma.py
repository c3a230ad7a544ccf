"""3 Trauma: what a hit on a full track costs a player fighter, plot points, and giving up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fireteam.kernel.commands import find_fighter
from fireteam.kernel.decisions import GM
from fireteam.kernel.events import Id
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.run import Run
from fireteam.tunnelcore.events.of_fighters import Awarded, CarriedOff, Retired, StressChanged, Trauma, Yielded
from fireteam.tunnelcore.events.of_rolls import Absorbed
from fireteam.tunnelcore.sheet import MOST_PLOT_POINTS, SLOTS
from fireteam.tunnelcore.state import BOXES, OUT, TRACKS, Behavior, Box, Detention
from fireteam.tunnelcore.stress_tracks import recount_active

if TYPE_CHECKING:
    from fireteam.kernel.actions import Command
    from fireteam.tunnelcore.state import Fighter, Scene
    from fireteam.tunnelcore.stress_tracks import Harm

NAMES = (
    ("Broken", "Scarred", "Ruined"),
    ("Haunted", "Numb", "Unmade"),
    ("Static", "Echoing", "Overwritten"),
)
"""TC-3.3 Names. Of a fighter's first, second and third trauma, by track."""

RETIRES_AT = 3
"""TC-3.6: the trauma that retires."""


def suffer_trauma(run: Run[Scene], fighter: Fighter, track: int, harm: Harm) -> None:
    """TC-3.1 When. Stress on a player fighter's full track is a trauma instead; at most one comes of one action."""
    if harm.has_trauma or fighter.traumas >= RETIRES_AT:
        return
    harm.has_trauma = True
    slot = choose_slot(run, fighter)
    count = fighter.traumas + 1
    name = NAMES[track][count - 1]
    run.happened(Trauma(Id(fighter.id), TRACKS[track], slot, name, count))
    if count >= RETIRES_AT:
        retire(run, fighter)
    else:
        afterwards(run, fighter, track)


def choose_slot(run: Run[Scene], fighter: Fighter) -> int:
    """TC-3.2 The slot. The fighter's controller says which distinction goes; TC-3.4: never one that is lost."""
    left = tuple(str(slot) for slot in range(1, SLOTS + 1) if slot not in fighter.lost_slots)
    return int(run.choose("overwrite", fighter.id, left, left[-1], "TC-3.2"))


def afterwards(run: Run[Scene], fighter: Fighter, track: int) -> None:
    """TC-3.5 Afterwards. The track stays out; by option it goes to d12, and the fighter is carried off."""
    how = run.scene.options.after_trauma
    if how == "stay":
        return
    run.happened(StressChanged(Id(fighter.id), TRACKS[track], BOXES[OUT], BOXES[Box.D12], "trauma", rule="TC-3.5"))
    if how == "leave":
        run.happened(CarriedOff(Id(fighter.id)))
    recount_active(run, fighter)


def retire(run: Run[Scene], fighter: Fighter) -> None:
    """TC-3.6 Retirement. The third trauma is the last; the Wire DM decides the exit."""
    way = run.choose("exit", fighter.id, ("vanish", "npc"), "vanish", "TC-3.6", asked=GM)
    run.happened(Retired(Id(fighter.id), way))
    recount_active(run, fighter)


def absorb(run: Run[Scene], fighter: Fighter | None, hitches: int) -> int:
    """TC-3.7 Plot points. One each keeps a hitch out of the doom pool; gives the hitches that are left."""
    if not hitches or fighter is None or not run.scene.options.plot_points:
        return hitches
    most = min(hitches, fighter.plot_points)
    answers, facts = tuple(map(str, range(most + 1))), {"hitches": hitches, "plot_points": fighter.plot_points}
    spent = int(run.choose("absorb", fighter.id, answers, "0", "TC-3.7", facts=facts))
    if spent:
        run.happened(Absorbed(Id(fighter.id), spent, fighter.plot_points - spent))
    return hitches - spent


def check_award(scene: Scene, command: Command) -> Refusal | None:
    """TC-3.7 Plot points: the Wire DM gives them."""
    if "fighter" not in command.args:
        return Refusal("name a fighter", "TC-3.7", "award FIGHTER [N]")
    found = find_fighter(scene, command.args["fighter"], None)
    if isinstance(found, Refusal):
        return found
    command.args["fighter"] = found
    return None


def award(run: Run[Scene], command: Command) -> None:
    """TC-3.7 Plot points: at most 5 are held."""
    fighter = run.scene.fighters[command.args["fighter"]]
    points = min(MOST_PLOT_POINTS, fighter.plot_points + int(command.args.get("number", 1)))
    run.happened(Awarded(Id(fighter.id), points))


def give_up(run: Run[Scene], fighter: Fighter) -> None:
    """TC-3.8 Giving up. Out of the scene and unharmed from then on; with an Enforcer among the foes, detained."""
    from fireteam.tunnelcore.npc_behaviors import detain

    foes = run.scene.muster.foes(fighter.side)
    if fighter.is_player and any(foe.behavior is Behavior.ENFORCER for foe in foes):
        detain(run, fighter, Detention.STANDARD, "TC-3.8")
    else:
        run.happened(Yielded(Id(fighter.id)))
    recount_active(run, fighter)
