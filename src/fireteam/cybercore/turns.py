"""CC-20 Turns: how a fight begins, goes round and ends."""

from __future__ import annotations

from fireteam.cybercore import energy, psych
from fireteam.cybercore.active_stats import (
    D10,
    UNHINGED,
)
from fireteam.cybercore.armour import take_hits
from fireteam.cybercore.combat import arms, stances
from fireteam.cybercore.combat.attack import attack
from fireteam.cybercore.content import FORESIGHT, REFLEX, THERMAL, UNTYPED
from fireteam.cybercore.decisions import FLEE, FREEZE, LASH, ask_gm
from fireteam.cybercore.events import (
    INITIATIVE,
    Ended,
    Moved,
    Rolled,
    RoundBegan,
    Started,
    TurnBegan,
    TurnEnded,
)
from fireteam.cybercore.sheet import UP, CyberFighter
from fireteam.cybercore.state import CyberScene
from fireteam.cybercore.wounds_and_conditions import count_down, dying_save
from fireteam.kernel.dice import Face
from fireteam.kernel.events import Id
from fireteam.kernel.run import Run
from fireteam.kernel.scene import CALM, COMBAT, OVER, Phase
from fireteam.kernel.turns import after as next_after
from fireteam.kernel.turns import by_score

FIXED_INITIATIVE = 5
INITIATOR = 5
VACUUM = 2
"""CC-14.6 Airless places: untyped Hits at the end of a turn."""
BURN = ((THERMAL, 1),)


def roll_initiative(run: Run[CyberScene], one: CyberFighter) -> int:
    """CC-20.1 Start. d10 + Reflex + Foresight; the GM's fighters count 5, unless by option they roll."""
    if one.is_player or run.scene.options.gm_initiative == "rolled":
        face = run.roll(Face(D10))
        if run.logs:
            total = face + one.attributes[REFLEX] + one.attributes[FORESIGHT]
            run.happened(Rolled(Id(one.id), INITIATIVE, [[D10, face]], total, face, total - face, rule="CC-20.1"))
    else:
        face = FIXED_INITIATIVE
    return face + one.attributes[REFLEX] + one.attributes[FORESIGHT]


def score(one: CyberFighter, initiative: int) -> tuple[int, int, bool]:
    """CC-20.2 Order. Highest initiative; ties: Foresight, then player-controlled, then listing order."""
    return (initiative, one.attributes[FORESIGHT], one.is_player)


def start(run: Run[CyberScene], initiator: str) -> None:
    """CC-20.1 Start. Energy, initiative, dread, the first turn. `initiator` is a side or an id, or empty."""
    fighters = run.scene.fighters
    energy.refresh(run)
    initiative: dict[Id, int] = {}
    for id, one in fighters.items():
        if one.is_here:
            extra = INITIATOR if initiator and initiator in (id, one.side) else 0
            initiative[Id(id)] = roll_initiative(run, one) + extra
    order = by_score(initiative, lambda id: score(fighters[id], initiative[Id(id)]))
    run.happened(Started([Id(id) for id in order], initiative))
    psych.dread_saves(run)
    if not begin_turn(run, order[0]):
        advance(run)


def begin_turn(run: Run[CyberScene], who: str) -> bool:
    """CC-20.3 A turn. Its steps 1 to 3; whether the fighter may now act."""
    one = run.scene.fighters[who]
    run.happened(TurnBegan(Id(who), one.is_dying))
    if not one.is_up:
        return False
    if one.conditions.unhinged and not one.conditions.sedated:
        return keeps_its_nerve(run, one)
    return True


def keeps_its_nerve(run: Run[CyberScene], one: CyberFighter) -> bool:
    """CC-9.6 Unhinged. A Willpower check; on a failure the GM says what it does instead of its turn."""
    if psych.willpower_check(run, one, UNHINGED, "CC-9.6").succeeded:
        return True
    answer = ask_gm(run, "unhinged", one, (FREEZE, FLEE, LASH), "CC-9.6")
    if answer == FLEE:
        panic(run, one)
    elif answer == LASH:
        lash_out(run, one)
    return False


def nearest(scene: CyberScene, one: CyberFighter, *, is_enemy: bool) -> CyberFighter | None:
    """CC-25.2 The procedure. Nearest: least distance, then listing order, among those standing in sight."""
    found, best = None, 0
    for other in scene.fighters.values():
        if other is not one and other.is_up and not other.hidden and (not is_enemy or other.side != one.side):
            distance = abs(other.at - one.at)
            if found is None or distance < best:
                found, best = other, distance
    return found


