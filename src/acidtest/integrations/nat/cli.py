"""`acidtest sast-eval` and `acidtest history`: a filter under NAT, and its figures over time."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from acidtest import engine
from acidtest.core.commands import Command, CommandResult, Option
from acidtest.core.errors import InputError
from acidtest.core.options import RunOptions, parse_groups
from acidtest.core.paths import check_file
from acidtest.core.progress import Progress
from acidtest.core.records import Json, Summary, Table
from acidtest.core.registry import make_system
from acidtest.core.systems import CallableSystem
from acidtest.core.untrusted import without_surrogates
from acidtest.integrations.nat import evaluate, validation
from acidtest.integrations.nat.items import document_case
from acidtest.store import read_summary
from acidtest.suites.sast_triage.suite import SUITE
from acidtest.systems.recorded import recorded_systems

_METRICS = (
    "suppressed_real_bugs",
    "alarms_removed",
    "accuracy",
    "published.accuracy",
    "published.matching_code",
)
_EVALUATE = """Evaluate a filter under NVIDIA's NeMo Agent Toolkit and archive the result.

Four steps: environment check, NAT evaluation, validation, archive. The archive holds
workflow_output.json, filter_validation_report.json, standardized_data_all.csv,
all_requests_profiler_traces.json, NAT's log, and a run folder for `acidtest show`. With --system
acidtest asks by itself: no NAT is needed, and its log and its two profiles are not written.
"""


_REPORT = """Write the published validation report of an output folder of NAT.

