"""Preparing a scene by plain forms: nothing is kept on the server, everything comes back with the form."""

from __future__ import annotations

import html
import json
import re
import tomllib
from collections.abc import Iterator
from typing import Any

import httpx2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

from fireteam.fronts.web.book import option_clauses, rulebook
from fireteam.fronts.web.toml_file import write_toml
from fireteam.kernel.library import all_bundled, open_scene
from fireteam.kernel.ruleset import find_ruleset
from fireteam.kernel.scenefile import read_plain, read_scene, write_scene
from tests.web.pages import DUELS, HOME, Forms, site


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with site(tmp_path_factory.mktemp("prepare"), forecasts=False) as found:
        yield found


def scene_in(text: str) -> dict[str, Any]:
    """The draft that a page carries."""
    found = re.search(r'<textarea name="scene"[^>]*>(.*?)</textarea>', text, re.DOTALL)
    assert found is not None, text[:500]
    plain: dict[str, Any] = json.loads(html.unescape(found.group(1)))
    return plain


def send(client: TestClient, ruleset: str, do: str, scene: Any, **fields: str) -> httpx2.Response:
    """Presses a button of the builder, without a script: the page comes whole."""
    data = {"do": do, "scene": scene if isinstance(scene, str) else json.dumps(scene), **fields}
    return client.post(
        f"/prepare/{ruleset}", data=data, headers={"origin": HOME, "x-script": "1"}, follow_redirects=False
    )


def test_an_encounter_is_built_and_opened(client: TestClient) -> None:
    """Fighters are added, doubled, hidden, given to a player; then a table opens with them."""
    scene: dict[str, Any] = {}
    for do, fields in (
        ("add:blade", {"side": "crew", "as_player": "true"}),
        ("add:ganger", {"side": "gang"}),
        ("add:ganger", {"side": "gang"}),
        ("more:ganger", {}),
        ("add:lookout", {"side": "gang"}),
        ("hide:lookout", {"title": "In the <alley>"}),
    ):
        answer = send(client, "tunnelcore", do, scene, **fields)
        scene = scene_in(answer.text)
    assert scene["fighters"]["ganger"] == {"template": "ganger", "side": "gang", "count": 3}
    assert scene["fighters"]["lookout"]["hidden"] is True and scene["title"] == "In the <alley>"
    assert scene["fighters"]["blade"]["controlled_by"] == "player"
    answer = send(client, "tunnelcore", "save:blade", scene, **{"fighters.blade.distinctions": "Calm, Old, Tired"})
    opened = send(client, "tunnelcore", "open", scene_in(answer.text))
    assert opened.status_code == 303, Forms(opened.text).text[:600]
    page = client.get(opened.headers["location"].removesuffix("/welcome")).text
    assert page.count('class="card') >= 5 and "In the &lt;alley&gt;" in page


def test_a_sheet_is_edited_with_its_faults_beside_the_fields(client: TestClient) -> None:
    """A value out of range stays in the form with the reason beside it; a good one is kept and only that is written."""
    scene = scene_in(client.get("/prepare/tunnelcore?from=sump-gate").text)
    bad = send(client, "tunnelcore", "save:imre", scene, **{"fighters.imre.plot_points": "-4"})
    assert re.search(r'aria-invalid="true".{0,200}<p class="fault">.*whole number', bad.text, re.DOTALL)
    good = send(client, "tunnelcore", "save:imre", scene, **{"fighters.imre.plot_points": "3"})
    kept = scene_in(good.text)
    assert kept["fighters"]["imre"]["plot_points"] == 3
    assert set(kept["fighters"]["imre"]) == {*scene["fighters"]["imre"], "plot_points"}


def test_the_bestiary_is_searched(client: TestClient) -> None:
    """Only entries with the words are shown, and each can be added."""
    answer = send(client, "cybercore", "look", {}, q="drone")
    found = [value for form in Forms(answer.text).forms for _, value in form["buttons"] if value.startswith("add:")]
    assert found and all("drone" in one or "turret" in one for one in found[:1])
    assert len(found) < len(find_ruleset("cybercore").templates())
    nothing = send(client, "cybercore", "look", {}, q="xyzzy")
    assert "Nothing of that name" in nothing.text


@pytest.mark.parametrize("ruleset", DUELS)
def test_every_house_rule_is_a_switch_with_its_clause(client: TestClient, ruleset: str) -> None:
    """Each option of the game has a control; all but `npcs` have the clause that they change, and it exists."""
    game = find_ruleset(ruleset)
    page = client.get(f"/prepare/{ruleset}").text
    clauses = option_clauses(game.folder / "rulebook.md", game.prefix)
    options: Any = game.scene.by_name["options"].kind
    for field in options.fields:
        assert f'name="options.{field.name}"' in page
        if field.name != "npcs":
            assert field.name in clauses, field.name
    assert all(rulebook(game).clause(one) is not None for one in clauses.values())


