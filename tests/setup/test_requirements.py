import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXPORTED = ["requirements.txt", "requirements-dev.txt"]


def pins(file: str) -> dict[str, str]:
    """Each pinned requirement of an exported file, by its normal name, with the lines that belong to it."""
    text = re.sub(r"(?m)^ *#.*\n?", "", (ROOT / file).read_text())
    blocks = re.split(r"(?m)^(?=\S)", text)
    return {normal(block): block for block in blocks if block.strip()}


def normal(requirement: str) -> str:
    """The name that a requirement starts with, as indexes spell it."""
    return re.sub(r"[-_.]+", "-", re.split(r"[^\w.-]", requirement.strip(), maxsplit=1)[0]).lower()


@pytest.mark.parametrize("file", EXPORTED)
def test_exported_requirements_are_pinned_and_hashed(file: str) -> None:
    """Every exported requirement is an exact version with hashes, and the file sets no option."""
    assert pins(file)
    for name, block in pins(file).items():
        assert re.match(r"[\w.-]+==[\w.]+( ;[^\\]*)? \\\n", block), name
        assert re.search(r"--hash=sha256:[0-9a-f]{64}", block), name


@pytest.mark.parametrize("file", [*EXPORTED, "requirements.in", "requirements-dev.in", "pyproject.toml"])
def test_requirements_name_no_host(file: str) -> None:
    """Where packages come from is the machine's business: no file names a registry."""
    assert "://" not in (ROOT / file).read_text()


def test_what_the_project_needs_is_pinned() -> None:
    """The run-time dependencies and the build backend stand in requirements.txt."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    needed = project["project"]["dependencies"] + project["build-system"]["requires"]
    assert {normal(requirement) for requirement in needed} <= pins("requirements.txt").keys()


def test_both_files_agree() -> None:
    """A package in both exported files is the same version, so that the second installation changes nothing."""
    run, dev = pins("requirements.txt"), pins("requirements-dev.txt")
    for name in run.keys() & dev.keys():
        assert run[name].split()[0] == dev[name].split()[0]
