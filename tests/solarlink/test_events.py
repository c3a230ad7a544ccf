"""SL-23.1: the types of events, what they carry, and the words for them."""

from __future__ import annotations

import re
from typing import Any

import pytest

from fireteam.kernel.dice import Seeded
from fireteam.kernel.events import encode, shape
from fireteam.kernel.fight import autoplay
from fireteam.solarlink import RULESET
from fireteam.solarlink.events import event_types
from fireteam.solarlink.events.changes import Changes, apply_changes
from fireteam.solarlink.rolls import PERCENTILE
from fireteam.solarlink.secrets import VEILS
from fireteam.solarlink.words import has_words, sentence
from tests.solarlink.table import BUNDLED, bundled, fight, scene

BOOK = (RULESET.folder / "rulebook.md").read_text(encoding="utf-8")
CHAPTER = BOOK[BOOK.index("## 23 Events") : BOOK.index("## 24 Odds")]


def types_of_the_book() -> dict[str, set[str]]:
    """The table of SL-23.1 as far as rows name one type: type to fields."""
    found: dict[str, set[str]] = {}
    for row in re.findall(r"^\| (`.+?) \| (.+) \|$", CHAPTER, re.M):
        kinds = re.findall(r"`(\w+)`", row[0])
        fields = set(re.findall(r"`(\w+)`", row[1])) if len(kinds) == 1 else set()
        for kind in kinds:
            found[kind] = fields
    return found


def test_every_type_of_the_book_exists_with_its_fields() -> None:
    """SL-23.1: each type named there, with at least the fields named there."""
    kinds = {kind.type: kind for kind in event_types()}  # type: ignore[attr-defined]
    for name, fields in types_of_the_book().items():
        assert name in kinds, name
        written = {part.written for part in shape(kinds[name])}
        values = {"miss", "parried", "hit", "dmg", "ddmg", "attack", "bleed", "exposure", "suffocation", "gm"}
        assert fields - values <= written, name


def test_every_type_has_a_sentence() -> None:
    """No event is told by its tag alone."""
    assert [kind.type for kind in event_types() if not has_words(kind.type)] == []  # type: ignore[attr-defined]


@pytest.mark.parametrize("path", BUNDLED, ids=lambda path: path.stem)
def test_whole_fights_read_well(path: Any) -> None:
    """Through a whole fight every sentence is one: it begins large, ends with a stop, and shows no None and no key."""
    run = autoplay(RULESET, bundled(path), Seeded("words"), logs=True)
    for fact in run.events:
        text = sentence(encode(fact), str)
        assert text[:1] == text[:1].upper()
        assert text.endswith((".", "”"))
        assert "None" not in text and "{" not in text and "_" not in text, text


SPOKEN = [
    (
        "fight",
        "attack rook",
        [5, 5, 8],
        "vela rolls for an attack on rook (vibroblade): 5 on d10 + 5 on d10, +4, makes 14",
    ),
    ("fight", "attack rook", [5, 5, 8], "vela hits rook with the vibroblade, 14 against 10."),
    ("fight", "attack rook", [5, 5, 8], "rook loses 8 HP (physical; 7 left)."),
    ("fight", "attack rook", [5, 5, 8], "rook gets 1 stack of Open Wounds, 1 in all."),
    ("ward", "treat pat", [], "doc begins a long task (treat pat): 12 of 60 AP paid."),
    ("grid", "move 1 1", [], "ida goes from (0, 0) to (1, 1), 2.5 AP."),
    ("ships", "fire jay", [6, 5, 1, 6], "gun fires lark's twin laser and hits jay, 14 against 11."),
    ("ships", "fire jay", [6, 5, 1, 6], "jay's engine is damaged."),
    ("camp", "tire doc", [3], "doc grows tired: celerity and wisdom 1 lower (1 stack)."),
    ("stale", "wait 3", [], "3 Cycles pass."),
]


@pytest.mark.parametrize(("name", "line", "dice", "text"), SPOKEN)
def test_sentences(name: str, line: str, dice: list[int], text: str) -> None:
    """What happened is said with its dice, the numbers compared, and the result."""
    outcome = fight(scene(name), dice).do(line)
    said = " ".join(sentence(encode(fact), str) for fact in outcome.events)
    assert (text[:1].upper() + text[1:]) in said


def test_changes_reach_every_kind_of_field() -> None:
    """SL-23.1: `changes` holds paths and new values, and applying sets them."""
    start = scene("ships")
    start.fighters["gun"].items["stim"] = 2
    changes = Changes(
        {
            "fighters.gun.busy": True,
            "fighters.gun.items.stim": 1,
            "fighters.gun.prepared": [{"target": "foe", "weapon": "unarmed"}],
            "vehicles.lark.evading": 2,
            "extra_turn": True,
        }
    )
    apply_changes(start, changes)
    gun = start.fighters["gun"]
    assert (gun.busy, gun.items["stim"], gun.prepared[0].target) == (True, 1, "foe")
    assert (start.vehicles["lark"].evading, start.extra_turn) == (2, True)


def test_players_see_no_bookkeeping() -> None:
    """SL-23.1 and SL-13.15: `changes` is for the game master; the time of the wounded is nobody's business."""
    for kind in event_types():
        if any(part.written == "changes" for part in shape(kind)):
            assert "changes" in kind.gm_fields  # type: ignore[attr-defined]
    assert VEILS["time_passed"]({"type": "time_passed", "cycles": 0}, scene("duel"), None) is None


def test_a_percentile_die_is_one_number() -> None:
    """The order of dice: d100 is one number from 1 to 100."""
    assert PERCENTILE.sizes == (100,)
