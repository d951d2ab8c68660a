"""`acidtest compare`: is B better than A?"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import click

from acidtest.analysis.compare import Compared
from acidtest.analysis.comparison import Comparison, compare_runs
from acidtest.cli.completion import MetricName
from acidtest.cli.out import PATH
from acidtest.core.errors import InputError
from acidtest.core.text import visible
from acidtest.report.fitting import FittingTable
from acidtest.report.terminal import console, new_table, plain
from acidtest.store import Run


@click.command("compare")
@click.argument("folders", metavar="RUN_A RUN_B…", nargs=-1, type=PATH)
@click.option(
    "--metric",
    "names",
    type=MetricName(),
    multiple=True,
    help="May repeat. Default: the headline ones.",
)
@click.option("--by", metavar="GROUP", help="Compare separately for each value of a group.")
@click.option("--show-flips", is_flag=True, help="Name the samples that changed.")
@click.option(
    "--anyway", is_flag=True, help="Compare even if the runs were scored or asked differently."
)
@click.option(
    "--repaired", is_flag=True, help="Of runs with --repair, compare what came of the repairs."
)
@click.option("--seed", type=int, default=0, show_default=True, help="For the random swaps.")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def compare(
    folders: Sequence[Path],
    names: Sequence[str],
    by: str | None,
    show_flips: bool,
    anyway: bool,
    repaired: bool,
    seed: int,
    as_json: bool,
) -> None:
    """Compare runs sample by sample: each further run with the first.

    \b
    acidtest compare runs/c-decompile/old-… runs/c-decompile/new-…
    acidtest compare A B --metric passes --by opt --show-flips

    Differences are paired, and clusters (tasks, packages) count as a whole. P-values and intervals
    are corrected over everything shown: all statements together are wrong in at most 5 % of
    cases. The effect size is Cohen's h for yes-or-no metrics and dz for others.
    """  # noqa: D301
    if len(folders) < 2:
        raise InputError("compare: give at least two run folders")
    runs = [Run.open(folder) for folder in folders]
    if repaired:
        runs = [run.repaired() for run in runs]
    results = compare_runs(runs, names, by=by, anyway=anyway, seed=seed)
    if as_json:
        click.echo(json.dumps([result.to_json() for result in results]))
        return
    _show(results, by, show_flips)


def _number(value: float | None, unit: str, *, sign: bool = False) -> str:
    if value is None:
        return "-"
    mark = "+" if sign else ""
    return f"{100 * value:{mark}.1f}" if unit == "%" else f"{value:{mark}.3g}"


def _moves(row: Compared) -> str:
    if row.effect_name:
        return f"{row.wins} / {row.losses} / {row.ties}"
    return f"{row.n - row.ties} changed" if row.difference is not None else "-"


def _name(run: Run, *others: Run) -> str:
    """A run's system, and its folder if another one has the same."""
    again = any(other.system == run.system for other in others)
    return f"{run.system} ({run.folder})" if again else run.system


def _show(results: Sequence[Comparison], by: str | None, show_flips: bool) -> None:
    """All runs beside the first one in one table, then what must be said of each pair."""
    a, several = results[0].a, len(results) > 1
    rivals = [result.b for result in results]
    names = [_name(b, a, *(rival for rival in rivals if rival is not b)) for b in rivals]
    first = _name(a, *rivals)
    title = f"{a.suite.name}: A = {first}" + ("" if several else f", B = {names[0]}")
    table = new_table(plain(title))
    columns = [
        *(["run B"] if several else []),
        *([plain(by)] if by else []),
        "metric",
        "n",
        "A",
        "B",
        "B - A [interval]",
        "p",
    ]
    columns += ["effect", "better / worse / same", "test"]
    for place, name in enumerate(columns):
        words = place <= columns.index("metric") or name == "test"
        table.add_column(name, justify="left" if words else "right", no_wrap=True)
    for name, result in zip(names, results, strict=True):
        _add_rows(table, result, by, [plain(name)] if several else [])
    console().print(table)
    for name, result in zip(names, results, strict=True):
        if several:
            click.echo(visible(f"B = {name}"))
        _say(result, by, show_flips)


def _add_rows(table: FittingTable, result: Comparison, by: str | None, lead: Sequence[str]) -> None:
    rows = result.rows
    at_worst = [
        replace(r.worst, metric=f"{r.metric}, worst case") if r.worst else None for r in rows
    ]
    for row in [each for pair in zip(rows, at_worst, strict=True) for each in pair if each]:
        moved = (
            f"{_number(row.difference, row.unit, sign=True)} "
            f"[{_number(row.low, row.unit)}, {_number(row.high, row.unit)}]"
        )
        table.add_row(
            *lead,
            *([plain(row.part)] if by else []),
            row.metric,
            str(row.n),
            _number(row.a, row.unit),
            _number(row.b, row.unit),
            moved if row.difference is not None else "-",
            "-" if row.p_adjusted is None else f"{row.p_adjusted:.3g}",
            "-" if row.effect is None else f"{row.effect:+.2f} {row.effect_name.split()[-1]}",
            _moves(row),
            row.test,
        )


def _say(result: Comparison, by: str | None, show_flips: bool) -> None:
    rows = result.rows
    for warning in result.warnings:
        click.echo(f"note: {warning}")
    if show_flips:
        for row in rows:
            for kind, ids in row.flips.items():
                part = f" ({by} {row.part})" if by else ""
                if ids:
                    click.echo(visible(f"{row.metric}{part}, {kind} in B: {', '.join(ids)}"))
    for row in rows:
        part = f"{by} {row.part}, " if by else ""
        click.echo(visible(f"{part}{row.words()}"))
    click.echo(f"p-values and intervals are corrected over {result.family}")
    mine, others = (visible(str(run.summary["signature"])) for run in (result.a, result.b))
    same = f"signature {mine}\n"
    click.echo(same if mine == others else f"signature of A {mine}\nsignature of B {others}\n")
