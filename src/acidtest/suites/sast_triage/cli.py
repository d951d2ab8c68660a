"""`acidtest sast-known` and `sast-calibrate`: judged findings as a store, and a threshold."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from acidtest.core.commands import Command, CommandResult, Option
from acidtest.core.errors import InputError
from acidtest.core.options import parse_groups
from acidtest.core.progress import Progress
from acidtest.core.records import Json
from acidtest.engine.plan import select
from acidtest.suites.sast_triage import dataset
from acidtest.suites.sast_triage.known import KnownIssue, format_known, format_lines
from acidtest.suites.sast_triage.record import Case

_JUDGED = (
    Option(
        "--data",
        "File or folder with judged findings; may repeat. Default: the shipped corpus.",
        Path,
        many=True,
    ),
    Option(
        "--groups",
        "Only findings in this group, for example split=calibration.",
        many=True,
        metavar="GROUP=V,V",
    ),
)
_KNOWN = """Write judged findings as a store of known issues for the filter.

FILE.err holds the false alarms in the known-issues format, FILE.jsonl real bugs as well.
"""
_CALIBRATE = """Choose the filter's threshold on judged findings.

Known issues from a finding's own file are left out: they may be the finding itself. Calibrate
on other findings than those you report results on.
"""


def _judged(data: Sequence[Path], groups: Sequence[str]) -> list[Case]:
    samples = select(dataset.read(data).samples, parse_groups(groups), None)
    judged = [sample.truth for sample in samples if sample.truth.label]
    if not judged:
        raise InputError("none of these findings is labelled as a real bug or a false alarm")
    return judged


def _known(
    *, data: Sequence[Path], groups: Sequence[str], out: Path, progress: Progress
) -> CommandResult:
    entries = []
    for case in _judged(data, groups):
        finding, label = case.finding, str(case.label)
        entries.append(
            KnownIssue(finding.issue_type, finding.cwe, finding.trace, case.reason or label, label)
        )
    if out.suffix == ".jsonl":
        text = format_lines(entries)
    elif out.suffix == ".err":
        text = format_known(entries)
    else:
        raise InputError(f"--out {out}: expected a name that ends in .err or .jsonl")
    out.write_text(text, encoding="utf-8")
    return CommandResult(data={"out": str(out), "entries": len(entries)})


def _calibrate(
    *,
    data: Sequence[Path],
    groups: Sequence[str],
    loss: float,
    embedder: str | None,
    progress: Progress,
) -> CommandResult:
    from acidtest.suites.sast_triage.filter import nearest_similarities
    from acidtest.suites.sast_triage.filter.calibrate import best_threshold, fit_chance
    from acidtest.suites.sast_triage.filter.embed import Embedder, MiniLM
    from acidtest.suites.sast_triage.filter.embed_api import ApiEmbedder

    judged = _judged(data, groups)
    store = judged[0].known
    if store is None:
        raise InputError("the data has no store of known issues; add one with --data FILE.err")
    labels = [str(case.label) for case in judged]
    embeds: Embedder = ApiEmbedder(embedder) if embedder else MiniLM()
    nearest = nearest_similarities([case.finding for case in judged], store, embeds)
    threshold = best_threshold(nearest, labels, loss)
    if threshold is None:
        raise InputError(
            f"no threshold loses at most {loss:.0%} of the real bugs: more of them are as like a "
            "known false alarm as any finding is; allow more with --loss"
        )
    slope, offset = fit_chance(nearest, labels)
    lines, counts = [], dict[str, Json]()
    for label in ("real bug", "false alarm"):
        of_label = [s for s, given in zip(nearest, labels, strict=True) if given == label]
        dropped = sum(s >= threshold for s in of_label)
        counts[label] = {"dropped": dropped, "of": len(of_label)}
        lines.append(f"{label}s at or above the threshold: {dropped} of {len(of_label)}")
    lines.append(
        f"--system 'sast-filter:threshold?threshold={threshold:.6f}&slope={slope:.3f}"
        f"&offset={offset:.3f}{f'&embedder={embedder}' if embedder else ''}'"
    )
    calibration = {"threshold": threshold, "slope": slope, "offset": offset, "at_threshold": counts}
    return CommandResult(lines=lines, data=calibration)


KNOWN = Command(
    "sast-known",
    _KNOWN,
    _known,
    (*_JUDGED, Option("--out", "FILE.err or .jsonl.", Path, required=True)),
)
CALIBRATE = Command(
    "sast-calibrate",
    _CALIBRATE,
    _calibrate,
    (
        *_JUDGED,
        Option(
            "--loss",
            "Share of real bugs that may be lost.",
            float,
            default=0.05,
            least=0,
            most=1,
        ),
        Option(
            "--embedder", "Embedding endpoint to use instead of local MiniLM.", metavar="NAME@URL"
        ),
    ),
)
