"""`acidtest run` and `acidtest score`."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from acidtest import engine
from acidtest.cli.models import (
    check_used,
    configure,
    count_earlier,
    forecast,
    forecasts,
    make_budget,
    model_options,
)
from acidtest.cli.progress import Shown
from acidtest.cli.tables import console, provenance, runs_table, summary_tables
from acidtest.errors import InputError
from acidtest.model import Json, Summary
from acidtest.report.gate import Bound, read_bound
from acidtest.store import AnswerLog, read_manifest
from acidtest.suites import Dataset, Metric, Suite, find_suite, suite_names
from acidtest.systems import (
    CallableSystem,
    RecordedSystem,
    System,
    make_system,
    recorded_systems,
)


def _options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Options that run and score share."""
    for option in reversed(
        [
            click.option(
                "--data",
                multiple=True,
                type=click.Path(path_type=Path),
                help="File or folder with the questions; may repeat. Default: the shipped corpus.",
            ),
            click.option(
                "--limit", type=click.IntRange(1), help="This many samples, spread evenly."
            ),
            click.option(
                "--groups",
                multiple=True,
                metavar="GROUP=V,V",
                help="Only samples of these groups, as in opt=O0,O2; may repeat.",
            ),
            click.option(
                "--out",
                type=click.Path(path_type=Path),
                help="Run folder. Default: runs/SUITE/SYSTEM-<hash>, so the same command goes on.",
            ),
            click.option(
                "-j", "--jobs", type=click.IntRange(1), help="Workers. Default: all cores."
            ),
            click.option("--seed", type=int, default=0, show_default=True, help="For intervals."),
            click.option(
                "--question",
                metavar="FORM",
                help="Question form, such as asm, asm-data or pseudo; see the suite's README.",
            ),
            click.option(
                "--controls",
                type=click.Choice(["core", "all", "none"]),
                default="core",
                show_default=True,
                help="Controls to run beside the result; all adds every known cheat.",
            ),
            click.option(
                "--fail-under",
                multiple=True,
                metavar="METRIC=VALUE",
                help="Exit with status 1 if a metric (0 to 1) is below; may repeat.",
            ),
            click.option(
                "--fail-over",
                multiple=True,
                metavar="METRIC=VALUE",
                help="Exit with status 1 if a metric (0 to 1) is above; may repeat.",
            ),
            click.option(
                "--no-sandbox",
                is_flag=True,
                help="Go on without bubblewrap. Only for answers you would run yourself.",
            ),
            click.option("--json", "as_json", is_flag=True, help="Print the summary as JSON."),
        ]
    ):
        function = option(function)
    return function


def parse_groups(values: Sequence[str]) -> dict[str, list[str]]:
    """What `--groups opt=O0,O2` asks for."""
    groups: dict[str, list[str]] = {}
    for value in values:
        name, equals, members = value.partition("=")
        if not equals or not name or not members:
            raise InputError(f"--groups {value}: wanted is GROUP=VALUE,VALUE as in opt=O0,O2")
        groups.setdefault(name, []).extend(members.split(","))
    return groups


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
    options: dict[str, Any],
    attempts: int,
    dataset: Dataset | None = None,
) -> engine.Plan:
    known = list(suite.metrics)
    passes = [f"{suite.pass_metric}@{k}" for k in range(1, attempts + 1) if attempts > 1]
    known += [Metric(name, "") for name in passes]
    again = [metric for metric in suite.metrics if metric.headline and options.get("repair")]
    known += [replace(metric, name=f"repaired.{metric.name}") for metric in again]
    for bound in _bounds(options):
        bound.check(known)
    return engine.make_plan(
        suite,
        system,
        data=options["data"],
        dataset=dataset,
        limit=options["limit"],
        groups=parse_groups(options["groups"]),
        form=options["question"],
        attempts=attempts,
        seed=options["seed"],
        controls=options["controls"],
        workers=options["jobs"] or 0,
        bare=options["no_sandbox"],
        stripped=options.get("stripped", False),
        repair=bool(options.get("repair", 0)),
    )


def _report(results: Sequence[tuple[Suite, Summary, Path]], options: dict[str, Any]) -> int:
    """Show what came out and turn it into an exit status."""
    if options["as_json"]:
        data: list[Json] = [summary.to_json() for _, summary, _ in results]
        click.echo(json.dumps(data[0] if len(data) == 1 else data, indent=2))
    elif len(results) == 1:
        suite, summary, folder = results[0]
        for part in summary_tables(suite, summary.to_json()):
            console().print(part)
        click.echo(f"{provenance(summary.to_json())}\nrun folder {folder}")
    else:
        for suite in {suite.name: suite for suite, _, _ in results}.values():
            rows = [summary.to_json() for s, summary, _ in results if s.name == suite.name]
            console().print(runs_table(suite, rows))
            click.echo(provenance(*rows))
        for _, _, folder in results:
            click.echo(f"run folder {folder}")
    status = 0
    for _, summary, folder in results:
        figures = summary.to_json()["metrics"]
        for text in filter(None, (bound.missed(figures) for bound in _bounds(options))):
            click.echo(f"{folder}: {text}", err=True)
            status = status or 1
        if summary.errors:
            click.echo(
                f"{folder}: {summary.errors} of {summary.n} samples could not be scored because "
                "of an error on our side; `acidtest show` names them, the same command tries again",
                err=True,
            )
            status = 3
    return status


