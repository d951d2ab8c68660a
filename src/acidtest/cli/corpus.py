"""`acidtest corpus`: how strong a corpus' tests are, and new tasks nobody has seen."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.table import Table

from acidtest.cli.progress import Shown
from acidtest.cli.tables import console, new_table, visible
from acidtest.errors import InputError
from acidtest.suites import find_suite

if TYPE_CHECKING:  # the suite is loaded by its own commands only, to keep the others quick
    from acidtest.suites.c_decompile.mutate import Strength

_SUITE = "c-decompile"
_SOLIDITY = "solidity-decompile"


@click.group()
def corpus() -> None:
    """Examine a suite's tasks, or make new ones."""


def _only_c(suite: str) -> None:
    find_suite(suite)
    if suite != _SUITE:
        raise InputError(f"acidtest corpus fresh knows the suite {_SUITE} only, not {suite}")


@corpus.command()
@click.argument("suite", metavar="SUITE")
@click.option(
    "--data",
    multiple=True,
    type=click.Path(path_type=Path),
    help="File or folder with the tasks; may repeat. Default: the shipped corpus.",
)
@click.option("--task", "names", multiple=True, metavar="NAME", help="Only this task; may repeat.")
@click.option(
    "--limit-per-task", type=click.IntRange(1), help="This many mutants of each task, by lot."
)
@click.option("--seed", type=int, default=0, show_default=True, help="For --limit-per-task.")
@click.option("-j", "--jobs", type=click.IntRange(1), help="Workers. Default: all cores.")
@click.option("--no-sandbox", is_flag=True, help="Go on without bubblewrap.")
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
def mutate(
    suite: str,
    data: Sequence[Path],
    names: Sequence[str],
    limit_per_task: int | None,
    seed: int,
    jobs: int | None,
    no_sandbox: bool,
    as_json: bool,
) -> int:
    """Change each reference in small ways and count the changes that its test or replay notices.

    \b
    acidtest corpus mutate c-decompile
    acidtest corpus mutate c-decompile --task nibble_braid
    acidtest corpus mutate solidity-decompile --limit-per-task 20 --seed 1 --json

    Exit status 1 if fewer than 90 % of all mutants are noticed; with c-decompile also if fewer
    than 75 % in a task.
    """  # noqa: D301
    if suite == _SOLIDITY:
        return _mutate_solidity(data, names, limit_per_task, seed, jobs, no_sandbox, as_json)
    from acidtest.suites.c_decompile import mutate as mutation

    find_suite(suite)
    if suite != _SUITE:
        raise InputError(f"acidtest corpus mutate knows {_SUITE} and {_SOLIDITY}, not {suite}")
    dataset = find_suite(suite).read(data)
    results = mutation.measure(
        mutation.tasks_of(dataset.samples, names),
        Shown(),
        limit=limit_per_task,
        seed=seed,
        workers=jobs or os.cpu_count() or 1,
        bare=no_sandbox,
    )
    unmet = _unmet(results)
    if as_json:
        report = {
            "suite": suite,
            "data": {"name": dataset.name, "sha256": dataset.sha256},
            "limit_per_task": limit_per_task,
            "seed": seed,
            "wanted": {"overall": mutation.OVERALL, "each": mutation.EACH},
            "unmet": unmet,
            "total": {k: v for k, v in _total(results).to_json().items() if k in _COUNTS},
            "tasks": [result.to_json() for result in results],
        }
        click.echo(json.dumps(report, indent=2))
        return 1 if unmet else 0
    console().print(_table(results))
    for result in results:
        for mutant in result.having(mutation.Fate.SURVIVED):
            where = f"{result.task}, line {mutant.line} of the function"
            click.echo(f"survived: {visible(where)}, {mutant.kind}: {visible(mutant.change)}")
    for text in unmet:
        click.echo(text, err=True)
    return 1 if unmet else 0


