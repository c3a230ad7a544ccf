"""The command line, call by call: what is printed where, and the exit status."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from fireteam.fronts.cli import COMMANDS, main
from fireteam.table.journal import seal
from fireteam.table.shelf import Shelf
from tests.fronts.duelling import ALLEY, install

Out = pytest.CaptureFixture[str]
SCENE = str(ALLEY)


class Called(NamedTuple):
    status: int
    out: str
    err: str


@pytest.fixture
def call(capsys: Out) -> Any:
    """Runs the command line in this process."""

    def run(*args: str) -> Called:
        capsys.readouterr()
        status = main(list(args))
        return Called(status, *capsys.readouterr())

    return run


def test_help_names_every_command_and_the_exit_statuses(call: Any) -> None:
    """`--help` lists what there is, in one screen's width; each command has its own."""
    status, out, err = call("--help")
    assert status == 0 and err == ""
    for name, summary in COMMANDS.items():
        assert f"{name}  " in out and summary in out
    assert "0 done, 1 a check failed, 2 input" in out
    for name in COMMANDS:
        status, out, err = call(name, "--help")
        assert status == 0 and err == "" and "Usage: fireteam" in out
        assert all(cell_len(line) <= 80 for line in out.splitlines())


def test_the_version_is_told(call: Any) -> None:
    """`--version` names program and version."""
    from fireteam import __version__

    assert call("--version") == (0, f"fireteam {__version__}\n", "")


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["ods"], "There is no command ods: did you mean odds?"),
        (["xyzzy"], "use play, "),
        (["fight"], "Missing argument 'SCENE'"),
        (["fight", "no-such-scene"], "no scene no-such-scene"),
        (["fight", "sump-gaet"], "did you mean sump-gate?"),
        (["fight", "./nowhere.toml"], "nowhere.toml: cannot be read: No such file or directory"),
        (["fight", SCENE, "--seed", ""], "a seed has 1 to 80 printable characters"),
        (["fight", SCENE, "--seeed", "1"], "No such option"),
        (["odds", SCENE, "--do", "dance"], "--do: unknown verb: dance."),
        (["odds", SCENE, "--do", "ann: hit bob-1"], "--do: no fight is on (DU-1.1)."),
        (["odds", SCENE], "Missing option '--do'"),
        (["resolve", SCENE, "--do", "start", "--do", "hit cy"], '--do 2 ("hit cy"): no fighter cy'),
        (["resolve", SCENE, "--do", "set"], "the form is: set PATH VALUE"),
        (["resolve", SCENE, "--do", "start", "--dice", "x"], '"x" is not a face: give whole numbers'),
        (["resolve", SCENE, "--do", "start", "--dice", "3"], "--dice: dice left over: 3."),
        (["resolve", SCENE, "--do", "start", "--do", "hit bob-1", "--dice", ""], "script of dice is too short"),
        (["resolve", SCENE, "--do", "start", "--do", "hit bob-1", "--dice", "7"], "a d6 cannot show 7"),
        (["cases", "nowhere.toml"], "cannot be read"),
        (["check", "nowhere.toml"], "cannot be read"),
        (["rules", "tunnelcor"], "did you mean tunnelcore?"),
        (["rules", "duel", "xyzzy"], "Nothing in the rulebook says that"),
        (["rules", "duel", "DU-1.4"], "Nothing in the rulebook says that; did you mean DU-1.3?\n"),
        (["replay", "no-fight"], "give the file of a journal, or the id of a saved fight"),
        (["play", SCENE, "--as", "zed"], "use table, gm, or player fighters (ann)"),
        (["play", SCENE, "--resume", "x"], "leave out SCENE and --seed"),
        (["play", "--resume"], "begin one with fireteam play SCENE"),
        (["play", "--resume", "x"], "no saved fight x"),
        (["forecast", SCENE, "--fights", "0"], "0 is not in the range 1<=x<=1000000"),
        (["forecast", SCENE, "--report", "/nowhere/x.html"], "there is no folder /nowhere"),
        (["forecast", SCENE, "--report", "/"], "/ is a folder: name a file in it"),
    ],
)
def test_unusable_input_is_told_in_a_sentence(call: Any, args: Sequence[str], sentence: str) -> None:
    """Exit status 2, nothing on standard output, and what to change on standard error."""
    status, out, err = call(*args)
    assert status == 2
    assert sentence in err
    assert out == ""
    assert "Traceback" not in err and "Usage:" not in err


