"""Chapter 18: where a fighter is, and what that means for gravity and distance to the other rules."""

from __future__ import annotations

from fireteam.solarlink.state import SolarFighter, SolarScene


def has_gravity(scene: SolarScene, fighter: SolarFighter) -> bool:
    """SL-18.1 Place. Aboard a vessel its gravity counts, else that of the place."""
    if fighter.aboard is not None:
        return scene.vehicles[fighter.aboard].gravity
    return scene.place.gravity


def is_on_bad_footing(scene: SolarScene, fighter: SolarFighter) -> bool:
    """SL-18.1 Place. `footing` applies to those aboard nothing."""
    return scene.place.footing > 0 and fighter.aboard is None


def is_in_vacuum(scene: SolarScene, fighter: SolarFighter) -> bool:
    """SL-8.1 Who is exposed. The place, the vessel or the game master's mark leave one in vacuum."""
    if fighter.exposed:
        return True
    if fighter.aboard is None:
        return scene.place.exposed
    vessel = scene.vehicles[fighter.aboard]
    if not vessel.breached or vessel.air > 0:
        return False
    return scene.place.exposed or not vessel.landed