def _mutate_solidity(
    data: Sequence[Path],
    names: Sequence[str],
    limit: int | None,
    seed: int,
    jobs: int | None,
    no_sandbox: bool,
    as_json: bool,
) -> int:
    from acidtest.suites.solidity_decompile import mutate as mutation

    dataset = find_suite(_SOLIDITY).read(data)
    results = mutation.measure(
        mutation.contracts_of(dataset.samples, names),
        Shown(),
        limit=limit,
        seed=seed,
        workers=jobs or os.cpu_count() or 1,
        bare=no_sandbox,
    )
    total = mutation.total(results)
    met = total.share is not None and total.share >= mutation.OVERALL
    if as_json:
        report = {
            "suite": _SOLIDITY,
            "data": {"name": dataset.name, "sha256": dataset.sha256},
            "limit_per_task": limit,
            "seed": seed,
            "wanted": {"overall": mutation.OVERALL},
            "met": met,
            "total": {k: v for k, v in total.to_json().items() if not isinstance(v, list)},
            "tasks": [result.to_json() for result in results],
        }
        click.echo(json.dumps(report, indent=2))
        return 0 if met else 1
    table = new_table("mutants by contract; the share is over those that compile and differ")
    table.add_column("contract", no_wrap=True)
    for name in ("mutants", "not compiled", "equivalent", "survived", "caught"):
        table.add_column(name, justify="right")
    for name in ("caught %", "median calls"):
        table.add_column(name, justify="right")
    for result in [*results, total]:
        if result is total:
            table.add_section()
        fates = ("NOT_COMPILED", "EQUIVALENT", "SURVIVED", "CAUGHT")
        calls = "-" if result.median_calls is None else f"{result.median_calls:g}"
        counts = [str(result.count(mutation.Fate[fate])) for fate in fates]
        share = _percent(result.share)
        table.add_row(visible(result.contract), str(len(result.trials)), *counts, share, calls)
    console().print(table)
    for result in results:
        for trial in result.trials:
            if trial.fate is mutation.Fate.SURVIVED:
                where = visible(f"{result.contract}, line {trial.mutant.line}")
                click.echo(
                    f"survived: {where}, {trial.mutant.kind}: {visible(trial.mutant.change)}"
                )
    if not met:
        click.echo(f"{_percent(total.share)} is below {mutation.OVERALL:.0%}", err=True)
    return 0 if met else 1


@corpus.command()
@click.argument("suite", metavar="SUITE")
@click.option("--seed", type=click.IntRange(0), required=True, help="Same seed, same tasks.")
@click.option("--count", type=click.IntRange(1, 1000), required=True, help="How many tasks.")
@click.option("--out", type=click.Path(path_type=Path), required=True, help="Folder for the tasks.")
@click.option("-j", "--jobs", type=click.IntRange(1), help="Workers. Default: all cores.")
def fresh(suite: str, seed: int, count: int, out: Path, jobs: int | None) -> None:
    """Make new tasks that no model can have memorised, as files to give to --data.

    \b
    acidtest corpus fresh c-decompile --seed 7 --count 50 --out fresh-7
    acidtest run c-decompile --data fresh-7 --system oracle --system stub

    The tasks are random programs with tests derived by running them; docs/corpus.md says how they
    differ from written ones. Summaries show the two apart, as group `origin`.
    """  # noqa: D301
    from acidtest.suites.c_decompile.fresh import write_tasks

    _only_c(suite)
    written = write_tasks(out, seed, count, Shown(), workers=jobs or os.cpu_count() or 1)
    click.echo(f"{len(written)} tasks in {out}; acidtest run {suite} --data {out} --system …")


