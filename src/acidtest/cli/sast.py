"""`acidtest sast-known` and `sast-calibrate`: judged findings as a store, and a threshold."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from acidtest.cli.run import parse_groups
from acidtest.engine import select
from acidtest.errors import InputError
from acidtest.model import Sample
from acidtest.suites import find_suite

_data = click.option(
    "--data",
    multiple=True,
    type=click.Path(path_type=Path),
    help="File or folder with judged findings; may repeat. Default: the shipped corpus.",
)
_groups = click.option(
    "--groups", multiple=True, metavar="GROUP=V,V", help="Only these, as in split=calibration."
)


def _judged(data: Sequence[Path], groups: Sequence[str]) -> list[Sample]:
    from acidtest.suites.sast_triage.record import Case

    samples = select(find_suite("sast-triage").read(data).samples, parse_groups(groups), None)
    judged = [s for s in samples if isinstance(s.truth, Case) and s.truth.label]
    if not judged:
        raise InputError("none of these findings has been judged a real bug or a false alarm")
    return judged


@click.command("sast-known")
@_data
@_groups
@click.option("--out", type=click.Path(path_type=Path), required=True, help="FILE.err or .jsonl.")
def sast_known(data: Sequence[Path], groups: Sequence[str], out: Path) -> None:
    """Write judged findings as a store of known issues for the filter.

    FILE.err holds the false alarms in the known-issues format, FILE.jsonl real bugs as well.
    """
    from acidtest.suites.sast_triage.known import KnownIssue, format_known, format_lines

    entries = []
    for sample in _judged(data, groups):
        found, reason = sample.truth.finding, sample.truth.reason or sample.truth.label
        entries.append(
            KnownIssue(found.issue_type, found.cwe, found.trace, reason, sample.truth.label)
        )
    if out.suffix == ".jsonl":
        text = format_lines(entries)
    elif out.suffix == ".err":
        text = format_known(entries)
    else:
        raise InputError(f"--out {out}: wanted is a name that ends in .err or .jsonl")
    out.write_text(text, encoding="utf-8")


@click.command("sast-calibrate")
@_data
@_groups
@click.option(
    "--loss",
    type=click.FloatRange(0, 1),
    default=0.05,
    show_default=True,
    help="Share of the real bugs that may be lost.",
)
@click.option("--embedder", metavar="NAME@URL", help="Embed there instead of with MiniLM here.")
def sast_calibrate(
    data: Sequence[Path], groups: Sequence[str], loss: float, embedder: str | None
) -> None:
    """Choose the filter's threshold on judged findings.

    Known issues of a finding's own file are left out: they may be the finding itself. Use other
    findings for this than for the figures you quote.
    """
    from acidtest.suites.sast_triage.filter import nearest_similarities
    from acidtest.suites.sast_triage.filter.calibrate import best_threshold, fit_chance
    from acidtest.suites.sast_triage.filter.embed import Embedder, MiniLM
    from acidtest.suites.sast_triage.filter.embed_api import ApiEmbedder

    judged = _judged(data, groups)
    store = judged[0].truth.known
    if store is None:
        raise InputError("no store of known issues goes with the data; give one as --data FILE.err")
    findings = [sample.truth.finding for sample in judged]
    labels = [sample.truth.label for sample in judged]
    embeds: Embedder = ApiEmbedder(embedder) if embedder else MiniLM()
    nearest = nearest_similarities(findings, store, embeds)
    threshold = best_threshold(nearest, labels, loss)
    if threshold is None:
        raise InputError(
            f"no threshold loses at most {loss:.0%} of the real bugs: more of them are as like a "
            "known false alarm as any finding is; allow more with --loss"
        )
    slope, offset = fit_chance(nearest, labels)
    for label in ("real bug", "false alarm"):
        of_label = [s for s, given in zip(nearest, labels, strict=True) if given == label]
        dropped = sum(s >= threshold for s in of_label)
        click.echo(f"{label}s at or above the threshold: {dropped} of {len(of_label)}")
    click.echo(
        f"--system 'sast-filter:threshold?threshold={threshold:.6f}&slope={slope:.3f}"
        f"&offset={offset:.3f}{f'&embedder={embedder}' if embedder else ''}'"
    )
