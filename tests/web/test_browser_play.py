"""A game master and two players in real browsers play a duel of each game to its end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.web.browsers import DESKTOP, PHONE, Person, browser, open_file, table_file
from tests.web.pages import choose, duel_for_two, hostile_verbs
from tests.web.running import RunningServer

SECRET = "Qxzvane"
SEEDS = {"tunnelcore": "1", "wonderland": "1", "cybercore": "1", "solarlink": "4"}
"""Seeds with which a player is soon asked to decide something."""
MOST_TURNS = 80


@pytest.fixture(scope="module")
def window() -> Iterator[Browser]:
    with browser() as found:
        yield found


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    folder = tmp_path_factory.mktemp("play")
    with RunningServer(str(folder / "tables.db"), folder / "log") as running:
        yield running


class Duel:
    """One table with three people at it."""

    def __init__(self, window: Browser, server: RunningServer, ruleset: str) -> None:
        self.server = server
        self.ruleset = ruleset
        self.hostile = hostile_verbs(ruleset)
        base = server.url("")
        self.master = Person(window, base, DESKTOP)
        calm: dict[str, Any] = {"reduced_motion": "reduce"}
        self.players = [Person(window, base, PHONE, **calm), Person(window, base, DESKTOP, color_scheme="dark", **calm)]
        scene = duel_for_two(ruleset, SECRET)
        links = open_file(self.master, table_file(scene, SEEDS[ruleset]))
        for player, link in zip(self.players, links, strict=False):
            player.sit(link)
        expect(self.master.page.locator("#seats .dot.here")).to_have_count(3)

    @property
    def people(self) -> list[Person]:
        return [self.master, *self.players]

    def is_over(self) -> bool:
        return "The fight is over" in self.master.page.locator("#turn").inner_text()

    def asked(self) -> Person | None:
        """The player whom the table waits for."""
        return next((one for one in self.players if one.page.locator("#question").count()), None)

    def answer(self) -> None:
        """Whoever is asked takes the first answer; done when the table has it."""
        person = self.asked()
        if person is not None and person.tries_to_press("#question .answers button"):
            person.page.wait_for_function("() => table.waiting.size === 0")

    def count(self, line: str) -> int:
        """How often the game master's log holds a command."""
        return self.master.page.locator(".passage .given code", has_text=line).count()

    def shown(self) -> int:
        return self.master.page.locator("#passages > li").count()

    def act(self, *, double: bool = False, dropped: bool = False) -> str:
        """Lets whoever may act do something; the line that was given."""
        for player in self.players:
            lines = player.lines()
            if lines and (
                player.page.locator(".card.now.mine").count() or not self.master.page.locator(".card.now").count()
            ):
                line = choose(lines, self.hostile)
                before = self.shown()
                button = f'button[name=line][value="{line}"]'
                if dropped:
                    self.drop(player, button)
                elif double:
                    player.unfold(button)
                    player.page.locator(button).first.dblclick()
                elif not player.tries(line):
                    return line  # it was no longer offered
                if not self.was_refused(player):
                    self.wait(before)
                return line
        before = self.shown()
        self.master.do("next" if "next" in self.buttons() else "undo")
        self.wait(before)
        return "next"

    def was_refused(self, player: Person) -> bool:
        """Whether the table, once it has answered, said no: this page had not heard yet that the fight had moved on."""
        player.page.wait_for_function("() => table.waiting.size === 0")
        return player.page.locator("#notice .refusal").count() > 0

    def drop(self, player: Person, button: str) -> None:
        """The connection breaks, and the player presses a button before it is back."""
        player.page.evaluate(
            "one => { table.socket.close(); const pressed = document.querySelector(one);"
            " pressed.form.requestSubmit(pressed); }",
            button,
        )
        expect(player.page.locator("#pending")).to_contain_text("Not confirmed yet")
        player.live()
        expect(player.page.locator("#pending")).to_be_empty()

    def buttons(self) -> list[str]:
        found: list[str] = self.master.page.eval_on_selector_all(
            "#master button[name=line]", "all => all.map(one => one.value)"
        )
        return found

    def wait(self, before: int) -> None:
        """Until the master's page has one passage more, or somebody is asked."""
        self.master.page.wait_for_function(
            "before => document.querySelectorAll('#passages > li').length > before"
            " || document.querySelector('#question')",
            arg=before,
        )

    def search_secret(self) -> bool:
        """Searches everything that the players' browsers received; False once the rules or somebody revealed it."""
        found = [text[:300] for one in self.players for text in one.received if SECRET.lower() in text.lower()]
        is_hidden = self.master.page.locator(".card.secret").count() == 1
        if found and is_hidden:
            # Whoever acts sees it at once, the game master's page a tenth of a second later.
            self.master.page.wait_for_timeout(1000)
            is_hidden = self.master.page.locator(".card.secret").count() == 1
        assert not (is_hidden and found), found
        return is_hidden


