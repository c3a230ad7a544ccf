"""Counters for who runs the server, in the Prometheus text format. No label ever holds a name, an address or a link."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping
from itertools import accumulate
from typing import NamedTuple

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

_BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)

Labels = tuple[tuple[str, str], ...]


class _Described(NamedTuple):
    kind: str
    text: str


_DESCRIBED = {
    "fireteam_requests_total": _Described("counter", "Requests answered, by route and status."),
    "fireteam_orders_total": _Described("counter", "Orders taken, by what they do and how they ended."),
    "fireteam_order_seconds": _Described("histogram", "From an order's arrival to its durable result."),
    "fireteam_sockets": _Described("gauge", "Sockets open now."),
    "fireteam_tables_awake": _Described("gauge", "Tables in memory now."),
    "fireteam_commits_total": _Described("counter", "Batches of records that the journal's store has committed."),
    "fireteam_updates_dropped_total": _Described("counter", "Updates dropped for sockets that did not keep up."),
    "fireteam_refused_total": _Described("counter", "Requests and messages turned away, by reason."),
    "fireteam_forecast_fights_total": _Described("counter", "Fights played for forecasts."),
}


class Metrics:
    """The numbers of one process."""

    def __init__(self) -> None:
        self._counts: dict[str, dict[Labels, float]] = {}
        self._orders = self._counts["fireteam_orders_total"] = {}
        self._times = [0.0] * (len(_BOUNDS) + 2)
        self.gauges: dict[str, Callable[[], float]] = {}

    def count(self, name: str, by: float = 1, **labels: str) -> None:
        """Adds to a counter."""
        key = tuple(labels.items())
        counts = self._counts.setdefault(name, {})
        counts[key] = counts.get(key, 0) + by

    def order(self, do: str, outcome: str, seconds: float) -> None:
        """Counts an order, and adds its time to the histogram."""
        counts, key = self._orders, (("do", do), ("outcome", outcome))
        counts[key] = counts.get(key, 0) + 1
        cells = self._times
        at = bisect_left(_BOUNDS, seconds)
        if at < len(_BOUNDS):
            cells[at] += 1
        cells[-2] += 1
        cells[-1] += seconds

    def text(self) -> str:
        """Everything, as Prometheus reads it."""
        lines: list[str] = []
        for name, described in _DESCRIBED.items():
            lines += [f"# HELP {name} {described.text}", f"# TYPE {name} {described.kind}"]
            if described.kind == "histogram":
                lines += self._histogram(name)
            elif name in self.gauges:
                lines.append(f"{name} {self.gauges[name]():g}")
            else:
                lines += [
                    f"{name}{_written(key)} {value:g}" for key, value in sorted(self._counts.get(name, {}).items())
                ]
        return "\n".join(lines) + "\n"

    def _histogram(self, name: str) -> list[str]:
        *counts, count, total = self._times
        bounds = [*(f"{bound:g}" for bound in _BOUNDS), "+Inf"]
        found = zip(bounds, [*accumulate(counts), count], strict=True)
        lines = [f"{name}_bucket{_written((('le', bound),))} {upto:g}" for bound, upto in found]
        return [*lines, f"{name}_count {count:g}", f"{name}_sum {total:.6f}"]


def _written(labels: Labels) -> str:
    if not labels:
        return ""
    return "{" + ",".join(f'{name}="{_escaped(value)}"' for name, value in labels) + "}"


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


def counted(found: Mapping[Labels, float]) -> float:
    """The sum of a counter over its labels."""
    return sum(found.values())
