"""`acidtest sast-eval` and `acidtest history`: a filter under NAT, and its figures over time."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from acidtest import engine
from acidtest.cli.progress import Shown
from acidtest.cli.run import parse_groups
from acidtest.cli.tables import console, new_table, plain, provenance, summary_tables
from acidtest.errors import InputError
from acidtest.model import Json
from acidtest.store import read_summary
from acidtest.suites import find_suite
from acidtest.systems import CallableSystem, recorded_systems

_SHOWN = ("suppressed_real_bugs", "alarms_removed", "accuracy", "published.accuracy")
_MATCHING = "published.matching_code"


@click.command("sast-eval")
@click.option(
    "--config",
    type=click.Path(path_type=Path),
    help="NAT's configuration. Default: the reference filter, offline (configs/filter_eval.yml).",
)
@click.option(
    "--data",
    multiple=True,
    type=click.Path(path_type=Path),
    help="Judged findings, and a store of known issues; default: the shipped corpus.",
)
@click.option("--groups", multiple=True, metavar="GROUP=V,V", help="Only these findings.")
@click.option("--limit", type=click.IntRange(1), help="This many findings, spread evenly.")
@click.option("--reps", type=click.IntRange(1), default=1, show_default=True, help="Repetitions.")
@click.option(
    "--reports",
    type=click.Path(path_type=Path),
    default=Path("reports/filter"),
    show_default=True,
    help="Where evaluations are archived, each in a folder named by its time.",
)
@click.option("--nat", metavar="PROGRAM", help="NAT's command, where it is not beside acidtest.")
def sast_eval(
    config: Path | None,
    data: Sequence[Path],
    groups: Sequence[str],
    limit: int | None,
    reps: int,
    reports: Path,
    nat: str | None,
) -> int:
    """Evaluate a filter under NVIDIA's NeMo Agent Toolkit and archive the result.

    Four steps: environment check, NAT evaluation, validation, archive. The archive holds
    workflow_output.json, filter_validation_report.json, standardized_data_all.csv,
    all_requests_profiler_traces.json, NAT's log, and a run folder for `acidtest show`.
    """
    from acidtest.adapters.nat import evaluate
    from acidtest.suites.sast_triage.record import Case

    suite = find_suite("sast-triage")
    config = config or evaluate.CONFIG
    environment = evaluate.check_environment(nat, config)
    click.echo(f"1 environment: NAT {environment.version} ({environment.nat}), {config}", err=True)
    nobody = CallableSystem(lambda text: "")
    plan = engine.make_plan(
        suite, nobody, data=data, groups=parse_groups(groups), limit=limit, attempts=reps
    )
    if not all(isinstance(sample.truth, Case) for sample in plan.samples):
        raise InputError("sast-eval: takes findings only; some of these are justifications")
    folder = evaluate.new_folder(reports)
    click.echo(f"2 NAT evaluation: {len(plan.samples)} findings, log in {folder}", err=True)
    evaluate.evaluate(environment, plan.samples, folder, reps)
    click.echo("3 validation", err=True)
    (system,) = recorded_systems(folder, "nat", suite, plan.dataset)
    plan = engine.make_plan(
        suite, system, data=data, groups=parse_groups(groups), limit=limit, attempts=reps
    )
    summary = evaluate.validate(plan, folder, Shown())
    for part in summary_tables(suite, summary.to_json()):
        console().print(part)
    click.echo(f"{provenance(summary.to_json())}\n4 archived in {folder}")
    if summary.errors:
        click.echo(
            f"{summary.errors} of {summary.n} findings have no score because the workflow failed; "
            f"see {folder}/nat.log",
            err=True,
        )
        return 3
    return 0


@click.command()
@click.argument(
    "reports", type=click.Path(path_type=Path), default=Path("reports/filter"), required=False
)
@click.option("--package", help="This package's figures, version by version.")
def history(reports: Path, package: str | None) -> None:
    """Show the figures of archived filter evaluations, oldest first."""
    found = [
        (folder.name, read_summary(folder / "run"))
        for folder in sorted(reports.iterdir() if reports.is_dir() else [])
        if (folder / "run" / "summary.json").exists()
    ]
    if not found:
        raise InputError(f"{reports}: holds no archived evaluation; `acidtest sast-eval` makes one")
    table = new_table(f"{package}, version by version, %" if package else "filter evaluations, %")
    names = [*_SHOWN, _MATCHING]
    for column in ("time", "version" if package else "findings"):
        table.add_column(column, no_wrap=True)
    for column in ("errors", "n", *names):
        # with spaces, so that a narrow terminal can fold the name
        table.add_column(column.replace("_", " ").replace(".", ". "), justify="right")
    signatures = set()
    for time, summary in found:
        rows = {str(summary["n"]): summary["metrics"]}
        if package:
            versions = summary["groups"].get("version", {})
            rows = {v: f for v, f in versions.items() if v.rpartition(" ")[0] == package}
        for what, figures in rows.items():
            n = str(figures["accuracy"]["n"])
            cells = [_percent(figures.get(name)) for name in names]
            table.add_row(time, plain(what), str(summary["errors"]), n, *cells)
            signatures.add(summary["signature"])
    if package and not signatures:
        raise InputError(f"{reports}: no archived evaluation has a package '{package}'")
    console().print(table)
    if len(signatures) > 1:
        click.echo("These rows have different signatures: data or scoring changed between them.")


def _percent(figure: Json) -> str:
    return "-" if not figure or figure["value"] is None else f"{100 * figure['value']:.1f}"
