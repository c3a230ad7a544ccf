"""`fireteam serve --open` and `make play`: the link is printed, a taken port is no trouble, a browser is opened."""

from __future__ import annotations

import http.server
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import urllib.request
from pathlib import Path

import pytest

from fireteam.fronts.cli import doorstep

ROOT = Path(__file__).parents[2]


def test_a_link_is_printed_and_works_although_the_port_is_taken(tmp_path: Path) -> None:
    """Somebody else has port 8000, or we take it: the table opens on the next, and its first link sits one down."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        environment = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY")}
        server = subprocess.Popen(
            [sys.executable, "-m", "fireteam", "serve", "--open", "--port", str(port), "sump-gate"],
            cwd=ROOT,
            env={**environment, "FIRETEAM_HOME": str(tmp_path)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        try:
            assert server.stdout is not None and server.stderr is not None
            lines = []
            for line in server.stdout:
                lines.append(line)
                if line.startswith("Fireteam is at "):
                    break
            found = re.search(r"Fireteam is at (http://127\.0\.0\.1:(\d+)/join/\S+)", lines[-1])
            assert found is not None and int(found[2]) != port
            assert sum("/join/" in line for line in lines) == 4  # three seats, and the one to begin with
            for _ in range(200):
                try:
                    with socket.create_connection(("127.0.0.1", int(found[2])), timeout=1):
                        break
                except OSError:
                    threading.Event().wait(0.05)
            with urllib.request.build_opener(urllib.request.HTTPCookieProcessor()).open(found[1], timeout=20) as page:
                assert "The toll at Sump Gate" in page.read().decode()
        finally:
            server.send_signal(signal.SIGINT)
            _, errors = server.communicate(timeout=20)
        assert "Traceback" not in errors and '"info"' not in errors


def test_a_browser_opens_once_the_server_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """The link is opened when the server answers, and only where there is a screen."""
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)

    class Healthy(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            return None

    with http.server.HTTPServer(("127.0.0.1", 0), Healthy) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        base = f"http://127.0.0.1:{server.server_port}"
        doorstep.open_when_up(base, f"{base}/join/x").join(10)
        server.shutdown()
    assert opened == [f"{base}/join/x"]


def test_no_browser_in_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a screen nothing is opened: a browser in the terminal would take the server's place."""
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    assert not doorstep.has_browser()
    monkeypatch.setenv("DISPLAY", ":0")
    assert doorstep.has_browser()


def test_make_play_opens_the_table() -> None:
    """`make play` serves the page; `make play-terminal` keeps the terminal."""
    recipe = subprocess.run(
        ["make", "-n", "play", "play-terminal"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert "fireteam serve --open" in recipe.stdout and "fireteam play" in recipe.stdout
