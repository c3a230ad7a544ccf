"""UW-9.1, UW-9.2: spread."""

from __future__ import annotations

from fireteam.wonderland.weapons import Weapon


def shares(pool: int, least: int, targets: int) -> list[int]:
    """UW-9.1 Spread. The pool divided by the larger of the least number and the targets; left-over points one each."""
    each, over = divmod(pool, max(least, targets))
    return [each + (at < over) for at in range(targets)]


def is_too_many(weapon: Weapon, targets: int) -> bool:
    """UW-9.2 Spread targets. At most as many as the weapon's spread; without spread one."""
    return targets > weapon.most
