"""Real browsers on a real server: Chromium driven by Playwright."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Response, WebSocket, expect, sync_playwright
from playwright.sync_api import Error as PlaywrightError

from fireteam.kernel.dice import GENERATOR
from fireteam.table.journal import FORMAT, commitment, now, seal

CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
SMALL = {"width": 320, "height": 640}
WAIT = 15_000
"""How long, in milliseconds, anything on a page may take on a machine that does other things as well."""

expect.set_options(timeout=WAIT)


def chromium() -> str:
    """The browser's path. Without one the tests are skipped here and fail in CI."""
    for name in CHROMIUM:
        path = shutil.which(name)
        if path:
            return path
    if os.environ.get("CI"):
        pytest.fail("CI needs Chromium for the browser tests (.ci/run installs it)")
    pytest.skip("no Chromium here: install it (Debian: apt-get install chromium) to run the browser tests")


@contextmanager
def browser() -> Iterator[Browser]:
    """A browser of this test run's own."""
    path = chromium()
    with sync_playwright() as play:
        found = play.chromium.launch(executable_path=path, args=list(FLAGS))
        try:
            yield found
        finally:
            found.close()


class Person:
    """Somebody at a browser window, with everything that their browser received."""

    def __init__(self, window: Browser, base: str, size: Any, **options: Any) -> None:
        self.base = base
        self.context: BrowserContext = window.new_context(
            viewport=size, is_mobile=size["width"] < 700, has_touch=size["width"] < 700, **options
        )
        self.context.set_default_timeout(WAIT)
        self.page: Page = self.context.new_page()
        self.received: list[str] = []
        self.complaints: list[str] = []
        self.page.on("response", self._keep)
        self.page.on("websocket", self._listen)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", lambda said: self.complaints.append(said.text) if said.type == "error" else None)

    def _keep(self, response: Response) -> None:
        self.received.append(json.dumps(response.headers) + response.url)
        if response.ok:
            try:
                self.received.append(response.text())
            except Exception as gone:  # a page that was left before its body came
                self.received.append(str(gone))

    def _listen(self, socket: WebSocket) -> None:
        socket.on(
            "framereceived", lambda frame: self.received.append(frame if isinstance(frame, str) else frame.decode())
        )

    def live(self) -> None:
        """Waits until the page is live."""
        expect(self.page.locator("#connection")).to_have_attribute("data-state", "live")

    def sit(self, link: str) -> None:
        """Follows an invitation and sits down."""
        self.page.goto(link)
        if self.page.url.endswith("/welcome"):
            self.page.click("form button.primary")
        self.live()

    def lines(self) -> list[str]:
        """What the buttons of the page would do now, folded away or not."""
        found: list[str] = self.page.eval_on_selector_all(
            "#act button[name=line][value]", "all => all.map(one => one.value)"
        )
        return found

    def unfold(self, selector: str) -> None:
        """Opens whatever something is folded away in."""
        self.page.evaluate(
            "selector => { for (let one = document.querySelector(selector); one; one = one.parentElement)"
            " if (one.nodeName === 'DETAILS') one.open = true; }",
            selector,
        )

    def press(self, selector: str, timeout: float = WAIT) -> None:
        """Presses a button wherever it is folded away."""
        self.unfold(selector)
        self.page.locator(selector).first.click(timeout=timeout)

    def tries(self, line: str) -> bool:
        """Presses the button of a command, if it is still there."""
        return self.tries_to_press(f'button[name=line][value="{line}"]')

    def tries_to_press(self, selector: str) -> bool:
        """Presses a button that others may take away at any moment."""
        try:
            self.press(selector, timeout=1500)
        except PlaywrightError:
            return False
        return True

    def do(self, line: str) -> None:
        self.press(f'button[name=line][value="{line}"]')


def table_file(plain: dict[str, Any], seed: str) -> bytes:
    """A table that has not begun, with a known seed, as a file to be opened on the first page."""
    head = {
        "n": 1,
        "kind": "fight",
        "format": FORMAT,
        "created": now(),
        "fireteam": "test",
        "generator": GENERATOR,
        "ruleset": plain["ruleset"],
        "name": plain.get("title", ""),
        "seed": seed,
        "commitment": commitment(GENERATOR, seed),
        "scene": plain,
    }
    line, last = seal(head, "")
    left, _ = seal({"n": 2, "kind": "left", "at": now()}, last)
    return f"{line}\n{left}\n".encode()


def open_file(person: Person, body: bytes, name: str = "table.jsonl") -> list[str]:
    """Opens a table from a file on the first page; its invitations, in the order of the seats."""
    person.page.goto(person.base + "/")
    person.page.set_input_files("input[type=file]", {"name": name, "mimeType": "application/json", "buffer": body})
    person.page.click("text=Open it")
    person.page.wait_for_url("**/welcome")
    links: list[str] = person.page.eval_on_selector_all("[data-copy]", "all => all.map(one => one.value)")
    person.page.click("text=To the table")
    person.live()
    return links


def axe_script() -> str:
    """axe-core, from the package that brings it."""
    return (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")
