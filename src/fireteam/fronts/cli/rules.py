"""`fireteam rules`: the rulebook."""

from __future__ import annotations

import click

from fireteam.fronts.cli import Unusable


@click.command("rules")
@click.argument("ruleset")
@click.argument("words", nargs=-1)
def command(ruleset: str, words: tuple[str, ...]) -> None:
    """Show the rulebook of RULESET: a clause (TC-1.9), a chapter (3), or what says some words (doom pool).

    Without words: the chapters. The rulesets are tunnelcore, wonderland, cybercore and solarlink.
    """
    from fireteam.fronts.terminal.book import look_up, show_chapters
    from fireteam.fronts.terminal.screen import Screen
    from fireteam.kernel.names import nearest
    from fireteam.kernel.rulebook import read_rulebook
    from fireteam.kernel.ruleset import NoRuleset, find_ruleset, ruleset_ids

    try:
        found = find_ruleset(ruleset)
    except NoRuleset as missing:
        close = nearest(ruleset, ruleset_ids())
        raise Unusable(f"{missing}{f'; did you mean {close}?' if close else ''}.") from None
    book = read_rulebook(found.folder / "rulebook.md")
    screen = Screen.for_output()
    if not words:
        show_chapters(screen, book)
        return
    problem = look_up(screen, book, " ".join(words))
    if problem:
        raise Unusable(f"{problem[0].upper()}{problem[1:]}.")
