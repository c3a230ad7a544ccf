"""The JSON API and the socket, asked as a client would."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from fireteam.fronts.web.app import make_app
from fireteam.fronts.web.config import Config, Limits
from tests.table.test_session import PLAIN

GENEROUS = Limits(
    request_rate=1e6,
    request_burst=1e6,
    open_rate=1e6,
    open_burst=1e6,
    order_rate=1e6,
    order_burst=1e6,
    table_rate=1e6,
    table_burst=1e6,
    odds_rate=1e6,
    odds_burst=1e6,
    guess_rate=1e6,
    guess_burst=1e6,
)


def config(path: Path, **fields: Any) -> Config:
    return Config(
        **{"db": str(path / "t.db"), "allowed_hosts": ("testserver",), "forecasts": False, "limits": GENEROUS, **fields}
    )


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(make_app(config(tmp_path))) as found:
        yield found


class Door:
    """A seat at a table, and requests with its link."""

    def __init__(self, client: TestClient, table: str, token: str) -> None:
        self.client = client
        self.table = table
        self.token = token
        self.headers = {"authorization": f"Bearer {token}"}
        self.count = 0

    def get(self, what: str = "", **fields: Any) -> Any:
        return self.client.get(f"/api/tables/{self.table}{what}", headers=self.headers, **fields)

    def order(self, **fields: Any) -> Any:
        self.count += 1
        body = {"id": f"{self.token[:4]}-{self.count}", **fields}
        return self.client.post(f"/api/tables/{self.table}/orders", headers=self.headers, json=body)

    def act(self, line: str, **fields: Any) -> Any:
        return self.order(do="act", line=line, **fields).json()

    def socket(self, query: str = "", **headers: str) -> Any:
        return self.client.websocket_connect(
            f"/api/tables/{self.table}/socket{query}", headers={**self.headers, **headers}
        )


def open_table(client: TestClient, scene: Any = PLAIN) -> dict[str, Door]:
    """A new table; a door for each seat."""
    answer = client.post("/api/tables", json={"scene": scene})
    assert answer.status_code == 201, answer.text
    found = answer.json()
    return {one["seat"]: Door(client, found["table"], one["token"]) for one in found["seats"]}


def test_a_table_is_opened_and_played(client: TestClient) -> None:
    """From a scene to a blow, by requests alone."""
    doors = open_table(client)
    assert doors["gm"].act("start")["ok"]
    offered = doors["seat-1"].get("/offers").json()
    assert [one["text"] for one in offered] == ["ann: hit bob-1", "ann: hit bob-2"]
    result = doors["seat-1"].order(do="act", command=offered[0]["command"]).json()
    assert result["ok"] and result["happened"][0]["events"][0]["type"] == "rolled"
    view = doors["spectators"].get().json()
    assert view["scene"]["acting"] == "cy" and "sneak" not in view["scene"]["fighters"]


def test_no_table_and_no_seat_look_the_same(client: TestClient) -> None:
    """Whoever has no link learns nothing, not even whether a table exists."""
    doors = open_table(client)
    table = doors["gm"].table
    other = open_table(client)["gm"]
    wrong = client.get(f"/api/tables/{table}", headers={"authorization": "Bearer " + "A" * 22})
    missing = client.get("/api/tables/0123456789abcdef", headers=doors["gm"].headers)
    foreign = client.get(f"/api/tables/{table}", headers=other.headers)
    assert (wrong.status_code, wrong.text) == (missing.status_code, missing.text) == (foreign.status_code, foreign.text)
    assert wrong.status_code == 404
    assert client.get(f"/api/tables/{table}").status_code == 401


def test_a_scene_with_faults_is_refused_whole(client: TestClient) -> None:
    """Every fault is named by path; a server's file is never opened by name."""
    answer = client.post("/api/tables", json={"scene": {**PLAIN, "titel": "x"}})
    assert answer.status_code == 422
    assert answer.json()["faults"][0]["path"] == "titel"
    assert client.post("/api/tables", json={"scene": "/etc/passwd"}).status_code == 422
    assert client.post("/api/tables", json={"scene": 5}).status_code == 400
    assert client.post("/api/tables", json={"scene": "x = " + "[" * 5000}).status_code == 422
    assert client.post("/api/tables", content=b"{}", headers={"content-type": "text/plain"}).status_code == 415
    assert client.post("/api/tables", json={"scene": "x" * 1_100_000}).status_code == 413


def test_the_socket_tells_what_happens_and_takes_orders(client: TestClient) -> None:
    """The view first, then updates; an order on the socket is answered on it."""
    doors = open_table(client)
    with doors["gm"].socket() as gm, doors["seat-1"].socket() as ann:
        assert gm.receive_json()["type"] == "view"
        view = ann.receive_json()
        assert view["type"] == "view" and view["you"]["fighters"] == ["ann"]
        gm.send_json({"do": "act", "id": "1", "line": "start"})
        seen = [gm.receive_json() for _ in range(3)]
        assert sorted(one["type"] for one in seen) == ["presence", "result", "update"]
        update = ann.receive_json()
        assert update["type"] == "update" and ["acting", "ann"] in update["changes"]
        ann.send_text("nonsense")
        assert ann.receive_json()["type"] == "error"
        ann.send_json({"do": "act", "id": "1", "line": "start"})
        assert ann.receive_json()["refused"]["reason"] == "only the game master can do that"


