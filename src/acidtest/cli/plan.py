"""`acidtest plan`: how many samples and attempts does a wanted difference need?"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from acidtest.cli.completion import MetricName, SuiteName
from acidtest.cli.out import PATH
from acidtest.core.errors import InputError
from acidtest.core.metric import Metric, headlines, lead_metric
from acidtest.core.options import RunOptions
from acidtest.core.protocols import Suite
from acidtest.core.records import Json
from acidtest.core.registry import find_suite, read_dataset, suite_for
from acidtest.core.text import choices, counted
from acidtest.report.terminal import console, new_table
from acidtest.stats.power import (
    Spread,
    clusters_needed,
    design_effect,
    detectable_difference,
    spread_of,
)
from acidtest.store import Run

_ATTEMPTS = (1, 2, 4, 8)
_BASE = 0.5


@click.command()
@click.argument("suite_name", metavar="SUITE", type=SuiteName())
@click.option(
    "--difference",
    type=float,
    required=True,
    help="The difference to be shown, in points; for a metric from -1 to 1, in hundredths.",
)
@click.option("--metric", "name", type=MetricName(), help="Default: the suite's lead metric.")
@click.option("--base", type=float, help="The first system's figure, 0 to 1. Default: the pilot's.")
@click.option(
    "--from",
    "pilot",
    type=click.Path(path_type=Path, exists=True),
    help="A run to take the base and the spread of answers from.",
)
@click.option(
    "--data",
    multiple=True,
    type=PATH,
    help="File or folder with the questions; may repeat. Default: the shipped corpus.",
)
@click.option("--power", type=float, default=0.8, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def plan(
    suite_name: str,
    difference: float,
    name: str | None,
    base: float | None,
    pilot: Path | None,
    data: Sequence[Path],
    power: float,
    as_json: bool,
) -> None:
    """Say how many samples and attempts show a difference between two systems.

    \b
    acidtest plan c-decompile --difference 5
    acidtest plan c-decompile --difference 5 --base 0.85
    acidtest plan sast-triage --difference 3 --from runs/sast-triage/…

    Two systems answer the same samples and are compared as by `acidtest compare`, one metric at
    the 5 % level. Without a pilot the spread of answers is assumed; the output says what is.
    """  # noqa: D301
    suite = suite_for(find_suite(suite_name), data)
    metric = _metric(suite, name)
    if not 0.05 < power < 1:
        raise InputError(f"--power {power:g}: expected a number between 0.05 and 1, such as 0.8")
    low, high = metric.pooled.bounds if metric.pooled else (0.0, 1.0)
    width = high - low
    if not 0 < difference / 100 <= width:
        raise InputError(
            f"--difference {difference:g}: expected points above 0, and at "
            f"most {100 * width:g}, such as 5"
        )
    spread, figure, source = Spread(), None, "assumed"
    if pilot is not None:
        spread, figure, source = _learnt(pilot, suite, metric)
    value = base if base is not None else figure if figure is not None else low + _BASE * width
    if not low <= value <= high:
        raise InputError(f"--base {value:g}: {metric.name} is between {low:g} and {high:g}")
    samples = [
        (s.cluster, s.id) for s in read_dataset(suite, RunOptions.of({"data": data})).samples
    ]
    sizes = list(Counter(cluster for cluster, _ in samples).values())
    rate, apart = (value - low) / width, difference / 100 / width
    rows = [
        _row(rate, apart, sizes, attempts, spread, power, width, len(samples))
        for attempts in _ATTEMPTS
    ]
    result: dict[str, Json] = {
        "suite": suite.name,
        "metric": metric.name,
        "difference": difference,
        "base": value,
        "power": power,
        "level": 0.05,
        "corpus": {"samples": len(samples), "clusters": len(sizes)},
        "design_effect": design_effect(sizes, 1, spread, rate),
        "spread": {
            "cluster": spread.cluster,
            "sample": spread.sample,
            "luck": spread.luck,
            "shared": spread.shared,
            "source": source,
        },
        "plans": rows,
    }
    if as_json:
        click.echo(json.dumps(result, indent=2))
    else:
        _show(result, metric)


def _metric(suite: Suite, name: str | None) -> Metric:
    known = {metric.name: metric for metric in suite.metrics}
    if name is None:
        return lead_metric(headlines(suite.metrics), suite.pass_metric)
    if name not in known:
        raise InputError(f"unknown metric '{name}'; {choices(name, known)}")
    if known[name].unit not in ("%", ""):
        raise InputError(f"--metric {name}: it counts {known[name].unit}; choose a share instead")
    return known[name]


def _learnt(folder: Path, suite: Suite, metric: Metric) -> tuple[Spread, float | None, str]:
    """The spread of a pilot's answers, its figure, and where the spread is from."""
    run = Run.open(folder)
    if run.suite.name != suite.name:
        raise InputError(f"--from {folder}: this is a run of {run.suite.name}, not {suite.name}")
    figure = run.figures.get(metric.name, {}).get("value")
    name = metric.name if metric.pooled is None else suite.pass_metric or metric.name
    cluster = dict(zip(run.ids, run.clusters, strict=True))
    answers = [
        (cluster[score.id], score.id, float(value))
        for score in run.scores()
        if (value := score.metrics.get(name)) is not None
    ]
    spread = spread_of(answers) if answers else None
    if spread is None:
        return Spread(), figure, f"assumed: all answers of {folder} have the same {name}"
    return spread, figure, f"{name} in {folder}"


def _row(
    rate: float,
    apart: float,
    sizes: Sequence[int],
    attempts: int,
    spread: Spread,
    power: float,
    width: float,
    samples: int,
) -> dict[str, Json]:
    clusters = clusters_needed(rate, apart, sizes, attempts=attempts, spread=spread, power=power)
    shown = detectable_difference(rate, sizes, attempts=attempts, spread=spread, power=power)
    needed = None if clusters is None else round(clusters * samples / len(sizes))
    return {
        "attempts": attempts,
        "clusters": clusters,
        "samples": needed,
        "answers": None if needed is None else needed * attempts,
        "enough": clusters is not None and clusters <= len(sizes),
        "corpus_shows": None if shown is None else 100 * shown * width,
    }


def _show(result: Mapping[str, Json], metric: Metric) -> None:
    scaled = f"{100 * result['base']:.3g} %" if metric.unit == "%" else f"{result['base']:.3g}"
    corpus, spread = result["corpus"], result["spread"]
    click.echo(
        f"{result['suite']}: to show {result['difference']:g} points of {metric.name} at a base of "
        f"{scaled}, with a power of {100 * result['power']:g} % at the 5 % level, each system needs"
    )
    table = new_table()
    columns = ("attempts", "clusters", "samples", "answers", "this data", "which shows, points")
    for column in columns:
        table.add_column(column, justify="right")
    for row in result["plans"]:
        least = row["corpus_shows"]
        table.add_row(
            *("-" if row[name] is None else f"{row[name]:,}" for name in columns[:4]),
            "is enough" if row["enough"] else "is too small",
            "nothing" if least is None else f"{least:.1f}",
        )
    console().print(table)
    click.echo(
        f"this data: {counted(corpus['samples'], 'sample')} in "
        f"{counted(corpus['clusters'], 'cluster')}, design effect {result['design_effect']:.2f}\n"
        f"spread of answers: {100 * spread['cluster']:.0f} % by cluster, "
        f"{100 * spread['sample']:.0f} % by sample, {100 * spread['luck']:.0f} % luck of an "
        f"attempt ({spread['source']}); two systems share {100 * spread['shared']:.0f} % of the "
        "first two (assumed)"
    )
