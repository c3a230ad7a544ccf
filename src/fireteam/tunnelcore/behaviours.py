"""19 Behaviours: what NPCs do by themselves, and the policy that plays player fighters in autoplay."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from fireteam.kernel.actions import Command
from fireteam.kernel.decisions import Question
from fireteam.kernel.scene import CALM
from fireteam.tunnelcore.action_mapping_reference.table import DEEDS, Deed
from fireteam.tunnelcore.combat_commands.items import TREATS
from fireteam.tunnelcore.content import items
from fireteam.tunnelcore.dice_pool_basics.pools import size_sum
from fireteam.tunnelcore.npc_behaviors import can_call
from fireteam.tunnelcore.state import (
    OUT,
    TRACKS,
    Asset,
    Attribute,
    Behavior,
    Box,
    Position,
    Status,
    Track,
    is_restrained,
)
from fireteam.tunnelcore.stress_tracks import can, can_act_with, can_recover
from fireteam.tunnelcore.turns import check_start

if TYPE_CHECKING:
    from fireteam.tunnelcore.state import Fighter, Scene

ATTACK, RANGED, HACK, TAUNT = DEEDS["attack"], DEEDS["ranged"], DEEDS["hack"], DEEDS["taunt"]
NPC_ATTACKS = (ATTACK, RANGED, HACK)
STANDARD_ATTACKS = (ATTACK, RANGED, HACK, TAUNT)

HURT_FROM = int(Box.D8)
"""TC-8.5: a defensive NPC with a track at this box is no longer safe."""
DIRE_FROM = int(Box.D12)
STIM_FROM = int(Box.D10)

BOX_WORTH = 2
DISTANT_COST = 4
"""TC-19.4: what a box of the target's track and a target that is not adjacent count."""

SPARED = (Behavior.PSYCHIATRIST, Behavior.COWARD)
"""TC-19.4: foes that the standard policy leaves alone."""


def as_command(actor: Fighter, deed: Deed, target: Fighter) -> Command:
    """The command that takes an attack of the mapping."""
    if deed is ATTACK:
        return Command("attack", actor.id, {"target": target.id})
    if deed is RANGED:
        return Command("attack", actor.id, {"target": target.id, "how": "ranged"})
    return Command(deed.key, actor.id, {"target": target.id})


def plain(verb: str, actor: Fighter) -> Command:
    """A command without words."""
    return Command(verb, actor.id, {})


# TC-19.1 Whom an NPC goes for


Usable = list[tuple[Deed, int, int]]
"""Attacks that a fighter owns and that nothing bars: each with its track and the sum of its sizes."""


def usable(scene: Scene, fighter: Fighter, deeds: tuple[Deed, ...]) -> Usable:
    """What a fighter can attack with, in this order."""
    return [(deed, deed.track, size_sum(scene, fighter, deed)) for deed in deeds if can(scene, fighter, deed)]


def favourite_track(owned: Usable) -> int:
    """TC-19.1 Whom an NPC goes for: the track of the attack it owns with the largest sum of sizes, else of taunt."""
    best, most = TAUNT.track, 0
    for _, track, sizes in owned:
        if sizes > most:
            best, most = track, sizes
    return best


def prey_of(scene: Scene, npc: Fighter, provoker: Fighter | None, owned: Usable) -> Fighter | None:
    """TC-19.1 Whom an NPC goes for. Foes that are not concealed, first those whose track is not out on its favourite;
    among them who provoked the interrupt, else its last attacker, else the first at its spot, else the first."""
    seen = [foe for foe in scene.muster.foes(npc.side) if not foe.concealed]
    if not seen:
        return None
    track = favourite_track(owned)
    candidates = [foe for foe in seen if foe.stress[track] != OUT] or seen
    if provoker is not None and provoker in candidates:
        return provoker
    attacker, spot = npc.last_attacker, npc.spot
    near = None
    for foe in candidates:
        if foe.id == attacker:
            return foe
        if near is None and foe.spot == spot:
            near = foe
    return near or candidates[0]


def attack_command(scene: Scene, npc: Fighter, provoker: Fighter | None) -> Command:
    """TC-19.2 How it attacks. What it owns, first on a track that is not out, then by the largest sum of sizes; else it
    moves up, else taunts, else passes; without anybody in sight it looks for the hidden."""
    owned = usable(scene, npc, NPC_ATTACKS)
    target = prey_of(scene, npc, provoker, owned)
    if target is None:
        return search_command(scene, npc)
    best: Deed | None = None
    most = (False, 0)
    for deed, track, sizes in owned:
        if deed is not ATTACK or target.spot == npc.spot:
            worth = (target.stress[track] != OUT, sizes)
            if best is None or worth > most:
                best, most = deed, worth
    if best is not None:
        return as_command(npc, best, target)
    if target.spot != npc.spot and not is_restrained(npc) and can_act_with(npc, Attribute.PHYSICAL):
        return Command("move", npc.id, {"spot": target.spot})
    if can(scene, npc, TAUNT) and target.behavior is not Behavior.PSYCHIATRIST:
        return as_command(npc, TAUNT, target)
    return plain("pass", npc)