def test_a_socket_goes_on_where_it_stopped(client: TestClient) -> None:
    """With its last seq a client gets what it missed; with one that is too old the whole view."""
    doors = open_table(client)
    with doors["seat-1"].socket() as ann:
        seq = ann.receive_json()["seq"]
    doors["gm"].act("start")
    with doors["seat-1"].socket(f"?seq={seq}") as ann:
        missed = ann.receive_json()
        assert missed["type"] == "update" and missed["happened"][0]["events"][0]["type"] == "started"
    with doors["seat-1"].socket("?seq=0000") as ann:
        assert ann.receive_json()["type"] == "view"


def test_sockets_of_other_sites_are_refused(client: TestClient) -> None:
    """A page of another origin opens no socket, even with the cookie; nor does it post."""
    doors = open_table(client)
    client.cookies.set(f"fireteam_{doors['gm'].table}", doors["gm"].token)
    address = f"/api/tables/{doors['gm'].table}/socket"
    for headers in ({"origin": "https://evil.example"}, {}):
        with pytest.raises(WebSocketDisconnect) as shut, client.websocket_connect(address, headers=headers):
            pass
        assert shut.value.code == 4403
    with client.websocket_connect(address, headers={"origin": "http://testserver"}) as gm:
        assert gm.receive_json()["you"]["role"] == "gm"
    body = {"do": "say", "id": "1", "text": "x"}
    posted = client.post(
        f"/api/tables/{doors['gm'].table}/orders", json=body, headers={"origin": "https://evil.example"}
    )
    assert posted.status_code == 403
    with pytest.raises(WebSocketDisconnect), client.websocket_connect(address, headers={"host": "evil.example"}):
        pass
    assert client.get("/health", headers={"host": "evil.example"}).status_code == 421


def test_a_link_becomes_a_cookie(client: TestClient) -> None:
    """Following a link puts it where scripts and other sites cannot reach it."""
    doors = open_table(client)
    answer = client.get(f"/join/{doors['seat-1'].token}", follow_redirects=False)
    assert answer.status_code == 303
    assert answer.headers["location"] == f"/t/{doors['gm'].table}/seat-1/welcome"
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie and "samesite=lax" in cookie
    assert client.get("/join/" + "A" * 22, follow_redirects=False).status_code == 404


def test_every_answer_carries_the_guards_headers(client: TestClient) -> None:
    """No script from elsewhere, no inline script, no framing, no referrer to other sites."""
    headers = client.get("/health").headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy and "script-src 'self'" in policy and "unsafe" not in policy
    assert headers["referrer-policy"] == "same-origin"
    assert headers["x-content-type-options"] == "nosniff"


def test_limits_hold(tmp_path: Path) -> None:
    """Too many tables, orders or guesses from one sender are turned away with a sentence; others are not touched."""
    tight = Limits(open_burst=1, open_rate=0.001, order_burst=3, order_rate=0.001, guess_burst=3, guess_rate=0.001)
    with TestClient(make_app(config(tmp_path, limits=tight))) as client:
        doors = open_table(client)
        assert client.post("/api/tables", json={"scene": PLAIN}).status_code == 429
        answers = [doors["gm"].order(do="say", text="x").status_code for _ in range(4)]
        assert answers == [200, 200, 200, 429]
        assert doors["seat-1"].order(do="say", text="x").status_code == 200
        for _ in range(4):
            client.get(f"/api/tables/{doors['gm'].table}", headers={"authorization": "Bearer " + "A" * 22})
        assert doors["gm"].get().status_code == 404
        long = doors["gm"].client.post(
            f"/api/tables/{doors['gm'].table}/orders", headers=doors["gm"].headers, content=b" " * 40_000
        )
        assert long.status_code in (413, 415, 404)


def test_health_and_metrics(client: TestClient) -> None:
    """Both answer; the numbers hold no link, name or address."""
    doors = open_table(client)
    doors["gm"].act("start")
    assert client.get("/health").json()["status"] == "ok"
    text = client.get("/metrics").text
    assert 'fireteam_orders_total{do="act",outcome="done"} 1' in text
    assert "fireteam_order_seconds_count 1" in text
    assert doors["gm"].token not in text and doors["gm"].table not in text and "Zorbo" not in text
    assert client.get("/metrics", headers={"x-forwarded-for": "10.0.0.1"}).status_code == 404


def test_a_table_is_exported_and_imported(client: TestClient) -> None:
    """The game master's file opens a new table that goes on exactly there; a player's file holds no secret."""
    doors = open_table(client)
    doors["gm"].act("start")
    doors["seat-1"].act("hit bob-1")
    doors["gm"].order(do="note", note="n1", text="zorbo waits")
    whole = doors["gm"].get("/export")
    shown = doors["seat-1"].get("/export").text
    assert "orbo" not in shown and "sneak" not in shown and '"seed"' not in shown
    answer = client.post("/api/tables/import", content=whole.content, headers={"content-type": "application/x-ndjson"})
    assert answer.status_code == 201, answer.text
    found = answer.json()
    again = Door(client, found["table"], found["seats"][0]["token"])
    one, two = doors["gm"].get().json(), again.get().json()
    assert one["scene"] == two["scene"] and one["notes"] == two["notes"]
    assert (
        doors["gm"].act("cy: hit bob-1")["happened"][0]["events"] == again.act("cy: hit bob-1")["happened"][0]["events"]
    )
    broken = client.post("/api/tables/import", content=whole.content.replace(b"Zorbo", b"Zorba"))
    assert broken.status_code == 422 and "edited" in broken.json()["faults"][0]["reason"]


def test_who_may_ask_for_odds(client: TestClient) -> None:
    """The game master decides whether players see odds; spectators never do."""
    doors = open_table(client)
    doors["gm"].act("start")
    doors["gm"].order(do="arrange", odds_for="gm")
    assert doors["seat-1"].get("/odds").status_code == 403
    assert doors["spectators"].get("/odds").status_code == 403
