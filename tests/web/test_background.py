"""Odds, forecasts and the review over the API, worked out in other processes from a real game."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from fireteam.fronts.web.app import make_app
from fireteam.table.background import STRETCHES
from tests.web.test_api import Door, config, open_table

SCENE = "sump-gate"


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(make_app(config(tmp_path, forecasts=True))) as found:
        yield found


def player_of(doors: dict[str, Door]) -> Door:
    return doors["seat-1"]


def test_each_legal_command_has_its_exact_odds(client: TestClient) -> None:
    """For a seat's own commands; the chances of each sum to 1; the same question again is answered from memory."""
    doors = open_table(client, SCENE)
    doors["gm"].act("start")
    seat = player_of(doors)
    offers = [one["text"] for one in seat.get("/offers").json() if one["hostile"]][:3]
    assert offers
    first = seat.get("/odds", params={"line": offers}).json()
    assert not first["is_stale"]
    for one in first["odds"]:
        assert "refused" in one or abs(sum(one["outcomes"].values()) - 1) < 1e-9
    assert any("outcomes" in one for one in first["odds"])
    began = time.perf_counter()
    assert seat.get("/odds", params={"line": offers}).json()["odds"] == first["odds"]
    assert time.perf_counter() - began < 0.2
    refused = seat.get("/odds", params={"line": "nobody: attack nothing"}).json()["odds"][0]
    assert "nobody" in refused["refused"]


def heard(socket: Any, kind: str, most: int = 30) -> dict[str, Any]:
    """The next message of a kind."""
    for _ in range(most):
        message: dict[str, Any] = socket.receive_json()
        if message["type"] == kind:
            return message
    raise AssertionError(f"no {kind}")


def test_the_chances_of_each_side_follow_the_fight(client: TestClient) -> None:
    """The game master gets them with an interval that narrows; a new scene gets new ones; players when they may."""
    doors = open_table(client, SCENE)
    with doors["gm"].socket() as gm:
        first = heard(gm, "forecast")
        assert first["fights"] == STRETCHES[0]
        while not (last := heard(gm, "forecast"))["is_final"]:
            pass
        assert last["fights"] == sum(STRETCHES)
        assert abs(sum(side["p"] for side in last["win"].values()) + last["undecided"] - 1) < 1e-9
        for side, share in last["win"].items():
            wide, narrow = first["win"][side], share
            assert narrow["low"] <= narrow["p"] <= narrow["high"]
            assert narrow["high"] - narrow["low"] < wide["high"] - wide["low"]
        assert player_of(doors).get("/forecast").json()["forecast"] is None
        doors["gm"].order(do="arrange", forecast_for="players")
        assert player_of(doors).get("/forecast").json()["forecast"]["win"] == last["win"]
        assert doors["spectators"].get("/forecast").json()["forecast"] is None
        doors["gm"].act("start")
        assert heard(gm, "forecast")["fights"] == STRETCHES[0]


def test_a_fight_is_looked_back_on(client: TestClient) -> None:
    """After the end: the curve, its turning points and each side's luck; the game master at any time."""
    doors = open_table(client, SCENE)
    doors["gm"].act("start")
    for seat in ("seat-1", "seat-2", "seat-3"):
        for fighter in doors[seat].get().json()["you"]["fighters"] if seat in doors else []:
            doors[seat].order(do="autopilot", fighter=fighter, on=True)
    scene = doors["gm"].get().json()["scene"]
    assert scene["phase"] == "over" or scene["round"] > 1, "autopilot did not play"
    assert player_of(doors).get("/review").status_code == (200 if scene["phase"] == "over" else 403)
    found = doors["gm"].get("/review").json()
    assert found["curve"] and found["luck"]
    for point in found["curve"]:
        assert all(0 <= side["p"] <= 1 for side in point["win"].values())
    for luck in found["luck"].values():
        assert luck["dice"] > 0 and abs(luck["score"]) < 8
    assert len(found["turning_points"]) <= 5
    json.dumps(found)