def search_command(scene: Scene, npc: Fighter) -> Command:
    """TC-19.2 How it attacks: without any candidate it scans the first concealed foe, if not barred."""
    hidden = next(iter(scene.muster.foes(npc.side)), None)
    if hidden is not None and can_act_with(npc, Attribute.MENTAL):
        return Command("scan", npc.id, {"target": hidden.id})
    return plain("pass", npc)


# TC-19.3 Turns of NPCs


def aggressive(scene: Scene, npc: Fighter, provoker: Fighter | None) -> Command:
    """TC-8.3 `aggressive`. Attacks every turn, never flees; TC-8.7 `boss` and TC-8.8 `enforcer` do the same."""
    return attack_command(scene, npc, provoker)


def flee_when_hurt(scene: Scene, npc: Fighter, provoker: Fighter | None) -> Command:
    """TC-8.4 `flee_when_hurt`. Attacks; from its first stress on any track on it flees."""
    if any(npc.stress) and can_act_with(npc, Attribute.PHYSICAL):
        return plain("flee", npc)
    return attack_command(scene, npc, provoker)


def defensive(scene: Scene, npc: Fighter, provoker: Fighter | None) -> Command:
    """TC-8.5 `defensive`. Braces; once attacked it strikes back while no track is at d8 or worse and it is not
    Desperate."""
    is_safe = max(npc.stress) < HURT_FROM and npc.position != Position.DESPERATE
    if npc.last_attacker is not None and is_safe:
        return attack_command(scene, npc, provoker)
    return brace(npc)


def coward(scene: Scene, npc: Fighter, provoker: Fighter | None) -> Command:
    """TC-8.6 `coward`. Calls for help if nobody has, then flees."""
    if can_act_with(npc, Attribute.PHYSICAL) and can_call(scene, npc):
        return plain("call", npc)
    return run_away(npc)


def psychiatrist(scene: Scene, npc: Fighter, provoker: Fighter | None) -> Command:
    """TC-8.11 `psychiatrist`. Flees every turn."""
    return run_away(npc)


def shopkeeper(scene: Scene, npc: Fighter, provoker: Fighter | None) -> Command:
    """TC-8.9 `shopkeeper`. Never starts anything; once attacked it calls for help and braces."""
    if npc.last_attacker is None:
        return plain("pass", npc)
    return plain("call", npc) if can_call(scene, npc) else brace(npc)


def warden(scene: Scene, npc: Fighter, provoker: Fighter | None) -> Command:
    """TC-8.10 `warden`. Braces every turn."""
    return brace(npc)


def brace(npc: Fighter) -> Command:
    """TC-19.3 Turns of NPCs: a `defend` that is barred becomes `pass`."""
    return plain("defend" if can_act_with(npc, Attribute.PHYSICAL) else "pass", npc)


def run_away(npc: Fighter) -> Command:
    """TC-19.3 Turns of NPCs: flight, or `pass` where it is barred."""
    return plain("flee" if can_act_with(npc, Attribute.PHYSICAL) else "pass", npc)


BY_HINT: dict[Behavior, Callable[[Scene, Fighter, Fighter | None], Command]] = {
    Behavior.AGGRESSIVE: aggressive,
    Behavior.BOSS: aggressive,
    Behavior.ENFORCER: aggressive,
    Behavior.FLEE_WHEN_HURT: flee_when_hurt,
    Behavior.DEFENSIVE: defensive,
    Behavior.COWARD: coward,
    Behavior.PSYCHIATRIST: psychiatrist,
    Behavior.SHOPKEEPER: shopkeeper,
    Behavior.WARDEN: warden,
}
"""TC-19.3 Turns of NPCs: the procedure of each behavior."""


def npc_command(scene: Scene, npc: Fighter, provoker: Fighter | None = None) -> Command:
    """TC-19.3 Turns of NPCs. Whoever is scared and can flees; otherwise the behavior says what is done."""
    if npc.scared and can_act_with(npc, Attribute.PHYSICAL):
        return plain("flee", npc)
    return BY_HINT[npc.behavior or Behavior.AGGRESSIVE](scene, npc, provoker)


# TC-19.4 `standard`, the policy for player fighters


