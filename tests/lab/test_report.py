"""The report: one page that is well formed, needs nothing from outside, hides nothing and trusts no name."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest

from fireteam.lab.forecast import Forecast, forecast
from fireteam.lab.plots import MOST_COLUMNS, Column, clean, cut, gathered
from fireteam.lab.report import headline, report, write_report
from fireteam.lab.tally import Tally
from tests.kernel.duel import DUEL
from tests.lab.scenes import calm_duel

NASTY = "<script>alert(\"x\")</script> & 'Ann' \u202eevil\x07"
VOID = {"meta", "br"}


class Page(HTMLParser):
    """What a page holds: its elements with their attributes, and its text; complains where tags do not match."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.text: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if not self.open or self.open[-1] != "style":
            self.text.append(data)

    def all(self, tag: str) -> list[dict[str, str]]:
        return [attributes for name, attributes in self.elements if name == tag]


@pytest.fixture(scope="module")
def found() -> Forecast:
    scene = calm_duel(cy={"side": "<b>crew</b>", "name": "漢字" * 20})
    scene.fighters["ann"].name = NASTY  # a file could not say this
    scene.title = "Trouble </title><script>alert(2)</script>"
    return forecast(DUEL, scene, 400, seed='a "seed" <i>')


@pytest.fixture(scope="module")
def html(found: Forecast) -> str:
    return report(found)


def test_the_page_is_well_formed(html: str) -> None:
    """Every tag is closed in its place, ids are unique, and what refers to an id finds it."""
    page = Page(html)
    ids = [attributes["id"] for _, attributes in page.elements if "id" in attributes]
    assert len(ids) == len(set(ids))
    for _, attributes in page.elements:
        assert set(attributes.get("aria-labelledby", "").split()) <= set(ids)
    assert html.startswith("<!DOCTYPE html>")
    assert page.all("html")[0]["lang"] == "en"
    headings = [int(tag[1]) for tag, _ in page.elements if re.fullmatch("h[1-6]", tag)]
    assert headings[0] == 1 and headings.count(1) == 1
    assert all(below <= above + 1 for above, below in pairwise(headings))


def test_nothing_comes_from_outside(html: str) -> None:
    """No script, no address, no file: the page opens offline, and its policy forbids the rest."""
    page = Page(html)
    assert not {tag for tag, _ in page.elements} & {"script", "link", "img", "iframe", "a", "object", "image", "use"}
    assert not {name for _, attributes in page.elements for name in attributes} & {"src", "href", "xlink:href", "style"}
    assert not re.search(r"https?:|//\w|@import|url\(", html)
    assert "default-src 'none'; style-src 'unsafe-inline'" in html


def test_names_are_text_and_nothing_else(html: str) -> None:
    """Markup in names, sides, titles and seeds is shown, never obeyed; what turns text about is taken out."""
    assert "<script" not in html
    text = "".join(Page(html).text)
    assert "<script>alert(\"x\")</script> & 'Ann' \ufffdevil\ufffd" in text
    assert "Trouble </title><script>alert(2)</script>" in text
    assert "<b>crew</b>" in text
    assert "--seed 'a \"seed\" <i>'" in text
    assert clean("a\ud800b") == "a\ufffdb"


def test_every_plot_is_described_and_has_its_table(html: str) -> None:
    """Those who do not see a plot hear its numbers, and everybody finds them in the table beside it."""
    plots = re.findall(r"<svg.*?</svg>", html, re.DOTALL)
    assert len(plots) == 3 + 2 * 3
    for plot in plots:
        parsed = ElementTree.fromstring(plot)
        assert parsed.get("role") == "img"
        assert parsed[0].tag == "title" and parsed[0].text
        assert parsed[1].tag == "desc" and re.search(r"\d", parsed[1].text or "")
        assert "NaN" not in plot and "inf" not in plot
    page = Page(html)
    assert len(page.all("table")) == len(page.all("caption")) == 1 + 1 + 2 * 3 + 1
    assert all("scope" in attributes for attributes in page.all("th"))


