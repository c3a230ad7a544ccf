"""Files of cases that are not what they should be are refused with every fault, not run."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fireteam.kernel import cases
from fireteam.kernel.cases import run_file
from fireteam.kernel.scenefile import SceneFaults
from tests.kernel.duel import DUEL

GOOD: dict[str, Any] = {
    "ruleset": "duel",
    "scenes": {"d": {"fighters": {"ann": {"side": "a"}, "bob": {"side": "b"}}}},
    "case": [{"id": "DU-1.1/a", "scene": "d", "do": ["start", "hit bob"], "dice": [4]}],
}


@pytest.fixture(autouse=True)
def found_by_its_id(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cases, "find_ruleset", lambda id: DUEL)


def written(folder: Path, plain: Any) -> Path:
    path = folder / "cases.json"
    path.write_text(json.dumps(plain))
    return path


def test_every_part_of_the_wrong_shape_is_named(tmp_path: Path) -> None:
    """Each case with its number and id, each key with what it should be."""
    case = {"id": "DU-1.1/a", "scene": 3, "do": "start", "dice": ["4"], "patch": [], "events": [3]}
    plain = {**GOOD, "case": [case, 7], "scenes": {"d": 1}}
    with pytest.raises(SceneFaults) as caught:
        list(run_file(written(tmp_path, plain)))
    assert [str(fault).partition("cases.json: ")[2] for fault in caught.value.faults] == [
        "scenes.d: is not a table",
        "case 1 (DU-1.1/a): scene: is not text",
        "case 1 (DU-1.1/a): patch: is not a table",
        "case 1 (DU-1.1/a): do: is not a list of commands",
        "case 1 (DU-1.1/a): dice: is not a list of faces",
        "case 1 (DU-1.1/a): events: is not a list of events, each a table",
        "case 2: is not a table",
    ]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"case": []}, "case: is missing: a file of cases has at least one [[case]]"),
        ({"case": [], "cases": GOOD["case"]}, 'cases: unknown key; did you mean "case"?'),
        ({"fighters": {}}, "fighters: unknown key"),
    ],
)
def test_a_file_that_checks_nothing_does_not_pass(tmp_path: Path, change: dict[str, Any], words: str) -> None:
    """A misspelt table or a scene file is refused: "0 passed, 0 failed" would look like success."""
    with pytest.raises(SceneFaults) as caught:
        list(run_file(written(tmp_path, {**GOOD, **change})))
    assert str(caught.value).endswith(f"cases.json: {words}")


ANY = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-9, 9), st.text(max_size=6)),
    lambda inner: st.one_of(st.lists(inner, max_size=2), st.dictionaries(st.text(max_size=6), inner, max_size=2)),
    max_leaves=4,
)


@given(key=st.sampled_from(["id", "scene", "patch", "do", "dice", "choose", "expect", "events", "error"]), value=ANY)
def test_no_value_breaks_the_runner(tmp_path_factory: pytest.TempPathFactory, key: str, value: Any) -> None:
    """Whatever stands at a key: the case passes, fails, or the file is refused."""
    plain = {**GOOD, "case": [{**GOOD["case"][0], key: value}]}
    try:
        ((_, failures),) = run_file(written(tmp_path_factory.mktemp("any"), plain))
    except SceneFaults as faults:
        assert str(faults)
    else:
        assert all(str(failure) for failure in failures)


def test_a_value_at_the_top_can_be_patched(tmp_path: Path) -> None:
    """A number or a text that stands under no table: `round`, `phase`."""
    scene = {**GOOD["scenes"]["d"], "round": 3, "title": "before"}
    case = {"id": "DU-1.1/b", "scene": "d", "patch": {"round": 0, "title": "after"}, "expect": {"title": "after"}}
    ((_, failures),) = run_file(written(tmp_path, {**GOOD, "scenes": {"d": scene}, "case": [case]}))
    assert failures == []
