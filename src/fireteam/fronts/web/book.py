"""The rulebook as pages: chapters, clauses with addresses, search. And the clause beside each house rule."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from markupsafe import Markup, escape
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from fireteam.fronts.web.html import hue_of, page, trouble
from fireteam.fronts.web.places import language
from fireteam.kernel.rulebook import Clause, Rulebook, read_rulebook
from fireteam.kernel.ruleset import NoRuleset, Ruleset, find_ruleset, ruleset_ids

MOST_FOUND = 20
"""How many clauses a search shows."""

_OPTION = re.compile(r"^\| *`?(\w+)`? *\|.*\| *(?:[A-Z]{2}-)?(\d+\.\d+) *\|$", re.MULTILINE)
_BOLD = re.compile(r"\*\*(.+?)\*\*")
_ITALIC = re.compile(r"(?<![\w*])\*([^*\s][^*]*?)\*(?![\w*])")
_CODE = re.compile(r"`([^`]+)`")
_TAG = re.compile(r"\[(seed|site|ruling|filler)(: [^\]]*)?\]")


def game_of(request: Request) -> Ruleset | None:
    """The game that an address names."""
    try:
        return find_ruleset(str(request.path_params["ruleset"])[:60])
    except NoRuleset:
        return None


def rulebook(ruleset: Ruleset) -> Rulebook:
    """A game's rulebook."""
    return read_rulebook(ruleset.folder / "rulebook.md")


@lru_cache(maxsize=16)
def option_clauses(path: Path, prefix: str) -> dict[str, str]:
    """The clause that each house rule rests on, from the tables of the book's Options chapter."""
    text = path.read_text(encoding="utf-8")
    found = {}
    for key, number in _OPTION.findall(text):
        found[key] = f"{prefix}{number}"
    return found


def chapters(book: Rulebook) -> list[tuple[str, str, int]]:
    """Number, title and number of clauses of each chapter that has clauses."""
    found: dict[str, int] = {}
    for clause in book.clauses:
        found[clause.chapter] = found.get(clause.chapter, 0) + 1
    return [
        (chapter.partition(" ")[0], chapter.partition(" ")[2] or chapter, count) for chapter, count in found.items()
    ]


def clause_html(clause: Clause, game: str) -> Markup:
    """A clause's text: paragraphs, lists and tables, with links where it names other clauses."""
    out: list[str] = []
    block: list[str] = []
    text = clause.text.replace(f"**{clause.id} {clause.title}.**", "", 1).replace(
        f"**{clause.id} {clause.title}**", "", 1
    )
    for line in [*text.splitlines(), ""]:
        if line.strip():
            block.append(line.rstrip())
        elif block:
            out.append(_block(block, game))
            block = []
    return Markup("\n".join(out))


def _block(lines: list[str], game: str) -> str:
    if lines[0].lstrip().startswith("|"):
        return _table(lines, game)
    items = [line for line in lines if line.lstrip().startswith(("- ", "* "))]
    if items and lines[0] == items[0]:
        whole: list[str] = []
        for line in lines:
            if line in items:
                whole.append(line.lstrip()[2:])
            else:
                whole[-1] += " " + line.strip()
        return "<ul>" + "".join(f"<li>{_words(item, game)}</li>" for item in whole) + "</ul>"
    if lines[0].startswith("```"):
        return f"<pre>{escape(chr(10).join(lines[1:-1]))}</pre>"
    if lines[0].startswith("#"):
        return f"<h3>{_words(lines[0].lstrip('# '), game)}</h3>"
    return f"<p>{_words(' '.join(line.strip() for line in lines), game)}</p>"


def _table(lines: list[str], game: str) -> str:
    rows = [
        [cell.strip() for cell in line.strip().strip("|").split("|")] for line in lines if line.strip().startswith("|")
    ]
    head, body = rows[0], [row for row in rows[1:] if not all(set(cell) <= set("-: ") for cell in row)]
    cells = "".join(f'<th scope="col">{_words(cell, game)}</th>' for cell in head)
    inner = "".join("<tr>" + "".join(f"<td>{_words(cell, game)}</td>" for cell in row) + "</tr>" for row in body)
    whole = f"<table><thead><tr>{cells}</tr></thead><tbody>{inner}</tbody></table>"
    return f'<div class="wide-table" tabindex="0" role="group">{whole}</div>'


def _words(text: str, game: str) -> str:
    """A line's emphasis, code and references. Escaped first."""
    safe = str(escape(text))
    safe = _TAG.sub(lambda found: f'<small class="source">{found.group(0)[1:-1]}</small>', safe)
    safe = _CODE.sub(r"<code>\1</code>", safe)
    safe = _BOLD.sub(r"<strong>\1</strong>", safe)
    safe = _ITALIC.sub(r"<em>\1</em>", safe)
    return re.sub(
        r"\b([A-Z]{2}-\d+\.\d+)\b",
        lambda found: f'<a href="/rules/{game}/clause/{found.group(1)}">{found.group(1)}</a>',
        safe,
    )


async def games(request: Request) -> Response:
    """The rulebooks there are."""
    found = [(one, chapters(rulebook(one))) for one in map(find_ruleset, ruleset_ids())]
    return page(request, "rules.html", games=found)


async def book_page(request: Request) -> Response:
    """A rulebook: its chapters, or what a search finds."""
    ruleset = game_of(request)
    if ruleset is None:
        return trouble(request, 404, language(request)("trouble.no_game"))
    book = rulebook(ruleset)
    words = request.query_params.get("q", "")[:100]
    found = book.search(words, MOST_FOUND) if words.strip() else []
    exact = book.clause(words.strip()) if words.strip() else None
    if exact is not None:
        found = [exact, *(one for one in found if one.id != exact.id)]
    return page(
        request,
        "book.html",
        hue=hue_of(ruleset),
        ruleset=ruleset,
        book=book,
        chapters=chapters(book),
        words=words,
        found=[(one, clause_html(one, ruleset.id)) for one in found],
    )


async def chapter_page(request: Request) -> Response:
    """One chapter, clause by clause."""
    ruleset = game_of(request)
    number = str(request.path_params["chapter"])[:10]
    clauses = rulebook(ruleset).chapter(number) if ruleset is not None else []
    if ruleset is None or not clauses:
        return trouble(request, 404, language(request)("trouble.no_chapter"))
    book = rulebook(ruleset)
    numbers = [one[0] for one in chapters(book)]
    at = numbers.index(number)
    return page(
        request,
        "chapter.html",
        hue=hue_of(ruleset),
        ruleset=ruleset,
        chapter=clauses[0].chapter,
        clauses=[(one, clause_html(one, ruleset.id)) for one in clauses],
        before=numbers[at - 1] if at else "",
        after=numbers[at + 1] if at + 1 < len(numbers) else "",
    )


async def clause_page(request: Request) -> Response:
    """To a clause in its chapter."""
    ruleset = game_of(request)
    clause = rulebook(ruleset).clause(str(request.path_params["clause"])[:20]) if ruleset is not None else None
    if ruleset is None or clause is None:
        return trouble(request, 404, language(request)("trouble.no_clause"))
    return RedirectResponse(f"/rules/{ruleset.id}/{clause.chapter.split(' ')[0]}#{clause.id}", 302)
