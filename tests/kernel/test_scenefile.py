"""Scene files: what is read, what is refused, and with which words."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fireteam.kernel.kinds import (
    Choice,
    DieSize,
    Fault,
    Flag,
    Halves,
    Kind,
    ListOf,
    Map,
    Maybe,
    Named,
    Steps,
    Text,
    Whole,
)
from fireteam.kernel.scenefile import SceneFaults, expand, load_scene, merge, read_plain, read_scene, write_scene
from tests.kernel.duel import DUEL


def faults_of(plain: Any) -> str:
    """Every fault of a scene, one a line."""
    with pytest.raises(SceneFaults) as caught:
        read_scene(plain, DUEL)
    return str(caught.value)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"title = ", "is neither TOML nor JSON"),
        (b"\xff\xfe", "is not UTF-8"),
        (b'{"a": [' + b"[" * 50_000, "is neither TOML nor JSON"),
        (b"[1, 2]", "is neither TOML nor JSON"),
        (b"x = 1\n" * 300_000, "is larger than"),
        (b"title = 'x'", "ruleset: is missing"),
        (b"ruleset = 'nogame'", "no ruleset is called"),
    ],
)
def test_an_unusable_file_is_one_sentence(tmp_path: Path, content: bytes, words: str) -> None:
    """Broken, huge and foreign files are refused with what is wrong."""
    path = tmp_path / "scene.toml"
    path.write_bytes(content)
    with pytest.raises(SceneFaults, match=words) as caught:
        load_scene(path)
    assert len(str(caught.value)) < 500


def test_an_unreadable_file_is_one_sentence(tmp_path: Path) -> None:
    """A missing file and a folder are refused with the reason of the system."""
    for path in (tmp_path / "missing.toml", tmp_path, tmp_path / "nul\0byte"):
        with pytest.raises(SceneFaults):
            read_plain(path)


@pytest.mark.parametrize("number", [float("inf"), float("-inf"), float("nan"), 10**400, 0.25, 1e308])
def test_halves_take_no_endless_number(number: float) -> None:
    """TOML knows inf and nan: they are out of range like any other number, not a crash."""
    faults: list[Fault] = []
    assert Halves(0, 20).read(number, "ap", faults) is None
    assert [fault.path for fault in faults] == ["ap"]


def test_ten_thousand_fighters_are_refused_at_once() -> None:
    """A scene has a limit on fighters, also through counts."""
    crowd = {f"f{n}": {"side": "a"} for n in range(10_000)}
    assert faults_of({"fighters": crowd}) == "fighters: has 10,000 entries, may have 100"
    counted = {f"f{n}": {"side": "a", "count": 20} for n in range(10)}
    assert faults_of({"fighters": counted}) == "fighters: has 200 entries, may have 100"


def test_long_and_strange_names() -> None:
    """10 kB names and control characters are refused, any script is welcome."""
    assert "text of 1 to 80 characters" in faults_of({"fighters": {"a": {"side": "s", "name": "x" * 10_000}}})
    assert "control characters" in faults_of({"fighters": {"a": {"side": "s", "name": "x\x1b[2J"}}})
    for name in ("[bold]markup[/bold]", "=cmd()", "<script>", "\u202eevil", "ﷺ", "名前"):
        _, scene = read_scene({"fighters": {"a": {"side": "s", "name": name}}}, DUEL)
        assert scene.fighters["a"].name == name


def test_an_exported_state_is_a_scene_file() -> None:
    """What is written reads back to the same state."""
    _, scene = read_scene({"fighters": {"a": {"side": "s"}, "b": {"side": "t", "hearts": 1}}}, DUEL)
    written = write_scene(DUEL, scene)
    assert write_scene(DUEL, read_scene(json.loads(json.dumps(written)), DUEL)[1]) == written


plain_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=12,
)


@given(
    st.dictionaries(st.sampled_from(["title", "fighters", "options", "phase", "round", "order", "x"]), plain_values),
    st.dictionaries(st.sampled_from(["name", "side", "hearts", "template", "count", "hidden", "zz"]), plain_values),
)
def test_any_tables_are_read_or_refused(top: dict[str, Any], fighter: dict[str, Any]) -> None:
    """Whatever a file holds becomes a scene or faults with paths, never an exception."""
    try:
        read_scene({**top, "fighters": {"a": fighter}}, DUEL)
    except SceneFaults as refused:
        assert refused.faults and all(isinstance(fault, Fault) and fault.reason for fault in refused.faults)


KINDS: list[tuple[Kind, Any, Any, Any]] = [
    (Text(5), "abc", "abc", "abcdef"),
    (Flag(), True, True, 1),
    (Whole(1, 9), 9, 9, 10),
    (Whole(1, 9), 1, 1, True),
    (Halves(0, 20), 10.5, 21, 10.25),
    (DieSize(6, 12), "d8", 8, "d4"),
    (DieSize(), "d12", 12, "d20"),
    (Choice(("auto", "manual")), "auto", "auto", "atuo"),
    (Steps(("none", "d6", "out")), "out", 2, "d8"),
    (Maybe(Whole(0, 3)), None, None, 4),
    (ListOf(DieSize(), 3), ["d4", "d6"], [4, 6], ["d4"] * 4),
    (Named(("a", "b"), Whole(0, 5), 1), {"a": 3, "b": 1}, [3, 1], {"c": 1}),
    (Map(Whole(0, 9)), {"x": 1}, {"x": 1}, {"x": 10}),
    (Map(Whole(0, 9), known=lambda: ("rope",), what="item"), {"rope": 1}, {"rope": 1}, {"rop": 1}),
]


@pytest.mark.parametrize(("kind", "plain", "typed", "wrong"), KINDS)
def test_kinds_read_write_and_refuse(kind: Kind, plain: Any, typed: Any, wrong: Any) -> None:
    """Each kind converts both ways, refuses with a sentence by path, and describes itself."""
    faults: list[Fault] = []
    assert kind.read(plain, "p", faults) == typed
    assert not faults
    assert kind.write(typed) == plain
    kind.read(wrong, "p.q", faults)
    assert faults and str(faults[0]).startswith("p.q")
    assert kind.says() and isinstance(kind.schema(), dict)


def test_templates_are_laid_under_key_by_key() -> None:
    """Tables merge, lists and values are replaced, and neither side changes."""
    under = {"a": {"x": 1, "y": 2}, "l": [1], "n": 1}
    over = {"a": {"y": 3}, "l": [2]}
    assert merge(under, over) == {"a": {"x": 1, "y": 3}, "l": [2], "n": 1}
    assert under == {"a": {"x": 1, "y": 2}, "l": [1], "n": 1}


def test_a_state_is_not_laid_over_its_templates_again() -> None:
    """What a written state holds is all there is: nothing comes back from the template when it is read."""
    _, scene = read_scene({"fighters": {"ann": {"side": "a"}, "bob": {"side": "b", "template": "thug"}}}, DUEL)
    state = write_scene(DUEL, scene)
    assert state["fighters"]["bob"]["template"] == "thug"
    assert write_scene(DUEL, read_scene(state, DUEL)[1]) == state
    templates = {"thug": {"bag": {"stim": 1}}}
    entry = {"side": "b", "template": "thug", "bag": {}}
    assert expand("fighters", {"bob": entry}, templates, [], ("side", "template", "bag"))["bob"]["bag"] == {}
    assert expand("fighters", {"bob": entry}, templates, [])["bob"]["bag"] == {"stim": 1}
