"""Writes docs/reference/ID.md for each ruleset: its verbs, options, events and sheet, and where each clause lives.

    python tools/reference.py [--check]

With `--check` nothing is written; the exit status is 1 if a page is not what the code says.
"""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path
from typing import Any

from fireteam.kernel.events import shape
from fireteam.kernel.rulebook import read_rulebook
from fireteam.kernel.ruleset import Ruleset, find_ruleset, ruleset_ids
from fireteam.kernel.sheet import Table

ROOT = Path(__file__).parent.parent
PAGES = ROOT / "docs" / "reference"


def page(ruleset: Ruleset) -> str:
    """The reference page of one ruleset."""
    parts = [
        f"# {ruleset.title}: reference\n",
        "Made from the code by `python tools/reference.py`; a test keeps it true. The rules themselves stand in"
        f" [the rulebook](../../src/fireteam/{ruleset.id}/rulebook.md).\n",
        *_verbs(ruleset),
        *_fields("House rules (`[options]`)", ruleset.scene.by_name["options"].kind),
        *_fields("Fighter (`[fighters.ID]`)", ruleset.fighter),
    ]
    if ruleset.vehicle is not None:
        parts += _fields("Vehicle (`[vehicles.ID]`)", ruleset.vehicle)
    for name, title in (("place", "Place (`[place]`)"), ("pools", "Pools (`[pools]`)")):
        if name in ruleset.scene.by_name:
            parts += _fields(title, ruleset.scene.by_name[name].kind)
    return "\n".join([*parts, *_events(ruleset), *_clauses(ruleset)]) + "\n"


def _cell(text: object) -> str:
    return str(text).replace("|", "\\|").replace("\n", " ")


def _table(heads: list[str], rows: list[list[object]]) -> list[str]:
    lines = ["| " + " | ".join(heads) + " |", "| " + " | ".join("---" for _ in heads) + " |"]
    return [*lines, *("| " + " | ".join(map(_cell, row)) + " |" for row in rows), ""]


def _verbs(ruleset: Ruleset) -> list[str]:
    rows: list[list[object]] = [
        [f"`{action.form()}`", action.by.value, action.costs or "–", action.summary, action.clause]
        for action in ruleset.actions()
    ]
    return ["## Verbs\n", *_table(["form", "by", "costs", "does", "clause"], rows)]


def _fields(title: str, table: Any) -> list[str]:
    if not isinstance(table, Table) or not table.fields:
        return []
    rows: list[list[object]] = [
        [f"`{field.name}`", field.kind.says(), "state" if field.is_state else "", field.seen, field.doc]
        for field in table.fields
    ]
    return [f"## {title}\n", *_table(["field", "values", "", "seen by", "what it is"], rows)]


def _events(ruleset: Ruleset) -> list[str]:
    rows: list[list[object]] = []
    for kind in ruleset.events():
        names = ", ".join(f"`{part.written}`" for part in shape(kind) if part.attribute != "rule")
        doc = (kind.__doc__ or "").strip().split("\n")[0]
        rows.append([f"`{kind.type}`", names or "–", doc])  # type: ignore[attr-defined]
    return ["## Events\n", *_table(["type", "fields", "what happened"], rows)]


def code_of_clauses(ruleset: Ruleset) -> dict[str, list[str]]:
    """Each clause with the places (`module.function`) whose docstring or comment block cites it at its beginning."""
    wanted = re.compile(rf"{re.escape(ruleset.prefix)}\d+\.\d+")
    found: dict[str, list[str]] = {}
    for path in sorted(ruleset.folder.rglob("*.py")):
        module = path.relative_to(ruleset.folder).with_suffix("").as_posix().replace("/", ".")
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Module):
                head = (ast.get_docstring(node) or "").split("\n\n")[0]
                name = module if isinstance(node, ast.Module) else f"{module}.{node.name}"
                for clause in dict.fromkeys(wanted.findall(head)):
                    found.setdefault(clause, []).append(name)
    return found


def _clauses(ruleset: Ruleset) -> list[str]:
    places = code_of_clauses(ruleset)
    rows: list[list[object]] = [
        [clause.id, clause.title, ", ".join(f"`{name}`" for name in places.get(clause.id, [])[:4]) or "–"]
        for clause in read_rulebook(ruleset.folder / "rulebook.md").clauses
    ]
    return ["## Clauses and their code\n", *_table(["clause", "title", "code"], rows)]


def main(arguments: list[str]) -> int:
    """Writes or checks every page."""
    stale = []
    PAGES.mkdir(parents=True, exist_ok=True)
    for id in ruleset_ids():
        path, text = PAGES / f"{id}.md", page(find_ruleset(id))
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            stale.append(path)
            if "--check" not in arguments:
                path.write_text(text, encoding="utf-8")
    for path in stale:
        print(f"{path.relative_to(ROOT)} {'is not what the code says' if '--check' in arguments else 'written'}")
    return 1 if stale and "--check" in arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
