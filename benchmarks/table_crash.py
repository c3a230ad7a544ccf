"""kill -9 under load, as often as wanted, on both stores: `python benchmarks/table_crash.py [--rounds 200]`.

Each round presses orders on three tables from four sockets each, kills the server at a random moment, starts it again
and compares the journal with what was acknowledged. PostgreSQL is tried when FIRETEAM_TEST_POSTGRES names a server.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.table.stores import POSTGRES, drop_database, new_database
from tests.web.crashing import crash, open_loads
from tests.web.running import RunningServer

TABLES_FOR = 25
"""After so many rounds the tables are new ones, so that checking them stays quick."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        try_store("sqlite", str(Path(folder) / "t.db"), Path(folder) / "log", asked.rounds, asked.seed)
        if POSTGRES:
            url, name = new_database()
            try:
                try_store("postgres", url, Path(folder) / "log", asked.rounds, asked.seed)
            finally:
                drop_database(name)
        else:
            print("postgres: not tried (FIRETEAM_TEST_POSTGRES names no server)")
    return 0


def try_store(kind: str, url: str, log: Path, rounds: int, seed: int) -> None:
    chance = random.Random(seed)
    began = time.monotonic()
    acknowledged = 0
    with RunningServer(url, log) as server:
        loads = open_loads(server, 3)
        for number in range(1, rounds + 1):
            before = sum(len(load.done) for load in loads)
            acknowledged += crash(server, loads, chance) - before
            if number % TABLES_FOR == 0:
                loads = open_loads(server, 3)
    seconds = time.monotonic() - began
    print(f"{kind}: {rounds} kills, {acknowledged} orders acknowledged, 0 lost, 0 doubled ({seconds:.0f} s)")


if __name__ == "__main__":
    sys.exit(main())
