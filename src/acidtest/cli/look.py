"""`acidtest suites`, `systems`, `show` and `export`: list what is available, look at runs."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Callable, Mapping
from itertools import chain
from pathlib import Path
from typing import Any

import click

from acidtest.analysis.steps import step_texts
from acidtest.cli.completion import SuiteName
from acidtest.cli.out import PATH
from acidtest.core.errors import AcidtestError, InputError
from acidtest.core.options import RunOptions
from acidtest.core.paths import check_file
from acidtest.core.places import brought, sent
from acidtest.core.protocols import DataOnlySuite, ExportingSuite, Suite
from acidtest.core.records import Answer, Json
from acidtest.core.redact import redacted
from acidtest.core.registry import find_suite, read_dataset, suite_names, system_names
from acidtest.core.text import choices, counted, visible
from acidtest.report.terminal import (
    console,
    group_table,
    new_table,
    plain,
    provenance,
    suite_table,
    summary_tables,
)
from acidtest.store import (
    SCORES,
    DamageError,
    Run,
    answer_to_json,
    find_answers,
    read_manifest,
    read_table,
    read_tables,
)
from acidtest.store.arrow import write_parquet

Exports = Mapping[str, Callable[[Path, Path | None], str | None]]

_FORMATS = ("csv", "jsonl", "parquet")
_ALL = "all"


@click.command()
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def suites(as_json: bool) -> None:
    """List the suites."""
    installed = _loaded_suites()
    if as_json:
        rows = [
            {
                "name": suite.name,
                "version": suite.version,
                "description": suite.description,
                "question_forms": list(suite.question_forms),
                "metrics": {metric.name: metric.words for metric in suite.metrics},
                "controls": [control.name for control in suite.controls],
            }
            for suite in installed
        ]
        click.echo(json.dumps(rows, indent=2))
        return
    table = new_table()
    for column in ("suite", "version", "samples", "what it asks"):
        table.add_column(column)
    for suite in installed:
        ships = not (isinstance(suite, DataOnlySuite) and suite.needs_data)
        count = str(sum(1 for _ in suite.read([]).samples)) if ships else "your own"
        table.add_row(suite.name, suite.version, count, suite.description)
    console().print(table)


@click.command()
@click.argument("suite_name", metavar="[SUITE]", type=SuiteName(), required=False)
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def systems(suite_name: str | None, as_json: bool) -> None:
    """List the systems that can answer."""
    chosen = [find_suite(suite_name)] if suite_name else _loaded_suites()
    names = {suite.name: system_names(suite) for suite in chosen}
    if as_json:
        click.echo(json.dumps(names, indent=2, ensure_ascii=False))
        return
    for suite, described in names.items():
        table = new_table(suite)
        table.add_column("--system", no_wrap=True)
        table.add_column("what it is")
        for name, text in described.items():
            table.add_row(plain(name), plain(text))
        console().print(table)
    click.echo("To score recorded answers: acidtest score SUITE --answers FILE.jsonl")


def _loaded_suites() -> list[Suite]:
    """All suites that can be loaded; prints what is wrong with the others."""
    suites = []
    for name in suite_names():
        try:
            suites.append(find_suite(name))
        except InputError as error:
            click.echo(visible(str(error)), err=True)
    return suites


@click.command()
@click.argument("folder", metavar="RUN", type=PATH, required=False)
@click.argument("sample_id", required=False)
@click.option("--by", metavar="GROUP", help="Show the figures for each value of a group.")
@click.option(
    "--tables",
    metavar="[NAME]",
    is_flag=False,
    flag_value=_ALL,
    help="Show the suite's additional tables, or the one of this name.",
)
@click.option("--attempt", default=0, show_default=True, help="Which attempt at the sample.")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def show(
    folder: Path | None,
    sample_id: str | None,
    by: str | None,
    tables: str | None,
    attempt: int,
    as_json: bool,
) -> None:
    """Show a run's summary, or one sample with question, answer and evidence."""
    if folder is None and tables not in (None, _ALL):
        folder, tables = Path(str(tables)), _ALL  # `show --tables RUN`
    if folder is None:
        raise click.UsageError("Missing argument 'RUN'.")
    if sample_id is not None:
        _show_sample(folder, sample_id, attempt, as_json)
        return
    run = Run.open(folder)
    summary, suite = run.summary, run.suite
    if tables is not None:
        _show_tables(_named(read_tables(folder), tables), summary, as_json)
        return
    if as_json:
        click.echo(json.dumps(summary, indent=2))
        return
    if by is not None:
        if by not in summary["groups"]:
            raise InputError(f"unknown group '{by}'; {choices(by, summary['groups'])}")
        console().print(group_table(suite, summary, by))
        click.echo(provenance(summary))
        return
    for part in summary_tables(suite, summary):
        console().print(part)
    click.echo(provenance(summary))
    if more := read_tables(folder):
        names = ", ".join(table["name"] for table in more)
        click.echo(visible(f"more tables ({names}): acidtest show {folder} --tables [NAME]"))
    failed = run.errors
    for identity, error in list(failed.items())[:10]:
        click.echo(visible(f"error: {identity}: {error}"))
    if len(failed) > 10:
        click.echo(f"… and {counted(len(failed) - 10, 'more error')}")


def _named(tables: list[dict[str, Json]], name: str) -> list[dict[str, Json]]:
    names = [table["name"] for table in tables]
    if name != _ALL and name not in names:
        raise InputError(f"unknown table '{name}'; {choices(name, names)}")
    return [table for table in tables if name in (_ALL, table["name"])]


