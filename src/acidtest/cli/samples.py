"""`acidtest samples`: the ids of a suite's samples, which answers are keyed by."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import click

from acidtest.cli.completion import SuiteName
from acidtest.cli.out import PATH
from acidtest.core.options import RunOptions
from acidtest.core.registry import find_suite, read_dataset, suite_for
from acidtest.core.text import visible
from acidtest.engine import select


@click.command()
@click.argument("suite_name", metavar="SUITE", type=SuiteName())
@click.option(
    "--data",
    multiple=True,
    type=PATH,
    help="File or folder with the questions; may repeat. Default: the shipped corpus.",
)
@click.option("--target", multiple=True, metavar="TARGET", help="Built for these targets.")
@click.option("--groups", multiple=True, metavar="GROUP=V,V", help="Only these samples.")
@click.option("--limit", type=click.IntRange(1), help="As many as a run with this limit asks.")
@click.option("--json", "as_json", is_flag=True, help="With cluster and groups, for programs.")
def samples(
    suite_name: str,
    data: Sequence[Path],
    target: Sequence[str],
    groups: Sequence[str],
    limit: int | None,
    as_json: bool,
) -> None:
    """List the ids of samples, one a line, in the order of the data.

    \b
    acidtest samples solidity-pairs --data pairs.jsonl
    acidtest samples c-decompile --groups opt=O2 --json
    """  # noqa: D301
    suite = suite_for(find_suite(suite_name), data)
    options = RunOptions.of({"data": data, "target": target, "groups": groups, "limit": limit})
    chosen = select(read_dataset(suite, options).samples, options.groups, options.limit)
    if as_json:
        rows = [{"id": s.id, "cluster": s.cluster, "groups": dict(s.groups)} for s in chosen]
        click.echo(json.dumps(rows, indent=2, ensure_ascii=False))
        return
    for sample in chosen:
        click.echo(visible(sample.id))
