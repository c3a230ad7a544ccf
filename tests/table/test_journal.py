"""Journals: nothing that was acknowledged is lost, and nothing can be changed unnoticed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fireteam.table.journal import JournalFault, load_story, read_story, seal, unseal
from tests.table.writing import FileJournal

HEAD: dict[str, Any] = {"ruleset": "duel", "scene": {}, "seed": "7", "generator": "g"}


def written(folder: Path, lines: int = 4) -> Path:
    """A journal of a head and some notes."""
    path = folder / "fight-1.jsonl"
    journal = FileJournal.begin(path, HEAD)
    for number in range(lines):
        journal.append("entry", text=f"line {number} Ünï 😀")
    journal.close()
    return path


@pytest.fixture(scope="module")
def raw(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return written(tmp_path_factory.mktemp("journal")).read_bytes()


def test_a_journal_is_read_as_it_was_written(tmp_path: Path) -> None:
    """Every line comes back in order, numbered, with its time-stamped head first."""
    story = load_story(written(tmp_path))
    assert [line["n"] for line in story.lines] == [1, 2, 3, 4, 5]
    assert story.head["seed"] == "7" and story.head["format"] == 1
    assert story.lines[2]["text"] == "line 1 Ünï 😀"
    assert not story.torn and not story.ends_in_order


def test_a_cut_at_any_byte_loses_only_the_line_that_was_cut(raw: bytes) -> None:
    """Wherever a crash cuts the file, all whole lines before the cut are there."""
    for cut in range(len(raw)):
        whole = raw[:cut].count(b"\n")
        sealed = raw[cut : cut + 1] == b"\n"  # all of the line, only its end is missing
        if whole == 0 and not sealed:
            with pytest.raises(JournalFault):
                read_story(raw[:cut])
            continue
        story = read_story(raw[:cut])
        assert len(story.lines) == whole + sealed
        assert story.size + len(story.torn) == cut


@given(data=st.data())
def test_no_byte_can_be_changed_unnoticed(raw: bytes, data: st.DataObject) -> None:
    """Any change of any byte is found, at its line or the one after."""
    at = data.draw(st.integers(0, len(raw) - 1))
    value = data.draw(st.integers(0, 255).filter(lambda byte: byte != raw[at]))
    changed = raw[:at] + bytes([value]) + raw[at + 1 :]
    line = raw[:at].count(b"\n") + 1
    try:
        story = read_story(changed)
    except JournalFault as fault:
        assert line <= fault.line <= line + 1
    else:
        assert story.torn  # the last line's end was overwritten: read as a line that was cut off
        assert line == raw.count(b"\n")


@pytest.mark.parametrize("line", [2, 3, 4])
def test_a_missing_line_is_named(raw: bytes, line: int) -> None:
    """A line that was taken out is named by its number."""
    lines = raw.splitlines(keepends=True)
    with pytest.raises(JournalFault, match=f"line {line} is missing: line {line + 1} stands in its place"):
        read_story(b"".join(lines[: line - 1] + lines[line:]))


def test_two_lines_cannot_change_places_or_stand_twice(raw: bytes) -> None:
    """Order is part of what is sealed."""
    first, second, third, *rest = raw.splitlines(keepends=True)
    with pytest.raises(JournalFault, match="line 2 is missing"):
        read_story(b"".join([first, third, second, *rest]))
    with pytest.raises(JournalFault, match="line 3 was edited: it calls itself line 2"):
        read_story(b"".join([first, second, second, third, *rest]))


def test_a_line_with_a_seal_of_its_own_does_not_fit_the_next(raw: bytes) -> None:
    """Who edits a line and seals it anew is found at the line below."""
    lines = raw.decode().splitlines()
    head = unseal(lines[0], "", 1)[1]
    lines[1], _ = seal({"n": 2, "kind": "entry", "text": "forged"}, head)
    with pytest.raises(JournalFault, match="line 3 was edited, or the line before it was"):
        read_story("\n".join([*lines, ""]).encode())


@given(st.binary(max_size=300))
def test_any_bytes_are_refused_in_a_sentence(junk: bytes) -> None:
    """A file that is no journal is a fault with a line, never another exception."""
    with pytest.raises(JournalFault, match="line"):
        read_story(junk)


ANY_TEXT = st.text(st.characters(exclude_categories=[]), max_size=20)


@given(st.dictionaries(st.text(max_size=5), st.one_of(ANY_TEXT, st.integers(), st.none()), max_size=4))
def test_any_body_survives_its_seal(body: dict[str, Any]) -> None:
    """What is sealed comes back, whatever characters it holds."""
    line, hashed = seal({**body, "n": 3}, "before")
    assert unseal(line.encode().decode(), "before", 3) == ({**body, "n": 3}, hashed)


def test_a_head_that_this_version_cannot_read_is_told() -> None:
    """Another format, or a head without its parts, is named."""
    for head, reason in (
        ({**HEAD, "format": 2}, "says format 2; this version reads format 1"),
        ({"format": 1, "ruleset": "duel"}, "lacks scene"),
    ):
        line, _ = seal({"n": 1, "kind": "fight", **head}, "")
        with pytest.raises(JournalFault, match=reason):
            read_story(line.encode() + b"\n")
    line, _ = seal({"n": 1, "kind": "entry"}, "")
    with pytest.raises(JournalFault, match="head is missing"):
        read_story(line.encode() + b"\n")