def panic(run: Run[CyberScene], one: CyberFighter) -> None:
    """CC-9.6 Unhinged. `flee`: one Move away from the nearest enemy."""
    enemy = nearest(run.scene, one, is_enemy=True)
    if enemy is not None and stances.refuse_retreat(run.scene, one, enemy) is None:
        energy.spend(run, one, {}, "flee", moves=1)
        run.happened(Moved(Id(one.id), stances.away_from(run.scene, one, enemy), rule="CC-9.6"))


def lash_out(run: Run[CyberScene], one: CyberFighter) -> None:
    """CC-9.6 Unhinged. `lash`: an attack on the nearest, friend or foe, after a Move if it is out of range."""
    scene = run.scene
    target = nearest(scene, one, is_enemy=False)
    weapon = arms.default_weapon(one)
    if target is None or arms.refuse_weapon(one, weapon) is not None:
        return
    if abs(one.at - target.at) > weapon.reach and stances.refuse_approach(scene, one, target) is None:
        energy.spend(run, one, {}, "lash", moves=1)
        run.happened(Moved(Id(one.id), stances.towards(scene, one, target), Id(target.id), "CC-9.6"))
    if abs(one.at - target.at) <= weapon.reach:
        energy.spend(run, one, {}, "attack", actions=1)
        attack(run, one, target, weapon, {})


def end_turn(run: Run[CyberScene], one: CyberFighter) -> None:
    """CC-20.4 End of a turn. Idle Energy, airless place, burning, dying save, conditions, and `dodged` clears."""
    energy.idle_turn(run, one)
    if run.scene.place.air == "none":
        gasp(run, one)
    if one.conditions.burning and one.is_here:
        take_hits(run, one, BURN, "burning", rule="CC-14.1")
    if one.dying_due and one.is_dying:
        dying_save(run, one)
    run.happened(TurnEnded(Id(one.id), count_down(run, one)))


def gasp(run: Run[CyberScene], one: CyberFighter) -> None:
    """CC-14.6 Airless places. Whoever is up or DOWN and not sealed takes 2 untyped Hits."""
    if one.is_here and not one.is_airtight:
        take_hits(run, one, ((UNTYPED, VACUUM),), "vacuum", rule="CC-14.6")


def standing_sides(scene: CyberScene) -> list[str]:
    """The sides that have somebody standing, in listing order."""
    return list(dict.fromkeys(one.side for one in scene.fighters.values() if one.is_up))


def is_decided(scene: CyberScene) -> bool:
    """CC-20.5 Rounds and the end. Whether at most one side has a standing fighter."""
    side = None
    for one in scene.fighters.values():
        if one.status is UP:
            if side is None:
                side = one.side
            elif one.side != side:
                return False
    return True


def finish(run: Run[CyberScene], why: str, phase: Phase = OVER) -> None:
    """CC-20.5 Rounds and the end. The fight ends; the side that stands alone has won."""
    sides = standing_sides(run.scene)
    winner = sides[0] if len(sides) == 1 and phase is OVER else None
    run.happened(Ended(str(phase), why, winner))


def stop(run: Run[CyberScene]) -> None:
    """CC-20.5 Rounds and the end. `end` stops a fight by hand: calm, or over when one side is left."""
    finish(run, "stopped", OVER if is_decided(run.scene) else CALM)


def advance(run: Run[CyberScene]) -> None:
    """CC-20.5 Rounds and the end. Ends the running turn and goes on to the next fighter who may act.

    A turn that passes by itself (DOWN, Unhinged) is followed by the next; the round limit bounds this.
    """
    scene = run.scene
    while scene.acting is not None:
        end_turn(run, scene.fighters[scene.acting])
        if is_decided(scene):
            finish(run, "one side stands")
            return
        step = next_after(scene.order, scene.acting, lambda who: scene.fighters[who].is_here)
        if step.wraps:
            if scene.round >= scene.options.round_limit:
                finish(run, "round limit")
                return
            run.happened(RoundBegan(scene.round + 1))
        if begin_turn(run, str(step.who)):
            return


def go_on(run: Run[CyberScene]) -> bool:
    """CC-20.5 Rounds and the end. After a command: ends a decided fight, and the turn of whoever no longer stands.

    Whether somebody may act now.
    """
    scene = run.scene
    while scene.phase is COMBAT:
        if is_decided(scene):
            finish(run, "one side stands")
            return False
        if scene.acting is None:
            return False
        if scene.fighters[scene.acting].is_up:
            return True
        advance(run)
    return False