@pytest.mark.parametrize("ruleset", SEEDS)
def test_a_duel_is_played_to_its_end(window: Browser, server: RunningServer, ruleset: str) -> None:
    """With a double click, a late answer across a restart, an undo, a dropped connection and a hidden reinforcement."""
    duel = Duel(window, server, ruleset)
    start = next(line for line in duel.buttons() if line.startswith("start"))
    duel.master.do(start)
    expect(duel.players[0].page.locator("#turn")).to_contain_text("Round 1")
    assert SECRET in duel.master.page.locator("#board").inner_text()

    # A double click acts once.
    if duel.asked() is None:
        line = duel.act(double=True)
        duel.master.page.wait_for_timeout(300)
        assert duel.count(line) <= 1

    # Somebody is asked; the server dies meanwhile and comes back; the answer comes late, from a page that was open.
    assert duel.search_secret()
    for _ in range(12):
        if duel.asked() is not None:
            break
        duel.act()
        duel.search_secret()
    asked = duel.asked()
    assert asked is not None, "nobody was asked anything"
    other = next(one for one in duel.players if one is not asked)
    expect(other.page.locator("#turn")).to_contain_text("Waiting for")
    assert asked.page.locator("#question .answers .costs li").count(), "what an answer costs is not told"
    server.kill()
    expect(asked.page.locator("#connection")).to_have_attribute("data-state", "lost")
    server.start()
    for person in duel.people:
        person.live()
    other.page.fill("#talk input[name=text]", "Take your time.")
    other.page.click("#talk button")
    expect(asked.page.locator("#talk")).to_contain_text("Take your time.")
    duel.answer()
    duel.search_secret()
    expect(asked.page.locator("#notice")).to_be_empty()

    # The game master takes the last command back: it stays to be seen, struck through.
    if not duel.is_over():
        while duel.asked() is not None:
            duel.answer()
        duel.master.press("[data-key=undo]")
        for person in duel.people:
            expect(person.page.locator(".passage.undone").first).to_be_visible()
            expect(person.page.locator(".passage.undone .taken-back").first).to_contain_text(
                "Taken back by Game master"
            )

    # A connection breaks while a button is pressed: not confirmed, then done, once.
    if duel.asked() is None and not duel.is_over():
        line = duel.act(dropped=True)
    # The reinforcement comes into sight.
    reveal = f'button[name=line][value="reveal {SECRET.lower()}"]'
    if duel.master.page.locator(reveal).count():
        while duel.asked() is not None:
            duel.answer()
        duel.master.tries_to_press(reveal)  # unless the rules were quicker
        expect(duel.players[0].page.locator("#board")).to_contain_text(SECRET)

    for _ in range(MOST_TURNS):
        if duel.is_over():
            break
        if duel.asked() is not None:
            duel.answer()
        else:
            duel.act()
    for person in duel.people:
        expect(person.page.locator("#turn")).to_contain_text("The fight is over")
        assert person.complaints == [] or all("WebSocket" in one or "ERR_" in one for one in person.complaints)
    duel.master.page.goto(duel.master.page.url + "/review")
    expect(duel.master.page.locator("h1")).to_contain_text("Looking back")
    expect(duel.master.page.locator("#main")).to_contain_text("Over the mean")
    for person in duel.people:
        person.context.close()