def test_fight_tells_the_whole_fight_with_its_clauses(call: Any) -> None:
    """Sentences with clauses, how it ended, and the seed that repeats it."""
    status, out, err = call("fight", SCENE, "--seed", "5")
    assert status == 0 and err == ""
    assert "rolls d6:" in out and "(DU-1.1)" in out
    assert "The fight is over in round" in out
    assert "Seed 5: --seed 5 gives the same fight." in out
    assert call("fight", SCENE, "--seed", "5").out == out
    assert len({call("fight", SCENE).out for _ in range(3)}) == 3


def test_fight_json_is_seed_events_and_scene(call: Any) -> None:
    """The same seed gives the same JSON, and nothing else stands on standard output."""
    status, out, err = call("fight", SCENE, "--seed", "7", "--json")
    plain = json.loads(out)
    assert status == 0 and err == ""
    assert list(plain) == ["seed", "events", "scene"]
    assert plain["seed"] == 7
    assert plain["events"][0]["type"] == "started"
    assert plain["scene"]["phase"] == "over" and plain["scene"]["seq"] == len(plain["events"])
    assert call("fight", SCENE, "--seed", "7", "--json").out == out
    fresh = json.loads(call("fight", SCENE, "--json").out)
    again = json.loads(call("fight", SCENE, "--json", "--seed", str(fresh["seed"])).out)
    assert again == fresh


def test_a_fight_that_is_over_is_not_fought_again(call: Any, tmp_path: Path) -> None:
    """A scene in phase `over` is unusable for a fight, and says so."""
    path = tmp_path / "over.json"
    path.write_text(json.dumps(json.loads(call("fight", SCENE, "--json").out)["scene"]))
    assert "already over" in call("fight", str(path)).err


def test_resolve_prints_events_and_scene(call: Any) -> None:
    """With --json one line of JSON and no word besides; without it the same JSON, laid out, and sentences apart."""
    args = ("resolve", SCENE, "--do", "start", "--do", "hit bob-1", "--dice", "6")
    status, out, err = call(*args, "--json")
    plain = json.loads(out)
    assert status == 0 and err == "" and out.count("\n") == 1
    assert list(plain) == ["events", "scene"]
    assert [one["type"] for one in plain["events"]] == ["started", "rolled", "hurt", "turn_began"]
    assert plain["scene"]["fighters"]["bob-1"]["hearts"] == 1
    status, out, err = call(*args)
    assert json.loads(out) == plain
    assert "Ann hurts Bob 1" in err


def test_resolve_takes_answers_seed_and_dice(call: Any) -> None:
    """Answers in order, the default after them; dice first, then the seed's."""
    args = ["resolve", SCENE, "--json"]
    for line in ("set fighters.ann.hearts 1", "start", "hit bob-1", "bob-1: hit ann"):
        args += ["--do", line]

    def hearts(*more: str) -> int:
        found: int = json.loads(call(*args, *more).out)["scene"]["fighters"]["ann"]["hearts"]
        return found

    assert hearts("--dice", "1 6 6", "--choose", "dodge") == 1
    assert hearts("--dice", "1,6,5", "--choose", "dodge") == 0
    assert hearts("--dice", "1 6") == 0
    assert "nothing asked for" in call(*args, "--dice", "1 6", "--choose", "take, take").err
    assert "is no answer to dodge: use take or dodge" in call(*args, "--dice", "1 6", "--choose", "jump").err
    seeded = call(*args, "--seed", "3").out
    assert call(*args, "--seed", "3").out == seeded
    mixed = json.loads(call(*args, "--seed", "3", "--dice", "2").out)
    assert mixed["events"][2]["total"] == 2


