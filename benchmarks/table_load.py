"""Many tables at once: 200 tables with 6 clients each and 100 commands a second in all, by default.

The tables play real fights, all bundled scenes in turn: a game master attacks and takes it back. Measured are the time
from a command to its durable answer, and to the last of the six clients that hears of it. Bounded in time.
`python benchmarks/table_load.py [--tables 200] [--rate 100] [--seconds 15] [--forecasts] [--db URL]`.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import random
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks.lean_client import Line, connect
from benchmarks.table_speed import LISTENERS, attacking, open_with_attack
from tests.web.running import RunningServer


class Table:
    """One table with its six clients, and what they have seen."""

    def __init__(self, server: RunningServer, scene: str) -> None:
        path, tokens, line = open_with_attack(server, scene)
        self.tokens = [tokens[0], *[tokens[1 + number % (len(tokens) - 1)] for number in range(LISTENERS)]]
        self.order = attacking(line)
        self.url = server.url(f"{path}/socket").replace("http", "ws", 1)
        self.sent: dict[str, float] = {}
        self.answered: list[float] = []
        self.heard: list[float] = []
        self.last = 0.0
        self.broken = ""
        self.gm: Line | None = None
        self.number = 0

    async def listen(self, token: str, gate: asyncio.Semaphore) -> Line:
        async with gate:
            line = await connect(self.url, {"Authorization": f"Bearer {token}"}, self.hear)
        if token == self.tokens[0]:
            self.gm = line
        return line

    def hear(self, text: bytes) -> None:
        now = time.perf_counter()
        if text[:16] == b'{"type":"result"':
            answer = json.loads(text)
            if answer["ok"]:
                self.answered.append(now - self.sent[answer["id"]])
            else:
                self.broken = text.decode()
        elif text[:16] == b'{"type":"update"':
            self.heard.append(now - self.last)

    def press(self) -> None:
        self.number += 1
        if self.gm is None:
            raise RuntimeError("not connected")
        self.sent[f"p{self.number}"] = self.last = time.perf_counter()
        self.gm.send(self.order(self.number))


async def load(tables: list[Table], rate: float, seconds: float) -> None:
    gate = asyncio.Semaphore(50)
    lines = await asyncio.gather(*(table.listen(token, gate) for table in tables for token in table.tokens))
    chance = random.Random(1)
    chance.shuffle(tables)
    began = time.perf_counter()
    number = 0
    while (now := time.perf_counter() - began) < seconds:
        while number < now * rate:
            tables[number % len(tables)].press()
            number += 1
        await asyncio.sleep(0.002)
    await asyncio.sleep(2)
    for line in lines:
        line.close()
    broken = [table.broken for table in tables if table.broken]
    if broken:
        raise RuntimeError(broken[0])


def buckets(server: RunningServer) -> dict[str, float]:
    """The server's own histogram of order times: how many within each bound."""
    with urllib.request.urlopen(server.url("/metrics"), timeout=10) as answer:
        lines = answer.read().decode().splitlines()
    return {
        line.split('"')[1]: float(line.split()[-1])
        for line in lines
        if line.startswith("fireteam_order_seconds_bucket")
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--rate", type=float, default=100)
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--forecasts", action="store_true")
    parser.add_argument("--db", default="")
    asked = parser.parse_args()
    gc.disable()  # a pause of the client's would be taken for the server's
    options = ["--forecasts"] if asked.forecasts else []
    with tempfile.TemporaryDirectory() as folder:
        db = asked.db or str(Path(folder) / "t.db")
        with RunningServer(db, Path(folder) / "log", *options) as server:
            scenes = [one["name"] for one in server.get("/api/scenes")]
            tables = [Table(server, scenes[number % len(scenes)]) for number in range(asked.tables)]
            before = buckets(server)
            asyncio.run(load(tables, asked.rate, asked.seconds))
            after = buckets(server)
    answered = sorted(one * 1000 for table in tables for one in table.answered)
    heard = sorted(one * 1000 for table in tables for one in table.heard)
    sent = sum(table.number for table in tables)
    print(f"{asked.tables} tables, {asked.tables * (LISTENERS + 1)} clients, {sent / asked.seconds:.0f} commands/s")
    print(f"answers: {len(answered)} of {sent}; p50 {at(answered, 0.5):.1f} ms, p99 {at(answered, 0.99):.1f} ms")
    counts = {bound: after[bound] - before.get(bound, 0) for bound in after}
    most = next(bound for bound, count in counts.items() if count >= 0.99 * counts["+Inf"])
    print(f"by the server's own clock 99 in 100 were durable and answered within {float(most) * 1000:g} ms")
    print(
        f"updates: {len(heard)}; p50 {at(heard, 0.5):.1f} ms, p99 {at(heard, 0.99):.1f} ms, latest {heard[-1]:.0f} ms"
    )
    print("goals: every command answered; p99 under 50 ms; no client more than 1,000 ms behind")
    return 0


def at(sorted_: list[float], part: float) -> float:
    return sorted_[min(len(sorted_) - 1, int(len(sorted_) * part))] if sorted_ else float("nan")


if __name__ == "__main__":
    sys.exit(main())
