"""UW-9.24 Lifeforms: who is immune to what."""

from __future__ import annotations

from fireteam.wonderland.state import OBJECT, Fighter, Lifeform, Trait
from fireteam.wonderland.weapons import PHYSICAL, DamageType
from fireteam.wonderland.written import CONDITION_FIELDS

TRANSLUCENT = Trait.TRANSLUCENT
NOTHING: frozenset[str] = frozenset()

IMMUNE: dict[Lifeform, frozenset[str]] = {
    Lifeform.HUMAN: NOTHING,
    Lifeform.AUT: frozenset(("poison", "hypothermia", "radiation", "chronic")),
    Lifeform.DWELLER: frozenset(("poison", "radiation", "chronic", "toxic")),
    Lifeform.ORG: frozenset(("radiation",)),
    Lifeform.KIN: NOTHING,
    Lifeform.INDIGO: NOTHING,
    Lifeform.CREATURE: NOTHING,
    Lifeform.THING: frozenset((*CONDITION_FIELDS, "toxic", "radiation")),
}
"""UW-9.24 Lifeforms. Immune means no condition, no loss, no damage of that type, no roll penalty."""

RESILIENT = frozenset((Lifeform.DWELLER, Lifeform.INDIGO))
"""Lifeforms that need twice the onset (UW-9.13); others by the trait."""


def is_immune(fighter: Fighter, what: str) -> bool:
    """UW-9.24 Lifeforms. Whether a condition or hazard does nothing to a fighter; the translucent do not bleed."""
    if fighter.kind is OBJECT and what in IMMUNE[Lifeform.THING]:
        return True
    return what in IMMUNE[fighter.lifeform] or (what == "bleed" and TRANSLUCENT in fighter.traits)


def is_untouched(fighter: Fighter, kind: DamageType) -> bool:
    """UW-9.23 Translucent. Physical damage to it is 0; else UW-9.24. Psychic damage spares nobody (UW-9.8)."""
    if kind is PHYSICAL:
        return bool(fighter.traits) and TRANSLUCENT in fighter.traits
    return kind in IMMUNE[fighter.lifeform if fighter.kind is not OBJECT else Lifeform.THING]


def is_resilient(fighter: Fighter) -> bool:
    """UW-9.13 Onset. Dwellers, Indigo, and any with the trait."""
    return fighter.lifeform in RESILIENT or Trait.RESILIENT in fighter.traits
