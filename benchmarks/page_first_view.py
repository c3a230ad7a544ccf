"""How soon and how small a table's page is: every bundled scene, a game master's page in the thick of it, on loopback.

Prints for each scene the bytes of the first view as sent (page, style, script, icon) and the time until the last of
them is here, new connection included; the largest stands last. Limits: 60 kB and one second.
"""

from __future__ import annotations

import gzip
import http.client
import re
import sys
import tempfile
import time
from pathlib import Path
from urllib.parse import urlencode

sys.path.insert(0, str(Path(__file__).parent.parent))

from fireteam.kernel.library import all_bundled
from tests.web.running import RunningServer

MOST_BYTES, MOST_SECONDS = 60_000, 1.0
ROUNDS = 5


class Browser:
    """One connection and its cookies."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.cookie = ""

    def ask(self, method: str, path: str, fields: dict[str, str] | None = None) -> tuple[int, dict[str, str], bytes]:
        headers = {"host": f"127.0.0.1:{self.port}", "accept-encoding": "gzip", "cookie": self.cookie}
        headers["origin"] = f"http://127.0.0.1:{self.port}"
        body = urlencode(fields) if fields is not None else None
        if body is not None:
            headers["content-type"] = "application/x-www-form-urlencoded"
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        raw = answer.read()
        found = {key.lower(): value for key, value in answer.getheaders()}
        connection.close()
        if "set-cookie" in found:
            self.cookie = found["set-cookie"].partition(";")[0]
        return answer.status, found, raw


def first_view(browser: Browser, seat: str, files: list[str]) -> tuple[int, float]:
    """Bytes and seconds of the page with its files."""
    began = time.perf_counter()
    total = len(browser.ask("GET", seat)[2])
    for path in files:
        total += len(browser.ask("GET", path)[2])
    return total, time.perf_counter() - began


def main() -> int:
    found = []
    with tempfile.TemporaryDirectory() as folder, RunningServer(f"{folder}/t.db", Path(folder) / "log") as server:
        for scene in all_bundled():
            browser = Browser(server.port)
            _, headers, _ = browser.ask("POST", "/open", {"scene": scene.name})
            seat = headers["location"].removesuffix("/welcome")
            browser.ask("POST", f"{seat}/do", {"do": "act", "line": "start"})
            page = Browser(server.port)
            page.cookie = browser.cookie
            text = gzip.decompress(page.ask("GET", seat)[2]).decode()
            files = sorted(set(re.findall(r'"(/static/[^"]+)"', text)))
            views = [first_view(browser, seat, files) for _ in range(ROUNDS)]
            found.append((max(size for size, _ in views), max(seconds for _, seconds in views), scene.name))
    for size, seconds, name in sorted(found):
        print(f"{name:<20} {size:>7,} bytes   {seconds * 1000:6.0f} ms (slowest of {ROUNDS})")
    size, seconds = max(one[0] for one in found), max(one[1] for one in found)
    print(
        f"largest {size / MOST_BYTES:.2f} of {MOST_BYTES:,} bytes, "
        f"slowest {seconds / MOST_SECONDS:.2f} of {MOST_SECONDS} s"
    )
    return int(size > MOST_BYTES or seconds > MOST_SECONDS)


if __name__ == "__main__":
    sys.exit(main())
