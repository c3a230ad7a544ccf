"""What can be wrong with a store."""

from __future__ import annotations


class Taken(Exception):
    """The positions that were to be written are taken: somebody else wrote first."""


class StoreFault(Exception):
    """A store that cannot be used, as a sentence that says what to change."""
