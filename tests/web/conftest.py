"""The smallest ruleset, found by its id; a server in this process."""

from __future__ import annotations

from tests.table.installed import duel_is_installed

__all__ = ["duel_is_installed"]