def test_odds_are_exact_in_words_and_json(call: Any, tmp_path: Path) -> None:
    """Labels that sum to 1, with expected numbers; the words say they are exact."""
    path = tmp_path / "fighting.json"
    path.write_text(json.dumps(json.loads(call("resolve", SCENE, "--do", "start", "--json").out)["scene"]))
    status, out, err = call("odds", str(path), "--do", "hit bob-1", "--json")
    plain = json.loads(out)
    assert status == 0 and err == ""
    assert plain["outcomes"] == {"hit": 0.5, "miss": 0.5} and plain["expected"] == {"hearts": 0.5}
    assert list(plain)[:3] == ["command", "outcomes", "expected"]
    status, out, err = call("odds", str(path), "--do", "hit bob-1")
    assert status == 0 and "exact" in out and "50.00 %" in out


def test_forecast_in_words_and_json(call: Any, tmp_path: Path) -> None:
    """The contract's JSON; in words the same numbers; the report where it was asked for."""
    report = tmp_path / "report.html"
    args = ("forecast", SCENE, "--fights", "60", "--seed", "4", "--workers", "1")
    status, out, err = call(*args, "--json", "--report", str(report))
    plain = json.loads(out)
    assert status == 0 and "report.html" in err and report.read_text().startswith("<!")
    assert plain["fights"] == 60 and plain["exact"] is False
    assert set(plain["win"]) == {"crew", "gang"} and set(plain["win"]["crew"]) == {"p", "low", "high"}
    assert set(plain["rounds"]) >= {"mean", "p50", "p90"}
    assert set(plain["fighters"]["ann"]) == {"out", "dead"}
    status, words, err = call(*args)
    assert status == 0 and err == ""
    assert "gang" in words and "Ann" in words and "60" in words
    assert all(len(line) <= 80 for line in words.splitlines())


CASES = """
ruleset = "duel"
[scenes.alley.fighters.ann]
side = "a"
[scenes.alley.fighters.bob]
side = "b"
[[case]]
id = "DU-1.1/a"
scene = "alley"
do = ["start", "hit bob"]
dice = [4]
expect = { "fighters.bob.hearts" = 2 }
[[case]]
id = "DU-1.1/b"
scene = "alley"
do = ["start", "hit bob"]
dice = [3]
expect = { "fighters.bob.hearts" = 2 }
"""


def test_cases_name_each_failure_and_count(call: Any, tmp_path: Path) -> None:
    """A line for each failure with path, expected and actual; the count last; exit status 1 only on a failure."""
    path = tmp_path / "cases.toml"
    path.write_text(CASES)
    status, out, err = call("cases", str(path))
    assert (status, err) == (1, "")
    assert out.splitlines() == ["DU-1.1/b: fighters.bob.hearts: expected 2, got 3", "1 passed, 1 failed"]
    path.write_text(CASES.replace("dice = [3]", "dice = [5]"))
    assert call("cases", str(path)) == (0, "2 passed, 0 failed\n", "")
    assert call("cases", str(path), str(path)).out == "4 passed, 0 failed\n"


def test_check_tells_every_fault_of_every_file(call: Any, tmp_path: Path) -> None:
    """Each fault with file and path on standard error; good scenes are called good; exit status 2 on any fault."""
    bad = tmp_path / "bad.toml"
    bad.write_text('ruleset = "duel"\ntitel = "x"\n[fighters.ann]\nhearts = 9\n')
    status, out, err = call("check", SCENE, str(bad))
    assert status == 2
    assert out == f'{SCENE}: a good Duel scene "Alley", 4 fighters\n'
    assert err.splitlines() == [
        f'{bad}: titel: unknown key; did you mean "title"?',
        f"{bad}: fighters.ann.side: is missing: give text of 1 to 40 characters",
        f"{bad}: fighters.ann.hearts: 9 is not a whole number from 0 to 3",
    ]
    assert call("check", SCENE).status == 0


