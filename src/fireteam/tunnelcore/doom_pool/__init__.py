"""6 The doom pool: the Wire DM's dice, how they grow and what they buy, and the tower that counts them all."""

AT_BOOT = (6, 6)
"""TC-6.1 The pool: what it holds at boot."""

TOWER_AT_BOOT = 40
TOWER_FULL = 100
"""TC-6.11 Tower: a percentage, 40 at boot, 100 at most."""
