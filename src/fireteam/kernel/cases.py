"""Conformance cases: rules as data, in the words of the contract's section 6."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fireteam.kernel.decisions import BadAnswer, ScriptedAnswers
from fireteam.kernel.dice import DiceFault, Scripted
from fireteam.kernel.events import encode
from fireteam.kernel.fight import Fight
from fireteam.kernel.kinds import Fault, unknown_keys
from fireteam.kernel.names import short
from fireteam.kernel.ruleset import Ruleset, find_ruleset
from fireteam.kernel.scenefile import SceneFaults, at_path, merge, put_at_path, read_plain, read_scene, write_scene

_KEYS = {"id", "title", "scene", "patch", "do", "dice", "choose", "expect", "events", "error"}
_TEXTS = ("id", "title", "scene", "error")
_TABLES = ("patch", "expect")
_LISTS: dict[str, tuple[type, str]] = {
    "do": (str, "commands"),
    "dice": (int, "faces"),
    "choose": (str, "answers"),
    "events": (dict, "events, each a table"),
}


@dataclass(slots=True, frozen=True)
class Failure:
    """One thing in a case that came out otherwise: where, what was expected, what came."""

    case: str
    path: str
    expected: Any
    actual: Any

    def __str__(self) -> str:
        return f"{self.case}: {self.path}: expected {self.expected!r}, got {self.actual!r}"


def read_cases(path: Path) -> tuple[Ruleset, dict[str, Any], list[dict[str, Any]]]:
    """The ruleset, the named scenes and the cases of a file. Raises `SceneFaults` if it cannot be read."""
    plain = read_plain(path)
    cases = plain.get("case", [])
    scenes = plain.get("scenes", {})
    if not isinstance(plain.get("ruleset"), str) or not isinstance(cases, list) or not isinstance(scenes, dict):
        raise SceneFaults([Fault(str(path), "a file of cases has ruleset, [scenes.NAME] and [[case]]")])
    faults: list[Fault] = []
    unknown_keys(plain, ("ruleset", "scenes", "case"), "", faults)
    if not cases and not faults:
        faults.append(Fault("case", "is missing: a file of cases has at least one [[case]]"))
    faults += [Fault(f"scenes.{name}", "is not a table") for name, one in scenes.items() if not isinstance(one, dict)]
    for number, case in enumerate(cases, start=1):
        faults += _shape_faults(number, case)
    if faults:
        raise SceneFaults([Fault(f"{path}: {fault.path}", fault.reason) for fault in faults])
    return find_ruleset(plain["ruleset"]), scenes, cases


def _shape_faults(number: int, case: Any) -> list[Fault]:
    """What of a case has not the shape that the contract gives it."""
    where = f"case {number}"
    if not isinstance(case, dict):
        return [Fault(where, "is not a table")]
    if isinstance(case.get("id"), str):
        where += f" ({short(case['id'])})"
    found = [Fault(f"{where}: {key}", "is not text") for key in _TEXTS if not isinstance(case.get(key, ""), str)]
    found += [Fault(f"{where}: {key}", "is not a table") for key in _TABLES if not isinstance(case.get(key, {}), dict)]
    for key, (kind, what) in _LISTS.items():
        value = case.get(key, [])
        if not isinstance(value, list) or not all(type(item) is kind for item in value):
            found.append(Fault(f"{where}: {key}", f"is not a list of {what}"))
    return found


def run_file(path: Path) -> Iterator[tuple[str, list[Failure]]]:
    """Each case of a file with what failed in it."""
    ruleset, scenes, cases = read_cases(path)
    for number, case in enumerate(cases, start=1):
        name = str(case.get("id", f"case {number}"))
        yield name, run_case(ruleset, scenes, case)


def run_case(ruleset: Ruleset, scenes: Mapping[str, Any], case: Mapping[str, Any]) -> list[Failure]:
    """What failed in one case; an empty list if nothing did."""
    name = str(case.get("id", "?"))
    unknown = set(case) - _KEYS
    if unknown:
        return [Failure(name, "case", "known keys", f"unknown key {sorted(unknown)[0]}")]
    if case.get("scene") not in scenes:
        return [Failure(name, "scene", "a scene of this file", case.get("scene"))]
    plain = merge(scenes[case["scene"]], {})
    for path, value in case.get("patch", {}).items():
        _spread_copies(ruleset, plain, path)
        put_at_path(plain, path, value)
    wanted_error = case.get("error")
    try:
        _, scene = read_scene(plain, ruleset)
    except SceneFaults as faults:
        if wanted_error is not None and str(wanted_error).casefold() in str(faults).casefold():
            return []
        return [Failure(name, "scene", wanted_error or "a valid scene", str(faults))]
    script = Scripted(case.get("dice", []))
    fight = Fight(ruleset, scene, script, ScriptedAnswers(case.get("choose", [])))
    *first, last = [*case.get("do", [])] or [None]
    for number, line in enumerate(first, start=1):
        failure = _carried_out(name, f"do {number} ({line})", fight, line)
        if failure:
            return [failure]
    if wanted_error is not None:
        return _refused(name, fight, script, last, str(wanted_error))
    failure = _carried_out(name, f"do {len(first) + 1} ({last})", fight, last) if last is not None else None
    if failure:
        return [failure]
    failures = []
    if script.left:
        failures.append(Failure(name, "dice", "all used", f"left over: {script.left}"))
    state = write_scene(ruleset, fight.scene)
    for path, expected in case.get("expect", {}).items():
        actual = at_path(state, path)
        if not matches(expected, actual):
            failures.append(Failure(name, path, expected, actual))
    return failures + _missing_events(name, fight, case.get("events", []))


def _spread_copies(ruleset: Ruleset, plain: dict[str, Any], path: str) -> None:
    """Writes a counted entry out as its copies where a patch names one of them (`fighters.ganger-1.hits`).

    Each is named with its number, as a scene file names them, also where the name comes from a template.
    """
    group, _, rest = path.partition(".")
    id = rest.partition(".")[0]
    base, dash, number = id.rpartition("-")
    entries = plain.get(group, {})
    if not isinstance(entries, dict) or id in entries or not dash or not number.isdecimal():
        return
    counted = entries.get(base)
    if not isinstance(counted, dict) or "count" not in counted:
        return
    templates = ruleset.templates() if group == "fighters" else ruleset.vehicle_templates()
    spread: dict[str, Any] = {}
    for key, entry in entries.items():
        copies = entry["count"] if key == base else 0
        if not copies:
            spread[key] = entry
        for at in range(1, copies + 1):
            copy = merge(entry, {})
            del copy["count"]
            name = copy.get("name", templates.get(copy.get("template", ""), {}).get("name"))
            if isinstance(name, str):
                copy["name"] = f"{name} {at}"
            spread[f"{key}-{at}"] = copy
    plain[group] = spread


def _carried_out(name: str, where: str, fight: Fight, line: str) -> Failure | None:
    """What kept a command from being carried out."""
    try:
        outcome = fight.do(line)
    except (DiceFault, BadAnswer) as fault:
        return Failure(name, where, "to be carried out", str(fault))
    if outcome.refusal is not None:
        return Failure(name, where, "to be carried out", f"refused: {outcome.refusal.reason}")
    return None


def _refused(name: str, fight: Fight, script: Scripted, line: str | None, wanted: str) -> list[Failure]:
    """What is wrong with the refusal of the last command: its words, or a trace that it left."""
    before = write_scene(fight.ruleset, fight.scene)
    left = script.left
    try:
        refusal = fight.do(line).refusal if line is not None else None
    except (DiceFault, BadAnswer) as fault:
        return [Failure(name, "error", wanted, str(fault))]
    if refusal is None:
        return [Failure(name, "error", wanted, "no refusal")]
    if wanted.casefold() not in refusal.reason.casefold():
        return [Failure(name, "error", wanted, refusal.reason)]
    if write_scene(fight.ruleset, fight.scene) != before or script.left != left:
        return [Failure(name, "error", "an unchanged state", "the refused command left a trace")]
    return []


def _missing_events(name: str, fight: Fight, expected: list[Any]) -> list[Failure]:
    happened = [encode(one) for entry in fight.entries for one in entry.events]
    at = 0
    for number, wanted in enumerate(expected, start=1):
        start = at
        while at < len(happened) and not _contains(wanted, happened[at]):
            at += 1
        if at == len(happened):
            same = [one for one in happened[start:] if one["type"] == wanted.get("type")]
            shown = [{key: one.get(key) for key in wanted} for one in same[:3]]
            return [Failure(name, f"events {number}", wanted, shown or [one["type"] for one in happened[start:]])]
        at += 1
    return []


def _contains(wanted: Mapping[str, Any], happened: Mapping[str, Any]) -> bool:
    return all(matches(value, happened.get(key)) for key, value in wanted.items())


def matches(expected: Any, actual: Any) -> bool:
    """Whether a value is as expected: numbers by value, "null" for null or absent, an absent count for 0."""
    if isinstance(expected, dict) and isinstance(actual, dict):
        return all(matches(expected.get(key), actual.get(key)) for key in {*expected, *actual})
    if isinstance(expected, list) and isinstance(actual, list):
        return len(expected) == len(actual) and all(map(matches, expected, actual))
    if expected is None or expected == "null":
        return actual in (None, "null", {}, 0) and actual is not False
    if actual is None:
        return expected == 0 and not isinstance(expected, bool)
    if isinstance(expected, bool) or isinstance(actual, bool):
        return expected is actual
    return bool(expected == actual)
