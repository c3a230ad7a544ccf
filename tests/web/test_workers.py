"""Several processes serve the same tables from PostgreSQL."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from pathlib import Path

import websockets

from tests.table.stores import drop_database, new_database
from tests.web.crashing import journal_orders, open_loads
from tests.web.running import RunningServer

SOCKETS = 8
"""Enough that both workers get some: the system shares out connections as it likes."""


def test_two_workers_serve_one_table(tmp_path: Path) -> None:
    """Orders on many sockets, whichever worker they reach: each counts once, and everybody hears of all of them."""
    url, name = new_database()
    server = RunningServer(url, tmp_path / "log", "--workers", "2")
    try:
        server.start()
        (load,) = open_loads(server, 1)
        address = server.url(f"/api/tables/{load.table}/socket").replace("http", "ws", 1)
        headers = {"Authorization": f"Bearer {load.token}"}

        async def press(number: int) -> set[str]:
            heard: set[str] = set()
            async with websockets.connect(address, additional_headers=headers) as line:
                await line.recv()
                await asyncio.sleep(0.5)
                order = {"do": "say", "id": f"p{number}", "text": f"word {number}"}
                await line.send(json.dumps(order))
                async with asyncio.timeout(20):
                    while len(heard) < SOCKETS:
                        message = json.loads(await line.recv())
                        if message["type"] == "update":
                            heard |= {one["text"] for one in message["happened"] if one["kind"] == "said"}
            return heard

        async def main() -> list[set[str]]:
            return await asyncio.gather(*(press(number) for number in range(SOCKETS)))

        heard = asyncio.run(main())
        assert all(words == {f"word {number}" for number in range(SOCKETS)} for words in heard)
        orders = journal_orders(server, load)
        assert sorted(one for one in orders if one.startswith("p")) == sorted(f"p{n}" for n in range(SOCKETS))
        assert server.stop() == 0
    finally:
        if server.process is not None:
            os.killpg(server.process.pid, signal.SIGKILL)
            server.kill()
        drop_database(name)
