"""The table's pages by plain forms and links, as a browser without a script has them."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from fireteam.fronts.web.assets import assets
from fireteam.kernel.library import open_scene
from fireteam.kernel.scenefile import write_scene
from tests.web.pages import DUELS, HOME, LARGEST, Forms, another, duel_for_two, open_table, site

FIRST_VIEW = 60_000
"""The most bytes of a first view: page, style and script as they are sent."""
SECRET = "Qxzvane"


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with site(tmp_path_factory.mktemp("site"), forecasts=False) as found:
        yield found


def test_the_first_page_offers_every_bundled_scene(client: TestClient) -> None:
    """Each scene of each game is one press away."""
    scenes = [value for form in Forms(client.get("/").text).forms for name, value in form["buttons"] if name == "scene"]
    assert set(DUELS.values()) | set(LARGEST.values()) <= set(scenes)


@pytest.mark.parametrize("ruleset", DUELS)
def test_a_fight_is_begun_and_fought_by_plain_forms(client: TestClient, ruleset: str) -> None:
    """A game master starts, a player acts from the buttons of their page, and the log tells it."""
    table = open_table(client, DUELS[ruleset])
    player = table.join(0)
    start = next(line for line in table.master.buttons() if line.startswith("start"))
    assert table.master.press("line", start).status_code == 303
    for _ in range(12):
        if "The fight is over" in player.page():
            break
        answers, lines = player.buttons("answer"), [line for line in player.buttons() if ": " in line]
        if answers:
            done = player.press("answer", answers[0])
        elif lines:
            done = player.press("line", next((line for line in lines if "attack" in line or "fight" in line), lines[0]))
        else:
            done = (
                table.master.press("line", "next")
                if "next" in table.master.buttons()
                else table.master.do(do="act", line="undo")
            )
        assert done.status_code in (303, 409), done.text[:400]
    told = Forms(player.page("/log")).text
    assert "Why" in told and len(told) > 400


def test_the_same_form_sent_twice_acts_once(client: TestClient) -> None:
    """A double click without a script: the second is the first again."""
    table = open_table(client, "sump-gate")
    fields = [("do", "say"), ("seq", "0123"), ("text", "hello there, once")]
    for _ in range(3):
        assert table.master.post(f"{table.master.seat}/do", fields).status_code == 303
    assert table.master.page().count("hello there, once") == 1


def test_a_refused_command_is_told_on_the_page(client: TestClient) -> None:
    """A refusal keeps the page and says why, with the clause or the legal form."""
    table = open_table(client, "sump-gate")
    answer = table.master.do(do="act", line="attak sister")
    assert answer.status_code == 409
    assert "did you mean attack" in Forms(answer.text).text
    assert '<div id="notice" role="alert">' in answer.text


def test_a_stale_press_is_told_what_changed(client: TestClient) -> None:
    """A button of a page that is out of date does not act on what its reader never saw."""
    table = open_table(client, "sump-gate")
    old = Forms(table.master.page()).forms
    table.master.press("line", next(line for line in table.master.buttons() if line.startswith("start")))
    form = next(form for form in old if ("line", "break") in form["buttons"])
    answer = table.master.post(form["action"], [*form["fields"], ("line", "break")])
    assert answer.status_code == 409
    assert "too late" in answer.text


@pytest.mark.parametrize("ruleset", DUELS)
def test_a_hidden_fighter_is_in_no_byte_that_others_get(client: TestClient, ruleset: str) -> None:
    """Pages, sheets, odds, logs, refusals and exports of players and onlookers never name who is hidden."""
    scene = duel_for_two(ruleset, SECRET)
    scene["options"]["npcs"] = "manual"  # it would come into sight by its own deeds
    table = open_table(client, scene)
    assert SECRET in table.master.page()
    player, onlooker = table.join(0), table.join(len(table.links) - 1)
    table.master.press("line", next(line for line in table.master.buttons() if line.startswith("start")))
    seen = [
        player.get(f"{player.seat}/sheet/{SECRET.lower()}").text,
        player.do(do="act", line="attack q").text,
        player.get(f"{player.seat}/odds?line=attack+q").text,
    ]
    for number in range(6):
        answers, lines = player.buttons("answer"), [line for line in player.buttons() if ": " in line]
        if answers:
            seen.append(player.press("answer", answers[0]).text)
        elif lines and number:
            seen.append(player.press("line", lines[0]).text)
        shown = [visitor.page(rest) for visitor in (player, onlooker) for rest in ("", "/log", "/export")]
        if 'secret" id="f-' not in table.master.page():
            break  # a rule brought it into sight
        seen += shown
    assert len(seen) >= 9
    assert not any(SECRET.lower() in text.lower() for text in seen)


def test_names_are_escaped_and_isolated(client: TestClient) -> None:
    """A name of markup or of right-to-left letters is shown as it is, and steers nothing."""
    game, scene = open_scene("sump-gate")
    plain = write_scene(game, scene)
    plain.pop("seq")
    plain["fighters"]["imre"]["name"] = '<img src=x onerror="alert(1)">'
    plain["fighters"]["sister"]["name"] = "\u202eمرحبا\u202e & Co"
    plain["title"] = "<script>alert(2)</script>"
    table = open_table(client, plain)
    table.master.do(do="say", text="</script><b>bold</b>")
    table.master.press("line", "start")
    for rest in ("", "/log", "/welcome", "/sheet/imre", "/sheet/sister", "/review"):
        text = table.master.page(rest)
        assert "<img src=x" not in text and "<script>alert" not in text and "<b>bold</b>" not in text, rest
        assert "\u202e" not in re.sub(r'<input [^>]*dir="auto"[^>]*>', "", text), rest
    assert "<bdi>&lt;img src=x" in table.master.page()


@pytest.mark.parametrize("scene", [*DUELS.values(), *LARGEST.values()])
def test_the_first_view_is_small(client: TestClient, scene: str) -> None:
    """Page, style, script and icon of a game master's table in the thick of it, as sent: under 60 kB."""
    table = open_table(client, scene)
    table.master.press("line", next(line for line in table.master.buttons() if line.startswith("start")))
    with client.stream("GET", table.master.seat, headers={"accept-encoding": "gzip"}) as answer:
        page = b"".join(answer.iter_raw())
        assert answer.headers["content-encoding"] == "gzip"
    text = gzip.decompress(page).decode()
    used = [one for one in assets().values() if f"/static/{one.name}?" in text]
    assert len(used) == 3
    total = len(page) + sum(len(one.packed) for one in used)
    assert total < FIRST_VIEW, total


