"""A server in a process of its own, on loopback, for tests that need a real one."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from types import TracebackType
from typing import IO, Any

ROOT = Path(__file__).parent.parent.parent


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


class RunningServer:
    """A `fireteam serve` that is started, killed and started again on the same port and store."""

    def __init__(self, db: str, log: Path, *options: str, limits: bool = False) -> None:
        self.port = free_port()
        self.db = db
        self.log = log
        self.options = options
        self.limits = limits
        self.process: subprocess.Popen[bytes] | None = None
        self._out: IO[bytes] | None = None

    def __enter__(self) -> RunningServer:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.kill()

    def start(self) -> None:
        """Starts it and waits until it answers."""
        self._out = self.log.open("ab")
        self.process = subprocess.Popen(
            [
                *(sys.executable, "-m", "tests.web.duel_server", "serve", "--no-forecasts"),
                *("--port", str(self.port), "--db", self.db),
                *("--limit-factor", "1" if self.limits else "100000"),
                *self.options,
            ],
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=self._out,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        for _ in range(400):
            if self.process.poll() is not None:
                raise RuntimeError(f"the server ended: {self.log.read_text()[-2000:]}")
            try:
                if self.get("/health", timeout=1)["status"] == "ok":
                    return
            except (OSError, urllib.error.URLError):
                time.sleep(0.02)
        raise RuntimeError("the server does not answer")

    def kill(self) -> None:
        """kill -9: nothing can be finished."""
        if self.process is not None:
            self.process.kill()
            self.process.wait(10)
            self.process = None
        if self._out is not None:
            self._out.close()

    def stop(self) -> int:
        """Asks it to stop in order; its exit status."""
        if self.process is None:
            raise RuntimeError("it does not run")
        self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(20)
        self.process = None
        return status

    def url(self, path: str) -> str:
        return f"http://127.0.0.1:{self.port}{path}"

    def get(self, path: str, token: str = "", timeout: float = 10) -> Any:
        return self._ask(path, None, token, timeout)

    def post(self, path: str, body: Any, token: str = "", timeout: float = 10) -> Any:
        return self._ask(path, json.dumps(body).encode(), token, timeout)

    def _ask(self, path: str, body: bytes | None, token: str, timeout: float) -> Any:
        request = urllib.request.Request(self.url(path), body)
        if body is not None:
            request.add_header("content-type", "application/json")
        if token:
            request.add_header("authorization", f"Bearer {token}")
        with urllib.request.urlopen(request, timeout=timeout) as answer:
            return json.load(answer)
