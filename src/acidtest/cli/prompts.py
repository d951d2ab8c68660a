"""`acidtest export-prompts`: the questions as prompts for a training loop."""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import click

from acidtest.cli.completion import SuiteName
from acidtest.cli.out import check_file, writing
from acidtest.cli.progress import Shown
from acidtest.core.errors import InputError
from acidtest.core.extras import needed_by
from acidtest.core.options import RunOptions
from acidtest.core.prompts import read_prompt
from acidtest.core.registry import find_suite, make_system, suite_for
from acidtest.core.text import counted
from acidtest.engine import make_plan, select
from acidtest.engine.prompts import FORMATS, SPLITS, part, prompt_rows


@click.command("export-prompts")
@click.argument("suite_name", metavar="SUITE", type=SuiteName())
@click.option("--data", multiple=True, type=click.Path(path_type=Path), help="As for `run`.")
@click.option("--target", multiple=True, metavar="TARGET", help="Built for these targets.")
@click.option("--groups", multiple=True, metavar="GROUP=V,V", help="Only these samples.")
@click.option("--limit", type=click.IntRange(1), help="At most this many: whole tasks.")
@click.option("--question", "form", metavar="FORM", help="Question form; see the suite's page.")
@click.option("--prompt", "prompt_name", metavar="NAME|FILE", help="As for `run`.")
@click.option(
    "--format",
    "row_format",
    type=click.Choice(tuple(FORMATS)),
    default="jsonl",
    help="jsonl: id and text. trl, verl: with the columns of these libraries.",
)
@click.option(
    "--split",
    type=click.Choice(SPLITS),
    default="train",
    help="One task in five is kept for evaluation: eval has only these, all has everything.",
)
@click.option(
    "--out", required=True, type=click.Path(path_type=Path), help="FILE.jsonl or .parquet."
)
def export_prompts(
    suite_name: str,
    data: Sequence[Path],
    target: Sequence[str],
    groups: Sequence[str],
    limit: int | None,
    form: str | None,
    prompt_name: str | None,
    row_format: str,
    split: str,
    out: Path,
) -> None:
    """Write the questions of a suite as prompts to train with, without their answers.

    \b
    acidtest export-prompts c-decompile --format trl --out prompts.jsonl
    acidtest export-prompts c-decompile --format verl --split eval --out eval.parquet

    `acidtest.reward(SUITE)` scores what a model answers; see docs/rewards.md.
    """  # noqa: D301
    check_file(out)
    suite = suite_for(find_suite(suite_name), data)
    given = {"data": data, "target": target, "groups": groups, "form": form}
    options = RunOptions.of(given)
    prompt = read_prompt(suite, prompt_name)
    plan = make_plan(suite, make_system("oracle", suite), options)
    of_split = part(plan.samples, split)
    if not of_split:
        every = counted(len(plan.samples), "sample")
        raise InputError(f"--split {split}: none of {every} is in it")
    samples = select(of_split, {}, limit)
    with suite.questions(options) as builder, writing(out):
        rows = prompt_rows(suite.name, plan.form, samples, builder, prompt, row_format)
        with Shown().stage("prompts", len(samples)) as advance:
            _write(out, _counted(rows, advance))
    left = len(plan.samples) - len(of_split)
    about = f"; {left:,} left out by --split {split}" if left else ""
    click.echo(f"wrote {counted(len(samples), 'prompt')} to {out}{about}")


def _counted(
    rows: Iterable[dict[str, Any]], advance: Callable[[], None]
) -> Iterable[dict[str, Any]]:
    for row in rows:
        yield row
        advance()


def _write(out: Path, rows: Iterable[dict[str, Any]]) -> None:
    if out.suffix != ".parquet":
        with out.open("w", encoding="utf-8") as file:
            for row in rows:
                file.write(json.dumps(row, ensure_ascii=True) + "\n")
        return
    with needed_by("a Parquet file"):
        arrow, parquet = map(importlib.import_module, ("pyarrow", "pyarrow.parquet"))
    parquet.write_table(arrow.Table.from_pylist(list(rows)), out)
