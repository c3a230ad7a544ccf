"""The example bot plays its fighter to the end of a fight, from nothing but its link."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.web.running import ROOT, RunningServer

MOST_LINES = 40
"""How many lines of code the example may have: the guide promises about 30."""


def test_the_example_bot_plays_a_fighter(tmp_path: Path) -> None:
    """Two bots, one for each player, fight until one side is left; the log of the table shows their commands."""
    scene = {
        "ruleset": "duel",
        "fighters": {
            "ann": {"side": "a", "controlled_by": "player"},
            "bob": {"side": "b", "controlled_by": "player"},
        },
    }
    with RunningServer(str(tmp_path / "t.db"), tmp_path / "log") as server:
        opened = server.post("/api/tables", {"scene": scene})
        gm, *players = opened["seats"][:3]
        started = server.post(
            f"/api/tables/{opened['table']}/orders", {"do": "act", "id": "1", "line": "start"}, gm["token"]
        )
        assert started["ok"]
        bots = [
            subprocess.Popen(
                [sys.executable, str(ROOT / "examples/bot.py"), one["link"]], stdout=subprocess.PIPE, text=True
            )
            for one in players
        ]
        said = [bot.communicate(timeout=60)[0] for bot in bots]
        assert all(bot.returncode == 0 for bot in bots)
        assert all("over: " in text for text in said)
        assert any("hit" in text for text in said)
        view = server.get(f"/api/tables/{opened['table']}", gm["token"])
        assert view["scene"]["phase"] == "over"


def test_the_example_bot_is_short() -> None:
    """Lines of code, without blank ones and docstrings."""
    text = (ROOT / "examples/bot.py").read_text()
    body = text.split('"""', 2)[2]
    lines = [line for line in body.splitlines() if line.strip() and not line.strip().startswith('"""')]
    assert len(lines) <= MOST_LINES
