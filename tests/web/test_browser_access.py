"""The pages for everybody: axe-core, keyboard, small screens, zoom, no script, nothing lost while others act."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from fireteam.kernel.library import open_scene
from fireteam.kernel.scenefile import write_scene
from tests.web.browsers import DESKTOP, PHONE, SMALL, Person, axe_script, browser, open_file, table_file
from tests.web.pages import DUELS, choose, duel_for_two, hostile_verbs
from tests.web.running import RunningServer

ZOOMED = {"width": 640, "height": 400}
"""What is left of a 1280 by 800 window at 200 %."""


@pytest.fixture(scope="module")
def window() -> Iterator[Browser]:
    with browser() as found:
        yield found


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    folder = tmp_path_factory.mktemp("access")
    with RunningServer(str(folder / "tables.db"), folder / "log", "--forecasts") as running:
        yield running


def bundled_table(name: str, seed: str = "1") -> bytes:
    """A bundled scene as a table with a known seed."""
    ruleset, scene = open_scene(name)
    plain = write_scene(ruleset, scene)
    plain.pop("seq")
    return table_file(plain, seed)


def begin(person: Person, name: str) -> list[str]:
    """Opens a bundled scene and starts its fight; the invitations."""
    links = open_file(person, bundled_table(name))
    buttons: list[str] = person.page.eval_on_selector_all(
        "#master button[name=line]", "all => all.map(one => one.value)"
    )
    person.do(next(line for line in buttons if line.startswith("start")))
    expect(person.page.locator("#turn")).to_contain_text("Round 1")
    return links


def violations(person: Person) -> list[str]:
    """What axe-core finds on the page as it is."""
    person.page.evaluate(axe_script())
    found: dict[str, Any] = person.page.evaluate("() => axe.run(document, { resultTypes: ['violations'] })")
    return [
        f"{one['id']}: {one['help']} at {[node['target'] for node in one['nodes']][:3]} "
        f"{[node.get('failureSummary', '')[:200] for node in one['nodes']][:1]}"
        for one in found["violations"]
    ]


def overflow(person: Person) -> int:
    """By how many pixels the page is wider than its window."""
    found: int = person.page.evaluate(
        "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    return found


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_pages_beside_the_table(window: Browser, server: RunningServer, scheme: Any) -> None:
    """First page, builder, rulebook, list of keys, trouble: no violation in either theme."""
    person = Person(window, server.url(""), DESKTOP, color_scheme=scheme, reduced_motion="reduce")
    for path in (
        "/",
        "/keys",
        "/rules",
        "/rules/tunnelcore?q=doom",
        "/rules/cybercore/13",
        "/prepare",
        "/prepare/tunnelcore?from=thirty-third-floor&sheet=brant",
        "/prepare/wonderland?from=slagway-toll",
        "/nowhere",
    ):
        person.page.goto(server.url(path))
        assert violations(person) == [], path
    person.context.close()


@pytest.mark.parametrize(("ruleset", "scheme"), [(one, scheme) for one in DUELS for scheme in ("light", "dark")])
def test_axe_finds_nothing_at_a_table(window: Browser, server: RunningServer, ruleset: str, scheme: Any) -> None:
    """Each game's table in its own hue: the game master's, with everything unfolded, and a player's on a phone."""
    master = Person(window, server.url(""), DESKTOP, color_scheme=scheme, reduced_motion="reduce")
    links = begin(master, DUELS[ruleset])
    player = Person(window, server.url(""), PHONE, color_scheme=scheme, reduced_motion="reduce")
    player.sit(links[0])
    for person in (master, player):
        person.page.evaluate("() => document.querySelectorAll('details').forEach(one => one.open = true)")
        person.page.wait_for_timeout(200)
        assert violations(person) == [], person is master
    address = master.page.url
    sheet = f"/sheet/{next(iter(open_scene(DUELS[ruleset])[1].fighters))}"
    for rest in ("/welcome", "/log", "/review", "/odds?line=attack", sheet) if scheme == "light" else ():
        master.page.goto(address + rest)
        assert violations(master) == [], rest
    master.context.close()
    player.context.close()


