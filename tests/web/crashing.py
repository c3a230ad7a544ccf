"""kill -9 under load: what was acknowledged must be there, once, and what was not must be there at most once."""

from __future__ import annotations

import asyncio
import json
import random
from dataclasses import dataclass, field
from typing import Any

import websockets

from tests.web.running import RunningServer

SCENE = {
    "ruleset": "duel",
    "title": "Crash",
    "fighters": {
        "ann": {"side": "a", "controlled_by": "player"},
        "bob": {"side": "b", "controlled_by": "player"},
    },
}

CLIENTS = 4
"""How many clients press at once."""


@dataclass
class Load:
    """What clients of one table sent, and what was acknowledged."""

    table: str
    token: str
    sent: list[str] = field(default_factory=list)
    done: set[str] = field(default_factory=set)
    number: int = 0

    def next_order(self) -> dict[str, Any]:
        self.number += 1
        id = f"o{self.number}"
        self.sent.append(id)
        kind = self.number % 4
        if kind == 0:
            return {"do": "say", "id": id, "text": f"word {self.number}"}
        if kind == 1:
            return {"do": "act", "id": id, "line": f"note {self.number}"}
        if kind == 2:
            return {"do": "act", "id": id, "line": "set fighters.ann.hearts 3"}
        return {"do": "act", "id": id, "line": "ann: hit bob" if self.number % 8 == 3 else "bob: hit ann"}


def open_loads(server: RunningServer, tables: int) -> list[Load]:
    """New tables, each with its fight begun."""
    found = []
    for _ in range(tables):
        opened = server.post("/api/tables", {"scene": SCENE})
        load = Load(opened["table"], opened["seats"][0]["token"])
        result = server.post(f"/api/tables/{load.table}/orders", {"do": "act", "id": "s", "line": "start"}, load.token)
        assert result["ok"]
        found.append(load)
    return found


async def _press(server: RunningServer, load: Load) -> None:
    """One client: an order after the other on a socket, until the server is gone."""
    url = server.url(f"/api/tables/{load.table}/socket").replace("http", "ws", 1)
    try:
        async with websockets.connect(url, additional_headers={"Authorization": f"Bearer {load.token}"}) as line:
            for _ in range(100_000):
                order = load.next_order()
                await line.send(json.dumps(order))
                while True:
                    message = json.loads(await line.recv())
                    if message["type"] in ("result", "error"):
                        break
                if message["type"] == "result" and message["ok"]:
                    load.done.add(order["id"])
    except (OSError, websockets.WebSocketException):
        return


async def _under_load(server: RunningServer, loads: list[Load], seconds: float) -> None:
    pressing = [asyncio.create_task(_press(server, load)) for load in loads for _ in range(CLIENTS)]
    await asyncio.sleep(seconds)
    server.kill()
    await asyncio.wait(pressing, timeout=10)
    for task in pressing:
        task.cancel()


def crash(server: RunningServer, loads: list[Load], chance: random.Random) -> int:
    """Load, kill -9 at a random moment, start again, check every table; how many orders were acknowledged."""
    asyncio.run(_under_load(server, loads, 0.15 + chance.random() * 0.25))
    server.start()
    return sum(check(server, load) for load in loads)


def check(server: RunningServer, load: Load) -> int:
    """That a table lost and doubled nothing; what was not acknowledged is sent again and counts once."""
    orders = journal_orders(server, load)
    missing = load.done - set(orders)
    assert not missing, f"acknowledged and lost: {sorted(missing)}"
    assert len(orders) == len(set(orders)), "an order stands twice"
    acknowledged = len(load.done)
    for id in load.sent[-2 * CLIENTS :]:
        if id not in load.done:
            body = {"do": "say", "id": id, "text": "again"}
            result = server.post(f"/api/tables/{load.table}/orders", body, load.token)
            assert result["ok"] and result.get("repeat", False) == (id in orders)
            load.done.add(id)
    again = journal_orders(server, load)
    assert len(again) == len(set(again)), "a repeat acted twice"
    load.sent.clear()
    return acknowledged


def journal_orders(server: RunningServer, load: Load) -> list[str]:
    """The ids of the orders in a table's journal."""
    return [line["order"].partition(":")[2] for line in journal(server, load) if line.get("order")]


def journal(server: RunningServer, load: Load) -> list[dict[str, Any]]:
    import urllib.request

    request = urllib.request.Request(server.url(f"/api/tables/{load.table}/export"))
    request.add_header("authorization", f"Bearer {load.token}")
    with urllib.request.urlopen(request, timeout=20) as answer:
        return [json.loads(line) for line in answer.read().splitlines()]
