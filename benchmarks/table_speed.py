"""Commands a second of the live table, with rules and a durable journal, against a bare server of the same framework.

Compared are two servers, each uvicorn with Starlette in a process of its own. Ours plays real fights: the tables take
turns through all bundled scenes of all games, and at each the game master gives the first attack that is on offer and
takes it back in turn (some attacks stop at a question), while five players and onlookers listen. The bare server reads
the order as typed JSON, checks its id with the same pattern, sends a text of the size of our updates to all six at the
table, and a result of the same size to whoever gave the order: no rules, no journal, no views, and the same text for
everybody. It broadcasts each order by itself; ours tells a table's listeners ten times a second on the long run, so
the size is that of what a listener was told divided by the orders.

The same client presses at both in turn, for a second each: one order at each table as soon as the last one was
answered. It takes a few microseconds a message (`lean_client`), so that on two free processors the server is what is
measured. What is printed are medians over all turns, the ratios those of each turn. The processor time is the server's
own, without the process that writes its database.

Four tables of each scene are six sockets each, 288 in all, a quarter of what `table_load.py` opens. With one table of
each (`--tables 12`) both are quicker and what is found swings with the attacks that happen to be on offer.
`python benchmarks/table_speed.py [--seconds 1] [--tables 48] [--runs 12]`.
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
TRIES = 5
"""How many tables of a scene are opened until an attack is on offer at one."""
RUN_IN_SECONDS = 0.25
"""How long is pressed before it counts."""
QUIET_SECONDS = 1.5
"""How long after a while of pressing the other server's begins: what ours tidies up when it is quiet is done then."""

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
    bytes_out: float
    messages: float
    cpu: float
    """Milliseconds of processor time that the server took for a command: what stays the same on a busy machine."""


Pair = tuple[Speed, Speed]
"""Ours and the bare server's, one after the other."""


