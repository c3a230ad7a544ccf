"""Plots as inline SVG: bars with intervals, columns, a curve. Plain text in, markup out, everything escaped.

A plot carries its title and a description for those who do not see it; the page puts its numbers in a table beside
it. Colours and type sizes come from the page's style sheet by class, so a plot is right in the dark and on a phone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from unicodedata import category, east_asian_width

from fireteam.lab.percent import percent

WIDTH = 560
"""The width of every plot in its own units; the page scales it."""
NAME_CELLS = 30
"""The longest name in a plot, in columns of a terminal; the table has it whole."""
MOST_COLUMNS = 70
"""The most columns side by side: more values share columns."""

_EDGE = 8
_AXIS = 50
_HEIGHT = 226
_ROW = 30
_BAR = 12
_WIDEST = 56
_FILLED = 0.84
_GAP = 14
_MOST_TICKS = 9
_TICK_STEPS = (1, 2, 5, 10, 20, 50, 100)
_QUARTERS = (0, 25, 50, 75, 100)


@dataclass(slots=True, frozen=True)
class Bar:
    """A share from 0 to 1 as a bar, with its interval as a whisker. `tone` is its class: `win`, `out`, `dead`."""

    share: float
    low: float
    high: float
    tone: str


@dataclass(slots=True, frozen=True)
class Row:
    """A labelled group of bars: what it is about at the left, its numbers in words at the right."""

    label: str
    says: str
    bars: tuple[Bar, ...]


@dataclass(slots=True, frozen=True)
class Column:
    """A count over the whole numbers from `first` to `last`."""

    first: int
    last: int
    count: int

    def __str__(self) -> str:
        return str(self.first) if self.first == self.last else f"{self.first}–{self.last}"


def clean(text: str) -> str:
    """Text without control characters, lone surrogates and direction overrides, which could disarrange a page."""
    return "".join("\ufffd" if category(ch) in ("Cc", "Cs") or ch in _OVERRIDES else ch for ch in text)


_OVERRIDES = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def said(text: str) -> str:
    """Text as HTML that shows exactly that text."""
    return escape(clean(text))


def cut(text: str, cells: int = NAME_CELLS) -> str:
    """Text cut to a width, wide characters counting twice."""
    found, left = "", cells
    for ch in clean(text):
        left -= 2 if east_asian_width(ch) in ("W", "F") else 1
        if left < 0:
            return found[:-1] + "…"
        found += ch
    return found


def gathered(counts: Sequence[tuple[int, int]], most: int = MOST_COLUMNS) -> list[Column]:
    """Counts of consecutive whole numbers as columns, several numbers to a column where there would be too many."""
    size = -(-len(counts) // most) or 1
    found = []
    for at in range(0, len(counts), size):
        part = counts[at : at + size]
        found.append(Column(part[0][0], part[-1][0], sum(count for _, count in part)))
    return found


def bars(key: str, title: str, says: str, rows: Sequence[Row]) -> str:
    """Horizontal bars on a scale from 0 to 100 %, each row's words above its bars."""
    inner = WIDTH - 2 * _EDGE
    parts: list[str] = []
    top = 0.0
    for row in rows:
        parts.append(f'<text x="{_EDGE}" y="{top + 21:g}">{said(cut(row.label))}</text>')
        parts.append(f'<text class="number" x="{WIDTH - _EDGE}" y="{top + 21:g}">{said(row.says)}</text>')
        top += _ROW
        for bar in row.bars:
            middle = top + _BAR / 2
            low, high = _EDGE + inner * bar.low, _EDGE + inner * bar.high
            parts.append(f'<rect class="track" x="{_EDGE}" y="{top:g}" width="{inner}" height="{_BAR}"/>')
            parts.append(
                f'<rect class="{bar.tone}" x="{_EDGE}" y="{top:g}" width="{inner * bar.share:.1f}" height="{_BAR}"/>'
            )
            parts.append(
                f'<path class="whisker" d="M{low:.1f} {middle:g}H{high:.1f}M{low:.1f} {middle - 4:g}v8'
                f'M{high:.1f} {middle - 4:g}v8"/>'
            )
            top += _BAR + 3
        top += _GAP
    grid = [f'<path class="grid" d="M{_EDGE + inner * at / 100:g} 0V{top:g}"/>' for at in _QUARTERS]
    ticks = [_tick(_EDGE + inner * at / 100, top + 20, f"{at} %") for at in _QUARTERS]
    return _svg(key, title, says, top + 28, [*grid, *parts, *ticks])


