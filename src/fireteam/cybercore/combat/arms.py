"""CC-13.12, 13.13 Arms: which weapon, whether it works, whether it is in hand, what it uses up; reload, ready, stow."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from fireteam.cybercore.content import ITEMS, NONE, UNARMED, Weapon, weapons
from fireteam.cybercore.events import AmmoUsed, ItemUsed, Readied, Reloaded
from fireteam.cybercore.sheet import CyberFighter
from fireteam.cybercore.state import CyberScene
from fireteam.kernel.events import Id
from fireteam.kernel.names import find
from fireteam.kernel.refusals import Refusal
from fireteam.kernel.run import Run


def default_weapon(one: CyberFighter) -> Weapon:
    """CC-13.13 The readied weapon. Without `with`: the readied one, else the first natural one listed, else unarmed."""
    arms = weapons()
    if one.readied != NONE:
        return arms[one.readied]
    for id in one.weapons:
        if arms[id].is_natural:
            return arms[id]
    return arms[UNARMED]


def find_thing(text: str, things: Iterable[str], what: str) -> str | Refusal:
    """CC-19.1 Reading a command. A weapon or item by name, whatever its case, spaces, hyphens and underscores."""
    return find(text, {id: (id.replace("_", ""),) for id in things}, what)


def weapon_named(one: CyberFighter, text: str) -> Weapon | Refusal:
    """CC-19.1 Reading a command. The weapon that somebody typed: its own first, then any."""
    arms = weapons()
    if text in arms:
        return arms[text]
    thrown = [item for number, item in enumerate(ITEMS) if one.items[number] and item in arms]
    own = find_thing(text, [*one.weapons, UNARMED, *thrown], "weapon")
    found = own if isinstance(own, str) or "could be" in own.reason else find_thing(text, arms, "weapon")
    return arms[found] if isinstance(found, str) else found


def refuse_weapon(one: CyberFighter, weapon: Weapon) -> Refusal | None:
    """CC-13.12 Ammunition and jams, CC-13.13 The readied weapon: carried, loaded, not jammed."""
    if weapon.item >= 0:
        return None if one.items[weapon.item] else Refusal(f"no {weapon.id} left", "CC-13.12")
    if weapon.id not in one.weapons:
        return None if weapon.id == UNARMED else Refusal(f"{one.id} has no {weapon.id}", "CC-13.13")
    if weapon.clip and not one.ammo[weapon.id]:
        return Refusal(f"{weapon.id} is empty: reload", "CC-13.12")
    if weapon.id in one.jammed:
        return Refusal(f"{weapon.id} is jammed: reload", "CC-13.12")
    return None


def needs_readying(one: CyberFighter, weapon: Weapon) -> bool:
    """CC-13.13 The readied weapon. Whether naming it takes a Move: natural and thrown weapons need no readying."""
    return not weapon.is_natural and weapon.item < 0 and weapon.id != one.readied


def make_ready(run: Run[CyberScene], one: CyberFighter, weapon: Weapon) -> None:
    """CC-13.13 The readied weapon. Puts it in hand if it has to be."""
    if needs_readying(one, weapon):
        run.happened(Readied(Id(one.id), weapon.id))


def use_up(run: Run[CyberScene], one: CyberFighter, weapon: Weapon) -> None:
    """CC-13.12 Ammunition and jams. Each attack or `pin` takes 1 from the clip, a thrown weapon 1 of the item."""
    if weapon.clip:
        run.happened(AmmoUsed(Id(one.id), weapon.id, one.ammo[weapon.id] - 1))
    elif weapon.item >= 0:
        left = one.items[weapon.item] - 1
        run.happened(ItemUsed(Id(one.id), weapon.id, left, rule="CC-13.12"))


def refuse_readying(one: CyberFighter, weapon: Weapon) -> Refusal | None:
    """CC-13.13 The readied weapon. What `ready` refuses."""
    if weapon.id != UNARMED and weapon.item < 0 and weapon.id not in one.weapons:
        return Refusal(f"{one.id} has no {weapon.id}", "CC-13.13")
    if weapon.is_natural or weapon.item >= 0:
        return Refusal(f"{weapon.id} needs no readying", "CC-13.13")
    if weapon.id == one.readied:
        return Refusal(f"{weapon.id} is already readied", "CC-13.13")
    return None


def weapon_to_reload(one: CyberFighter, args: dict[str, Any]) -> Weapon | Refusal:
    """CC-13.13 The readied weapon. `reload` alone means the one in hand."""
    if "weapon" in args:
        return weapon_named(one, args["weapon"])
    if one.readied == NONE:
        return Refusal(f"{one.id} has no weapon readied", "CC-13.13")
    return weapons()[one.readied]


def refuse_reloading(one: CyberFighter, weapon: Weapon) -> Refusal | None:
    """CC-13.12 Ammunition and jams. What `reload` refuses; a jam can be cleared from any weapon."""
    if weapon.id != UNARMED and weapon.item < 0 and weapon.id not in one.weapons:
        return Refusal(f"{one.id} has no {weapon.id}", "CC-13.13")
    if weapon.id in one.jammed:
        return None
    if not weapon.clip:
        return Refusal(f"{weapon.id} has no clip", "CC-13.12")
    if one.ammo[weapon.id] >= weapon.clip:
        return Refusal(f"{weapon.id} is full", "CC-13.12")
    return None


def reload(run: Run[CyberScene], one: CyberFighter, weapon: Weapon) -> None:
    """CC-13.12 Ammunition and jams. Fills the clip and clears a jam."""
    run.happened(Reloaded(Id(one.id), weapon.id, weapon.clip))