class Pressing:
    """A server, and pressing at all its tables at once for a while, again and again."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.times: list[float] = []
        self.sizes: list[int] = []
        self.presses: list[Callable[[], None]] = []
        self.lines: list[Line] = []
        self.is_on = False
        self.broken = ""

    async def sit(self, url: str, seats: list[dict[str, str]], order: Callable[[int], bytes]) -> None:
        """Opens a table's sockets; the presser's comes last, and sends these orders by their number."""
        lines = [await connect(url, one, lambda text: self.sizes.append(len(text))) for one in seats[1:]]
        sent, number = 0.0, 0

        def heard(text: bytes) -> None:
            nonlocal sent
            if text[:16] == b'{"type":"result"':
                if b'"ok":true' not in text[:200]:
                    self.broken = text.decode()
                self.times.append(time.perf_counter() - sent)
                if self.is_on:
                    press()

        def press() -> None:
            nonlocal sent, number
            number += 1
            sent = time.perf_counter()
            lines[-1].send(order(number))

        lines.append(await connect(url, seats[0], heard))
        self.presses.append(press)
        self.lines += lines

    async def press(self, seconds: float) -> Speed:
        """Presses at every table for so long, and waits until the last order is answered and told."""
        self.is_on = True
        for press in self.presses:
            press()
        await asyncio.sleep(RUN_IN_SECONDS)
        self.times.clear()
        self.sizes.clear()
        cpu, began = cpu_seconds(self.pid), time.perf_counter()
        await asyncio.sleep(seconds)
        took, cpu = time.perf_counter() - began, cpu_seconds(self.pid) - cpu
        self.is_on = False
        times = sorted(self.times)
        await asyncio.sleep(QUIET_SECONDS)
        if self.broken or not times:
            raise RuntimeError(self.broken or "nothing was answered")
        heard = len(self.times) * LISTENERS
        return Speed(
            len(times) / took,
            statistics.median(times) * 1000,
            times[int(len(times) * 0.99)] * 1000,
            sum(self.sizes) / heard,
            len(self.sizes) / heard,
            cpu / len(times) * 1000,
        )

    def close(self) -> None:
        for line in self.lines:
            line.close()


async def sit_at_ours(server: RunningServer, tables: int) -> Pressing:
    pressing = Pressing(pid_of(server))
    scenes = [one["name"] for one in server.get("/api/scenes")]
    for number in range(tables):
        path, tokens, line = open_with_attack(server, scenes[number % len(scenes)])
        tokens = [tokens[0], *[tokens[1 + at % (len(tokens) - 1)] for at in range(LISTENERS)]]
        url = server.url(f"{path}/socket").replace("http", "ws", 1)
        seats = [{"Authorization": f"Bearer {token}"} for token in tokens]
        await pressing.sit(url, seats, attacking(line))
    return pressing


def open_with_attack(server: RunningServer, scene: str) -> tuple[str, list[str], str]:
    """A table of a scene at which an attack is on offer: its address, its links' secrets, and the attack.

    Now and then a fight is decided before that; then another one is opened.
    """
    for _ in range(TRIES):
        opened = server.post("/api/tables", {"scene": scene})
        path, tokens = f"/api/tables/{opened['table']}", [one["token"] for one in opened["seats"]]
        line = first_attack(server, path, tokens[0])
        if line is not None:
            return path, tokens, line
    raise RuntimeError(f"{scene}: no attack is on offer")


def first_attack(server: RunningServer, path: str, token: str) -> str | None:
    """Begins a fight, answers what is asked, passes turns, until an attack is on offer; the first of them."""

    def give(order: dict[str, str]) -> None:
        server.post(f"{path}/orders", order, token)

    give({"do": "act", "id": "start", "line": "start"})
    for number in range(200):
        question = server.get(path, token)["question"]
        if question is not None:
            give({"do": "answer", "id": f"a{number}", "key": question["key"], "answer": question["default"]})
            continue
        for one in server.get(f"{path}/offers", token):
            if one["hostile"]:
                line: str = one["text"]
                return line
        give({"do": "act", "id": f"n{number}", "line": "next"})
    return None


def attacking(line: str) -> Callable[[int], bytes]:
    """The orders of one table: the attack, and taking it back."""
    lines = (line, "undo")
    return lambda number: json.dumps({"do": "act", "id": f"p{number}", "line": lines[(number + 1) % 2]}).encode()


async def sit_at_bare(port: int, pid: int, tables: int, size: float) -> Pressing:
    padding = "x" * max(0, round(size) - len('{"type":"update","id":"p1234","text":""}'))

    def order(number: int) -> bytes:
        return json.dumps({"id": f"p{number}", "text": padding}).encode()

    pressing = Pressing(pid)
    for number in range(tables):
        await pressing.sit(f"ws://127.0.0.1:{port}/room{number}", [{} for _ in range(LISTENERS + 1)], order)
    return pressing


async def side_by_side(server: RunningServer, port: int, pid: int, asked: argparse.Namespace) -> list[Pair]:
    """Presses at both in turn, for short whiles, so that what else the machine does meets both alike."""
    ours = await sit_at_ours(server, asked.tables)
    await ours.press(1.0)
    bare = await sit_at_bare(port, pid, asked.tables, (await ours.press(1.0)).bytes_out)
    await bare.press(1.0)
    found = [(await ours.press(asked.seconds), await bare.press(asked.seconds)) for _ in range(asked.runs)]
    ours.close()
    bare.close()
    return found


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
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--tables", type=int, default=48)
    parser.add_argument("--runs", type=int, default=12)
    asked = parser.parse_args()
    gc.disable()  # a pause of the client's would be taken for the server's
    port = free_port()
    bare = subprocess.Popen([sys.executable, "-c", BARE, str(port)], stderr=subprocess.DEVNULL)
    try:
        with (
            tempfile.TemporaryDirectory() as folder,
            RunningServer(str(Path(folder) / "t.db"), Path(folder) / "log") as server,
        ):
            report(asyncio.run(side_by_side(server, port, bare.pid, asked)))
    finally:
        bare.terminate()
        bare.wait(10)
    return 0


def report(found: list[Pair]) -> None:
    for name, speeds in (("ours", [one for one, _ in found]), ("bare", [one for _, one in found])):
        middle = Speed(*(statistics.median(values) for values in zip(*speeds, strict=True)))
        print(
            f"{name} {middle.per_second:7.0f}/s p50 {middle.p50:6.2f} ms p99 {middle.p99:6.2f} ms "
            f"cpu {middle.cpu:.3f} ms; told {middle.bytes_out:.0f} bytes in {middle.messages:.2f} messages"
        )
    rate = statistics.median(ours.per_second / bare.per_second for ours, bare in found)
    work = statistics.median(ours.cpu / bare.cpu for ours, bare in found)
    late = statistics.median(ours.p99 / bare.p99 for ours, bare in found)
    print(f"commands a second: {rate:.2f} of the bare server's (goal: at least 0.5)")
    print(f"processor time of a command: {work:.2f} times the bare server's")
    print(f"p99: {late:.2f} times the bare server's (goal: at most 3)")


if __name__ == "__main__":
    sys.exit(main())
