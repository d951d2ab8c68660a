"""`acidtest questions` and `acidtest export-prompts`: the questions as a file."""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import click

from acidtest.cli.completion import SuiteName
from acidtest.cli.out import PATH
from acidtest.cli.progress import Shown
from acidtest.core.errors import InfrastructureError, InputError
from acidtest.core.extras import needed_by
from acidtest.core.options import RunOptions
from acidtest.core.paths import check_file, writing
from acidtest.core.prompts import read_prompt
from acidtest.core.registry import find_suite, make_system, suite_for
from acidtest.core.text import counted
from acidtest.engine import make_plan, select
from acidtest.engine.fresh import with_fresh
from acidtest.engine.prompts import BATCH_FORMATS, FORMATS, SPLITS, Asking, part, prompt_rows
from acidtest.systems.models.options import COMPLETIONS
from acidtest.systems.models.presets import Preset, find_preset

FRESH = click.option(
    "--fresh",
    type=click.IntRange(0),
    metavar="SEED",
    help="Instead of --data: tasks made from this number, which nobody has seen.",
)


def _options(split: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """What both commands take; they differ in the samples they write by default."""
    options = (
        click.argument("suite_name", metavar="SUITE", type=SuiteName()),
        click.option("--data", multiple=True, type=PATH, help="As for `run`."),
        click.option("--target", multiple=True, metavar="TARGET", help="Built for these targets."),
        click.option("--groups", multiple=True, metavar="GROUP=V,V", help="Only these samples."),
        click.option("--limit", type=click.IntRange(1), help="At most this many: whole tasks."),
        FRESH,
        click.option(
            "--question", "form", metavar="FORM", help="Question form; see the suite's page."
        ),
        click.option("--prompt", "prompt_name", metavar="NAME|FILE", help="As for `run`."),
        click.option("--preset", metavar="NAME", help="As for `run`, options of a batch included."),
        click.option(
            "--format",
            "row_format",
            type=click.Choice(tuple(FORMATS)),
            default="jsonl",
            help="jsonl: id and text. openai-batch, vllm: requests for OpenAI's Batch API or "
            "`vllm run-batch`. trl, verl: the columns of these libraries.",
        ),
        click.option("--model", help="The model that a batch asks."),
        click.option(
            "--attempts", type=click.IntRange(1), default=1, help="Answers a batch asks for, each."
        ),
        click.option(
            "--split",
            type=click.Choice(SPLITS),
            default=split,
            help="One task in five is kept for evaluation: eval has only these, train the others.",
            show_default=True,
        ),
        click.option("--out", required=True, type=PATH, help="FILE.jsonl or .parquet."),
    )

    def decorated(command: Callable[..., None]) -> Callable[..., None]:
        for option in reversed(options):
            command = option(command)
        return command

    return decorated


@click.command("questions")
@_options("all")
def questions(**given: Any) -> None:
    """Write the questions of a suite to a file, without their answers.

    \b
    acidtest questions c-decompile --out questions.jsonl
    acidtest questions c-decompile --format openai-batch --model gpt-4o-mini --out batch.jsonl

    What comes back is scored by `acidtest score SUITE --answers FILE`, batch output included.
    """  # noqa: D301
    _export(**given)


@click.command("export-prompts")
@_options("train")
def export_prompts(**given: Any) -> None:
    """Write the questions of a suite as prompts to train with, without their answers.

    \b
    acidtest export-prompts c-decompile --format trl --out prompts.jsonl
    acidtest export-prompts c-decompile --format verl --split eval --out eval.parquet

    `acidtest.reward(SUITE)` scores what a model answers; see docs/rewards.md.
    """  # noqa: D301
    _export(**given)


def _export(
    suite_name: str,
    data: Sequence[Path],
    target: Sequence[str],
    groups: Sequence[str],
    limit: int | None,
    fresh: int | None,
    form: str | None,
    prompt_name: str | None,
    preset: str | None,
    row_format: str,
    model: str | None,
    attempts: int,
    split: str,
    out: Path,
) -> None:
    is_batch = row_format in BATCH_FORMATS
    if is_batch and not model:
        raise InputError(f"--format {row_format} needs --model NAME: each request names its model")
    if not is_batch and (model or attempts > 1):
        formats = " or ".join(BATCH_FORMATS)
        raise InputError(f"--model and --attempts belong to --format {formats}")
    check_file(out)
    suite = suite_for(find_suite(suite_name), data)
    published = find_preset(preset, suite.name) if preset else None
    if published and published.second:
        raise InputError(
            f"--preset {preset} asks two models, one after the other; ask them with `acidtest run`"
        )
    form, prompt_name = form or _of(published, "form"), prompt_name or _of(published, "prompt")
    given = {"data": data, "target": target, "groups": groups, "form": form}
    options = with_fresh(suite, RunOptions.of(given), fresh, Shown())
    prompt = read_prompt(suite, prompt_name)
    plan = make_plan(suite, make_system("oracle", suite), options)
    of_split = part(plan.samples, split)
    if not of_split:
        every = counted(len(plan.samples), "sample")
        raise InputError(f"--split {split}: none of {every} is in it")
    samples = select(of_split, {}, limit)
    asking = _asking(suite.name, model or "", attempts, published, row_format)
    with suite.questions(options) as builder, writing(out):
        rows = prompt_rows(asking, plan.form, samples, builder, prompt, row_format)
        with Shown().stage("prompts", len(samples)) as advance:
            _write(out, _counted(rows, advance))
    left = len(plan.samples) - len(of_split)
    about = f"; {left:,} left out by --split {split}" if left else ""
    click.echo(f"wrote {counted(len(samples), 'prompt')} to {out}{about}")


def _asking(
    suite: str, model: str, attempts: int, preset: Preset | None, row_format: str
) -> Asking:
    """Who is asked and how; raises `InputError` if a program cannot ask so."""
    settings = dict(preset.options) if preset else {}
    plain = settings.pop("api", None) == COMPLETIONS
    if preset and plain and row_format == "vllm":
        raise InputError(
            f"--format vllm: `vllm run-batch` takes chat requests, and {preset.name} is asked for "
            "plain completions; write --format jsonl, and give its prompts to vLLM's `generate`"
        )
    return Asking(suite, model, attempts, settings, plain)


def _of(preset: Preset | None, name: str) -> str | None:
    return getattr(preset, name) if preset else None


def _counted(
    rows: Iterable[dict[str, Any]], advance: Callable[[], None]
) -> Iterable[dict[str, Any]]:
    try:
        for row in rows:
            yield row
            advance()
    except OSError as error:  # a full /tmp, say: no fault of the file that is written
        raise InfrastructureError(f"a question cannot be built: {error}") from error


def _write(out: Path, rows: Iterable[dict[str, Any]]) -> None:
    """Write all rows, or leave what was there: nobody should ask half of the questions."""
    parquet, out = out.suffix == ".parquet", out.resolve()  # a link stays one
    if out.exists() and not out.is_file():  # a pipe, or /dev/stdout, which nothing may replace
        _write_rows(out, rows, parquet=parquet)
        return
    part = out.with_name(f".{out.name}.part")
    try:
        _write_rows(part, rows, parquet=parquet)
        part.replace(out)
    finally:
        part.unlink(missing_ok=True)


def _write_rows(path: Path, rows: Iterable[dict[str, Any]], *, parquet: bool) -> None:
    if not parquet:
        with path.open("w", encoding="utf-8") as file:
            for row in rows:
                file.write(json.dumps(row, ensure_ascii=True) + "\n")
        return
    with needed_by("a Parquet file"):
        arrow, tables = map(importlib.import_module, ("pyarrow", "pyarrow.parquet"))
    tables.write_table(arrow.Table.from_pylist(list(rows)), path)
