"""The weapon table of chapter 11 and the condition table of UW-9.3, as values."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

UNARMED = "unarmed"
FISTS = "fists"
"""The two names of bare hands (UW-3.8)."""
UNARMED_KP = 3
UNARMED_RANGE = 1


class DamageType(StrEnum):
    """What damage is made of."""

    PHYSICAL = "physical"
    PSYCHIC = "psychic"
    TOXIC = "toxic"
    RADIATION = "radiation"
    FIRE = "fire"
    COLD = "cold"


class Use(StrEnum):
    """How a weapon is used: hand to hand, or from afar."""

    MELEE = "melee"
    RANGED = "ranged"


PHYSICAL, PSYCHIC, TOXIC, RADIATION, FIRE, COLD = DamageType
MELEE, RANGED = Use


@dataclass(slots=True, eq=False, repr=False)
class Condition:
    """A condition that a fighter has, or that a weapon inflicts. Which fields count depends on its name (UW-9.3)."""

    turns: int = 0
    loss: int = 0
    penalty: int = 1
    sessions: int = 0
    lost: int = 0
    bonus: int = 0
    extreme: bool = False
    by: str = ""


@dataclass(slots=True, frozen=True, eq=False)
class Weapon:
    """A weapon; never changes. `most` targets may be declared, and the pool is dealt in at least `least` shares."""

    id: str
    name: str = ""
    kp: int = UNARMED_KP
    damage: int = 0
    range: int = 1
    use: Use = MELEE
    type: DamageType = PHYSICAL
    least: int = 1
    most: int = 1
    aoe: int = 0
    inflicts: tuple[tuple[str, Condition], ...] = ()
    uses: int = 0
    is_bare: bool = False


def bare_hands(strength: int) -> Weapon:
    """UW-3.8 Bare hands. 3 KP, melee, range 1, physical, damage equal to the stat Strength."""
    return Weapon(UNARMED, "Bare Hands", UNARMED_KP, strength, UNARMED_RANGE, is_bare=True)
