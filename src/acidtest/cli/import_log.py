"""`acidtest import`: turns runs of other harnesses into acidtest runs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from acidtest import engine
from acidtest.cli.out import PATH
from acidtest.cli.progress import Shown
from acidtest.cli.run import print_result
from acidtest.core.errors import InputError
from acidtest.core.options import RunOptions
from acidtest.core.registry import find_suite


@click.command("import")
@click.argument("log", type=PATH)
@click.option("--out", type=PATH, help="Run folder. Default: runs/SUITE/….")
@click.option("--prices", type=PATH, help="Token prices.")
@click.option("--no-sandbox", is_flag=True, help="Continue without bubblewrap.")
def import_log(log: Path, out: Path | None, prices: Path | None, no_sandbox: bool) -> int:
    """Turn an Inspect AI log into a run: its answers, scored by acidtest.

    \b
    inspect eval acidtest/c_decompile --model openai/gpt-4o-mini
    acidtest import logs/….eval

    The run contains only the samples in the log.
    """  # noqa: D301
    from acidtest.integrations.inspect.log import read_log
    from acidtest.systems.models.prices import read_prices

    imported = read_log(log, read_prices(prices))
    suite = find_suite(imported.suite)
    options = RunOptions(
        data=imported.data, form=imported.form, attempts=imported.system.attempts, bare=no_sandbox
    )
    plan = engine.make_plan(suite, imported.system, options)
    if plan.dataset.sha256 != imported.data_sha256:
        raise InputError(
            f"{log}: the data has changed since its questions were made; "
            "restore the original data and retry"
        )
    answered = [sample for sample in plan.samples if sample.id in imported.system.answers]
    plan = replace(plan, samples=answered)
    folder = out or plan.default_folder
    summary = engine.run(plan, folder, Shown())
    print_result(suite, summary, f"run folder {folder}", folder)
    return 3 if summary.errors else 0