def test_pages_keep_their_own_rules(client: TestClient) -> None:
    """No page has a script or a style of its own, an event attribute or an outside address."""
    table = open_table(client, "thirty-third-floor")
    table.master.press("line", "start")
    paths = [
        "/",
        "/keys",
        "/rules",
        "/rules/tunnelcore",
        "/rules/tunnelcore/1",
        "/prepare",
        "/prepare/tunnelcore?from=sump-gate",
    ]
    paths += [table.master.seat + rest for rest in ("", "/welcome", "/log", "/review", "/odds?line=x")]
    for path in paths:
        answer = client.get(path)
        assert "unsafe" not in answer.headers["content-security-policy"]
        for tag, attributes in Forms(answer.text).tags:
            assert tag != "style" and "style" not in attributes, (path, tag)
            assert not any(name.startswith("on") for name in attributes), (path, tag)
            for name in ("src", "href", "action", "formaction"):
                address = attributes.get(name) or ""
                assert address.startswith(("/", "#")) or not address, (path, address)
            assert tag != "script" or (attributes.get("src") or "").startswith("/static/"), path


def test_styles_and_scripts_name_no_other_place() -> None:
    """What the server sends fetches nothing from elsewhere."""
    for one in assets().values():
        text = one.body.decode()
        addresses = [address for address in re.findall(r"https?://[^\s\"')]+", text) if "w3.org" not in address]
        assert addresses == [] and "@import" not in text and "url(" not in text, one.name


