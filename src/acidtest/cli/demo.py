"""`acidtest demo`: every suite with its built-in systems and controls; no key, no network."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import click

from acidtest import engine
from acidtest.analysis.sections import make_sections
from acidtest.cli.out import PATH
from acidtest.cli.progress import Shown
from acidtest.core.errors import AcidtestError, InfrastructureError
from acidtest.core.extras import MissingPackage, install
from acidtest.core.options import RunOptions
from acidtest.core.paths import check_folder
from acidtest.core.protocols import Dataset, Suite, System
from acidtest.core.records import Json
from acidtest.core.registry import make_system, suites_with_corpus
from acidtest.core.systems import ControlSystem
from acidtest.core.text import counted
from acidtest.report.html import report_html
from acidtest.report.terminal import console, provenance, runs_table

_MODEL = "model:local/smollm2"
_ASKED, _SHARE, _TOKENS = 2, 3, 32
"""The built-in model is asked a third of the samples, at least two, for short answers."""
_SAMPLES = 24  # of each suite: enough clusters for intervals


class _Skipped:
    """What this machine lacks the packages for, and the one command that adds all of it."""

    def __init__(self) -> None:
        self._names: list[str] = []
        self._extras: set[str] = set()
        self._others: dict[str, str] = {}

    def note(self, name: str, error: AcidtestError) -> None:
        """Say that something is left out, and why."""
        click.echo(f"skipping {name}: {error}", err=True)
        if isinstance(error, MissingPackage):
            self._names.append(name)
            self._extras.update(error.extras)
        else:
            self._others[name] = str(error)

    def remedies(self) -> Iterator[str]:
        """What to do about it, a line each; none if nothing was skipped."""
        if self._names:
            names = ", ".join(dict.fromkeys(self._names))
            yield f"skipped {names}; {install(*sorted(self._extras))} adds them"
        for name, error in self._others.items():
            yield f"skipped {name}: {error}"


def _language_model(suite: Suite, skipped: _Skipped) -> list[System]:
    """The built-in model, if it is installed; it runs on one core, so only a few short answers."""
    from acidtest.systems.models.model import ModelSystem
    from acidtest.systems.models.options import ModelOptions

    try:
        system = make_system(_MODEL, suite)
    except AcidtestError as error:
        skipped.note(_MODEL, error)
        return []
    assert isinstance(system, ModelSystem)
    return [replace(system, options=ModelOptions(max_tokens=_TOKENS))]


@click.command()
@click.option("--out", type=PATH, default=Path("out"), show_default=True, help="Folder.")
@click.option(
    "--limit",
    type=click.IntRange(1),
    default=_SAMPLES,
    show_default=True,
    help="Samples per suite.",
)
@click.option("--full", is_flag=True, help="Ask the built-in language model too; takes minutes.")
def demo(out: Path, limit: int, full: bool) -> int:
    """Run every shipped suite with its core controls and print the results."""
    check_folder(out)
    status = 0
    folders: list[Path] = []
    skipped = _Skipped()
    for suite in suites_with_corpus():
        try:
            status = max(status, _demo_of(suite, out, limit, full, folders, skipped))
        except AcidtestError as error:
            skipped.note(suite.name, error)
    if not folders:
        raise InfrastructureError("no suite could be run; `acidtest doctor` shows what is missing")
    page = out / "report.html"
    page.write_text(report_html(make_sections(folders)), encoding="utf-8")
    for remedy in skipped.remedies():
        click.echo(remedy)
    click.echo(f"run folders in {out}/; `acidtest show FOLDER` explains one")
    served = "" if find_spec("uvicorn") else f"after {install('report')}, "
    click.echo(f"wrote {page}: open it in a browser")
    click.echo(f"{served}`acidtest serve {out}` shows every sample and searches the answers")
    return status


def _unseen(dataset: Dataset) -> dict[str, list[str]]:
    """If the data is split, the part that no system was tuned on."""
    split = any(sample.groups.get("split") == "test" for sample in dataset.samples)
    return {"split": ["test"]} if split else {}


def _demo_of(
    suite: Suite, out: Path, limit: int, full: bool, folders: list[Path], skipped: _Skipped
) -> int:
    """Run one suite and add its run folders to `folders`."""
    systems: list[System] = []
    for name in suite.embedded:
        try:
            systems.append(make_system(name, suite))
        except AcidtestError as error:
            skipped.note(f"{suite.name} {name}", error)
    if full:
        systems += _language_model(suite, skipped)
    core = [control for control in suite.controls if control.core]
    systems += [ControlSystem(control) for control in core]
    status = 0
    rows = []
    dataset = suite.read([])
    groups = _unseen(dataset)
    for system in systems:
        asked = min(limit, max(_ASKED, limit // _SHARE)) if system.name == _MODEL else limit
        options = RunOptions(groups=groups, limit=asked, controls="none")
        plan = engine.make_plan(suite, system, options, dataset=dataset)
        folder = out / suite.name / plan.default_folder.name
        summary = engine.run(plan, folder, Shown(f"{suite.name} {system.name}"))
        status = 3 if summary.errors else status
        rows.append(summary.to_json())
        folders.append(folder)
    more = len(suite.controls) - len(core)
    chosen = "".join(f", {name} = {value}" for name, (value,) in groups.items())
    click.echo(
        f"{max(row['n'] for row in rows)} of {sum(1 for _ in dataset.samples)} samples, "
        f"{dataset.name}{chosen}"
        + (f"; {counted(more, 'more control')} with --controls all" if more else "")
    )
    console().print(runs_table(suite, rows))
    click.echo(provenance(*rows))
    for row in rows:
        if row["system"] == _MODEL and row["n"] < limit:
            click.echo(_why_few(suite, row))
    return status


def _why_few(suite: Suite, row: dict[str, Json]) -> str:
    """What the built-in model took, and how to ask it more."""
    effort = row["effort"]
    took = f"{effort['time_s'] / effort['answers']:.1f} s" if "time_s" in effort else "too long"
    return (
        f"{_MODEL} was asked only {counted(row['n'], 'sample')}, {_TOKENS} tokens an answer, "
        f"because an answer takes it {took} here, on one core; for more: "
        f"acidtest run {suite.name} --system {_MODEL} --limit {_SAMPLES}"
    )
