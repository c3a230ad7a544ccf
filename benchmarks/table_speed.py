"""Commands a second of the live table, with rules and a durable journal, against a bare server of the same framework.

Compared are two servers, each uvicorn with Starlette in a process of its own. Ours plays a real fight: at each table
the game master attacks and takes it back in turn (more than half of the attacks stop at a question), five players and
onlookers listen. The bare server reads the order as typed JSON, checks its id with the same pattern, sends a text of
the size of our updates to all six at the table, and a result of the same size to whoever gave the order: no rules, no
journal, no views, and the same text for everybody. It broadcasts each order by itself; ours tells what happened within
a tenth of a second as one, so the size is that of what a listener was told divided by the orders.

The same client presses at both in turn: one order at each table as soon as the last one was answered. It takes a few
microseconds a message (`lean_client`), so that on two free processors the server is what is measured. The processor
time of a command is the server's own after the first second; on a busy machine it is what to go by.
`python benchmarks/table_speed.py [--seconds 4] [--tables 10] [--runs 3]`.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks.lean_client import Line, connect
from tests.web.running import RunningServer, free_port

LISTENERS = 5
"""How many clients at each table only listen."""
SCENE = "closing-time"
PAIR = ("brant: attack bruiser-1", "undo")

BARE = """
import sys
import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocketDisconnect
from fireteam.table.orders import OrderId
class Order(msgspec.Struct):
    id: OrderId
    text: str
decode, encode = msgspec.json.Decoder(Order).decode, msgspec.json.encode
rooms = {}
async def room(websocket):
    await websocket.accept()
    inside = rooms.setdefault(websocket.path_params["room"], set())
    inside.add(websocket)
    try:
        while True:
            order = decode(await websocket.receive_text())
            update = encode({"type": "update", "id": order.id, "text": order.text}).decode()
            for one in list(inside):
                await one.send_text(update)
            result = {"type": "result", "id": order.id, "ok": True, "text": order.text}
            await websocket.send_text(encode(result).decode())
    except WebSocketDisconnect:
        pass
    finally:
        inside.discard(websocket)
app = Starlette(routes=[WebSocketRoute("/{room}", room)])
uvicorn.run(app, port=int(sys.argv[1]), log_level="error", ws="websockets-sansio", ws_per_message_deflate=False)
"""


class Speed(NamedTuple):
    """Commands a second, milliseconds from command to answer, bytes and messages that a listener was told for each."""

    per_second: float
    p50: float
    p99: float
    bytes_out: int
    messages: float
    cpu: float
    """Milliseconds of processor time that the server took for a command: what stays the same on a busy machine."""


Seats = tuple[str, list[dict[str, str]]]
"""The address of a table's socket, and the headers with which each of its clients comes, the presser first."""


class Pressing:
    """Pressing at every table at once, and what came of it."""

    def __init__(self, next_order: Callable[[int], bytes]) -> None:
        self.next_order = next_order
        self.times: list[float] = []
        self.sizes: list[int] = []
        self.is_over = False
        self.broken = ""

    async def sit(self, url: str, seats: list[dict[str, str]]) -> list[Line]:
        """Opens a table's sockets; the presser's comes last."""
        lines = [await connect(url, one, lambda text: self.sizes.append(len(text))) for one in seats[1:]]
        sent, number = 0.0, 0

        def heard(text: bytes) -> None:
            nonlocal sent
            if text[:16] == b'{"type":"result"':
                if b'"ok":true' not in text[:200]:
                    self.broken = text.decode()
                self.times.append(time.perf_counter() - sent)
                press()

        def press() -> None:
            nonlocal sent, number
            if not self.is_over:
                number += 1
                sent = time.perf_counter()
                lines[-1].send(self.next_order(number))

        lines.append(await connect(url, seats[0], heard))
        asyncio.get_running_loop().call_later(0.3, press)
        return lines


