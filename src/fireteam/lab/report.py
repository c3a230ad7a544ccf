"""The report of a forecast: one HTML file that needs nothing else, opens offline, prints, and reads aloud.

Every plot stands beside a table of its numbers. There is no script; all text from the scene is escaped.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Sequence
from pathlib import Path

from fireteam import __version__
from fireteam.kernel.ruleset import NoRuleset, find_ruleset
from fireteam.lab.forecast import LONG, TYPICAL, Cast, Forecast
from fireteam.lab.percent import percent
from fireteam.lab.plots import Bar, Row, bars, columns, curve, gathered, said
from fireteam.lab.tally import Share, steps


def write_report(forecast: Forecast, path: Path | str, scene: str = "SCENE") -> None:
    """Writes the report of a forecast to a file. `scene` is the scene as the command line names it."""
    Path(path).write_text(report(forecast, scene), encoding="utf-8")


def report(forecast: Forecast, scene: str = "SCENE") -> str:
    """The report of a forecast as an HTML document."""
    title = said(forecast.title or "A fight")
    parts = [
        f"<header><h1>{title}</h1>",
        f'<p class="quiet">{said(_game(forecast))} · forecast from {forecast.fights:,} fights</p>',
        f'<p class="lead">{said(headline(forecast))}</p></header><main>',
        _winners(forecast),
        _length(forecast),
        _price(forecast),
        _cast(forecast),
        _method(forecast, scene),
        "</main>",
    ]
    style = Path(__file__).with_name("report.css").read_text(encoding="utf-8")
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
        f"<title>{title}: forecast</title>\n<style>\n{style}</style></head>\n<body>\n"
        + "\n".join(parts)
        + "\n</body></html>\n"
    )


def headline(forecast: Forecast) -> str:
    """The forecast in two sentences."""
    likely = max(forecast.sides, key=lambda side: forecast.win(side).count)
    share = forecast.win(likely)
    low, high = share.interval
    if share.count == 0:
        first = "Nobody ever won."
    else:
        first = (
            f"{likely} wins {_percent(share.p)} of the fights (95\u00a0% interval {_percent(low)} to {_percent(high)})."
        )
    half, most = forecast.rounds_at(TYPICAL), forecast.rounds_at(LONG)
    return f"{first} Half the fights are over by round {half}, nine in ten by round {most}."


def _game(forecast: Forecast) -> str:
    try:
        return find_ruleset(forecast.ruleset).title
    except NoRuleset:
        return forecast.ruleset


def _percent(share: float) -> str:
    return percent(share, places=1).replace(" ", "\u00a0")


def _interval(share: Share) -> str:
    low, high = share.interval
    return f"{low * 100:.1f}–{high * 100:.1f}\u00a0%"


def _both(share: Share) -> str:
    """A share and, on a line below, its interval."""
    return f"{_percent(share.p)}\n{_interval(share)}"


def _bar(share: Share, tone: str) -> Bar:
    return Bar(share.p, *share.interval, tone)


def _table(caption: str, heads: Sequence[str], rows: Iterable[Sequence[str]], words: Sequence[int] = ()) -> str:
    """A table of plain texts; the first of each row is its header. `words` are columns that hold no numbers."""

    def cell(at: int, text: str) -> str:
        if at == 0:
            return f'<th scope="row"><bdi>{said(text)}</bdi></th>'
        if at in words:
            return f'<td class="words"><bdi>{said(text)}</bdi></td>'
        return f"<td>{'<br>'.join(map(said, text.splitlines()))}</td>"

    head = "".join(
        f'<th scope="col"{" class=words" if at in words else ""}>{said(text)}</th>' for at, text in enumerate(heads)
    )
    body = "\n".join("<tr>" + "".join(cell(at, text) for at, text in enumerate(row)) + "</tr>" for row in rows)
    return (
        f'<div class="scroll" role="region" tabindex="0" aria-label="{said(caption)}"><table><caption>{said(caption)}'
        f"</caption><thead><tr>{head}</tr></thead>\n<tbody>{body}</tbody></table></div>"
    )


def _figure(plot: str, caption: str) -> str:
    return f"<figure>{plot}<figcaption>{caption}</figcaption></figure>"


def _pair(plots: str, table: str) -> str:
    return f'<div class="pair"><div>{plots}</div>{table}</div>'


def _section(key: str, title: str, *parts: str) -> str:
    return f'<section aria-labelledby="{key}"><h2 id="{key}">{said(title)}</h2>\n' + "\n".join(parts) + "</section>"


def _winners(forecast: Forecast) -> str:
    shares = [(side, forecast.win(side)) for side in forecast.sides]
    shares.append(("undecided", forecast.undecided))
    rows = [Row(name, _percent(share.p), (_bar(share, "win"),)) for name, share in shares]
    says = "; ".join(f"{name} {_percent(share.p)}, interval {_interval(share)}" for name, share in shares)
    plot = bars("winners-plot", "How often each side wins", says, rows)
    table = _table(
        "How often each side wins",
        ("Side", "Wins", "Share", "95\u00a0% interval"),
        [(name, f"{share.count:,}", _percent(share.p), _interval(share)) for name, share in shares],
    )
    caption = "Share of the fights won, with the 95&nbsp;% interval as a whisker."
    return _section("winners", "Who wins", _pair(_figure(plot, caption), table))


def _length(forecast: Forecast) -> str:
    found = gathered(list(steps(forecast.tally.rounds)))
    decided = forecast.decided_by()
    mean, half, most = float(forecast.mean_rounds), forecast.rounds_at(TYPICAL), forecast.rounds_at(LONG)
    facts = f"Mean {mean:.2f} rounds; half of the fights are over by round {half}, nine in ten by round {most}."
    ending = columns("rounds-plot", "The round in which fights end", facts, found, "round")
    shares = [(column.last, decided[column.last].p) for column in found]
    says = "; ".join(f"round {last}: {_percent(share)}" for last, share in shares)
    rising = curve("decided-plot", "Fights decided by each round", says, shares, "round")
    plots = _figure(ending, "Fights by the round in which they end.")
    plots += _figure(rising, "Share of the fights that have a winner by the end of a round.")
    table = _table(
        "The round in which fights end",
        ("Round", "Fights", "Share", "Decided by then"),
        [
            (str(one), f"{one.count:,}", _percent(one.count / forecast.fights), _percent(decided[one.last].p))
            for one in found
            if one.count
        ],
    )
    return _section("length", "How long it takes", f"<p>{facts}</p>", _pair(plots, table))


def _price(forecast: Forecast) -> str:
    parts = []
    for number, side in enumerate(forecast.sides):
        parts.append(f"<h3><bdi>{said(side)}</bdi></h3>")
        ours = [one for one in forecast.cast if one.side == side]
        if ours:
            parts.append(_fighters(forecast, f"price-{number}", side, ours))
        parts.append(_standing(forecast, f"standing-{number}", side))
    return _section("price", "At what price", *parts)


def _fighters(forecast: Forecast, key: str, side: str, ours: Sequence[Cast]) -> str:
    shares = [(one.name, forecast.out(one.id), forecast.dead(one.id)) for one in ours]
    rows = [
        Row(name, f"{_percent(out.p)} / {_percent(dead.p)}", (_bar(out, "out"), _bar(dead, "dead")))
        for name, out, dead in shares
    ]
    says = "; ".join(f"{name} out {_percent(out.p)}, dead {_percent(dead.p)}" for name, out, dead in shares)
    plot = bars(key, f"Who of {side} is out or dead at the end", says, rows)
    caption = (
        '<span class="key out"></span>out: not standing at the end (above); '
        '<span class="key dead"></span>dead: lost for good (below).'
    )
    table = _table(
        f"Who of {side} is out or dead at the end",
        ("Fighter", "Out, with 95\u00a0% interval", "Dead, with 95\u00a0% interval"),
        [(name, _both(out), _both(dead)) for name, out, dead in shares],
    )
    return _pair(_figure(plot, caption), table)


def _standing(forecast: Forecast, key: str, side: str) -> str:
    """How many of a side stand at the end, and what it paid on average."""
    price, counts = forecast.price(side), forecast.tally.standing.get(side, {})
    facts = f"On average {price['out']:.2f} of {forecast.members(side)} are out at the end, {price['dead']:.2f} dead"
    won = price["out_when_won"]
    facts += f"; {won:.2f} are out in the fights that {side} wins." if won is not None else "."
    if not counts:
        return f"<p>{said(facts)}</p>"
    found = gathered(list(steps(counts)))
    says = "; ".join(f"{one} standing: {_percent(one.count / forecast.fights)}" for one in found)
    plot = columns(key, f"How many of {side} stand at the end", says, found, "standing at the end")
    table = _table(
        f"How many of {side} stand at the end",
        ("Standing", "Fights", "Share", "95\u00a0% interval"),
        [
            (str(one), f"{one.count:,}", _percent(one.count / forecast.fights), _interval(share))
            for one in found
            for share in [Share(one.count, forecast.fights)]
        ],
    )
    return f"<p>{said(facts)}</p>" + _pair(_figure(plot, "Fights by the number standing at their end."), table)


def _cast(forecast: Forecast) -> str:
    rows = [(one.name, one.id, one.side, "game master" if one.played_by == "gm" else "player") for one in forecast.cast]
    table = _table("Who stands in the scene", ("Name", "Id", "Side", "Played by"), rows, words=(1, 2, 3))
    return _section("scene", "The scene", table)


def _method(forecast: Forecast, scene: str) -> str:
    line = f"fireteam forecast {shlex.quote(scene)} --fights {forecast.fights} --seed {shlex.quote(forecast.seed)}"
    facts = [
        ("Command", f"<code>{said(line)}</code>"),
        ("Fights", f"{forecast.fights:,}" + f" of {forecast.asked:,} asked for" * (forecast.fights < forecast.asked)),
        ("Seed", f"<code>{said(forecast.seed)}</code>; fight number i is rolled from seed/i, counting from 0"),
        ("Dice", f"generator <code>{said(forecast.generator)}</code>"),
        ("Version", f"Fireteam {__version__}, ruleset <code>{said(forecast.ruleset)}</code>"),
        ("Who decides", "every fighter by its behaviour, as the rulebook's chapter on behaviours says"),
        ("Intervals", "Wilson score intervals: for 95 of 100 forecasts the true chance lies within"),
    ]
    listed = "".join(f"<dt>{name}</dt><dd>{text}</dd>" for name, text in facts)
    words = (
        "The rules themselves were played, once a fight, with dice from a seeded generator. "
        "The same command gives the same numbers."
    )
    return _section("method", "How the numbers were made", f"<p>{words}</p><dl>{listed}</dl>")
