"""`acidtest import`: runs of other harnesses become runs of acidtest."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from acidtest import engine
from acidtest.cli.progress import Shown
from acidtest.cli.tables import console, provenance, summary_tables
from acidtest.errors import InputError
from acidtest.suites import find_suite


@click.command("import")
@click.argument("log", type=click.Path(path_type=Path))
@click.option("--out", type=click.Path(path_type=Path), help="Run folder. Default: runs/SUITE/….")
@click.option("--prices", type=click.Path(path_type=Path), help="Prices of tokens.")
@click.option("--no-sandbox", is_flag=True, help="Go on without bubblewrap.")
def import_log(log: Path, out: Path | None, prices: Path | None, no_sandbox: bool) -> int:
    """Turn a log of Inspect AI into a run: its answers, scored by acidtest.

    \b
    inspect eval acidtest/c_decompile --model openai/gpt-4o-mini
    acidtest import logs/….eval

    Only samples that the log holds are part of the run.
    """  # noqa: D301
    from acidtest.adapters.inspect_log import read_log
    from acidtest.systems._model_prices import read_prices

    found = read_log(log, read_prices(prices))
    suite = find_suite(found.suite)
    plan = engine.make_plan(
        suite,
        found.system,
        data=found.data,
        form=found.form,
        attempts=found.system.attempts,
        bare=no_sandbox,
    )
    if plan.dataset.sha256 != found.data_sha256:
        raise InputError(
            f"{log}: its questions were made from other data than is here now; "
            "bring back the data it was made with"
        )
    answered = [sample for sample in plan.samples if sample.id in found.system.answers]
    plan = replace(plan, samples=answered)
    folder = out or plan.default_folder
    summary = engine.run(plan, folder, Shown())
    for part in summary_tables(suite, summary.to_json()):
        console().print(part)
    click.echo(f"{provenance(summary.to_json())}\nrun folder {folder}")
    return 3 if summary.errors else 0
