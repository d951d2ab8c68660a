"""`acidtest report`: runs as a page, tables, pictures, or CI output."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import click

from acidtest.analysis.gates import Bound, held_to, read_bound
from acidtest.analysis.sections import Section, make_sections
from acidtest.cli.completion import MetricName
from acidtest.cli.out import PATH
from acidtest.cli.progress import Shown
from acidtest.core.errors import InputError
from acidtest.core.paths import check_file, check_folder, writing
from acidtest.core.progress import Silent
from acidtest.core.redact import redact
from acidtest.core.text import choices, counted, visible
from acidtest.report.figures import as_csv, as_latex, as_markdown, as_statistics
from acidtest.report.html import report_html
from acidtest.report.picture_files import write_pictures
from acidtest.report.pipeline import as_github, as_junit, not_scored

_TABLES: dict[str, Callable[[Sequence[Section], Sequence[str]], str]] = {
    "markdown": as_markdown,
    "latex": as_latex,
    "csv": as_csv,
    "statistics": lambda sections, names: as_statistics(sections),
}
_PIPELINES: dict[str, Callable[[Sequence[Section], Sequence[Bound]], str]] = {
    "junit": as_junit,
    "github": as_github,
}
_PICTURES = ("png", "svg")
_PROBLEMS = 5


@click.command()
@click.argument("folders", metavar="RUN…", nargs=-1, type=PATH)
@click.option(
    "--format",
    "kind",
    type=click.Choice(["html", *_TABLES, *_PICTURES, *_PIPELINES]),
    default="html",
    show_default=True,
    help="html: a page; markdown, latex, csv: a row per system; statistics: a row per system and "
    "metric with median and deviation; svg, png: a file per picture; junit, github: for CI.",
)
@click.option(
    "--metric",
    "names",
    type=MetricName(),
    multiple=True,
    help="A column of markdown, latex and csv; may repeat. Default: the headline metrics.",
)
@click.option(
    "--out",
    type=PATH,
    help="File, or folder for pictures. Default: report.html, pictures/, or standard output.",
)
@click.option(
    "--fail-under",
    multiple=True,
    type=MetricName("="),
    metavar="METRIC=VALUE",
    help="Exit with status 1 if a system's metric (0 to 1) is below this; may repeat.",
)
@click.option(
    "--fail-over",
    multiple=True,
    type=MetricName("="),
    metavar="METRIC=VALUE",
    help="Exit with status 1 if a system's metric (0 to 1) is above this; may repeat.",
)
def report(
    folders: Sequence[Path],
    kind: str,
    names: Sequence[str],
    out: Path | None,
    fail_under: Sequence[str],
    fail_over: Sequence[str],
) -> int:
    """Report on runs: one page that opens from disk, tables for papers, files for CI.

    \b
    acidtest report runs/c-decompile/* --out report.html
    acidtest report A B --format latex --metric passes --metric agrees
    acidtest report A B --format png --out pictures
    acidtest report A --format junit --fail-under passes=0.5 --out junit.xml

    Comparable runs are grouped. The page contains every score and the texts of the 300 most
    informative samples; `acidtest serve` shows all of them.
    """  # noqa: D301
    sections = make_sections(folders)
    for section in sections:
        for problem in section.table_problems[:_PROBLEMS]:
            click.echo(visible(f"{section.key}: {problem}"), err=True)
        if more := len(section.table_problems[_PROBLEMS:]):
            click.echo(f"{section.key}: and {counted(more, 'more row')}", err=True)
    bounds = [read_bound("--fail-under", text) for text in fail_under]
    bounds += [read_bound("--fail-over", text) for text in fail_over]
    for bound in bounds:
        bound.check(metric for section in sections for metric in section.metrics)
    _check_names(names, sections)
    progress = Shown() if sys.stderr.isatty() else Silent()
    if kind == "html":
        out = out or Path("report.html")
        check_file(out)
        size = _write(out, report_html(sections, progress))
        click.echo(f"{out}: {size / 1e6:.2f} MB, open it in a browser")
    elif kind in _PICTURES:
        out = out or Path("pictures")
        check_folder(out)
        with writing(out):
            written = write_pictures(sections, out, kind, progress)
        click.echo(f"{out}: {counted(len(written), 'picture')}")
    else:
        if kind in _TABLES:
            text = _TABLES[kind](sections, names)
        else:
            text = _PIPELINES[kind](sections, bounds)
        if out:
            check_file(out)
            _write(out, redact(text))
        else:
            click.echo(text, nl=False)
    return _gate(sections, bounds)


def _check_names(names: Sequence[str], sections: Sequence[Section]) -> None:
    known = {name for section in sections for name in section.named}
    for name in names:
        if name not in known:
            raise InputError(f"unknown metric '{name}'; {choices(name, sorted(known))}")


def _write(path: Path, text: str) -> int:
    """Write the page and return its size in bytes."""
    with writing(path):
        return path.write_bytes(text.encode("utf-8", "backslashreplace"))


def _gate(sections: Sequence[Section], bounds: Sequence[Bound]) -> int:
    """Check the bounds and return the exit status. Controls are exempt: some are meant to fail."""
    status = 0
    for section in sections if bounds else ():
        for run in section.systems:
            for missed in [missed for _, missed in held_to(section, run, bounds) if missed]:
                click.echo(visible(f"{run.folder}: {missed}"), err=True)
                status = status or 1
            if errors := run.summary["errors"]:
                click.echo(visible(f"{run.folder}: {not_scored(errors, run.n)}"), err=True)
                status = 3
    return status
