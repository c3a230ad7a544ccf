"""The server is killed under load, on both stores. `benchmarks/table_crash.py` does it hundreds of times."""

from __future__ import annotations

import random
from pathlib import Path

from fireteam.table.journal import read_story
from fireteam.table.replay import verify
from tests.table.stores import store_url
from tests.web.crashing import crash, journal, open_loads
from tests.web.running import RunningServer

__all__ = ["store_url"]


def test_kill_loses_and_doubles_nothing(store_url: str, tmp_path: Path) -> None:
    """What was acknowledged before kill -9 is there after it, once; the dice still fit the seed."""
    chance = random.Random(6)
    with RunningServer(store_url, tmp_path / "log") as server:
        loads = open_loads(server, 3)
        acknowledged = [crash(server, loads, chance) for _ in range(3)]
        assert min(acknowledged) > 0
        assert journal(server, loads[0])[0]["kind"] == "fight"
        raw = export(server, loads[0].table, loads[0].token)
        assert verify(read_story(raw)) > 0


def export(server: RunningServer, table: str, token: str) -> bytes:
    import urllib.request

    request = urllib.request.Request(server.url(f"/api/tables/{table}/export"))
    request.add_header("authorization", f"Bearer {token}")
    with urllib.request.urlopen(request, timeout=20) as answer:
        raw: bytes = answer.read()
    return raw


def test_a_stop_in_order_finishes_what_was_begun(tmp_path: Path) -> None:
    """SIGTERM ends the server with status 0, and no log line holds a link."""
    with RunningServer(str(tmp_path / "t.db"), tmp_path / "log") as server:
        (load,) = open_loads(server, 1)
        server.get(f"/api/tables/{load.table}", load.token)
        assert server.stop() == 0
        text = (tmp_path / "log").read_text()
        assert '"message": "stopped"' in text
        assert load.token not in text