@click.command()
@click.argument("suite_name", metavar="SUITE|all")
@click.option("--system", "names", multiple=True, required=True, help="Who answers; may repeat.")
@click.option(
    "--attempts", type=click.IntRange(1), default=1, show_default=True, help="Answers a sample."
)
@click.option(
    "--stripped",
    is_flag=True,
    help="Programs without symbols: a function is known by its address alone.",
)
@click.option(
    "--repair",
    type=click.IntRange(0, 1),
    default=0,
    show_default=True,
    help="Rounds of repair: a system is told once what the compiler said, and answers again.",
)
@click.option("--dry-run", is_flag=True, help="Only say what would be asked and cost.")
@model_options
@_options
def run(suite_name: str, names: Sequence[str], attempts: int, dry_run: bool, **options: Any) -> int:
    """Ask systems the questions of a suite and score what they answer.

    \b
    acidtest run c-decompile --system oracle
    acidtest run c-decompile --system stub --system exploit:exit --limit 40
    acidtest run c-decompile --data decompile-eval.json --system field:input_asm_prompt
    acidtest run all --system model:openai/gpt-4o-mini --system model:local/smollm2 --dry-run

    `acidtest systems` lists who can answer. A run that was stopped or killed goes on when the
    same command is given again; no answer is asked for twice.
    """  # noqa: D301
    chosen = suite_names() if suite_name == "all" else [suite_name]
    budget = make_budget(options)
    plans = []
    for suite in [find_suite(name) for name in chosen]:
        dataset = suite.read(options["data"])
        systems = [configure(make_system(n, suite), suite, options, budget) for n in names]
        check_used(systems, options)
        plans += [_plan(suite, system, options, attempts, dataset) for system in systems]
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
        results.append((plan.suite, engine.run(plan, folder, Shown(prefix)), folder))
    for line in forecasts(expected):
        click.echo(line)
    return 0 if dry_run else _report(results, options)


@click.command()
@click.argument("what", metavar="SUITE|RUN")
@click.option(
    "--answers",
    type=click.Path(path_type=Path),
    help='Recorded answers, a JSON object a line: {"id": …, "answer": …}.',
)
@click.option(
    "--answers-format",
    "kind",
    metavar="NAME",
    help="How another tool wrote them; see the suite's README. Default: acidtest's own.",
)
@_options
def score(what: str, answers: Path | None, kind: str | None, **options: Any) -> int:
    """Score recorded answers, or score the answers of an earlier run anew.

    \b
    acidtest score c-decompile --answers mine.jsonl
    acidtest score c-decompile --data decompile-eval.json --answers mine.jsonl
    acidtest score runs/c-decompile/mine-1234567890

    A line may also carry time_s, tokens_in, tokens_out, cost_usd, model and error. Several lines
    with one id are several attempts. A sample without a line counts as answered with nothing.
    """  # noqa: D301
    if answers is None:
        if not Path(what).is_dir():
            raise InputError(f"score {what}: give --answers FILE, or the folder of an earlier run")
        return _score_again(Path(what), options)
    suite = find_suite(what)
    dataset = suite.read(options["data"])
    systems = recorded_systems(answers, kind, suite, dataset)
    results = []
    for system in systems:
        plan = _plan(suite, system, options, system.attempts, dataset)
        progress = Shown(system.name if len(systems) > 1 else "")
        _warn(plan, system, answers, progress)
        folder = options["out"] or plan.default_folder
        if options["out"] and len(systems) > 1:
            folder = options["out"] / plan.default_folder.name
        results.append((suite, engine.run(plan, folder, progress), folder))
    return _report(results, options)


def _warn(plan: engine.Plan, system: RecordedSystem, answers: Path, progress: Shown) -> None:
    known = {sample.id for sample in plan.dataset.samples}
    strange = [identity for identity in system.answers if identity not in known]
    if len(strange) == len(system.answers):
        raise InputError(
            f"{answers}: none of its ids is in the data; it has ids such as "
            f"'{strange[0]}', the data such as '{plan.dataset.samples[0].id}'"
        )
    if strange:
        progress.note(f"{answers}: {len(strange)} ids are not in the data, such as '{strange[0]}'")
    missing = [s.id for s in plan.samples if s.id not in system.answers]
    if missing:
        progress.note(
            f"{answers}: {len(missing)} of {len(plan.samples)} samples have no answer, such as "
            f"'{missing[0]}'; they count as answered with nothing"
        )
    few = [s.id for s in plan.samples if 0 < len(system.answers.get(s.id, ())) < plan.attempts]
    if few:
        progress.note(
            f"{answers}: {len(few)} samples have fewer than {plan.attempts} attempts, such as "
            f"'{few[0]}'; what is missing counts as answered with nothing"
        )


def _score_again(folder: Path, options: dict[str, Any]) -> int:
    manifest = read_manifest(folder)
    suite = find_suite(str(manifest["suite"]))
    paths = options["data"] or [Path(path) for path in manifest["data"].get("paths", [])]
    past = manifest["system"]
    system = CallableSystem(lambda text: "", name=past["name"], identity=past["identity"])
    before = manifest["options"]
    options = {
        **options,
        "data": paths,
        "question": manifest["question_form"],
        "limit": before["limit"],
        "groups": [f"{name}={','.join(values)}" for name, values in before["groups"].items()],
        "seed": manifest["seed"],
        "stripped": before.get("stripped", False),
        "repair": int(before.get("repair", False)),
    }
    plan = _plan(suite, system, options, int(before["attempts"]))
    progress = Shown()
    if plan.dataset.sha256 != manifest["data"]["sha256"]:
        progress.note(
            f"{folder}: the data has changed since the answers were given; "
            "the new figures cannot be compared with those of before"
        )
    elif plan.asked["samples_sha256"] != manifest["asked"].get("samples_sha256"):
        # an imported run has those samples that its log had
        answered = {identity for identity, _ in AnswerLog(folder / "answers.jsonl").answers}
        plan = replace(plan, samples=[s for s in plan.samples if s.id in answered])
    return _report([(suite, engine.rescore(folder, plan, progress), folder)], options)