FOLDER holds workflow_output.json, by whatever workflow and configuration; nothing else in it is
changed. The report has the published fields and, under `acidtest`, all figures of acidtest.
"""


def _evaluate(
    *,
    config: Path | None,
    data: Sequence[Path],
    groups: Sequence[str],
    limit: int | None,
    reps: int,
    reports: Path,
    nat: str | None,
    system: str | None,
    progress: Progress,
) -> CommandResult:
    options = RunOptions.of({"data": data, "groups": groups, "limit": limit, "attempts": reps})
    if system is not None:
        return _by_ourselves(system, options, reports, progress)
    config = config or evaluate.CONFIG
    environment = evaluate.check_environment(nat, config)
    progress.note(f"1 environment: NAT {environment.version} ({environment.nat}), {config}")
    plan = engine.make_plan(SUITE, CallableSystem(lambda text: ""), options)
    folder = evaluate.new_folder(reports)
    progress.note(f"2 NAT evaluation: {len(plan.samples)} findings, log in {folder}")
    evaluate.evaluate(environment, plan.samples, folder, reps)
    progress.note("3 validation")
    (recorded,) = recorded_systems(folder, "nat", SUITE, plan.dataset)
    summary = evaluate.validate(engine.make_plan(SUITE, recorded, options), folder, progress)
    return _archived(summary, folder, f"the workflow failed; see {folder}/nat.log")


def _by_ourselves(
    system: str, options: RunOptions, reports: Path, progress: Progress
) -> CommandResult:
    plan = engine.make_plan(SUITE, make_system(system, SUITE), options)
    progress.note(f"1 environment: {system}, asked without NAT")
    folder = evaluate.new_folder(reports)
    progress.note(f"2 evaluation: {len(plan.samples)} findings")
    summary = evaluate.validate(plan, folder, progress)
    progress.note("3 validation")
    evaluate.write_output(plan.samples, folder)
    return _archived(summary, folder, f"of an error; see acidtest show {folder}/run")


def _archived(summary: Summary, folder: Path, why: str) -> CommandResult:
    failed = f"{summary.errors} of {summary.n} findings have no score because {why}"
    return CommandResult(
        lines=[f"4 archived in {folder}"],
        warnings=[failed] if summary.errors else [],
        data=summary.to_json(),
        summaries=[summary.to_json()],
        status=3 if summary.errors else 0,
    )


def _history(*, reports: Path, package: str | None, progress: Progress) -> CommandResult:
    evaluations = [
        (folder.name, read_summary(folder / "run"))
        for folder in sorted(reports.iterdir() if reports.is_dir() else [])
        if (folder / "run" / "summary.json").exists()
    ]
    if not evaluations:
        raise InputError(
            f"{reports}: contains no archived evaluation; `acidtest sast-eval` makes one"
        )
    body: list[list[Json]] = []
    signatures = set()
    for time, summary in evaluations:
        rows = {str(summary["n"]): summary["metrics"]}
        if package:
            releases = summary["groups"].get("release", {})
            rows = {
                release.rpartition(" ")[2]: figures
                for release, figures in releases.items()
                if release.rpartition(" ")[0] == package
            }
        for what, figures in rows.items():
            cells = [_percent(figures.get(name)) for name in _METRICS]
            body.append([time, what, summary["errors"], figures["accuracy"]["n"], *cells])
            signatures.add(summary["signature"])
    if package and not signatures:
        raise InputError(f"{reports}: no archived evaluation has a package '{package}'")
    title = f"{package}, version by version, %" if package else "filter evaluations, %"
    columns = ("time", "version" if package else "findings", "errors", "n", *_METRICS)
    differ = "These rows have different signatures: data or scoring changed between them."
    return CommandResult(
        [Table("history", title, columns, body)],
        lines=[differ] if len(signatures) > 1 else [],
        data=[dict(zip(columns, row, strict=True)) for row in body],
    )


def _report(
    *, folder: Path, data: Sequence[Path], out: Path | None, progress: Progress
) -> CommandResult:
    where = out or folder / evaluate.REPORT
    check_file(where)
    report = evaluate.report_of(folder, data, where, progress)
    lines = [f"{name}: {value}" for name, value in report["summary"].items()]
    errors, asked = report["errors"], report["acidtest"]["n"]
    lines.append(f"errors: {len(errors)} of {asked}")
    missing = sum(each.endswith(validation.NOTHING) for each in errors)
    unscored = missing + report["acidtest"]["errors"]
    return CommandResult(
        lines=[*lines, f"report: {where}"],
        warnings=[f"{unscored} of {asked} findings have no answer; see errors in {where}"]
        * bool(unscored),
        data=report,
        status=3 if unscored else 0,
    )


def _cases(
    *, data: Sequence[Path], groups: Sequence[str], out: Path, progress: Progress
) -> CommandResult:
    check_file(out)
    samples = engine.select(SUITE.read(data).samples, parse_groups(groups), None)
    records = [document_case(sample) for sample in samples if sample.truth.label]
    if not records:
        raise InputError("none of these findings is labelled as a real bug or a false alarm")
    text = json.dumps(records, indent=1, ensure_ascii=False) + "\n"
    out.write_text(without_surrogates(text), encoding="utf-8")
    return CommandResult(data={"out": str(out), "cases": len(records)})


def _percent(figure: Json) -> str:
    return "-" if not figure or figure["value"] is None else f"{100 * figure['value']:.1f}"


EVALUATE = Command(
    "sast-eval",
    _EVALUATE,
    _evaluate,
    (
        Option(
            "--config",
            "NAT's configuration. Default: the reference filter, offline "
            "(configs/filter_eval.yml).",
            Path,
        ),
        Option(
            "--data",
            "Judged findings, and a store of known issues; default: the shipped corpus.",
            Path,
            many=True,
        ),
        Option("--groups", "Only these findings.", many=True, metavar="GROUP=V,V"),
        Option("--limit", "This many findings, spread evenly.", int, least=1),
        Option("--reps", "Repetitions.", int, default=1, least=1),
        Option(
            "--reports",
            "Folder for archived evaluations, each in a subfolder named by its time.",
            Path,
            default=Path("reports/filter"),
        ),
        Option("--system", "Ask this system instead of NAT, as in `acidtest run`."),
        Option(
            "--nat", "The nat program, if it is not installed with acidtest.", metavar="PROGRAM"
        ),
    ),
)
REPORT = Command(
    "sast-report",
    _REPORT,
    _report,
    (
        Option("FOLDER", kind=Path, required=True),
        Option(
            "--data",
            "The cases that were asked, in any form acidtest reads; default: the shipped corpus.",
            Path,
            many=True,
        ),
        Option("--out", "Default: filter_validation_report.json in that folder.", Path),
    ),
)
CASES = Command(
    "sast-cases",
    "Write judged findings as a data set of cases, in the document's form.",
    _cases,
    (
        Option("--data", "Judged findings; default: the shipped corpus.", Path, many=True),
        Option("--groups", "Only these findings.", many=True, metavar="GROUP=V,V"),
        Option("--out", "FILE.json.", Path, required=True),
    ),
)
HISTORY = Command(
    "history",
    "Show the figures of archived filter evaluations, oldest first.",
    _history,
    (
        Option("REPORTS", kind=Path, default=Path("reports/filter")),
        Option("--package", "This package's figures, version by version."),
    ),
)
