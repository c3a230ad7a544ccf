"""What players may not learn from an event that is otherwise theirs to see (SL-13.15)."""

from __future__ import annotations

from typing import Any

from fireteam.kernel.names import folded
from fireteam.solarlink.state import SolarScene


def veil(event: dict[str, Any], scene: SolarScene, viewer: Any) -> dict[str, Any] | None:
    """SL-13.15 Hidden. The words of a long task may name somebody hidden; time's bookkeeping is nobody's business."""
    if event["type"] == "time_passed" and not event["cycles"]:
        return None
    if event["type"] in ("task_began", "task_lost"):
        for id, fighter in scene.fighters.items():
            if fighter.hidden and not viewer.sees(scene, id):
                for word in ("command", "reason"):
                    if word in event and folded(id) in folded(str(event[word])):
                        event = {**event, word: ""}
    return event
