"""The rulebooks as pages, and the texts in one place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from fireteam.fronts import web
from fireteam.fronts.web.book import chapters, clause_html, rulebook
from fireteam.fronts.web.texts import FOLDER, NoText, texts, texts_for
from fireteam.kernel.ruleset import find_ruleset
from tests.web.pages import DUELS, Forms, site

ROOM = Path(web.__file__).parent
COMPOSED = ("forecast.for_", "keys.", "prepare.no_", "review.luck_", "script.", "role.", "phase.", "secrecy.")
"""Beginnings of keys that templates put together."""


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with site(tmp_path_factory.mktemp("book"), forecasts=False) as found:
        yield found


@pytest.mark.parametrize("ruleset", DUELS)
def test_every_clause_has_an_address(client: TestClient, ruleset: str) -> None:
    """Each clause is on its chapter's page under its number, with all its words."""
    book = rulebook(find_ruleset(ruleset))
    pages = {number: client.get(f"/rules/{ruleset}/{number}").text for number, _, _ in chapters(book)}
    for clause in book.clauses:
        answer = client.get(f"/rules/{ruleset}/clause/{clause.id}", follow_redirects=False)
        number, _, anchor = answer.headers["location"].rpartition("/")[2].partition("#")
        assert anchor == clause.id and f'id="{clause.id}"' in pages[number]
    assert client.get(f"/rules/{ruleset}/clause/ZZ-9.9").status_code == 404


def test_the_rulebook_is_searched(client: TestClient) -> None:
    """Words and numbers find clauses."""
    assert "TC-1.9" in client.get("/rules/tunnelcore?q=strictly+higher").text
    assert "Comparing" in client.get("/rules/tunnelcore?q=TC-1.9").text
    assert "0 found" in Forms(client.get("/rules/tunnelcore?q=xyzzy").text).text
    assert "<script>" not in client.get("/rules/tunnelcore?q=<script>").text


def test_tables_and_emphasis_become_html() -> None:
    """A clause with a table, code and references is a table with links."""
    game = find_ruleset("tunnelcore")
    with_table = [one for one in rulebook(game).clauses if "\n|" in one.text]
    assert with_table
    html = clause_html(with_table[0], game.id)
    assert "<table>" in html and "|" not in re.sub(r"<[^>]+>", "", html).replace("||", "")


def test_every_text_is_used_and_every_used_text_exists() -> None:
    """Templates and code ask for the texts there are, no more and no fewer."""
    asked: set[str] = set()
    for path in [*ROOM.rglob("*.html"), *ROOM.glob("*.py")]:
        text = path.read_text(encoding="utf-8")
        asked |= set(re.findall(r"""\bt\(\s*["']([\w.]+)["']""", text))
        asked |= set(re.findall(r"""\blanguage\(request\)\(["']([\w.]+)["']""", text))
        asked |= set(re.findall(r"""["'](trouble\.(?!html)\w+)["']""", text))
        asked |= {key for pair in re.findall(r't\("([\w.]+)" if [^)]*? else "([\w.]+)"', text) for key in pair}
    have = set(texts().by_key)
    assert {key for key in asked - have if not key.endswith(("_", "."))} == set()
    assert {key for key in have - asked if not key.startswith(COMPOSED)} == set()


def test_no_template_holds_words_of_its_own() -> None:
    """What people read stands in the texts: between tags there are only expressions and signs."""
    for path in ROOM.rglob("*.html"):
        text = re.sub(
            r"\{% block body_\w+ %\}.*?\{% endblock %\}", "", path.read_text(encoding="utf-8"), flags=re.DOTALL
        )
        bare = re.sub(r"\{[{%#].*?[}%#]\}", "", text, flags=re.DOTALL)
        bare = re.sub(r"<!doctype html>|<[^>]*>", " ", bare)
        words = [word for word in re.findall(r"[A-Za-z]{2,}", re.sub(r"&\w+;", "", bare))]
        assert words == [], (path.name, words)


def test_an_unknown_language_gets_english_and_a_missing_text_is_our_mistake() -> None:
    """Languages fall back; a wrong key is never shown to people."""
    assert texts_for("xx-YY, de;q=0.1").language == "en"
    assert texts_for("").language == "en" and (FOLDER / "en.toml").is_file()
    with pytest.raises(NoText):
        texts()("no.such")
    assert str(texts()("head.acts", who="<b>")) == "&lt;b&gt; acts."