def _show_tables(tables: list[dict[str, Json]], summary: Mapping[str, Json], as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps(tables, indent=2))
        return
    for data in tables:
        console().print(suite_table(data))
        if data.get("note"):
            click.echo(f"{visible(data['note'])}\n")
    click.echo(provenance(summary) if tables else f"{summary['suite']} has no additional tables")


def _show_sample(folder: Path, sample_id: str, attempt: int, as_json: bool) -> None:
    manifest = read_manifest(folder)
    answer = find_answers(folder / "answers.jsonl", [sample_id]).get((sample_id, attempt))
    given = Run.open(folder, check=False).scores([sample_id])
    score = next((score for score in given if score.attempt == attempt), None)
    if answer is None and score is not None and score.error is None:
        raise DamageError(
            f"{folder / 'answers.jsonl'}: the answer to '{sample_id}', attempt {attempt}, was "
            "scored, but is missing now; run the same command again: it asks for what is missing"
        )
    if score is None:
        raise InputError(f"{folder}: no sample '{sample_id}' with attempt {attempt}")
    answer = answer or Answer(sample_id, None, attempt, error=score.error)
    question = _question(manifest, sample_id)
    if as_json:
        data = {
            "question": question,
            "answer": answer_to_json(answer),
            "metrics": dict(score.metrics),
            "reasons": dict(score.reasons),
            "evidence": dict(score.evidence),
            "error": score.error,
        }
        click.echo(json.dumps(data, indent=2))
        return
    for title, text in (("question", question), ("answer", answer.text or "")):
        click.echo(f"---- {title} ----\n{visible(text).rstrip()}\n")
    mended = find_answers(folder / "repaired.jsonl", [sample_id]).get((sample_id, attempt))
    if mended is not None:
        click.echo(f"---- answer after repair ----\n{visible(mended.text or '').rstrip()}\n")
    for title, text in step_texts(answer.steps):
        click.echo(f"---- {visible(title)} ----\n{visible(text).rstrip()}\n")
    if answer.note:
        click.echo(f"---- note from the system ----\n{visible(answer.note)}\n")
    click.echo("---- scores ----")
    if score.error:
        click.echo(f"not scored: {visible(score.error)}")
    for name, value in score.metrics.items():
        reason = f" ({score.reasons[name]})" if name in score.reasons else ""
        click.echo(visible(f"{name:<28} {'-' if value is None else f'{value:.4g}'}{reason}"))
    click.echo("\n---- evidence ----")
    for name, value in score.evidence.items():
        shown = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        click.echo(visible(f"{name:<28} {shown}"))


def _question(manifest: dict[str, Json], sample_id: str) -> str:
    """The question, rebuilt from the run's data; or the reason it cannot be shown."""
    try:
        suite = find_suite(str(manifest["suite"]))
        options = RunOptions.from_manifest(manifest)
        dataset = read_dataset(suite, options)
        sample = next((s for s in dataset.samples if s.id == sample_id), None)
        if sample is None:
            return "(the sample is no longer in the data)"
        with suite.questions(options) as builder:
            return builder.text(sample, str(manifest["question_form"]))
    except AcidtestError as error:
        return f"(cannot be shown: {error})"


@click.command()
@click.argument("folder", metavar="RUN", type=PATH)
@click.option(
    "--format",
    "kind",
    metavar="FORMAT",
    required=True,
    help="csv, jsonl, parquet, or one of the suite's own formats.",
)
@click.option(
    "--out",
    type=PATH,
    help="File or s3:// address; default: standard output.",
)
def export(folder: Path, kind: str, out: Path | None) -> None:
    """Write a run's scores, one row per answer, for other programs.

    A suite may have formats of its own; see its page.
    """
    folder = brought(folder)
    suite = find_suite(str(read_manifest(folder)["suite"]))
    own = suite.exports if isinstance(suite, ExportingSuite) else {}
    if kind not in _FORMATS and kind not in own:
        known = ", ".join([*_FORMATS, *own])
        raise InputError(f"export --format {kind}: unknown format; {suite.name} has: {known}")
    if out is None:
        _export(folder, kind, None, own)
        return
    with sent(out) as here:
        check_file(here)
        _export(folder, kind, here, own)


def _export(folder: Path, kind: str, out: Path | None, own: Exports) -> None:
    if kind in own:
        text = own[kind](folder, out)
        if text is not None:
            sys.stdout.write(text)
        return
    if kind == "parquet":
        if out is None:
            raise InputError(
                "export --format parquet: needs --out FILE, because Parquet is not text"
            )
        write_parquet(read_table(folder / SCORES), out)
        return
    rows = (redacted(_flat(row)) for row in read_table(folder / SCORES).each_row())
    stream = out.open("w", encoding="utf-8", newline="") if out else sys.stdout
    try:
        if kind == "jsonl":
            for row in rows:
                stream.write(_json(row) + "\n")
        else:
            first = next(rows, {})
            writer = csv.DictWriter(stream, fieldnames=list(first))
            writer.writeheader()
            for row in chain([first] if first else [], rows):
                writer.writerow({k: _cell(v) for k, v in row.items()})
    finally:
        if out:
            stream.close()


def _flat(row: dict[str, Json]) -> dict[str, Json]:
    return {k.removeprefix("metric:").removeprefix("group:"): v for k, v in row.items()}


def _cell(value: Any) -> Any:
    return _json(value) if isinstance(value, dict) else value


def _json(value: Json) -> str:
    """As readable JSON; lone surrogates, which UTF-8 cannot encode, stay escaped."""
    text = json.dumps(value, ensure_ascii=False)
    return text.encode("utf-8", "backslashreplace").decode()
