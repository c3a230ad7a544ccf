"""Pages in this process: a browser without a script, that follows links and sends forms."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import httpx2
from starlette.testclient import TestClient

from fireteam.fronts.web.app import make_app
from fireteam.fronts.web.config import Config, Limits
from fireteam.kernel.library import open_scene
from fireteam.kernel.ruleset import find_ruleset
from fireteam.kernel.scenefile import write_scene

HOME = "http://localhost:8000"
DUELS = {
    "tunnelcore": "sump-gate",
    "wonderland": "flamingo-noon",
    "cybercore": "airlock-nine",
    "solarlink": "brine-lock-duel",
}
LARGEST = {
    "tunnelcore": "closing-time",
    "wonderland": "holler-scrapyard",
    "cybercore": "ossuary-lamp",
    "solarlink": "kettle-station",
}
GENEROUS = Limits(open_rate=1000.0, open_burst=1000.0, request_rate=10_000.0, request_burst=10_000.0)


class Forms(HTMLParser):
    """The forms of a page: action, hidden and chosen fields, and the buttons with what pressing them adds."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.forms: list[dict[str, Any]] = []
        self.words: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.tags.append((tag, found))
        if tag == "form":
            self.forms.append({"action": found.get("action") or "", "fields": [], "buttons": []})
        elif tag == "input" and self.forms and found.get("type") == "hidden":
            self.forms[-1]["fields"].append((found["name"], found.get("value") or ""))
        elif tag == "button" and self.forms and found.get("name"):
            self.forms[-1]["buttons"].append((found["name"], found.get("value") or ""))

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())


@dataclass
class Visitor:
    """Somebody with a browser that has no script."""

    client: TestClient
    seat: str = ""

    def get(self, path: str) -> httpx2.Response:
        return self.client.get(path)

    def page(self, rest: str = "") -> str:
        answer = self.client.get(self.seat + rest)
        assert answer.status_code == 200, (self.seat + rest, answer.status_code, answer.text[:400])
        return answer.text

    def buttons(self, name: str = "line") -> list[str]:
        """What the buttons of the page give."""
        return [value for form in Forms(self.page()).forms for key, value in form["buttons"] if key == name]

    def press(self, name: str, value: str) -> httpx2.Response:
        """Presses a button of the page as a browser does: its form's hidden fields go along."""
        for form in Forms(self.page()).forms:
            if (name, value) in form["buttons"]:
                return self.post(form["action"], [*form["fields"], (name, value)])
        raise AssertionError(f"no button {name}={value}: {self.buttons(name)}")

    def post(self, path: str, fields: list[tuple[str, str]]) -> httpx2.Response:
        data: dict[str, list[str]] = {}
        for key, value in fields:
            data.setdefault(key, []).append(value)
        return self.client.post(path, data=data, headers={"origin": HOME}, follow_redirects=False)

    def do(self, **fields: str) -> httpx2.Response:
        return self.post(f"{self.seat}/do", list(fields.items()))


@dataclass
class Opened:
    """A table with a visitor on each of its seats."""

    master: Visitor
    links: list[str]

    def join(self, number: int) -> Visitor:
        """Somebody else follows an invitation and sits down."""
        other = another(self.master.client)
        answer = other.get(self.links[number], follow_redirects=True)
        assert answer.status_code == 200, answer.text[:300]
        path = str(answer.url.path).removesuffix("/welcome")
        visitor = Visitor(other, path)
        if str(answer.url.path).endswith("/welcome"):
            form = next(form for form in Forms(answer.text).forms if form["action"].endswith("/welcome"))
            checked = [
                tag["value"] or "" for name, tag in Forms(answer.text).tags if "checked" in tag and name == "input"
            ]
            fields = [("name", f"Player {number}"), *(("fighters", id) for id in checked)]
            assert visitor.post(form["action"], fields).status_code == 303
        return visitor


def another(client: TestClient) -> TestClient:
    """Another browser at the same server: other cookies, the same event loop."""
    found = TestClient(client.app, base_url=HOME)
    found.portal = client.portal
    return found


@contextmanager
def site(folder: Path, **more: Any) -> Iterator[TestClient]:
    """The pages, on a store of their own."""
    config = Config(db=str(folder / "tables.db"), limits=GENEROUS, **more)
    with TestClient(make_app(config), base_url=HOME) as client:
        yield client


def open_table(client: TestClient, scene: str | dict[str, Any]) -> Opened:
    """Opens a table on the first page, from a bundled scene or an uploaded one."""
    if isinstance(scene, str):
        answer = client.post("/open", data={"scene": scene}, headers={"origin": HOME}, follow_redirects=False)
    else:
        file = {"file": ("scene.json", json.dumps(scene).encode(), "application/json")}
        answer = client.post("/open", files=file, headers={"origin": HOME}, follow_redirects=False)
    assert answer.status_code == 303, answer.text[:600]
    path = answer.headers["location"]
    links = re.findall(r'value="http://[^"]+(/join/[\w-]+)"', client.get(path).text)
    return Opened(Visitor(client, path.removesuffix("/welcome")), links)


def duel_for_two(ruleset: str, secret: str) -> dict[str, Any]:
    """The bundled duel of a game, both fighters played by people, and somebody hidden beside the second."""
    game, scene = open_scene(DUELS[ruleset])
    plain = write_scene(game, scene)
    plain.pop("seq", None)
    ids = list(plain["fighters"])
    for id in ids:
        plain["fighters"][id]["controlled_by"] = "player"
        if not plain["fighters"][id].get("distinctions", True):  # one game asks a player's fighter for three
            plain["fighters"][id]["distinctions"] = ["Stubborn", "Patient", "Late"]
    template = {"tunnelcore": "lookout", "wonderland": "raider", "cybercore": "dock_ganger", "solarlink": "dock_thug"}
    plain["fighters"][secret.lower()] = {
        "template": template[ruleset],
        "name": secret,
        "side": plain["fighters"][ids[1]]["side"],
        "hidden": True,
    }
    return plain


def choose(lines: list[str], hostile: frozenset[str]) -> str:
    """What the people of these tests do: strike if they can, else the last thing offered (to pass, mostly)."""
    strikes = [line for line in lines if line.partition(": ")[2].partition(" ")[0] in hostile]
    passes = [line for line in lines if line.endswith(": pass")]
    return (strikes or passes or lines)[0]


def hostile_verbs(ruleset: str) -> frozenset[str]:
    """The verbs of a game that strike."""
    return frozenset(action.verb for action in find_ruleset(ruleset).actions() if action.hostile)