def test_a_decision_is_announced_and_clean(window: Browser, server: RunningServer) -> None:
    """A question stands in an assertive region, its default marked; axe finds nothing on it."""
    master = Person(window, server.url(""), DESKTOP, reduced_motion="reduce")
    links = open_file(master, table_file(duel_for_two("cybercore", "Nobody"), "1"))
    players = [Person(window, server.url(""), PHONE, reduced_motion="reduce") for _ in range(2)]
    for player, link in zip(players, links, strict=False):
        player.sit(link)
    master.do("start")
    hostile = hostile_verbs("cybercore")
    for _ in range(20):
        if any(one.page.locator("#question").count() for one in players):
            break
        acting = next((one for one in players if one.page.locator(".card.now.mine").count()), None)
        if acting is not None and acting.lines():
            acting.tries(choose(acting.lines(), hostile))
        master.page.wait_for_timeout(250)
    asked = next(one for one in players if one.page.locator("#question").count())
    assert asked.page.locator("[aria-live=assertive] #question").count() == 1
    expect(asked.page.locator("#question button.primary")).to_contain_text("by default")
    assert violations(asked) == []
    asked.page.keyboard.press("d")
    asked.page.keyboard.press("1")
    asked.page.keyboard.press("Enter")
    expect(asked.page.locator("#turn")).not_to_contain_text("Waiting for")
    for person in (master, *players):
        person.context.close()


@pytest.mark.parametrize("size", [SMALL, PHONE, ZOOMED, DESKTOP], ids=lambda size: str(size["width"]))
def test_no_page_is_wider_than_its_window(window: Browser, server: RunningServer, size: Any) -> None:
    """320 px, a phone, 200 % zoom and a desktop: nothing has to be scrolled sideways."""
    master = Person(window, server.url(""), size, reduced_motion="reduce")
    begin(master, "ossuary-lamp")
    address = master.page.url
    master.page.evaluate("() => document.querySelectorAll('details').forEach(one => one.open = true)")
    assert overflow(master) <= 0
    for path in (
        server.url("/"),
        server.url("/rules/tunnelcore/16"),
        server.url("/prepare/cybercore?from=ossuary-lamp&sheet=kestrel"),
        address + "/welcome",
        address + "/log",
        address + "/sheet/kestrel",
    ):
        master.page.goto(path)
        assert overflow(master) <= 0, path
    master.context.close()


def test_everything_is_done_by_keyboard(window: Browser, server: RunningServer) -> None:
    """Keys lead to the parts of the page, the list of keys opens and closes, a typed command is carried out."""
    master = Person(window, server.url(""), DESKTOP, reduced_motion="reduce")
    begin(master, "sump-gate")
    page = master.page
    page.keyboard.press("?")
    expect(page.locator("dialog[open] h1")).to_have_text("Keys")
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    page.keyboard.press("/")
    expect(page.locator("#line")).to_be_focused()
    page.keyboard.type("imre: att")
    expect(page.locator("#completions option").first).to_have_attribute("value", "imre: attack")
    page.keyboard.type("ack sister")
    page.keyboard.press("Enter")
    expect(page.locator("#passages")).to_contain_text("imre: attack sister")
    expect(page.locator("#line")).to_have_value("")
    page.locator("body").press("Tab")
    page.evaluate("() => document.activeElement.blur()")
    for key, part in (("a", "act"), ("l", "log"), ("t", "talk"), ("m", "master"), ("b", "board")):
        page.keyboard.press(key)
        assert page.evaluate("part => document.getElementById(part).contains(document.activeElement)", part), key
        page.evaluate("() => document.activeElement.blur()")
    page.keyboard.press("u")
    expect(page.locator(".passage.undone")).to_have_count(1)
    master.context.close()


def test_nothing_that_is_typed_or_focused_is_lost(window: Browser, server: RunningServer) -> None:
    """While others act, the page keeps words, focus, open parts and the place in the log."""
    master = Person(window, server.url(""), DESKTOP, reduced_motion="reduce")
    links = begin(master, "flamingo-noon")
    player = Person(window, server.url(""), DESKTOP, reduced_motion="reduce")
    player.sit(links[0])
    player.page.click("#line")
    player.page.keyboard.type("fight aug")
    player.page.evaluate(
        "() => { document.querySelector('.place').open = true; window.kept = document.getElementById('line'); }"
    )
    master.do("undo")
    expect(player.page.locator("#turn")).to_contain_text("No fight is on")
    expect(player.page.locator("#line")).to_be_focused()
    expect(player.page.locator("#line")).to_have_value("fight aug")
    assert player.page.evaluate(
        "() => window.kept === document.getElementById('line') && document.querySelector('.place').open"
    )
    master.context.close()
    player.context.close()


def test_odds_stand_beside_the_buttons_and_a_tap_aims(window: Browser, server: RunningServer) -> None:
    """Before a button is pressed its exact odds are there; tapping a foe narrows the list to what can be done to it."""
    master = Person(window, server.url(""), DESKTOP, reduced_motion="reduce")
    links = begin(master, "sump-gate")
    player = Person(window, server.url(""), PHONE, reduced_motion="reduce")
    player.sit(links[0])
    expect(player.page.locator("#act .rows .odds").first).to_contain_text("%", timeout=30_000)
    shown = player.page.locator("#act .rows .odds b").all_text_contents()
    assert shown and all("%" in text for text in shown)
    every = len(player.lines())
    player.page.locator("#f-sister h4").tap()
    expect(player.page.locator("#act .narrowed")).to_contain_text("Sister Tallow")
    assert 0 < len(player.lines()) < every
    player.page.locator("#act [data-target='']").tap()
    expect(player.page.locator("#act .narrowed")).to_have_count(0)
    player.page.locator("#f-imre [data-sheet]").tap()
    expect(player.page.locator("dialog[open] h1")).to_contain_text("Imre Vale")
    master.context.close()
    player.context.close()