def test_the_numbers_are_those_of_the_forecast(found: Forecast, html: str) -> None:
    """Wins, rounds and prices stand in the tables as the forecast has them."""
    text = "".join(Page(html).text).replace("\u00a0", " ")
    for side in found.sides:
        share = found.win(side)
        low, high = share.interval
        assert f"{share.count}{share.p * 100:.1f} %{low * 100:.1f}–{high * 100:.1f} %" in text
    for one in found.cast:
        assert f"{found.out(one.id).p * 100:.1f} %" in text
    assert f"Mean {float(found.mean_rounds):.2f} rounds" in text
    assert "shake256-bytes/1" in text
    assert "--fights 400" in text


def test_the_headline_says_who_wins(found: Forecast) -> None:
    """Two sentences for those who read nothing else."""
    likely = max(found.sides, key=lambda side: found.win(side).count)
    assert headline(found).startswith(f"{likely} wins ")
    assert "nine in ten by round" in headline(found)


def test_a_forecast_that_nobody_wins_has_a_page() -> None:
    """All fights undecided in round 0, one side: no bar is missing, nothing is divided by 0."""
    tally = Tally(3, {"": {0: 3}}, {"crew": {1: 3}}, {}, {}, {})
    scene = calm_duel()
    cast = forecast(DUEL, scene, 1, seed=1).cast[:1]
    page = report(Forecast("duel", "", "1", 5, cast, tally, 0.0))
    Page(page)
    assert "Nobody ever won." in page
    assert "3 of 5 asked for" in page


def test_it_is_written_to_a_file(found: Forecast, html: str, tmp_path: Path) -> None:
    """The file is the page as UTF-8; the command names the scene when it is known."""
    write_report(found, tmp_path / "r.html")
    assert (tmp_path / "r.html").read_text("utf-8") == html
    write_report(found, tmp_path / "named.html", "my scene.toml")
    assert "fireteam forecast &#x27;my scene.toml&#x27; --fights 400" in (tmp_path / "named.html").read_text("utf-8")


def luminance(colour: str) -> float:
    """WCAG 2 relative luminance of #rrggbb."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """WCAG 2 contrast ratio."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def test_colours_have_enough_contrast_in_the_light_in_the_dark_and_on_paper(html: str) -> None:
    """WCAG AA: 4.5 for text on whatever it stands on, 3 for what a plot draws."""
    schemes = [
        dict(re.findall(r"--(\w+): (#[0-9a-f]{6})", block)) for block in re.findall(r":root \{(.*?)\}", html, re.DOTALL)
    ]
    assert len(schemes) == 3
    for scheme in schemes:
        for text in ("text", "quiet"):
            for ground in ("ground", "area"):
                assert contrast(scheme[text], scheme[ground]) >= 4.5, (text, ground, scheme)
        for drawn in ("win", "out", "dead"):
            for ground in ("ground", "track"):
                assert contrast(scheme[drawn], scheme[ground]) >= 3, (drawn, ground, scheme)


def test_many_rounds_share_columns() -> None:
    """However long the fights, a plot has at most so many columns, and no fight is lost."""
    counts = [(round_, round_ % 7) for round_ in range(3, 500)]
    found = gathered(counts)
    assert len(found) <= MOST_COLUMNS
    assert sum(column.count for column in found) == sum(count for _, count in counts)
    assert found[0].first == 3 and found[-1].last == 499
    assert all(above.last + 1 == below.first for above, below in pairwise(found))
    assert str(found[0]) == "3–10"
    assert gathered([(4, 9)]) == [Column(4, 4, 9)]


def test_long_names_are_cut_to_the_width_that_they_take() -> None:
    """Wide characters count twice, so a plot's labels never run into its numbers."""
    assert cut("Ann") == "Ann"
    assert cut("a" * 40, 10) == "a" * 9 + "…"
    assert cut("漢" * 40, 10) == "漢" * 4 + "…"
