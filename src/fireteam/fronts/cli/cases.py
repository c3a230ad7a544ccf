"""`fireteam cases`: the rules checked against cases."""

from __future__ import annotations

from pathlib import Path

import click

from fireteam.fronts.cli import CHECK_FAILED, Unusable


@click.command("cases")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
def command(files: tuple[str, ...]) -> int:
    """Run every conformance case of each FILE.

    One line for each failure, with path, expected and actual; the last line counts. Exit status 1 on a failure.
    """
    from fireteam.fronts.terminal.safe import safe
    from fireteam.kernel.cases import run_file
    from fireteam.kernel.ruleset import NoRuleset
    from fireteam.kernel.scenefile import SceneFaults

    passed = failed = 0
    for name in files:
        try:
            for _, failures in run_file(Path(name)):
                failed += bool(failures)
                passed += not failures
                for failure in failures:
                    click.echo(safe(str(failure).replace("\n", "; ")))
        except SceneFaults as faults:
            raise Unusable("\n".join(map(str, faults.faults))) from None
        except NoRuleset as missing:
            raise Unusable(f"{name}: {missing}") from None
    click.echo(f"{passed} passed, {failed} failed")
    return CHECK_FAILED if failed else 0
