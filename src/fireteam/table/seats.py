"""Seats and the links that open them. A link is 128 random bits; only its hash is ever stored."""

from __future__ import annotations

import hashlib
import re
import secrets
from typing import Any

from fireteam.kernel.scene import Control
from fireteam.kernel.visibility import Role
from fireteam.table.records import Seat

MOST_SEATS = 40
"""The most seats at a table."""
MOST_SEAT_NAME = 60
"""The longest name of a seat, in characters."""

GM_SEAT = "gm"
"""The id of the first game master's seat."""

_TOKEN = re.compile(r"[A-Za-z0-9_-]{22}$")


def new_token() -> str:
    """A secret that opens a seat: 128 random bits, 22 characters that can stand in an address."""
    return secrets.token_urlsafe(16)


def hash_token(token: str) -> str:
    """What is stored of a token. A token that cannot be one hashes to nothing."""
    if not _TOKEN.match(token):
        return ""
    return hashlib.sha256(b"fireteam-link:" + token.encode()).hexdigest()


def first_seats(scene: Any) -> list[Seat]:
    """One seat for the game master, one for each player's fighter, and one for all who only look."""
    found = [Seat(GM_SEAT, "Game master", Role.GM)]
    for fighter in scene.fighters.values():
        if fighter.controlled_by is Control.PLAYER and len(found) < MOST_SEATS - 1:
            found.append(Seat(f"seat-{len(found)}", fighter.name[:MOST_SEAT_NAME], Role.PLAYER, (fighter.id,)))
    found.append(Seat("spectators", "Spectators", Role.SPECTATOR))
    return found
