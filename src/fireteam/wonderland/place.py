"""13 Place and pools: distances, ways out, hazards and traps."""

from __future__ import annotations

from dataclasses import dataclass, field

from fireteam.wonderland.weapons import Condition, DamageType

NEAREST, FARTHEST = 1, 10
"""The ends of the scale of distances (UW-8.1)."""
DEFAULT_DISTANCE = 1
DEFAULT_SPACING = 2
DEFAULT_ONSET = 3
DEFAULT_PENALTY = 1

RADIATION, TOXIC, HEAT, COLD = "radiation", "toxic", "heat", "cold"
HAZARDS = (RADIATION, TOXIC, HEAT, COLD)
HAZARD_FIELDS: dict[str, tuple[str, ...]] = {
    RADIATION: (),
    TOXIC: ("damage", "penalty", "lasting"),
    HEAT: ("onset",),
    COLD: ("onset",),
}


@dataclass(slots=True, eq=False, repr=False)
class Hazard:
    """A hostile environment (UW-10.8). Which fields count depends on its name."""

    damage: int = 0
    penalty: int = DEFAULT_PENALTY
    lasting: bool = False
    onset: int = DEFAULT_ONSET


@dataclass(slots=True, eq=False, repr=False)
class Trap:
    """A trap (UW-10.3)."""

    id: str = ""
    name: str = ""
    damage: int = 0
    type: DamageType = DamageType.PHYSICAL
    inflicts: dict[str, Condition] = field(default_factory=dict)


@dataclass(slots=True, eq=False, repr=False)
class Place:
    """Where a scene happens. `clashes` names pairs for which the file gave two different numbers."""

    name: str = ""
    distance: int = DEFAULT_DISTANCE
    spacing: int = DEFAULT_SPACING
    distances: dict[str, dict[str, int]] = field(default_factory=dict)
    exits: bool = True
    pursuit: bool = False
    hazards: dict[str, Hazard] = field(default_factory=dict)
    traps: dict[str, Trap] = field(default_factory=dict)
    clashes: list[str] = field(default_factory=list)