def test_a_game_master_sets_a_sheet_by_hand_and_takes_it_back(client: TestClient) -> None:
    """A value that is changed on a sheet is a `set` in the log; undo restores it; a bad one is explained."""
    table = open_table(client, "sump-gate")
    path = f"{table.master.seat}/sheet/imre"
    assert 'name="fighters.imre.stress.physical"' in table.master.page("/sheet/imre")
    assert table.master.post(path, [("fighters.imre.stress.physical", "d8")]).status_code == 303
    assert "set fighters.imre.stress.physical" in table.master.page("/log")
    bad = table.master.post(path, [("fighters.imre.plot_points", "many")])
    assert bad.status_code == 422 and "whole number" in bad.text
    table.master.do(do="act", line="undo")
    assert "Taken back" in table.master.page("/log")
    player = table.join(0)
    assert player.post(f"{player.seat}/sheet/imre", [("fighters.imre.stress.physical", "d8")]).status_code == 422


def test_links_open_seats_and_can_be_taken_back(client: TestClient) -> None:
    """A new link shuts the old one; a seat's page is nobody else's."""
    table = open_table(client, "sump-gate")
    player = table.join(0)
    assert another(client).get(table.master.seat).status_code == 404
    seat = player.seat.rpartition("/")[2]
    table.master.do(do="link", seat=seat, revoke="false")
    assert player.get(player.seat).status_code == 404
    assert client.get(table.links[0]).status_code == 404
    fresh = re.findall(r'value="http://[^"]+(/join/[\w-]+)"', table.master.page("/welcome"))
    assert len(fresh) == len(table.links) and fresh[0] != table.links[0]


def test_a_player_takes_a_free_fighter(client: TestClient) -> None:
    """Somebody with an empty seat chooses among the fighters that nobody plays, and no other."""
    table = open_table(client, "closing-time")
    brant = table.join(0)
    table.master.do(do="seat", seat=brant.seat.rpartition("/")[2], name="Ann", has_fighters="true")
    table.master.do(do="seat", name="Ben", role="player", has_fighters="true")
    links = re.findall(r'value="http://[^"]+(/join/[\w-]+)"', table.master.page("/welcome"))
    newcomer = another(client)
    welcome = newcomer.get(links[-1])
    free = [tag["value"] for name, tag in Forms(welcome.text).tags if name == "input" and tag.get("name") == "fighters"]
    assert free == ["brant"]
    path = str(welcome.url.path)
    taken = newcomer.post(
        path, data={"name": "Ben", "fighters": "nadi"}, headers={"origin": HOME}, follow_redirects=False
    )
    assert taken.status_code == 422 and "not free" in taken.text
    sat = newcomer.post(
        path, data={"name": "Ben", "fighters": "brant"}, headers={"origin": HOME}, follow_redirects=False
    )
    assert sat.status_code == 303
    assert "yours" in Forms(newcomer.get(path.removesuffix("/welcome")).text).text


def test_an_exported_table_goes_on_where_it_stopped(client: TestClient, tmp_path: Path) -> None:
    """The whole journal, uploaded on the first page, is the table again."""
    table = open_table(client, "sump-gate")
    table.master.press("line", "start")
    table.master.do(do="act", line="note what stays stays")
    journal = client.get(f"{table.master.seat}/export").content
    answer = client.post(
        "/open", files={"file": ("t.jsonl", journal)}, headers={"origin": HOME}, follow_redirects=False
    )
    assert answer.status_code == 303, answer.text[:400]
    page = client.get(answer.headers["location"].removesuffix("/welcome")).text
    assert "what stays stays" in page and "Round 1" in page


def test_a_scene_with_faults_is_refused_with_all_of_them(client: TestClient) -> None:
    """An upload that cannot be played tells each fault with its place, and opens nothing."""
    scene = b'ruleset = "tunnelcore"\n[fighters.a]\ntemplate = "gangr"\nside = "x"\nplot_points = -3\n'
    answer = client.post("/open", files={"file": ("s.toml", scene)}, headers={"origin": HOME})
    assert answer.status_code == 422
    assert "did you mean" in answer.text and "fighters.a.plot_points" in answer.text


def test_an_address_that_is_nothing_gets_a_page(client: TestClient) -> None:
    """A browser gets a page with the way home, a program its JSON."""
    page = client.get("/nowhere", headers={"accept": "text/html"})
    assert page.status_code == 404 and 'href="/"' in page.text
    assert client.get("/nowhere", headers={"accept": "application/json"}).json()["error"]
