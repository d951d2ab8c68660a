"""`acidtest fetch`: files that packages cannot include, downloaded once and verified."""

from __future__ import annotations

import click

from acidtest.cli.progress import Shown
from acidtest.core.errors import InputError
from acidtest.core.registry import all_downloads
from acidtest.core.text import choices
from acidtest.report.terminal import console, new_table, plain


@click.command()
@click.argument("names", metavar="[NAME]…", nargs=-1)
def fetch(names: tuple[str, ...]) -> None:
    """Download weights and tools into the cache and verify their hashes.

    Without a name: list what can be downloaded.
    """
    known = all_downloads()
    if not names:
        table = new_table("acidtest fetch NAME")
        for column in ("name", "what it is"):
            table.add_column(column)
        for download in known.values():
            table.add_row(plain(download.name), plain(download.help))
        console().print(table)
        return
    if unknown := [name for name in names if name not in known]:
        raise InputError(f"fetch: unknown name '{unknown[0]}'; {choices(unknown[0], known)}")
    for name in dict.fromkeys(names):
        click.echo(f"{name}: {known[name].get(Shown())}")
