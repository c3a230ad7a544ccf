"""Runs the shell examples of the documents and writes what they print below them.

    python tools/examples.py [PAGE...]

A fenced `console` block holds lines that begin with `$ ` and what they print. `tests/docs` checks the same blocks; here
they are made anew, for a page that is being written or after a change that is meant. A block in whose output a line is
just `…` was shortened by hand and is left as it is.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
_BLOCK = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)


def pages() -> list[Path]:
    """The hand-written pages."""
    found = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    return [path for path in found if "reference" not in path.parts]


def run(command: str, home: str) -> str:
    """What a shell example prints, both streams, at 80 columns and without colour."""
    environment = {**os.environ, "FIRETEAM_HOME": home, "COLUMNS": "80", "NO_COLOR": "1"}
    environment["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{environment['PATH']}"
    done = subprocess.run(
        ["bash", "-c", command], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120, check=False
    )
    return done.stdout + done.stderr


def filled(body: str) -> str:
    """The body of a block with the output of each command written anew."""
    if re.search(r"^…$", body, re.MULTILINE):
        return body
    parts = []
    for part in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
        command = part.partition("\n")[0]
        with tempfile.TemporaryDirectory() as home:
            parts.append(f"$ {command}\n{run(command, home)}")
    return "".join(parts)


def main(arguments: list[str]) -> int:
    """Fills the pages that are named, or all."""
    for path in [Path(name) for name in arguments] or pages():
        text = path.read_text(encoding="utf-8")
        new = _BLOCK.sub(lambda match: f"```console\n{filled(match.group(1))}```", text)
        if new != text:
            path.write_text(new, encoding="utf-8")
            print(f"{path} written")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