@corpus.command()
@click.argument("suite", metavar="SUITE")
@click.option(
    "--data",
    multiple=True,
    type=click.Path(path_type=Path),
    help="File or folder with the ground truths; may repeat. Default: the shipped corpus.",
)
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
def check(suite: str, data: Sequence[Path], as_json: bool) -> int:
    """Hold ground truths against the rules for whoever writes them.

    \b
    acidtest corpus check crypto-inventory
    acidtest corpus check crypto-inventory --data "$ACIDTEST_DATA/crypto-benchmark"

    Exit status 1 if a rule is broken.
    """  # noqa: D301
    find_suite(suite)
    if suite != "crypto-inventory":
        raise InputError(
            f"acidtest corpus check knows the suite crypto-inventory only, not {suite}"
        )
    from acidtest.suites.crypto_inventory.check import problems

    found = problems(data)
    if as_json:
        click.echo(json.dumps([{"sample": where, "problem": what} for where, what in found]))
        return 1 if found else 0
    kinds: dict[str, int] = {}
    for where, what in found:
        click.echo(f"{visible(where)}: {visible(what)}")
        kinds[what.partition(":")[0]] = kinds.get(what.partition(":")[0], 0) + 1
    counted = ", ".join(f"{kind} {n}" for kind, n in sorted(kinds.items()))
    click.echo(f"{len(found)} problems ({counted})" if found else "no problem")
    return 1 if found else 0


@corpus.command()
@click.argument("suite", metavar="SUITE")
@click.argument("runs", metavar="RUN…", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--out", type=click.Path(path_type=Path), help="File. Default: the package's own.")
def difficulty(suite: str, runs: Sequence[Path], out: Path | None) -> None:
    """Note which systems fail on which samples of the shipped corpus, as group `difficulty`.

    \b
    acidtest run c-decompile --system ghidra --out runs/ghidra
    acidtest run c-decompile --system angr --out runs/angr
    acidtest corpus difficulty c-decompile runs/ghidra runs/angr

    A sample is easy if no system fails on it, hard if all do, else medium. Only as good as the
    systems it was measured with: docs/corpus.md.
    """  # noqa: D301
    from acidtest.suites.c_decompile import difficulty as hardness

    _only_c(suite)
    found = hardness.measure(runs, find_suite(suite).read([]).sha256)
    path = out or hardness.FILE
    path.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    levels = [len(failed) for failed in found["failed"].values()]
    most = len(found["systems"])
    click.echo(
        f"{len(levels)} samples, {most} systems: {levels.count(0)} easy, "
        f"{sum(0 < n < most for n in levels)} medium, {levels.count(most)} hard; in {path}"
    )


_COUNTS = ("mutants", "killed", "hung", "survived", "equivalent", "not_compiled", "share")


def _total(results: Sequence[Strength]) -> Strength:
    from acidtest.suites.c_decompile.mutate import Strength

    return Strength("all tasks", [pair for result in results for pair in result.fates])


def _unmet(results: Sequence[Strength]) -> list[str]:
    """What the requirement misses, in words."""
    from acidtest.suites.c_decompile import mutate as mutation

    unmet = []
    overall = mutation.share_of(results)
    if overall is None or overall < mutation.OVERALL:
        unmet.append(f"over all tasks {_percent(overall)} is below {mutation.OVERALL:.0%}")
    for result in results:
        if result.share is not None and result.share < mutation.EACH:
            unmet.append(f"{result.task}: {_percent(result.share)} is below {mutation.EACH:.0%}")
    return unmet


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:.1f} %"


def _table(results: Sequence[Strength]) -> Table:
    from acidtest.suites.c_decompile.mutate import Fate

    table = new_table("mutants by task; the share is over those that compile and differ")
    table.add_column("task", no_wrap=True)
    for name in ("mutants", "not compiled", "equivalent", "survived", "killed", "of these hung"):
        table.add_column(name, justify="right")
    table.add_column("killed %", justify="right")
    for result in [*results, _total(results)]:
        if result.task == "all tasks":
            table.add_section()
        table.add_row(
            visible(result.task),
            str(len(result.fates)),
            *(
                str(result.count(fate))
                for fate in (Fate.NOT_COMPILED, Fate.EQUIVALENT, Fate.SURVIVED)
            ),
            str(result.count(Fate.KILLED, Fate.HUNG)),
            str(result.count(Fate.HUNG)),
            _percent(result.share),
        )
    return table
