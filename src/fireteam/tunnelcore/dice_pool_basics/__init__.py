"""1 Dice pool basics: what is in a pool, how it is rolled and read, and the order of an action.

`joint(sizes)` tells the exact chances of a single pool; everything else here serves the rules.
"""

from fireteam.tunnelcore.dice_pool_basics.distribution import joint
from fireteam.tunnelcore.dice_pool_basics.keep_two import Pool, read_pool

__all__ = ["Pool", "joint", "read_pool"]
