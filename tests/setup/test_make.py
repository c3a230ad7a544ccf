import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_make_alone_lists_every_target() -> None:
    """`make` says what can be done: each target with a line of description."""
    listing = subprocess.run(["make", "-s"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    phony = re.search(r"(?m)^\.PHONY: (.*)$", (ROOT / "Makefile").read_text())
    assert phony is not None
    for target in phony[1].split():
        assert re.search(rf"(?m)^  make {target} +\S", listing), target
