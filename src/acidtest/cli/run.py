"""`acidtest run` and `acidtest score`."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from acidtest import engine
from acidtest.analysis.gates import Bound, read_bound
from acidtest.cli.commands import with_options
from acidtest.cli.completion import MetricName, SuiteName, SystemName
from acidtest.cli.models import (
    announce,
    check_used,
    configure,
    count_earlier,
    forecast,
    forecasts,
    make_budget,
    model_options,
)
from acidtest.cli.out import PATH, copied
from acidtest.cli.progress import Shown
from acidtest.core.errors import InputError
from acidtest.core.metric import Metric, metrics_at_k
from acidtest.core.options import RunOptions, declared_options
from acidtest.core.protocols import Dataset, Suite, System
from acidtest.core.records import Json, Summary
from acidtest.core.registry import (
    find_suite,
    make_system,
    read_dataset,
    suite_for,
    suites_with_corpus,
)
from acidtest.core.text import counted, visible
from acidtest.report.terminal import console, left_out, provenance, runs_table, summary_tables
from acidtest.store import read_manifest
from acidtest.systems.recorded import misfits, recorded_systems


def _options(*, recorded: bool) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """The declared options of a run, and those for its output."""

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        for option in (
            click.option("--json", "as_json", is_flag=True, help="Print the summary as JSON."),
            click.option(
                "--fail-over",
                multiple=True,
                type=MetricName("="),
                metavar="METRIC=VALUE",
                help="Exit with status 1 if a metric (0 to 1) is above this; may repeat.",
            ),
            click.option(
                "--fail-under",
                multiple=True,
                type=MetricName("="),
                metavar="METRIC=VALUE",
                help="Exit with status 1 if a metric (0 to 1) is below this; may repeat.",
            ),
            click.option(
                "--out",
                type=PATH,
                help="Run folder. Default: runs/SUITE/SYSTEM-<hash>, reused by the same command.",
            ),
        ):
            function = option(function)
        return with_options(declared_options(recorded=recorded))(function)

    return decorate


def _run_options(options: dict[str, Any]) -> RunOptions:
    names = declared_options(recorded=False)
    return RunOptions.of({name: value for name, value in options.items() if name in names})


def _bounds(options: dict[str, Any]) -> list[Bound]:
    return [
        read_bound(flag, text)
        for flag, values in (
            ("--fail-under", options["fail_under"]),
            ("--fail-over", options["fail_over"]),
        )
        for text in values
    ]


def _plan(
    suite: Suite,
    system: System,
    options: RunOptions,
    bounds: Sequence[Bound],
    dataset: Dataset | None = None,
) -> engine.Plan:
    _check_bounds(suite, options, bounds)
    return engine.make_plan(suite, system, options, dataset=dataset)


def _check_bounds(suite: Suite, options: RunOptions, bounds: Sequence[Bound]) -> None:
    known = list(suite.metrics)
    if options.attempts > 1:
        for metric in metrics_at_k(suite.metrics, suite.pass_metric):
            known += [Metric(f"{metric.name}@{k + 1}", "") for k in range(options.attempts)]
    again = [metric for metric in suite.metrics if metric.headline and options.repair]
    known += [replace(metric, name=f"repaired.{metric.name}") for metric in again]
    for bound in bounds:
        bound.check(known)


def _report(
    results: Sequence[tuple[Suite, Summary, Path]], options: dict[str, Any], *, asked: bool = True
) -> int:
    """Print the results and return the exit status."""
    if options["as_json"]:
        data: list[Json] = [summary.to_json() for _, summary, _ in results]
        click.echo(json.dumps(data[0] if len(data) == 1 else data, indent=2))
    elif len(results) == 1:
        suite, summary, folder = results[0]
        print_result(suite, summary, _folder(folder, asked=asked), folder)
    else:
        for suite in {suite.name: suite for suite, _, _ in results}.values():
            rows = [summary.to_json() for s, summary, _ in results if s.name == suite.name]
            console().print(runs_table(suite, rows))
            click.echo(provenance(*rows))
        for _, _, folder in results:
            click.echo(_folder(folder))
    status = 0
    for suite, summary, folder in results:
        figures = summary.to_json()["metrics"]
        missed = (bound.missed(figures, suite.metrics) for bound in _bounds(options))
        for text in filter(None, missed):
            click.echo(f"{folder}: {text}", err=True)
            status = status or 1
        if summary.errors:
            click.echo(
                f"{folder}: {summary.errors} of {summary.n} samples were not scored: "
                f"{_first(summary.error_causes)}; run the same command again to retry",
                err=True,
            )
            status = 3
        elif summary.failed == summary.asked:
            click.echo(
                f"{folder}: {summary.system} failed on every question: {_first(summary.causes)}",
                err=True,
            )
            status = 3
    return status


def print_result(suite: Suite, summary: Summary, where: str, folder: Path) -> None:
    """The figures of one run for a first look, where it is, and what shows the rest."""
    data = summary.to_json()
    for part in summary_tables(suite, data, short=True):
        console().print(part)
    click.echo(f"{provenance(data)}\n{where}")
    if rest := left_out(suite, data):
        click.echo(visible(f"{rest}: acidtest show {shlex.quote(str(folder))}"))


def _first(causes: Mapping[str, int]) -> str:
    """The commonest cause, and how many others there are."""
    first, *others = causes or {"unknown": 1}
    return visible(first) + (f" (and {counted(len(others), 'other cause')})" if others else "")


def _folder(folder: Path, *, asked: bool = True) -> str:
    """Where the run is, and how many of its answers are from before it was last asked."""
    answers = read_manifest(folder).get("answers", {}) if asked else {}
    reused = f"reused {answers['reused']} of {answers['asked']} answers" if answers else ""
    return f"run folder {folder}" + (f" ({reused})" if reused else "")


@click.command()
@click.argument("suite_name", metavar="SUITE|all", type=SuiteName("all"))
@click.option(
    "--system",
    "names",
    type=SystemName(),
    multiple=True,
    required=True,
    help="The system that answers; may repeat.",
)
@click.option(
    "--dry-run", is_flag=True, help="Only print what would be asked and what it would cost."
)
@model_options
@_options(recorded=False)
def run(suite_name: str, names: Sequence[str], dry_run: bool, **options: Any) -> int:
    """Ask systems the questions of a suite and score their answers.

    \b
    acidtest run c-decompile --system oracle
    acidtest run c-decompile --system stub --system exploit:exit --limit 40
    acidtest run c-decompile --data decompile-eval.json --system field:input_asm_prompt
    acidtest run all --system model:openai/gpt-4o-mini --system model:local/smollm2 --dry-run

    `acidtest systems` lists the systems. To continue a run that was stopped or killed, run the
    same command again; no question is asked twice.
    """  # noqa: D301
    chosen = suites_with_corpus() if suite_name == "all" else [find_suite(suite_name)]
    budget = make_budget(options)
    settings = _run_options(options)
    plans = []
    for suite in [suite_for(suite, settings.data) for suite in chosen]:
        dataset = read_dataset(suite, settings)
        systems = [configure(make_system(n, suite), suite, options, budget) for n in names]
        check_used(systems, options)
        plans += [_plan(suite, system, settings, _bounds(options), dataset) for system in systems]
    several = len(plans) > 1
    results = []
    expected = []
    for plan in plans:
        folder = options["out"] or plan.default_folder
        if options["out"] and several:
            folder = options["out"] / plan.suite.name / plan.default_folder.name
        if dry_run:
            expected.append(forecast(plan, folder))
            continue
        count_earlier(folder, budget)
        prefix = f"{plan.suite.name} {plan.system.name}" if several else ""
        progress = Shown(prefix)
        announce(plan, folder, budget, progress)
        results.append((plan.suite, engine.run(plan, folder, progress), folder))
    for line in forecasts(expected):
        click.echo(line)
    return 0 if dry_run else _report(results, options)


@click.command()
@click.argument("what", metavar="SUITE|RUN", type=SuiteName())
@click.option(
    "--answers",
    type=PATH,
    help='Recorded answers, one JSON object per line: {"id": …, "answer": …}; packed with gzip or '
    "zstd as well, or as Parquet; also on s3:// or gs://.",
)
@click.option(
    "--answers-format",
    "kind",
    metavar="NAME",
    help="The format of another tool; see the suite's page. Default: acidtest's own.",
)
@_options(recorded=True)
def score(what: str, answers: Path | None, kind: str | None, **options: Any) -> int:
    """Score recorded answers, or rescore the answers of an earlier run.

    \b
    acidtest score c-decompile --answers mine.jsonl
    acidtest score c-decompile --data decompile-eval.json --answers mine.jsonl
    acidtest score runs/c-decompile/mine-1234567890

    A line may also have time_s, tokens_in, tokens_out, cost_usd, model and error. Several lines
    with the same id are several attempts. A sample without a line gets an empty answer.

    With --out, an earlier run is copied there and scored, and stays as it is.
    """  # noqa: D301
    if answers is None:
        if not Path(what).is_dir():
            raise InputError(f"score {what}: give --answers FILE, or the folder of an earlier run")
        return _score_again(Path(what), options)
    settings = _run_options(options)
    suite = suite_for(find_suite(what), settings.data)
    dataset = read_dataset(suite, settings)
    systems = recorded_systems(answers, kind, suite, dataset)
    results = []
    for system in systems:
        attempts = settings.replace(attempts=system.attempts)
        plan = _plan(suite, system, attempts, _bounds(options), dataset)
        progress = Shown(system.name if len(systems) > 1 else "")
        for text in misfits(system, answers, plan.dataset, plan.samples):
            progress.note(text)
        folder = options["out"] or plan.default_folder
        if options["out"] and len(systems) > 1:
            folder = options["out"] / plan.default_folder.name
        results.append((suite, engine.run(plan, folder, progress), folder))
    return _report(results, options)


def _score_again(folder: Path, options: dict[str, Any]) -> int:
    progress = Shown()
    if options["out"]:
        folder = copied(folder, options["out"])
    plan = engine.plan_again(folder, progress, _run_options(options))
    _check_bounds(plan.suite, plan.options, _bounds(options))
    summary = engine.rescore(folder, plan, progress)
    return _report([(plan.suite, summary, folder)], options, asked=False)
