"""When the interpreter looks for garbage. Nearly all is freed without that, as soon as nobody refers to it; what is
left are few rings. Everybody waits while somebody looks, so it happens when nothing is ordered; where that does not
come the new is looked at now and then, and all that survives a look is left alone until a long quiet.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable

LOOK_SECONDS = 1.0
"""How often somebody sees whether it is quiet."""
BUSY_SECONDS = 30
"""After so long without quiet the new is looked at all the same."""
LONG_QUIET_SECONDS = 20
"""So long nothing must have been ordered for a look at everything."""
THOROUGH_SECONDS = 1800
"""How much time lies between two looks at everything: hundreds of tables take the better part of a second."""


def prepare() -> None:
    """From now on nobody looks but `tidy`. What has been loaded by now stays for good."""
    gc.collect()
    gc.freeze()
    gc.disable()


async def tidy(orders_done: Callable[[], int]) -> None:
    """Looks for garbage when it is quiet. What survives counts as old."""
    before, quiet, busy, since_thorough = 0, 0, 0, 0
    while True:
        await asyncio.sleep(LOOK_SECONDS)
        now = orders_done()
        quiet, busy = (quiet + 1, 0) if now == before else (0, busy + 1)
        before = now
        since_thorough += 1
        if quiet == LONG_QUIET_SECONDS and since_thorough >= THOROUGH_SECONDS:
            since_thorough = 0
            gc.unfreeze()
            gc.collect()
            gc.freeze()
        elif quiet == 1 or busy == BUSY_SECONDS:
            busy = 0
            gc.collect(0)
            gc.freeze()
