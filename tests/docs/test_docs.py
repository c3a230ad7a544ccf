"""The documents are true: their examples run, their links lead somewhere, generated pages are what the code says."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])
HAND_WRITTEN = [path for path in PAGES if "reference" not in path.parts]

_BLOCK = re.compile(r"^```(\w+)[^\n]*\n(.*?)^```", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\[[^\]]*\]\(([^)#\s]+)(#[^)]*)?\)")


def blocks(path: Path, language: str) -> list[str]:
    """The fenced blocks of one language in a page."""
    return [body for name, body in _BLOCK.findall(path.read_text(encoding="utf-8")) if name == language]


def page_id(path: Path) -> str:
    """How a page is called in the list of tests."""
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize(
    "path", [path for path in HAND_WRITTEN if ">>>" in path.read_text(encoding="utf-8")], ids=page_id
)
def test_python_examples_run(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every `>>>` example of a page gives what the page shows."""
    monkeypatch.chdir(tmp_path)
    text = "\n".join(blocks(path, "python"))
    test = doctest.DocTestParser().get_doctest(text, {}, path.name, str(path), 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    out: list[str] = []
    runner.run(test, out=out.append)
    assert runner.failures == 0, "".join(out)


def test_the_docstring_of_the_package_runs() -> None:
    """The five lines at the head of `fireteam` are true."""
    import fireteam

    assert doctest.testmod(fireteam).failed == 0


def commands(path: Path) -> list[tuple[str, str]]:
    """The commands of a page's `console` blocks, each with the output that the page shows."""
    found = []
    for body in blocks(path, "console"):
        for part in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
            command, _, shown = part.partition("\n")
            found.append((command, shown))
    return found


CONSOLE = [(path, *pair) for path in HAND_WRITTEN for pair in commands(path)]


@pytest.mark.parametrize(
    ("path", "command", "shown"), CONSOLE, ids=[f"{page_id(path)}: {line}" for path, line, _ in CONSOLE]
)
def test_shell_examples_print_what_is_shown(path: Path, command: str, shown: str, tmp_path: Path) -> None:
    """A `$ fireteam …` line prints what the page shows; `…` alone on a line stands for any lines."""
    environment = {**os.environ, "FIRETEAM_HOME": str(tmp_path), "COLUMNS": "80", "NO_COLOR": "1"}
    environment["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{environment['PATH']}"
    done = subprocess.run(
        ["bash", "-c", command], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60, check=False
    )
    printed = done.stdout + done.stderr
    pattern = "".join("(?:.*\n)*?" if line == "…" else re.escape(line) + "\n" for line in shown.splitlines())
    assert re.fullmatch(pattern, printed), f"{shlex.join([command])} printed:\n{printed}"


@pytest.mark.parametrize("path", PAGES, ids=page_id)
def test_links_lead_somewhere(path: Path) -> None:
    """Every relative link of a page names a file that is there."""
    for target, _ in _LINK.findall(path.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (path.parent / target).exists(), f"{page_id(path)} links to {target}"


def test_generated_pages_are_what_the_code_says() -> None:
    """`docs/reference` is made by `tools/reference.py` and has not been left behind."""
    done = subprocess.run(
        [sys.executable, str(ROOT / "tools" / "reference.py"), "--check"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_guide_to_a_ruleset_shows_real_code() -> None:
    """Each block of the guide "add a ruleset" stands in the example ruleset, line for line."""
    source = (ROOT / "tests" / "kernel" / "duel.py").read_text(encoding="utf-8")
    guide = ROOT / "docs" / "guides" / "add-a-ruleset.md"
    shown = blocks(guide, "python")
    assert shown
    for block in shown:
        for piece in re.split(r"^# …\n", block, flags=re.MULTILINE):
            assert piece.strip("\n") in source, piece


def test_the_limits_are_those_of_the_code() -> None:
    """Each row of the page on limits names a constant with that value."""
    from importlib import import_module

    rows = re.findall(
        r"^\| [^|]+ \| (\d+)[^|]*\| `([\w.]+)` \|$", (ROOT / "docs" / "limits.md").read_text(), re.MULTILINE
    )
    assert len(rows) > 8
    for value, name in rows:
        module, _, constant = name.rpartition(".")
        assert getattr(import_module(f"fireteam.{module}"), constant) == int(value), name
