"""What players may not learn from an event that is otherwise theirs to see (SL-13.15)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fireteam.kernel.names import folded
from fireteam.kernel.ruleset import Veil
from fireteam.solarlink.state import SolarScene

Written = dict[str, Any]


def _veil_time(event: Written, scene: SolarScene, viewer: Any) -> Written | None:
    """SL-13.15 Hidden: time's bookkeeping is nobody's business."""
    return event if event["cycles"] else None


def _veil_task(event: Written, scene: SolarScene, viewer: Any) -> Written:
    """SL-13.15 Hidden: the words of a long task may name somebody hidden."""
    for id, fighter in scene.fighters.items():
        if fighter.hidden and not viewer.sees(scene, id):
            for word in ("command", "reason"):
                if word in event and folded(id) in folded(str(event[word])):
                    event = {**event, word: ""}
    return event


VEILS: Mapping[str, Veil] = {"time_passed": _veil_time, "task_began": _veil_task, "task_lost": _veil_task}
