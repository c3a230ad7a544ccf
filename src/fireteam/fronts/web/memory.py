"""When the interpreter looks for garbage. A full look at hundreds of tables takes the better part of a second, and
everybody would wait for it: so it happens in quiet moments, and what lives long is looked at seldom.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable

YOUNG, MIDDLE, NEVER = 2_000, 5, 1_000_000
"""The collector's thresholds: young objects as they come, few at a time, as each look is a pause for all tables;
the old ones only by `tidy`."""
LOOK_SECONDS = 20.0
"""How often somebody looks whether it is quiet."""
THOROUGH = 90
"""After so many tidyings one that looks at everything, the oldest objects included."""


def prepare() -> None:
    """From now on the old are left alone. What has been loaded by now stays for good."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, NEVER)


async def tidy(orders_done: Callable[[], int]) -> None:
    """Tidies up whenever nothing was ordered for a while. What survives counts as old."""
    count = 0
    before = -1
    while True:
        await asyncio.sleep(LOOK_SECONDS)
        now = orders_done()
        if now == before:
            count += 1
            if count % THOROUGH == 0:
                gc.unfreeze()
            gc.collect()
            gc.freeze()
        before = now
