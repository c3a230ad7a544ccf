"""What people wrote cannot break the screen, and no line is wider than it."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from fireteam.fronts.terminal.safe import safe, safe_name
from fireteam.fronts.terminal.screen import Screen, Style, wrapped

ANY_TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=200)


@given(ANY_TEXT)
def test_nothing_moves_the_cursor_or_turns_the_line(text: str) -> None:
    """No control character, line break or mark of direction is left; nothing else is lost."""
    clean = safe(text)
    assert len(clean) == len(text)
    for ch, now in zip(text, clean, strict=True):
        assert unicodedata.category(now) not in ("Cc", "Cs", "Zl", "Zp")
        assert now not in "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f"
        assert now in (ch, "?")


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Kestrel", "Kestrel"),
        ("\x1b[31mRed\x07", "?[31mRed?"),
        ("Ann\u202eevil", "Ann?evil"),
        ("[bold]Ann[/bold]", "[bold]Ann[/bold]"),
        ("شادية", "\u2068شادية\u2069"),
        ("אבג", "\u2068אבג\u2069"),
        ("名前", "名前"),
    ],
)
def test_names_of_any_script(name: str, shown: str) -> None:
    """A name from right to left is set apart; one that looks like markup is only text."""
    assert safe_name(name) == shown


@given(ANY_TEXT, st.integers(30, 100), st.integers(0, 8), st.integers(0, 8))
def test_no_line_is_wider_than_the_screen(text: str, width: int, indent: int, hang: int) -> None:
    """Wrapping keeps every character but spaces, and no line is wider than the screen, in cells."""
    clean = safe(text)
    lines = wrapped(clean, width, indent, hang)
    assert all(cell_len(line) <= width for line in lines)
    assert "".join(lines).replace(" ", "") == clean.replace(" ", "")


def test_a_paragraph_hangs_under_its_first_line() -> None:
    """The lines after the first stand further in, and words stay whole where they fit."""
    lines = wrapped("one two three four five six seven eight nine ten", 30, 2, 4)
    assert lines == ["  one two three four five six", "      seven eight nine ten"]
    assert wrapped("", 30) == [""]


def test_style_is_never_needed() -> None:
    """Without style the same words stand there, and not a single escape."""
    plain: list[str] = []
    styled: list[str] = []
    Screen(plain.append).say("A head", style=Style.HEAD)
    Screen(styled.append, is_styled=True).say("A head", style=Style.HEAD)
    assert plain == ["A head"]
    assert styled[0] != plain[0] and "A head" in styled[0]
