"""UW-9.5 to UW-9.7: falling unconscious, coming round, revival."""

from __future__ import annotations

from fireteam.kernel.events import Id
from fireteam.kernel.run import Run
from fireteam.wonderland import basic_moves, basic_roll, critical_rolls, decisions
from fireteam.wonderland.events.fighting import FellUnconscious, Rolled, Woke
from fireteam.wonderland.state import COMPANION, NPC, PC, UP, Fighter, Scene

SAFE_HP = 4
"""With fewer HP one falls unconscious, with as many one is revived."""
SLEEPS = 3
"""Own turns that an unconscious fighter skips before it rolls."""


def can_fall(scene: Scene, who: Fighter) -> bool:
    """UW-9.5 PCs and companions that are up, by option NPCs too; others fight on to 0 HP."""
    if who.status is not UP:
        return False
    kind = who.kind
    return kind is PC or kind is COMPANION or (kind is NPC and scene.options.npc_ko)


def after_damage(run: Run[Scene], who: Fighter, amount: int, before: int) -> None:
    """UW-9.5 Falling unconscious. One amount of at least half of the HP it had, or fewer than 4 HP left."""
    if (2 * amount >= before or who.hp < SAFE_HP) and can_fall(run.scene, who):
        run.happened(FellUnconscious(Id(who.id), who.hp))


def after_loss(run: Run[Scene], who: Fighter) -> None:
    """UW-9.5 Losses are tested by the second rule only."""
    if who.hp < SAFE_HP and can_fall(run.scene, who):
        run.happened(FellUnconscious(Id(who.id), who.hp))


def wake(run: Run[Scene], who: Fighter, how: str) -> None:
    """UW-9.7 Revival. Whoever comes round, in whatever way, has `slept` at 0 again."""
    run.happened(Woke(Id(who.id), how, "UW-9.6" if how == "roll" else "UW-9.7"))


def come_round(run: Run[Scene], who: Fighter) -> basic_roll.Band:
    """UW-9.6 Coming round. Toughness, or Luck by decision; companions and NPCs roll a bare d12."""
    if who.kind is PC:
        skill = decisions.ask(run, "wake", who, ("toughness", "luck"), "toughness", "UW-9.6")
        held = critical_rolls.spends_unasked(run, who)
        return basic_moves.roll_skill(run, who, "wake", skill, held=held, rule="UW-9.6").band
    face = run.roll(basic_roll.die_for_bands(0))
    band = basic_roll.band(face, face)
    if run.logs:
        run.happened(
            Rolled(
                who=Id(who.id),
                purpose="wake",
                skill=None,
                dice=[[basic_roll.DIE, face]],
                modifier=0,
                total=face,
                band=band,
                natural=face == basic_roll.DIE,
                complication=band is basic_roll.UNFORTUNATE,
                rule="UW-9.6",
            )
        )
    return band
