"""4 Critical rolls: natural twelves, the quarter, and what is held for later."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fireteam.kernel.actions import Command
from fireteam.kernel.events import Id
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.run import Run
from fireteam.kernel.scene import Phase
from fireteam.wonderland import decisions, skills
from fireteam.wonderland.events.fighting import CriticalHeld, CriticalSpent
from fireteam.wonderland.state import PC, Fighter, Scene, are_enemies, stands

if TYPE_CHECKING:
    from fireteam.wonderland.basic_moves import Roll

NATURAL = 12
"""UW-4.1 Natural only. A roll is critical only if the face is 12; a total of 12 on a lower face is ordinary."""

COMBAT, CALM = "combat", "calm"


def quarter(damage: int, rounding: str, times: int = 1) -> int:
    """UW-4.2 More damage. A quarter of the listed damage (`times` quarters), rounded by option, at least 1."""
    quarters = damage * times
    if rounding == "up":
        found = -(-quarters // 4)
    elif rounding == "down":
        found = quarters // 4
    else:
        found = (quarters + 2) // 4
    return max(found, 1) if damage >= 1 else 0


def pool_of(scene: Scene) -> str:
    """UW-4.3 Held criticals. Those gained in combat serve in combat, those gained in calm in calm."""
    return COMBAT if scene.phase is Phase.COMBAT else CALM


def held(scene: Scene, who: Fighter) -> int:
    """How many criticals of the right sort a fighter holds now."""
    return who.held_combat if scene.phase is Phase.COMBAT else who.held_calm


def held_refusal(scene: Scene, who: Fighter, command: Command) -> Refusal | None:
    """UW-4.4 Spending one. Without one of the right sort: "no held critical"."""
    if "held" in command.args and not (who.kind is PC and held(scene, who)):
        return Refusal("no held critical", "UW-4.4")
    return None


def spend(run: Run[Scene], who: Fighter) -> None:
    """UW-4.4 Spending one. It is gone whatever the result."""
    run.happened(CriticalSpent(Id(who.id), pool_of(run.scene), held(run.scene, who) - 1))


def spends_unasked(run: Run[Scene], who: Fighter) -> bool:
    """UW-4.4 On a roll that its PC did not command, decision `held` asks."""
    if who.kind is not PC or not held(run.scene, who):
        return False
    return decisions.ask(run, "held", who, ("keep", "spend"), "keep", "UW-4.4") == "spend"


def hold(run: Run[Scene], who: Fighter, count: int = 1) -> None:
    """UW-4.3 Held criticals. They belong to the PC that rolled them and can be gathered."""
    run.happened(CriticalHeld(Id(who.id), pool_of(run.scene), held(run.scene, who) + count))


def holds_nothing(scene: Scene, who: Fighter) -> bool:
    """UW-6.4 Criticals. While all standing enemies of a PC are PCs, no natural 12 of it is held."""
    enemies = [one for one in scene.fighters.values() if are_enemies(one, who) and stands(scene, one)]
    return bool(enemies) and all(one.kind is PC for one in enemies)


def other_critical(run: Run[Scene], who: Fighter, roll: Roll) -> None:
    """UW-4.5 Other criticals. In combat a natural 12 is held automatically; in calm it is a benefit, or held."""
    if not roll.is_natural or who.kind is not PC:
        return
    may_hold = not holds_nothing(run.scene, who)
    if run.scene.phase is Phase.COMBAT:
        if may_hold:
            hold(run, who, skills.luck_factor(run.scene, roll.skill))
    else:
        answers = ("benefit", "hold") if may_hold else ("benefit",)
        if decisions.ask(run, "critical", who, answers, "benefit", "UW-4.5") == "hold":
            hold(run, who)


def lapse(run: Run[Scene]) -> None:
    """UW-4.3 Option `held_lapse` empties what is held for combat when combat ends."""
    for fighter in run.scene.fighters.values():
        if fighter.held_combat:
            run.happened(CriticalSpent(Id(fighter.id), COMBAT, 0, "UW-4.3"))
