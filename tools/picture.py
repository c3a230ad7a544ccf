"""Draws docs/images/terminal.svg: a few commands of a real fight, as the terminal shows them.

python tools/picture.py
"""

from __future__ import annotations

from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.text import Text

from fireteam.fronts.terminal.screen import Screen
from fireteam.fronts.terminal.seat import read_seat
from fireteam.fronts.terminal.sitting import Sitting
from fireteam.kernel.dice import Seeded
from fireteam.kernel.fight import Fight
from fireteam.kernel.library import open_scene
from fireteam.kernel.refusals import Refusal

TARGET = Path(__file__).parent.parent / "docs" / "images" / "terminal.svg"
SCENE, SEED, WIDTH = "sump-gate", "6", 84
LINES = ["attack sister?", "attack sister"]
MOST_LINES = 42

FRAME = """\
<svg viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg" role="img" aria-label="A fight in the terminal">
<style>.{unique_id}-matrix {{ font-family: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; \
font-size: {char_height}px; line-height: {line_height}px; font-variant-east-asian: full-width; }}
.{unique_id}-title {{ font-size: 18px; font-weight: bold; font-family: ui-sans-serif, system-ui, sans-serif; }}
{styles}</style>
<defs><clipPath id="{unique_id}-clip-terminal"><rect x="0" y="0" width="{terminal_width}" height="{terminal_height}"/>\
</clipPath>{lines}</defs>
{chrome}<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">{backgrounds}
<g class="{unique_id}-matrix">{matrix}</g></g>
</svg>
"""


def main() -> None:
    """Plays, records, and writes the picture."""
    ruleset, scene = open_scene(SCENE)
    seat = read_seat("gm", scene)
    if isinstance(seat, Refusal):
        raise SystemExit(str(seat))
    told: list[str] = []
    sitting = Sitting(Fight(ruleset, scene, Seeded(SEED)), Screen(told.append, WIDTH, is_styled=True), seat, {})
    sitting.hear("never absorb")
    sitting.hear("start")
    told.clear()
    for line in LINES:
        told.append(f"\x1b[1;36m> {line}\x1b[0m")
        sitting.hear(line)
    console = Console(record=True, width=WIDTH, file=StringIO(), force_terminal=True)
    for line in told[:MOST_LINES]:
        console.print(Text.from_ansi(line))
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_text(console.export_svg(title="make play", code_format=FRAME, unique_id="fireteam"), encoding="utf-8")
    print("\n".join(told))


if __name__ == "__main__":
    main()
