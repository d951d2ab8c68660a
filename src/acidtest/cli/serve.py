"""`acidtest serve`: look at a folder of runs in a browser."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import click

from acidtest.cli import ending
from acidtest.cli.out import PATH
from acidtest.core.errors import InputError
from acidtest.core.extras import needed_by
from acidtest.report.runs_folder import RunsFolder


@click.command()
@click.argument("folder", metavar="[RUNS_DIR]", type=PATH, default="runs")
@click.option("--port", type=click.IntRange(0, 65535), default=8765, show_default=True)
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    help="Any address but loopback requires the token that is printed.",
)
def serve(folder: Path, port: int, host: str) -> None:
    """Serve a folder of runs in a browser: all samples, any two runs compared, live progress.

    \b
    acidtest serve
    acidtest serve out --port 0

    The server only reads files, and only in this folder. Press Ctrl-C to stop it.
    """  # noqa: D301
    if not folder.is_dir():
        raise InputError(f"{folder}: not a folder; `acidtest run` creates runs/")
    with needed_by("serve", otherwise="`acidtest report` works without it"):
        from acidtest.report.serve import make_server
    with make_server(RunsFolder(folder), host, port) as server, suppress(KeyboardInterrupt):
        ending.expect_interrupt()
        click.echo(f"serving {folder} at {server.address} (Ctrl-C to stop)")
        server.serve_forever()
