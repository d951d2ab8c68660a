"""`acidtest verify`: is a run folder intact, and do its scores come out again?"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from acidtest import engine
from acidtest.cli.out import PATH
from acidtest.cli.progress import Shown
from acidtest.core.errors import InputError
from acidtest.core.text import counted, visible
from acidtest.store import changed, problems, read_key, sign


@click.command()
@click.argument("folders", metavar="RUN...", nargs=-1, required=True, type=PATH)
@click.option(
    "--rejudge",
    "most",
    default=5,
    show_default=True,
    type=click.IntRange(0),
    help="Judge so many answers again, without the cache, and compare the scores.",
)
@click.option(
    "--key-file",
    "key_file",
    type=PATH,
    help="A secret file: check the signature made with it.",
)
@click.option("--sign", "signing", is_flag=True, help="Sign with --key-file what is intact.")
def verify(folders: Sequence[Path], most: int, key_file: Path | None, signing: bool) -> int:
    """Check that run folders are as acidtest wrote them, and that their scores come out again.

    \b
    acidtest verify runs/c-decompile/oracle-1234567890
    acidtest verify RUN --key-file FILE --sign     sign it: --key-file then shows any later change
    acidtest verify RUN --key-file FILE

    Exit status: 0 all is intact; 1 something is damaged, missing or different.
    """  # noqa: D301
    if signing and key_file is None:
        raise InputError("--sign: needs --key-file FILE")
    key = None if key_file is None else read_key(key_file)
    status = 0
    for folder in folders:
        lines = _verify(folder, most, key, signing=signing)
        for line in lines:
            click.echo(visible(line), err=True)
        status = 1 if lines else status
    return status


def _verify(folder: Path, most: int, key: bytes | None, *, signing: bool) -> list[str]:
    """What is wrong; prints a line if nothing is."""
    wrong = problems(folder)
    if key is not None and not signing:
        wrong += changed(folder, key)
    wrong = wrong or engine.misstated(folder)
    judged = 0
    if most and not wrong:
        judged, wrong = engine.rejudge(folder, most, Shown())
    if wrong:
        return wrong
    parts = ["intact"]
    if judged:
        parts.append(f"{counted(judged, 'answer')} judged again with the same scores")
    if key is not None and signing:
        sign(folder, key)
    if key is not None:
        parts.append("signed" if signing else "the signature is right")
    click.echo(visible(f"{folder}: {', '.join(parts)}"))
    return []
