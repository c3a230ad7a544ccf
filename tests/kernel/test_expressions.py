"""Dice as people write them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fireteam.kernel.dice import MOST_DICE, MOST_SIDES
from fireteam.kernel.expressions import MOST_ADDED, Dice, names_dice, read_dice, write_dice
from fireteam.kernel.refusals import Refusal

FORM = "2d6+3"


@pytest.mark.parametrize(
    "words, sizes, added",
    [
        ("d8", (8,), 0),
        ("2d6+3", (6, 6), 3),
        ("1d20+-5", (20,), -5),
        ("1d20--5", (20,), 5),
        ("-5+1d20", (20,), -5),
        ("5+1d20-2", (20,), 3),
        ("2d6 + 1D8 - 1", (6, 6, 8), -1),
        ("d%", (100,), 0),
        ("d00100", (100,), 0),
    ],
)
def test_signs_and_constants_stand_anywhere(words: str, sizes: tuple[int, ...], added: int) -> None:
    """A leading minus, a constant before the dice and two signs in a row mean what they mean in arithmetic."""
    assert read_dice(words, "X-1", FORM) == Dice(sizes, added)
    assert names_dice(words)


@pytest.mark.parametrize(
    "words, reason",
    [
        ("d0", f"from 1 to {MOST_DICE} dice of 1 to {MOST_SIDES} sides"),
        ("0d6", f"from 1 to {MOST_DICE} dice"),
        ("-1d6", "dice are added, not taken away: -1d6"),
        ("1d-6", '"1d-6" is not dice'),
        ("9" * 400 + "d6", f"from 1 to {MOST_DICE} dice"),
        ("d" + "9" * 400, f"to {MOST_SIDES} sides"),
        ("60d6+60d6", f"from 1 to {MOST_DICE} dice"),
        ("d6+99999", f"at most {MOST_ADDED}"),
        ("5", "no dice in it"),
        ("", "is not dice"),
        ("2d6 3d6", "is not dice"),
        ("2d6 3", "is not dice"),
        ("2d6**9", "is not dice"),
        ("__import__('os')", "is not dice"),
    ],
)
def test_what_is_no_roll_is_refused_with_the_limit(words: str, reason: str) -> None:
    """Zero, negative, huge and foreign words are refused in a sentence that names the limit or the form."""
    found = read_dice(words, "X-1", FORM)
    assert isinstance(found, Refusal) and reason in found.reason
    assert len(found.reason) < 120


@given(st.text(alphabet="0123456789dD%+- .*()_x", max_size=30))
def test_no_words_make_it_stumble(words: str) -> None:
    """Any words are dice within the limits, or refused."""
    found = read_dice(words, "X-1", FORM)
    if isinstance(found, Dice):
        assert 1 <= len(found.sizes) <= MOST_DICE
        assert all(1 <= sides <= MOST_SIDES for sides in found.sizes)
        assert abs(found.added) <= MOST_ADDED


def test_dice_in_short() -> None:
    """Equal dice are counted."""
    assert write_dice((6, 8, 6)) == "2d6 + 1d8"
