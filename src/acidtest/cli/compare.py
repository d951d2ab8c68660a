"""`acidtest compare`: is B better than A?"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import click

from acidtest.analysis.asked import check_questions, questions_apart
from acidtest.analysis.compare import Compared, check_comparable, check_suite, compare, family
from acidtest.core.errors import InputError
from acidtest.core.metric import Metric, headlines, with_partners
from acidtest.core.records import Json
from acidtest.core.text import choices, counted, visible
from acidtest.report.terminal import console, new_table, plain
from acidtest.store import Run


@click.command("compare")
@click.argument("folders", metavar="RUN_A RUN_B…", nargs=-1, type=click.Path(path_type=Path))
@click.option("--metric", "names", multiple=True, help="May repeat. Default: the headline ones.")
@click.option("--by", metavar="GROUP", help="Compare separately for each value of a group.")
@click.option("--show-flips", is_flag=True, help="Name the samples that changed.")
@click.option(
    "--anyway", is_flag=True, help="Compare even if the runs were scored or asked differently."
)
@click.option("--seed", type=int, default=0, show_default=True, help="For the random swaps.")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def compare_runs(
    folders: Sequence[Path],
    names: Sequence[str],
    by: str | None,
    show_flips: bool,
    anyway: bool,
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
    first = runs[0]
    for run in runs[1:]:
        _check_common(first, run)
    if not anyway:
        check_comparable(runs)
        check_questions(runs)
    metrics = _metrics(runs, names)
    if by is not None and by not in first.groups:
        raise InputError(f"unknown group '{by}'; {choices(by, sorted(first.groups))}")
    others = runs[1:]
    tables = [
        compare(first, other, metrics, by=by, seed=seed, pairs=len(others)) for other in others
    ]
    if as_json:
        click.echo(json.dumps([_json(first, o, r) for o, r in zip(runs[1:], tables, strict=True)]))
        return
    parts = {row.part for row in tables[0]}
    together = family(len(metrics), len(others), len(parts))
    for other, rows in zip(runs[1:], tables, strict=True):
        _show(first, other, rows, by, show_flips, together)


def _check_common(a: Run, b: Run) -> None:
    """Raise `InputError` for what --anyway cannot fix: different suites, or no common sample."""
    check_suite(a, b)
    if not a.scored_ids & b.scored_ids:
        raise InputError(
            f"{a.folder} and {b.folder} have no scored sample in common; "
            "compare runs on the same data"
        )


def _metrics(runs: Sequence[Run], names: Sequence[str]) -> list[Metric]:
    known = {metric.name: metric for metric in runs[0].suite.metrics}
    several = [name for name in runs[0].summary["metrics"] if "@" in name]
    known |= {name: Metric(name, "unbiased estimate over the attempts") for name in several}
    for name in names:
        if name not in known:
            raise InputError(f"unknown metric '{name}'; {choices(name, known)}")
    chosen = [known[name] for name in dict.fromkeys(names)]
    return with_partners(chosen or headlines([*known.values()]), known.values())


def _warnings(a: Run, b: Run) -> list[str]:
    warnings = []
    if apart := questions_apart(a, b):
        warnings.append(
            f"A and B were asked different questions ({'; '.join(apart)}); compared because of "
            "--anyway"
        )
    for name, run in (("A", a), ("B", b)):
        if lost := len(run.unscored):
            warnings.append(
                f"{lost:,} of {counted(run.asked, 'answer')} of {name} have no score; the worst "
                "case counts them as failed"
            )
    mine, other = a.scored_ids, b.scored_ids
    if left := len(mine ^ other):
        common = counted(len(mine & other), "common sample")
        warnings.append(f"compared on {common}; {left:,} in one run only")
    if a.summary["signature"] != b.summary["signature"]:
        warnings.append("the two runs were scored differently; compared because of --anyway")
    return warnings


def _json(a: Run, b: Run, rows: Sequence[Compared]) -> dict[str, Json]:
    return {
        "a": {"run": str(a.folder), "system": a.system, "signature": a.summary["signature"]},
        "b": {"run": str(b.folder), "system": b.system, "signature": b.summary["signature"]},
        "warnings": _warnings(a, b),
        "metrics": [row.to_json() for row in rows],
    }


def _number(value: float | None, unit: str, *, sign: bool = False) -> str:
    if value is None:
        return "-"
    mark = "+" if sign else ""
    return f"{100 * value:{mark}.1f}" if unit == "%" else f"{value:{mark}.3g}"


def _moves(row: Compared) -> str:
    if row.effect_name:
        return f"{row.wins} / {row.losses} / {row.ties}"
    return f"{row.n - row.ties} changed" if row.difference is not None else "-"


def _show(
    a: Run, b: Run, rows: Sequence[Compared], by: str | None, show_flips: bool, together: str
) -> None:
    one, other = a.system, b.system
    if one == other:
        one, other = f"{one} ({a.folder})", f"{other} ({b.folder})"
    table = new_table(plain(f"{a.suite.name}: A = {one}, B = {other}"))
    columns = [
        *([plain(by)] if by else []),
        "metric",
        "n",
        "A",
        "B",
        "B - A [interval]",
        "p",
    ]
    columns += ["effect", "better / worse / same", "test"]
    for name in columns:
        table.add_column(
            name, justify="left" if name in (columns[0], "metric", "test") else "right"
        )
    at_worst = [
        replace(r.worst, metric=f"{r.metric}, worst case") if r.worst else None for r in rows
    ]
    for row in [each for pair in zip(rows, at_worst, strict=True) for each in pair if each]:
        moved = (
            f"{_number(row.difference, row.unit, sign=True)} "
            f"[{_number(row.low, row.unit)}, {_number(row.high, row.unit)}]"
        )
        table.add_row(
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
    console().print(table)
    for warning in _warnings(a, b):
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
    click.echo(f"p-values and intervals are corrected over {together}")
    mine, others = (visible(str(run.summary["signature"])) for run in (a, b))
    same = f"signature {mine}\n"
    click.echo(same if mine == others else f"signature of A {mine}\nsignature of B {others}\n")
