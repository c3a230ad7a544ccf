"""Real processes: terminals, pipes that close, Ctrl-C, Ctrl-D, and a power cut."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from rich.cells import cell_len

from fireteam.table.shelf import Shelf
from tests.fronts.duelling import ALLEY

ROOT = Path(__file__).parents[2]
CLI = [sys.executable, "-m", "tests.fronts.duelling"]
PATIENCE = 20.0
_ESCAPES = re.compile(r"\x1b(\[[0-9;?]*[A-Za-z~]|[=>]|\][^\x07]*\x07)|\r")


def environment(home: Path, **more: str) -> dict[str, str]:
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(home),
        "FIRETEAM_HOME": str(home),
        "TERM": "xterm",
        "LANG": "C.UTF-8",
        "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)]),
        **more,
    }


def run(home: Path, *args: str, lines: str = "", **more: str) -> subprocess.CompletedProcess[str]:
    """A call with its input piped in."""
    return subprocess.run(
        [*CLI, *args],
        check=False,
        input=lines,
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=environment(home, **more),
        timeout=30,
    )


class Terminal:
    """A process at a terminal of its own, as a person has it."""

    def __init__(self, number: int, master: int) -> None:
        self.number = number
        self.master = master
        self.raw = ""

    def read_until(self, text: str) -> str:
        """What has come since the last call, up to this text."""
        start = time.monotonic()
        seen = ""
        while text not in _ESCAPES.sub("", seen):
            ready, _, _ = select.select([self.master], [], [], 0.2)
            if ready:
                try:
                    part = os.read(self.master, 65536).decode("utf-8", "replace")
                except OSError:  # the process has ended
                    break
                if "\x1b[6n" in part:  # it asks where the cursor is
                    os.write(self.master, b"\x1b[1;1R")
                seen += part
            assert time.monotonic() - start < PATIENCE, f"waited for {text!r}, saw {seen!r}"
        self.raw += seen
        found = _ESCAPES.sub("", seen)
        assert text in found, f"ended before {text!r}: {found!r}"
        return found

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())

    def status(self) -> int:
        """The exit status; what is still written is read meanwhile, so that nothing blocks."""
        start = time.monotonic()
        while True:
            ended, status = os.waitpid(self.number, os.WNOHANG)
            if ended:
                return os.waitstatus_to_exitcode(status)
            ready, _, _ = select.select([self.master], [], [], 0.05)
            if ready:
                try:
                    self.raw += os.read(self.master, 65536).decode("utf-8", "replace")
                except OSError:
                    pass
            assert time.monotonic() - start < PATIENCE, "the process does not end"


@contextmanager
def terminal(home: Path, *args: str, **more: str) -> Iterator[Terminal]:
    """The command line at a terminal of 80 columns."""
    import fcntl
    import struct
    import termios

    number, master = pty.fork()
    if number == 0:
        os.chdir(ROOT)
        os.execve(CLI[0], [*CLI, *args], environment(home, **more))
    fcntl.ioctl(master, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 80, 0, 0))
    try:
        yield Terminal(number, master)
    finally:
        try:
            os.kill(number, signal.SIGKILL)
            os.waitpid(number, 0)
        except (ProcessLookupError, ChildProcessError):
            pass
        os.close(master)


def last_words(home: Path, *args: str) -> str:
    """What a resumed fight shows first."""
    return run(home, "play", "--resume", *args).stdout


def test_a_person_plays_at_a_terminal_and_leaves_with_ctrl_c(tmp_path: Path) -> None:
    """Prompt, command, question, Ctrl-C: the fight is saved with its question, and is gone on with at once."""
    with terminal(tmp_path, "play", str(ALLEY), "--seed", "2") as screen:
        screen.read_until("saved.\n>")
        screen.type("start\r")
        assert "Round 1. Ann acts." in screen.read_until("Ann>")
        screen.type("set fighters.ann.hearts 1\r")
        screen.read_until("Ann>")
        screen.type("hit bob-1\r")
        screen.read_until("Bob 1>")
        screen.type("hit ann\r")
        assert "1. take (default: press Enter)" in screen.read_until("dodge [take]?")
        screen.type("\x03")
        shown = screen.read_until("--resume alley-1\n")
        assert "The fight is saved. To go on:\n  fireteam play --resume alley-1" in shown
        assert screen.status() == 0
    assert "Ann: dodge? (DU-1.2)" in last_words(tmp_path)
    assert "The fight is over in round 1: gang won." in run(tmp_path, "play", "--resume", lines="take\n").stdout
    assert run(tmp_path, "replay", "alley-1", "--verify").returncode == 0


def test_ctrl_d_leaves_and_says_how_to_resume(tmp_path: Path) -> None:
    """The end of input at a prompt leaves in good order, exit status 0."""
    with terminal(tmp_path, "play", str(ALLEY)) as screen:
        screen.read_until("saved.\n>")
        screen.type("\x04")
        assert "The fight is saved. To go on:" in screen.read_until("--resume alley-1\n")
        assert screen.status() == 0
    assert Shelf(tmp_path).story("alley-1").ends_in_order


def test_tab_completes_and_history_is_kept(tmp_path: Path) -> None:
    """Tab completes a word; the arrow brings back a line of an earlier fight."""
    with terminal(tmp_path, "play", str(ALLEY)) as screen:
        screen.read_until("saved.\n>")
        screen.type("sta\t\r")
        screen.read_until("Ann>")
        screen.type("\x04")
        screen.read_until("alley-1")
    with terminal(tmp_path, "play", str(ALLEY)) as screen:
        screen.read_until("saved.\n>")
        screen.type("\x1b[A\r")
        assert "Round 1. Ann acts." in screen.read_until("Ann>")


def test_a_fight_survives_kill_9(tmp_path: Path) -> None:
    """Killed after a result was shown: that result is there, and the next dice are those of an unbroken fight."""
    lines = ["start", "hit bob-1", "set options.npcs manual", "bob-1: hit ann", "bob-2: hit ann"]
    whole = run(tmp_path / "whole", "play", str(ALLEY), "--seed", "8", lines="\n".join(lines) + "\n")
    assert whole.returncode == 0
    with terminal(tmp_path / "cut", "play", str(ALLEY), "--seed", "8") as screen:
        screen.read_until("saved.\n>")
        screen.type("start\r")
        screen.read_until("Ann>")
        screen.type("hit bob-1\r")
        screen.read_until("Bob 1>")
        os.kill(screen.number, signal.SIGKILL)
        screen.status()
    cut = Shelf(tmp_path / "cut").story("alley-1")
    assert [line.get("line") for line in cut.lines[1:]] == ["start", "ann: hit bob-1"]
    again = run(tmp_path / "cut", "play", "--resume", lines="\n".join(lines[2:]) + "\n")
    assert again.returncode == 0

    def faces(folder: str) -> list[object]:
        story = Shelf(tmp_path / folder).story("alley-1")
        return [(line["line"], line["faces"]) for line in story.lines if line["kind"] == "entry"]

    assert faces("cut") == faces("whole")
    assert run(tmp_path / "cut", "replay", "alley-1", "--verify").returncode == 0


def test_one_fight_in_two_terminals_is_refused(tmp_path: Path) -> None:
    """Whoever comes second is told that the fight is being played."""
    with terminal(tmp_path, "play", str(ALLEY)) as screen:
        screen.read_until("saved.\n>")
        second = run(tmp_path, "play", "--resume", "alley-1")
        assert second.returncode == 2
        assert "alley-1 cannot be resumed: alley-1 is being played in another terminal." in second.stderr


def test_piped_play_reads_to_the_end(tmp_path: Path) -> None:
    """No prompt, no escape, comments passed over, exit status 0, no line wider than 80 cells."""
    done = run(
        tmp_path, "play", str(ALLEY), "--seed", "3", lines="# prepared\nstart\n\nlist\nhelp\nhit bob-1\nwhy\nlog all"
    )
    assert done.returncode == 0 and done.stderr == ""
    assert "Ann rolls d6:" in done.stdout and "The fight is saved." in done.stdout
    assert "\x1b" not in done.stdout and "> \n" not in done.stdout
    assert all(cell_len(line) <= 80 for line in done.stdout.splitlines())


def test_a_scene_is_chosen_and_played_in_one_pipe(tmp_path: Path) -> None:
    """The first line picks from the list, the others are played."""
    done = run(tmp_path, "play", lines="sump-gate\nstart\n")
    assert done.returncode == 0 and done.stderr == ""
    assert "sump-gate: A duel." in done.stdout and "Combat begins." in done.stdout
    assert "The fight is saved." in done.stdout


@pytest.mark.parametrize("more", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_without_colour_no_style_is_sent(tmp_path: Path, more: dict[str, str]) -> None:
    """NO_COLOR and a dumb terminal get the same words without a single change of style."""
    with terminal(tmp_path, "fight", str(ALLEY), "--seed", "1", **more) as screen:
        assert "Seed 1" in screen.read_until("the same fight.")
        assert screen.status() == 0
        assert "\x1b" not in screen.raw
    with terminal(tmp_path, "fight", str(ALLEY), "--seed", "1") as screen:
        screen.read_until("the same fight.")
        assert "\x1b[1m" in screen.raw


def test_a_closed_pipe_ends_without_a_word() -> None:
    """`| head -1`: whoever read has gone; no traceback, no complaint."""
    code = 'import sys; sys.argv = ["fireteam", "rules", "duel", "1"]; from tests.fronts import duelling as d;'
    code += "d.install(); from fireteam.fronts.cli import main; sys.exit(main())"
    process = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT, text=True
    )
    assert process.stdout is not None and process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == ""
    process.stderr.close()
    assert process.wait(PATIENCE) == 0


def test_a_closed_pipe_leaves_a_played_fight_saved(tmp_path: Path) -> None:
    """Play whose reader has gone ends cleanly, and its journal can be resumed."""
    process = subprocess.Popen(
        [*CLI, "play", str(ALLEY)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        env=environment(tmp_path),
        text=True,
    )
    assert process.stdin is not None and process.stdout is not None and process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    process.stdin.write("start\n" + "help\n" * 200)
    try:
        process.stdin.close()
    except BrokenPipeError:
        pass
    assert process.stderr.read() == ""
    process.stderr.close()
    assert process.wait(PATIENCE) == 0
    assert run(tmp_path, "play", "--resume").returncode == 0


def test_ctrl_c_stops_a_long_command_cleanly(tmp_path: Path) -> None:
    """A forecast stopped by Ctrl-C says so in a word, exit status 130, no traceback."""
    with terminal(tmp_path, "forecast", str(ALLEY), "--fights", "1000000", "--workers", "1") as screen:
        screen.read_until("Fights")
        time.sleep(0.3)
        screen.type("\x03")
        shown = screen.read_until("Stopped.")
        assert "Traceback" not in shown
        assert screen.status() == 130


def test_output_that_cannot_be_encoded_is_still_written(tmp_path: Path) -> None:
    """A stream without Unicode, and half a character from a JSON file, are no reason to stop; JSON stays JSON."""
    scene = tmp_path / "scene.toml"
    scene.write_text(ALLEY.read_text().replace('name = "Ann"', 'name = "Änn 名前"'), encoding="utf-8")
    done = run(tmp_path, "fight", str(scene), "--seed", "1", "--json", PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert json.loads(done.stdout)["scene"]["fighters"]["ann"]["name"] == "Änn 名前"
    done = run(tmp_path, "fight", str(scene), "--seed", "1", PYTHONIOENCODING="ascii")
    assert done.returncode == 0 and "rolls d6" in done.stdout
    plain = json.loads(run(tmp_path, "resolve", str(scene), "--do", "start", "--json").stdout)["scene"]
    plain["title"] = "half \ud800"
    half = tmp_path / "half.json"
    half.write_text(json.dumps(plain))
    for args in (["fight", str(half), "--json"], ["fight", str(half)], ["check", str(half)], ["play", str(half)]):
        done = run(tmp_path, *args)
        assert done.returncode in (0, 2) and "Traceback" not in done.stderr and "mistake" not in done.stderr


def test_bytes_that_are_no_text_are_refused_like_any_word(tmp_path: Path) -> None:
    """Input and arguments that are not UTF-8 get a sentence."""
    call: list[str | bytes] = [*CLI, "play", str(ALLEY)]
    done = subprocess.run(
        call,
        check=False,
        input=b"start\n\xff\xfe\nhit \xff\n",
        capture_output=True,
        cwd=ROOT,
        env=environment(tmp_path),
    )
    assert done.returncode == 0 and done.stderr == b""
    assert b"No: unknown verb:" in done.stdout
    done = subprocess.run(
        [*CLI, "check", b"\xff.toml"], check=False, capture_output=True, cwd=ROOT, env=environment(tmp_path)
    )
    assert done.returncode == 2 and b"cannot be read" in done.stderr and b"Traceback" not in done.stderr


def test_a_full_disk_is_told_and_nothing_is_pretended(tmp_path: Path) -> None:
    """Where a command cannot be saved, play says so and ends with status 2; what was saved before is there."""
    code = (
        "import resource, signal, sys; signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (150_000, 150_000));"
        "from tests.fronts import duelling as d; d.install();"
        f'sys.argv = ["fireteam", "play", {str(ALLEY)!r}];'
        "from fireteam.fronts.cli import main; sys.exit(main())"
    )
    lines = "start\n" + "note something that has to be written down\n" * 60
    done = subprocess.run(
        [sys.executable, "-c", code],
        check=False,
        input=lines,
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=environment(tmp_path),
        timeout=30,
    )
    assert done.returncode == 2
    assert "The last command could not be saved: " in done.stdout
    assert "go on with:\n  fireteam play --resume alley-1\n" in done.stdout
    saved = Shelf(tmp_path).story("alley-1")
    assert 2 < len(saved.lines) < 60
    assert run(tmp_path, "play", "--resume").returncode == 0


@pytest.mark.parametrize("scene", ["sump-gate", "flamingo-noon", "airlock-nine", "brine-lock-duel"])
def test_odds_start_quickly_because_they_load_little(scene: str) -> None:
    """What odds do not need is not loaded: no terminal, no event loop, no laboratory, no look-up of distributions."""
    heavy = (
        "rich prompt_toolkit asyncio multiprocessing importlib.metadata difflib sqlite3 random fireteam.lab.forecast"
    )
    code = (
        "import sys; from fireteam.fronts.cli import main; "
        f'main(["odds", "{scene}", "--do", "note x", "--json"]); '
        f'print([name for name in "{heavy}".split() if name in sys.modules])'
    )
    done = subprocess.run(
        [sys.executable, "-c", code], check=False, capture_output=True, text=True, cwd=ROOT, timeout=30
    )
    assert done.stdout.splitlines()[-1] == "[]", done


def test_the_module_is_the_command_line() -> None:
    """`python -m fireteam` is `fireteam`."""
    done = subprocess.run(
        [sys.executable, "-m", "fireteam", "--version"],
        check=False,
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=30,
    )
    assert done.returncode == 0 and done.stdout.startswith("fireteam ")
