"""`acidtest site`: a static leaderboard of a folder of runs."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from acidtest.cli.out import PATH
from acidtest.cli.progress import Shown
from acidtest.core.errors import InputError
from acidtest.core.paths import writing
from acidtest.core.progress import Silent
from acidtest.core.text import counted, visible
from acidtest.report.leaderboard import write_site


@click.command()
@click.argument("folder", metavar="RUNS_DIR", type=PATH)
@click.option(
    "--to",
    type=PATH,
    default=Path("public"),
    show_default=True,
    help="A new folder, or one with an earlier site, which is replaced.",
)
def site(folder: Path, to: Path) -> int:
    """Write a leaderboard of all finished runs in a folder, for any web server.

    \b
    acidtest site out --to public

    It has a page with a board for each suite, a report on the runs of each board, results.json
    with everything, and a page that says how to submit a run. Runs with a wrong or missing
    checksum are left out and named.

    Exit status: 0 all runs are on it; 1 some were refused.
    """  # noqa: D301
    if not folder.is_dir():
        raise InputError(f"{folder}: not a folder; `acidtest run` creates runs/")
    with writing(to, "--to"):
        written = write_site(folder, to, Shown() if sys.stderr.isatty() else Silent())
    for name, why in written.refused.items():
        click.echo(visible(f"{name}: refused: {why}"), err=True)
    click.echo(
        f"{to}: {counted(written.runs, 'run')} on {counted(written.boards, 'board')}; "
        f"open {to / 'index.html'} or copy the folder to a web server"
    )
    return 1 if written.refused else 0
