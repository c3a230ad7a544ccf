"""`fireteam resolve`: commands run on a scene, with dice and answers given."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from fireteam.fronts.cli import Unusable
from fireteam.fronts.cli.reading import in_quotes, print_json, read_seed, scene_at

if TYPE_CHECKING:
    from fireteam.kernel.fight import Fight

MOST_DICE = 10_000
"""The most faces that --dice takes."""


def read_faces(text: str) -> list[int]:
    """The faces that --dice lists, separated by spaces or commas."""
    words = text.replace(",", " ").split()
    if len(words) > MOST_DICE:
        raise Unusable(f"--dice: at most {MOST_DICE:,} faces can be given.")
    for word in words:
        if not (word.isascii() and word.isdecimal() and len(word) < 6):
            raise Unusable(f'--dice: {in_quotes(word)} is not a face: give whole numbers, as in --dice "7 4 6 3".')
    return [int(word) for word in words]


def read_answers(text: str) -> list[str]:
    """The answers that --choose lists, separated by commas if there are any, else by spaces."""
    parts = text.split(",") if "," in text else text.split()
    return [part.strip() for part in parts if part.strip()]


def _do(fight: Fight, line: str, where: str) -> None:
    """Takes a command, or says why it cannot be taken."""
    from fireteam.kernel.decisions import BadAnswer
    from fireteam.kernel.dice import DiceFault

    try:
        refusal = fight.do(line).refusal
    except (DiceFault, BadAnswer) as fault:
        raise Unusable(f"{where}: {fault}.") from None
    if refusal is not None:
        form = f"; the form is: {refusal.form}" if refusal.form else ""
        rule = f" ({refusal.rule})" if refusal.rule else ""
        raise Unusable(f"{where}: {refusal}{form}{rule}.")


@click.command("resolve")
@click.argument("scene")
@click.option("--do", "lines", multiple=True, required=True, metavar="CMD", help="A command; repeat for more.")
@click.option("--dice", metavar="FACES", help='Faces in the order in which the rules roll them: "7 4 6 3".')
@click.option("--choose", default="", metavar="ANSWERS", help='Answers to decisions in order: "hold take".')
@click.option("--seed", metavar="N", help="Dice from a seed, after those of --dice. Default: unpredictable dice.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON on one line and no sentences.")
def command(scene: str, lines: tuple[str, ...], dice: str | None, choose: str, seed: str | None, as_json: bool) -> None:
    """Run commands on SCENE and print {"events": [...], "scene": {...}}.

    Standard output carries the JSON, standard error what happened in words. All faces of --dice must be used. When the
    answers run out, each decision takes its default. A refused command ends the run: nothing is printed, exit
    status 2.
    """
    from fireteam.kernel.decisions import ScriptedAnswers
    from fireteam.kernel.dice import DiceFault, Recorded, Scripted, Seeded, Source
    from fireteam.kernel.events import encode
    from fireteam.kernel.fight import Fight
    from fireteam.kernel.scenefile import write_scene

    ruleset, state = scene_at(scene)
    answers = ScriptedAnswers(read_answers(choose))
    used = read_seed(seed)
    script = Scripted(read_faces(dice)) if dice is not None else None
    source: Source = Seeded(used)
    if script is not None:
        source = script if seed is None else Recorded(script.left, source)
    fight = Fight(ruleset, state, source, answers)
    before = write_scene(ruleset, state)
    for number, line in enumerate(lines, start=1):
        _do(fight, line, f"--do {number} ({in_quotes(line)})")
    try:
        if isinstance(source, Scripted | Recorded):
            source.finish()
    except DiceFault as fault:
        raise Unusable(f"--dice: {fault}.") from None
    events = [encode(one) for entry in fight.entries for one in entry.events]
    after = write_scene(ruleset, fight.scene)
    if not as_json:
        from fireteam.fronts.terminal.screen import Screen
        from fireteam.fronts.terminal.telling import names_in, tell

        screen = Screen.for_messages()
        for told in tell(ruleset, events, names_in(ruleset, before, after)):
            screen.say(told.text, style=told.style, hang=2)
    if answers.left:
        click.echo(f"--choose: nothing asked for {in_quotes(' '.join(answers.left))}.", err=True)
    print_json({"events": events, "scene": after}, pretty=not as_json)