def standard_command(scene: Scene, me: Fighter) -> Command:
    """TC-19.4 `standard`. The first line of the policy that applies."""
    if me.items:
        command = help_command(scene, me) or stim_command(me)
        if command is not None:
            return command
    stress = me.stress
    if OUT in stress or stress[Track.PHYSICAL] == Box.D12:
        command = retreat_command(scene, me)
        if command is not None:
            return command
    return best_attack_command(scene, me)


def help_command(scene: Scene, me: Fighter) -> Command | None:
    """TC-19.4 `standard`, line 1: a medical item for the worst track at d12 or out of an ally at the same spot."""
    item = carried(me, "medical")
    if item is None or not can_act_with(me, Attribute.MENTAL):
        return None
    best: tuple[Fighter, int] | None = None
    worst = DIRE_FROM - 1
    for one in scene.fighters.values():
        if one.side != me.side or one.spot != me.spot or one.status is not Status.IN or one.hidden:
            continue
        for track, box in enumerate(one.stress):
            if box > worst and can_recover(one, track):
                best, worst = (one, track), box
    if best is None:
        return None
    return Command("use", me.id, {"item": item, "target": best[0].id, "track": TRACKS[best[1]]})


def stim_command(me: Fighter) -> Command | None:
    """TC-19.4 `standard`, line 2: a stim for the own physical, else mental, at d10 or d12."""
    item = carried(me, "stim")
    if item is None or not can_act_with(me, Attribute.PHYSICAL):
        return None
    for track in TREATS["stim"]:
        if STIM_FROM <= me.stress[track] < OUT and can_recover(me, track):
            return Command("use", me.id, {"item": item, "target": me.id, "track": TRACKS[track]})
    return None


def carried(fighter: Fighter, tag: str) -> str | None:
    """TC-19.4 `standard`: items are tried in the order of the sheet."""
    known = items()
    return next((id for id, count in fighter.items.items() if count and known[id].tag == tag), None)


def retreat_command(scene: Scene, me: Fighter) -> Command | None:
    """TC-19.4 `standard`, lines 3 to 5: when to yield and when to flee."""
    muster = scene.muster
    physical, _, signal = me.stress
    if physical == OUT:
        alone = not any(
            one.side == me.side and one is not me and one.stress[Track.PHYSICAL] != OUT for one in muster.fighters
        )
        return plain("yield", me) if alone and not can(scene, me, HACK) else None
    if signal == OUT and any(foe.assets[Asset.DECK] and not foe.concealed for foe in muster.foes(me.side)):
        return plain("flee", me)
    if physical == Box.D12 and not is_restrained(me):
        own = muster.of_side.get(me.side, 0)
        if own < len(muster.fighters) - own:
            return plain("flee", me)
    return None


def best_attack_command(scene: Scene, me: Fighter) -> Command:
    """TC-19.4 `standard`, lines 6 to 8: the best pair of foe and action, else a scan for the concealed, else pass."""
    deeds = usable(scene, me, STANDARD_ATTACKS)
    restrained = is_restrained(me)
    spot = me.spot
    best: tuple[Fighter, Deed] | None = None
    most = -DISTANT_COST
    lurker: Fighter | None = None
    for foe in scene.muster.foes(me.side):
        if foe.concealed:
            lurker = lurker or foe
            continue
        if foe.behavior in SPARED:
            continue
        stress = foe.stress
        is_near = foe.spot == spot
        for deed, track, sizes in deeds:
            worth = sizes + BOX_WORTH * stress[track]
            if deed is ATTACK and not is_near:
                if restrained:
                    continue
                worth -= DISTANT_COST
            if worth > most:
                best, most = (foe, deed), worth
    if best is not None:
        foe, deed = best
        if deed is ATTACK and foe.spot != spot:
            return Command("move", me.id, {"spot": foe.spot})
        return as_command(me, deed, foe)
    if lurker is not None and can_act_with(me, Attribute.MENTAL):
        return Command("scan", me.id, {"target": lurker.id})
    return plain("pass", me)


class StandardDecider:
    """TC-19.4 `standard`: it absorbs every hitch it can and takes other defaults."""

    __slots__ = ()

    def decide(self, question: Question, scene: object) -> str:
        return question.answers[-1] if question.key == "absorb" else question.default


# TC-19.5 Autoplay


def next_command(scene: Scene) -> Command | None:
    """TC-19.5 Autoplay. `start`; then the first player fighter left, by `standard`, or `next`; None at the end."""
    if not scene.in_combat:
        command = Command("start", None, {})
        return command if scene.phase is CALM and check_start(scene, command) is None else None
    if scene.acting is not None:
        return npc_command(scene, scene.fighters[scene.acting])
    for one in scene.fighters.values():
        if not one.acted and one.active and one.engaged and one.is_player:
            return standard_command(scene, one)
    return Command("next", None, {})
