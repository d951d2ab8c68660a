"""`acidtest demo`: every suite with its embedded systems and controls, no key, no network."""

from __future__ import annotations

from pathlib import Path

import click

from acidtest import engine
from acidtest.cli.progress import Shown
from acidtest.cli.tables import console, provenance, runs_table
from acidtest.errors import AcidtestError
from acidtest.report.html import report_html
from acidtest.report.sections import make_sections
from acidtest.suites import find_suite, suite_names
from acidtest.systems import ControlSystem, System, make_system


@click.command()
@click.option(
    "--out", type=click.Path(path_type=Path), default=Path("out"), show_default=True, help="Folder."
)
@click.option(
    "--limit", type=click.IntRange(1), default=64, show_default=True, help="Samples a suite."
)
def demo(out: Path, limit: int) -> int:
    """Run every shipped suite with its controls and print what came out."""
    status = 0
    folders = []
    for suite in [find_suite(name) for name in suite_names()]:
        rows = []
        systems: list[System] = []
        for name in suite.embedded:
            try:
                systems.append(make_system(name, suite))
            except AcidtestError as error:
                click.echo(f"{suite.name}: goes without {name}: {error}", err=True)
        systems += [ControlSystem(control) for control in suite.controls]
        for system in systems:
            plan = engine.make_plan(suite, system, limit=limit, controls="none")
            folder = out / suite.name / plan.default_folder.name
            summary = engine.run(plan, folder, Shown(f"{suite.name} {system.name}"))
            status = 3 if summary.errors else status
            rows.append(summary.to_json())
            folders.append(folder)
        click.echo(
            f"{len(plan.samples)} of {len(plan.dataset.samples)} samples of the {plan.dataset.name}"
        )
        console().print(runs_table(suite, rows))
        click.echo(provenance(rows[0]))
    page = out / "report.html"
    page.write_text(report_html(make_sections(folders)), encoding="utf-8")
    click.echo(f"run folders in {out}/; `acidtest show FOLDER` explains one")
    click.echo(f"wrote {page}: open it in a browser; `acidtest serve {out}` shows every sample")
    return status