async def pressed(urls: list[Seats], next_order: Callable[[int], bytes], seconds: float, pid: int) -> Speed:
    """Presses at every table for so long; what came of it. The first second does not count."""
    pressing = Pressing(next_order)
    lines = [line for url, seats in urls for line in await pressing.sit(url, seats)]
    await asyncio.sleep(1)
    pressing.times.clear()
    pressing.sizes.clear()
    cpu, began = cpu_seconds(pid), time.perf_counter()
    await asyncio.sleep(seconds)
    cpu, took = cpu_seconds(pid) - cpu, time.perf_counter() - began
    times, sizes = sorted(pressing.times), pressing.sizes
    heard = max(1, len(times) * LISTENERS)
    pressing.is_over = True
    for line in lines:
        line.close()
    if pressing.broken or not times:
        raise RuntimeError(pressing.broken or "nothing was answered")
    return Speed(
        len(times) / took,
        statistics.median(times) * 1000,
        times[int(len(times) * 0.99)] * 1000,
        sum(sizes) // heard,
        len(sizes) / heard,
        cpu / len(times) * 1000,
    )


def press_ours(server: RunningServer, tables: int, seconds: float) -> Speed:
    urls: list[Seats] = []
    for _ in range(tables):
        opened = server.post("/api/tables", {"scene": SCENE})
        tokens = [one["token"] for one in opened["seats"]]
        tokens = [tokens[0], *[tokens[1 + number % (len(tokens) - 1)] for number in range(LISTENERS)]]
        path = f"/api/tables/{opened['table']}"
        server.post(f"{path}/orders", {"do": "act", "id": "s", "line": "start"}, tokens[0])
        url = server.url(f"{path}/socket").replace("http", "ws", 1)
        urls.append((url, [{"Authorization": f"Bearer {token}"} for token in tokens]))

    def order(number: int) -> bytes:
        return json.dumps({"do": "act", "id": f"p{number}", "line": PAIR[(number + 1) % 2]}).encode()

    return asyncio.run(pressed(urls, order, seconds, pid_of(server)))


def press_bare(port: int, pid: int, tables: int, seconds: float, size: int) -> Speed:
    urls: list[Seats] = [
        (f"ws://127.0.0.1:{port}/room{number}", [{} for _ in range(LISTENERS + 1)]) for number in range(tables)
    ]

    def order(number: int) -> bytes:
        return json.dumps(
            {"id": f"p{number}", "text": "x" * (size - len('{"type":"update","id":"p1234","text":""}'))}
        ).encode()

    return asyncio.run(pressed(urls, order, seconds, pid))


def cpu_seconds(pid: int) -> float:
    """Processor time that a process has taken, where /proc tells it."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def pid_of(server: RunningServer) -> int:
    if server.process is None:
        raise RuntimeError("it does not run")
    return server.process.pid


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=4)
    parser.add_argument("--tables", type=int, default=10)
    parser.add_argument("--runs", type=int, default=3)
    asked = parser.parse_args()
    gc.disable()  # a pause of the client's would be taken for the server's
    port = free_port()
    bare = subprocess.Popen([sys.executable, "-c", BARE, str(port)], stderr=subprocess.DEVNULL)
    found: list[tuple[Speed, Speed]] = []
    try:
        with (
            tempfile.TemporaryDirectory() as folder,
            RunningServer(str(Path(folder) / "t.db"), Path(folder) / "log") as server,
        ):
            for _ in range(asked.runs):
                ours = press_ours(server, asked.tables, asked.seconds)
                plain = press_bare(port, bare.pid, asked.tables, asked.seconds, ours.bytes_out)
                found.append((ours, plain))
    finally:
        bare.terminate()
        bare.wait(10)
    report(found)
    return 0


def report(found: list[tuple[Speed, Speed]]) -> None:
    for ours, bare in found:
        print(
            f"ours {ours.per_second:7.0f}/s p50 {ours.p50:6.2f} ms p99 {ours.p99:6.2f} ms cpu {ours.cpu:.2f} ms; ",
            end="",
        )
        print(
            f"bare {bare.per_second:7.0f}/s p50 {bare.p50:6.2f} ms p99 {bare.p99:6.2f} ms cpu {bare.cpu:.2f} ms "
            f"(told: {ours.bytes_out} bytes in {ours.messages:.2f} messages; {bare.bytes_out} in {bare.messages:.2f})"
        )
    rate = statistics.median(ours.per_second / bare.per_second for ours, bare in found)
    work = statistics.median(ours.cpu / bare.cpu for ours, bare in found)
    late = statistics.median(ours.p99 / bare.p99 for ours, bare in found)
    print(f"commands a second: {rate:.2f} of the bare server's (goal: at least 0.5)")
    print(f"processor time of a command: {work:.2f} times the bare server's (half its speed is 2)")
    print(f"p99: {late:.2f} times the bare server's (goal: at most 3)")


if __name__ == "__main__":
    sys.exit(main())