def test_the_forecast_is_shown_to_whom_the_game_master_says(window: Browser, server: RunningServer) -> None:
    """The bar appears with its interval; players see it once they may."""
    master = Person(window, server.url(""), DESKTOP, reduced_motion="reduce")
    links = begin(master, "sump-gate")
    player = Person(window, server.url(""), PHONE, reduced_motion="reduce")
    player.sit(links[0])
    expect(master.page.locator("#r-forecast .legend li").first).to_contain_text("to", timeout=30_000)
    assert player.page.locator("#r-forecast .legend").count() == 0
    master.page.click("#r-forecast button[value=players]")
    expect(player.page.locator("#r-forecast .legend li").first).to_contain_text("%", timeout=30_000)
    master.context.close()
    player.context.close()


def test_dice_tumble_only_for_those_who_want_movement(window: Browser, server: RunningServer) -> None:
    """New dice are animated; with reduced motion nothing moves."""
    for motion, moves in (("no-preference", True), ("reduce", False)):
        master = Person(window, server.url(""), DESKTOP, reduced_motion=motion)
        begin(master, "sump-gate")
        master.page.evaluate(
            "() => { window.moved = 0; document.addEventListener('animationstart', () => window.moved++); }"
        )
        before = master.page.locator("#passages .die").count()
        master.page.fill("#line", "imre: attack sister")
        master.page.keyboard.press("Enter")
        master.page.wait_for_function(
            "before => document.querySelectorAll('#passages .die').length > before", arg=before
        )
        master.page.wait_for_timeout(150)
        assert (master.page.evaluate("() => window.moved") > 0) is moves
        master.context.close()


def test_a_player_acts_without_a_script(window: Browser, server: RunningServer) -> None:
    """With scripts switched off a player sits down, strikes by a button, reads what came of it, answers and talks."""
    master = Person(window, server.url(""), DESKTOP, reduced_motion="reduce")
    links = begin(master, "sump-gate")
    player = Person(window, server.url(""), PHONE, java_script_enabled=False)
    page = player.page
    page.goto(links[0])
    page.fill("#name", "Ann")
    page.click("form button.primary")
    page.locator("details.hostile summary").first.click() if not page.locator("details.hostile[open]").count() else None
    page.locator("details.hostile[open] .rows button").first.click()
    expect(page.locator("#passages")).to_contain_text("attack")
    page.locator("#passages details.why summary").last.click()
    expect(page.locator("#passages details.why[open] .clause").first).to_contain_text("TC-")
    for _ in range(4):
        if page.locator("#question").count():
            page.locator("#question .answers button").first.click()
    page.fill("#talk input[name=text]", "By hand.")
    page.click("#talk form button")
    expect(master.page.locator("#talk")).to_contain_text("By hand.")
    master.context.close()
    player.context.close()


def test_an_encounter_is_built_in_the_browser(window: Browser, server: RunningServer) -> None:
    """Fighters are added without leaving the page, the forecast moves, and the table opens."""
    person = Person(window, server.url(""), DESKTOP, reduced_motion="reduce")
    page = person.page
    page.goto(server.url("/prepare/tunnelcore?from=sump-gate"))
    expect(page.locator("#draft-forecast .legend li").first).to_contain_text("%", timeout=30_000)
    before = page.locator("#draft-forecast .legend").inner_text()
    page.evaluate("() => { window.stayed = true; }")
    page.fill("input[name=q]", "ganger")
    page.keyboard.press("Enter")
    expect(page.locator(".beasts .card")).not_to_have_count(0)
    for number in range(1, 3):
        page.click("button[value='add:ganger']")
        expect(page.locator("#roster-ganger")).to_contain_text("Ganger")
        if number > 1:
            expect(page.locator("#roster-ganger .tag").first).to_have_text("×2")
    expect(page.locator("#draft-forecast .legend")).not_to_have_text(before, timeout=30_000)
    assert page.evaluate("() => window.stayed") is True
    assert json.loads(page.locator("textarea[name=scene]").input_value())["fighters"]["ganger"]["count"] == 2
    page.click("button[value=open]")
    page.wait_for_url("**/welcome")
    page.click("text=To the table")
    expect(page.locator("#board")).to_contain_text("Ganger 2")
    person.context.close()