def test_a_house_rule_is_kept_only_where_it_differs(client: TestClient) -> None:
    """Switching one on writes it, switching it back leaves the scene as it was."""
    scene = scene_in(client.get("/prepare/tunnelcore?from=sump-gate").text)
    on = scene_in(send(client, "tunnelcore", "look", scene, has_options="1", **{"options.ties": "lost"}).text)
    assert on["options"] == {"ties": "lost"}
    off = scene_in(send(client, "tunnelcore", "look", on, has_options="1", **{"options.ties": "hold"}).text)
    assert "options" not in off and off["fighters"] == scene["fighters"]


def test_the_forecast_moves_as_fighters_are_added(client: TestClient) -> None:
    """Three more foes make the first side's chance smaller."""

    def chance(scene: dict[str, Any]) -> int:
        answer = client.post(
            "/prepare/tunnelcore/forecast", data={"scene": json.dumps(scene)}, headers={"origin": HOME}
        )
        found = re.search(r"<bdi>runners</bdi> <strong>[<>]?(\d+)", answer.text)
        assert found is not None, answer.text
        return int(found.group(1))

    scene = read_plain(next(one.path for one in all_bundled() if one.name == "sump-gate"))
    more = scene_in(send(client, "tunnelcore", "add:ganger", scene, side="gatekeepers").text)
    more["fighters"]["ganger"]["count"] = 3
    assert chance(more) < chance(scene)


def test_one_side_alone_has_no_forecast(client: TestClient) -> None:
    """Nothing is forecast before two sides stand."""
    answer = client.post("/prepare/tunnelcore/forecast", data={"scene": "{}"}, headers={"origin": HOME})
    assert "two sides" in answer.text


@pytest.mark.parametrize("name", [one.name for one in all_bundled()])
def test_bundled_scenes_come_back_from_a_saved_file(client: TestClient, name: str) -> None:
    """Saved as TOML and as JSON, every bundled scene reads to the same state."""
    one = next(one for one in all_bundled() if one.name == name)
    game, scene = open_scene(name)
    draft = scene_in(client.get(f"/prepare/{one.ruleset}?from={name}").text)
    as_toml = send(client, one.ruleset, "toml", draft)
    as_json = send(client, one.ruleset, "json", draft)
    assert "attachment" in as_toml.headers["content-disposition"]
    for plain in (tomllib.loads(as_toml.text), json.loads(as_json.text)):
        assert write_scene(game, read_scene(plain)[1]) == write_scene(game, scene)


def test_an_uploaded_scene_is_gone_on_with(client: TestClient) -> None:
    """A file becomes the draft; what is no scene is refused with a sentence."""
    file = b'ruleset = "wonderland"\ntitle = "Mine"\n[fighters.a]\ntemplate = "raider"\nside = "x"\n'
    answer = client.post(
        "/prepare/tunnelcore", data={"do": "import"}, files={"file": ("s.toml", file)}, headers={"origin": HOME}
    )
    assert scene_in(answer.text)["title"] == "Mine" and "Unnatural Wonderland" in answer.text
    broken = client.post(
        "/prepare/tunnelcore", data={"do": "import"}, files={"file": ("s", b"\xff\xfe")}, headers={"origin": HOME}
    )
    assert broken.status_code == 422 and "no scene file" in broken.text
    for odd in (b'ruleset = "nogame"\n', b'ruleset = "tunnelcore"\ntitle = 2026-11-30\nx = 2026-11-30T10:00:00\n'):
        answer = client.post(
            "/prepare/tunnelcore", data={"do": "import"}, files={"file": ("s.toml", odd)}, headers={"origin": HOME}
        )
        assert answer.status_code in (200, 422) and "<h1" in answer.text
    assert "2026-11-30" in answer.text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        '{"fighters": []}',
        '{"fighters": {"a": 3}}',
        '{"fighters": {"a": {"count": "x"}}}',
        "9" * 500_000,
    ],
)
def test_a_broken_draft_never_breaks_the_page(client: TestClient, text: str) -> None:
    """Whatever stands in the hidden field, the builder answers."""
    for do in ("look", "more:a", "edit:a", "save:a", "open", "remove:a", "toml"):
        assert send(client, "tunnelcore", do, text).status_code in (200, 400, 413, 422)


PLAIN = st.recursive(
    st.booleans() | st.integers(-(10**9), 10**9) | st.text(max_size=12) | st.floats(-1e6, 1e6),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(min_size=1, max_size=8), inner, max_size=4),
    max_leaves=12,
)


@given(st.dictionaries(st.text(min_size=1, max_size=8), PLAIN, max_size=5))
def test_toml_reads_back(plain: dict[str, Any]) -> None:
    """Whatever tables are written, `tomllib` reads the same."""
    assert tomllib.loads(write_toml(plain)) == plain


def test_scenes_to_begin_from_are_named_by_their_titles(client: TestClient) -> None:
    """People read the title of a bundled scene; its id only stands in the address."""
    found = client.get("/prepare").text
    assert 'href="/prepare/tunnelcore?from=sump-gate">Begin from <bdi>The toll at Sump Gate</bdi>' in found