def test_rules_show_clause_chapter_and_words(call: Any) -> None:
    """Chapters without words; a clause by id, a chapter by number, clauses by their words; never wider than 80."""
    assert "1 Blows (DU-1.1 to DU-1.2)" in call("rules", "duel").out
    assert call("rules", "duel", "du-1.3").out == "DU-1.3 The end. The fight ends when one side is left. [seed]\n"
    assert call("rules", "duel", "one", "side").out.startswith("DU-1.3")
    shown = call("rules", "duel", "1").out
    assert "Chapter 1 Blows" in shown and "  1 to 3  nothing" in shown
    assert all(cell_len(line) <= 80 for line in shown.splitlines())


def exported(id: str) -> bytes:
    """A saved fight as the file in which it travels."""
    found, last = b"", ""
    for line in Shelf().story(id).lines:
        sealed, last = seal(line, last)
        found += sealed.encode() + b"\n"
    return found


def played(call: Any, home: Path, monkeypatch: pytest.MonkeyPatch, *lines: str) -> Path:
    """The journal of a fight that was piped in."""
    import io

    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines) + "\n"))
    assert call("play", SCENE, "--seed", "6").status == 0
    path = home / "alley-1.jsonl"
    path.write_bytes(exported("alley-1"))
    return path


def test_replay_shows_and_verifies(call: Any, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What happened, line by line with what was taken back; --verify says how much came out the same."""
    path = played(call, home, monkeypatch, "start", "hit bob-1", "undo", "quit")
    shown = call("replay", "alley-1").out
    assert "> ann: hit bob-1 (taken back)\nAnn rolls d6: 5 (DU-1.1)" in shown
    assert "The fight has not ended in round 1." in shown
    assert call("replay", str(path), "--verify") == (
        0,
        "alley-1.jsonl: 3 commands run again, every event the same, every die as the seed gives it.\n",
        "",
    )


def test_replay_finds_what_was_changed(call: Any, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A tampered die, an edited line and a missing line: one sentence with the line's number, exit status 1
    when checked, 2 when it should be shown."""
    path = played(call, home, monkeypatch, "start", "hit bob-1", "hit ann")
    raw = path.read_text()
    lines = raw.splitlines(keepends=True)
    for text, sentence in (
        (raw.replace('"faces":[5]', '"faces":[6]'), "line 3 was edited"),
        (raw.replace('"line":"start"', '"line":"stop"'), "line 2 was edited"),
        ("".join(lines[:2] + lines[3:]), "line 3 is missing"),
        ("not a journal\n", "line 1 is not a line of a journal"),
    ):
        assert text != raw
        path.write_text(text)
        for args in (("replay", str(path)), ("replay", str(path), "--verify")):
            status, out, err = call(*args)
            assert status == (1 if "--verify" in args else 2) and out == ""
            assert err.startswith(f"alley-1.jsonl: {sentence}")
    path.write_text(raw[:-30])
    assert "cut off" in call("replay", str(path)).err and call("replay", str(path)).status == 0
    assert call("replay", str(path), "--verify").status == 1
    path.write_text("".join(lines[:-1]))
    status, out, err = call("replay", str(path), "--verify")
    assert status == 0 and "lines are missing at the end" in err


def test_a_journal_of_another_version_says_so(call: Any, tmp_path: Path) -> None:
    """When a check fails, a journal that another version wrote says which."""
    head = {"n": 1, "kind": "fight", "format": 1, "fireteam": "9.9", "generator": "coins/1", "ruleset": "duel"}
    line, _ = seal({**head, "seed": "7", "scene": {}}, "")
    path = tmp_path / "other.jsonl"
    path.write_text(line + "\n")
    status, out, err = call("replay", str(path), "--verify")
    assert (status, out) == (1, "")
    assert "line 1 needs the generator coins/1" in err and "It was written by Fireteam 9.9, this is" in err


def test_a_folder_that_cannot_be_written_is_told(call: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no fight can be kept, play does not begin, and says what to set."""
    monkeypatch.setenv("FIRETEAM_HOME", "/dev/null")
    status, out, err = call("play", SCENE)
    assert (status, out) == (2, "")
    assert "set FIRETEAM_HOME to a folder that can be written" in err


def test_a_seat_that_is_not_there_leaves_no_fight_behind(call: Any, home: Path) -> None:
    """A mistyped --as opens no journal."""
    assert call("play", SCENE, "--as", "nobody").status == 2
    assert list(Shelf().saved()) == []


def test_an_unknown_mistake_is_owned_up_to(call: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A mistake of the program is called one, without a traceback; FIRETEAM_DEBUG shows it."""

    def break_down(*args: object, **more: object) -> None:
        raise RuntimeError("out of cheese")

    monkeypatch.setattr("fireteam.kernel.fight.autoplay", break_down)
    status, out, err = call("fight", SCENE)
    assert (status, out) == (70, "")
    assert "Fireteam made a mistake, not you (RuntimeError: out of cheese)" in err
    monkeypatch.setenv("FIRETEAM_DEBUG", "1")
    with pytest.raises(RuntimeError):
        call("fight", SCENE)


def test_a_mistake_in_play_costs_a_command_and_not_the_fight(
    call: Any, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When a rule breaks, play says so and goes on with the fight as it was; the exit status tells of it."""
    import io

    from tests.fronts import duelling

    action = duelling.RULESET.actions().by_key["hit"]

    def break_down(run: object, command: object) -> None:
        raise RuntimeError("out of cheese")

    monkeypatch.setitem(duelling.RULESET.actions().by_key, "hit", replace(action, resolve=break_down))
    monkeypatch.setattr("sys.stdin", io.StringIO("start\nhit bob-1\nnote still here\n"))
    status, out, err = call("play", SCENE)
    assert (status, err) == (70, "")
    assert "Fireteam made a mistake in this command, not you (RuntimeError: out of cheese)" in out
    assert "Note: still here" in out
    assert call("replay", "alley-1", "--verify").out.startswith("alley-1: 2 commands run again")


def test_the_list_of_scenes_offers_each_game_and_what_waits(
    call: Any, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`play` without a scene numbers what can be played, also fights that wait; numbers and names work."""
    import io

    played(call, home, monkeypatch, "start")
    monkeypatch.setattr("fireteam.fronts.terminal.opening.ruleset_ids", lambda: ["chess", "duel"])
    monkeypatch.setattr("sys.stdin", io.StringIO("\nxyz\nquit\n"))
    status, out, _ = call("play")
    assert status == 0
    assert '(no ruleset is called "chess"' in out
    assert "Duel\n  1. alley: Ann meets two thugs behind the market." in out
    assert "  2. alley-1: Alley (duel), round 1, left 20" in out
    assert "No: no scene or fight xyz." in out
    monkeypatch.setattr("sys.stdin", io.StringIO("2\n"))
    assert "Alley. Round 1. Ann acts." in call("play").out
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n"))
    assert "Alley. No fight is on." in call("play").out
    assert len(Shelf().story("alley-2").lines) == 2


ENDING = [name for name in COMMANDS if name != "serve"]
"""The commands that end by themselves."""

ARGS = st.lists(
    st.one_of(
        st.sampled_from(
            [
                *ENDING,
                SCENE,
                "alley",
                "--do",
                "--json",
                "--seed",
                "--dice",
                "--choose",
                "--as",
                "--resume",
                "--verify",
                "--fights",
                "2",
                "--workers",
                "1",
                "--",
                "-h",
                "start",
                "hit bob-1",
                "duel",
                "1.1",
                "gm",
                "/dev/null",
                ".",
            ]
        ),
        st.text(st.characters(exclude_characters="\x00"), max_size=12),
    ),
    max_size=6,
)


@settings(max_examples=150)
@given(ARGS)
def test_no_command_line_ends_in_a_traceback(args: list[str]) -> None:
    """Whatever the arguments: an exit status of the contract, never an exception, never a hang."""
    import contextlib
    import io
    from unittest.mock import patch

    install()
    if "--report" in args or "--fights" in args[-1:]:
        args = [*args, "2"]
    out, err = io.StringIO(), io.StringIO()
    with patch("sys.stdin", io.StringIO("")), contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        limited = [*args, "--fights", "2", "--workers", "1"] if args[:1] == ["forecast"] else args
        status = main(limited)
    assert status in (0, 1, 2), (args, err.getvalue())
    assert status != 2 or err.getvalue().strip()
