"""Commands a second of the live table, with rules and a durable journal, against a bare server of the same framework.

The bare server takes a text on a WebSocket and sends it to everybody at the same table: no rules, no journal, no
views. Both are uvicorn with Starlette in a process of their own; the same client presses at both in turn, with
messages of the same size. At each table one client gives a command as soon as the last one was answered, and five more
listen. `python benchmarks/table_speed.py [--seconds 4] [--tables 10] [--runs 3]`.
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
from functools import partial
from pathlib import Path
from typing import NamedTuple

import websockets

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.web.running import RunningServer, free_port

LISTENERS = 5
"""How many clients at each table only listen."""
SCENE = "closing-time"
PAIR = ("brant: attack bruiser-1", "undo")

BARE = """
import sys
import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocketDisconnect
rooms = {}
async def room(websocket):
    await websocket.accept()
    inside = rooms.setdefault(websocket.path_params["room"], set())
    inside.add(websocket)
    try:
        while True:
            text = await websocket.receive_text()
            for one in list(inside):
                await one.send_text(text)
    except WebSocketDisconnect:
        pass
    finally:
        inside.discard(websocket)
app = Starlette(routes=[WebSocketRoute("/{room}", room)])
uvicorn.run(app, port=int(sys.argv[1]), log_level="error", ws="websockets-sansio", ws_per_message_deflate=False)
"""


class Speed(NamedTuple):
    """Commands a second, milliseconds from command to answer, bytes of a broadcast message."""

    per_second: float
    p50: float
    p99: float
    bytes_out: int
    cpu: float = 0.0
    """Milliseconds of processor time that the server took for a command: what stays the same on a busy machine."""


async def pressed(
    urls: list[tuple[str, list[dict[str, str]]]], next_order: Callable[[int], str], seconds: float
) -> Speed:
    """Presses at every table for so long; what came of it."""
    times: list[float] = []
    sizes: list[int] = []
    ends = time.perf_counter() + seconds + 0.5
    begins = time.perf_counter() + 0.5

    async def listen(url: str, headers: dict[str, str]) -> None:
        async with websockets.connect(url, additional_headers=headers, max_size=None, compression=None) as line:
            while True:
                sizes.append(len(await line.recv()))

    async def press(url: str, headers: dict[str, str]) -> None:
        async with websockets.connect(url, additional_headers=headers, max_size=None, compression=None) as line:
            number = 0
            while (now := time.perf_counter()) < ends:
                number += 1
                text = next_order(number)
                mark = text[:24]
                await line.send(text)
                while True:
                    answer = await line.recv()
                    if answer[:16] == '{"type":"result"' or answer[:24] == mark:
                        break
                if answer[:16] == '{"type":"result"' and '"ok":true' not in answer[:200]:
                    raise RuntimeError(answer)
                if now > begins:
                    times.append(time.perf_counter() - now)

    listening = [asyncio.create_task(listen(url, one)) for url, seats in urls for one in seats[1:]]
    await asyncio.sleep(0.3)
    await asyncio.gather(*(press(url, seats[0]) for url, seats in urls))
    for task in listening:
        task.cancel()
    await asyncio.gather(*listening, return_exceptions=True)
    times.sort()
    return Speed(
        len(times) / seconds,
        statistics.median(times) * 1000,
        times[int(len(times) * 0.99)] * 1000,
        int(statistics.mean(sizes)) if sizes else 0,
    )


def press_ours(server: RunningServer, tables: int, seconds: float) -> Speed:
    urls = []
    for _ in range(tables):
        opened = server.post("/api/tables", {"scene": SCENE})
        tokens = [one["token"] for one in opened["seats"]]
        tokens = [tokens[0], *[tokens[1 + number % (len(tokens) - 1)] for number in range(LISTENERS)]]
        path = f"/api/tables/{opened['table']}"
        server.post(f"{path}/orders", {"do": "act", "id": "s", "line": "start"}, tokens[0])
        url = server.url(f"{path}/socket").replace("http", "ws", 1)
        urls.append((url, [{"Authorization": f"Bearer {token}"} for token in tokens]))

    def order(number: int) -> str:
        return json.dumps({"do": "act", "id": f"p{number}", "line": PAIR[(number + 1) % 2]})

    return asyncio.run(pressed(urls, order, seconds))


def press_bare(port: int, tables: int, seconds: float, size: int) -> Speed:
    urls: list[tuple[str, list[dict[str, str]]]] = [
        (f"ws://127.0.0.1:{port}/room{number}", [{} for _ in range(LISTENERS + 1)]) for number in range(tables)
    ]

    def order(number: int) -> str:
        return f"{number:024d}" + "x" * max(0, size - 24)

    return asyncio.run(pressed(urls, order, seconds))


def cpu_seconds(pid: int) -> float:
    """Processor time that a process has taken, where /proc tells it."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def pid_of(server: RunningServer) -> int:
    if server.process is None:
        raise RuntimeError("it does not run")
    return server.process.pid


def with_cpu(pid: int, press: Callable[[], Speed], seconds: float) -> Speed:
    before = cpu_seconds(pid)
    found = press()
    commands = found.per_second * seconds * (seconds + 0.5) / seconds
    return found._replace(cpu=(cpu_seconds(pid) - before) / commands * 1000)


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
                ours = with_cpu(pid_of(server), lambda: press_ours(server, asked.tables, asked.seconds), asked.seconds)
                size = ours.bytes_out
                plain = with_cpu(bare.pid, partial(press_bare, port, asked.tables, asked.seconds, size), asked.seconds)
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
            f"({ours.bytes_out} bytes)"
        )
    rate = statistics.median(ours.per_second / bare.per_second for ours, bare in found)
    work = statistics.median(ours.cpu / bare.cpu for ours, bare in found)
    late = statistics.median(ours.p99 / bare.p99 for ours, bare in found)
    print(f"commands a second: {rate:.2f} of the bare server's (goal: at least 0.5)")
    print(f"processor time of a command: {work:.2f} times the bare server's (half its speed is 2)")
    print(f"p99: {late:.2f} times the bare server's (goal: at most 3)")


if __name__ == "__main__":
    sys.exit(main())
