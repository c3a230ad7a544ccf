"""UW-9.9 to UW-9.18: what a turn end costs. Poison, bleeding, burns, frost, heat, cold, radiation, toxic places."""

from __future__ import annotations

from fireteam.kernel.events import Id
from fireteam.kernel.run import Run
from fireteam.wonderland import basic_roll
from fireteam.wonderland.combat_moves import damage
from fireteam.wonderland.effects import conditions, lifeforms, unconscious
from fireteam.wonderland.events.conditions import ConditionCounted, ConditionEnded, ExposureRose, Ticked
from fireteam.wonderland.events.fighting import Rolled
from fireteam.wonderland.gm_moves import environment
from fireteam.wonderland.place import COLD, HEAT, RADIATION, TOXIC
from fireteam.wonderland.state import DEAD, Fighter, Lifeform, Scene

STEADY_LOSS = {"poison": 1, "bleed": 1, "hyperthermia": 3, "hypothermia": 3}
"""UW-9.9 Poison and bleeding, 1 HP each; UW-9.12 hyper- and hypothermia, 3 HP."""
ORDER = ("poison", "bleed", "burn", "frost", "hyperthermia", "hypothermia")
"""UW-9.11 Order of ticks; acute radiation and toxic places come last."""
RADIATION_LOSS = 5
FACES_PER_HP = 4
THERMIA = {HEAT: "hyperthermia", COLD: "hypothermia"}


def tick(run: Run[Scene], who: Fighter) -> None:
    """UW-9.11 Order of ticks. All losses, then death, then unconsciousness, once; then conditions run out."""
    scene = run.scene
    before = who.hp
    if who.conditions:
        for name in ORDER:
            if name in who.conditions and not lifeforms.is_immune(who, name):
                lose(run, who, name, loss_of(run, who, name))
    if scene.place.hazards:
        radiation(run, who)
        toxic(run, who)
    if who.hp < before:
        if who.hp == 0:
            damage.die(run, who, None, "loss")
        else:
            unconscious.after_loss(run, who)
    if who.conditions and who.status is not DEAD:
        run_out(run, who)


def loss_of(run: Run[Scene], who: Fighter, name: str) -> int:
    """UW-9.10 Burn and frost bite. 1 to 3 HP as the source fixes, or a d12: 1-4 is 1, 5-8 is 2, 9-12 is 3."""
    steady = STEADY_LOSS.get(name, who.conditions[name].loss)
    if steady:
        return steady
    face = run.roll(basic_roll.die_cut_at(1 + FACES_PER_HP, 1 + 2 * FACES_PER_HP))
    if run.logs:
        dice = [[basic_roll.DIE, face]]
        run.happened(Rolled(Id(who.id), "tick", None, dice, 0, face, rule="UW-9.10"))
    return (face - 1) // FACES_PER_HP + 1


CLAUSES = {"poison": "UW-9.9", "bleed": "UW-9.9", "burn": "UW-9.10", "frost": "UW-9.10"}


def lose(run: Run[Scene], who: Fighter, name: str, loss: int) -> None:
    """A loss: HP without an attack; armour and vehicles do not help."""
    hp = max(0, who.hp - loss)
    rule = CLAUSES.get(name, "UW-9.12")
    run.happened(Ticked(Id(who.id), name, who.hp - hp, hp, who.radiation_lost, who.rad_turns, rule))


def radiation(run: Run[Scene], who: Fighter) -> None:
    """UW-9.14 Acute radiation. 5 HP, counted in `radiation_lost`; Orgs count the turns but lose nothing."""
    if RADIATION in run.scene.place.hazards and environment.is_exposed(run.scene, who, RADIATION):
        loss = 0 if who.lifeform is Lifeform.ORG else min(RADIATION_LOSS, who.hp)
        lost = who.radiation_lost + loss
        run.happened(Ticked(Id(who.id), RADIATION, loss, who.hp - loss, lost, who.rad_turns + 1, "UW-9.14"))


def toxic(run: Run[Scene], who: Fighter) -> None:
    """UW-9.18 Toxic. A toxic hazard's loss; a lasting one also lowers the maximum."""
    hazard = run.scene.place.hazards.get(TOXIC)
    if hazard is None or not hazard.damage or not environment.is_exposed(run.scene, who, TOXIC):
        return
    loss = min(hazard.damage, who.hp)
    run.happened(Ticked(Id(who.id), TOXIC, loss, who.hp - loss, who.radiation_lost, who.rad_turns, "UW-9.18"))
    if hazard.lasting and loss:
        lasting = who.lasting_lost + loss
        conditions.change_maximum(run, who, -loss, "toxic", lasting_lost=lasting, rule="UW-9.18")


def run_out(run: Run[Scene], who: Fighter) -> None:
    """UW-9.11 `turns` of all conditions fall by 1 where above 0, and those that reach 0 end."""
    for name, condition in list(who.conditions.items()):
        if condition.turns > 1:
            run.happened(ConditionCounted(Id(who.id), name, condition.turns - 1))
        elif condition.turns == 1:
            if name in ("drunk", "chronic"):
                conditions.end(run, who, name, "time", "UW-9.11")
            else:
                run.happened(ConditionEnded(Id(who.id), name, "time", "UW-9.11"))


def onset(run: Run[Scene], who: Fighter) -> None:
    """UW-9.13 Onset. `exposure` rises at each own turn end in heat or cold, until the condition sets in."""
    for hazard, condition in THERMIA.items():
        found = run.scene.place.hazards.get(hazard)
        if found is None or condition in who.conditions or not environment.is_exposed(run.scene, who, hazard):
            continue
        run.happened(ExposureRose(Id(who.id), who.exposure + 1))
        if who.exposure >= onset_of(who, hazard, found.onset):
            conditions.give(run, who, condition, rule="UW-9.13")


def onset_of(who: Fighter, hazard: str, onset: int) -> int:
    """UW-9.13 Onset. The resilient need twice as long, Auts in heat half of it."""
    if lifeforms.is_resilient(who):
        onset *= 2
    if hazard == HEAT and who.lifeform is Lifeform.AUT:
        onset = (onset + 1) // 2
    return onset


def chronic_by_option(run: Run[Scene], who: Fighter, rad_turns_before: int) -> None:
    """UW-9.16 Chronic radiation. By option it comes at the end of the turn in which `rad_turns` gets to a number."""
    after = run.scene.options.chronic_after
    reached = after and rad_turns_before < after <= who.rad_turns
    if reached and "chronic" not in who.conditions and not lifeforms.is_immune(who, "chronic"):
        conditions.give(run, who, "chronic", rule="UW-9.16")