def columns(key: str, title: str, says: str, found: Sequence[Column], axis: str) -> str:
    """Upright columns on a common base; the tallest says its share of all."""
    whole = sum(column.count for column in found)
    tallest = max(found, key=lambda column: column.count)
    step, base = (WIDTH - 2 * _EDGE) / len(found), _HEIGHT - _AXIS
    width, every = min(step * _FILLED, _WIDEST), _tick_step(len(found))
    parts = [f'<path class="axis" d="M{_EDGE} {base}H{WIDTH - _EDGE}"/>']
    for at, column in enumerate(found):
        middle = _EDGE + (at + 0.5) * step
        high = (base - 26) * column.count / tallest.count
        parts.append(
            f'<rect class="win" x="{middle - width / 2:.1f}" y="{base - high:.1f}" width="{width:.1f}" '
            f'height="{high:.1f}"><title>{column}: {column.count:,} of {whole:,}</title></rect>'
        )
        if at % every == 0:
            parts.append(_tick(middle, base + 19, str(column)))
        if column is tallest:
            parts.append(_tick(middle, base - high - 7, percent(column.count / whole, 1)))
    parts.append(_tick(WIDTH / 2, _HEIGHT - 4, axis))
    return _svg(key, title, says, _HEIGHT, parts)


def curve(key: str, title: str, says: str, shares: Sequence[tuple[int, float]], axis: str) -> str:
    """A rising share as steps, from the first value to the last, on a scale from 0 to 100 %."""
    step, base = (WIDTH - 2 * _EDGE) / len(shares), _HEIGHT - _AXIS
    height, every = base - 20, _tick_step(len(shares))
    parts = []
    line = f"M{_EDGE} {base}"
    for at, (value, share) in enumerate(shares):
        line += f"V{base - height * share:.1f}H{_EDGE + (at + 1) * step:.1f}"
        if at % every == 0:
            parts.append(_tick(_EDGE + (at + 0.5) * step, base + 19, str(value)))
    under = [f'<path class="area" d="{line}V{base}Z"/>']
    for at in _QUARTERS:
        y = base - height * at / 100
        under.append(f'<path class="grid" d="M{_EDGE} {y:g}H{WIDTH - _EDGE}"/>')
        parts.append(_tick(WIDTH - _EDGE, y - 4, f"{at} %"))
    parts.append(_tick(WIDTH / 2, _HEIGHT - 4, axis))
    parts = [*under, f'<path class="curve" d="{line}"/>', *parts]
    return _svg(key, title, says, _HEIGHT, parts)


def _tick(x: float, y: float, text: str) -> str:
    """A small text around `x`; near an edge it keeps within the plot."""
    kind = "tick first" if x < 4 * _EDGE else "tick last" if x > WIDTH - 4 * _EDGE else "tick"
    x = _EDGE if kind == "tick first" else WIDTH - _EDGE if kind == "tick last" else x
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}">{said(text)}</text>'


def _tick_step(number: int) -> int:
    return next((step for step in _TICK_STEPS if number <= step * _MOST_TICKS), number)


def _svg(key: str, title: str, says: str, height: float, parts: Sequence[str]) -> str:
    inside = "".join(parts)
    return (
        f'<svg viewBox="0 0 {WIDTH} {height:g}" role="img" aria-labelledby="{key}-title {key}-desc">'
        f'<title id="{key}-title">{said(title)}</title><desc id="{key}-desc">{said(says)}</desc>{inside}</svg>'
    )
