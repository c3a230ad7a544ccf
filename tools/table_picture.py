"""Draws docs/images/table.png: a game master's table in a fight, as a browser shows it (needs Chromium).

python tools/table_picture.py
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from tests.web.browsers import Person, browser  # noqa: E402
from tests.web.running import RunningServer  # noqa: E402

TARGET = ROOT / "docs" / "images" / "table.png"
SCENE, LINES = "thirty-third-floor", ["start", "corvin: attack osk"]
SIZE = {"width": 1280, "height": 1060}
FORECAST = 30_000
"""How long, in milliseconds, the forecast may take."""


def main() -> None:
    """Opens a table, plays the lines by its defaults, waits for odds and forecast, and takes the picture."""
    with (
        tempfile.TemporaryDirectory() as folder,
        browser() as window,
        RunningServer(f"{folder}/tables.db", Path(folder) / "log", "--forecasts") as server,
    ):
        person = Person(window, server.url(""), SIZE, color_scheme="dark", reduced_motion="reduce")
        page = person.page
        page.goto(server.url("/"))
        page.click(f"button[name=scene][value={SCENE}]")
        page.click("text=To the table")
        person.live()
        for line in LINES:
            page.fill("#line", line)
            page.keyboard.press("Enter")
            page.wait_for_function("() => table.waiting.size === 0")
            while page.locator("#question").count():
                page.click("#question .answers .primary")
                page.wait_for_function("() => table.waiting.size === 0")
        page.locator("#act details.actor").first.evaluate("one => { one.open = true; }")
        page.locator("#act details.actor[open] details.verb").first.evaluate("one => { one.open = true; }")
        page.wait_for_selector("#act .rows .odds", timeout=FORECAST)
        page.wait_for_selector("text=from 500 fights", timeout=FORECAST)
        page.wait_for_timeout(1500)
        page.evaluate("() => { scrollTo(0, 0); document.activeElement.blur(); }")
        page.screenshot(path=str(TARGET))
        print(TARGET.relative_to(ROOT), TARGET.stat().st_size, "bytes", file=sys.stdout)


if __name__ == "__main__":
    main()
